#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Links small objects with every installed linker, for every target and in ways that linkers got
# wrong, and judges the SFrame data of the output: they must be the union of the inputs' rows,
# sorted, and right about every byte of the stubs.
#
# usage: ci/real/linkers.sh [--peers DIR] [--conform FILE] [--ref FILE] [--page FILE] [--summary FILE]
#   --peers DIR     newer toolchains from ci/real/peers.sh; the default is peers/ under the build
#                   root
#   --conform FILE  the sframe-conform to use; the default builds it
#   --ref FILE      the sframe-ref to use; the default is the one built with sframe-conform
#   --page FILE     write the page to FILE; the default prints it
#   --summary FILE  write its sums to FILE, such as conformance/producers/linkers.md
# conformance/producers/linkers.causes must explain what is wrong.
# exit status: 0 all is right or explained; 1 something is not; 2 it could not be run
set -euo pipefail
. "$(dirname "$0")/../lib.sh"
. "$top/ci/real/tools.sh"

peers=$build_root/peers
conform=
ref=
page=
summary=
while [ $# -gt 0 ]; do
    case $1 in
        -h|--help) show_help ;;
        --peers|--conform|--ref|--page|--summary) [ $# -ge 2 ] || die "$1 needs a value"; declare "${1#--}=$2"; shift ;;
        *) unknown_option "$1" ;;
    esac
    shift
done
need_conform
: "${ref:=$(dirname "$conform")/../ref/tool/sframe-ref}"
[ -x "$ref" ] || die "no $ref; name one with --ref"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
index=$work/index
: >"$index"

# The inputs have functions in several sections, calls through the PLT, several kinds of frames, and
# different static functions of the same name.
write_sources() {
    cat >"$work/calls.c" <<'END'
int elsewhere(int), another(int);
static __attribute__((noinline)) int helper(int a) { volatile char room[40]; room[0] = (char)a; return room[0]; }
int calls(int a) { return elsewhere(helper(a)) + another(a + 1); }
END
    cat >"$work/sections.c" <<'END'
void fill(char *);
static __attribute__((noinline)) int helper(int a) { volatile char room[400]; room[0] = (char)a; return room[0]; }
int first(int a) { char room[4000]; fill(room); return room[a]; }
__attribute__((section(".text.apart"))) int second(int a) { char room[a + 1]; fill(room); return helper(room[a]); }
END
    cat >"$work/unused.c" <<'END'
void fill(char *);
__attribute__((visibility("hidden"), section(".text.unused")))
int unused(int a) { char room[64]; fill(room); return room[a]; }
END
    cat >"$work/taken.c" <<'END'
int taken(int), elsewhere(int);
void *takes(int *a) { *a = taken(*a) + elsewhere(*a); return (void *)taken; }
END
    cat >"$work/library.c" <<'END'
int elsewhere(int a) { return a + 1; }
int another(int a) { return a + 2; }
void fill(char *a) { *a = 1; }
END
    printf 'int data = 1;\n' >"$work/nothing.c"
}

sources=(calls sections unused taken library nothing)

# compile_texts TARGET: makes the input of all assemblers.
compile_texts() {
    local source
    [ ! -d "$work/$1" ] || return 0
    mkdir "$work/$1"
    use_compiler "$1"
    for source in "${sources[@]}"; do
        "${cc[@]}" -O2 -fno-omit-frame-pointer -S -o "$work/$1/$source.s" "$work/$source.c"
    done
}

# link MODE INPUTS OPTION...: links and judges. INPUTS are objects, separated by spaces.
link() {
    local mode=$1 inputs=() result code=0
    read -ra inputs <<<"$2"
    shift 2
    rm -f "$work/out"
    { "${ld[@]}" -o "$work/out" "$@" "${inputs[@]}" || code=$?; } 2>"$work/log"
    if [ "$code" -eq 0 ]; then
        result=$(python3 "$top/ci/real/linkers.py" judge "$ref" "$conform" "$work/log" "$mode" "$work/out" "${inputs[@]}")
    else
        result=$(python3 "$top/ci/real/linkers.py" failed "$work/log" "$mode" "$code")
    fi
    printf '%s\t%s\t%s\t%s\n' "$name" "$target" "$mode" "$result" >>"$index"
}

