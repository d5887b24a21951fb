#!/bin/sh
# linker: ld.lld 22.1.8
# target: amd64-little
# link: shared
# wrong: lacks .plt: N bytes of N are not described
# Made smaller from: ci/real/links.sh --random 19 --only 18 --seed 78 --linker 'ld.lld 22.1.8' --target amd64-little
set -e
${LLVM_MC_22_1_8:-as} --gsframe -o o1.o o1.s
${LD:-ld} -shared -o out o1.o
