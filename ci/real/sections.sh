#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the sections of corpus/real/ with every installed toolchain, as corpus/real/sections.txt
# describes: the bytes, a case with the reference's dump, the index and the table of origins. The ELF
# file and its bare section must give the same dump. What the toolchains' own readers say of the
# sections, `ci/conform.sh --peers` asks them.
#
# usage: ci/real/sections.sh [--check] [--peers DIR]
#   --check      change nothing: compare with the committed files and print the differences (exit
#                status 1)
#   --peers DIR  newer toolchains from ci/real/peers.sh; the default is peers/ under the build root
# Sections of other toolchains stay as they are; the last lines of the output list them.
# exit status: 0 written, or nothing differs; 1 something differs; 2 the sections could not be made
set -euo pipefail
. "$(dirname "$0")/../lib.sh"
. "$top/ci/real/tools.sh"

peers=$build_root/peers
take_options "$@"

export LC_ALL=C
real=$top/corpus/real
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

packages=("${base_packages[@]}" binutils binutils-aarch64-linux-gnu gcc-aarch64-linux-gnu)
if compgen -G "$peers/*/bin/s390x-linux-gnu-as" >/dev/null; then packages+=(gcc-s390x-linux-gnu); fi
need_packages "${packages[@]}"
configure gcc
compile gcc
sframe_ref=$build_root/gcc/ref/tool/sframe-ref

# ---- Assemble and link ----

# assemble TARGET SOURCE OBJECT COMPILER-OPTIONS [ASSEMBLER-OPTION]
assemble() {
    local text=$real/src/$2
    [ -f "$text" ] || text=$real/src/${1%-*}/$2
    [ -f "$text" ] || die "corpus/real/sections.txt: no source $2 for $1"
    if [ "${2##*.}" = c ]; then
        use_compiler "$1"
        # shellcheck disable=SC2086 # the options are words
        "${cc[@]}" $4 -S -o "$work/compiled.s" "$text" || die "cannot compile $2 for $1"
        text=$work/compiled.s
    fi
    # Warnings name functions that cannot be expressed; the section shows what is missing.
    "${as[@]}" ${5:+"$5"} -o "$3" "$text" 2>"$work/log" || die "cannot assemble $2 for $1: $(cat "$work/log")"
}

# link TARGET SOURCES COMPILER-OPTIONS LINKER-OPTIONS: makes $work/linked.
link() {
    local source option objects=() options=() partial=false object=false
    for source in $2; do
        assemble "$1" "$source" "$work/${source%.*}.o" "$3" --gsframe
        objects+=("$work/${source%.*}.o")
    done
    for option in $4; do
        case $option in
            object) object=true ;;
            partial) partial=true ;;
            reject|unrelocated) ;;
            gold) use_gold "$1" ;;
            with:*)
                assemble "$1" "${option#with:}" "$work/with.o" -O2
                "${ld[@]}" -shared -soname libelsewhere.so -o "$work/libelsewhere.so" "$work/with.o"
                objects+=("$work/libelsewhere.so") ;;
            also:*)
                assemble "$1" "${option#also:}" "$work/also.o" -O2
                objects+=("$work/also.o") ;;
            *) options+=("$option") ;;
        esac
    done
    if $object; then
        cp "${objects[0]}" "$work/linked"
        return
    fi
    if $partial; then
        "${ld[@]}" -r -o "$work/partial.o" "${objects[@]}" || die "cannot link $2 for $1 with -r"
        objects=("$work/partial.o")
    fi
    "${ld[@]}" ${options[@]+"${options[@]}"} -o "$work/linked" "${objects[@]}" || die "cannot link $2 for $1"
}

# ---- One section ----

# has OPTIONS WORD
has() { case " $1 " in *" $2 "*) ;; *) return 1 ;; esac }

# is_object FILE
is_object() { "$readelf" -h "$1" | grep -q 'Type: *REL '; }

# take_section OPTIONS: copies the section of $work/linked to $work/raw and sets `addr`. The
# linker's own objcopy takes it out of a linked file, which checks our ELF access. An object has no
# addresses: its section is the one that we relocate, or with `unrelocated` its bytes at address 0.
take_section() {
    local ours='s/^.* at address \(0x[0-9a-f]*\) .*/\1/p' theirs='s/^.* \.sframe  *[^ ].* \([0-9a-f]\{16\}\) .*/\1/p'
    if has "$1" unrelocated; then
        take_out "$work/linked" "$work/raw" || return 1
        addr=0x0
    elif is_object "$work/linked"; then
        addr=$("$sframe_ref" extract --elf -o "$work/raw" "$work/linked" 2>&1 | sed -n "$ours")
    else
        take_out "$work/linked" "$work/raw" || return 1
        addr=$("$readelf" -SW "$work/linked" | sed -n "$theirs" | sed 's/^0*\(.\)/0x\1/')
    fi
    [ -n "$addr" ]
}

