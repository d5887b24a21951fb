#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Fetches newer assemblers, linkers and readers without changing this Debian system: apt fetches
# packages of later suites from this machine's mirror and checks them with its keys; this unpacks
# them into a folder, where they run with their own libraries.
#
# usage: ci/real/peers.sh [--dir DIR] [--mirror URI] [--update] [NAME...]
#        ci/real/peers.sh [--dir DIR] --list
#   --dir DIR     where to put them; the default is peers/ under the build root
#   --mirror URI  a Debian mirror; the default is this machine's
#   --update      replace installed peers if the suite has newer packages
#   --list        print the installed peers, one a line: name, release, folder
#   NAME          trixie: binutils 2.44 (writes version 2); sid: binutils 2.47 or later (version 3);
#                 llvm-22: llvm-mc, llvm-readobj and lld (version 2, errata 1). The default is these
#                 three. Others: llvm-23; llvm-24; poke: GNU poke 5 or later, whose sframe.pk reads
#                 version 1; mold, a linker, for ci/real/links.sh; gcc-16 and clang-23,
#                 compilers, for ci/real/compilers.sh, and clang-23 for ci/trust/coverage.sh --mcdc;
#                 cbmc 6, a model checker, and bitwuzla, its solver, for ci/trust/prove.sh; and
#                 manuals-bookworm, manuals-trixie and manuals-sid: the manuals of binutils, with
#                 version 1, 2 and 3 of the format, for ci/trust/quotes.py; glibc-2.44 and glibc-2.43: the sources of glibc's SFrame reader,
#                 for ci/real/glibc.sh; gdb-16: the source of libsframe 2.43.50, for ci/real/libsframe.sh;
#                 avr: readelf 2.43.90; xtensa: readelf 2.45.50
#
# No suite has another release of binutils: bookworm to experimental and the backports were looked
# through on 23 November 2026, by the versions of all packages named binutils*, libsframe*, gdb* and
# crash*, their Built-Using, and the libsframe in gdb-source. Between 2.40 and 2.44 there is no release:
# gdb-source 16.3 (trixie) has a libsframe of 2.43.50, and binutils-avr (trixie) a readelf of 2.43.90.
# Instead of 2.45 and 2.46 sid has readelf of 2.45.50.20251125 (binutils-xtensa-lx106), with its
# libsframe inside; it knows no version 3. What is called 2.46 there (binutils-mips-linux-gnu) takes
# libsframe from the package libsframe3, which is 2.47.50. The objdump of avr and xtensa reads 32-bit
# ELF files only, and the cases are 64-bit ones; their readelf reads both.
#
# These are five code bases: GNU binutils with libsframe, LLVM, glibc, GNU poke and mold. gold, of this
# system's binutils, is a sixth. Debian has no other that reads SFrame today: its kernel sources have no
# reader.
#
# DIR/NAME/bin has the tools with their usual names (as, ld, readelf, objdump, aarch64-linux-gnu-as,
# llvm-mc, ...), DIR/NAME/TRIPLET/ those of one target without its prefix (for `gcc -B`),
# DIR/NAME/root the unpacked packages (of glibc and GDB: those sources alone), and DIR/NAME/packages their
# list. The default test run needs none of them.
# exit status: 0 all are installed; 1 some are not, with the reason for each; 2 usage, or no apt
set -euo pipefail
. "$(dirname "$0")/../lib.sh"

# name | suites that have it, of which the first that can be reached counts | packages
peer_table='
trixie | trixie | binutils binutils-dev binutils-x86-64-linux-gnu binutils-aarch64-linux-gnu
sid | sid | binutils binutils-dev binutils-x86-64-linux-gnu binutils-aarch64-linux-gnu binutils-s390x-linux-gnu
llvm-22 | trixie sid | llvm-22 lld-22
llvm-23 | sid | llvm-23 lld-23
llvm-24 | sid experimental | llvm-24 lld-24
poke | sid experimental | poke
mold | experimental sid | mold
gcc-16 | sid | cpp-16-x86-64-linux-gnu cpp-16-aarch64-linux-gnu cpp-16-s390x-linux-gnu
clang-23 | sid | clang-23 llvm-23 libclang-rt-23-dev
cbmc | trixie | cbmc
bitwuzla | sid | bitwuzla
avr | trixie | binutils-avr
xtensa | sid | binutils-xtensa-lx106
manuals-bookworm | bookworm | binutils-doc
manuals-trixie | trixie | binutils-doc
manuals-sid | sid | binutils-doc
glibc-2.44 | experimental sid | glibc-source
glibc-2.43 | sid | glibc-source
gdb-16 | trixie | gdb-source
'
default_names=(trixie sid llvm-22)

dir=$build_root/peers words=()
take_options "$@"
export LC_ALL=C

