#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Appends the figures of runs of ci/fuzz/fuzz.sh to fuzz/LOG.md, except lines that it has already.
#
# usage: ci/fuzz/log.sh [--work FOLDER] [--log FILE]
#
#   --work     the folder of the runs (build/fuzz-work)
#   --log      the file (fuzz/LOG.md)
set -euo pipefail
. "$(dirname "$0")/../lib.sh"
. "$(dirname "$0")/lib.sh"

work=$build_root/fuzz-work log=$top/fuzz/LOG.md
while [ $# -gt 0 ]; do
    case $1 in
        -h|--help) show_help ;;
        --work) work=${2:-}; shift 2 || die "--work needs a folder" ;;
        --log) log=${2:-}; shift 2 || die "--log needs a file" ;;
        *) unknown_option "$1" ;;
    esac
done
[ -s "$work/rows" ] || die "no finished run in $work; see fuzz.sh --help"
new=$(mktemp "$log.XXXXXX")
trap 'rm -f "$new"' EXIT
if [ -s "$log" ]; then
    # The file ends with the table.
    [[ $(tail -n 1 "$log") == '|'* ]] || die "the last line of $log is not a line of a table"
    cat "$log" >"$new"
else
    { printf '# Fuzzing log\n\n'; log_head; } >"$new"
fi
added=0
while IFS= read -r row; do
    ! grep -qxF "$row" "$new" || continue
    printf '%s\n' "$row" >>"$new"
    added=$((added + 1))
done <"$work/rows"
chmod 644 "$new"
mv "$new" "$log"
say "$added lines added to $log"
