#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Shows that the harnesses find bugs: puts each defect of ci/fuzz/planted/ into a copy of the
# sources, one at a time, and prints how long an engine takes to find it from the corpus. Exits with 1
# if it did not find one.
#
# usage: ci/fuzz/planted.sh [--engine libfuzzer|afl|either] [--time SECONDS] [--seed N] [DEFECT...]
#
#   --engine NAME   libfuzzer, afl, or either (the default): AFL++ only tries what libFuzzer does not find
#   --time SECONDS  CPU time for each attempt (300); the table shows CPU time and wall-clock time
#   --seed N        the engines' seed (1)
#   DEFECT          its name in ci/fuzz/planted/; the default is all
set -euo pipefail
. "$(dirname "$0")/../lib.sh"
. "$(dirname "$0")/lib.sh"

engine=either time=300 seed=1 words=()
take_options "$@"
limit=$time
read -r -a engines <<<"${engine/either/libfuzzer afl}"
is_number "$limit" && is_number "$seed" || die "--time and --seed take a number"
for e in "${engines[@]}"; do need_engine "$e"; done
declare -A places
while read -r d place; do places[$d]=$place; done < <("$top/ci/fuzz/planted.py")
wait $! || die "a defect of ci/fuzz/planted/ does not apply; rewrite it"
[ ${#words[@]} -gt 0 ] || mapfile -t words < <(printf '%s\n' "${!places[@]}" | sort)
for d in "${words[@]}"; do [ -n "${places["$d"]:-}" ] || die "no defect '$d' in ci/fuzz/planted/"; done
long_work

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
say "copying the sources to $work"
mkdir "$work/src"
tar -C "$top" --exclude=./build --exclude=./.git --exclude=./corpus -cf - . | tar -C "$work/src" -xf -
ln -s "$top/corpus" "$work/src/corpus"

# attempt ENGINE TARGET: prints "ENGINE CPU WALL" in seconds, or nothing if it did not find the defect.
attempt() {
    local binary=$work/$1/fuzz/fuzz_$2 afl seed_dir out=$work/out ended=0
    engine_build "$1" "$work/src" "$work/$1" "fuzz/fuzz_$2"
    rm -rf "$out"
    mkdir -p "$out/crashes" "$out/corpus"
    seed_dir=$(seeds_of "$2") || exit
    case $1 in
        libfuzzer)
            until_found "$binary" -seed="$seed" -max_len="$(max_len_of "$2")" -timeout=10 -dict="$(dict_of "$2")" \
                -artifact_prefix="$out/crashes/" "$out/corpus" "$seed_dir" ;;
        afl)
            # A seed that shows the defect counts, though AFL++ leaves it out.
            until_found bash -c '. "$0"; crashing_seeds "$1" "$2" >"$3"' "$top/ci/fuzz/lib.sh" "$binary" "$seed_dir" "$out/seeds"
            xargs -d '\n' -r cp -t "$out/crashes" <"$out/seeds"
            afl_command "$2" "$work/afl" AFL_FAST_CAL=1 AFL_QUIET=1 AFL_BENCH_UNTIL_CRASH=1 AFL_SKIP_CRASHES=1
            [ -n "$(ls "$out/crashes")" ] || until_found "${afl[@]}" -V $((20 * limit)) -i "$seed_dir" -o "$out/afl" -s "$seed" -- "$binary"
            cp "$out"/afl/default/crashes/id* "$out"/afl/default/hangs/id* "$out/crashes/" 2>/dev/null || true ;;
    esac
    if [ -z "$(ls "$out/crashes")" ]; then
        # An engine that did not run has searched nothing.
        [ $ended = 0 ] || { tail -n 5 "$out"/log.* >&2; die "$1 ended before its time was used up and found nothing"; }
        return 0
    fi
    python3 -c 'import json, sys; s = json.load(open(sys.argv[1])); print(sys.argv[2], "%.1f %.1f" % (s["cpu"], s["wall"]))' "$out/spent" "$1"
}

# until_found COMMAND...: ends at the first crash, or with `ended` 0 when the CPU time is used up.
until_found() {
    ended=0
    "$top/ci/fuzz/run.py" --spent "$out/spent" --cpu "$limit" --log "$out/log" -- "$@" || ended=$?
    case $ended in 0|3) ;; *) die "run.py failed; see above" ;; esac
}

status=0
printf '%-30s %-12s %s\n' defect harness 'engine, CPU s, s'
for d in "${words[@]}"; do
    read -r target file <<<"${places[$d]}"
    cp "$work/src/$file" "$work/kept"
    "$work/src/ci/fuzz/planted.py" "$d" >"$work/changed"
    cp "$work/changed" "$work/src/$file"
    for e in "${engines[@]}"; do
        took=$(attempt "$e" "$target")
        [ -z "$took" ] || break
    done
    printf '%-30s %-12s %s\n' "$d" "$target" "${took:-not in $limit}"
    [ -n "$took" ] || status=1
    cp "$work/kept" "$work/src/$file"
done
exit $status
