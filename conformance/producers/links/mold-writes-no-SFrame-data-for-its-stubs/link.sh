#!/bin/sh
# linker: mold 3.0.0
# target: aarch64-big
# link: shared
# wrong: lacks .plt: N bytes of N are not described
# Made smaller from: ci/real/links.sh --random 1 --only 0 --seed 78 --linker 'mold 3.0.0' --target aarch64-big
set -e
${AS_2_47_50_20261021:-as} --gsframe -o o1.o o1.s
${LD:-ld} -shared -o out o1.o
