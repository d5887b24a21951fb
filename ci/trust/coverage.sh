#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Measures with clang which conditions of the reference's core (ref/ without common/, elf/, examples/,
# json/, kernel/, options/, registers/, tool/ and tests/) the corpus shows without any other test: each was true and was false.
# ci/trust/coverage.known must explain every other condition, and every explanation must be needed;
# coverage.py has the form. A condition that is constant needs an explanation, too.
#
# usage: ci/trust/coverage.sh [--mcdc | --fuzzed FOLDER]
#   --mcdc           also the modified condition/decision coverage (MC/DC): each of several conditions
#                    in a decision alone changed its result. A decision that clang cannot measure is
#                    an error. Needs ci/real/peers.sh clang-23
#   --fuzzed FOLDER  instead print what the corpora of ci/fuzz/fuzz.sh in FOLDER (its --work) show, and
#                    what they do not
# exit status: 0 all are shown, or explained; 1 not; 2 they could not be measured
set -euo pipefail
. "$(dirname "$0")/../lib.sh"

take_options "$@"
[ -z "$fuzzed" ] || fuzzed=$(realpath -e -- "$fuzzed" 2>/dev/null) || die "no such folder; see coverage.sh --help"
long_work

flags='-fprofile-instr-generate -fcoverage-mapping'

# build FOLDER TARGET: what is run by configuring it must not count.
build() {
    dir=$build_root/$1
    LLVM_PROFILE_FILE=/dev/null CC=${clang_command:-clang} configure "$1" --buildtype=debug -Dc_args="$flags" \
        -Dc_link_args=-fprofile-instr-generate
    ninja -C "$dir" --quiet "$2" || die "the build in $dir failed"
    rm -rf "$dir/raw"
}

# measure PROGRAM ARGUMENT...: each process has a file of its counts.
measure() { LLVM_PROFILE_FILE=$dir/raw/%p.profraw "$@"; }

# judge OPTION PROGRAM...: what was measured in these programs.
judge() {
    llvm-profdata merge -sparse "$dir"/raw/*.profraw -o "$dir/profdata" || die "llvm-profdata failed"
    llvm-cov export "${@:2}" -instr-profile="$dir/profdata" -skip-functions >"$dir/conditions.json" || die "llvm-cov failed"
    python3 "$top/ci/trust/coverage.py" $1 "$top" "$dir/conditions.json" "$top/ci/trust/coverage.known"
}

# fuzzed: runs every harness on its merged corpora of both engines.
fuzzed() {
    local replay target folders objects=()
    build coverage fuzzers
    for replay in "$dir"/fuzz/replay_*; do
        [ -x "$replay" ] && [ -f "$replay" ] || continue
        target=${replay##*/replay_}
        mapfile -t folders < <(find "$fuzzed" -mindepth 3 -maxdepth 3 -path "*/$target/corpus" -type d)
        [ ${#folders[@]} -gt 0 ] || die "$fuzzed has no corpus of '$target'; see fuzz.sh --help"
        if [ -t 2 ]; then say "$target"; fi
        measure "$replay" --min 1 "${folders[@]}" >"$dir/replay.log" ||
            { tail -n 5 "$dir/replay.log" >&2; die "$target fails on inputs in ${folders[*]}"; }
        objects+=(-object "$replay")
    done
    judge --fuzzed "${objects[@]:1}"
}

# find_clang: the newest peer that is a clang with the readers of its coverage comes first in PATH. It starts itself by its
# name, and its own headers are not where it looks. What it cannot measure it leaves out with a warning.
find_clang() {
    local peer folder='' resources
    while read -r peer; do
        if [ -x "$peer/bin/llvm-cov" ]; then folder=$(realpath "$peer"); fi
    done < <(printf '%s\n' "$build_root"/peers/clang-* | sort -V)
    [ -n "$folder" ] || die "$build_root/peers has no clang with llvm-cov; run ci/real/peers.sh --update clang-23"
    resources=$(cd "$folder"/root/usr/lib/llvm-*/lib/clang/* && pwd) || die "$folder has no headers of clang"
    export PATH=$folder/bin:$PATH
    clang_command="clang -no-canonical-prefixes -resource-dir=$resources"
    flags+=' -fcoverage-mcdc -Werror=pgo-coverage'
}

need_packages "${base_packages[@]}" clang libclang-rt-dev llvm
if [ -n "$fuzzed" ]; then fuzzed; exit; fi
if $mcdc; then find_clang; fi
build "$($mcdc && echo mcdc || echo coverage)" conformance/tests/test_corpus
measure "$dir/conformance/tests/test_corpus" "$top/corpus" --min 5000 --first || die "the reference fails the corpus"
judge "$($mcdc && echo --mcdc)" "$dir/conformance/tests/test_corpus"