# row NAME: sets `suites` and `packages` to the cells of its line in the table.
row() {
    local name
    while IFS='|' read -r name suites packages; do
        packages=${packages# }
        if [ "${name// /}" = "$1" ]; then return 0; fi
    done <<<"$peer_table"
    die "unknown peer '$1'; see peers.sh --help"
}

# is_source NAME: its package has an archive of sources, of which the SFrame reader alone is kept.
is_source() { [[ $1 = glibc-* || $1 = gdb-* ]]; }

# has_tools NAME: manuals and sources have none.
has_tools() { [[ $1 != manuals-* ]] && ! is_source "$1"; }

# release PEER-FOLDER: prints the version of its first package.
release() {
    row "${1##*/}"
    grep -m 1 "^${packages%% *} " "$1/packages"
}

list_peers() {
    local peer
    for peer in "$dir"/*/; do
        if [ -f "$peer/packages" ]; then
            printf '%s\t%s\t%s\n' "$(basename "$peer")" "$(release "${peer%/}")" "${peer%/}"
        fi
    done
}

# ---- Packages ----

# resolve SCRATCH PACKAGE...: writes `package version` for each package and all that it needs to
# SCRATCH/packages.
resolve() {
    local scratch=$1
    shift
    apt-get -c "$scratch/apt.conf" install -s "$@" >"$scratch/log" 2>&1 || return 1
    sed -n 's/^Inst \([^ ]*\) (\([^ ]*\) .*/\1 \2/p' "$scratch/log" | sort >"$scratch/packages"
    [ -s "$scratch/packages" ]
}

# resolve_alone SCRATCH SUITE PACKAGE: the same for a package of sources, without what a build would
# need. Where apt has two suites, this one counts.
resolve_alone() {
    apt-cache -c "$1/apt.conf" -o "APT::Default-Release=$2" show --no-all-versions "$3" >"$1/log" 2>&1 || return 1
    sed -n "s/^Version: /$3 /p" "$1/log" >"$1/packages"
    [ -s "$1/packages" ]
}

# ---- Sources ----

# keep_sframe_reader PEER-FOLDER NAME PACKAGES: replaces the root by the files of its archive that are the reader, without the
# first part of their names.
keep_sframe_reader() {
    local archive folder members
    case $2 in
        glibc-*) archive="$2.tar.*" folder=glibc members=("$2"/sysdeps/generic/{'sframe*.[ch]',unwind.h}) ;;
        gdb-*)
            archive='gdb.tar.*' folder=gdb
            members=(gdb/{'libsframe/sframe*.[ch]',libsframe/libsframe.ver,'include/sframe*.h',include/ansidecl.h,libctf/swap.h,bfd/version.m4})
            # The archive does not name its release.
            reason="the package is $(cat "$3"), not $2"
            grep -q "^gdb-source ${2#gdb-}\." "$3" || return 1 ;;
    esac
    reason="the package has no archive $archive"
    archive=$(find "$1/root" -name "$archive" | head -n 1)
    [ -n "$archive" ] || return 1
    command -v xz >/dev/null || need_packages xz-utils
    mkdir -p "$1/new/$folder"
    reason="cannot unpack the SFrame reader of ${archive##*/}"
    tar -xf "$archive" -C "$1/new/$folder" --strip-components=1 --wildcards "${members[@]}" >"$1/log" 2>&1 || return 1
    rm -rf "${1:?}/root"
    mv "$1/new" "$1/root"
}

# ---- Tools ----

# make_wrapper ROOT TOOL FILE: writes a script that starts a tool of ROOT with the loader of ROOT.
# It finds the root relative to itself, so that the whole may be moved.
make_wrapper() {
    local name=${3##*/}
    mkdir -p "$(dirname "$3")"
    cat >"$3" <<END
#!/bin/sh
root=\${0%/*}/../root
exec "\$root/$loader" --inhibit-cache --library-path "$library_path" --argv0 "$name" "\$root/$2" "\$@"
END
    chmod +x "$3"
}

# make_poke_wrapper ROOT FILE: poke looks for its own files where Debian installs them, and says
# "UNKNOWN" of its version.
make_poke_wrapper() {
    make_wrapper "$1" usr/bin/poke "$2"
    # shellcheck disable=SC2016 # for the wrapper
    sed -i '/^root=/a data=$root/usr/share/poke\
export POKEDATADIR="$data" POKECONFIGDIR="$data" POKEAPPDIR="$data/poke" POKEPICKLESDIR="$data/pickles"\
release=$(sed -n "s/^poke //p" "$root/../packages" 2>/dev/null)\
export SFRAME_POKE_RELEASE="${release%%+*}"' "$2"
}

# tools_of NAME: patterns of the tools that are offered, below its root. Packages of compilers and provers may bring
# assemblers and linkers, which are not.
tools_of() {
    local binutils='{as,ld,ld.bfd,readelf,objdump,objcopy,nm,strip,ar}' triplets='{x86_64,aarch64,s390x}-linux-gnu'
    case $1 in
        gcc-*) eval echo "usr/libexec/gcc*/$triplets/*/cc1" ;;
        clang-*) echo usr/lib/llvm-*/bin/{clang,llvm-cov,llvm-profdata} ;;
        cbmc|bitwuzla) echo "usr/bin/$1" ;;
        # Of a target without SFrame readelf alone is of use: it reads files of every machine.
        *) eval echo "usr/bin/$binutils usr/bin/$triplets-$binutils usr/bin/{mold,poke,avr-readelf,xtensa-lx106-elf-readelf}" \
            "'usr/lib/llvm-*/bin/'{llvm-mc,llvm-readobj,llvm-readelf,llvm-objdump,llvm-objcopy,ld.lld}" ;;
    esac
}

