#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the harnesses of fuzz/, fuzzes them one after another, minimizes the corpus of each, sorts
# the findings by fault with the smallest input of each, and writes a report. Exits with 1 if there
# are findings. The next run continues from the corpus of this one; --resume continues an
# interrupted run.
#
# usage: ci/fuzz/fuzz.sh --engine libfuzzer|afl (--cpu-time | --time) SECONDS [--all | --target NAME...] [-j N] [--resume]
#                        [--work FOLDER]
#
#   --engine NAME       libfuzzer (clang) or afl (AFL++, with cmplog and a memory checker)
#   --cpu-time SECONDS  CPU time for each target, of all its processes together; use it on a machine that does other work
#   --time SECONDS      wall-clock time for each target
#   --target NAME       a harness, such as `decode`; may be repeated. The default is --all
#   --all               every harness
#   -j N                processes at a time (1); AFL++ then has a main instance and secondaries
#   --resume            skip the targets that the last run finished, and give the interrupted one the rest of
#                       its time
#   --work FOLDER       folder for corpus, findings and report.md (build/fuzz-work)
#
# The file `rows` in the work folder has a line of figures for each finished run, for fuzz/LOG.md (fuzz/README.md).
set -euo pipefail
. "$(dirname "$0")/../lib.sh"
. "$(dirname "$0")/lib.sh"

target=() j=1 work=$build_root/fuzz-work
take_options "$@"
clock=wall seconds=$time jobs=$j targets=("${target[@]}")
[ -z "$cpu_time" ] || clock=cpu seconds=$cpu_time
! $all || targets=()
[ -n "$engine" ] && is_number "$seconds" && is_number "$jobs" && [ "$jobs" -gt 0 ] ||
    die "expected --engine, and a number with --cpu-time or --time, and with -j; see fuzz.sh --help"
need_engine "$engine"

# ---- Building: each variant in its own folder ----

# list_targets FOLDER: the harnesses of this build; some need a library.
list_targets() {
    local there
    mapfile -t there < <(ninja -C "$1" -t targets all | sed -n 's|^fuzz/fuzz_\([a-z]*\): .*|\1|p' | sort)
    [ ${#targets[@]} -gt 0 ] || targets=("${there[@]}")
    for t in "${targets[@]}"; do
        case " ${there[*]} " in *" $t "*) ;; *) die "unknown target '$t'; expected one of: ${there[*]}" ;; esac
    done
}
mkdir -p "$work"
work=$(cd "$work" && pwd)
exec 9>"$work/lock"
long_work
flock -n 9 || die "another run uses $work; wait for it or name another folder with --work"
say "$engine: build"
engine_setup "$engine" "$top" "$build_root/fuzz-$engine"
list_targets "$build_root/fuzz-$engine"
programs=("${targets[@]/#/fuzz/fuzz_}") main=$build_root/fuzz-$engine/fuzz
engine_build "$engine" "$top" "$build_root/fuzz-$engine" "${programs[@]}"
if [ "$engine" = afl ]; then
    (export AFL_USE_ASAN=1 AFL_USE_UBSAN=1; engine_build afl "$top" "$build_root/fuzz-afl-asan" "${programs[@]}")
    (export AFL_LLVM_CMPLOG=1; engine_build afl "$top" "$build_root/fuzz-afl-cmplog" "${programs[@]}")
    main=$build_root/fuzz-afl-asan/fuzz
fi
rm -rf "$work/seeds" "$work/texts" "$work/decisions"

# ---- Running ----

running='' early=no
# A signal ends the engine properly; earlier findings stay.
stopped() {
    trap '' INT TERM HUP
    [ -z "$running" ] || { kill -TERM "$running" 2>/dev/null && wait "$running"; } || true
    say "interrupted; continue with the same options and --resume"
    exit $((128 + $1))
}
trap 'stopped 2' INT
trap 'stopped 15' TERM
trap 'stopped 1' HUP

# A target that keeps crashing stops after so many: fix the faults first.
max_crashes=25

