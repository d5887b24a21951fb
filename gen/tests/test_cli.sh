#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The commands of sframe-gen: exit statuses and output. A TAP producer.
# usage: test_cli.sh SFRAME-GEN
. "$(dirname "$0")/../../ci/tests/tap.sh"
gen=$1

# status WANT DESCRIPTION COMMAND...: runs it and checks its exit status; output goes to $dir/out and $dir/err.
status() {
    "${@:3}" >"$dir/out" 2>"$dir/err"
    check "$2" [ $? = "$1" ]
}

# says FILE TEXT DESCRIPTION: the output has the text.
says() { check "$3" grep -qF -- "$2" "$dir/$1"; }

# told WANT DESCRIPTION FILE TEXT COMMAND...: its exit status, and what its output has.
told() {
    status "$1" "$2" "${@:5}"
    says "$3" "$4" "$2: it says so"
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

told 0 "--help" out "usage: sframe-gen" "$gen" --help
for command in build check list; do
    told 0 "$command --help" out "usage: sframe-gen $command " "$gen" "$command" --help
done
status 0 "--version" "$gen" --version
# misused TEXT ARGUMENT...: wrong usage, and the message that says so.
misused() { told 64 "wrong usage: '${*:2}'" err "sframe-gen: $1; see sframe-gen --help" "$gen" "${@:2}"; }

misused "expected a command"
misused "unknown command 'frobnicate'" frobnicate
misused "unknown option --frobnicate" build --frobnicate
told 64 "wrong usage: an option of other commands" err "sframe-gen: list does not take --out; it is an option of: build, check" "$gen" list --out "$dir/corpus"
misused "build takes no argument" build now
misused "list takes no argument" list t
status 2 "no recipes" "$gen" build --recipes "$dir/nowhere" --out "$dir/corpus"
told 1 "check without a corpus" out "missing: index.tsv" gen_here check
told 0 "build" out "2 recipes, 2 sections, 3 cases" gen_here build
status 0 "check" gen_here check
told 0 "check of an area" out "3 cases, as the recipes say" gen_here check t
told 1 "check of an area that does not exist" err "recipes: has no area 'u'" gen_here check t u
echo 2.1.0 >"$dir/corpus/VERSION"
told 2 "a corpus of another version" err "corpus: this corpus is version 2.1.0; this sframe-gen reads 1.x; get a newer sframe-gen" gen_here check
told 2 "that --fresh does not replace" err "corpus: this corpus is version 2.1.0" gen_here build --fresh
echo 1.999.0 >"$dir/corpus/VERSION"
told 0 "a newer corpus" err "corpus: warning: this corpus is version 1.999.0" gen_here check
echo newest >"$dir/corpus/VERSION"
told 2 "a version that is none" err "corpus/VERSION: expected one line with a version" gen_here build
echo 1.0.0 >"$dir/corpus/VERSION"
status 0 "the version is no file without a recipe" gen_here check
told 0 "list" out "v2/amd64-little/t/bad	reject bad-magic	another magic" "$gen" list --recipes "$dir/recipes"
cp -r "$dir/corpus" "$dir/before"
echo "colour: red" >>"$dir/recipes/t/bad.recipe"
told 1 "a wrong recipe" err "gen/recipes/t/bad.recipe:6: unknown key 'colour'" gen_here build
status 0 "the corpus is unchanged" diff -r "$dir/before" "$dir/corpus"
status 1 "check of a wrong recipe" gen_here check
sed -i '$d' "$dir/recipes/t/bad.recipe"
echo more >>"$dir/corpus/v2/amd64-little/t/bad.case"
told 1 "check of a changed corpus" out "differs: v2/amd64-little/t/bad.case" gen_here check
mkdir -p "$dir/corpus/v2/amd64-little/u"
echo more >"$dir/corpus/v2/amd64-little/u/stray.case"
told 1 "check of a changed area" out "differs: v2/amd64-little/t/bad.case" gen_here check t
told 1 "and not of another one" err "sframe-gen: 1 files of" gen_here check t
rm -r "$dir/corpus/v2/amd64-little/u"
status 1 "build refuses it" gen_here build
status 0 "build --fresh repairs it" gen_here build --fresh
status 0 "and check passes" gen_here check
sed -i 's/size=16/size=32/' "$dir/recipes/t/base.recipe"
told 1 "bytes that change without a new revision" err "gen/recipes/t/base.recipe:1: bytes or expectation of 'v2/amd64-little/t/base" gen_here build
says err "change: raise its 'rev:' above 1" "and what to do"
says err "gen/recipes/t/bad.recipe:1: bytes or expectation of 'v2/amd64-little/t/bad' change" "that of its child too"
sed -i '1i rev: 2' "$dir/recipes/t/base.recipe" "$dir/recipes/t/bad.recipe"
status 0 "a new revision" gen_here build
sed -i 's/rev: 2/rev: 1/' "$dir/recipes/t/base.recipe"
status 0 "a revision alone" gen_here build
sed -i 's/expect: accept/pcs: +0x104 +0x108\nexpect: accept/; /^pcs: +0x104$/d' "$dir/recipes/t/base.recipe"
told 1 "other PCs" err "'v2/amd64-little/t/base-lookup' change" gen_here build
status 0 "--fresh asks for no revision" gen_here build --fresh
mv "$dir/recipes/t/bad.recipe" "$dir/recipes/t/worse.recipe"
told 1 "a case that no recipe makes" err "v2/amd64-little/t/bad: no recipe makes this any more" gen_here build
printf "renamed\n  v2/amd64-little/t/bad\n" >"$dir/recipes/withdrawn.txt"
status 0 "a withdrawn case" gen_here build
mv "$dir/recipes/t/worse.recipe" "$dir/recipes/t/bad.recipe"
told 1 "a withdrawn id used again" err "the id 'v2/amd64-little/t/bad' was withdrawn" gen_here build
echo "v2/amd64-little/t/bad renamed" >"$dir/recipes/withdrawn.txt"
told 1 "a list of another form" err "withdrawn.txt:1: expected an entry for the reason above" gen_here check
rm "$dir/recipes/withdrawn.txt"
cat >"$dir/recipes/t/open.recipe" <<'RECIPE'
title: a stopped program
clauses: ALL-FRE-07
for: v2 aarch64-big
func: +0x100 size=16
row: 0 cfa=sp+16
regs: pc=+0x104 sp=0x7000 fp=0 r30=+0x108
ends: unsafe policy AMB-061
expect: accept
RECIPE
told 0 "list with a trace with an open end" out "v2/aarch64-big/t/open	accept	a stopped program" "$gen" list --recipes "$dir/recipes"
says out "v2/aarch64-big/t/open-unwind	policy AMB-061	a stopped program" "its trace is a question of policy"
rm "$dir/recipes/t/open.recipe"
cat >"$dir/recipes/t/turn.recipe" <<'RECIPE'
title: two sections in turn
clauses: ALL-LKP-01
for: v2 amd64
addr: 0x10000
func: +0x100 size=16 standard
second: t/base
sequence: +0x104 2:+0x104
expect: accept
RECIPE
told 0 "list of two sections" out "v2/amd64-little/t/turn-sequence	accept	two sections in turn" "$gen" list --recipes "$dir/recipes"
sed -i 's/^second: .*/second: t\/turn/' "$dir/recipes/t/turn.recipe"
told 1 "a section that is its own second one" err "gen/recipes/t/turn.recipe:6: no accept case 'v2/amd64-little/t/turn' with a section" gen_here check
rm "$dir/recipes/t/turn.recipe"
mkdir -p "$dir/alone/t"
echo "colour: red" >"$dir/alone/t/bad.recipe"
status 1 "only a wrong recipe" "$gen" check --recipes "$dir/alone" --out "$dir/corpus"
status 2 "an output folder that is a file" "$gen" build --recipes "$dir/recipes" --out "$dir/out"
told 2 "a corpus that is a file" err "cannot be read: Not a directory" "$gen" check --recipes "$dir/recipes" --out "$dir/out"
mkdir "$dir/other"
echo mine >"$dir/other/index.tsv"
told 2 "an index.tsv of something else" err "it is not a corpus" "$gen" build --recipes "$dir/recipes" --out "$dir/other"
check "it stays" grep -qx mine "$dir/other/index.tsv"
if [ -e /dev/full ]; then
    list_nowhere() { "$gen" list --recipes "$dir/recipes" >/dev/full; }
    status 2 "output that can't be written" list_nowhere
fi
plan
