#!/bin/sh
# linker: ld 2.40
# target: aarch64-big
# link: staged
# wrong: a function is lost
# Made smaller from: ci/real/links.sh --random 2 --only 1 --seed 2026 --linker 'ld 2.40' --target aarch64-big
set -e
${AS_2_40:-as} --gsframe -o o1.o o1.s
${AS_2_40:-as} --gsframe -o o2.o o2.s
${AS_2_40:-as} --gsframe -o o3.o o3.s
${LD:-ld} -r -o part.o o1.o o2.o
${LD:-ld} -shared -o out part.o o3.o
