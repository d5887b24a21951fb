#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# ci/fuzz/fuzz.sh on a copy of the sources: interruption, log, and crashes of a planted defect. A
# TAP producer.
# usage: test_fuzz.sh SOURCE
. "$(dirname "$0")/tap.sh"
source=$1
for tool in clang llvm-config meson ninja ps pkill flock; do
    command -v $tool >/dev/null || { echo "1..0 # SKIP $tool is not installed"; exit 0; }
done
printf 'int LLVMFuzzerTestOneInput(const unsigned char *data, unsigned long size) { return !data && size; }\n' >"$dir/one.c"
clang -fsanitize=fuzzer,address,undefined -o "$dir/one" "$dir/one.c" 2>/dev/null ||
    { echo '1..0 # SKIP clang has no libFuzzer: install libclang-rt-dev'; exit 0; }

# Nothing is to be installed.
mkdir "$dir/stubs"
script "$dir/stubs/dpkg-query" 'shift 3; printf "%s install ok installed\n" "$@"'
export PATH=$dir/stubs:$PATH

mkdir -p "$dir/src/corpus"
(cd "$source" && tar -cf - --exclude=./build --exclude=./.git --exclude=./corpus .) | tar -C "$dir/src" -xf -
cp -r "$source"/corpus/{*.md,VERSION,index.tsv,regress} "$dir/src/corpus/"
mkdir "$dir/src/corpus/real"
cp -r "$source/corpus/real/src" "$dir/src/corpus/real/"
# Few seeds, none of which shows the defect: the engine has to find it.
mkdir -p "$dir/src/corpus/v1"
cp "$source"/corpus/v1/amd64-little/preamble/*.sframe "$dir/src/corpus/v1/"
export SFRAME_BUILD_ROOT=$dir/build
cd "$dir/src" || exit 1
fuzz() { timeout 900 ci/fuzz/fuzz.sh --engine libfuzzer --target decode --work "$dir/work" "$@" >"$dir/out" 2>&1; }
status_of() { "$@"; [ $? = "$want" ]; }
cpu_used() { local n; n=$(sed 's/^{"cpu": \([0-9]*\).*/\1/' "$dir/work/libfuzzer/decode/run/spent" 2>/dev/null); echo "${n:-0}"; }

# ---- Interrupted and resumed, without a defect ----

fuzz --cpu-time 6 &
pid=$!
for ((i = 0; i < 2000; i++)); do
    sleep 0.2
    [ "$(cpu_used)" = 0 ] || break
done
pkill -TERM -P $pid
# `timeout` passes the signal on.
wait $pid
check 'an interrupted run says how to continue' grep -q -- 'same options and --resume' "$dir/out"
check 'no engine is left behind' bash -c "! ps -eo args | grep -v grep | grep -q '^$dir/build/fuzz-libfuzzer'"
check 'it was interrupted in the middle' test "$(cpu_used)" -lt 6
want=0
check 'resumed it passes' status_of fuzz --cpu-time 6 --resume
check 'all its time was used, and no more' bash -c "[ $(cpu_used) -ge 6 ] && [ $(cpu_used) -le 8 ]"
check 'in two pieces' test -f "$dir/work/libfuzzer/decode/run/log.1"
check 'a corpus is left' test -n "$(ls "$dir/work/libfuzzer/decode/corpus")"
check 'the report has its figures' grep -qE '^\| .* \| decode \| [678] \| [1-9][0-9]* \| [1-9][0-9]* \| [1-9][0-9]*/[1-9][0-9]* \|' "$dir/work/report.md"
check 'and no findings' grep -qx 'None.' "$dir/work/report.md"
before=$(ls -l --time-style=full-iso "$dir/work/libfuzzer/decode/run")
check 'resumed again' status_of fuzz --cpu-time 6 --resume
check 'its figures are kept once, for the log' test "$(grep -c '| decode |' "$dir/work/rows")" = 1
check 'nothing is left to do' test "$before" = "$(ls -l --time-style=full-iso "$dir/work/libfuzzer/decode/run")"

