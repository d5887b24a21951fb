#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Compiles well-known C libraries from Debian's source packages, assembles and links them with every toolchain at hand,
# and prints how their SFrame data agree with their call frame information, as a table.
#
# usage: ci/real-software.sh [--peers DIR] [--conform FILE] [--dir DIR] [--mirror URI] [PACKAGE...]
#   --peers DIR     where ci/peers.sh put newer toolchains; otherwise peers/ under the build root
#   --conform FILE  the sframe-conform to use; otherwise it is built
#   --dir DIR       where sources and what is made of them go; otherwise real-software/ under the build root
#   --mirror URI    a Debian mirror; otherwise this machine's own
#   PACKAGE         zlib, lua5.4, lz4, libzstd; all of them without a PACKAGE
# The sources are fetched by apt, with the keys that this machine has, into DIR. The compiler is this system's, once for
# each ABI; each toolchain then assembles the same text. The report of each file stays in DIR as JSON.
# exit status: 0 all were compared and no range is wrong; 1 some are, or a step failed; 2 it cannot be run
set -euo pipefail
. "$(dirname "$0")/lib.sh"
. "$top/ci/real-tools.sh"

peers=$build_root/peers
dir=$build_root/real-software
conform=
mirror=
packages=()
while [ $# -gt 0 ]; do
    case $1 in
        -h|--help) sed -n '3,14s/^# \{0,1\}//p' "$0"; exit 0 ;;
        --peers|--conform|--dir|--mirror)
            [ $# -ge 2 ] || die "$1 needs a value"
            declare "${1#--}=$2"
            shift ;;
        -*) die "there is no option '$1'; see ci/real-software.sh --help" ;;
        zlib|lua5.4|lz4|libzstd) packages+=("$1") ;;
        *) die "there is no package '$1'; see ci/real-software.sh --help" ;;
    esac
    shift
