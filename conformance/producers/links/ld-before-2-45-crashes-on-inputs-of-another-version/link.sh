#!/bin/sh
# linker: ld 2.44
# target: aarch64-big
# link: shared another version
# wrong: crash: dies of signal N
# Made smaller from: ci/real/links.sh --random 8 --only 7 --seed 2026 --linker 'ld 2.44' --target aarch64-big
set -e
${AS_2_40:-as} --gsframe -o o1.o o1.s
${LD:-ld} -shared -o out o1.o
