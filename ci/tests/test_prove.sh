#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# How ci/trust/prove.sh judges the output of its provers, with fake provers. A TAP producer.
. "$(dirname "$0")/tap.sh"

# Nothing is to be installed. A fake prover prints a file, and notes that it ran.
script "$dir/dpkg-query" 'echo install ok installed'
for prover in cbmc frama-c; do
    script "$dir/$prover" "case \$1 in --version|-version) cat $dir/version; exit ;; esac" "echo run >>$dir/ran" \
        "echo \"\$*\" >$dir/arguments" "while [ -e $dir/hangs ]; do :; done" "cat $dir/says"
done
script "$dir/bitwuzla" "cat $dir/solver"
# The tables of the registers are the same each time.
script "$dir/python3" "[ -e $dir/table-\$2 ] || $(command -v python3) \"\$1\" \$2 \"\$3\" $dir/table-\$2" "cp $dir/table-\$2 \"\$4\""
echo 6.6.0 >"$dir/version"
echo 0.8.2 >"$dir/solver"

# ended STATUS RUNS TEXT: whether prove.sh ended with this status, after so many runs of a prover,
# with this text.
ended() { [ "$status" = "$1" ] && [ "$(grep -c run "$dir/ran")" = "$2" ] && grep -qF -- "$3" "$dir/out"; }

# run OPTION...
run() {
    : >"$dir/ran"
    PATH=$dir:$PATH SFRAME_BUILD_ROOT=$dir/build timeout 300 bash "$ci/trust/prove.sh" "$@" >"$dir/out" 2>&1
    status=$?
}

roundtrip() { run --cbmc --no-controls --property roundtrip --profile v1 "$@"; }
printf '[main.1] line 1 size == length: FAILURE\nVERIFICATION FAILED\n' >"$dir/says"
roundtrip
check 'a failed proof' ended 1 1 'line 1 size == length: FAILURE'
roundtrip
check 'runs again' ended 1 1 v1
echo 'SEGMENTATION FAULT' >"$dir/says"
roundtrip
check 'a prover that does not finish fails' ended 1 1 'cbmc did not finish'
printf '[main.1] line 1 reached: a section: FAILURE\nVERIFICATION FAILED\n' >"$dir/says"
roundtrip
check 'a proof passes' ended 0 1 proved
roundtrip
check 'and does not run again' ended 0 0 '(earlier)'
roundtrip --longest 30
check 'other lengths are another proof' ended 0 1 0-30
roundtrip --again
check '--again repeats it' ended 0 1 proved
echo 6.6.1 >"$dir/version"
roundtrip
check 'so does another prover' ended 0 1 proved
if command -v patch >/dev/null; then
    run --cbmc --controls --property roundtrip --profile v1
    check 'a control that is not seen fails' ended 1 2 'NOT SEEN'
else
    skip 'a control that is not seen fails' 'patch is not installed'
fi