# make_wrappers PEER-FOLDER NAME: for all its tools. Each must start, so that a missing library shows here.
make_wrappers() {
    local root=$1/root libc folder tool name triplet
    libc=$(cd "$root" && find . -name libc.so.6 | head -n 1)
    [ -n "$libc" ] || return 1
    folder=$(dirname "${libc#./}")
    loader=$(cd "$root" && find "$folder" -name 'ld-linux-*.so.*' | head -n 1)
    [ -n "$loader" ] || return 1
    library_path="\$root/$folder:\$root/usr/lib"
    # shellcheck disable=SC2046 # the patterns are words
    for tool in $(cd "$root" && ls -d $(tools_of "$2") 2>/dev/null); do
        name=${tool##*/}
        triplet=$(grep -oE '(x86_64|aarch64|s390x)-linux-gnu' <<<"$tool" || true)
        case $name in
            cc1) name=$triplet-cc1 ;;
            avr-readelf|xtensa-lx106-elf-readelf) name=readelf ;;
            "$triplet"-*) make_wrapper "$root" "$tool" "$1/$triplet/${name#"$triplet-"}" ;;
        esac
        if [ "$name" = poke ]; then make_poke_wrapper "$root" "$1/bin/poke"; else make_wrapper "$root" "$tool" "$1/bin/$name"; fi
        "$1/bin/$name" --version </dev/null >"$1/log" 2>&1 || return 1
    done
    [ -d "$1/bin" ]
}

# ---- The whole ----

# because TEXT: sets `reason` to that, with what apt-get says of it, and fails.
because() { reason="$1: $(why "$dir/.fetch/log")"; return 1; }

# fetch_from MIRROR SUITE NAME PACKAGE...: installs the peer, or sets `reason` and fails.
fetch_from() {
    local from="$1 $2" name=$3 scratch=$dir/.fetch package resolve
    rm -rf "$scratch"
    mkdir -p "$scratch"
    prepare_apt "$scratch" deb "$1" "$2"
    mkdir "$scratch/debs"
    shift 3
    say "$name: suite ${from##* }"
    apt-get -c "$scratch/apt.conf" update >"$scratch/log" 2>&1 ||
        { because "cannot fetch suite ${from##* } from ${from% *}"; return; }
    resolve=(resolve "$scratch")
    if is_source "$name"; then resolve=(resolve_alone "$scratch" "${from##* }"); fi
    "${resolve[@]}" "$@" || { because "suite ${from##* } has no installable $*"; return; }
    if cmp -s "$scratch/packages" "$dir/$name/packages"; then
        say "$name: the suite has nothing newer"
        return 0
    fi
    say "$name: $(wc -l <"$scratch/packages") packages"
    (cd "$scratch/debs" && tr ' ' = <../packages | xargs apt-get -c ../apt.conf download) >"$scratch/log" 2>&1 ||
        { because "cannot fetch packages of ${from##* } from ${from% *}"; return; }
    mkdir "$scratch/peer"
    for package in "$scratch"/debs/*.deb; do
        dpkg -x "$package" "$scratch/peer/root" || { reason="cannot unpack $(basename "$package")"; return 1; }
    done
    if is_source "$name" && ! keep_sframe_reader "$scratch/peer" "$name" "$scratch/packages"; then return 1; fi
    if has_tools "$name" && ! make_wrappers "$scratch/peer" "$name"; then
        reason="its tools do not start: $(head -n 1 "$scratch/peer/log" 2>/dev/null || true)"
        return 1
    fi
    rm -f "$scratch/peer/log"
    reason="cannot move it to $dir/$name"
    mv "$scratch/packages" "$scratch/peer/packages" && rm -rf "${dir:?}/$name" && mv "$scratch/peer" "$dir/$name"
}

fetch() {
    local mirror_uri suite reasons='' reason=
    row "$1"
    if [ -f "$dir/$1/packages" ] && ! $update; then return 0; fi
    command -v apt-get >/dev/null || die "no apt-get; the peers come from Debian"
    find_mirrors
    for suite in $suites; do
        for mirror_uri in "${mirrors[@]}"; do
            # shellcheck disable=SC2086 # the packages are words
            if fetch_from "$mirror_uri" "$suite" "$1" $packages; then return 0; fi
            reasons+="$reason"$'\n'
        done
    done
    printf '%s' "$reasons" | sed "s/^/error: $1: /" >&2
    return 1
}

if $list; then
    list_peers
    exit 0
fi
names=("${words[@]}")
[ ${#names[@]} -gt 0 ] || names=("${default_names[@]}")
for name in "${names[@]}"; do row "$name"; done
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
exec 9>"$dir/.lock"
flock 9
trap 'rm -rf "$dir/.fetch"' EXIT
status=0
for name in "${names[@]}"; do
    fetch "$name" || status=1
done
list_peers
exit $status
