#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# ci/real/links.sh with the system's assembler, its linker, and fake linkers that do one thing wrong
# each, and ci/real/compilers.sh with its compiler. A TAP producer.
#
# usage: test_links.sh SFRAME-CONFORM SFRAME-REF
conform=$(realpath "$1") ref=$(realpath "$2")
. "$(dirname "$0")/tap.sh"

if ! as --gsframe -o "$dir/probe.o" /dev/null 2>/dev/null || ! as --version | grep -q 'x86.64\|GNU'; then
    echo '1..0 # SKIP the assembler writes no SFrame data'
    exit 0
fi
release=$(as --version | sed -n '1s/^.* //p')

# tools [NAME COMMAND]...: the list of tools, with these linkers.
tools() {
    { printf 'as\tamd64-little\tas %s\tas\n' "$release"; printf 'ld\tamd64-little\t%s\t%s\n' "$@"; } >"$dir/tools"
}

# links OPTION...: runs the script with that list. Nothing is to be known.
links() {
    rm -rf "$dir/finds"
    : >"$dir/none"
    bash "$ci/real/links.sh" --conform "$conform" --ref "$ref" --tools "$dir/tools" --finds "$dir/finds" \
        --page "$dir/page" "$@" >"$dir/out" 2>"$dir/err"
    status=$?
}

# count COLUMN NAME: the number in a column of the page's table, in the line of the linker.
count() {
    awk -F' *[|] *' -v name="$1" -v column="$2" '
        /^[|] linker/ && !at { for (i = 1; i <= NF; i++) if ($i == column) at = i }
        $2 == name && at && !done { print $at; done = 1 }' "$dir/page"
}

# has_find WHAT [LINKER]
has_find() { grep -lx "# linker: ${2:-.*}" "$dir"/finds/*/link.sh | xargs grep -qx "# wrong: $1"; }

# ---- Fake linkers ----

# Loses the rows of the last object.
script "$dir/drops" 'for last; do :; done' "objcopy -R .sframe \"\$last\" $dir/less.o" 'unset first' \
    'for word; do' '  shift' "  [ \"\$word\" = \"\$last\" ] && word=$dir/less.o" '  set -- "$@" "$word"' 'done' 'exec ld "$@"'
# Writes the section of the corpus as it is.
script "$dir/copies" 'ld "$@" || exit' 'case "$*" in *corpus.o*) ;; *) exit ;; esac' \
    "objcopy --dump-section .sframe=$dir/bad corpus.o $dir/ignored" \
    "objcopy -R .sframe --add-section .sframe=$dir/bad --set-section-flags .sframe=alloc out 2>/dev/null"
# The library is linked as ever.
outer='case "$*" in *outer.o) exec ld "$@" ;; esac'
script "$dir/crashes" "$outer" 'kill -SEGV $$'
script "$dir/panics" "$outer" "echo \"thread 'main' panicked at src/a.rs:1:2:\" >&2" 'exit 101'
script "$dir/killed" "$outer" 'kill -KILL $$'
script "$dir/writes-nothing" "$outer" 'exit 0'
script "$dir/writes-garbage" "$outer" 'echo garbage >out'
script "$dir/refuses" "$outer" 'echo "refuses: error: not today" >&2' 'exit 1'
script "$dir/interrupts" "$outer" "echo x >>$dir/calls" \
    "[ \$(wc -l <$dir/calls) -lt 2 ] || kill -TERM \$PPID" 'exit 0'

: >"$dir/none"
tools 'ld 9.1' "$dir/drops"
# Five objects with 13 functions, two of them in an archive, and a library.
links --random 1 --seed 77 --causes "$dir/none"
check 'a linker that loses the rows of a function: status 1' [ "$status" = 1 ]
check 'the find says so' has_find 'a function is lost'
find=$(grep -lx '# wrong: a function is lost' "$dir"/finds/*/link.sh | head -n 1)
find=${find%/link.sh}
check 'it is small: one or two objects' [ "$(find "$find" -name 'o*.s' | wc -l)" -le 2 ]
check 'with one function each' [ "$(cat "$find"/o*.s | grep -c cfi_startproc)" -le 2 ]
cp -r "$find" "$dir/kept"
links --replay "$dir/kept"
check 'its script repeats it' [ "$status $(grep -c '^shows' "$dir/out")" = '0 1' ]
tools 'ld 7' "$dir/drops"
links --replay "$dir/kept"
check 'without its linker nothing is replayed: status 2' [ "$status $(cat "$dir/out")" = "2 not installed: $dir/kept" ]
# A small link: what is found is made small above.
one=(--random 1 --seed 146 --causes "$dir/none")
fakes=(crashes panics writes-nothing refuses writes-garbage) linkers=()
for fake in "${fakes[@]}"; do linkers+=("ld $fake" "$dir/$fake"); done
tools "${linkers[@]}"
links "${one[@]}"
check 'linkers that fail in other ways: status 1' [ "$status" = 1 ]
found=('crash: dies of signal N' "crash: thread 'main' panicked at src/a.rs:N:N:" 'no output: says nothing' \
    'refused: refuses: error: not today' 'the output is no ELF file that can be read')
