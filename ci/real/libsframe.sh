#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Compiles a libsframe that no Debian package has as a library, from its unmodified source, which
# ci/real/peers.sh fetches.
#
# usage: ci/real/libsframe.sh --build FOLDER [--dir DIR] [--peer NAME]
#   --build FOLDER  where to put it: FOLDER/libsframe.so.1, for LD_LIBRARY_PATH
#   --dir DIR       folder of ci/real/peers.sh; the default is peers/ under the build root
#   --peer NAME     gdb-16, which is the default: the source of GDB 16 has libsframe 2.43.50
# exit status: 0 compiled; 2 usage, or the sources are not there or cannot be compiled
set -euo pipefail
. "$(dirname "$0")/../lib.sh"

dir=$build_root/peers peer=gdb-16
take_options "$@"
[ -n "$build" ] || die "name a folder with --build; see libsframe.sh --help"
[[ $peer =~ ^gdb-[0-9]+$ ]] || die "no peer with libsframe's source: '$peer'; see libsframe.sh --help"
sources=$dir/$peer/root/gdb
[ -f "$sources/libsframe/sframe.c" ] || die "$sources/libsframe/sframe.c does not exist; run ci/real/peers.sh $peer"

# libsframe does not tell its release: the adapter reads it from the name of the libbfd in the same
# folder (conformance/adapters/libsframe_load.h). The sources have libbfd's number; a file of that name
# will do.
release=$(sed -n 's/^m4_define(\[BFD_VERSION\], \[\([0-9.]*\)\])$/\1/p' "$sources/bfd/version.m4")
[ -n "$release" ] || die "$sources/bfd/version.m4 does not tell the release"
rm -rf "$build"
mkdir -p "$build"
# What libsframe's configure finds on a Debian system.
printf '#define %s 1\n' HAVE_BYTESWAP_H HAVE_ENDIAN_H HAVE_DECL_BSWAP_{16,32,64} >"$build/config.h"
# shellcheck disable=SC2086 # $CC may have words
quietly ${CC:-gcc} -std=gnu11 -O2 -g -fPIC -shared -I "$build" -I "$sources/include" -I "$sources/libctf" \
    "$sources"/libsframe/sframe*.c -Wl,-soname,libsframe.so.1 \
    -Wl,--version-script="$sources/libsframe/libsframe.ver" -o "$build/libsframe.so.1" ||
    die "cannot compile the libsframe of $peer"
: >"$build/libbfd-$release-$peer.so"
