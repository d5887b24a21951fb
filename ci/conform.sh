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

# What is known of this release of readelf, if anything is.
version=$(readelf --version | sed -n '1s/.* //p')
known=$top/conformance/known/readelf-$version.known
options=(--adapter "readelf-$version" --report "$build_root/report")
[ ! -f "$known" ] || options+=(--known "$known")

say "readelf $version on the corpus"
status=0
"$build_root/gcc/conformance/sframe-conform" run "${options[@]}" "$@" || status=$?
case $status in
    0) say "readelf $version does what is expected of it: it passes, but for the known failures counted above" ;;
    1) say "unexpected failures: each is listed above with the command that reproduces it" ;;
    2) say "the known failures of readelf $version are not what they were: $known" ;;
    5) say "nothing ran" ;;
    *) say "the run could not be completed (status $status)" ;;
esac
[ ! -f "$build_root/report/report.md" ] || say "report: $build_root/report/report.md"
exit $status
