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
. "$top/ci/real/tools.sh"

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
# Columns: package, its version, target, toolchain, status, report.
index=$dir/index
: >"$index"
# By target.
declare -A compilers

# ---- Sources ----

# The apt state is in DIR, so that nothing of this system changes.
prepare_sources() {
    local mirrors
    mapfile -t mirrors < <(find_mirrors "$mirror")
    [ ${#mirrors[@]} -gt 0 ] || die "no apt source of this machine has its own Debian suite; name a mirror with --mirror"
    prepare_apt "$dir/apt" deb-src "${mirrors[0]}" "$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)"
    apt-get -c "$dir/apt/apt.conf" update >"$dir/log" 2>&1 || die "apt-get update: $(why "$dir/log")"
}

# fetch PACKAGE: unpacks its source into DIR/PACKAGE/source, unless that exists.
fetch() {
    [ ! -d "$dir/$1/source" ] || return 0
    [ -d "$dir/apt/cache" ] || prepare_sources
    mkdir -p "$dir/$1/download"
    (cd "$dir/$1/download" && apt-get -c "$dir/apt/apt.conf" source --download-only "$1") >"$dir/log" 2>&1 ||
        die "cannot fetch the source of $1: $(grep -m 1 '^E: ' "$dir/log")"
    dpkg-source --no-check -x "$dir/$1"/download/*.dsc "$dir/$1/source" >"$dir/log" 2>&1 ||
        die "cannot unpack the source of $1: $(tail -n 1 "$dir/log")"
}

# version_of PACKAGE: the version of the source.
version_of() { sed -n 's/^Version: //p' "$dir/$1"/download/*.dsc | sed -n 1p; }

# files_of PACKAGE: the C files of the library.
files_of() {
    case $1 in
        sqlite3) printf 'sqlite3.c\n' ;;
        zlib) find . -maxdepth 1 -name '*.c' ;;
        lua5.4) find src -maxdepth 1 -name '*.c' ! -name lua.c ! -name luac.c ;;
        lz4) find lib -maxdepth 1 -name '*.c' ;;
        libzstd) find lib/common lib/compress lib/decompress -name '*.c' ;;
    esac | sort
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

# compile_texts PACKAGE TARGET: makes the assembly text of each file in DIR/PACKAGE/TARGET. The file
# `compiler` there names the compiler; another compiler makes them again.
compile_texts() {
    local out=$dir/$1/$2 file compiler version options=(-O2 -fPIC -w -DZSTD_DISABLE_ASM -DLUA_USE_POSIX)
    compiler=$(triplet_of "$2")-gcc
    need_compiler "$compiler"
    version="gcc $("$compiler" -dumpfullversion)"
    compilers[$2]=$version
    if [ -f "$out/compiler" ] && [ "$(cat "$out/compiler")" = "$version" ]; then return 0; fi
    rm -rf "$out"
    case $2 in
        aarch64-*) options+=(-mbranch-protection=standard) ;;
    esac
    if [ "$2" = aarch64-big ]; then options+=(-mbig-endian); fi
    if [ "$1" = sqlite3 ]; then
        options+=(-DSQLITE_ENABLE_FTS5 -DSQLITE_ENABLE_RTREE -DSQLITE_ENABLE_SESSION -DSQLITE_ENABLE_PREUPDATE_HOOK)
    fi
    mkdir -p "$out"
    (cd "$dir/$1/source" && files_of "$1" | while read -r file; do
        "$compiler" "${options[@]}" -I. -Isrc -Ilib -I"$dir/include" -S "$file" \
            -o "$out/$(printf '%s' "${file#./}" | tr / _).s" || exit 1
    done) >"$dir/log" 2>&1 || die "cannot compile $1 for $2: $(grep -m 1 error "$dir/log")"
    printf '%s\n' "$version" >"$out/compiler"
}

# ---- Toolchains ----

# judge NAME TARGET PACKAGE: assembles, links and compares.
judge() {
    local name=$1 target=$2 package=$3 text object made objects=() state=judged
    made=$dir/$package/made/${name%% *}-$release-$target
    mkdir -p "$made"
    for text in "$dir/$package/$target"/*.s; do
        object=$made/$(basename "$text" .s).o
        "${as[@]}" --gsframe -o "$object" "$text" 2>"$dir/log" || state="the assembler fails: $(basename "$text")"
        objects+=("$object")
    done
    if [ "$state" = judged ] && [ "${as[0]##*/}" != llvm-mc ]; then
        "${ld[@]}" -shared --eh-frame-hdr -o "$made.so" "${objects[@]}" 2>"$dir/log" || state='the linker fails'
        objects=("$made.so")
    fi
    if [ "$state" = judged ]; then
        python3 "$top/ci/real/software.py" judge "$made.json" "$conform" "${objects[@]}" || state='the judge fails'
    fi
    printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$package" "$(version_of "$package")" "$target" "$name $release" "$state" \
        "$made.json" >>"$index"
    say "$package, $target, $name: $state"
}

# try_toolchain: for each_toolchain.
try_toolchain() {
    local package name="GNU as and ld"
    # LLVM's linker does not merge SFrame data.
    if [ "${as[0]##*/}" = llvm-mc ]; then name=llvm-mc; fi
    for package in "${packages[@]}"; do
        compile_texts "$package" "$target"
        judge "$name" "$target" "$package"
    done
}

long_work
# A header that no package has for big-endian AArch64.
mkdir -p "$dir/include/gnu"
: >"$dir/include/gnu/stubs-lp64_be.h"
for package in "${packages[@]}"; do
    fetch "$package"
    prepare_source "$package"
done
each_toolchain "$peers" try_toolchain
[ ${#compilers[@]} -gt 0 ] || die "no installed assembler writes SFrame data"
if [ "$(printf '%s\n' "${compilers[@]}" | sort -u | wc -l)" -eq 1 ]; then
    compiler="$(printf '%s\n' "${compilers[@]}" | sed -n 1p), for every target"
else
    compiler=$(for target in "${!compilers[@]}"; do printf '%s\n' "${compilers[$target]} ($target)"; done | sort |
        paste -sd , | sed 's/,/, /g')
fi
status=0
python3 "$top/ci/real/software.py" page "$index" "$top/conformance/producers/real-software.causes" "$compiler" \
    "$conform" >"$dir/page" || status=$?
if [ -n "$page" ]; then cp "$dir/page" "$page"; else cat "$dir/page"; fi
exit "$status"
