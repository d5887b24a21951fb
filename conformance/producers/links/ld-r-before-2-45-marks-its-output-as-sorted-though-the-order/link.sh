#!/bin/sh
# linker: ld 2.40
# target: aarch64-big
# link: partial
# wrong: no data: ALL-FLG-N: the sorted flag is set, but this function starts below the previous one (N), fde N
# Made smaller from: ci/real/links.sh --random 40 --only 39 --seed 2026 --linker 'ld 2.40' --target aarch64-big
set -e
${AS_2_40:-as} --gsframe -o o1.o o1.s
${LD:-ld} -r -o out o1.o
