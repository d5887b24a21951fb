#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# ci/real/compilers.sh with tools that are missing, die, refuse, write nothing or write wrong rows,
# and with this system's gcc and as. A TAP producer. Its argument is sframe-conform.
. "$(dirname "$0")/tap.sh"
conform=$1

# tools NAME COMMAND: the line of a list.
tools() { printf '%s\tamd64\t%s\n' "$1" "$2"; }

# The names of the tools, which the list of causes may know.
cc_name='gcc 1'
as_name='as 1'

# judge COMPILER ASSEMBLER OPTION...: runs them over a few functions.
judge() {
    tools "$cc_name" "$1" >"$dir/compilers"
    tools "$as_name" "$2" >"$dir/assemblers"
    bash "$ci/real/compilers.sh" --conform "$conform" --dir "$dir/run" --jobs 2 --compilers "$dir/compilers" \
        --assemblers "$dir/assemblers" --flags "-O1 -fomit-frame-pointer" "${@:3}" >"$dir/out" 2>"$dir/err"
    status=$?
}

# says STATUS WORDS...: the exit status, and a line of the page that has the words in this order.
says() {
    local pattern
    pattern=$(printf '.*%s' "${@:2}")
    [ "$status" = "$1" ] && grep -q -- "$pattern" "$dir/out"
}

# ---- The functions ----

functions=$ci/real/compilers/functions.py
python3 "$functions" 7 0 90 >"$dir/all"
python3 "$functions" 7 0 90 | cmp -s - "$dir/all"
check 'the same seed, the same functions' [ $? = 0 ]
python3 "$functions" 8 0 90 | cmp -s - "$dir/all"
check 'another seed, other functions' [ $? = 1 ]
check 'a function is the same whatever stands beside it' \
    [ "$(python3 "$functions" 7 50 51 | sed -n '/_050(/,/^}/p')" = "$(sed -n '/_050(/,/^}/p' "$dir/all")" ]
check 'functions of two versions of Python are the same' [ "$(cksum <"$dir/all")" = "3480138664 23711" ]
python3 "$functions" 7 x 9 >"$dir/out" 2>"$dir/err"
check 'functions.py: a wrong range is an error' [ $? = 2 ]

# ---- The command line ----

for wrong in '--seed x' '--functions 0' '--functions 10001' '--jobs 0' '--nothing' '--seed'; do
    # shellcheck disable=SC2086 # two words
    bash "$ci/real/compilers.sh" $wrong >"$dir/out" 2>"$dir/err"
    check "compilers.sh $wrong: status 2" [ $? = 2 ]
done
printf 'gcc\tz80\tgcc\n' >"$dir/wrong"
bash "$ci/real/compilers.sh" --conform "$conform" --dir "$dir/run" --compilers "$dir/wrong" --assemblers "$dir/wrong" \
    >"$dir/out" 2>"$dir/err"
check 'a list with another ABI: status 2' [ $? = 2 ]
check 'and its name' grep -q '^error: .*/compilers: expected NAME, ABI and COMMAND' "$dir/err"

# ---- Tools that fail ----

judge "$dir/no-such-gcc" "$dir/no-such-as" --functions 2
check 'missing tools: nothing was judged' says 2 '- gcc 1, amd64'
check 'the assembler too' says 2 '- as 1, amd64'

script "$dir/dies" 'kill -SEGV $$'
script "$dir/silent" 'exit 0'
script "$dir/refuses" 'echo "x.s:1: Error: no, not 17 times" >&2; exit 1'
# Words and directives that are right, without a compiler: the simplest function, and none of the others.
script "$dir/gcc" 'while [ "$1" != -o ]; do [ "${1%.c}" = "$1" ] || from=$1; shift; done' \
    'sed -n "s/^[a-z].* \([a-z_]*_[0-9][0-9]*\)(.*/\1/p" "$from" | while read -r name; do' \
    'printf "\t.globl %s\n\t.type %s, @function\n%s:\n" "$name" "$name" "$name"' \
    'printf "\t.cfi_startproc\n\tpush %%rax\n\t.cfi_def_cfa_offset 16\n\tpop %%rax\n\t.cfi_def_cfa_offset 8\n\tret\n"' \
    'printf "\t.cfi_endproc\n\t.size %s, . - %s\n" "$name" "$name"' \
    'done >"$2"'
