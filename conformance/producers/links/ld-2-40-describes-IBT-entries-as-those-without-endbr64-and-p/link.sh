#!/bin/sh
# linker: ld 2.40
# target: amd64-little
# link: shared -z ibtplt
# wrong: .plt: N bytes are described wrongly, the first at +N
# Made smaller from: ci/real/links.sh --random 15 --only 14 --seed 2026 --linker 'ld 2.40' --target amd64-little
set -e
${AS_2_40:-as} --gsframe -o o1.o o1.s
${LD:-ld} -shared -z ibtplt -o out o1.o
