#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Proves for every section up to a size: with Frama-C Eva that reading, judging and look-up never
# access memory outside the section and have no undefined behaviour; with CBMC that decoding and
# encoding an accepted section gives the same bytes, and what acceptance and look-up mean. Controls,
# which are defects in a copy of the sources, must make each proof fail. ref/PROOFS.md explains the
# proofs and their results.
#
# usage: ci/trust/prove.sh [--eva] [--cbmc] [--controls | --no-controls] [--profile P]... [--property NAME]...
#                    [--shortest N] [--longest N] [--seconds N] [--again] [--dir DIR] [--keep]
#   --eva           only this prover; the default is both
#   --cbmc          only this prover
#   --controls      only the controls
#   --no-controls   without them
#   --profile P     v1, v2, v2e1, v2e2 or v3, each by itself; the default is all, which Eva analyses
#                   at once
#   --property NAME  of Eva's: walk, judge, check, find or whole; of CBMC's: roundtrip, reads, judged,
#                   accepted, steps, lookup, entries, alone, words, section or search; the default
#                   is all
#   --shortest N    lengths from N for Eva and roundtrip; the default is 0
#   --longest N     up to N; the default is 256 for Eva and 40 for roundtrip, whose limit is 43
#   --rows N        of a function, in judged; the default is 2
#   --seconds N     CPU time of one run of a prover, which fails if it needs more; the default is 1800
#   --again         repeat proofs that an earlier run made of the same sources with the same script
#   --dir DIR       where to put cbmc and bitwuzla if this system has none; the default is
#                   provers/ under the build root
#   --keep          keep the provers' output, and print where it is
# Each line of the output is one run of a prover, with its CPU time. Results are kept in proofs/
# under the build root, so that an interrupted run can continue. Installs frama-c-base if it is
# missing, which is a gigabyte; ci/real/peers.sh fetches cbmc 6, and bitwuzla, its solver for search and
# words, without changing the system.
# exit status: 0 all is proved and every control is seen; 1 not; 2 usage, or a prover is missing
set -euo pipefail
. "$(dirname "$0")/../lib.sh"

all_profiles=(v1 v2 v2e1 v2e2 v3)
eva_properties=(walk judge check find whole)
cbmc_properties=(roundtrip reads judged accepted steps lookup entries alone words section search)
profile=() property=() rows=2 seconds=1800 shortest=0 longest=usual dir=$build_root/provers
take_options "$@"

# one_of NAME VALUE ALLOWED...
one_of() { [[ " ${*:3} " == *" $2 "* ]] || die "--$1 takes one of: ${*:3}"; }
# number NAME FIRST LAST
number() { is_number "${!1}" && ((${!1} >= $2 && ${!1} <= $3)) || die "--$1 takes a number from $2 to $3"; }
for value in "${profile[@]}"; do one_of profile "$value" "${all_profiles[@]}"; done
for value in "${property[@]}"; do one_of property "$value" "${eva_properties[@]}" "${cbmc_properties[@]}"; done
number rows 1 99
number seconds 1 99999999
number shortest 0 9999
[ "$longest" = usual ] || number longest 0 9999
profiles=("${profile[@]}") properties=("${property[@]}") proofs=true
! $controls || proofs=false
$proofs || ! $no_controls || die "--controls and --no-controls together leave nothing to do"
if ! $no_controls; then controls=true; fi
$eva || $cbmc || { eva=true; cbmc=true; }