done
[ ${#packages[@]} -gt 0 ] || packages=(zlib lua5.4 lz4 libzstd)
export LC_ALL=C
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
need_conform
need_packages dpkg-dev
failed=0

# ---- Sources ----

# An apt state of its own, so that nothing of this system changes.
prepare_apt() {
    local codename uri key=/usr/share/keyrings/debian-archive-keyring.gpg
    codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
    uri=${mirror%/}
    if [ -z "$uri" ]; then
        uri=$(apt-get update --print-uris 2>/dev/null | sed -n "s!^'\(.*\)/dists/$codename/\(In\)\{0,1\}Release'.*!\1!p" |
              sort -u | sed -n 1p)
    fi
    [ -n "$uri" ] || die "apt-get does not name its sources; give --mirror"
    mkdir -p "$dir/apt/state/lists/partial" "$dir/apt/cache/archives/partial"
    printf 'deb-src [signed-by=%s] %s %s main\n' "$key" "$uri" "$codename" >"$dir/apt/sources.list"
    cat >"$dir/apt/apt.conf" <<END
Dir::Etc::sourcelist "$dir/apt/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::State "$dir/apt/state";
Dir::State::lists "$dir/apt/state/lists";
Dir::State::status "/dev/null";
Dir::Cache "$dir/apt/cache";
APT::Update::Error-Mode "any";
Acquire::Retries "3";
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
END
    if [ "$(id -u)" = 0 ]; then printf 'APT::Sandbox::User "root";\n' >>"$dir/apt/apt.conf"; fi
    apt-get -c "$dir/apt/apt.conf" update >"$dir/log" 2>&1 || die "apt-get update: $(grep -m 1 '^E: ' "$dir/log")"
}

# fetch PACKAGE: unpacks its source into DIR/PACKAGE/source, unless it is there.
fetch() {
    [ ! -d "$dir/$1/source" ] || return 0
    [ -d "$dir/apt/cache" ] || prepare_apt
    mkdir -p "$dir/$1/download"
    (cd "$dir/$1/download" && apt-get -c "$dir/apt/apt.conf" source --download-only "$1") >"$dir/log" 2>&1 ||
        die "cannot fetch the source of $1: $(grep -m 1 '^E: ' "$dir/log")"
    dpkg-source --no-check -x "$dir/$1"/download/*.dsc "$dir/$1/source" >"$dir/log" 2>&1 ||
        die "cannot unpack the source of $1: $(tail -n 1 "$dir/log")"
}

# files_of PACKAGE: the library's sources, in its folder.
files_of() {
    case $1 in
        zlib) find . -maxdepth 1 -name '*.c' ;;
        lua5.4) find src -maxdepth 1 -name '*.c' ! -name lua.c ! -name luac.c ;;
        lz4) find lib -maxdepth 1 -name '*.c' ;;
        libzstd) find lib/common lib/compress lib/decompress -name '*.c' ;;
    esac | sort
}

# compile_texts PACKAGE TARGET: assembly text of each file, in DIR/PACKAGE/TARGET.
compile_texts() {
    local out=$dir/$1/$2 file compiler options=(-O2 -fPIC -w -DZSTD_DISABLE_ASM -DLUA_USE_POSIX)
    [ ! -f "$out/done" ] || return 0
    compiler=$(triplet_of "$2")-gcc
    command -v "$compiler" >/dev/null || return 1
    if [ "$2" = aarch64-little ]; then options+=(-mbranch-protection=standard); fi
    mkdir -p "$out" "$dir/include"
    # A header that Debian's build of lua5.4 makes.
    printf '#define DEB_HOST_MULTIARCH "none"\n' >"$dir/include/lua5.4-deb-multiarch.h"
    (cd "$dir/$1/source" && files_of "$1" | while read -r file; do
        "$compiler" "${options[@]}" -I. -Isrc -Ilib -I"$dir/include" -S -o "$out/$(printf '%s' "${file#./}" | tr / _).s" "$file" || exit 1
    done) >"$dir/log" 2>&1 || die "cannot compile $1 for $2: $(grep -m 1 error "$dir/log")"
    touch "$out/done"
}

# ---- Toolchains ----

# judge NAME TARGET PACKAGE: assembles, links, compares, prints a line of the table.
judge() {
    local name=$1 target=$2 package=$3 text object made objects=() result=0
    made=$dir/$package/made/$name-$target
    mkdir -p "$made"
    for text in "$dir/$package/$target"/*.s; do
        object=$made/$(basename "$text" .s).o
        if ! "${as[@]}" --gsframe -o "$object" "$text" 2>"$dir/log"; then
            printf '| %s | %s | %s | the assembler fails: %s |\n' "$package" "$target" "$name" "$(basename "$text")"
            failed=1
            return 0
        fi
        objects+=("$object")
    done
    if [ "${as[0]##*/}" = llvm-mc ]; then
        "$conform" producer --json "${objects[@]}" >"$made.json" || result=$?
    elif "${ld[@]}" -shared --eh-frame-hdr -o "$made.so" "${objects[@]}" 2>"$dir/log"; then
        "$conform" producer --json "$made.so" >"$made.json" || result=$?
    else
        printf '| %s | %s | %s | the linker fails |\n' "$package" "$target" "$name"
        failed=1
        return 0
    fi
    if [ "$result" -ne 0 ] && [ "$result" -ne 5 ]; then failed=1; fi
    python3 - "$package" "$target" "$name" "$made.json" <<'END'
import collections, json, sys
package, target, name, path = sys.argv[1:]
total, reasons, bad = collections.Counter(), collections.Counter(), 0
with open(path) as f:
    for file in json.load(f)["files"]:
        total.update(file.get("ranges", {}))
        reasons.update(file.get("reasons", {}))
        # A file without functions has no SFrame data either.
        bad += file["state"] == "unreadable" or any(c["severity"] == "violation" for c in file["complaints"])
counts = " | ".join(str(total[k]) for k in ("equal", "weaker", "wrong", "uncompared"))
notes = ", ".join(f"{n} {r}" for r, n in sorted(reasons.items())) + (f"; {bad} files break other rules" if bad else "")
print(f"| {package} | {target} | {name} | {sum(total.values())} | {counts} | {notes} |")
END
}

# try_folder FOLDER: every target of a toolchain whose assembler writes SFrame data.
try_folder() {
    local target package name
    for target in amd64-little aarch64-little s390x-big; do
        use_toolchain "$1" "$target" 2>/dev/null || continue
        printf 'f: .cfi_startproc\n.long 0\n.cfi_endproc\n' | "${as[@]}" --gsframe -o /dev/null - 2>/dev/null || continue
        name="as $(printf '%s' "$release" | cut -d. -f1,2)"
        if [ "${as[0]##*/}" = llvm-mc ]; then
            # It writes SFrame data for AMD64 alone.
            [ "$target" = amd64-little ] || continue
            name="llvm-mc ${release%%.*}"
        fi
        for package in "${packages[@]}"; do
            if compile_texts "$package" "$target"; then judge "$name" "$target" "$package"; fi
        done
    done
}

for package in "${packages[@]}"; do fetch "$package"; done
printf '| package | target | toolchain | ranges | equal | weaker | wrong | uncompared | why |\n'
printf '|---|---|---|---|---|---|---|---|---|\n'
try_folder ''
for folder in "$peers"/*/bin; do
    if [ -d "$folder" ]; then try_folder "$folder"; fi
done
exit "$failed"
