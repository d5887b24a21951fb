#!/bin/sh
# linker: ld.lld 22.1.8
# target: amd64-little
# link: static another version
# wrong: a function is lost
# Made smaller from: ci/real/links.sh --random 85 --only 84 --seed 2026 --linker 'ld.lld 22.1.8' --target amd64-little
set -e
${AS_2_40:-as} --gsframe -o o1.o o1.s
${LD:-ld} -e f_206 --unresolved-symbols=ignore-all -o out o1.o
