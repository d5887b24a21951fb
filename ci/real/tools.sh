# SPDX-License-Identifier: MIT
# The toolchains that make the sections of corpus/real/: source it after lib.sh. A toolchain is this system's, or a
# peer's (ci/real/peers.sh). Which format version it writes is found out by asking it.

targets=(amd64-little aarch64-little aarch64-big s390x-big)

# field_of FILE OFFSET WIDTH: an unsigned number, of the byte order that the magic tells.
field_of() {
    local order=little
    [ "$(od -An -tx1 -N1 "$1")" = ' e2' ] || order=big
    od -An -t"u$3" --endian=$order -j"$2" -N"$3" "$1" | tr -d ' '
}

# profile_of FILE: by the version byte; version 2 with the start-is-field-relative flag is errata 1.
profile_of() {
    local version flags
    read -r version flags < <(od -An -tu1 -j2 -N2 "$1")
    case $version in
        1|3) printf 'v%s' "$version" ;;
        2) if [ $((flags & 4)) -ne 0 ]; then printf v2e1; else printf v2; fi ;;
        *) die "a section of version $version" ;;
    esac
}

triplet_of() {
    case $1 in
        amd64-little) printf x86_64-linux-gnu ;;
        aarch64-*) printf aarch64-linux-gnu ;;
        s390x-big) printf s390x-linux-gnu ;;
        *) die "corpus/real/sections.txt: there is no target '$1'" ;;
    esac
}

# find_tool FOLDER NAME: in the folder of a peer, or in the PATH if FOLDER is empty.
find_tool() {
    if [ -z "$1" ]; then command -v "$2"; elif [ -x "$1/$2" ]; then printf '%s' "$1/$2"; else return 1; fi
}

# use_toolchain FOLDER TARGET: sets as, ld, objcopy and readelf, with the options that every call of them needs, and
# reader_name. Fails if one is missing.
use_toolchain() {
    local prefix
    prefix=$(triplet_of "$2")-
    if [ -n "$1" ] && [ -x "$1/llvm-mc" ]; then
        as=("$1/llvm-mc" -filetype=obj "-triple=${prefix%-}")
        ld=("$1/ld.lld")
        objcopy=$1/llvm-objcopy
        readelf=$1/llvm-readelf
        release "$1/llvm-mc"
        reader_name="llvm-readelf $release"
        return
    fi
    as=("$(find_tool "$1" "${prefix}as")") && ld=("$(find_tool "$1" "${prefix}ld")") &&
        objcopy=$(find_tool "$1" "${prefix}objcopy") && readelf=$(find_tool "$1" "${prefix}readelf") || return 1
    case $2 in
        aarch64-little) as+=(-EL); ld+=(-EL) ;;
        aarch64-big) as+=(-EB); ld+=(-EB) ;;
    esac
    release "$readelf"
    reader_name="GNU readelf $release"
}

# need_compiler COMPILER: ends the script with the package to install if it is not there.
need_compiler() {
    local triplet=${1%-gcc}
    command -v "$1" >/dev/null || die "there is no $1; install gcc-${triplet//_/-}"
}

# use_compiler TARGET: sets cc, this system's compiler.
use_compiler() {
    local option
    case $1 in
        amd64-little) option=-fcf-protection=none ;;
        aarch64-little) option=-mlittle-endian ;;
        aarch64-big) option=-mbig-endian ;;
        s390x-big) option=-m64 ;;
    esac
    cc=("$(triplet_of "$1")-gcc" -std=gnu11 -ffreestanding -fPIC -fno-stack-protector -fno-stack-clash-protection
        "$option")
    need_compiler "${cc[0]}"
}

# use_gold TARGET: the system's other GNU linker in the place of ld; newer binutils come without it.
use_gold() {
    ld=("$(triplet_of "$1")-ld.gold")
    command -v "${ld[0]}" >/dev/null || die "there is no ${ld[0]}; install binutils"
}

# release TOOL: sets release, the number that --version shows.
declare -A releases
release() {
    if [ -z "${releases["$1"]+set}" ]; then
        releases["$1"]=$("$1" --version | sed -n 's/^.* \([0-9][0-9.]*[0-9]\)\( (.*)\)\{0,1\}$/\1/p' | head -n 1)
    fi
    release=${releases["$1"]}
}

# made_by LINKER-OPTIONS: sets makers, who made a section, in words.
made_by() {
    local option options='' linker='GNU ld'
    release "${as[0]}"
    case ${as[0]} in
        */llvm-mc) makers="llvm-mc $release --gsframe" linker=LLD ;;
        *) makers="GNU as $release --gsframe" ;;
    esac
    case ${ld[0]} in *.gold) linker='GNU gold' ;; esac
    release "${ld[0]}"
    linker+=" $release"
    for option in $1; do
        case $option in
            object) return ;;
            reject|unrelocated|gold) ;;
            partial) makers+=", $linker -r" ;;
            *) options+=" $option" ;;
        esac
    done
    makers+=", $linker$options"
}

# take_out OBJECT FILE: the bytes of its .sframe as they are in the file.
take_out() {
    rm -f "$2"
    "$objcopy" --dump-section ".sframe=$2" "$1" "$work/discarded" 2>/dev/null && [ -s "$2" ]
}

# probe FOLDER TARGET: prints the profile that the toolchain writes for the target; fails if it writes no SFrame data.
probe() {
    printf '\t.text\nf:\t.cfi_startproc\n\t.zero 8\n\t.cfi_endproc\n' >"$work/probe.s"
    use_toolchain "$1" "$2" && "${as[@]}" --gsframe -o "$work/probe.o" "$work/probe.s" 2>/dev/null &&
        take_out "$work/probe.o" "$work/probe" && [ "$(field_of "$work/probe" 8 4)" = 1 ] && profile_of "$work/probe"
}

# writes_sframe: whether the assembler that use_toolchain set writes SFrame data for its target.
writes_sframe() {
    "${as[@]}" --gsframe -o /dev/null - 2>/dev/null <<<$'f: .cfi_startproc\n.long 0\n.cfi_endproc'
}

# each_toolchain PEERS-FOLDER COMMAND: runs COMMAND for every target of every toolchain at hand whose assembler writes
# SFrame data for it, with `target` and what use_toolchain sets.
each_toolchain() {
    local folder target
    for folder in '' "$1"/*/bin; do
        [ -z "$folder" ] || [ -d "$folder" ] || continue
        for target in "${targets[@]}"; do
            use_toolchain "$folder" "$target" 2>/dev/null || continue
            writes_sframe || continue
            # llvm-mc writes SFrame data for AMD64 alone.
            [ "${as[0]##*/}" != llvm-mc ] || [ "$target" = amd64-little ] || continue
            "$2"
        done
    done
}

# find_toolchains PEERS-FOLDER: fills toolchain[PROFILE TARGET] with the folder of the first that writes it.
declare -A toolchain
find_toolchains() {
    local folder target profile
    for folder in '' "$1"/*/bin; do
        for target in "${targets[@]}"; do
            profile=$(probe "$folder" "$target") || continue
            if [ -z "${toolchain["$profile $target"]+set}" ]; then toolchain["$profile $target"]=$folder; fi
        done
    done
}
