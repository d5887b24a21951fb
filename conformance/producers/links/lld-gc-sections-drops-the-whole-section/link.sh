#!/bin/sh
# linker: ld.lld 22.1.8
# target: amd64-little
# link: shared --gc-sections
# wrong: there are no data, and not a word about it
# Made smaller from: ci/real/links.sh --random 10 --only 9 --seed 2026 --linker 'ld.lld 22.1.8' --target amd64-little
set -e
${LLVM_MC_22_1_8:-as} --gsframe -o o1.o o1.s
${LD:-ld} -shared --gc-sections -o out o1.o