try_target() {
    local o source version a b c t
    compile_texts "$target"
    o=$work/$target/${name// /-}
    for source in "${sources[@]}"; do
        "${as[@]}" --gsframe -o "$o-$source.o" "$work/$target/$source.s" 2>"$work/log" ||
            die "$name: $(sed -n 1p "$work/log")"
    done
    "${ld[@]}" -shared -o "$o-library.so" "$o-library.o" 2>"$work/log" || die "$name: $(sed -n 1p "$work/log")"
    a=$o-calls.o b=$o-sections.o c=$o-unused.o t=$o-taken.o
    link 'shared' "$a $b $c" -shared --eh-frame-hdr
    link 'shared, inputs reversed' "$c $b $a" -shared --eh-frame-hdr
    link 'shared, inputs rotated' "$b $c $a" -shared --eh-frame-hdr
    link 'shared, first input without .sframe' "$o-nothing.o $a $b" -shared --eh-frame-hdr
    if [ "${name%% *}" != gold ]; then
        link 'shared, -z separate-code -z now' "$a $b $c" -shared -z separate-code -z now
    fi
    link '--emit-relocs' "$a $b $c" -shared --emit-relocs
    link '--gc-sections' "$a $b $c" -shared --gc-sections
    # PLT entries of unresolved symbols would stay empty.
    link '-pie, a library first' "$a $b $c" -pie -e calls "$o-library.so"
    link 'static' "$a $b $c" -e calls --unresolved-symbols=ignore-all
    link '.plt.got' "$t" -shared
    if [ "$target" = amd64-little ] && [ "${name%% *}" != gold ]; then
        link '-z ibtplt' "$a $t" -shared -z ibtplt
    fi
    link '-r' "$a $b $c" -r
    link '-r, one input' "$b" -r
    if [ -f "$work/out" ]; then
        cp "$work/out" "$o-partial.o"
        link 'shared, of -r' "$o-partial.o $a" -shared
    fi
    for version in "$work/$target"/old-*.o; do
        [ -f "$version" ] && [ "$version" != "$work/$target/old-ld-${name##* }.o" ] || continue
        link "two versions: $(basename "$version" .o | sed 's/^old-//')" "$a $version" -shared
    done
}

# try_toolchain: for each_toolchain. mold and gold, which have no assembler here, link the objects of
# each GNU as; gold does not have all options.
try_toolchain() {
    local name="ld $release" assembler="as $release" kind linker
    if [ "${as[0]##*/}" = llvm-mc ]; then
        release "${ld[0]}"
        name="ld.lld $release"
    fi
    say "$name, $target"
    try_target
    cp "$work/$target/${name// /-}-sections.o" "$work/$target/old-${name// /-}.o"
    [ "${as[0]##*/}" != llvm-mc ] || return 0
    for kind in mold "$(triplet_of "$target")-ld.gold"; do
        while read -r linker; do
            ld=("$linker")
            release "$linker"
            name="${kind##*-ld.} $release, $assembler"
            say "$name, $target"
            try_target
        done < <(find_linkers "$kind" "$peers")
    done
}

write_sources
if is_check; then compile_texts amd64-little; fi
long_work
each_toolchain "$peers" try_toolchain
status=0
python3 "$top/ci/real/linkers.py" page "$index" "$top/conformance/producers/linkers.causes" >"$work/page" || status=$?
if [ -n "$page" ]; then cp "$work/page" "$page"; else cat "$work/page"; fi
if [ -n "$summary" ]; then
    python3 "$top/ci/real/linkers.py" summary "$index" "$top/conformance/producers/linkers.causes" >"$summary" || status=$?
fi
exit "$status"
