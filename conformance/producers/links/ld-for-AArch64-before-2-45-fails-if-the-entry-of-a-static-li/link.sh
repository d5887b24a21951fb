#!/bin/sh
# linker: ld 2.40
# target: aarch64-little
# link: static
# wrong: refused: says nothing
# Made smaller from: ci/real/links.sh --random 170 --only 169 --seed 2026 --linker 'ld 2.40' --target aarch64-little
set -e
${AS_2_40:-as} --gsframe -o o1.o o1.s
${LD:-ld} -e f_500 --unresolved-symbols=ignore-all -o out o1.o
