#!/bin/sh
# linker: ld 2.47.50.20261021
# target: s390x-big
# link: shared
# wrong: lacks .plt: N bytes of N are not described
# Made smaller from: ci/real/links.sh --random 4 --only 3 --seed 78 --linker 'ld 2.47.50.20261021' --target s390x-big
set -e
${AS_2_47_50_20261021:-as} --gsframe -o o1.o o1.s
${LD:-ld} -shared -o out o1.o
