#!/bin/sh
# linker: ld 2.47.50.20261021
# target: amd64-little
# link: shared --gc-sections
# wrong: lacks .plt: N bytes of N are not described
# Made smaller from: ci/real/links.sh --random 7 --only 6 --seed 78 --linker 'ld 2.47.50.20261021' --target amd64-little
set -e
${AS_2_47_50_20261021:-as} --gsframe -o o1.o o1.s
${LD:-ld} -shared --gc-sections -o out o1.o
