#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Proves, for every section up to a size: with Frama-C Eva that reading, judging and look-up never leave the section and do
# nothing undefined; with CBMC that decoding and encoding an accepted one gives the same bytes. Controls, defects put into a
# copy of the sources, must make each proof fail. ref/PROOFS.md says what that means and what was proved.
#
# usage: ci/prove.sh [--eva] [--cbmc] [--controls | --no-controls] [--profile P]... [--property NAME]...
#                    [--shortest N] [--longest N] [--dir DIR] [--keep]
#   --eva, --cbmc   this prover alone; otherwise both
#   --controls      the controls alone; --no-controls: without them
#   --profile P     v1, v2, v2e1, v2e2, v3; otherwise all
#   --property NAME of Eva's: walk, check, find; otherwise all
#   --shortest N    lengths from N, otherwise 0 for Eva and 28 for CBMC
#   --longest N     up to N, otherwise 256 for Eva and 40 for CBMC
#   --dir DIR       where cbmc goes if this system has none; otherwise provers/ under the build root
#   --keep          keep the provers' output, and say where it is
# Needs frama-c-base, which is installed if it is missing, a gigabyte; cbmc 6 is fetched beside the system (ci/peers.sh).
# exit status: 0 all is proved and every control was seen; 1 not; 2 usage, or a prover cannot be had
set -euo pipefail
. "$(dirname "$0")/lib.sh"

all_profiles=(v1 v2 v2e1 v2e2 v3)
profiles=() properties=() eva=false cbmc=false proofs=true controls=true keep=false shortest='' longest='' dir=$build_root/provers
while [ $# -gt 0 ]; do
    case $1 in
        -h|--help) sed -n '3,20s/^# \{0,1\}//p' "$0"; exit 0 ;;
        --eva) eva=true ;;
        --cbmc) cbmc=true ;;
        --controls) proofs=false ;;
        --no-controls) controls=false ;;
        --keep) keep=true ;;
        --profile)
            [[ " ${all_profiles[*]} " == *" ${2:-} "* ]] || die "--profile takes one of: ${all_profiles[*]}"
            profiles+=("$2"); shift ;;
        --property)
            case ${2:-} in walk|check|find) properties+=("$2") ;; *) die "--property takes walk, check or find" ;; esac
            shift ;;
        --shortest|--longest)
            is_number "${2:-}" && [ "$2" -le 9999 ] || die "$1 takes a number of bytes"
            declare "${1#--}=$2"; shift ;;
        --dir) [ $# -ge 2 ] || die "--dir needs a folder"; dir=$2; shift ;;
        *) die "there is no option '$1'; see ci/prove.sh --help" ;;
    esac
    shift
