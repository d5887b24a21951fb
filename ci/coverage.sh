#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Measures which branches of the reference's core the corpus takes, alone, without any other test. Every line with a
# branch that is not taken must be explained in ci/coverage.known, and every explanation must be needed.
#
# usage: ci/coverage.sh [--min PERCENT]      of all branches; otherwise 97
# exit status: 0 enough are taken, and the others are explained; 1 not; 2 it cannot be measured
set -euo pipefail
. "$(dirname "$0")/lib.sh"

min=97
while [ $# -gt 0 ]; do
    case $1 in
        -h|--help) sed -n '3,7s/^# \{0,1\}//p' "$0"; exit 0 ;;
        --min) [ $# -ge 2 ] || die "--min needs a number"; min=$2; shift ;;
        *) die "there is no option '$1'; see ci/coverage.sh --help" ;;
    esac
    shift
done
[[ $min =~ ^[0-9]+(\.[0-9]+)?$ ]] || die "--min needs a number, not '$min'"

need_packages "${base_packages[@]}" gcovr
dir=$build_root/coverage
CC=gcc configure coverage -Db_coverage=true --buildtype=debug
ninja -C "$dir" --quiet conformance/tests/test_corpus || die "the build in $dir failed"
# Counts of an earlier run would be added to.
find "$dir" -name '*.gcda' -delete
if [ -t 2 ]; then say "the corpus"; fi
"$dir/conformance/tests/test_corpus" "$top/corpus" --min 5000 --first || die "the reference does not pass the corpus"
# The core is all of ref/ but what reads ELF files.
gcovr -r "$top" "$dir" --filter "$top/ref/" --exclude "$top/ref/(tool|tests)/" --exclude '.*/elf[^/]*$' --exclude-unreachable-branches \
    --gcov-ignore-parse-errors --json "$dir/branches.json" >"$dir/gcovr.log" 2>&1 || { cat "$dir/gcovr.log" >&2; die "gcovr failed"; }
python3 "$top/ci/coverage.py" "$top" "$dir/branches.json" "$top/ci/coverage.known" "$min"
