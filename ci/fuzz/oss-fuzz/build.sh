#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the harnesses for OSS-Fuzz and ClusterFuzzLite. Compilers, flags and engine come from the
# environment ($CC, $CXX, $CFLAGS, $CXXFLAGS, $LIB_FUZZING_ENGINE, $SANITIZER). For each target it
# puts the binary, TARGET_seed_corpus.zip, TARGET.dict and TARGET.options into $OUT.
# ci/fuzz/oss-fuzz/try.sh runs this without their containers.
set -euo pipefail
. "$(dirname "$0")/../../lib.sh"
. "$(dirname "$0")/../lib.sh"
build=${WORK:-/tmp}/sframe-conformance-fuzz
rm -rf "$build"

# libelf is linked statically, because the machines that run the targets do not have it. The memory
# sanitizer does not know what an uninstrumented library writes.
elf=enabled
if [ "${SANITIZER:-}" = memory ]; then elf=disabled; fi

meson setup "$build" "$top" --buildtype=plain -Dfuzz_engine=external -Dfuzz_link_args="$LIB_FUZZING_ENGINE" \
    -Dfuzz_link_language=cpp -Db_lundef=false -Dprefer_static=true -Dauto_features=disabled -Delf=$elf
ninja -C "$build" fuzzers

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for binary in "$build"/fuzz/fuzz_*; do
    [ -f "$binary" ] && [ -x "$binary" ] || continue
    name=${binary##*/}
    # Nor does it know what stat() writes, with which reading a file starts.
    if [ "${SANITIZER:-}" = memory ] && [ "$name" = fuzz_text ]; then continue; fi
    cp "$binary" "$OUT/$name"
    seeds=$(seeds_of "${name#fuzz_}")
    (cd "$seeds" && zip -q -r "$OUT/${name}_seed_corpus.zip" .)
    cp "$(dict_of "${name#fuzz_}")" "$OUT/$name.dict"
    printf '[libfuzzer]\nmax_len = %d\ntimeout = 25\n' "$(max_len_of "${name#fuzz_}")" >"$OUT/$name.options"
done
