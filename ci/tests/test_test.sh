#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What ci/test.sh counts, with a meson that is none: logs that are there, missing, or of an earlier run. A TAP producer.
. "$(dirname "$0")/tap.sh"
mkdir "$dir/bin"

# tests ARGUMENT...: sets `said` to the exit status of ci/test.sh and its last line.
tests() {
    local status=0
    PATH=$dir/bin:$PATH SFRAME_BUILD_ROOT=$dir/build bash "$ci/test.sh" "$@" >"$dir/out" 2>"$dir/err" || status=$?
    said="$status: $(tail -n 1 "$dir/out")"
}

# meson CASES FAILURES: one that leaves a log with these in it, and under Valgrind one of two that pass.
meson() {
    script "$dir/bin/meson" 'case $1 in setup) exit 0 ;; esac' 'mkdir -p "$3/meson-logs"' \
        'case "$*" in *" --setup valgrind "*) suffix=-valgrind; set -- "$3" 2 0 ;;' "*) suffix=; set -- \"\$3\" $1 $2 ;; esac" \
        'exec >"$1/meson-logs/testlog$suffix.junit.xml"' \
        'echo "<testsuites><testsuite errors=\"0\" failures=\"$3\">"' \
        'for i in $(seq "$2"); do echo "<testcase/>"; done' \
        'for i in $(seq "$3"); do echo "<testcase><failure/></testcase>"; done' 'echo "</testsuite></testsuites>"' '[ "$3" = 0 ]'
}

script "$dir/bin/dpkg-query" 'echo install ok installed'
script "$dir/bin/ninja" 'exit "${NINJA_STATUS:-0}"'
meson 5 0
tests gcc
check 'what passes' [ "$said" = '0: 5 passed, 0 failed' ]
tests gcc valgrind
check 'two configurations in one folder' [ "$said" = '0: 7 passed, 0 failed' ]
meson 5 1
tests gcc valgrind
check 'one of them fails' [ "$said" = '1: 7 passed, 1 failed' ]
check 'its name is told' grep -qx '== failed: gcc' "$dir/err"
# The logs of the runs above are there still.
script "$dir/bin/meson" 'exit 0'
tests gcc valgrind
check 'a log of an earlier run does not stand for this one' [ "$said" = '1: 0 passed, 2 failed' ]
check 'which is told' grep -qx '== failed: gcc (no log) valgrind (no log)' "$dir/err"
meson 0 0
tests gcc
check 'nothing ran' [ "$said" = '1: 0 passed, 0 failed' ]
NINJA_STATUS=1 tests gcc
check 'what cannot be built' [ "$said" = '2: ' ]
tests gcc nothing
check 'a configuration that there is none of' [ "$said" = '2: ' ]
plan