lookup() { run --cbmc --no-controls --property lookup --profile v2 "$@"; }
cbmc_says() { # cbmc_says OUTCOME PLACE: an assertion, and a place that is to be reached
    printf '[main.assertion.1] line 1 assertion wanted: %s\n[main.assertion.2] line 2 reached: a place: %s\nVERIFICATION FAILED\n' "$@"
}
cbmc_says ERROR FAILURE | sed 's/VERIFICATION .*/VERIFICATION ERROR/' >"$dir/says"
lookup
check 'so does an assertion without an answer' ended 1 1 'cbmc did not finish'
cbmc_says ERROR FAILURE >"$dir/says"
lookup
check 'whatever the verdict is' ended 1 1 'cbmc did not finish'
cbmc_says FAILURE FAILURE >"$dir/says"
lookup
check 'a failed assertion fails' ended 1 1 'line 1 assertion wanted: FAILURE'
cbmc_says SUCCESS SUCCESS >"$dir/says"
lookup
check 'and a place that is not reached' ended 1 1 'a place is not reached'
cbmc_says SUCCESS FAILURE | grep -v reached >"$dir/says"
lookup
check 'and a proof without a place' ended 1 1 'nothing is reached'
cbmc_says SUCCESS FAILURE | grep -v VERIFICATION >"$dir/says"
lookup
check 'and a prover that stops before its verdict' ended 1 1 'cbmc did not finish'
cbmc_says SUCCESS FAILURE >"$dir/says"
lookup
check 'every assertion and every place pass' ended 0 1 proved
lookup
check 'and do not run again' ended 0 0 '(earlier)'
echo 0.9.0 >"$dir/solver"
lookup
check 'another solver proves again' ended 0 1 proved
check 'but only where it is needed' [ "$(grep -c -- --bitwuzla "$dir/arguments")" = 0 ]
run --cbmc --no-controls --property search --profile v2
check 'a search is proved for each number of functions' ended 0 3 0-3
check 'with the solver' grep -q -- --bitwuzla "$dir/arguments"
touch "$dir/hangs"
lookup --again --seconds 1
check 'a prover that needs too long fails' ended 1 1 'cbmc did not finish'
check 'and its CPU time is said' grep -qE 'did not finish +[01]\.[0-9] s' "$dir/out"
rm "$dir/hangs"
run --cbmc --controls --property lookup
if command -v patch >/dev/null; then
    check 'a control whose assertion holds fails' ended 1 1 'NOT SEEN: proved'
    printf '[m.1] line 1 assertion found == any: FAILURE\nVERIFICATION FAILED\n' >"$dir/says"
    run --cbmc --controls --property lookup
    check 'a control whose assertion fails is seen' ended 0 1 'fails: found =='
else
    skip 'a control whose assertion holds fails' 'patch is not installed'
    skip 'a control whose assertion fails is seen' 'patch is not installed'
fi

walk() { run --eva --no-controls --property walk --profile v1 --shortest 51 --longest 52; }
eva_says() { # eva_says ALARMS WALKED: the output of Eva about two lengths
    printf '[eva] e.c:1: Frama_C_show_each_%s\n' 'ended: {51}' 'ended: {52}' "walked: {$2}"
    printf '  No errors or warnings raised during the analysis.\n  %s alarms generated by the analysis.\n' "$1"
}
eva_says 1 52 >"$dir/says"
walk
check 'an alarm fails' ended 1 1 'alarms: 1'
eva_says 0 51 >"$dir/says"
walk
check 'so does a proof of nothing' ended 1 1 'length 52: nothing is walked'
eva_says 0 52 | grep -v 'ended: {51}' >"$dir/says"
walk
check 'and a length that does not get to the end' ended 1 1 'length 51 does not get to the end'
eva_says 0 52 | sed '/alarms/p; s/.*alarms.*/    Assertions        0 valid     1 unknown     0 invalid      1 total/' >"$dir/says"
walk
check 'and an open assertion' ended 1 1 'an assertion is open'
eva_says 0 52 >"$dir/says"
walk
check 'no alarm passes' ended 0 1 'no alarm'
walk
check 'and does not run again' ended 0 0 '(earlier)'
run --eva --shortest 100 --longest 50
check 'no lengths are no proof' ended 2 0 'no length from 100 to 50 for Eva'
# A request that proves nothing is an error, and no prover runs.
refused() { run "${@:2}"; check "${*:2} is refused" ended 2 0 "$1"; }
refused 'no length from 30 to 20' --cbmc --shortest 30 --longest 20
refused 'no length from 0 to 0' --eva --longest 0
refused 'more than 43 bytes' --longest 44
refused 'leave nothing to do' --controls --no-controls
for number in 0 100 x; do refused '--rows takes a number' --cbmc --rows "$number"; done
refused '--property takes one of' --property all
refused '--seconds takes a number' --seconds 0
for number in 08 -1 10000 '' x; do refused '--longest takes a number' --eva --longest "$number"; done

plan
