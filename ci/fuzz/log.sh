#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Puts what ci/fuzz/fuzz.sh noted of its runs into fuzz/LOG.md: the lines that are not there yet, behind those that are.
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
[ -s "$work/rows" ] || die "no run was finished in $work; see ci/fuzz/fuzz.sh --help"
new=$(mktemp "$log.XXXXXX")
trap 'rm -f "$new"' EXIT
if [ -s "$log" ]; then
    # The table is the end of the file.
    [[ $(tail -n 1 "$log") == '|'* ]] || die "the last line of $log is no line of a table"
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