judge "$dir/dies" "$dir/silent" --functions 4
check 'a compiler that dies is said to die' says 2 'compiler fails' 'dies of signal 11 (SIGSEGV)' UNEXPLAINED
judge "$dir/silent" "$dir/silent" --functions 4
check 'a compiler that writes nothing' says 2 'compiler fails' 'writes nothing'
judge "$dir/refuses" "$dir/silent" --functions 4
check 'a compiler that refuses, with its reason' says 2 'compiler fails' 'refuses: no, not N times'
judge "$dir/gcc" "$dir/dies" --functions 4
check 'an assembler that dies' says 2 'assembler fails' 'dies of signal 11 (SIGSEGV)'
judge "$dir/gcc" "$dir/silent" --functions 4
check 'an assembler that writes nothing' says 2 'assembler fails' 'writes nothing'
script "$dir/garbage" 'while [ "$1" != -o ]; do shift; done; echo garbage >"$2"'
judge "$dir/gcc" "$dir/garbage" --functions 4
check 'an object that cannot be read is no success' says 2 'judge fails' 'cannot read the object'

# ---- With this system's tools ----

if ! echo 'f: .cfi_startproc; nop; .cfi_endproc' | as --64 --gsframe -o "$dir/probe.o" - 2>"$dir/err" ||
    ! readelf -S "$dir/probe.o" | grep -q '\.sframe'; then
    count=$((count + 1))
    echo "ok $count - real tools # SKIP no assembler for AMD64 that writes SFrame data"
    plan
    exit
fi
as="as --64 --gsframe"
judge "$dir/gcc" "$as" --functions 4
check 'right rows' says 0 '| 4 | 12 | 12 | 0 | 0 | 0 | 0 |'
judge "$dir/gcc" 'as --64' --functions 4
check 'an object without SFrame data' says 2 'assembler fails' 'writes no SFrame data'

# The SFrame data of another text: the CFA is 8 bytes away in each second row.
cat >"$dir/as" <<'END'
#!/bin/sh
sed 's/cfa_offset 16/cfa_offset 24/' "$3" >"$2.s" && as --64 --gsframe -o "$2.wrong" "$2.s" || exit 1
as --64 --gsframe -o "$2" "$3" || exit 1
objcopy --dump-section .sframe="$2.sframe" "$2.wrong" "$2.copy" && objcopy --dump-section .sframe="$2.right" "$2" "$2.copy"
exec python3 -c 'import sys
object, right, wrong = (open(name, "rb").read() for name in sys.argv[1:])
open(sys.argv[1], "wb").write(object.replace(right, wrong))' "$2" "$2.right" "$2.sframe"
END
chmod +x "$dir/as"
judge "$dir/gcc" "$dir/as" --functions 4
check 'wrong rows are found, each once' says 1 '\*\*wrong\*\*' 'cfa:sp+N/sp+N | 4 | 4 |' 'SFrame sp+24, CFI sp+16'
check 'and counted' says 1 '| 4 | 12 | 8 | 0 | 4 | 0 | 0 |'
script "$dir/as" 'if grep -q tail_call_005: "$3"; then kill -SEGV $$; fi; as --64 --gsframe -o "$2" "$3"'
judge "$dir/gcc" "$dir/as" --functions 9
check 'the function that the assembler dies of is found' says 1 'assembler fails' 'dies of signal 11' '| 1 | 1 |' tail_call_005
check 'the others are judged' says 1 '| 8 | 24 | 24 | 0 | 0 | 0 | 1 |'
script "$dir/cc" 'for last; do :; done; for word; do case $word in *.c) ! grep -q "long vla_002(" "$word" || exit 1 ;; esac; done' \
    "exec '$dir/gcc' \"\$@\""
judge "$dir/cc" "$as" --functions 9
check 'the function that the compiler refuses is found' says 1 'compiler fails' 'refuses: no message' '| 1 | 1 |' vla_002
check 'and in no text' says 1 '| 8 | 24 | 24 | 0 | 0 | 0 | 0 |'

if gcc -dumpmachine 2>"$dir/err" | grep -q '^x86_64-'; then
    cc_name="gcc $(gcc -dumpfullversion)"
    as_name="as $(as --version | sed -n '1s/.* //p')"
    judge 'gcc -S' "$as" --functions 40 --seed 7
    check 'gcc and as: all is explained' [ "$status" = 0 ]
    functions=$(sed -n "s/^| amd64 | $as_name | $cc_name | \([0-9]*\) .*/\1/p" "$dir/out")
    check 'and most functions are judged' [ "${functions:-0}" -ge 35 ]
fi
plan