for i in "${!fakes[@]}"; do
    check "one that ${fakes[i]}: all links are wrong" [ "$(count "ld ${fakes[i]}" wrong)" = 1 ]
    check 'and told apart from wrong rows' has_find "${found[i]}" "ld ${fakes[i]}"
done

tools mine "$dir/killed"
links "${one[@]}"
check 'a linker that somebody kills: status 2' [ "$status" = 2 ]
check 'it is not judged' [ "$(count mine wrong) $(count mine killed)" = '0 1' ]
tools 'ld 9.1' "$dir/not-there"
links "${one[@]}"
check 'a linker that is missing: status 2' [ "$status" = 2 ]
links "${one[@]}" --linker 'ld 7'
check 'and so with one that is not on the list' [ "$status" = 2 ]
tools 'ld 9.1' "$dir/interrupts"
links "${one[@]}" --random 2
check 'an interrupted run: status 3' [ "$status" = 3 ]
check 'it names its seed' grep -q 'the seed is 146$' "$dir/err"
check 'it keeps its finds' has_find 'no output: says nothing'
check 'the page says so' grep -q '| 146 (interrupted) |' "$dir/page"

# ---- Sections of the corpus ----

# with_verdict LINKER VERDICT COLUMN: the number in a column of the table of states.
with_verdict() {
    awk -F' *[|] *' -v linker="$1" -v verdict="$2" -v column="$3" '
        /corpus says/ { for (i = 1; i <= NF; i++) if ($i == column) at = i }
        $2 == linker && $5 == verdict && at { print $at }' "$dir/page"
}
if [ "$release" = 2.40 ]; then
    # on_corpus NAME COMMAND: a linker that does this to the section of the corpus.
    on_corpus() { script "$dir/$1" "case \"\$*\" in *corpus.o*) $2 ;; esac" 'exec ld "$@"'; }
    # linked STATUS CASE NAME...: these linkers, each with a release that is asked, link a section together.
    linked() {
        local linkers=()
        for name in "${@:3}"; do linkers+=("ld $name $release" "$([ "$name" = as-it-is ] || echo "$dir/")${name/as-it-is/ld}"); done
        tools "${linkers[@]}"
        links --corpus --causes "$dir/none" --case "$2"
        check "a section for ${*:3}: status $1" [ "$status" = "$1" ]
    }
    # judged NAME VERDICT STATE LEVELS DESCRIPTION: how a linker deals with the section, which the corpus accepts or rejects,
    # and its cells in the table of levels: `safe`, `read`, `refuse` and the one it reaches.
    judged() {
        local linker="ld $1 $release" level levels=()
        check "$5: $3" [ "$(with_verdict "$linker" "$2" "$3")" = 1 ]
        for level in safe read refuse reached; do levels+=("$(count "$linker" "$level")"); done
        check 'and so are its levels' [ "$(printf '%s, ' "${levels[@]}")" = "$4, " ]
    }
    one='1 of 1' none='0 of 1' no=- right=v1/amd64-little/alignment/addr4
    # Its fault is one that no relocation mends.
    wrong=v1/amd64-little/preamble/bad-magic-0000
    on_corpus fails 'echo "error: out of memory" >&2; exit 1'
    on_corpus aborts 'kill -ABRT $$'
    on_corpus drops-all 'ld "$@" 2>/dev/null || exit; exec objcopy -R .sframe out'
    linked 1 "$wrong" copies fails aborts drops-all
    judged copies reject copied "$one, $no, $none, safe" 'a linker that copies a fault'
    check 'its objects are kept' [ -s "$dir/finds/${wrong//\//-}/corpus.o" ]
    check 'so say the numbers beside the page' grep -q '"ld copies .*"safe": \[1, 1\], "read": \[0, 0\], "refuse": \[0, 1\]' "$dir/page.jsonl"
    cp "$dir/page.jsonl" "$dir/numbers"
    cp "$dir/page" "$dir/page-of-all"
    on_corpus ends 'kill -TERM $PPID; sleep 5'
    tools "ld ends $release" "$dir/ends"
    links --corpus --case "$wrong"
    check 'an interrupted run leaves them as they were' [ "$status $(cmp "$dir/page.jsonl" "$dir/numbers" && echo same)" = '3 same' ]
    mv "$dir/page-of-all" "$dir/page"
    judged fails reject 'fails without a reason' "$one, $no, $none, safe" 'one that fails for another reason'
    judged aborts reject crash "$none, $no, $none, none" 'one that crashes'
    judged drops-all reject 'dropped silently' "$one, $no, $none, safe" 'one that drops all without a word'
    on_corpus refuses 'echo "error: bad .sframe" >&2; exit 1'
    linked 0 "$wrong" refuses
    judged refuses reject refused "$one, $no, $one, refuse" 'one that refuses it'
    on_corpus loses 'objcopy -R .sframe corpus.o'
    on_corpus leaves-out 'objcopy -R .sframe corpus.o; echo "corpus.o(.sframe) ignored" >&2'
    # A function more than there are in the inputs.
    printf '\t.text\nf:\t.cfi_startproc\n\tnop\n\t.cfi_endproc\n' | as --gsframe -o "$dir/more.o" -
    on_corpus invents 'set -- "$@" '"$dir/more.o"
    linked 1 "$right" refuses loses leaves-out invents
    judged refuses accept refused "$one, $none, $no, safe" 'one that refuses a right section'
    judged loses accept 'rows are wrong' "$one, $none, $no, safe" 'one that loses the rows of a right section'
    judged leaves-out accept 'left out' "$one, $none, $no, safe" 'with a message they are left out, which is wrong too'
    judged invents accept 'rows are wrong' "$one, $none, $no, safe" 'one that describes a function that no input has'
    linked 0 "$right" as-it-is
    judged as-it-is accept right "$one, $one, $no, read" 'ld writes them'
