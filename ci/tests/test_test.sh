#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# How ci/test.sh counts logs, with a fake meson: present, missing, or of an earlier run. A TAP
# producer.
. "$(dirname "$0")/tap.sh"
mkdir "$dir/bin"

# tests ARGUMENT...: sets `said` to the exit status of ci/test.sh and the last line of all that it says.
tests() {
    local status=0
    PATH=$dir/bin:$PATH SFRAME_BUILD_ROOT=$dir/build bash "$ci/test.sh" "$@" >"$dir/out" 2>&1 || status=$?
    said="$status: $(tail -n 1 "$dir/out")"
}

# counts DESCRIPTION WANTED ARGUMENT...: ci/test.sh ends so with these arguments.
counts() {
    tests "${@:3}"
    check "$1" [ "$said" = "$2" ]
}

# What the fake does for `meson setup FOLDER`: it tells the tests and targets, as far as there are files of them.
setup='case $1 in setup) mkdir -p "$2/meson-info"; for what in tests targets; do
    cp "${0%/*}/../$what.json" "$2/meson-info/intro-$what.json"; done; exit 0 ;; esac'

# meson CASES FAILURES: writes a fake meson whose log has these, and one with two passed cases for
# Valgrind.
meson() {
    script "$dir/bin/meson" "$setup" 'mkdir -p "$3/meson-logs"' \
        'case "$*" in *" --setup valgrind "*) suffix=-valgrind; set -- "$3" 2 0 ;;' "*) suffix=; set -- \"\$3\" $1 $2 ;; esac" \
        'exec >"$1/meson-logs/testlog$suffix.json"' '[ "$2$3" != 00 ] || exit 0' 'printf "{\"name\": \"p:unit / one\", \"result\": \"OK\", \"stdout\": \"1..9"' \
        'for i in $(seq "$2"); do printf "\\\\nok"; done' 'for i in $(seq "$3"); do printf "\\\\nnot ok $i - x"; done' 'printf "\"}\n"' \
        '[ "$3" = 0 ]'
}

echo '[{"name": "one", "depends": ["a"], "suite": ["p:unit"]}, {"name": "conform-field-map", "depends": ["a"], "suite": ["p:unit"]},
{"name": "check-adapter x", "depends": ["b"], "suite": ["p:unit"]}, {"name": "one", "depends": ["a", "b"], "suite": ["p:unit"]},
{"name": "driver", "depends": ["c"], "suite": ["p:unit", "p:native"]}, {"name": "page", "depends": ["d"], "suite": ["p:tree"]}]' >"$dir/tests.json"
for target in a b c d e f; do
    case $target in d|e) default=true ;; *) default=false ;; esac
    echo "{\"id\": \"$target\", \"filename\": [\"$dir/build/s390x/$target\"], \"build_by_default\": $default}"
done |
    sed '1s/^/[/; $!s/$/,/; $s/$/]/' >"$dir/targets.json"
script "$dir/bin/dpkg-query" 'shift 3; printf "%s install ok installed\n" "$@"'
script "$dir/bin/ninja" 'echo "$*" >"${0%/*}/../made"' 'exit "${NINJA_STATUS:-0}"'
meson 5 0
counts 'all pass' '0: 5 passed, 0 failed' gcc
counts 'two configurations in one folder' '0: 7 passed, 0 failed' gcc valgrind
mkdir "$dir/a b"
dir="$dir/a b" tests gcc
check 'a path with a space is refused' [ "${said%%: *}" = 2 ]
meson 5 1
counts 'one of them fails' '1: 7 passed, 1 failed' gcc valgrind
check 'the output names it' grep -qx '== failed: gcc' "$dir/out"
check 'and the check' grep -qx 'failed: gcc: one: 1 - x' "$dir/out"
meson 5 23
counts 'many fail' '1: 5 passed, 23 failed' gcc
check '20 are named' [ "$(grep -c '^failed: gcc: one: ' "$dir/out") $(tail -n 2 "$dir/out" | head -n 1)" = '20 and 3 more' ]
# The logs of the runs above still exist.
script "$dir/bin/meson" "$setup"
counts 'a log of an earlier run does not count' '1: 0 passed, 2 failed' gcc valgrind
meson 0 0
counts 'nothing ran' '1: 0 passed, 0 failed' gcc
meson 5 0
sed -i '2i echo "$*" >>"${0%/*}/../asked"' "$dir/bin/meson"
counts 'clang runs twice in its folder, and both logs count' '0: 10 passed, 0 failed' clang
check 'it makes all that is built by default' grep -q '/clang --quiet$' "$dir/made"
check 'clang runs what drives the programs that it made' grep -q \
    '^test .*/clang .* sframe-ref-in-process conform-runner conform-process conform-protocol test_tool$' "$dir/asked"
