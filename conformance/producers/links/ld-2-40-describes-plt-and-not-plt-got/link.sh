#!/bin/sh
# linker: ld 2.40
# target: amd64-little
# link: shared
# wrong: lacks .plt.got: N bytes of N are not described
# Made smaller from: ci/real/links.sh --random 8 --only 7 --seed 78 --linker 'ld 2.40' --target amd64-little
set -e
${AS_2_40:-as} --gsframe -o o1.o o1.s
${LD:-ld} -shared -o out o1.o