# field[CONTROL KEY], of the lines before the patch. The first in each file is `defect`.
declare -A field
controls_there=()
while IFS=: read -r path key value; do
    control=${path%.patch}
    [ "$key" != defect ] || controls_there+=("$control")
    field[$control $key]=${value# }
done < <(cd "$top/ci/trust/prove" && grep -oE '^[a-z]+: .*' -- *.patch)
for control in "${controls_there[@]}"; do
    # It would be left out, and nobody would see that.
    [[ " ${eva_properties[*]} ${cbmc_properties[*]} " == *" ${field[$control property]} "* ]] ||
        die "ci/trust/prove/$control.patch: no proof has its property '${field[$control property]}'"
done

# wanted PROPERTY: with --property, whether it names this one.
wanted() { [ ${#properties[@]} = 0 ] || [[ " ${properties[*]} " == *" $1 "* ]]; }
# any_wanted PROPERTY...
any_wanted() { for value in "$@"; do if wanted "$value"; then return; fi; done; false; }
any_wanted "${eva_properties[@]}" || eva=false
any_wanted "${cbmc_properties[@]}" || cbmc=false

# lengths PROVER LONGEST: fails if there are none, because a proof of nothing would pass.
lengths() { [ "$2" -ge 1 ] && [ "$shortest" -le "$2" ] ||
    die "no length from $shortest to $2 for $1; see --shortest and --longest"; }
if $eva && $proofs; then lengths Eva "${longest/usual/256}"; fi
longest_roundtrip=${longest/usual/40}
if $cbmc && $proofs && wanted roundtrip; then
    lengths CBMC "$longest_roundtrip"
    [ "$longest_roundtrip" -ge 28 ] || die "CBMC has no section of less than 28 bytes; see --longest"
    [ "$longest_roundtrip" -le 43 ] ||
        die "CBMC has no proof for more than 43 bytes, which may have functions; see --longest and --eva"
fi

work=$(mktemp -d)
long_work
$keep && say "the provers' output is kept in $work" || trap 'rm -rf "$work"' EXIT
export LC_ALL=C
failed=0 runs=0

# ---- Sources ----

opening=(header names sfr_registers)
judging=(fde check_fde check_fre rules)
reader=("${opening[@]}" "${judging[@]}" fre check find)
base=(header names registers_without_texts)
roundtrip=("${base[@]}" fde fre rules check encode/{words,layout,encode_check,encode,write,model})

# copy_sources FOLDER: copies the core, with the tables of the registers. For CBMC these are without
# texts: nothing here reads them, and they are more objects than it supports.
copy_sources() {
    mkdir "$1"
    cp -r "$top"/ref/*.[ch] "$top/ref/encode" "$1"
    python3 "$top/ref/registers/make_registers.py" header "$top/ref/registers" "$1/sfr_registers.h"
    python3 "$top/ref/registers/make_registers.py" source "$top/ref/registers" "$1/sfr_registers.c"
    sed '/^#include/!s/"\(\\.\|[^"\\]\)*"/0/g' "$1/sfr_registers.c" >"$1/registers_without_texts.c"
}

# change CONTROL: makes a copy of the sources with this defect in $work/changed.
change() {
    rm -rf "$work/changed"
    copy_sources "$work/changed"
    patch -d "$work/changed" -p2 -s <"$top/ci/trust/prove/$1.patch" ||
        die "ci/trust/prove/$1.patch does not apply; rewrite it"
}

# files FOLDER NAME...: prints the paths of their C files.
files() {
    local folder=$1
    shift
    printf "$folder/%s.c\n" "$@"
}

# ---- Runs and their results ----

# open_records PROVER VERSION FILE...: sets `records` to the folder of its results, which depends on
# all their inputs.
open_records() {
    local key
    key=$({ echo "$2"; cat "$work"/sources/{,encode/}*.h "${@:3}" "$top"/ci/trust/prove/* "$top/ci/trust/prove.sh"; } | sha256sum | cut -c 1-16)
    say "$1 $2; results are kept in proofs/$key"
    records=$build_root/proofs/$key
    mkdir -p "$records"
}

# limited COMMAND...: with a limit of CPU time.
limited() { (ulimit -t "$seconds" && exec "$@"); }

# run COMMAND...: runs a prover with its output in $log, and a clock on a terminal. Sets `cpu` to
# its CPU seconds.
run() {
    local clock='' start=$SECONDS status=0 TIMEFORMAT='%U %S'
    if [ -t 2 ]; then
        while sleep 1 && kill -0 $$; do printf '\r\033[K%s: %d s' "$(basename "$log" .log)" $((SECONDS - start)) >&2; done &
        clock=$!
    fi
    { time limited "$@" >"$log" 2>&1; } 2>"$work/time" || status=$?
    if [ -n "$clock" ]; then
        kill "$clock"
        wait "$clock" 2>/dev/null || true
        printf '\r\033[K' >&2
    fi
    cpu=$(tail -n 1 "$work/time" | awk '{ printf "%.1f", $1 + $2 }')
    return "$status"
}

# try: runs the prover of this step and judges what it says. A control, which is a defect, must be seen.
try() {
    local sources=$work/sources seen
    if [ -n "$control" ]; then
        change "$control"
        sources=$work/changed
    fi
    "run_$prover" "$sources" "$property" "$profile" "$first" "$last"
    "judge_$prover" "$property" "$profile" "$first" "$last"
    if [ -z "$control" ]; then
        $good || "complain_$prover" >&2
    elif seen=$("seen_by_$prover" "${field[$control alarm]}"); then
        outcome=$seen good=true
    else
        outcome="NOT SEEN: $outcome" good=false
    fi
}

# step PROVER PROPERTY PROFILE FIRST LAST [CONTROL]: one proof or control. A good result is kept.
step() {
    local prover=$1 property=$2 profile=$3 first=$4 last=$5 control=${6:-} line outcome='' good=false cpu=0 log mark=''
    local name=${control:+control $control}
    name=${name:-$prover $property}
    local record=$records/${name// /-}-$profile-$first-$last
    log=$work/$(basename "$record").log
    if ! $again && [ -s "$record" ]; then
        line=$(cat "$record") good=true mark=' (earlier)'
    else
        try
        line=$(printf '%-20s %-5s %9s  %-42s %7s s' "$name" "$profile" "$first-$last" "$outcome" "$cpu")
    fi
    if ! $good; then
        failed=1
    elif [ -z "$mark" ]; then
        printf '%s\n' "$line" >"$record.new"
        mv "$record.new" "$record"
    fi
    runs=$((runs + 1))
    printf '%s%s\n' "$line" "$mark"
    printf '%s\n' "$line" >>"$work/lines"
}

# sums: prints the number and the CPU time of the runs of each proof.
sums() {
    awk '{ key = $1 " " $2; if ($1 == "control") key = $1 "s"; else key = key " " $3
           if (!(key in n)) order[++keys] = key; n[key]++; time[key] += $(NF - 1) }
         END { for (i = 1; i <= keys; i++) { k = order[i]; printf "== %-26s %3d runs %9.1f s of CPU time\n", k, n[k], time[k] } }' \
        "$work/lines" >&2
}

# ---- Frama-C Eva ----

# These keep the answer of a function together with its effect on memory. Early widening of loops
# takes half the time and causes no alarm.
eva_options=(-machdep gcc_x86_64 -eva -eva-precision 0 -eva-split-limit 100000 -eva-no-results
    -eva-widening-delay 1 -eva-widening-period 1 -eva-msg-key=-initial-state,-final-states
    -eva-split-return-function sfr_bytes_need:0,sfr_read_preamble:0,sfr_place_subsections:0
    -eva-slevel-function sfr_bytes_range:10,sfr_bytes_need:10,sfr_get_u8:10,sfr_get_u16:10,sfr_get_u32:10,sfr_get_u64:10
    -eva-slevel-function sfr_read_preamble:20,sfr_place_subsections:20,check_section:4)

# run_eva SOURCES PROPERTY PROFILE SHORTEST LONGEST
run_eva() {
    local sources names=("${reader[@]}") profile=SFR_PROFILE_${3^^} defines=
    case $2 in
        check) names=("${opening[@]}" check) defines=-DANY_FUNCTIONS ;;
        judge) names=("${opening[@]}" "${judging[@]}" check) ;;
    esac
    if [ "$3" = all ]; then profile=ANY_PROFILE; fi
    mapfile -t sources < <(files "$1" "${names[@]}")
    run frama-c "-cpp-extra-args=-I$1 $defines -DPROPERTY=run_$2 -DPROFILE=$profile -DSHORTEST=$4 -DLONGEST=$5" \
        "$top/ci/trust/prove/eva.c" "${sources[@]}" "${eva_options[@]}" || true
}

# judge_eva PROPERTY PROFILE SHORTEST LONGEST: sets `outcome`, and `good` if all is proved. Each length must get to the end,
# and the subject of the property must happen: from 28 bytes a section can be accepted, and from 52
# one of any profile can have a function with a row. Where every profile and every row can occur,
# every statement must be reached.
judge_eva() {
    local n what happens alarms
    case $1 in walk) happens=walked ;; judge) happens=judged ;; check) happens=accepted ;; find) happens=found ;;
        whole) happens='accepted walked found' ;; esac
    alarms=$(sed -n 's/^  \([0-9]*\) alarms\{0,1\} generated by the analysis.*/\1/p' "$log")
    if [ -z "$alarms" ]; then outcome="the analysis did not finish"; return; fi
    if [ "$alarms" != 0 ]; then outcome="alarms: $alarms"; return; fi
    grep -q 'No errors or warnings raised during the analysis' "$log" || { outcome="warnings"; return; }
    if grep -qE '^ +(Assertions|Preconditions) .* [1-9][0-9]* (unknown|invalid) ' "$log"; then outcome="an assertion is open"; return; fi
    for ((n = $3; n <= $4; n++)); do
        grep -q "show_each_ended: {$n}\$" "$log" || { outcome="length $n does not get to the end"; return; }
        for what in $happens; do
            if ((n < 28)) || { [ "$what" != accepted ] && ((n < 52)); }; then continue; fi
            grep -q "show_each_$what: {$n}\$" "$log" || { outcome="length $n: nothing is $what"; return; }
        done
    done
    if [ "$2" = all ] && (($3 >= 64)); then
        grep -q 'statements reached (out of [0-9]*): 100% coverage' "$log" || { outcome="statements are not reached"; return; }
    fi
    outcome="no alarm" good=true
}

complain_eva() { grep -A 2 'alarm\]\|rror' "$log" || true; }

# seen_by_eva ALARM: prints what Eva saw of it.
seen_by_eva() { [[ $outcome == alarms* ]] && grep -q "$1" "$log" && printf '%s, %s' "$outcome" "$1"; }

# steps_eva PROPERTY PROFILE: 32 lengths at a time; for `whole` three single lengths.
steps_eva() {
    local n end last=${longest/usual/256}
    if [ "$1" = whole ]; then
        for n in 28 64 256; do
            if ((n >= shortest && n <= last)); then step eva "$1" "$2" $n $n; fi
        done
        return
    fi
    for ((n = shortest; n <= last; n = end + 1)); do
        end=$((n / 32 * 32 + 31 < last ? n / 32 * 32 + 31 : last))
        step eva "$1" "$2" $n $end
    done
}

# ---- CBMC ----

need_cbmc() {
    cbmc_tool=$(command -v cbmc || true)
    if [ -z "$cbmc_tool" ]; then
        "$top/ci/real/peers.sh" --dir "$dir" cbmc >/dev/null || die "cbmc is missing; see above"
        cbmc_tool=$dir/cbmc/bin/cbmc
    fi
}

# need_bitwuzla: cbmc starts its solver by name.
need_bitwuzla() {
    if command -v bitwuzla >/dev/null; then return; fi
    "$top/ci/real/peers.sh" --dir "$dir" bitwuzla >/dev/null || die "bitwuzla is missing; see above"
    PATH=$dir/bitwuzla/bin:$PATH
}

# run_cbmc SOURCES PROPERTY PROFILE TYPE BOUND: the harness of a property, with the files and the loops that it
# needs. TYPE is that of the FREs, where it matters; 3 stands for all that do not exist. For roundtrip TYPE and BOUND
# are lengths. The bound of words is a size code. For section TYPE is the function's info byte, and the bound the row's info word. Bitwuzla solves what CBMC's own solver does not.
run_cbmc() {
    local sources names options bound=$5 object_bits=10
    case $2 in
        # cbmc quotes a definition for its shell only if it has a space.
        roundtrip) names=("${roundtrip[@]:${#base[@]}}")
            options=(-DSHORTEST="$4" -DLONGEST="$bound" -DREACHED="$(seq -s ' ' -f 'R(%g)' $(($4 > 28 ? $4 : 28)) "$bound") " --unwind 2
                --unwindset "main.0:$((bound + 1)),main.1:$((bound + 1)),check_tail.0:$((bound < 28 ? 2 : bound - 26)),sfr_write_uint.0:9,sfr_write_bytes.0:9") ;;
        reads) names=(fde fre) options=(--unwind 16) ;;
        judged) names=(check check_fde rules) options=(-DROWS="$bound" --unwind $((bound > 2 ? bound + 2 : 4))) ;;
        accepted) names=(check)
            options=(-DLONGEST="$bound" --unwind 4 --unwindset "main.0:$((bound + 1)),check_tail.0:$((bound - 26))") ;;
        search) names=(fde find rules)
            options=(-DFUNCTIONS="$bound" --bitwuzla --unwind $((bound + 2)) --unwindset "any_table.0:$((29 + 20 * bound))") ;;
        steps) names=(fde rules) options=(-DBITS="$bound" --unwind $((bound + 2))) ;;
        lookup) names=(fde rules) options=(-DROWS="$bound" --unwind $((bound + 2))) ;;
        entries) names=(fde check check_fde rules fre encode/{layout,words,write})
            options=(-DFUNCTIONS="$bound" --unwind 22 --unwindset "any_opened.0:$((35 + 20 * bound)),sfr_write_uint.0:9") ;;
        alone) names=(fre) options=(--unwind 16 --unwindset main.0:66) ;;
        words) names=(fde fre rules encode/{layout,words,write}) object_bits=16
            options=(-DSIZE_CODE="$bound" --bitwuzla --max-field-sensitivity-array-size 256 --unwind 16
                --unwindset write_row.0:66,sfr_write_uint.0:9) ;;
        section) names=("${roundtrip[@]:${#base[@]}}" check_fde check_fre) object_bits=12
            options=(-DFUNC_INFO="$4" -DROW_INFO="$bound" --max-field-sensitivity-array-size 256 --unwind 16
                --unwindset any_section.0:99,same_section.0:99,sfr_write_uint.0:9) ;;
    esac
    mapfile -t sources < <(files "$1" "${base[@]}" "${names[@]}")
    run "$cbmc_tool" --function main -I"$1" -I"$1/encode" -DPROFILE="SFR_PROFILE_${3^^}" -DFRE_TYPE="$4" \
        "$top/ci/trust/prove/$2.c" "${sources[@]}" --object-bits $object_bits --no-standard-checks --unwinding-assertions --slice-formula "${options[@]}" || true
}