# run_for TARGET FOLDER OPTION... -- COMMAND...: runs until the time is used up; with --resume, that
# of the earlier run counts. Sets `early` to yes if the engine ended before.
run_for() {
    local target=$1 folder=$2 ended=0
    shift 2
    "$top/ci/fuzz/run.py" --name "$target" --spent "$folder/run/spent" "--$clock" "$seconds" --log "$folder/run/log" "$@" 9>&- &
    running=$!
    wait "$running" || ended=$?
    running=''
    case $ended in
        0) early=no ;;
        3) early=yes; say "$target: ended before its time was used up; see $folder/run/log.*" ;;
        *) die "$target: run.py ended with $ended" ;;
    esac
}

# Writes "EXECUTIONS EDGES ALL-EDGES" to FOLDER/run/stats.
run_libfuzzer() { # run_libfuzzer TARGET FOLDER
    local command=("$main/fuzz_$1" -max_len="$(max_len_of "$1")" -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 -dict="$(dict_of "$1")"
        -artifact_prefix="$2/crashes/" "$2/corpus" "$(seeds_of "$1")") commands=() i
    mkdir -p "$2/crashes"
    # An earlier run was interrupted between two renames.
    [ -d "$2/corpus" ] || [ ! -d "$2/corpus.old" ] || mv "$2/corpus.old" "$2/corpus"
    mkdir -p "$2/corpus"
    for ((i = 0; i < jobs; i++)); do commands+=(${commands[0]:++++} "${command[@]}"); done
    run_for "$1" "$2" --stop USR1 --restarts $max_crashes -- "${commands[@]}"
    # Each start has its own log, whose last count is that of all its executions.
    awk '
        FNR == 1 { sum += last; last = 0 }
        /^INFO: Loaded 1 modules/ { all = substr($0, index($0, "(") + 1) + 0 }
        /^#[0-9]+\t/ { last = substr($1, 2) + 0; for (i = 2; i < NF; i++) if ($i == "cov:" && $(i + 1) > edges) edges = $(i + 1) }
        /^stat::number_of_executed_units:/ { last = $2 }
        END { print sum + last, edges + 0, all + 0 }' "$2"/run/log.* >"$2/run/stats"
}

reduce_libfuzzer() { # reduce_libfuzzer TARGET FOLDER
    rm -rf "$2/merged"
    mkdir "$2/merged"
    "$main/fuzz_$1" -merge=1 "$2/merged" "$2/corpus" "$(seeds_of "$1")" >"$2/merge.log" 2>&1 || say "$1: the corpus could not be merged; see $2/merge.log"
    if [ -n "$(ls "$2/merged")" ]; then
        mv "$2/corpus" "$2/corpus.old"
        mv "$2/merged" "$2/corpus"
        rm -rf "$2/corpus.old"
    fi
}

