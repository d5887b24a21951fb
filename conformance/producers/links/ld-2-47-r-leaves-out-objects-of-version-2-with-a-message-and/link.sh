#!/bin/sh
# linker: ld 2.47.50.20261021
# target: amd64-little
# link: partial another version
# wrong: no data: ALL-PRE-N: the magic is not N in either byte order (N)
# Made smaller from: ci/real/links.sh --random 1 --only 0 --seed 2026 --linker 'ld 2.47.50.20261021' --target amd64-little
set -e
${LLVM_MC_22_1_8:-as} --gsframe -o o1.o o1.s
${LD:-ld} -r -o out o1.o
