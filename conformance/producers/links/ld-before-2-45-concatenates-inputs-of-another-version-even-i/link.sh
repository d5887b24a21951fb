#!/bin/sh
# linker: ld 2.40
# target: aarch64-big
# link: shared another version
# wrong: no data: ALL-HDR-N: bytes that are not zero follow the FRE sub-section (N)
# Made smaller from: ci/real/links.sh --random 10 --only 9 --seed 2026 --linker 'ld 2.40' --target aarch64-big
set -e
${AS_2_44:-as} --gsframe -o o1.o o1.s
${AS_2_44:-as} --gsframe -o o2.o o2.s
${LD:-ld} -shared -o out o1.o o2.o