# The sum of a field of fuzzer_stats over all instances.
afl_sum() { # afl_sum FOLDER FIELD
    { cat "$1"/afl/*/fuzzer_stats 2>/dev/null || true; } | awk -F ' *: *' -v f="$2" '$1 == f { n += $2 } END { print n + 0 }'
}

run_afl_instances() { # run_afl_instances TARGET FOLDER
    local i afl commands=() more=() input binary
    input=$(seeds_of "$1")
    mkdir -p "$2/crashes"
    crashing_seeds "$main/fuzz_$1" "$input" | save_crashes "$2"
    # AFL++ continues from its own folder if there is one, and so do its figures.
    if [ -f "$2/afl/main/fuzzer_stats" ]; then input=-; else rm -rf "$2/afl"; fi
    [ -f "$2/run/before" ] || afl_sum "$2" execs_done >"$2/run/before"
    for ((i = 0; i < jobs; i++)); do
        if [ "$i" = 0 ]; then
            more=(-M main -c "$build_root/fuzz-afl-cmplog/fuzz/fuzz_$1") binary=$main/fuzz_$1
        else
            more=(-S "s$i") binary=$build_root/fuzz-afl/fuzz/fuzz_$1
        fi
        [ "$input" != - ] || [ "$i" = 0 ] || [ -f "$2/afl/s$i/fuzzer_stats" ] || input=$(seeds_of "$1")
        afl_command "$1" "$build_root/fuzz-afl" AFL_CMPLOG_ONLY_NEW=1 AFL_SKIP_CRASHES=1
        commands+=(${commands[0]:++++} "${afl[@]}" -i "$input" -o "$2/afl" "${more[@]}" -- "$binary")
    done
    run_for "$1" "$2" -- "${commands[@]}"
    [ -f "$2/afl/main/fuzzer_stats" ] || { tail -n 5 "$2/run/log.0" >&2; die "afl-fuzz did not run; see $2/run/log.0"; }
    awk -F ' *: *' -v done="$(afl_sum "$2" execs_done)" -v before="$(cat "$2/run/before")" '
        $1 == "edges_found" { e = $2 } $1 == "total_edges" { a = $2 }
        END { print done - before, e, a }' "$2/afl/main/fuzzer_stats" >"$2/run/stats"
    # When AFL++ continues from its own folder it renames the old one of crashes, with a date at the
    # end.
    find "$2"/afl/*/crashes* "$2"/afl/*/hangs* -name 'id*' | save_crashes "$2"
}

# save_crashes FOLDER: copies the files named on standard input; the checksum is the name of the
# copy.
save_crashes() {
    xargs -d '\n' -r sha256sum | while read -r sum file; do cp "$file" "$1/crashes/${sum:0:16}"; done
}

reduce_afl() { # reduce_afl TARGET FOLDER
    rm -rf "$2/corpus"
    AFL_ALLOW_TMP=1 afl-cmin -i "$2/afl/main/queue" -o "$2/corpus" -- "$build_root/fuzz-afl/fuzz/fuzz_$1" >"$2/merge.log" 2>&1 || say "$1: the corpus could not be reduced; see $2/merge.log"
    mkdir -p "$2/corpus"
}

# ---- Findings ----

# The message of the harness or the sanitizer about an input, without addresses and offsets, or
# "timeout".
fault_of() { # fault_of TARGET FILE: prints nothing if the input does not fail again
    local said
    said=$(timeout 60 "$main/fuzz_$1" "$2" 2>&1) || if [ $? = 124 ]; then echo timeout; return; fi
    { grep -a -m 1 -E '^fuzz_[a-z]*: at |^SUMMARY: |runtime error:' <<<"$said" || true; } |
        sed 's/ at 0x[0-9a-f]*: / /; s/0x[0-9a-f]*/ADDR/g; s/^SUMMARY: //' | cut -c 1-200
}

smallest() { # smallest TARGET FILE OUT: minimizes the input for at most half a minute
    cp "$2" "$3"
    [ "$engine" = libfuzzer ] || { afl-tmin -i "$2" -o "$3" -- "$build_root/fuzz-afl/fuzz/fuzz_$1" >/dev/null 2>&1 || cp "$2" "$3"; return 0; }
    "$main/fuzz_$1" -minimize_crash=1 -max_total_time=30 -exact_artifact_path="$3.less" "$2" >/dev/null 2>&1 || true
    if [ -s "$3.less" ]; then mv "$3.less" "$3"; fi
}

sort_findings() { # sort_findings TARGET FOLDER: findings/FAULT-CHECKSUM/{fault,input}, one folder for each fault
    local f fault key
    for f in "$2"/crashes/*; do
        [ -f "$f" ] || continue
        # AFL++ keeps its crashes: sort each only once.
        ! grep -qxF "${f##*/}" "$2/sorted" 2>/dev/null || continue
        fault=$(fault_of "$1" "$f")
        [ -n "$fault" ] || fault='does not fail again when run alone'
        key=$work/findings/$1-$(printf '%s' "$fault" | sha256sum | cut -c 1-12)
        if [ ! -d "$key" ]; then
            say "$1: $fault; minimizing the input"
            rm -rf "$key.new"
            mkdir -p "$key.new"
            printf '%s\n' "$fault" >"$key.new/fault"
            smallest "$1" "$f" "$key.new/input"
            mv "$key.new" "$key"
        fi
        printf '%s\n' "${f##*/}" >>"$2/sorted"
    done
}

# ---- The targets, one after another ----

engine_version() { # engine_version FOLDER
    case $engine in
        libfuzzer) clang --version | sed -n '1s/.*clang version \([0-9.]*\).*/clang \1/p' ;;
        afl) sed -n 's/^afl_version *: *++/AFL++ /p' "$1/afl/main/fuzzer_stats" ;;
    esac
}

