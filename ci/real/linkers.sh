#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Links small objects with every installed linker, for every target and in ways that linkers got
# wrong, and judges the SFrame data of the output: they must be the union of the inputs' rows,
# sorted, and right about every byte of the stubs.
#
# usage: ci/real/linkers.sh [--peers DIR] [--conform FILE] [--ref FILE] [--page FILE] [--summary FILE]
#   --peers DIR     newer toolchains from ci/real/peers.sh; the default is peers/ under the build
#                   root
#   --conform FILE  the sframe-conform to use; the default builds it
#   --ref FILE      the sframe-ref to use; the default is the one built with sframe-conform
#   --page FILE     write the page to FILE; the default prints it
#   --summary FILE  write its sums to FILE, such as conformance/producers/linkers.md
# conformance/producers/linkers.causes must explain what is wrong.
# exit status: 0 all is right or explained; 1 something is not; 2 it could not be run
set -euo pipefail
. "$(dirname "$0")/../lib.sh"
. "$top/ci/real/tools.sh"

peers=$build_root/peers
take_options "$@"
need_conform
: "${ref:=$(dirname "$conform")/../ref/tool/sframe-ref}"
[ -x "$ref" ] || die "no $ref; name one with --ref"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
list=$work/tools gold=true

each_toolchain "$peers" add_toolchain
long_work
options=(--tools "$list" --ref "$ref" --runner "$conform" --causes "$top/conformance/producers/linkers.causes")
for name in page summary; do
    if [ -n "${!name}" ]; then options+=("--$name" "${!name}"); fi
done
python3 "$top/conformance/lab" linkers "${options[@]}"
