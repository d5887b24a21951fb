#!/bin/sh
# linker: ld 2.40
# target: amd64-little
# link: shared --no-ld-generated-unwind-info
# wrong: lacks .plt: N bytes of N are not described
# Made smaller from: ci/real/links.sh --random 2 --only 1 --seed 381 --linker 'ld 2.40' --target amd64-little
set -e
${AS_2_40:-as} --gsframe -o o1.o o1.s
${LD:-ld} -shared --no-ld-generated-unwind-info -o out o1.o
