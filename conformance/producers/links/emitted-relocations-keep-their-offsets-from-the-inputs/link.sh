#!/bin/sh
# linker: ld 2.40
# target: aarch64-big
# link: shared --emit-relocs
# wrong: N of N emitted relocations are beside the start fields
# Made smaller from: ci/real/links.sh --random 27 --only 26 --seed 2026 --linker 'ld 2.40' --target aarch64-big
set -e
${AS_2_40:-as} --gsframe -o o1.o o1.s
${AS_2_40:-as} --gsframe -o o2.o o2.s
${LD:-ld} -shared --emit-relocs -o out o1.o o2.o
