#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes conformance/known/MATRIX.md: judges the readers of this system, which must be Debian 12's, and those that ci/real/peers.sh brings,
# on the whole corpus, and counts.
#
# usage: ci/real/matrix.sh [--check] [--dir DIR]
#   --check    change nothing; say whether the page has these numbers
#   --dir DIR  where ci/real/peers.sh put them, or is to put them; otherwise peers/ under the build root
# exit status: 0 done, or the page is right; 1 it is not; 2 usage, or not all of them could be run
set -euo pipefail
. "$(dirname "$0")/../lib.sh"

check=()
dir=()
while [ $# -gt 0 ]; do
    case $1 in
        -h|--help) show_help ;;
        --check) check=(--check) ;;
        --dir) [ $# -ge 2 ] || die "--dir needs a folder"; dir=(--dir "$2"); shift ;;
        *) unknown_option "$1" ;;
    esac
    shift
done

# Results of other runs must not be counted.
rm -f "$build_root"/report/*/results.jsonl
status=0
"$top/ci/conform.sh" --peers "${dir[@]}" >&2 || status=$?
# 1 and 2 are about the lists of known failures, 6 is about how one ended; the numbers are right all the same.
case $status in 0|1|2|6) ;; *) die "not all of them could be run; see above" ;; esac
shopt -s nullglob
results=("$build_root"/report/*/results.jsonl)
[ ${#results[@]} -gt 0 ] || die "there are no results"
python3 "$top/conformance/known/matrix.py" "${check[@]}" "$build_root/gcc/conformance/sframe-conform" "${results[@]}"
