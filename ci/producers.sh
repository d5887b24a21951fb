#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs every toolchain at hand over the producer cases, each with its known-failure file, and says how many cases each
# gets right.
#
# usage: ci/producers.sh [--peers DIR] [--conform FILE] [--write-known]
#   --peers DIR     where ci/peers.sh put newer toolchains; otherwise peers/ under the build root
#   --conform FILE  the sframe-conform to use; otherwise it is built
#   --write-known   write the known-failure files anew, with "unexplained" for what is new
# exit status: 0 every toolchain does what its known-failure file says; 1 one does not; 2 it cannot be run
set -euo pipefail
. "$(dirname "$0")/lib.sh"
. "$top/ci/real-tools.sh"

peers=$build_root/peers
conform=
write=false
while [ $# -gt 0 ]; do
    case $1 in
        -h|--help) sed -n '3,11s/^# \{0,1\}//p' "$0"; exit 0 ;;
        --peers) [ $# -ge 2 ] || die "--peers needs a folder"; peers=$2; shift ;;
        --conform) [ $# -ge 2 ] || die "--conform needs a file"; conform=$2; shift ;;
        --write-known) write=true ;;
        *) die "there is no option '$1'; see ci/producers.sh --help" ;;
    esac
    shift
done

need_conform
log=$(mktemp)
trap 'rm -f "$log"' EXIT
known_folder=$top/conformance/producers/known
status=0

# run_cases NAME ABI AS LD: one line for a toolchain and ABI. LD may be empty.
run_cases() {
    local known=$known_folder/$1-$2.known options=(--abi "$2" --as "$3") result=0
    if [ -n "$4" ]; then options+=(--ld "$4"); fi
    if [ -f "$known" ]; then options+=(--known "$known"); fi
    if $write; then options+=(--write-known "$known" --force); fi
    "$conform" produce "${options[@]}" >"$log" 2>&1 || result=$?
    printf '%-12s %-8s %s\n' "$1" "$2" "$(tail -n 1 "$log")"
    if [ "$result" -ne 0 ] && ! $write; then
        status=1
        grep -A1 -E '^(WRONG|stale)|stale:|sframe-conform:' "$log" >&2 || true
    fi
}

# try_folder FOLDER: every target of a toolchain whose assembler writes SFrame data.
try_folder() {
    local target abi short
    for target in amd64-little aarch64-little s390x-big; do
        abi=${target%-*}
        use_toolchain "$1" "$target" 2>/dev/null || continue
        if [ "${as[0]##*/}" = llvm-mc ]; then
            # It writes SFrame data for AMD64 alone, and no linker here takes them.
            if [ "$abi" = amd64 ]; then run_cases "llvm-mc-${release%%.*}" amd64 "${as[*]} --gsframe" ''; fi
            continue
        fi
        printf 'f: .cfi_startproc\n.long 0\n.cfi_endproc\n' |
            "${as[@]}" --gsframe -o /dev/null - 2>/dev/null || continue
        short=$(printf '%s' "$release" | cut -d. -f1,2)
        run_cases "as-$short" "$abi" "${as[*]} --gsframe" "${ld[*]} -shared"
    done
}

try_folder ''
for folder in "$peers"/*/bin; do
    if [ -d "$folder" ]; then try_folder "$folder"; fi
done
exit "$status"
