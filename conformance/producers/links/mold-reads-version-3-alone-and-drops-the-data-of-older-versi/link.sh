#!/bin/sh
# linker: mold 3.0.0
# target: aarch64-big
# link: shared another version
# wrong: functions of another version are dropped without a word
# Made smaller from: ci/real/links.sh --random 8 --only 7 --seed 2026 --linker 'mold 3.0.0' --target aarch64-big
set -e
${AS_2_47_50_20261021:-as} --gsframe -o o1.o o1.s
${AS_2_44:-as} --gsframe -o o2.o o2.s
${LD:-ld} -shared -o out o1.o o2.o
