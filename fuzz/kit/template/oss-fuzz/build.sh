#!/bin/bash -eu
# SPDX-License-Identifier: 0BSD
# Builds the harness of a project that keeps this template in $SRC/my-reader/fuzz. Add the project's own library to the
# two commands that name reader.c and $OUT/fuzz_sframe.
suite=$SRC/sframe-conformance kit=$WORK/sframe-kit
meson setup "$kit" "$suite" --buildtype=plain -Dauto_features=disabled -Darchive=enabled -Db_lundef=false
ninja -C "$kit" fuzz/kit/libsfk.a ref/libsfr.a conformance/sframe-conform

cd "$SRC/my-reader/fuzz"
for part in harness direct reader; do
    # shellcheck disable=SC2086 # lists of options
    $CC $CFLAGS -I"$suite/fuzz/kit" -I"$suite/ref" -I"$kit/ref" -c "$part.c" -o "$WORK/$part.o"
done
# shellcheck disable=SC2086
$CXX $CXXFLAGS -o "$OUT/fuzz_sframe" "$WORK"/{harness,direct,reader}.o "$kit/fuzz/kit/libsfk.a" "$kit/ref/libsfr.a" \
    $LIB_FUZZING_ENGINE

"$kit/conformance/sframe-conform" export --corpus "$suite/corpus" --seeds "$WORK/seeds"
mkdir -p "$WORK/unpacked"
for archive in "$WORK"/seeds/*.tar; do tar xf "$archive" -C "$WORK/unpacked"; done
(cd "$WORK/unpacked" && zip -q -r "$OUT/fuzz_sframe_seed_corpus.zip" .)
cp "$suite/fuzz/sframe.dict" "$OUT/fuzz_sframe.dict"
printf '[libfuzzer]\nmax_len = 4096\ntimeout = 25\n' >"$OUT/fuzz_sframe.options"
