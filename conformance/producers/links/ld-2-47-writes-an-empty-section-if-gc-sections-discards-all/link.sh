#!/bin/sh
# linker: ld 2.47.50.20261021
# target: aarch64-big
# link: static --gc-sections
# wrong: the section is empty, without a header
# Made smaller from: ci/real/links.sh --random 107 --only 106 --seed 2026 --linker 'ld 2.47.50.20261021' --target aarch64-big
set -e
${AS_2_47_50_20261021:-as} --gsframe -o o1.o o1.s
${LD:-ld} -e nothing --unresolved-symbols=ignore-all --gc-sections -o out o1.o
