#!/bin/sh
# linker: ld 2.40
# target: aarch64-big
# link: static --gc-sections
# wrong: there are no data, and not a word about it
# Made smaller from: ci/real/links.sh --random 1 --only 0 --seed 2026 --linker 'ld 2.40' --target aarch64-big
set -e
${AS_2_40:-as} --gsframe -o o1.o o1.s
${LD:-ld} -e f_3001 --unresolved-symbols=ignore-all --gc-sections -o out o1.o
