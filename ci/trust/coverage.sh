#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Measures which branches of the reference's core the corpus takes without any other test.
# ci/trust/coverage.known must explain every line with a branch that is not taken, and every
# explanation must be needed.
#
# usage: ci/trust/coverage.sh [--min PERCENT | --fuzzed FOLDER]
#   --min PERCENT    required share of branches; the default is 97
#   --fuzzed FOLDER  instead print the branches that the corpora of ci/fuzz/fuzz.sh in FOLDER (its
#                    --work) take
# exit status: 0 enough are taken, and the others are explained; 1 not; 2 they could not be measured
set -euo pipefail
. "$(dirname "$0")/../lib.sh"

min=97 fuzzed=''
while [ $# -gt 0 ]; do
    case $1 in
        -h|--help) show_help ;;
        --min) [ $# -ge 2 ] || die "--min needs a number"; min=$2; shift ;;
        --fuzzed) [ $# -ge 2 ] || die "--fuzzed needs a folder"; fuzzed=$(realpath -e -- "$2" 2>/dev/null) || die "no folder '$2'"; shift ;;
        *) unknown_option "$1" ;;
    esac
    shift
done
[[ $min =~ ^[0-9]+(\.[0-9]+)?$ ]] || die "--min needs a number, not '$min'"

need_packages "${base_packages[@]}" gcovr
dir=$build_root/coverage
CC=gcc configure coverage -Db_coverage=true --buildtype=debug

take_corpus() {
    ninja -C "$dir" --quiet conformance/tests/test_corpus || die "the build in $dir failed"
    if [ -t 2 ]; then say "the corpus"; fi
    "$dir/conformance/tests/test_corpus" "$top/corpus" --min 5000 --first || die "the reference fails the corpus"
}

# take_fuzzed: runs every harness on its merged corpora of both engines.
take_fuzzed() {
    local target folders
    ninja -C "$dir" --quiet fuzzers || die "the build in $dir failed"
    for replay in "$dir"/fuzz/replay_*; do
        [ -x "$replay" ] && [ -f "$replay" ] || continue
        target=${replay##*/replay_}
        mapfile -t folders < <(find "$fuzzed" -mindepth 3 -maxdepth 3 -path "*/$target/corpus" -type d)
        [ ${#folders[@]} -gt 0 ] || die "$fuzzed has no corpus of '$target'; see fuzz.sh --help"
        if [ -t 2 ]; then say "$target"; fi
        "$replay" --min 1 "${folders[@]}" >"$dir/replay.log" || 
            { tail -n 5 "$dir/replay.log" >&2; die "$target fails on inputs in ${folders[*]}"; }
    done
}

# measure OPTION...: runs gcovr over the core, which is ref/ without elf/, registers/, tool/ and tests/.
measure() {
    gcovr -r "$top" "$dir" --filter "$top/ref/" --exclude "$top/ref/(elf|registers|tool|tests)/" --exclude-unreachable-branches \
        --gcov-ignore-parse-errors "$@" >"$dir/gcovr.log" 2>&1 || { cat "$dir/gcovr.log" >&2; die "gcovr failed"; }
}

# gcov would add to the counts of an earlier run.
find "$dir" -name '*.gcda' -delete
if [ -n "$fuzzed" ]; then
    take_fuzzed
    measure --txt "$dir/branches.txt" --branches
    cat "$dir/branches.txt"
else
    take_corpus
    measure --json "$dir/branches.json"
    python3 "$top/ci/trust/coverage.py" "$top" "$dir/branches.json" "$top/ci/trust/coverage.known" "$min"
fi
