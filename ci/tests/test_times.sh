#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The table of ci/times.py, from logs like Meson's. A TAP producer.
. "$(dirname "$0")/tap.sh"
mkdir -p "$dir/build/gcc/meson-logs" "$dir/build/none/meson-logs"
logs=$dir/build/gcc/meson-logs
cat >"$logs/gcc.junit.xml" <<'END'
<testsuites tests="4" errors="0" failures="0">
<testsuite name="p.p:unit+native / long" tests="2" time="61.25"><testcase name="1 - a"/><testcase name="2 - b"/></testsuite>
<testsuite name="p.p:unit / short" tests="1" time="0.5"><testcase name="1 - a"/></testsuite>
<testsuite name="p" tests="1"><testcase name="p:headers / plain" classname="p" time="0.25"/></testsuite>
</testsuites>
END
cat >"$logs/valgrind.junit.xml" <<'END'
<testsuites><testsuite name="p.p:unit / short" tests="1" time="7"><testcase name="1 - a"/></testsuite></testsuites>
END
: >"$logs/testlog.junit.xml"
touch -d '1 minute ago' "$logs/gcc.junit.xml"

times() { SFRAME_BUILD_ROOT=$dir/build python3 "$ci/times.py" "$@" >"$dir/out" 2>"$dir/err"; }

times
check 'a row for each test, the longest first, and the sum' [ "$? $(cat "$dir/out")" = '0 seconds           gcc  valgrind
long             61.2         -
short             0.5       7.0
1 shorter tests   0.2       0.0
sum              62.0       7.0' ]
times --least 10 "$logs/valgrind.junit.xml"
check 'only the given log; a test that is too short has no row' [ "$? $(cat "$dir/out")" = '0 seconds          valgrind
1 shorter tests       7.0
sum                   7.0' ]
times "$logs/testlog.junit.xml"
check 'a log that is not XML' [ "$? $(cut -c1-6 "$dir/err")" = '1 error:' ]
times "$logs/nosuch.junit.xml"
check 'a log that is not there' [ "$? $(cut -c1-6 "$dir/err")" = '1 error:' ]
SFRAME_BUILD_ROOT=$dir/nothing python3 "$ci/times.py" >"$dir/out" 2>"$dir/err"
check 'no log at all' [ "$? $(cut -c1-6 "$dir/err")" = '1 error:' ]
times --most 3
check 'an unknown option' [ "$? $(cut -c1-6 "$dir/err")" = '64 error:' ]
plan