# make_section NAME PROFILE TARGET SOURCES COMPILER LINKER CLAUSES TITLE
make_section() {
    local name=$1 profile=$2 target=$3 raw=$work/raw verdict=accept addr folder=$work/real/$2/$3 makers whole
    use_toolchain "${toolchain["$profile $target"]}" "$target"
    link "$target" "$4" "$5" "$6"
    take_section "$6" || die "$name for $target has no .sframe"
    [ "$(profile_of "$raw")" = "$profile" ] || die "$name for $target is not of $profile"
    if has "$6" reject; then verdict=reject; fi
    whole=("$work/linked")
    if has "$6" unrelocated; then whole=(--raw --addr "$addr" "$raw"); fi
    "$sframe_ref" dump --partial --profile "$profile" "${whole[@]}" >"$work/dump" 2>"$work/log" ||
        [ $verdict = reject ] || die "$name for $target: the reference does not read it: $(cat "$work/log")"
    "$sframe_ref" dump --partial --raw --addr "$addr" --profile "$profile" "$raw" 2>"$work/log" | cmp - "$work/dump" ||
        [ $verdict = reject ] || die "$name for $target: ELF file and section read differently"

    mkdir -p "$folder"
    cp "$raw" "$folder/$name.sframe"
    made_by "$6"
    case $4 in *.c*) makers="gcc $("${cc[0]}" -dumpfullversion) $5, $makers" ;; esac
    python3 "$top/ci/real/sections.py" case "$sframe_ref" "$raw" "$addr" "$profile" $verdict "$work/dump" "$7" "$8" "$makers; $4" \
        "$folder/$name.case" "$real/$profile/$target/$name.case" || die "$name for $target: see above"
}

# ---- The table ----

# each_section FUNCTION: calls it with the arguments of make_section, for every profile and target
# of every line.
each_section() {
    local line=0 name profiles names sources compiler linker clauses title target profile
    while IFS='|' read -r name profiles names sources compiler linker clauses title; do
        line=$((line + 1))
        case $name in ''|'#'*) continue ;; esac
        [ -n "$title" ] || die "corpus/real/sections.txt:$line: expected eight cells separated by |"
        read -r name <<<"$name"; read -r sources <<<"$sources"; read -r compiler <<<"$compiler"
        read -r linker <<<"$linker"; read -r clauses <<<"$clauses"; read -r title <<<"$title"
        for target in ${names//+/aarch64-little aarch64-big}; do
            triplet_of "$target" >/dev/null
            for profile in ${profiles//all/v1 v2 v2e1 v3}; do
                "$1" "$name" "$profile" "$target" "$sources" "$compiler" "$linker" "$clauses" "$title"
            done
        done
    done <"$real/sections.txt"
}

# writes PROFILE TARGET: whether the toolchain of the profile can write the target; `all` in the
# list means those that can.
writes() {
    case $1/$2 in v2e1/amd64-little) ;; v2e1/*|v1/s390x-big|v2/s390x-big) return 1 ;; esac
}

make_or_leave() {
    writes "$2" "$3" || return 0
    if [ -n "${toolchain["$2 $3"]+set}" ]; then
        make_section "$@" </dev/null
        made=$((made + 1))
    else
        absent["$2 $3"]=$((${absent["$2 $3"]:-0} + 1))
    fi
}

# ---- The whole ----

# Sections whose toolchain is missing stay as committed, and belong in the index, too.
complete_folders() {
    local key folder
    for key in "${!absent[@]}"; do
        folder=${key/ //}
        if [ -d "$real/$folder" ]; then
            mkdir -p "$work/real/${key% *}"
            cp -r "$real/$folder" "$work/real/${key% *}/"
        fi
    done
}

report() {
    local key
    say "$made sections made"
    printf '%s\n' "${!absent[@]}" | sort | while read -r key; do
        [ -n "$key" ] || continue
        say "no toolchain here writes ${key% *} for ${key#* }: its ${absent["$key"]} sections stay (see ci/real/peers.sh)"
    done
}

long_work
made=0
declare -A absent
mkdir "$work/real"
find_toolchains "$peers"
each_section make_or_leave
[ $made -gt 0 ] || die "no toolchain here writes SFrame data"
complete_folders
python3 "$top/ci/real/sections.py" pages "$work/real" "$real" >"$work/changes" || die "the pages could not be written"
report
if [ ! -s "$work/changes" ]; then
    say "corpus/real/ is up to date"
    exit 0
fi
cat "$work/changes"
if $check; then
    say "corpus/real/ differs from what these tools make; run ci/real/sections.sh and review the changes"
    exit 1
fi
rm -rf "$real"/v*/
cp -r "$work"/real/* "$real/"
say "corpus/real/ is written"