# A line for fuzz/LOG.md: the run, the commit of the sources, and a checksum of the corpus after the
# run.
row_of() { # row_of TARGET FOLDER
    local cpu executions edges all_edges commit
    cpu=$(python3 -c 'import json, sys; print(round(json.load(open(sys.argv[1]))["cpu"]))' "$2/run/spent")
    read -r executions edges all_edges <"$2/run/stats"
    commit=$(git -C "$top" rev-parse --short=10 HEAD 2>/dev/null || echo 'no git')
    [ -z "$(git -C "$top" status --porcelain --untracked-files=no 2>/dev/null)" ] || commit="$commit+"
    printf '| %s | %s | %s | %s | %s | %s | %s | %s/%s | %s | %s |\n' "$(date -u +%Y-%m-%d)" "$commit" "$(engine_version "$2")" "$1" "$cpu" "$executions" \
        $((executions / (cpu > 0 ? cpu : 1))) "$edges" "$all_edges" "$(find "$2/corpus" -type f | wc -l)" \
        "$(find "$2/corpus" -type f -print0 | xargs -0 -r sha256sum | cut -d ' ' -f 1 | sort | sha256sum | cut -c 1-16)"
}

fuzz_target() { # fuzz_target TARGET FOLDER
    if $resume && [ "$(cat "$2/run/done" 2>/dev/null)" = "$clock $seconds" ]; then
        say "$engine: $1 is already done"
        return 0
    fi
    # A crash that is found again gets the same name, so an old one would hide it.
    $resume || rm -rf "$2/run" "$2/crashes" "$2/sorted" "$2"/afl/*/crashes* "$2"/afl/*/hangs*
    mkdir -p "$2/run"
    say "$engine: $1 for $seconds s$([ $clock = wall ] || echo ' of CPU time')"
    if [ "$engine" = libfuzzer ]; then run_libfuzzer "$1" "$2"; else run_afl_instances "$1" "$2"; fi
    sort_findings "$1" "$2"
    read -r executions _ <"$2/run/stats" || executions=0
    # A harness that dies of every seed has run; its findings show that.
    [ "${executions:-0}" -gt 0 ] || [ -n "$(ls "$2/crashes")" ] || die "$1 did not run at all; see $2/run/log.*"
    [ $early = no ] || [ -n "$(ls "$2/crashes")" ] || die "$1 ended before its time was used up; see $2/run/log.*"
    if [ "$engine" = libfuzzer ]; then reduce_libfuzzer "$1" "$2"; else reduce_afl "$1" "$2"; fi
    row_of "$1" "$2" >"$2/run/row"
    # --resume can continue this run: it is not finished, and the log would count it twice.
    [ $early = no ] || return 0
    cat "$2/run/row" >>"$work/rows"
    printf '%s %s\n' "$clock" "$seconds" >"$2/run/done"
}

for t in "${targets[@]}"; do
    mkdir -p "$work/$engine/$t"
    fuzz_target "$t" "$work/$engine/$t"
done

# ---- The report ----

report=$work/report.md
{
    printf '# Fuzzing with %s\n\n%s, %s s%s for each target, %s process(es).\n\n' "$engine" "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$seconds" \
        "$([ $clock = wall ] || echo ' of CPU time')" "$jobs"
    printf '| date | sources | engine | target | CPU s | executions | a CPU s | edges | inputs | corpus |\n|---|---|---|---|---|---|---|---|---|---|\n'
    for t in "${targets[@]}"; do cat "$work/$engine/$t/run/row"; done
    printf '\n## Edges after each run of this folder\n\n'
    awk -F ' [|] ' '{ key = $4 " (" $3 ")"; cpu[key] += $5; seen[key] = seen[key] ", " $8 " after " cpu[key] " CPU s" }
        END { for (key in seen) print "- " key ": " substr(seen[key], 3) }' "$work/rows" | sort
} >"$report"
status=0
printf '\n## Findings\n\n' >>"$report"
if [ -n "$(ls "$work/findings" 2>/dev/null)" ]; then
    status=1
    for f in "$work"/findings/*; do printf -- '- `%s/input`: %s\n' "${f##*/}" "$(cat "$f/fault")" >>"$report"; done
    printf '\nFix these faults, put the inputs into corpus/regress/, and delete the folder `findings`: nothing else does.\n' >>"$report"
else
    printf 'None.\n' >>"$report"
fi
cat "$report"
say "report: $report"
exit $status