# judge_cbmc: sets `outcome`, and `good` if all is proved. The assertions of reached() must fail, and no other; ERROR is one that the
# solver did not answer.
judge_cbmc() {
    local failures
    if ! grep -qE '^VERIFICATION (FAILED|SUCCESSFUL)$' "$log" || grep -qE '^\[.*: (ERROR|UNKNOWN)$' "$log"; then
        outcome="cbmc did not finish"
        return
    fi
    failures=$(grep ': FAILURE$' "$log" | grep -v ' reached: ' || true)
    if [ -n "$failures" ]; then outcome=$(sed -n '1s/^\[[^]]*\] //p' <<<"$failures")
    elif grep -q ' reached: .*: SUCCESS$' "$log"; then outcome="a place is not reached"
    elif grep -q ' reached: .*: FAILURE$' "$log"; then outcome=proved good=true
    else outcome="nothing is reached"; fi
}

complain_cbmc() { tail -n 5 "$log"; }

# seen_by_cbmc ALARM: prints the assertion that fails, other than those of reached().
seen_by_cbmc() {
    grep ': FAILURE$' "$log" | grep -v ' reached: ' | grep -q "$1" && printf 'fails: %s' "${1//\\/}"
}

# steps_cbmc PROPERTY PROFILE: a proof for each type of FREs and each bound, in this order. 0: there is none.
declare -A bounds=([roundtrip]=$longest_roundtrip [reads]=0 [steps]=8 [judged]=$rows [lookup]=8 [accepted]=64 [search]='1 2 3'
    [entries]=2 [alone]=1 [words]='0 1 2' [section]=3)
