#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Fuzzes the harnesses of fuzz/ for a while: builds them, runs them one after another, reduces the corpus to what it needs, sorts what
# was found by fault, with the smallest input of each, and writes a report. Exits with 1 if anything was found. The next run goes on from the
# corpus of this one.
#
# usage: ci/fuzz.sh --engine libfuzzer|afl --time SECONDS [--target NAME]... [-j N] [--work FOLDER]
#
#   --engine   libfuzzer (clang) or afl (AFL++, with cmplog and a memory checker)
#   --time     for each target
#   --target   a harness, as `decode`; all of them if there is none
#   -j         processes at a time (1)
#   --work     where corpus, findings and report.md go (build/fuzz-work)
set -euo pipefail
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/fuzz-lib.sh"

engine='' seconds='' jobs=1 targets=() work=$build_root/fuzz-work
while [ $# -gt 0 ]; do
    case $1 in
        -h|--help) sed -n '3,14s/^# \{0,1\}//p' "$0"; exit 0 ;;
        --engine) engine=${2:-}; shift 2 || die "--engine needs a name" ;;
        --time) seconds=${2:-}; shift 2 || die "--time needs a number" ;;
        --target) targets+=("${2:-}"); shift 2 || die "--target needs a name" ;;
        -j) jobs=${2:-}; shift 2 || die "-j needs a number" ;;
        --work) work=${2:-}; shift 2 || die "--work needs a folder" ;;
        *) die "there is no option '$1'; see ci/fuzz.sh --help" ;;
    esac
done
[ -n "$engine" ] && is_number "$seconds" && is_number "$jobs" && [ "$jobs" -gt 0 ] ||
    die "--engine, --time and perhaps -j are needed, with numbers; see ci/fuzz.sh --help"
need_engine "$engine"

# ---- Building: each variant in a folder of its own ----

built() { # built VARIANT [NAME=VALUE]...: sets up if need be, and builds
    local dir=$build_root/fuzz-$1
    shift
    [ -f "$dir/build.ninja" ] || env "$@" bash -c '. "$1/ci/lib.sh"; . "$1/ci/fuzz-lib.sh"; engine_setup "$2" "$1" "$3"' _ "$top" "$engine" "$dir" \
        >"$work/build.log" 2>&1 || { tail -n 20 "$work/build.log" >&2; die "meson setup failed in $dir"; }
    env AFL_QUIET=1 "$@" ninja -C "$dir" fuzzers >"$work/build.log" 2>&1 || { tail -n 20 "$work/build.log" >&2; die "the build in $dir failed"; }
}
mkdir -p "$work"
work=$(cd "$work" && pwd)
say "$engine: build"
case $engine in
    libfuzzer) built libfuzzer; main=$build_root/fuzz-libfuzzer/fuzz ;;
    afl)
        built afl
        afl_mutator "$top" "$build_root/fuzz-afl"
        built afl-asan AFL_USE_ASAN=1 AFL_USE_UBSAN=1
        built afl-cmplog AFL_LLVM_CMPLOG=1
        main=$build_root/fuzz-afl-asan/fuzz ;;
