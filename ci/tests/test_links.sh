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

# tools NAME COMMAND...: the list of tools, with one linker.
tools() {
    printf 'as\tamd64-little\tas %s\tas\nld\tamd64-little\t%s\t%s\n' "$release" "$1" "$2" >"$dir/tools"
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

has_find() { grep -qx "# wrong: $1" "$dir"/finds/*/link.sh; }

# ---- Fake linkers ----

# Loses the rows of the last object.
script "$dir/drops" 'for last; do :; done' "objcopy -R .sframe \"\$last\" $dir/less.o" 'unset first' \
    'for word; do' '  shift' "  [ \"\$word\" = \"\$last\" ] && word=$dir/less.o" '  set -- "$@" "$word"' 'done' 'exec ld "$@"'
# Writes the section of the corpus as it is.
script "$dir/copies" 'ld "$@" || exit' 'case "$*" in *corpus.o*) ;; *) exit ;; esac' \
    "objcopy --dump-section .sframe=$dir/bad corpus.o $dir/ignored" \
    "objcopy -R .sframe --add-section .sframe=$dir/bad --set-section-flags .sframe=alloc out 2>/dev/null"
script "$dir/crashes" 'kill -SEGV $$'
script "$dir/panics" "echo \"thread 'main' panicked at src/a.rs:1:2:\" >&2" 'exit 101'
script "$dir/killed" 'case "$*" in *outer.o) exec ld "$@" ;; esac' 'kill -KILL $$'
script "$dir/writes-nothing" 'case "$*" in *outer.o) exec ld "$@" ;; esac' 'exit 0'
script "$dir/writes-garbage" 'case "$*" in *outer.o) exec ld "$@" ;; esac' 'echo garbage >out'
script "$dir/refuses" 'case "$*" in *outer.o) exec ld "$@" ;; esac' 'echo "refuses: error: not today" >&2' 'exit 1'
script "$dir/interrupts" 'case "$*" in *outer.o) exec ld "$@" ;; esac' "echo x >>$dir/calls" \
    "[ \$(wc -l <$dir/calls) -lt 2 ] || kill -TERM \$PPID" 'exit 0'
sed -i 's/^kill -SEGV/case "$*" in *outer.o) exec ld "$@" ;; esac\nkill -SEGV/' "$dir/crashes"

one=(--random 1 --seed 16 --causes "$dir/none")
: >"$dir/none"
tools 'ld 9.1' "$dir/drops"
links "${one[@]}" --random 2
check 'a linker that loses the rows of a function: status 1' [ "$status" = 1 ]
check 'the find says so' has_find 'a function is lost'
find=$(grep -lx '# wrong: a function is lost' "$dir"/finds/*/link.sh | head -n 1)
find=${find%/link.sh}
check 'it is small: one or two objects' [ "$(find "$find" -name 'o*.s' | wc -l)" -le 2 ]
check 'with one function each' [ "$(cat "$find"/o*.s | grep -c cfi_startproc)" -le 2 ]
cp -r "$find" "$dir/kept"
links --replay "$dir/kept"
check 'its script repeats it' [ "$status $(grep -c '^shows' "$dir/out")" = '0 1' ]
for fake in 'crashes crash: dies of signal N' "panics crash: thread 'main' panicked at src/a.rs:N:N:" \
    'writes-nothing no output: says nothing' 'refuses refused: refuses: error: not today' \
    'writes-garbage the output is no ELF file that can be read'; do
    tools 'ld 9.1' "$dir/${fake%% *}"
    [ "${fake%% *}" != panics ] || sed -i '2i case "$*" in *outer.o) exec ld "$@" ;; esac' "$dir/panics"
    links "${one[@]}"
    check "a linker that ${fake%% *}: status 1" [ "$status" = 1 ]
    check 'all links are wrong' [ "$(count 'ld 9.1' wrong)" = 1 ]
    check 'and told apart from wrong rows' has_find "${fake#* }"
done

tools 'ld 9.1' "$dir/killed"
links "${one[@]}"
check 'a linker that somebody kills: status 2' [ "$status" = 2 ]
check 'it is not judged' [ "$(count 'ld 9.1' wrong) $(count 'ld 9.1' killed)" = '0 1' ]
tools 'ld 9.1' "$dir/not-there"
links "${one[@]}"
check 'a linker that is missing: status 2' [ "$status" = 2 ]
links "${one[@]}" --linker 'ld 7'
check 'and so with one that is not on the list' [ "$status" = 2 ]
tools 'ld 9.1' "$dir/interrupts"
links "${one[@]}" --random 2
check 'an interrupted run: status 3' [ "$status" = 3 ]
check 'it names its seed' grep -q 'the seed is 16$' "$dir/err"
check 'it keeps its finds' has_find 'no output: says nothing'
check 'the page says so' grep -q '| 16 (interrupted) |' "$dir/page"

# ---- Sections of the corpus ----

# state LINKER [CASE]: how it deals with a section; the default is one whose fault no relocation mends.
state() {
    tools "ld $release" "$1"
    links --corpus --causes "$dir/none" --case "${2:-v1/amd64-little/preamble/bad-magic-0000}"
}

# level COLUMN: the cell of the linker in the table of levels.
level() { count "ld $release" "$1"; }

# with_verdict VERDICT COLUMN: the number in a column of the table of states.
with_verdict() {
    awk -F' *[|] *' -v verdict="$1" -v column="$2" '
        /corpus says/ { for (i = 1; i <= NF; i++) if ($i == column) at = i }
        $5 == verdict && at { print $at }' "$dir/page"
}
if [ "$release" = 2.40 ]; then
    right=v1/amd64-little/alignment/addr4
    # judged NAME STATUS VERDICT STATE LEVELS DESCRIPTION [CASE]: how a linker with this status deals with a section, which
    # the corpus accepts or rejects, and its cells in the table of levels: `safe`, `read`, `refuse` and the one it reaches.
    judged() {
        state "$1" "${@:7}"
        check "$6: status $2, $4" [ "$status $(with_verdict "$3" "$4")" = "$2 1" ]
        check 'and so are its levels' [ "$(level safe), $(level read), $(level refuse), $(level reached)" = "$5" ]
    }
    one='1 of 1' none='0 of 1' no=-
    judged "$dir/copies" 1 reject copied "$one, $no, $none, safe" 'a linker that copies a fault'
    check 'its objects are kept' [ -s "$dir/finds/v1-amd64-little-preamble-bad-magic-0000/corpus.o" ]
    check 'so say the numbers beside the page' grep -q '"safe": \[1, 1\], "read": \[0, 0\], "refuse": \[0, 1\]' "$dir/page.jsonl"
    # on_corpus NAME COMMAND: a linker that does this to the section of the corpus.
    on_corpus() { script "$dir/$1" "case \"\$*\" in *corpus.o*) $2 ;; esac" 'exec ld "$@"'; }
    on_corpus refuses-it 'echo "error: bad .sframe" >&2; exit 1'
    judged "$dir/refuses-it" 0 reject refused "$one, $no, $one, refuse" 'one that refuses it'
    judged "$dir/refuses-it" 1 accept refused "$one, $none, $no, safe" 'one that refuses a right section' $right
    on_corpus fails-on-it 'echo "error: out of memory" >&2; exit 1'
    judged "$dir/fails-on-it" 1 reject 'fails without a reason' "$one, $no, $none, safe" 'one that fails for another reason'
    on_corpus crashes-on-it 'kill -ABRT $$'
    judged "$dir/crashes-on-it" 1 reject crash "$none, $no, $none, none" 'one that crashes'
    on_corpus drops-all 'for o in *.o; do objcopy -R .sframe "$o"; done'
    judged "$dir/drops-all" 1 reject 'dropped silently' "$one, $no, $none, safe" 'one that drops all without a word'
    on_corpus loses 'objcopy -R .sframe corpus.o'
    judged "$dir/loses" 1 accept 'rows are wrong' "$one, $none, $no, safe" 'one that loses the rows of a right section' $right
    on_corpus leaves-out 'objcopy -R .sframe corpus.o; echo "corpus.o(.sframe) ignored" >&2'
    judged "$dir/leaves-out" 1 accept 'left out' "$one, $none, $no, safe" 'with a message they are left out, which is wrong too' $right
    # A function more than there are in the inputs.
    printf '\t.text\nf:\t.cfi_startproc\n\tnop\n\t.cfi_endproc\n' | as --gsframe -o "$dir/more.o" -
    on_corpus invents 'set -- "$@" '"$dir/more.o"
    judged "$dir/invents" 1 accept 'rows are wrong' "$one, $none, $no, safe" 'one that describes a function that no input has' $right
    judged ld 0 accept right "$one, $one, $no, read" 'ld writes them' $right
fi

# ---- The system's linker ----

if [ "$release" = 2.40 ]; then
    tools 'ld 2.40' ld
    rm -f "$dir/page"
    links --random 3 --seed 7
    check 'ld 2.40: all is right or explained' [ "$status" = 0 ]
    check 'some links are right' [ "$(count 'ld 2.40' right)" -ge 1 ]
    check 'some are wrong' [ "$(count 'ld 2.40' wrong)" -ge 1 ]
    cp "$dir/page" "$dir/first-page"
    links --random 3 --seed 7
    check 'the seed repeats the run' cmp "$dir/first-page" "$dir/page"
fi

# ---- Compiled functions ----

# compiled COMPILER ASSEMBLER: one function of each kind, by these commands.
compiled() {
    printf 'cc\tamd64-little\tgcc 99\t%s\t-S\nas\tamd64-little\tas %s\t%s\n' "$1" "$release" "$2" >"$dir/tools"
    bash "$ci/real/compilers.sh" --conform "$conform" --tools "$dir/tools" --functions 44 \
        --flags -O2 --jobs 1 --dir "$dir/compiled" --page "$dir/page" >"$dir/out" 2>"$dir/err"
    status=$?
}

if [ "$release" = 2.40 ]; then
    compiled gcc as
    check 'compiled functions: all is equal or explained' [ "$status" = 0 ]
    check 'without failures' grep -q '^| amd64 | as 2.40 | gcc 99 | [4-9][0-9] | [1-9][0-9]* | [1-9].* | 0 |$' "$dir/page"
    script "$dir/gcc" 'for f; do case $f in *.c) break ;; esac; done' \
        'if grep -q "leaf_027\|vla_002" "$f"; then echo "a.c: error: no such function" >&2; exit 1; fi' 'exec gcc "$@"'
    compiled "$dir/gcc" as
    check 'a compiler that fails for two: status 1' [ "$status" = 1 ]
    check 'they are named' grep -q '^| compiler fails | UNEXPLAINED: amd64, gcc 99: refused: no such function | 2 | leaf, vla | amd64, gcc 99 `-O2`: ' "$dir/page"
    script "$dir/as" 'for last; do :; done' 'if grep -q "^vla_002:" "$last"; then kill -SEGV $$; fi' 'exec as "$@"'
    compiled gcc "$dir/as"
    check 'an assembler that dies of one: status 1' [ "$status" = 1 ]
    check 'that is its failure' grep -q '^| \*\*assembler fails\*\* | UNEXPLAINED: amd64, gcc 99, as 2.40: crash: dies of signal N | 1 | vla | ' "$dir/page"
fi
plan
