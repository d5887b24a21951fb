#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes conformance/known/MATRIX.md with its numbers, and README.md next to it, which has some of them: runs the
# whole corpus on the readers of this system, which must be Debian 12's, and on those that
# ci/real/peers.sh fetches, and counts.
#
# usage: ci/real/matrix.sh [--check] [--dir DIR]
#   --check    change nothing; check that MATRIX.md has these numbers
#   --dir DIR  folder of ci/real/peers.sh; the default is peers/ under the build root
# exit status: 0 written, or the page is right; 1 it is not; 2 usage, or not all could be run
set -euo pipefail
. "$(dirname "$0")/../lib.sh"

dir=$build_root/peers
take_options "$@"

long_work
# What `ci/conform.sh --peers` does not fetch, and a page needs.
"$top/ci/real/peers.sh" --dir "$dir" llvm-23 llvm-24 poke glibc-2.44 gdb-16 avr xtensa >&2 || die "a peer of the page could not be fetched; see above"

# Results of earlier runs must not count.
rm -f "$build_root"/report/*/results.jsonl
status=0
"$top/ci/conform.sh" --peers --dir "$dir" >&2 || status=$?
# 1, 2 and 6 are about known failures and exit statuses: the numbers are right.
case $status in 0|1|2|6) ;; *) die "not all could be run; see above" ;; esac
shopt -s nullglob
results=("$build_root"/report/*/results.jsonl)
[ ${#results[@]} -gt 0 ] || die "there are no results"
if $check; then exec python3 "$top/conformance/report" matrix-page --check "${results[@]}"; fi
python3 "$top/conformance/report" matrix-page "${results[@]}"
