#!/bin/sh
# linker: ld 2.40
# target: aarch64-big
# link: partial
# wrong: no data: relocation N of section N, at offset N: it changes offset N, where no FDE's start field is (ld -r before N.N does this)
# Made smaller from: ci/real/links.sh --random 3 --only 2 --seed 2026 --linker 'ld 2.40' --target aarch64-big
set -e
${AS_2_40:-as} --gsframe -o o1.o o1.s
${AS_2_40:-as} --gsframe -o o2.o o2.s
${LD:-ld} -r -o out o1.o o2.o
