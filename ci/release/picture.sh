#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the picture of the README: the report of a run of this system's readelf, as Chromium shows it.
#
# usage: ci/release/picture.sh [--out FILE]
#   --out FILE  the default is conformance/report/picture.png
# exit status: 0 made; 2 usage, or it could not be made
set -euo pipefail
. "$(dirname "$0")/../lib.sh"

out=$top/conformance/report/picture.png
take_options "$@"
need_conform
need_packages chromium fonts-dejavu-core
long_work
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$conform" run --adapter readelf --known readelf --report "$work/report" >/dev/null || die "readelf does not do what its known failures say"
browse "$work" --window-size=1000,740 --screenshot="$work/picture.png" "$work/report/report.html"
[ -s "$work/picture.png" ] || die "chromium made no picture"
mv "$work/picture.png" "$out"
