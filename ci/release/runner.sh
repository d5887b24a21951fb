#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the runner that needs no installation: static programs (musl, without libzstd and libelf), the corpus as a bare tar,
# adapters, schemas, the header for adapters, and the reporter as one file that needs Python 3 alone.
#
# usage: ci/release/runner.sh OUT.tar.xz
# It has no judge of producers, which needs libelf, and is for x86-64. exit status: 0 made; 2 usage, or it could not be made
set -euo pipefail
. "$(dirname "$0")/../lib.sh"

words=()
take_options "$@"
[ ${#words[@]} -eq 1 ] || die "name the archive that is to be made; see runner.sh --help"
need_packages "${base_packages[@]}" binutils musl-tools python3-jinja2 xz-utils
long_work
out=$(realpath -m "${words[0]}")
CC=musl-gcc configure static --prefix=/ --libdir=lib -Dwerror=true -Dbuildtype=release -Dc_link_args=-static -Darchive=disabled \
    -Delf=disabled -Dlibsframe=disabled -Dexplore=disabled
compile static conformance/sframe-conform ref/tool/sframe-ref conformance/adapters/sframe-ref-framed conformance/report/registers.json
/usr/bin/python3 "$top/ci/release/pack.py" "$build_root/static" "$out" || die "$out could not be made"
