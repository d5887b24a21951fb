#!/bin/sh
# SPDX-License-Identifier: MIT
# sframe-gen from the outside: exit statuses, and what a wrong recipe leaves behind. A TAP producer.
# usage: test_cli.sh SFRAME-GEN
gen=$1
count=0
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# status WANT DESCRIPTION COMMAND...: runs it and looks at its exit status; output goes to $dir/out and $dir/err.
status() {
    want=$1 what=$2
    shift 2
    "$@" >"$dir/out" 2>"$dir/err"
    seen=$?
    count=$((count + 1))
    if [ "$seen" -eq "$want" ]; then echo "ok $count - $what"; else echo "not ok $count - $what (status $seen)"; fi
}

# says FILE TEXT DESCRIPTION: the output has the text.
says() {
    count=$((count + 1))
    if grep -qF -- "$2" "$dir/$1"; then
        echo "ok $count - $3"
    else
        echo "not ok $count - $3"
        sed 's/^/# /' "$dir/$1"
    fi
}

mkdir -p "$dir/recipes/t"
cat >"$dir/recipes/t/base.recipe" <<'RECIPE'
title: a section
clauses: ALL-PRE-01
for: v2 amd64
func: +0x100 size=16 standard
pcs: +0x104
expect: accept
RECIPE
cat >"$dir/recipes/t/bad.recipe" <<'RECIPE'
title: another magic
clauses: ALL-PRE-02
parent: t/base
set: hdr.magic = 0
expect: reject bad-magic at hdr.magic
RECIPE

# The generator, with the folders of this test.
gen_here() {
    "$gen" "$@" --recipes "$dir/recipes" --out "$dir/corpus"
}

status 0 "--help" "$gen" --help
says out "usage: sframe-gen" "help says how to use it"
status 0 "--version" "$gen" --version
status 2 "no command" "$gen"
status 2 "an unknown command" "$gen" frobnicate
status 2 "an unknown option" "$gen" build --frobnicate
status 2 "an option without its value" "$gen" build --out
status 2 "an argument too many" "$gen" build now
status 2 "why without an id" "$gen" why
status 2 "no recipes" "$gen" build --recipes "$dir/nowhere" --out "$dir/corpus"
status 1 "check without a corpus" gen_here check
says out "missing: index.tsv" "check names what is missing"
status 0 "build" gen_here build
says out "2 recipes, 2 sections, 3 cases" "build counts"
status 0 "check" gen_here check
status 0 "list" "$gen" list --recipes "$dir/recipes"
says out "v2/amd64-little/t/bad	reject bad-magic	another magic" "list names a case"
status 0 "why" "$gen" why v2/amd64-little/t/bad --recipes "$dir/recipes"
says out "(parent: 0xdee2)  <== bad-magic" "why marks the fault"
status 2 "why of no case" "$gen" why v2/amd64-little/t/none --recipes "$dir/recipes"
cp -r "$dir/corpus" "$dir/before"
echo "colour: red" >>"$dir/recipes/t/bad.recipe"
status 1 "a wrong recipe" gen_here build
says err "gen/recipes/t/bad.recipe:6: unknown key 'colour'" "it is named with its line"
status 0 "the corpus is as it was" diff -r "$dir/before" "$dir/corpus"
status 1 "check of a wrong recipe" gen_here check
sed -i '$d' "$dir/recipes/t/bad.recipe"
echo more >>"$dir/corpus/v2/amd64-little/t/bad.case"
status 1 "check of a changed corpus" gen_here check
says out "differs: v2/amd64-little/t/bad.case" "the file is named"
status 1 "build does not take it for an older revision" gen_here build
status 0 "build --fresh puts it right" gen_here build --fresh
status 0 "and check agrees" gen_here check
sed -i 's/size=16/size=32/' "$dir/recipes/t/base.recipe"
status 1 "bytes that change without a new revision" gen_here build
says err "gen/recipes/t/base.recipe:1: bytes or expectation of 'v2/amd64-little/t/base" "the recipe is named"
says err "change: raise its 'rev:' above 1" "and what to do"
says err "gen/recipes/t/bad.recipe:1: bytes or expectation of 'v2/amd64-little/t/bad' change" "so is that of its child"
sed -i '1i rev: 2' "$dir/recipes/t/base.recipe" "$dir/recipes/t/bad.recipe"
status 0 "with a new revision" gen_here build
sed -i 's/rev: 2/rev: 1/' "$dir/recipes/t/base.recipe"
status 0 "a revision alone" gen_here build
sed -i 's/expect: accept/pcs: +0x104 +0x108\nexpect: accept/; /^pcs: +0x104$/d' "$dir/recipes/t/base.recipe"
status 1 "other PCs" gen_here build
says err "'v2/amd64-little/t/base-lookup' change" "the look-up is named"
status 0 "--fresh asks for no revision" gen_here build --fresh
mv "$dir/recipes/t/bad.recipe" "$dir/recipes/t/worse.recipe"
status 1 "a case that is gone" gen_here build
says err "v2/amd64-little/t/bad: no recipe makes this any more" "it is named"
echo "v2/amd64-little/t/bad renamed" >"$dir/recipes/withdrawn.txt"
status 0 "a withdrawn case" gen_here build
mv "$dir/recipes/t/worse.recipe" "$dir/recipes/t/bad.recipe"
status 1 "a withdrawn id used again" gen_here build
says err "the id 'v2/amd64-little/t/bad' was withdrawn" "it is named"
echo "nonsense" >"$dir/recipes/withdrawn.txt"
status 1 "a withdrawn id without a reason" gen_here check
says err "withdrawn.txt:1: expected 'ID reason'" "the line is named"
rm "$dir/recipes/withdrawn.txt"
status 2 "an output folder that is a file" "$gen" build --recipes "$dir/recipes" --out "$dir/out"
if [ -e /dev/full ]; then
    list_nowhere() { "$gen" list --recipes "$dir/recipes" >/dev/full; }
    status 2 "output that can't be written" list_nowhere
fi
echo "1..$count"
