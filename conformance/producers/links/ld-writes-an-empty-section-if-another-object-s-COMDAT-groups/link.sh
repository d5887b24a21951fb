#!/bin/sh
# linker: ld 2.47.50.20261021
# target: aarch64-big
# link: shared
# wrong: the section is empty, without a header
# Made smaller from: ci/real/links.sh --random 1171 --only 1170 --seed 375 --linker 'ld 2.47.50.20261021' --target aarch64-big
set -e
${AS:-as} -o o1.o o1.s
${AS_2_47_50_20261021:-as} --gsframe -o o2.o o2.s
${LD:-ld} -shared -o out o1.o o2.o
