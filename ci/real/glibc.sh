#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Compiles the adapter of glibc's SFrame reader with the reader's unmodified source, which
# ci/real/peers.sh fetches, and runs the corpus on it with sanitizers.
#
# usage: ci/real/glibc.sh [--dir DIR] [--peer NAME] [--conform PROGRAM]
#        ci/real/glibc.sh --build FOLDER [--dir DIR] [--peer NAME]
#   --dir DIR          folder of ci/real/peers.sh; the default is peers/ under the build root
#   --peer NAME        glibc-2.44, which is the default, or glibc-2.43
#   --conform PROGRAM  sframe-conform; without it, it is built
#   --build FOLDER     only compile, without sanitizers, the adapter to FOLDER/sframe-glibc, and the reader for
#                      the benchmarks to FOLDER/libsframe-glibc.so
#
# Two runs have sanitizers. The first has AddressSanitizer and UndefinedBehaviorSanitizer without its
# check of alignment: its failures must be those of conformance/adapters/glibc/sanitized.known. The
# second has that check alone, with each section aligned to 8 bytes as in a program: it counts the
# cases that end with a misaligned load, which x86-64 does not mind.
# exit status: 0 compiled, and the failures are those of the list; 1 they are not; 2 usage, or the
#              sources are not there or cannot be compiled
set -euo pipefail
. "$(dirname "$0")/../lib.sh"

dir=$build_root/peers peer=glibc-2.44
take_options "$@"
[[ $peer =~ ^glibc-[0-9]+\.[0-9]+$ ]] || die "no peer of glibc: '$peer'; see glibc.sh --help"
sources=$dir/$peer/root/glibc/sysdeps/generic
[ -f "$sources/sframe-read.c" ] || die "$sources/sframe-read.c does not exist; run ci/real/peers.sh $peer"
here=$top/conformance/adapters/glibc

# compile_reader FILE OPTION...: compiles glibc's reader with what is named.
compile_reader() {
    local file=$1
    shift
    mkdir -p "${file%/*}"
    # shellcheck disable=SC2086 # $CC may have words
    quietly ${CC:-gcc} -std=gnu11 -g "$@" -include "$here/shim/libc_macros.h" -I "$sources" -I "$top/conformance" \
        -DVERSION="\"${peer#glibc-}\"" "$here/reader.c" "$sources/sframe-read.c" -o "$file" ||
        die "cannot compile ${file##*/} of $peer"
}

# compile_adapter FOLDER OPTION...: makes FOLDER/sframe-glibc.
compile_adapter() { compile_reader "$1/sframe-glibc" "${@:2}" "$here/sframe_glibc.c"; }

# judge FOLDER ARGUMENT...: runs the corpus on the adapter in that folder.
judge() {
    local folder=$1
    shift
    PATH=$folder:$PATH "$conform" run --adapter glibc "$@"
}

if [ -n "$build" ]; then
    compile_adapter "$build" -O2
    compile_reader "$build/libsframe-glibc.so" -O2 -shared -fPIC
    exit 0
fi
need_conform
work=$build_root/glibc
compile_adapter "$work/sanitized" -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-sanitize=alignment
compile_adapter "$work/aligned" -O1 -fsanitize=alignment -fno-sanitize-recover=all -DSECTION_ALIGNMENT=8
status=0
say "$peer with AddressSanitizer and UndefinedBehaviorSanitizer"
judge "$work/sanitized" --known "$here/sanitized.known" --report "$work/sanitized" >"$work/sanitized/output.txt" \
    || status=$?
tail -n 1 "$work/sanitized/output.txt"
case $status in
    0|6) ;;
    1|2) cat "$work/sanitized/output.txt" >&2; exit 1 ;;
    *) cat "$work/sanitized/output.txt" >&2; die "the run was not completed (status $status)" ;;
esac
say "$peer with the check of alignment"
# Those of an earlier run must not count.
rm -f "$work/aligned/results.jsonl"
judge "$work/aligned" --report "$work/aligned" >"$work/aligned/output.txt" || status=$?
[ -f "$work/aligned/results.jsonl" ] || die "the run was not completed (status $status)"
printf '%s cases end with a misaligned load\n' \
    "$(grep -c 'runtime error: load of misaligned address' "$work/aligned/results.jsonl" || true)"
