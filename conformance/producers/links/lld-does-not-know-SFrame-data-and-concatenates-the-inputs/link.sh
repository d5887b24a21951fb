#!/bin/sh
# linker: ld.lld 22.1.8
# target: amd64-little
# link: partial
# wrong: no data: relocation N of section N, at offset N: it changes offset N, where no FDE's start field is (ld -r before N.N does this)
# Made smaller from: ci/real/links.sh --random 1 --only 0 --seed 2026 --linker 'ld.lld 22.1.8' --target amd64-little
set -e
${LLVM_MC_22_1_8:-as} --gsframe -o o1.o o1.s
${LLVM_MC_22_1_8:-as} --gsframe -o o2.o o2.s
${LD:-ld} -r -o out o1.o o2.o
