#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs build.sh as OSS-Fuzz and ClusterFuzzLite do, without their containers: with the same folders
# and environment variables, and the same checks of $OUT. Then it runs every target, on its seeds
# and for some seconds.
#
# usage: ci/fuzz/oss-fuzz/try.sh [--kit] [--sanitizer address|undefined|memory|coverage] [--time SECONDS]
#   --kit             tries fuzz/kit/template/oss-fuzz instead: another project's reader, with the kit
#   --sanitizer NAME  the default is address
#   --time SECONDS    for each target; the default is 5
set -euo pipefail
. "$(dirname "$0")/../../lib.sh"
. "$(dirname "$0")/../lib.sh"

sanitizer=address time=5
take_options "$@"
is_number "$time" || die "--time takes a number"
need_packages "${base_packages[@]}" clang libclang-rt-dev llvm g++ zip unzip zlib1g-dev libzstd-dev

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/out" "$dir/work" "$dir/src"
ln -s "$top" "$dir/src/sframe-conformance"
# All harnesses but `differential`; build.sh makes fewer with the memory sanitizer.
least=8
[ "$sanitizer" != memory ] || least=6
if $kit; then
    # A project with its own reader: that of the kit's tests, which is right.
    least=1
    mkdir "$dir/src/my-reader"
    cp -r "$top/fuzz/kit/template" "$dir/src/my-reader/fuzz"
    cp "$top/fuzz/kit/tests/reader.c" "$dir/src/my-reader/fuzz/"
fi
# Both containers start the build.sh that their Dockerfile copies to $SRC.
for file in .clusterfuzzlite ci/fuzz/oss-fuzz; do
    grep -qE '^(COPY|RUN cp) \.clusterfuzzlite/build\.sh \$SRC/$' "$top/$file/Dockerfile" || die "$file/Dockerfile copies no .clusterfuzzlite/build.sh to \$SRC"
done
cp "$top/.clusterfuzzlite/build.sh" "$dir/src/"
if $kit; then cp "$top/fuzz/kit/template/oss-fuzz/build.sh" "$dir/src/"; fi
case $sanitizer in
    address) flags=-fsanitize=address ;;
    # Their set, and two checks that this format needs most.
    undefined) flags='-fsanitize=undefined,alignment,pointer-overflow -fno-sanitize-recover=all' ;;
    memory) flags='-fsanitize=memory -fsanitize-memory-track-origins' ;;
    coverage) flags='-fprofile-instr-generate -fcoverage-mapping -pthread' ;;
    *) die "unknown sanitizer '$sanitizer'" ;;
esac
common="-O1 -fno-omit-frame-pointer -gline-tables-only $flags -fsanitize=fuzzer-no-link"
# Compiled programs write profiles where they run, unless they are told.
export LLVM_PROFILE_FILE=$dir/profiles/%m.profraw
say "build.sh with $sanitizer"
env SRC="$dir/src" OUT="$dir/out" WORK="$dir/work" CC=clang CXX=clang++ CFLAGS="$common" CXXFLAGS="$common" \
    LIB_FUZZING_ENGINE=-fsanitize=fuzzer SANITIZER="$sanitizer" FUZZING_ENGINE=libfuzzer ARCHITECTURE=x86_64 \
    bash -eu "$dir/src/build.sh" >"$dir/log" 2>&1 || { tail -n 30 "$dir/log" >&2; die "build.sh failed"; }

targets=()
for f in "$dir"/out/fuzz_*; do case ${f##*/} in *.*|*_seed_corpus*) ;; *) targets+=("${f##*/}") ;; esac; done
[ ${#targets[@]} -ge $least ] || die "only ${#targets[@]} targets"
for t in "${targets[@]}"; do
    for beside in "${t}_seed_corpus.zip" "$t.dict" "$t.options"; do
        [ -s "$dir/out/$beside" ] || die "$beside is missing"
    done
    # The machines that run the targets have only the C library.
    if ldd "$dir/out/$t" | grep -vE 'linux-vdso|ld-linux|lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+|resolv)\.so'; then die "$t needs libraries that a C program does not"; fi
    rm -rf "$dir/seeds"
    mkdir "$dir/seeds"
    unzip -q "$dir/out/${t}_seed_corpus.zip" -d "$dir/seeds"
    (cd "$dir" && "$dir/out/$t" -runs=0 "$dir/seeds" >log 2>&1 && "$dir/out/$t" -max_total_time="$time" -dict="$dir/out/$t.dict" "$dir/seeds" >log 2>&1) ||
        { tail -n 30 "$dir/log" >&2; die "$t failed"; }
    say "$t: $(find "$dir/seeds" -type f | wc -l) seeds, runs"
done
[ "$sanitizer" != coverage ] || [ -n "$(ls "$dir/profiles")" ] || die "no target wrote what it covered"
say "${#targets[@]} targets, each with seeds, dictionary and options"
