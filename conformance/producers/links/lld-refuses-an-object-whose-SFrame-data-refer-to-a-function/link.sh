#!/bin/sh
# linker: ld.lld 22.1.8
# target: amd64-little
# link: staged -z separate-code
# wrong: refused: ld.lld: error: relocation refers to a discarded section: .text.F
# Made smaller from: ci/real/links.sh --random 31 --only 30 --seed 2026 --linker 'ld.lld 22.1.8' --target amd64-little
set -e
${LLVM_MC_22_1_8:-as} --gsframe -o o1.o o1.s
${LLVM_MC_22_1_8:-as} --gsframe -o o2.o o2.s
${LLVM_MC_22_1_8:-as} --gsframe -o o3.o o3.s
${LLVM_MC_22_1_8:-as} --gsframe -o o4.o o4.s
${LLVM_MC_22_1_8:-as} --gsframe -o o5.o o5.s
${LLVM_MC_22_1_8:-as} --gsframe -o o6.o o6.s
${LLVM_MC_22_1_8:-as} --gsframe -o o7.o o7.s
${LLVM_MC_22_1_8:-as} --gsframe -o o8.o o8.s
${LLVM_MC_22_1_8:-as} --gsframe -o o9.o o9.s
${LLVM_MC_22_1_8:-as} --gsframe -o o10.o o10.s
${LLVM_MC_22_1_8:-as} --gsframe -o o11.o o11.s
${LLVM_MC_22_1_8:-as} --gsframe -o o12.o o12.s
${LLVM_MC_22_1_8:-as} --gsframe -o o13.o o13.s
${AS:-as} -o o14.o o14.s
${LLVM_MC_22_1_8:-as} --gsframe -o o15.o o15.s
${LLVM_MC_22_1_8:-as} --gsframe -o o16.o o16.s
${LLVM_MC_22_1_8:-as} --gsframe -o o17.o o17.s
${LLVM_MC_22_1_8:-as} --gsframe -o o18.o o18.s
${LLVM_MC_22_1_8:-as} --gsframe -o o19.o o19.s
${LLVM_MC_22_1_8:-as} --gsframe -o o20.o o20.s
${LD:-ld} -r -o part.o o1.o o2.o o3.o o4.o o5.o o6.o o7.o o8.o o9.o o10.o
${LD:-ld} -shared -z separate-code -o out part.o o11.o o12.o o13.o o14.o o15.o o16.o o17.o o18.o o19.o o20.o
