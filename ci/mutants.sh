#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes mutants of the reference's core in a copy, each with one comparison, bound, constant, shift, mask, sign, branch or
# early return changed, builds them, and lets the corpus judge each. One that answers every case right is a survivor: it
# needs a case that tells it from the reference, or an explanation in ci/mutants/mutants.known why there cannot be one.
#
# usage: ci/mutants.sh [-j N] [--min PERCENT] [--verbose] [--again FILE | --list] [SOURCE...]
#   -j N           so many at a time; otherwise as many as there are processors
#   --min PERCENT  of the mutants that are not explained must be killed; otherwise 97
#   --verbose      say of each mutant what became of it, and which case killed it
#   --again FILE   only the survivors of an earlier run, whose output is in FILE, and what it could not judge
#   --list         name the mutants, and judge none
#   SOURCE         files of ref/, such as find.c; or `reader`, all that reads and judges a section, which is meant without
#                  any; or `writer`, the encoder and the parser of dumps. The explanations of what is judged must all be
#                  needed
# exit status: 0 enough are killed; 1 not, or an explanation is stale; 2 they cannot be judged, or not all of them
set -euo pipefail
. "$(dirname "$0")/lib.sh"

case "${1:-}" in -h|--help) sed -n '3,16s/^# \{0,1\}//p' "$0"; exit 0 ;; esac

need_packages "${base_packages[@]}"
# What is not mutated is built once, as always.
CC=gcc configure mutants
ninja -C "$build_root/mutants" --quiet conformance/tests/test_corpus || die "the build in $build_root/mutants failed"
exec python3 "$top/ci/mutants/run.py" --top "$top" --build "$build_root/mutants" "$@"
