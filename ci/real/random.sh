#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tries random functions on every installed assembler of conformance/producers/toolchains that has a list of known
# causes (known-random), and prints what each got wrong.
#
# usage: ci/real/random.sh [--peers DIR] [--conform FILE] [--count N] [--seed S] [--jobs N] [--log DIR] [--page FILE] [NAME...]
#   --peers DIR     newer toolchains from ci/real/peers.sh; the default is peers/ under the build root
#   --conform FILE  the sframe-conform to use; the default builds it
#   --count N       functions for each (default: 20000)
#   --seed S        (default: 1)
#   --jobs N        assemblers at once (default: 2)
#   --log DIR       keep the output of each run there, and its results (NAME.jsonl); the default forgets them
#   --page FILE     write the page of the log to FILE, such as conformance/producers/random.md. It is about the runs
#                   whose results are in --log, also earlier ones
#   NAME...         these toolchains only
# llvm-mc runs behind a fork server (forkserver/), because it needs far longer to start than to assemble.
# exit status: 0 nothing new was found; 1 something was, or a list is stale; 2 nothing could be run
set -euo pipefail
. "$(dirname "$0")/../lib.sh"
. "$(dirname "$0")/forkserver/lib.sh"

peers=$build_root/peers
conform=
count=20000
seed=1
jobs=2
log=
page=
names=()
while [ $# -gt 0 ]; do
    case $1 in
        -h|--help) show_help ;;
        --peers|--conform|--count|--seed|--jobs|--log|--page)
            [ $# -ge 2 ] || die "$1 needs a value"
            declare "${1#--}=$2"
            shift ;;
        -*) unknown_option "$1" ;;
        *) names+=("$1") ;;
    esac
    shift
done
need_conform
folder=$top/conformance/producers
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if [ -z "$log" ]; then mkdir "${log:=$scratch/log}"; fi
# Otherwise each crash starts a program that names its functions.
export LLVM_DISABLE_SYMBOLIZATION=1
status=0
tried=0

# produce NAME [BIN]
produce() {
    local options=(--toolchain "$folder/toolchains/$1.conf" --random "$count" --seed "$seed" -j "$jobs" --results "$log/$1.jsonl.new")
    if [ $# -gt 1 ]; then options+=(--bin "$2"); fi
    "$conform" produce "${options[@]}" >"$log/$1.new" 2>"$log/$1.err"
}

# produce_behind_server NAME PROGRAM [BIN]: the commands that repeat a find name the program's own folder.
produce_behind_server() {
    local bin=$scratch/forkserver/bin result=0 file
    make_fork_server "$scratch/forkserver" || die 'the fork server cannot be compiled'
    start_fork_server "$scratch/forkserver" "$2" || die "$2 does not start behind the fork server"
    produce "$1" "$bin" || result=$?
    stop_fork_server || { rm -f "$log/$1.new" "$log/$1.jsonl.new"; die "the fork server of $2 ended early: the run of $1 does not count"; }
    for file in "$log/$1".{new,err,jsonl.new}; do
        if [ -f "$file" ]; then sed -i "s! --bin $bin!${3:+ --bin $3}!" "$file"; fi
    done
    return $result
}

# try NAME [BIN]: fails if the toolchain of this system, or of the folder BIN, is not that of the name.
try() {
    local program result=0
    program=$(sed -n 's/^as: \(llvm-mc\) .*/\1/p' "$folder/toolchains/$1.conf")
    if [ $# -gt 1 ]; then program=${program:+$2/$program}; fi
    if [ -n "$program" ] && program=$(command -v "$program"); then
        produce_behind_server "$1" "$program" "${@:2}" || result=$?
    else
        produce "$@" || result=$?
    fi
    if [ "$result" -eq 4 ] && grep -q -- '--bin$' "$log/$1.err"; then
        rm "$log/$1.new" "$log/$1.err"
        return 1
    fi
    mv "$log/$1.new" "$log/$1.txt"
    if [ -f "$log/$1.jsonl.new" ]; then mv "$log/$1.jsonl.new" "$log/$1.jsonl"; fi
    [ "$result" -eq 0 ] || status=1
    if ! python3 "$top/ci/real/random_page.py" --finds "$log/$1.jsonl" 2>/dev/null; then
        printf '%-18s ended with status %s\n' "$1" "$result"
        cat "$log/$1.err" >&2
        status=1
    fi
}

is_wanted() {
    local name
    [ ${#names[@]} -gt 0 ] || return 0
    for name in "${names[@]}"; do [ "$name" != "$1" ] || return 0; done
    return 1
}

if is_check; then make_fork_server "$scratch/forkserver" || die 'the fork server cannot be compiled'; fi
long_work
for conf in "$folder"/toolchains/*.conf; do
    name=$(basename "$conf" .conf)
    if ! is_wanted "$name" || ! grep -q '^known-random: ' "$conf"; then continue; fi
    found=false
    if try "$name"; then found=true; fi
    for bin in "$peers"/*/bin; do
        if ! $found && [ -d "$bin" ] && try "$name" "$bin"; then found=true; fi
    done
    if $found; then tried=$((tried + 1)); else printf '%-18s not installed\n' "$name"; fi
done
[ "$tried" -gt 0 ] || die "no toolchain is installed; ci/real/peers.sh fetches newer ones"
if [ -n "$page" ]; then python3 "$top/ci/real/random_page.py" "$log" >"$page"; fi
exit "$status"
