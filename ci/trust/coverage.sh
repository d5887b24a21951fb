#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Measures which branches of the reference's core (ref/ without elf/, json/, kernel/, registers/,
# tool/ and tests/) the corpus takes without any other test. ci/trust/coverage.known must explain
# every line with a branch that is not taken, and every explanation must be needed.
#
# usage: ci/trust/coverage.sh [--min PERCENT | --mcdc | --fuzzed FOLDER]
#   --min PERCENT    required share of branches; the default is 98.5
#   --mcdc           instead measure with clang the branches and the modified condition/decision
#                    coverage (MC/DC): each condition was true and was false, and each of several in a
#                    decision alone changed its result. ci/trust/mcdc.known must explain every other
#                    condition, and every explanation must be needed; coverage.py has the form. Needs
#                    ci/real/peers.sh clang-23. A condition that is constant needs an explanation;
#                    a decision that clang cannot measure is an error
#   --fuzzed FOLDER  instead print the branches that the corpora of ci/fuzz/fuzz.sh in FOLDER (its
#                    --work) take
# exit status: 0 enough are taken, and the others are explained; 1 not; 2 they could not be measured
set -euo pipefail
. "$(dirname "$0")/../lib.sh"

min=98.5 fuzzed='' mcdc=false
while [ $# -gt 0 ]; do
    case $1 in
        -h|--help) show_help ;;
        --min) [ $# -ge 2 ] || die "--min needs a number"; min=$2; shift ;;
        --mcdc) mcdc=true ;;
        --fuzzed) [ $# -ge 2 ] || die "--fuzzed needs a folder"; fuzzed=$(realpath -e -- "$2" 2>/dev/null) || die "no folder '$2'"; shift ;;
        *) unknown_option "$1" ;;
    esac
    shift
done
[[ $min =~ ^[0-9]+(\.[0-9]+)?$ ]] || die "--min needs a number, not '$min'"
long_work

not_core='(elf|json|kernel|registers|tool|tests)'

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

# measure OPTION...: runs gcovr over the core.
measure() {
    gcovr -r "$top" "$dir" --filter "$top/ref/" --exclude "$top/ref/$not_core/" --exclude-unreachable-branches \
        --gcov-ignore-parse-errors "$@" >"$dir/gcovr.log" 2>&1 || { cat "$dir/gcovr.log" >&2; die "gcovr failed"; }
}

# find_clang: sets `clang` to the folder of the newest peer that is a clang with the readers of its coverage.
find_clang() {
    local peer
    clang=
    while read -r peer; do
        if [ -x "$peer/bin/llvm-cov" ]; then clang=$(realpath "$peer"); fi
    done < <(printf '%s\n' "$build_root"/peers/clang-* | sort -V)
    [ -n "$clang" ] || die "$build_root/peers has no clang with llvm-cov; run ci/real/peers.sh --update clang-23"
}

# configure_mcdc: clang starts itself by its name, and its own headers are not where it looks. What it cannot measure it
# leaves out with a warning.
configure_mcdc() {
    local resources
    resources=$(cd "$clang"/root/usr/lib/llvm-*/lib/clang/* && pwd) || die "$clang has no headers of clang"
    export PATH=$clang/bin:$PATH LLVM_PROFILE_FILE=$dir/configured.profraw
    CC="clang -no-canonical-prefixes -resource-dir=$resources" configure mcdc --buildtype=debug \
        -Dc_args='-fprofile-instr-generate -fcoverage-mapping -fcoverage-mcdc -Werror=pgo-coverage' \
        -Dc_link_args=-fprofile-instr-generate
}

measure_mcdc() {
    local sources
    mapfile -t sources < <(find "$top/ref" -name '*.[ch]' | grep -vE "^$top/ref/$not_core/" | sort)
    LLVM_PROFILE_FILE=$dir/corpus.profraw take_corpus
    llvm-profdata merge -sparse "$dir/corpus.profraw" -o "$dir/corpus.profdata" || die "llvm-profdata failed"
    llvm-cov export "$dir/conformance/tests/test_corpus" -instr-profile="$dir/corpus.profdata" -skip-functions "${sources[@]}" \
        >"$dir/conditions.json" || die "llvm-cov failed"
    python3 "$top/ci/trust/coverage.py" --mcdc "$top" "$dir/conditions.json" "$top/ci/trust/mcdc.known"
}

if $mcdc; then
    need_packages "${base_packages[@]}"
    find_clang
    dir=$build_root/mcdc
    configure_mcdc
    measure_mcdc
    exit
fi
need_packages "${base_packages[@]}" gcovr
dir=$build_root/coverage
CC=gcc configure coverage -Db_coverage=true --buildtype=debug
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