check 'and of the others what the list and the suites leave it' grep -q -- '--timeout-multiplier 20 --no-rebuild one check-adapter x$' "$dir/asked"
tests s390x
check 'a build makes what its tests need' grep -q '/s390x .*--quiet a b$' "$dir/made"
: >"$dir/asked"
tests --quick
check 'the quick run' [ "$said $(sed -n 's/.*--timeout-multiplier 20 //p' "$dir/asked")" = '0: 5 passed, 0 failed one driver page' ]
mv "$dir/tests.json" "$dir/kept.json"
: >"$dir/tests.json"
counts 'no selection of tests is a failure' '1: 0 passed, 1 failed' --quick
counts 'and there is nothing to build for it' '1: 0 passed, 1 failed' s390x
mv "$dir/kept.json" "$dir/tests.json"
NINJA_STATUS=1 counts 'a build that fails is a failure' '1: 0 passed, 1 failed' gcc
script "$dir/bin/ninja" 'case $* in *clang*) echo "no such file"; exit 1 ;; esac'
counts 'the other configurations run all the same' '1: 10 passed, 1 failed' gcc clang sanitizers
mkfifo "$dir/building"
script "$dir/bin/ninja" 'exec >"${0%/*}/../building"; echo; exec sleep 60'
PATH=$dir/bin:$PATH SFRAME_BUILD_ROOT=$dir/build bash "$ci/test.sh" gcc >"$dir/out" 2>&1 &
exec 5<"$dir/building"
read -r _ <&5
kill $!
wait $!
check 'ended by a signal, it ends its build' [ "$? $(timeout 20 cat <&5 && echo ended)" = '143 ended' ]
counts 'an unknown configuration' "2: error: unknown configuration 'nothing'; see test.sh --help" gcc nothing

# What Meson itself writes of programs that fail in other ways than by a check.
mkdir "$dir/real"
{
    echo "project('real')"
    while IFS='|' read -r name protocol limit commands; do
        echo "test('$name', find_program('sh'), args: ['-c', '''$commands'''], protocol: '$protocol', timeout: $limit)"
    done <<'END'
crashes|tap|60|echo ok 1 - a; kill -SEGV $$
stops|tap|60|echo ok 1 - a; echo 1..3
hangs|tap|4|echo ok 1 - a; sleep 60
wrong|tap|60|echo not ok 1 - a: b; echo "# 2 of 3"; echo "# more"; echo ok 2 - c; echo 1..2
plain|exitcode|60|echo no such file >&2; exit 1
waits|exitcode|4|sleep 60
right|exitcode|60|true
silent|tap|60|true
known|tap|60|echo not ok 1 - a "#" TODO b; echo 1..1
END
} >"$dir/real/meson.build"
(cd "$dir/real" && command meson setup build && command meson test -C build) >"$dir/out" 2>&1
mv "$dir/real/build/meson-logs/testlog.json" "$dir/c.json"
python3 "$ci/count.py" 1 "$dir/c.json" >"$dir/out" 2>"$dir/err"
check 'a program that fails without a failed check counts as one' [ "$(cat "$dir/out")" = '5 passed, 7 failed, 1 skipped' ]
said=$(sort "$dir/err")
check 'each is named, with what is said of it' [ "$said" = 'failed: c: crashes: ERROR: (test program exited with status code -11)
failed: c: hangs: TIMEOUT: ok 1 - a
failed: c: plain: no such file
failed: c: silent: no check
failed: c: stops: ERROR: 1..3
failed: c: waits: TIMEOUT: 
failed: c: wrong: 1 - a: b: 2 of 3' ]
plan