esac
mapfile -t all < <(cd "$main" && ls | sed -n 's/^fuzz_\([a-z]*\)$/\1/p')
[ ${#targets[@]} -gt 0 ] || targets=("${all[@]}")
for t in "${targets[@]}"; do [ -x "$main/fuzz_$t" ] || die "there is no target '$t'; there are: ${all[*]}"; done
rm -rf "$work/seeds"
collect_seeds "$work/seeds"

# ---- Running ----

# Shows how far a run is, on a terminal only, until the process ends.
watch_run() { # watch_run PID TARGET COMMAND...: the command prints one line
    local pid=$1 target=$2
    shift 2
    while kill -0 "$pid" 2>/dev/null; do
        if [ -t 2 ]; then printf '\r\033[K%s: %s' "$target" "$("$@" 2>/dev/null | tail -n 1 | cut -c 1-100)" >&2; fi
        sleep 2
    done
    if [ -t 2 ]; then printf '\r\033[K' >&2; fi
    wait "$pid" || true
}

run_libfuzzer() { # run_libfuzzer TARGET FOLDER
    mkdir -p "$2/corpus" "$2/crashes"
    (cd "$2" && exec "$main/fuzz_$1" -fork="$jobs" -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=1 -max_total_time="$seconds" \
        -max_len=4096 -timeout=20 -rss_limit_mb=2048 -dict="$top/fuzz/sframe.dict" -artifact_prefix=crashes/ corpus "$work/seeds" >log 2>&1) &
    watch_run $! "$1" tail -n 1 "$2/log"
    sed -n 's/^#\([0-9]*\): cov: \([0-9]*\) .*/\1 \2/p' "$2/log" | tail -n 1 >"$2/stats"
    rm -rf "$2/merged"
    mkdir "$2/merged"
    "$main/fuzz_$1" -merge=1 "$2/merged" "$2/corpus" "$work/seeds" >"$2/merge.log" 2>&1 || say "$1: the corpus could not be merged; see $2/merge.log"
    if [ -n "$(ls "$2/merged")" ]; then rm -rf "$2/corpus"; mv "$2/merged" "$2/corpus"; fi
}

run_afl_instances() { # run_afl_instances TARGET FOLDER
    local i pids=() more=() input=$work/seeds
    mkdir -p "$2/crashes"
    # AFL++ goes on from its own folder when there is one.
    [ ! -d "$2/afl/main" ] || input=-
    for ((i = 0; i < jobs; i++)); do
        if [ "$i" = 0 ]; then more=(-M main -c "$build_root/fuzz-afl-cmplog/fuzz/fuzz_$1"); else more=(-S "s$i"); fi
        (
            export AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_TRY_AFFINITY=1 AFL_CMPLOG_ONLY_NEW=1 AFL_SKIP_CRASHES=1
            # Only a mutator that knows sections is of use, and only where the input is one.
            case $1 in model|text) ;; *) export AFL_CUSTOM_MUTATOR_LIBRARY=$build_root/fuzz-afl/fuzz/libfuzz_mutate_afl.so ;; esac
            if [ "$i" = 0 ]; then binary=$main/fuzz_$1; else binary=$build_root/fuzz-afl/fuzz/fuzz_$1; fi
            exec afl-fuzz -V "$seconds" -m none -t 5000 -x "$top/fuzz/sframe.dict" -i "$input" -o "$2/afl" "${more[@]}" -- "$binary" >"$2/log-$i" 2>&1
        ) &
        pids+=($!)
    done
    watch_run "${pids[0]}" "$1" sed -n 's/^execs_done *: */executions: /p' "$2/afl/main/fuzzer_stats"
    for i in "${pids[@]:1}"; do wait "$i" || true; done
    [ -f "$2/afl/main/fuzzer_stats" ] || { tail -n 5 "$2/log-0" >&2; die "afl-fuzz did not run; see $2/log-0"; }
    cat "$2"/afl/*/fuzzer_stats | awk -F ' *: *' '$1 == "execs_done" { n += $2 } $1 == "edges_found" && $2 > e { e = $2 } END { print n, e }' >"$2/stats"
    find "$2"/afl/*/crashes "$2"/afl/*/hangs -name 'id*' -exec cp -t "$2/crashes" {} +
    rm -rf "$2/corpus"
    AFL_ALLOW_TMP=1 afl-cmin -i "$2/afl/main/queue" -o "$2/corpus" -- "$build_root/fuzz-afl/fuzz/fuzz_$1" >"$2/merge.log" 2>&1 || say "$1: the corpus could not be reduced; see $2/merge.log"
    mkdir -p "$2/corpus"
}

# ---- What was found ----

# What the harness or a sanitizer says of an input, without addresses and offsets; "timeout" if it does not end.
fault_of() { # fault_of TARGET FILE
    local said
    said=$(timeout 60 "$main/fuzz_$1" "$2" 2>&1) || if [ $? = 124 ]; then echo timeout; return; fi
    printf '%s\n' "$said" | grep -a -m 1 -E '^fuzz_[a-z]*: at |^SUMMARY: |runtime error:' | sed 's/ at 0x[0-9a-f]*:/:/; s/0x[0-9a-f]*/ADDR/g; s/^SUMMARY: //' | cut -c 1-200
}

smallest() { # smallest TARGET FILE OUT: makes the input smaller, for half a minute at most
    cp "$2" "$3"
    [ "$engine" = libfuzzer ] || { afl-tmin -i "$2" -o "$3" -- "$build_root/fuzz-afl/fuzz/fuzz_$1" >/dev/null 2>&1 || cp "$2" "$3"; return 0; }
    "$main/fuzz_$1" -minimize_crash=1 -max_total_time=30 -exact_artifact_path="$3.less" "$2" >/dev/null 2>&1 || true
    if [ -s "$3.less" ]; then mv "$3.less" "$3"; fi
}

sort_findings() { # sort_findings TARGET FOLDER: findings/FAULT-CHECKSUM/{fault,input}, one line for each of them
    local f fault key
    for f in "$2"/crashes/*; do
        [ -f "$f" ] || continue
        fault=$(fault_of "$1" "$f")
        [ -n "$fault" ] || fault='not seen again when run alone'
        key=$work/findings/$1-$(printf '%s' "$fault" | sha256sum | cut -c 1-12)
        if [ ! -d "$key" ]; then
            mkdir -p "$key"
            printf '%s\n' "$fault" >"$key/fault"
            smallest "$1" "$f" "$key/input"
        fi
    done
}

report=$work/report.md
{
    printf '# Fuzzing with %s\n\n%s, %s s for each target, %s process(es).\n\n' "$engine" "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$seconds" "$jobs"
    printf '| target | executions | executions a second | edges | inputs kept |\n|---|---|---|---|---|\n'
} >"$report"
for t in "${targets[@]}"; do
    folder=$work/$engine/$t
    mkdir -p "$folder"
    say "$engine: $t for $seconds s"
    rm -rf "$folder/crashes"
    if [ "$engine" = libfuzzer ]; then run_libfuzzer "$t" "$folder"; else run_afl_instances "$t" "$folder"; fi
    sort_findings "$t" "$folder"
    read -r executions edges <"$folder/stats" || { executions=0 edges=0; }
    [ "${executions:-0}" -gt 0 ] || die "$t was not run at all; see $folder"
    printf '| %s | %s | %s | %s | %s |\n' "$t" "$executions" $((executions / (seconds > 0 ? seconds : 1))) "$edges" "$(find "$folder/corpus" -type f | wc -l)" >>"$report"
done

status=0
printf '\n## Findings\n\n' >>"$report"
if [ -d "$work/findings" ]; then
    status=1
    for f in "$work"/findings/*; do printf -- '- `%s/input`: %s\n' "${f##*/}" "$(cat "$f/fault")" >>"$report"; done
    printf '\nThe folder `findings` is kept until it is deleted: fix what is in it, put the inputs into corpus/regress/ and remove it.\n' >>"$report"
else
    printf 'None.\n' >>"$report"
fi
cat "$report"
say "report: $report"
exit $status
