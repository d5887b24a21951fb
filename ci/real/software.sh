#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Compiles well-known C libraries from Debian's source packages, assembles and links them with every
# installed toolchain, and compares their SFrame data with their call frame information, in a page
# of tables.
#
# usage: ci/real/software.sh [--peers DIR] [--conform FILE] [--dir DIR] [--mirror URI] [--page FILE] [PACKAGE...]
#   --peers DIR     newer toolchains from ci/real/peers.sh; the default is peers/ under the build
#                   root
#   --conform FILE  the sframe-conform to use; the default builds it
#   --dir DIR       folder for sources and files made of them; the default is real-software/ under
#                   the build root
#   --mirror URI    a Debian mirror; the default is this machine's
#   --page FILE     write the page to FILE, such as conformance/producers/real-software.md; the
#                   default prints it
#   PACKAGE         sqlite3, zlib, lua5.4, lz4, libzstd; the default is all of them
# apt fetches the sources into DIR and checks them with the keys of this machine. This system's
# compiler compiles them once for each ABI; each toolchain then assembles the same text. The report
# of each file stays in DIR as JSON. conformance/producers/real-software.causes must explain what is
# not equal. No file may take 5 s or 300 MiB.
# exit status: 0 all were compared, and what is not equal is explained; 1 something is not; 2 it
#              could not be run
set -euo pipefail
. "$(dirname "$0")/../lib.sh"

peers=$build_root/peers
dir=$build_root/real-software words=()
take_options "$@"
packages=("${words[@]}") all_packages=(sqlite3 zlib lua5.4 lz4 libzstd)
for package in "${packages[@]}"; do
    [[ " ${all_packages[*]} " == *" $package "* ]] || die "unknown package '$package'; see software.sh --help"
done
[ ${#packages[@]} -gt 0 ] || packages=("${all_packages[@]}")
export LC_ALL=C
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
need_conform
need_packages dpkg-dev tcl

# The apt state is in DIR, so that nothing of this system changes.
prepare_sources() {
    find_mirrors
    prepare_apt "$dir/apt" deb-src "${mirrors[0]}" "$(codename)"
    apt-get -c "$dir/apt/apt.conf" update >"$dir/log" 2>&1 || die "apt-get update: $(why "$dir/log")"
    touch "$dir/apt/updated"
}

# fetch PACKAGE: unpacks its source into DIR/PACKAGE/source, unless that exists.
fetch() {
    [ ! -d "$dir/$1/source" ] || return 0
    [ -e "$dir/apt/updated" ] || prepare_sources
    mkdir -p "$dir/$1/download"
    (cd "$dir/$1/download" && apt-get -c "$dir/apt/apt.conf" source --download-only "$1") >"$dir/log" 2>&1 ||
        die "cannot fetch the source of $1: $(grep -m 1 '^E: ' "$dir/log")"
    dpkg-source --no-check -x "$dir/$1"/download/*.dsc "$dir/$1/source" >"$dir/log" 2>&1 ||
        die "cannot unpack the source of $1: $(tail -n 1 "$dir/log")"
}

# prepare_source PACKAGE: makes the files that Debian's build makes.
prepare_source() {
    case $1 in
        sqlite3)
            [ -f "$dir/sqlite3/source/sqlite3.c" ] ||
                (cd "$dir/sqlite3/source" && ./configure --disable-tcl && make sqlite3.c) >"$dir/log" 2>&1 ||
                die "cannot make sqlite3.c: $(tail -n 1 "$dir/log")" ;;
        lua5.4) printf '#define DEB_HOST_MULTIARCH "none"\n' >"$dir/include/lua5.4-deb-multiarch.h" ;;
    esac
}

long_work
# A header that no package has for big-endian AArch64.
mkdir -p "$dir/include/gnu"
: >"$dir/include/gnu/stubs-lp64_be.h"
for package in "${packages[@]}"; do
    fetch "$package"
    prepare_source "$package"
done
causes=$top/conformance/producers/real-software.causes
lab_options=(peers dir page causes)
lab software "${packages[@]}"
