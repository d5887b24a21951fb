#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Compiles generated C functions with unusual frames by every installed compiler, for each ABI and
# many sets of flags, assembles the text by every installed assembler, and compares the SFrame data
# with the call frame information, in a page of tables.
#
# usage: ci/real/compilers.sh [OPTION]...
#   --seed N           another seed gives other functions; the default is 1
#   --functions N      how many, 1 to 10000; the default is 200
#   --peers DIR        newer toolchains and compilers from ci/real/peers.sh; the default is peers/
#                      under the build root
#   --conform FILE     the sframe-conform to use; the default builds it
#   --dir DIR          folder for the files made; the default is compilers/ under the build root
#   --page FILE        write the page to FILE, such as conformance/producers/compilers.md; the
#                      default prints it
#   --flags FLAGS      with these flags only
#   --jobs N           run N at a time; the default is the number of processors
#   --tools FILE       these compilers and assemblers in place of those found: lines of KIND, TARGET, NAME
#                      and the command's words, with tabs between; KIND is cc or as. A compiler
#                      writes assembly text to the file after -o
# conformance/producers/compilers.causes must explain what is not equal, and each failure of a tool.
# DIR/results.json has all that was found.
# exit status: 0 all were compared, and what is not equal is explained; 1 something is not; 2 it
#              could not be run, or nothing was judged
set -euo pipefail
. "$(dirname "$0")/../lib.sh"

peers=$build_root/peers dir=$build_root/compilers functions=200 seed=1 jobs=$(nproc)
take_options "$@"
for name in functions seed jobs; do is_number "${!name}" || die "--$name needs a number"; done
[ "$functions" -ge 1 ] && [ "$functions" -le 10000 ] || die "--functions needs a number of 1 to 10000"
export LC_ALL=C
need_conform
long_work
causes=$top/conformance/producers/compilers.causes
lab_options=(tools peers causes dir page flags functions seed jobs)
lab compilers
