#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs build.sh like OSS-Fuzz and ClusterFuzzLite, without their containers: the same folders,
# environment and checks of $OUT. Every target runs its seeds and then some seconds more.
#
# usage: ci/oss-fuzz/try.sh [--sanitizer address|undefined|memory] [--time SECONDS]
set -euo pipefail
. "$(dirname "$0")/../lib.sh"
. "$(dirname "$0")/../fuzz-lib.sh"

sanitizer=address seconds=5
while [ $# -gt 0 ]; do
    case $1 in
        -h|--help) sed -n '3,6s/^# \{0,1\}//p' "$0"; exit 0 ;;
        --sanitizer) sanitizer=${2:-}; shift 2 || die "--sanitizer needs a name" ;;
        --time) seconds=${2:-}; shift 2 || die "--time needs a number" ;;
        *) die "there is no option '$1'; see ci/oss-fuzz/try.sh --help" ;;
    esac
done
is_number "$seconds" || die "--time takes a number"
need_packages "${base_packages[@]}" clang libclang-rt-dev llvm g++ zip unzip zlib1g-dev

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/out" "$dir/work" "$dir/src"
ln -s "$top" "$dir/src/sframe-conformance"
# Both containers start this one from $SRC.
for file in .clusterfuzzlite ci/oss-fuzz; do
    grep -qE '^(COPY|RUN cp) \.clusterfuzzlite/build\.sh \$SRC/$' "$top/$file/Dockerfile" || die "$file/Dockerfile copies no .clusterfuzzlite/build.sh to \$SRC"
done
cp "$top/.clusterfuzzlite/build.sh" "$dir/src/"
case $sanitizer in
    address) flags=-fsanitize=address ;;
    # Their set, plus the two checks that it lacks and this format needs most.
    undefined) flags='-fsanitize=undefined,alignment,pointer-overflow -fno-sanitize-recover=all' ;;
    memory) flags='-fsanitize=memory -fsanitize-memory-track-origins' ;;
    *) die "there is no sanitizer '$sanitizer'" ;;
esac
common="-O1 -fno-omit-frame-pointer -gline-tables-only $flags -fsanitize=fuzzer-no-link"
say "build.sh with $sanitizer"
env SRC="$dir/src" OUT="$dir/out" WORK="$dir/work" CC=clang CXX=clang++ CFLAGS="$common" CXXFLAGS="$common" \
    LIB_FUZZING_ENGINE=-fsanitize=fuzzer SANITIZER="$sanitizer" FUZZING_ENGINE=libfuzzer ARCHITECTURE=x86_64 \
    bash -eu "$dir/src/build.sh" >"$dir/log" 2>&1 || { tail -n 30 "$dir/log" >&2; die "build.sh failed"; }

targets=()
for f in "$dir"/out/fuzz_*; do case ${f##*/} in *.*|*_seed_corpus*) ;; *) targets+=("${f##*/}") ;; esac; done
[ ${#targets[@]} -ge 6 ] || die "only ${#targets[@]} targets"
for t in "${targets[@]}"; do
    for beside in "${t}_seed_corpus.zip" "$t.dict" "$t.options"; do
        [ -s "$dir/out/$beside" ] || die "$beside is missing"
    done
    # The machines that run targets have only the basic libraries.
    if ldd "$dir/out/$t" | grep -vE 'linux-vdso|ld-linux|lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+|resolv)\.so'; then die "$t needs libraries beyond those of a C program"; fi
    rm -rf "$dir/seeds"
    mkdir "$dir/seeds"
    unzip -q "$dir/out/${t}_seed_corpus.zip" -d "$dir/seeds"
    (cd "$dir" && "$dir/out/$t" -runs=0 "$dir/seeds" >log 2>&1 && "$dir/out/$t" -max_total_time="$seconds" -dict="$dir/out/$t.dict" "$dir/seeds" >log 2>&1) ||
        { tail -n 30 "$dir/log" >&2; die "$t failed"; }
    say "$t: $(find "$dir/seeds" -type f | wc -l) seeds, runs"
done
say "${#targets[@]} targets, each with seeds, dictionary and options"