done
$eva || $cbmc || { eva=true; cbmc=true; }
[ ${#profiles[@]} -gt 0 ] || profiles=("${all_profiles[@]}")
[ ${#properties[@]} -gt 0 ] || properties=(walk check find)

$proofs || $controls || die "--controls and --no-controls together leave nothing to do"

# lengths PROVER SHORTEST LONGEST: there must be some, or a proof of nothing would pass.
lengths() { [ "$3" -ge 1 ] && [ "$2" -le "$3" ] || die "$1 has no length from $2 to $3 to prove anything of; see --shortest and --longest"; }
if $eva && $proofs; then lengths Eva "${shortest:-0}" "${longest:-256}"; fi
if $cbmc && $proofs; then lengths CBMC "${shortest:-28}" "${longest:-40}"; fi

work=$(mktemp -d)
$keep && say "the provers' output stays in $work" || trap 'rm -rf "$work"' EXIT
export LC_ALL=C
failed=0 runs=0

# ---- Sources ----

reader=(header fde fre rules check check_fde check_fre find names)
writer=(words layout encode_check encode write model)

# copy_sources FOLDER: what is proved, with the tables of the registers. CBMC gets those without their texts, which nothing
# here reads and which are more objects than it counts to.
copy_sources() {
    mkdir "$1"
    cp "$top"/ref/*.[ch] "$1"
    python3 "$top/ref/registers/make_registers.py" header "$top/ref/registers" "$1/sfr_registers.h"
    python3 "$top/ref/registers/make_registers.py" source "$top/ref/registers" "$1/sfr_registers.c"
    sed '/^#include/!s/"\(\\.\|[^"\\]\)*"/0/g' "$1/sfr_registers.c" >"$1/registers_without_texts.c"
}

# change FOLDER CONTROL: puts a defect in.
change() {
    patch -d "$1" -p2 -s <"$top/ci/prove/$2.patch" || die "ci/prove/$2.patch does not apply; make it anew"
}

field() { sed -n "s/^$2: //p" "$top/ci/prove/$1.patch" | head -n 1; }

# files FOLDER NAME...: their C files.
files() {
    local folder=$1
    shift
    printf "$folder/%s.c\n" "$@"
}

# ---- Progress and results ----

show() { if [ -t 2 ]; then printf '\r\033[K%s' "$*" >&2; fi; }

# result NAME PROFILE BYTES OUTCOME START
result() { runs=$((runs + 1)); show; printf '%-28s %-5s %9s  %-40s %5d s\n' "$1" "$2" "$3" "$4" $((SECONDS - $5)); }

# run LOG COMMAND...: with a clock on a terminal.
run() {
    local log=$1 start=$SECONDS pid status=0
    shift
    "$@" >"$log" 2>&1 &
    pid=$!
    while [ -t 2 ] && kill -0 "$pid" 2>/dev/null; do
        show "$(basename "$log" .log): $((SECONDS - start)) s"
        sleep 1
    done
    wait "$pid" || status=$?
    show
    return $status
}

# ---- Frama-C Eva ----

# Where the answer of a function and what it did to memory must be kept together.
eva_options=(-machdep gcc_x86_64 -eva -eva-precision 0 -eva-split-limit 100000 -eva-no-results
    -eva-msg-key=-initial-state,-final-states
    -eva-split-return-function sfr_bytes_need:0,sfr_read_preamble:0,sfr_place_subsections:0
    -eva-slevel-function sfr_bytes_range:10,sfr_bytes_need:10,sfr_get_u8:10,sfr_get_u16:10,sfr_get_u32:10,sfr_get_u64:10
    -eva-slevel-function sfr_read_preamble:20,sfr_place_subsections:20,check_section:4)

# run_eva SOURCES PROPERTY PROFILE SHORTEST LONGEST LOG
run_eva() {
    local sources
    mapfile -t sources < <(files "$1" "${reader[@]}" sfr_registers)
    run "$6" frama-c "-cpp-extra-args=-I$1 -DPROPERTY=run_$2 -DPROFILE=SFR_PROFILE_${3^^} -DSHORTEST=$4 -DLONGEST=$5" \
        "$top/ci/prove/eva.c" "${sources[@]}" "${eva_options[@]}"
}

# Each length must get to the end; from 28 bytes on, what the property is about must happen too, or nothing is proved.
eva_outcome() { # eva_outcome PROPERTY SHORTEST LONGEST LOG
    local n alarms happens
    case $1 in walk) happens=walked ;; check) happens=accepted ;; find) happens=found ;; esac
    alarms=$(sed -n 's/^  \([0-9]*\) alarms\{0,1\} generated by the analysis.*/\1/p' "$4")
    if [ -z "$alarms" ]; then echo "the analysis did not end"; return; fi
    if [ "$alarms" != 0 ]; then echo "$alarms alarms"; return; fi
    grep -q 'No errors or warnings raised during the analysis' "$4" || { echo "warnings"; return; }
    for ((n = $2; n <= $3; n++)); do
        grep -q "show_each_ended: {$n}\$" "$4" || { echo "length $n does not get to the end"; return; }
    done
    # The shortest section in which there is anything to find has a header, an FDE and a row.
    for ((n = $2; n <= $3; n++)); do
        if [ $happens = found ] && ((n < 52)) || ((n < 28)); then continue; fi
        grep -q "show_each_$happens: {$n}\$" "$4" || { echo "length $n: nothing is $happens"; return; }
    done
    echo "no alarm"
}

prove_eva() { # prove_eva PROPERTY PROFILE
    local start=$SECONDS log=$work/eva-$1-$2.log outcome first=${shortest:-0} last=${longest:-256}
    run_eva "$work/sources" "$1" "$2" "$first" "$last" "$log" || true
    outcome=$(eva_outcome "$1" "$first" "$last" "$log")
    [ "$outcome" = "no alarm" ] || { failed=1; grep -A 2 'alarm\]\|rror' "$log" >&2 || true; }
    result "eva $1" "$2" "$first-$last" "$outcome" $start
}

control_eva() { # control_eva CONTROL PROPERTY PROFILE LENGTH
    local start=$SECONDS log=$work/eva-$1.log outcome seen
    rm -rf "$work/changed"
    copy_sources "$work/changed"
    change "$work/changed" "$1"
    run_eva "$work/changed" "$2" "$3" "$4" "$4" "$log" || true
    outcome=$(eva_outcome "$2" "$4" "$4" "$log")
    seen=$(grep -o "$(field "$1" alarm)" "$log" | head -n 1 || true)
    [[ $outcome == *alarms && -n $seen ]] || { failed=1; outcome="NOT SEEN: $outcome"; }
    result "control $1" "$3" "$4" "$outcome${seen:+, $seen}" $start
}

# ---- CBMC ----

need_cbmc() {
    cbmc_tool=$(command -v cbmc || true)
    if [ -z "$cbmc_tool" ]; then
        "$top/ci/peers.sh" --dir "$dir" cbmc >/dev/null || die "cbmc cannot be had; see above"
        cbmc_tool=$dir/cbmc/bin/cbmc
    fi
}

# run_cbmc SOURCES PROFILE LENGTH LOG [OPTION]...: sections of this length hold no function if it is at most 40.
run_cbmc() {
    local folder=$1 profile=$2 length=$3 log=$4 sources
    shift 4
    mapfile -t sources < <(files "$folder" "${reader[@]}" "${writer[@]}" registers_without_texts)
    run "$log" "$cbmc_tool" --function main -I"$folder" -DLENGTH="$length" -DMAX_FDES=0 -DMAX_FRES=0 -DADDRESS=0x400000 \
        -DPROFILE="SFR_PROFILE_${profile^^}" "$@" "$top/ci/prove/roundtrip.c" "${sources[@]}" --object-bits 10 \
        --no-standard-checks --unwinding-assertions --slice-formula --unwind 2 --unwindset \
        "main.0:$((length + 1)),main.2:$((length + 1)),check_tail.0:$((length - 26)),sfr_write_uint.0:9,sfr_write_bytes.0:9"
}

cbmc_outcome() {
    if grep -q '^VERIFICATION SUCCESSFUL' "$1"; then echo proved
    elif grep -q '^VERIFICATION FAILED' "$1"; then grep -m 1 ': FAILURE' "$1" | sed 's/^\[[^]]*\] //'
    else echo "cbmc did not end"; fi
}

prove_cbmc() { # prove_cbmc PROFILE LENGTH
    local start=$SECONDS log=$work/cbmc-$1-$2.log outcome
    run_cbmc "$work/sources" "$1" "$2" "$log" || true
    outcome=$(cbmc_outcome "$log")
    [ "$outcome" = proved ] || { failed=1; tail -n 5 "$log" >&2; }
    result "cbmc roundtrip" "$1" "$2" "$outcome" $start
}

# control_cbmc NAME SOURCES PROFILE LENGTH [OPTION]...: an assertion of the harness must fail, not one about unwinding.
control_cbmc() {
    local start=$SECONDS log=$work/cbmc-$1.log name=$1 outcome
    shift
    run_cbmc "$1" "$2" "$3" "$log" "${@:4}" || true
    outcome=$(cbmc_outcome "$log")
    [[ $outcome == *assertion*FAILURE && $outcome != *unwinding* ]] || { failed=1; outcome="NOT SEEN: $outcome"; }
    result "control $name" "$2" "$3" "$outcome" $start
}

# ---- The whole ----

need_packages python3 patch gcc libc6-dev
copy_sources "$work/sources"
if $eva; then
    need_packages frama-c-base
    say "$(frama-c -version 2>/dev/null | sed 's/^/Frama-C /')"
    for control in $($controls && echo header reader fde row find); do
        control_eva "$control" "$(field "$control" property)" "$(field "$control" profile)" "$(field "$control" length)"
    done
    for profile in $($proofs && echo "${profiles[@]}"); do
        for property in "${properties[@]}"; do prove_eva "$property" "$profile"; done
    done
fi
if $cbmc; then
    need_cbmc
    say "CBMC $("$cbmc_tool" --version | head -n 1)"
    if $controls; then
        rm -rf "$work/changed"
        copy_sources "$work/changed"
        change "$work/changed" encoder
        control_cbmc encoder "$work/changed" v3 28
        control_cbmc reached "$work/sources" v3 28 -DREACHED
    fi
    for profile in $($proofs && echo "${profiles[@]}"); do
        for ((n = ${shortest:-28}; n <= ${longest:-40}; n++)); do prove_cbmc "$profile" "$n"; done
    done
fi
[ $runs -gt 0 ] || { say "nothing was proved"; failed=1; }
[ $failed = 1 ] || say "$runs proofs and controls, each as it should be"
exit $failed
