#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs the producer cases on every installed toolchain of conformance/producers/toolchains, each
# with its known-failure file, and prints how many cases each gets right. Then it runs the smallest
# sources of known defects (smallest.py).
#
# usage: ci/real/producers.sh [--peers DIR] [--conform FILE] [--write-known]
#   --peers DIR     newer toolchains from ci/real/peers.sh; the default is peers/ under the build
#                   root
#   --conform FILE  the sframe-conform to use; the default builds it
#   --write-known   rewrite the known-failure files, with "unexplained" for new entries, the
#                   smallest sources and the page of defects
# exit status: 0 every toolchain matches its known-failure file; 1 one does not; 2 they could not be
#              run
set -euo pipefail
. "$(dirname "$0")/../lib.sh"

peers=$build_root/peers
conform=
write=false
while [ $# -gt 0 ]; do
    case $1 in
        -h|--help) show_help ;;
        --peers) [ $# -ge 2 ] || die "--peers needs a folder"; peers=$2; shift ;;
        --conform) [ $# -ge 2 ] || die "--conform needs a file"; conform=$2; shift ;;
        --write-known) write=true ;;
        *) unknown_option "$1" ;;
    esac
    shift
done

need_packages gcc-aarch64-linux-gnu gcc-s390x-linux-gnu
need_conform
log=$(mktemp)
trap 'rm -f "$log"' EXIT
folder=$top/conformance/producers
status=0
tried=0

# try NAME [BIN]: prints a line for the toolchain of this system, or of the folder BIN. Fails if it
# is not there.
try() {
    local options=(--toolchain "$folder/toolchains/$1.conf" --cases "$folder") result=0
    if [ $# -gt 1 ]; then options+=(--bin "$2"); fi
    if $write; then options+=(--write-known "$folder/known/$1.known" --force); fi
    "$conform" produce "${options[@]}" >"$log" 2>&1 || result=$?
    if [ "$result" -eq 4 ] && grep -q -- '--bin$' "$log"; then return 1; fi
    printf '%-18s %s\n' "$1" "$(grep ' cases: ' "$log" || tail -n 1 "$log")"
    # A rewritten list excuses failures, but not a run that was not completed.
    if [ "$result" -gt 2 ] || { [ "$result" -ne 0 ] && ! $write; }; then
        status=1
        grep -A1 -E '^(WRONG|stale)|stale:|sframe-conform:' "$log" >&2 || true
    fi
}

long_work
for conf in "$folder"/toolchains/*.conf; do
    name=$(basename "$conf" .conf)
    found=false
    if try "$name"; then found=true; fi
    for bin in "$peers"/*/bin; do
        if ! $found && [ -d "$bin" ] && try "$name" "$bin"; then found=true; fi
    done
    if $found; then tried=$((tried + 1)); else printf '%-18s not installed\n' "$name"; fi
done
[ "$tried" -gt 0 ] || die "no toolchain is installed; ci/real/peers.sh fetches newer ones"
if $write; then
    python3 "$top/ci/real/smallest.py" --conform "$conform" --peers "$peers" --write || status=1
    python3 "$top/ci/real/defects.py" --write
else
    say 'the smallest sources of the defects'
    python3 "$top/ci/real/smallest.py" --conform "$conform" --peers "$peers" >"$log" || status=1
    if [ "$status" -ne 0 ]; then grep '^wrong' "$log" >&2 || true; fi
fi
exit "$status"