declare -A types=([roundtrip]=$shortest [judged]='0 1 2 3' [alone]='0 1 2' [words]='0 1 2' [section]='0 16')
steps_cbmc() {
    local type bound
    for type in ${types[$1]:-0}; do
        for bound in ${bounds[$1]}; do step cbmc "$1" "$2" "$type" "$bound"; done
    done
}

# ---- All proofs ----

# all_steps PROVER PROPERTY...: its controls, then its proofs.
all_steps() {
    local prover=$1 name property profile first last every
    shift
    for name in $($controls && echo "${controls_there[@]}"); do
        property=${field[$name property]} profile=${field[$name profile]} last=${field[$name length]} first=$last
        if [[ " $* " != *" $property "* ]] || ! wanted "$property"; then continue; fi
        # This is the type of its rows.
        [ "$prover" = eva ] || [ "$property" = roundtrip ] || first=0
        step "$prover" "$property" "$profile" "$first" "$last" "$name"
    done
    for property in $($proofs && echo "$@"); do
        wanted "$property" || continue
        every=("${all_profiles[@]}")
        if [ "$prover" = eva ] && [ "$property" != whole ]; then every=(all); fi
        for profile in "${profiles[@]:-${every[@]}}"; do "steps_$prover" "$property" "$profile"; done
    done
}

need_packages python3 patch gcc libc6-dev
copy_sources "$work/sources"
if $eva; then
    need_packages frama-c-base
    mapfile -t sources < <(files "$work/sources" "${reader[@]}")
    open_records Frama-C "$(frama-c -version 2>/dev/null)" "${sources[@]}"
    all_steps eva "${eva_properties[@]}"
fi
if $cbmc; then
    need_cbmc
    need_bitwuzla
    mapfile -t sources < <(files "$work/sources" "${roundtrip[@]}" find check_fde check_fre)
    open_records CBMC "$("$cbmc_tool" --version | head -n 1) with Bitwuzla $(bitwuzla --version)" "${sources[@]}"
    all_steps cbmc "${cbmc_properties[@]}"
fi
[ $runs -gt 0 ] || die "nothing ran"
sums
[ $failed = 1 ] || say "$runs proofs and controls, all as expected"
exit $failed
