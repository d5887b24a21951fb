#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Bad input of sframe-gen build, beside the wrong recipes of test_recipe.c and test_cli.sh: it names the wrong line, ends with a status other than 0, and
# leaves the old corpus unchanged. A TAP producer.
# usage: test_bad_input.sh SFRAME-GEN
. "$(dirname "$0")/../../ci/tests/tap.sh"
gen=$1 recipes=$dir/recipes

# say STATUS DESCRIPTION
say() { check "$2" [ "$1" = 0 ]; }

build() {
    "$gen" build --recipes "$recipes" --out "$dir/corpus" >"$dir/out" 2>"$dir/err"
}

# same DESCRIPTION: the corpus is unchanged, and nothing else is in its folder.
same() {
    diff -r "$dir/before" "$dir/corpus" >>"$dir/err" 2>&1 && [ "$(ls -A "$dir/before")" = "$(ls -A "$dir/corpus")" ]
    say $? "$1: the corpus is unchanged"
}

# refused WANT TEXT DESCRIPTION: build ends with the status, says TEXT, and changes nothing.
refused() {
    build
    seen=$?
    [ "$seen" -eq "$1" ] && grep -qF -- "$2" "$dir/err"
    say $? "$3"
    same "$3"
}

mkdir -p "$recipes/t"
cat >"$recipes/t/base.recipe" <<'RECIPE'
title: a section
clauses: ALL-PRE-01
for: v2 amd64
func: +0x100 size=16 standard times=100
pcs: +0x104
expect: accept
RECIPE
build
say $? "a corpus"
cp -r "$dir/corpus" "$dir/before"

sed 's/size=16/size=32/' "$recipes/t/base.recipe" >"$dir/changed"
cp "$dir/changed" "$recipes/t/base.recipe"
sed -i '1i rev: 2' "$recipes/t/base.recipe"

# No file can grow beyond 1 block, as on a full disk.
(trap '' XFSZ; ulimit -f 1 && build)
[ $? -eq 2 ] && grep -q "/new/.*: cannot be written: " "$dir/err"
say $? "a full disk"
same "a full disk"

# Even root cannot make a folder there.
if [ -d /proc/self ]; then
    "$gen" build --recipes "$recipes" --out /proc/self/corpus >"$dir/out" 2>"$dir/err"
    [ $? -eq 2 ] && grep -q "^sframe-gen: /proc/self/corpus: cannot be made: " "$dir/err"
    say $? "an output folder that cannot be made"
fi
if [ "$(id -u)" -ne 0 ]; then
    chmod 555 "$dir/corpus"
    refused 2 "$dir/corpus/.sframe-gen-" "an output folder that cannot be written"
    chmod 755 "$dir/corpus"
fi
mv "$dir/corpus/index.tsv" "$dir/index"
rm "$dir/before/index.tsv"
refused 2 "it is not a corpus, and nothing was written" "a folder that is not a corpus"
mkdir "$dir/corpus/index.tsv" "$dir/before/index.tsv"
refused 2 "$dir/corpus/index.tsv" "an index that is a folder"
rmdir "$dir/corpus/index.tsv" "$dir/before/index.tsv"
cp "$dir/index" "$dir/corpus/index.tsv" && cp "$dir/index" "$dir/before/index.tsv"

# What a case is about besides its bytes: the error of an ELF file, and what an encoder must make. In a corpus of its own.
mkdir -p "$dir/history/t"
cat >"$dir/history/t/linked.recipe" <<'RECIPE'
title: a linked file
clauses: ELF-01
for: v1 amd64
elf: exec
func: +0x100 size=16 standard
expect: accept
RECIPE
printf 'title: no bytes\nclauses: ELF-05\nparent: t/linked\nset: shdr[1].type = 8\nexpect: error no-data\n' \
    >"$dir/history/t/nobits.recipe"
printf 'title: a CFA from FP\nclauses: ENC-04\nfor: v1 amd64\nfunc: +0x100 size=16\nrow: 0 framed\nencode: canonical\nexpect: accept\n' \
    >"$dir/history/t/framed.recipe"
# again TEXT DESCRIPTION: build, with the status 0 for no TEXT, or 1 and TEXT.
again() {
    "$gen" build --recipes "$dir/history" --out "$dir/kept-corpus" >"$dir/out" 2>"$dir/err"
    seen=$?
    if [ -z "$1" ]; then [ "$seen" -eq 0 ]; else [ "$seen" -eq 1 ] && grep -qF -- "$1" "$dir/err"; fi
    say $? "$2"
}
again "" "a corpus of other questions"
sed -i 's/no-data/damaged/' "$dir/history/t/nobits.recipe"
again "t/nobits.recipe:1: bytes or expectation of 'v1/amd64-little/t/nobits' change" \
    "another error of an ELF file without a new revision"
sed -i 's/damaged/no-data/' "$dir/history/t/nobits.recipe"
cp "$dir/kept-corpus/v1/amd64-little/t/framed.sframe" "$dir/kept-section"
printf x >>"$dir/kept-corpus/v1/amd64-little/t/framed.sframe"
again "t/framed.recipe:1: bytes or expectation of 'v1/amd64-little/t/framed" "another result of an encoder without a new revision"
cp "$dir/kept-section" "$dir/kept-corpus/v1/amd64-little/t/framed.sframe"
again "" "the unchanged recipes again"

mkfifo "$recipes/t/pipe.recipe"
refused 2 "pipe.recipe: is neither a file nor a folder" "a FIFO among the recipes"
rm "$recipes/t/pipe.recipe"
ln -s .. "$recipes/t/again"
refused 2 "t/again: is a link to a folder" "a folder of recipes that is a link back"
rm "$recipes/t/again"

build
say $? "with space the same recipes make the corpus"
! diff -rq "$dir/before" "$dir/corpus" >"$dir/out"
say $? "and it differs"
plan
