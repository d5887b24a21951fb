#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Compiles the program of ref/tests/realstack, which unwinds its own stack by its own SFrame data and compares each PC
# with glibc's backtrace(), with every toolchain at hand, and runs it: on x86-64 natively, on AArch64 under qemu-user.
#
# usage: ci/unwind-real.sh [--peers DIR] [--build DIR]
#   --peers DIR  where ci/peers.sh put newer toolchains; otherwise peers/ under the build root
#   --build DIR  a build folder, for the tables that are made there; otherwise one is made
# Prints a line for each toolchain and ABI: version of the section, checks that passed and failed.
# exit status: 0 all passed; 1 some did not, or a step failed; 2 it cannot be run
set -euo pipefail
. "$(dirname "$0")/lib.sh"

peers=$build_root/peers
build=
while [ $# -gt 0 ]; do
    case $1 in
        -h|--help) sed -n '3,10s/^# \{0,1\}//p' "$0"; exit 0 ;;
        --peers|--build) [ $# -ge 2 ] || die "$1 needs a folder"; declare "${1#--}=$2"; shift ;;
        *) die "there is no option '$1'; see ci/unwind-real.sh --help" ;;
    esac
    shift
done
need_packages "${base_packages[@]}" gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user
if [ -z "$build" ]; then
    configure gcc
    compile gcc
    build=$build_root/gcc
fi
[ -f "$build/ref/sfr_registers.c" ] || die "$build is no build folder: it has no ref/sfr_registers.c"
build=$(cd "$build" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
core=(names header fde fre rules check check_fde check_fre find unwind)
status=0

# build_program COMPILER [OPTION...]: the core and the program, in $work/out.
build_program() {
    local compiler=$1 file options
    shift
    options=(-std=gnu11 -O2 -I"$top/ref" -I"$build/ref")
    rm -rf "$work/out"
    mkdir "$work/out"
    for file in "${core[@]/#/$top/ref/}" "$build/ref/sfr_registers"; do
        file=${file%.c}
        "$compiler" "${options[@]}" -c "$file.c" -o "$work/out/${file##*/}.o" || return 1
    done
    options+=(-fno-optimize-sibling-calls -Wa,--gsframe "$@")
    "$compiler" "${options[@]}" -fPIC -shared -o "$work/out/librealstack.so" "$top/ref/tests/realstack/library.c" &&
        "$compiler" "${options[@]}" -rdynamic -Wl,-z,lazy -o "$work/out/realstack" \
            "$top"/ref/tests/realstack/{main,chain,objects,walk}.c "$work"/out/*.o \
            -L"$work/out" -lrealstack -ldl -lpthread -Wl,-rpath,"$work/out"
}

# version_of TRIPLET FILE: the version byte of its .sframe section.
version_of() {
    "$1-objcopy" -O binary --only-section=.sframe "$2" "$work/section" 2>/dev/null || { printf '?'; return; }
    od -An -tu1 -j2 -N1 "$work/section" | tr -d ' '
}

# try NAME TRIPLET RUNNER [OPTION...]
try() {
    local name=$1 triplet=$2 runner=$3 result=0 passed failed words=()
    shift 3
    if ! build_program "$triplet-gcc" "$@" >"$work/log" 2>&1; then
        printf '%-8s %-18s cannot be built: %s\n' "$name" "$triplet" "$(grep -m 1 -i error "$work/log")"
        status=1
        return 0
    fi
    read -ra words <<<"$runner"
    timeout 300 "${words[@]}" "$work/out/realstack" >"$work/log" 2>&1 || result=$?
    passed=$(grep -c '^ok ' "$work/log") || true
    failed=$(grep -c '^not ok ' "$work/log") || true
    printf '%-8s %-18s version %s: %s checks passed, %s failed\n' "$name" "$triplet" \
        "$(version_of "$triplet" "$work/out/realstack")" "$passed" "$failed"
    # Without the plan, the program ended early.
    if [ "$result" -ne 0 ] || [ "$failed" -ne 0 ] || ! grep -qx "1\.\.$passed" "$work/log"; then
        grep -A3 '^not ok ' "$work/log" >&2 || tail -n 3 "$work/log" >&2
        status=1
    fi
}

native=$(uname -m)
emulator='qemu-aarch64 -L /usr/aarch64-linux-gnu'
if [ "$native" = x86_64 ]; then try system x86_64-linux-gnu 'env'; fi
try system aarch64-linux-gnu "$emulator"
for peer in "$peers"/*/; do
    if [ "$native" = x86_64 ] && [ -x "$peer/x86_64-linux-gnu/as" ]; then
        try "$(basename "$peer")" x86_64-linux-gnu 'env' "-B$peer/x86_64-linux-gnu/"
    fi
    if [ -x "$peer/aarch64-linux-gnu/as" ]; then
        try "$(basename "$peer")" aarch64-linux-gnu "$emulator" "-B$peer/aarch64-linux-gnu/"
    fi
done
exit "$status"
