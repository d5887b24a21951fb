#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what is needed, builds, and judges the SFrame reader of this system (GNU readelf) on the corpus.
#
# usage: ci/conform.sh [OPTION OF 'sframe-conform run']...
set -euo pipefail
. "$(dirname "$0")/lib.sh"
case "${1:-}" in -h|--help) sed -n '3,5s/^# \{0,1\}//p' "$0"; exit 0 ;; esac

need_packages "${base_packages[@]}" binutils
say "build"
CC=${CC:-gcc} configure gcc
compile gcc

report=$build_root/report
status=0
"$build_root/gcc/conformance/sframe-conform" run --report "$report" "$@" || status=$?
case $status in
    0) say "conforms, apart from the known failures listed above" ;;
    1) say "unexpected failures: each is listed above with the command that reproduces it" ;;
    5) say "nothing ran" ;;
    *) say "the run could not be completed (status $status)" ;;
esac
[ ! -f "$report/report.md" ] || say "report: $report/report.md"
exit $status
