#!/bin/sh
# linker: ld.lld 22.1.8
# target: amd64-little
# link: shared
# wrong: refused: ld.lld: error: relocation refers to a discarded section: .text.F
# Made smaller from: ci/real/links.sh --random 31 --only 30 --seed 2026 --linker 'ld.lld 22.1.8' --target amd64-little
set -e
${LLVM_MC_22_1_8:-as} --gsframe -o o1.o o1.s
${LLVM_MC_22_1_8:-as} --gsframe -o o2.o o2.s
${LD:-ld} -shared -o out o1.o o2.o
