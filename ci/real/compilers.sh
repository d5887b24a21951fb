#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Compiles generated C functions with unusual frames by every installed compiler, for each ABI and
# many sets of flags, assembles the text by every installed assembler, and compares the SFrame data
# with the call frame information, in a page of tables.
#
# usage: ci/real/compilers.sh [OPTION]...
#   --seed N           another seed gives other functions; the default is 1
#   --functions N      how many, 1 to 10000; the default is 200
#   --peers DIR        newer toolchains and compilers from ci/real/peers.sh; the default is peers/
#                      under the build root
#   --conform FILE     the sframe-conform to use; the default builds it
#   --dir DIR          folder for the files made; the default is compilers/ under the build root
#   --page FILE        write the page to FILE, such as conformance/producers/compilers.md; the
#                      default prints it
#   --flags FLAGS      with these flags only
#   --jobs N           run N at a time; the default is the number of processors
#   --compilers FILE   these compilers in place of those found. A line has NAME, ABI and COMMAND,
#                      with a tab between; COMMAND writes assembly text to the file after -o
#   --assemblers FILE  the same for assemblers; COMMAND writes an object with SFrame data
# conformance/producers/compilers.causes must explain what is not equal, and each failure of a tool.
# DIR/results.json has all that was found.
# exit status: 0 all were compared, and what is not equal is explained; 1 something is not; 2 it
#              could not be run, or nothing was judged
set -euo pipefail
. "$(dirname "$0")/../lib.sh"
. "$top/ci/real/tools.sh"

peers=$build_root/peers dir=$build_root/compilers
conform='' compilers='' assemblers='' functions=200
options=(--seed 1 --jobs "$(nproc)")
while [ $# -gt 0 ]; do
    case $1 in
        -h|--help) show_help ;;
        --functions|--peers|--conform|--dir|--compilers|--assemblers)
            [ $# -ge 2 ] || die "$1 needs a value"; declare "${1#--}=$2"; shift ;;
        --seed|--jobs) is_number "${2:-}" || die "$1 needs a number"; options+=("$1" "$2"); shift ;;
        --page|--flags) [ $# -ge 2 ] || die "$1 needs a value"; options+=("$1" "$2"); shift ;;
        *) unknown_option "$1" ;;
    esac
    shift
done
is_number "$functions" && [ "$functions" -ge 1 ] && [ "$functions" -le 10000 ] || die "--functions needs a number of 1 to 10000"
export LC_ALL=C
need_conform

# offer NAME VERSION-COMMAND ABI COMMAND: one line for a compiler. A missing one has no version; cc1 prints none.
offer() {
    local version
    case $2 in
        *cc1) version=$(printf '__VERSION__\n' | "$2" -quiet -E -P -o - 2>/dev/null | tr -d '"') || true ;;
        *) version=$("$2" --version 2>/dev/null | sed -n '1s/^.* \([0-9][0-9.]*[0-9]\)\( (.*)\)\{0,1\}$/\1/p') || true ;;
    esac
    printf '%s\t%s\t%s\n' "$1 $version" "$3" "$4"
}

# find_compilers: this system's, and those of the peers.
find_compilers() {
    local abi triplet tool
    for abi in amd64 aarch64 s390x; do
        triplet=$(triplet_of "$abi-$([ $abi = s390x ] && printf big || printf little)")
        offer gcc "$triplet-gcc" "$abi" "$triplet-gcc -S"
        for tool in "$peers"/*/bin/"$triplet-cc1"; do
            if [ -x "$tool" ]; then offer gcc "$tool" "$abi" "$tool -quiet"; fi
        done
        for tool in clang "$peers"/*/bin/clang; do
            if [ "$tool" = clang ] || [ -x "$tool" ]; then offer clang "$tool" "$abi" "$tool -S --target=$triplet -fno-integrated-as"; fi
        done
    done
}

# try_assembler: for each_toolchain.
try_assembler() {
    local name=${as[0]##*/}
    [ "$target" != aarch64-big ] || return 0
    printf '%s\t%s\t%s\n' "${name##*-gnu-} $release" "${target%-*}" "${as[*]} --gsframe"
}

mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
rm -rf "$dir/made" "$dir/results.json"
if [ -n "$compilers" ]; then cp "$compilers" "$dir/compilers"; else find_compilers >"$dir/compilers"; fi
if [ -n "$assemblers" ]; then cp "$assemblers" "$dir/assemblers"; else each_toolchain "$peers" try_assembler >"$dir/assemblers"; fi
[ -s "$dir/compilers" ] && [ -s "$dir/assemblers" ] || die "no compiler, or no assembler that writes SFrame data"
long_work
python3 "$top/conformance/lab" compilers --runner "$conform" --causes "$top/conformance/producers/compilers.causes" --dir "$dir" \
    --functions "$functions" "${options[@]}"