# ---- A defect ----

cp ref/bytes.h "$dir/kept"
ci/fuzz/planted.py u16-without-length >"$dir/changed" || exit 1
cp "$dir/changed" ref/bytes.h
want=1
check 'with a defect it ends with 1' status_of fuzz --cpu-time 60
finding=$(ls -d "$dir"/work/findings/decode-* 2>/dev/null | head -n 1)
# The sanitizer sees the read, or the harness sees a row outside the FREs.
check 'the finding has the fault' grep -qE '^fuzz_decode:|overflow' "$finding/fault"
check 'so does the report' grep -qF -- "$(cat "$finding/fault")" "$dir/work/report.md"
check 'and the input' test -s "$finding/input"
check 'it is small' test "$(stat -c %s "$finding/input")" -le 64
dies() { [ -s "$finding/input" ] && ! "$dir/build/fuzz-libfuzzer/fuzz/fuzz_decode" "$finding/input"; }
check 'it crashes the harness' dies
check 'one folder for a fault' test "$(cat "$dir"/work/findings/*/fault | sort | uniq -c | awk '$1 == 1' | wc -l)" = "$(ls "$dir/work/findings" | wc -l)"

# ---- The same crash again: its file has the same name ----

cp "$finding/input" "$dir/src/corpus/v1/again.sframe"
rm -rf "$dir/work/findings"
check 'a crash that is found again is reported again' status_of fuzz --cpu-time 10
check 'in the report as well' bash -c "! grep -qx 'None.' '$dir/work/report.md' && ls '$dir/work/findings/decode-'*/input"
rm "$dir/src/corpus/v1/again.sframe"

cp "$dir/kept" ref/bytes.h
check 'a finding is reported until it is removed' status_of fuzz --cpu-time 1
rm -rf "$dir/work/findings"
want=0
check 'then the run passes' status_of fuzz --cpu-time 1

# ---- A crash that the input alone does not cause ----

cp fuzz/fuzz_decode.c "$dir/kept.c"
end_after() { # end_after CALLS STATEMENT: after so many calls the harness does it
    cp "$dir/kept.c" fuzz/fuzz_decode.c
    sed -i '/^#include "fuzz.h"/a #include <stdlib.h>' fuzz/fuzz_decode.c
    sed -i "/^int LLVMFuzzerTestOneInput/,/^{/s/^{/{\\n    static unsigned calls;\\n    if (++calls > $1)\\n        $2;/" fuzz/fuzz_decode.c
}
end_after 1000 'abort()'
want=1
check 'a crash that does not happen again' status_of fuzz --cpu-time 5
check 'is reported as such' grep -qF 'does not fail again when run alone' "$dir/work/report.md"
rm -rf "$dir/work/findings"

# ---- An engine that ends early, or does not run: the target is neither passed nor done ----

driver() { # driver COMMAND...: runs it with run.py
    timeout 120 ci/fuzz/run.py --spent "$dir/spent" --cpu 60 --restarts 5 --log "$dir/driver" -- "$@"
}
want=3
check 'a command that ends at once, and again' status_of driver true
check 'is started as often as allowed' test "$(ls "$dir"/driver.* | wc -l)" = 6
check 'one that ends while another goes on' status_of ci/fuzz/run.py --spent "$dir/both" --wall 2 --log "$dir/both" -- true +++ sleep 60
# libFuzzer does not see this exit. With the corpus of the earlier runs it would come before the first count of executions.
rm -rf "$dir/work/libfuzzer/decode/corpus"
end_after 1000 '_Exit(0)'
want=2
check 'an engine that ends early is an error' status_of fuzz --cpu-time 600
check 'which is reported' grep -q '^error: decode ended before its time was used up' "$dir/out"
check 'the target is not done' test ! -e "$dir/work/libfuzzer/decode/run/done"
plan
