#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the sections of corpus/real/ with every installed toolchain, as corpus/real/sections.txt
# describes: the bytes, a case with the reference's dump, the index and the table of origins. The ELF
# file and its bare section must give the same dump. What the toolchains' own readers say of the
# sections, `ci/conform.sh --peers` asks them.
#
# usage: ci/real/sections.sh [--check] [--peers DIR]
#   --check      change nothing: compare with the committed files and print the differences (exit
#                status 1)
#   --peers DIR  newer toolchains from ci/real/peers.sh; the default is peers/ under the build root
# Sections of other toolchains stay as they are; the last lines of the output list them.
# exit status: 0 written, or nothing differs; 1 something differs; 2 the sections could not be made
set -euo pipefail
. "$(dirname "$0")/../lib.sh"

peers=$build_root/peers
take_options "$@"
export LC_ALL=C
packages=("${base_packages[@]}" binutils binutils-aarch64-linux-gnu gcc-aarch64-linux-gnu)
if compgen -G "$peers/*/bin/s390x-linux-gnu-as" >/dev/null; then packages+=(gcc-s390x-linux-gnu); fi
need_packages "${packages[@]}"
configure gcc
compile gcc
long_work
python3 "$top/ci/real/sections.py" "$build_root/gcc/ref/tool/sframe-ref" "$peers" $(! $check || echo --check)
