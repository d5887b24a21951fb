#!/bin/sh
# linker: ld 2.40
# target: aarch64-big
# link: shared
# wrong: lacks .plt: N bytes of N are not described
# Made smaller from: ci/real/links.sh --random 1 --only 0 --seed 78 --linker 'ld 2.40' --target aarch64-big
set -e
${AS_2_40:-as} --gsframe -o o1.o o1.s
${LD:-ld} -shared -o out o1.o
