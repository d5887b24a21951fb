#!/bin/sh
# linker: ld 2.44
# target: amd64-little
# link: shared
# wrong: .plt.got: N bytes are described wrongly, the first at +N
# Made smaller from: ci/real/links.sh --random 4 --only 3 --seed 2026 --linker 'ld 2.44' --target amd64-little
set -e
${AS_2_44:-as} --gsframe -o o1.o o1.s
${LD:-ld} -shared -o out o1.o