else
    skip "sections of the corpus" "the assembler is $release, not 2.40"
fi

# ---- The system's linker ----

if [ "$release" = 2.40 ]; then
    tools 'ld 2.40' ld
    rm -f "$dir/page"
    links --random 3 --seed 7 --finds "$dir/kept-finds"
    check 'ld 2.40: all is right or explained' [ "$status" = 0 ]
    check 'some links are right' [ "$(count 'ld 2.40' right)" -ge 1 ]
    check 'some are wrong' [ "$(count 'ld 2.40' wrong)" -ge 1 ]
    cp "$dir/page" "$dir/first-page"
    links --random 3 --seed 7 --finds "$dir/kept-finds"
    check 'the seed repeats the run' cmp "$dir/first-page" "$dir/page"
else
    skip "the system's linker" "the assembler is $release, not 2.40"
fi

# ---- Compiled functions ----

# compiled COMPILER ASSEMBLER FLAG: one function of each kind, by these commands.
compiled() {
    printf 'cc\tamd64-little\tgcc 99\t%s\t-S\nas\tamd64-little\tas %s\t%s\n' "$1" "$release" "$2" >"$dir/tools"
    bash "$ci/real/compilers.sh" --conform "$conform" --tools "$dir/tools" --functions 44 \
        --flags "$3" --jobs 1 --dir "$dir/compiled" --page "$dir/page" >"$dir/out" 2>"$dir/err"
    status=$?
}

if [ "$release" = 2.40 ]; then
    compiled gcc as -O2
    check 'compiled functions: all is equal or explained' [ "$status" = 0 ]
    check 'without failures' grep -q '^| amd64 | as 2.40 | gcc 99 | [4-9][0-9] | [1-9][0-9]* | [1-9].* | 0 |$' "$dir/page"
    script "$dir/gcc" 'for f; do case $f in *.c) break ;; esac; done' \
        'if grep -q "leaf_027\|vla_002" "$f"; then echo "a.c: error: no such function" >&2; exit 1; fi' 'exec gcc "$@"'
    script "$dir/as" 'for last; do :; done' 'if grep -q "^alloca_000:" "$last"; then kill -SEGV $$; fi' 'exec as "$@"'
    compiled "$dir/gcc" "$dir/as" -O0
    check 'a compiler that fails for two, and an assembler that dies of one: status 1' [ "$status" = 1 ]
    check 'the two are named' grep -q '^| compiler fails | UNEXPLAINED: amd64, gcc 99: refused: no such function | 2 | leaf, vla | amd64, gcc 99 `-O0`: ' "$dir/page"
    check 'the one is a failure of the assembler' grep -q '^| \*\*assembler fails\*\* | UNEXPLAINED: amd64, gcc 99, as 2.40: crash: dies of signal N | 1 | alloca | ' "$dir/page"
else
    skip "compiled functions" "the assembler is $release, not 2.40"
fi
plan
