#!/bin/sh
# SPDX-License-Identifier: MIT
# Changes to the committed corpus that build refuses: a lost id, a withdrawn id used again, and a
# changed case without a new revision. On copies of some of the real recipes, and of a part of the
# corpus that they make: each build makes all that the recipes say, and corpus-is-current makes all
# of the real ones. A TAP producer.
# usage: test_history.sh SFRAME-GEN RECIPES CORPUS
gen=$1 recipes=$2 corpus=$3
count=0
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
mkdir "$dir/corpus" "$dir/recipes"
for recipe in preamble/baseline abi/unknown fde-info/unused-bit-6 elf/linked elf/nobits encode/framed; do
    mkdir -p "$dir/recipes/${recipe%/*}"
    cp "$recipes/$recipe.recipe" "$dir/recipes/$recipe.recipe"
done
"$gen" build --recipes "$dir/recipes" --out "$dir/whole" --fresh >"$dir/out" 2>"$dir/err" || cat "$dir/err"
cp -r "$dir/whole/v1" "$dir/whole/index.tsv" "$dir/corpus/"

# refused TEXT DESCRIPTION: build fails with the text, and the corpus is unchanged.
refused() {
    "$gen" build --recipes "$dir/recipes" --out "$dir/corpus" >"$dir/out" 2>"$dir/err"
    status=$?
    count=$((count + 1))
    if [ "$status" -eq 1 ] && grep -qF -- "$1" "$dir/err" && diff -rq "$dir/whole/v1" "$dir/corpus/v1" >/dev/null &&
        [ ! -e "$dir/corpus/v2" ]; then
        echo "ok $count - $2"
    else
        echo "not ok $count - $2 (status $status)"
        head -5 "$dir/err" | sed 's/^/# /'
    fi
}

ids=$(cut -f1 "$corpus/index.tsv" | sort | uniq -d | wc -l)
count=$((count + 1))
if [ "$ids" -eq 0 ]; then echo "ok $count - each id is once in the index"; else echo "not ok $count - duplicate ids"; fi

count=$((count + 1))
differ=0
for made in $(cd "$dir/whole" && find v1 v3 -type f); do cmp -s "$dir/whole/$made" "$corpus/$made" || differ=$((differ + 1)); done
if [ -d "$dir/whole/v3" ] && [ "$differ" -eq 0 ]; then
    echo "ok $count - the cases of these recipes are those of the corpus"
else
    echo "not ok $count - $differ cases of these recipes are not those of the corpus"
fi

mv "$dir/recipes/abi/unknown.recipe" "$dir/kept"
refused "v1/amd64-little/abi/unknown-5: no recipe makes this any more" "a lost id"
sed 's/ 5 / 6 /' "$dir/kept" >"$dir/recipes/abi/unknown.recipe"
refused "v1/amd64-little/abi/unknown-5: no recipe makes this any more" "a value left out of a recipe"
cp "$dir/kept" "$dir/recipes/abi/unknown.recipe"
sed -i 's/info=0x40/info=0xc0/' "$dir/recipes/fde-info/unused-bit-6.recipe"
refused "fde-info/unused-bit-6.recipe" "bytes that change without a new revision"
cp "$recipes/fde-info/unused-bit-6.recipe" "$dir/recipes/fde-info/"
sed -i 's/^expect: error no-data/expect: error damaged/' "$dir/recipes/elf/nobits.recipe"
refused "elf/nobits.recipe:1: bytes or expectation of 'v1/aarch64-big/elf/nobits' change" \
    "another error of an ELF file without a new revision"
cp "$recipes/elf/nobits.recipe" "$dir/recipes/elf/"
printf 'given up\n  v1/amd64-little/abi/unknown-5\n' >"$dir/recipes/withdrawn.txt"
refused "the id 'v1/amd64-little/abi/unknown-5' was withdrawn; no other case may have it" "a withdrawn id used again"
rm "$dir/recipes/withdrawn.txt"
result=$dir/corpus/v1/amd64-little/encode/$(sed -n 's/^result: //p' "$corpus/v1/amd64-little/encode/framed-encode.case")
cp "$result" "$dir/kept" && printf x >>"$result"
count=$((count + 1))
if "$gen" build --recipes "$dir/recipes" --out "$dir/corpus" >"$dir/out" 2>"$dir/err" ||
    ! grep -q "encode/framed.recipe:1: bytes or expectation of '.*' change" "$dir/err"; then
    echo "not ok $count - another result of an encoder without a new revision"
else
    echo "ok $count - another result of an encoder without a new revision"
fi
cp "$dir/kept" "$result"
count=$((count + 1))
if "$gen" build --recipes "$dir/recipes" --out "$dir/corpus" >"$dir/out" 2>"$dir/err"; then
    echo "ok $count - build accepts the unchanged recipes"
else
    echo "not ok $count - build accepts the unchanged recipes"
fi
echo "1..$count"
