#!/bin/sh
# linker: ld 2.47.50.20261021
# target: amd64-little
# link: static
# wrong: lacks .plt: N bytes of N are not described
# Made smaller from: ci/real/links.sh --random 15 --only 14 --seed 78 --linker 'ld 2.47.50.20261021' --target amd64-little
set -e
${AS_2_47_50_20261021:-as} --gsframe -o o1.o o1.s
${LD:-ld} -e f_2400 --unresolved-symbols=ignore-all -o out o1.o
