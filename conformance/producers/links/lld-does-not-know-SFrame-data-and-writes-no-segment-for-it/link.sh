#!/bin/sh
# linker: ld.lld 22.1.8
# target: amd64-little
# link: shared
# wrong: there is no segment of type PT_GNU_SFRAME
# Made smaller from: ci/real/links.sh --random 3 --only 2 --seed 2026 --linker 'ld.lld 22.1.8' --target amd64-little
set -e
${LLVM_MC_22_1_8:-as} --gsframe -o o1.o o1.s
${LD:-ld} -shared -o out o1.o
