#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what is needed, builds, and judges the SFrame readers of this system on the corpus: readelf, objdump and
# libsframe of GNU binutils. With --peers those of newer releases too, which ci/peers.sh brings.
#
# usage: ci/conform.sh [--peers] [--dir DIR] [OPTION OF 'sframe-conform run']...
#   --peers    also binutils 2.44 and 2.47, and LLVM 22
#   --dir DIR  where ci/peers.sh put them, or is to put them; otherwise peers/ under the build root
# exit status: 0 each does what is known of it; 1 unexpected failures; 2 known failures that are not what they were;
#              3 to 5 something could not be run
set -euo pipefail
. "$(dirname "$0")/lib.sh"

with_peers=false
peers_dir=$build_root/peers
while [ $# -gt 0 ]; do
    case $1 in
        -h|--help) sed -n '3,11s/^# \{0,1\}//p' "$0"; exit 0 ;;
        --peers) with_peers=true ;;
        --dir) [ $# -ge 2 ] || die "--dir needs a folder"; peers_dir=$2; shift ;;
        *) break ;;
    esac
    shift
done

need_packages "${base_packages[@]}" binutils
say "build"
CC=${CC:-gcc} configure gcc
compile gcc

worst=0
ran=false
reports=()
mkdir -p "$build_root/report"

# judge NAME ARGUMENT...: runs the adapter of that name.
judge() {
    local name=$1 status=0
    shift
    say "$name on the corpus"
    "$build_root/gcc/conformance/sframe-conform" run --adapter "$name" --known "$name" --report "$build_root/report/$name" \
        "$@" || status=$?
    case $status in
        0) say "$name does what is known of it: it passes, but for the known failures counted above" ;;
        1) say "$name: unexpected failures; each is listed above with the command that reproduces it" ;;
        2) say "$name: the known failures are not what they were: $top/conformance/known/$name.known" ;;
        5) say "$name: nothing ran" ;;
        *) say "$name: the run could not be completed (status $status)" ;;
    esac
    # The selection may leave nothing for one of them to do.
    if [ $status -eq 5 ]; then return; fi
    ran=true
    if [ $status -gt $worst ]; then worst=$status; fi
    if [ -f "$build_root/report/$name/report.md" ]; then reports+=("$build_root/report/$name/report.md"); fi
}

# release_of TOOL: the first two numbers of its version.
release_of() { "$1" --version | sed -n '1s/.* \([0-9]*\.[0-9]*\)[^ ]*$/\1/p'; }

# judge_release RELEASE LIBRARY-FOLDER ARGUMENT...: the tools that are first in PATH, and the library of that release.
judge_release() {
    local release=$1 folder=$2 tool
    shift 2
    if [ ! -f "$top/conformance/adapters/readelf-$release.conf" ]; then
        say "there is no adapter for binutils $release; those that there are: conformance/adapters/"
        return
    fi
    for tool in readelf objdump; do
        if [ "$(release_of $tool)" = "$release" ]; then judge "$tool-$release" "$@"; fi
    done
    LD_LIBRARY_PATH=$folder judge "libsframe-$release" "$@"
    LD_LIBRARY_PATH=$folder judge "libsframe-encoder-$release" "$@"
}

# judge_peer NAME ARGUMENT...: what ci/peers.sh has unpacked under that name.
judge_peer() {
    local bin=$peers_dir/$1/bin folder library
    shift
    if [ -x "$bin/llvm-readobj" ]; then
        PATH=$bin:$PATH judge "llvm-readobj-$("$bin/llvm-readobj" --version | sed -n 's/^.*LLVM version \([0-9]*\)\..*/\1/p')" "$@"
    elif [ -x "$bin/readelf" ]; then
        # The library alone: the C library beside it is not for programs of this system.
        folder=$(mktemp -d)
        for library in "${bin%/bin}"/root/usr/lib/*/libsframe.so.?; do
            if [ -e "$library" ]; then ln -s "$library" "$folder/"; fi
        done
        PATH=$bin:$PATH judge_release "$(release_of "$bin/readelf")" "$folder" "$@"
        rm -rf "$folder"
    else
        say "${bin%/bin} is not there, and is not judged"
    fi
}

# The library of this system is looked for where every other is.
judge_release "$(release_of readelf)" "${LD_LIBRARY_PATH:-}" "$@"
if $with_peers; then
    "$top/ci/peers.sh" --dir "$peers_dir" || say "not all peers can be had; the others are judged"
    for peer in trixie sid llvm-22; do judge_peer "$peer" "$@"; done
fi
for report in "${reports[@]}"; do say "report: $report"; done
$ran || worst=5
exit $worst
