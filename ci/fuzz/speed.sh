#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Executions for each second of CPU time of the harnesses: without sanitizers and with them, for both engines. It counts CPU time, because
# other things run on most machines. The table goes to standard output.
#
# usage: ci/fuzz/speed.sh [--cpu-time SECONDS] [HARNESS...]
#
#   --cpu-time  for each figure (20)
#   HARNESS     decode and roundtrip if none is given
#
# `one section`: the harness on the same small version 3 section again and again, in process, without an engine that looks what was reached;
# `libFuzzer`, `AFL++`: fuzzing from the sections of the corpus, reading them included.
set -euo pipefail
. "$(dirname "$0")/../lib.sh"
. "$(dirname "$0")/lib.sh"

seconds=20 targets=()
while [ $# -gt 0 ]; do
    case $1 in
        -h|--help) show_help ;;
        --cpu-time) seconds=${2:-}; shift 2 || die "--cpu-time needs a number" ;;
        -*) unknown_option "$1" ;;
        *) targets+=("$1"); shift ;;
    esac
done
is_number "$seconds" && [ "$seconds" -gt 0 ] || die "--cpu-time takes a number"
[ ${#targets[@]} -gt 0 ] || targets=(decode roundtrip)
need_engine libfuzzer
need_engine afl
section=$top/corpus/v3/amd64-little/preamble/baseline.sframe

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

build() { # build ENGINE VARIANT [MESON OPTION]...
    local dir=$build_root/speed-$1-$2
    { [ -f "$dir/build.ninja" ] || engine_setup "$1" "$top" "$dir" --buildtype=release -Db_ndebug=false "${@:3}"
      ninja -C "$dir" "${targets[@]/#/fuzz/fuzz_}"; } >"$work/log" 2>&1 || { tail -n 20 "$work/log" >&2; die "the build in $dir failed"; }
}
say "build"
build libfuzzer plain -Db_sanitize=none
build libfuzzer checked
build afl plain
AFL_USE_ASAN=1 AFL_USE_UBSAN=1 build afl checked
afl_mutator "$top" "$build_root/speed-afl-plain"

# timed COMMAND...: runs it for the CPU time, and sets `cpu` to what it used.
timed() {
    rm -f "$work"/spent "$work"/said.*
    "$top/ci/fuzz/run.py" --spent "$work/spent" --cpu "$seconds" --log "$work/said" "$@" ||
        { tail -n 5 "$work/said.0" >&2; die "ended too early"; }
    cpu=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["cpu"])' "$work/spent")
}
per_second() { awk -v n="$1" -v s="$cpu" 'BEGIN { printf "%d", n / s }'; }

one_section() { # one_section BINARY
    local runs=20000 before
    # As many times as take about as long; what starting takes is taken off.
    while :; do
        before=$(cpu_of "$1" 1)
        cpu=$(cpu_of "$1" "$runs")
        ! awk -v c="$cpu" -v s="$seconds" 'BEGIN { exit !(c >= s / 4) }' || break
        runs=$((runs * 4))
    done
    cpu=$(awk -v a="$cpu" -v b="$before" 'BEGIN { print a - b }')
    per_second "$runs"
}
cpu_of() { # cpu_of BINARY RUNS: CPU seconds
    python3 - "$1" "-runs=$2" "$section" <<'END'
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime)
END
}

libfuzzer() { # libfuzzer BINARY TARGET
    rm -rf "$work/corpus"
    mkdir "$work/corpus"
    timed --stop USR1 -- "$1" -max_len="$(max_len_of "$2")" -print_final_stats=1 -dict="$top/fuzz/sframe.dict" "$work/corpus" "$(seeds_of "$2")"
    per_second "$(sed -n 's/^stat::number_of_executed_units: *//p' "$work/said.0")"
}

afl() { # afl BINARY TARGET
    rm -rf "$work/afl"
    local afl
    afl_command "$2" "$build_root/speed-afl-plain" AFL_FAST_CAL=1
    timed -- "${afl[@]}" -i "$(seeds_of "$2")" -o "$work/afl" -- "$1"
    per_second "$(sed -n 's/^execs_done *: *//p' "$work/afl/default/fuzzer_stats")"
}

printf '| harness | sanitizers | one section | libFuzzer | AFL++ |\n|---|---|---|---|---|\n'
for t in "${targets[@]}"; do
    for v in plain checked; do
        say "$t, $v"
        one=$(one_section "$build_root/speed-libfuzzer-$v/fuzz/fuzz_$t")
        lf=$(libfuzzer "$build_root/speed-libfuzzer-$v/fuzz/fuzz_$t" "$t")
        af=$(afl "$build_root/speed-afl-$v/fuzz/fuzz_$t" "$t")
        printf '| `%s` | %s | %s | %s | %s |\n' "$t" "$([ $v = plain ] && echo none || echo 'address, undefined')" "$one" "$lf" "$af"
    done
done
