#!/bin/sh
# linker: ld 2.47.50.20261021
# target: aarch64-big
# link: staged another version
# wrong: functions of another version are dropped without a word
# Made smaller from: ci/real/links.sh --random 488 --only 487 --seed 373 --linker 'ld 2.47.50.20261021' --target aarch64-big
set -e
${AS_2_44:-as} --gsframe -o o1.o o1.s
${AS_2_47_50_20261021:-as} --gsframe -o o2.o o2.s
${LD:-ld} -r -o part.o o1.o
${LD:-ld} -shared -o out part.o o2.o
