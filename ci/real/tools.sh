# SPDX-License-Identifier: MIT
# Finds assemblers, linkers and readers; source it after lib.sh. They are this system's, or those of
# a peer (ci/real/peers.sh). conformance/producers/toolchains says how to call them; a probe shows
# which format version they write.

targets=(amd64-little aarch64-little aarch64-big s390x-big)

# profile_of FILE: prints the profile of a section. Version 2 with the flag of relative start fields
# is errata 1.
profile_of() {
    local version flags
    read -r version flags < <(od -An -tu1 -j2 -N2 "$1")
    case $version in
        1|3) printf 'v%s' "$version" ;;
        2) if [ $((flags & 4)) -ne 0 ]; then printf v2e1; else printf v2; fi ;;
        *) die "unexpected section of version $version" ;;
    esac
}

# described KEY TARGET: the values of KEY in the toolchain files for the target's ABI, without
# repetition. GNU comes before LLVM.
described() {
    grep -lx "abi: ${2%-*}" "$top"/conformance/producers/toolchains/*.conf | xargs -d '\n' sed -n "s/^$1: //p" | sort -ru
}

# triplet_of TARGET: from the compiler's name.
triplet_of() {
    [[ " ${targets[*]} " == *" $1 "* ]] || die "corpus/real/sections.txt: unknown target '$1'"
    described cc "$1" | sed -n '1s/-gcc .*//p'
}

# find_tool FOLDER NAME: in the folder of a peer, or in the PATH if FOLDER is empty.
find_tool() {
    if [ -z "$1" ]; then command -v "$2"; elif [ -x "$1/$2" ]; then printf '%s' "$1/$2"; else return 1; fi
}

# use_toolchain FOLDER TARGET: sets as and ld, with the options that every call needs, objcopy,
# readelf and reader_name. Fails if a tool is missing. llvm-mc is for AMD64 only: for AArch64 it leaves
# out every function.
use_toolchain() {
    local words path='' prefix linker endian=()
    while read -ra words; do
        if [ "${words[0]} ${2%%-*}" = 'llvm-mc aarch64' ]; then continue; fi
        if path=$(find_tool "$1" "${words[0]}"); then break; fi
    done < <(described as "$2" | sed 's/ --gsframe//')
    [ -n "$path" ] || return 1
    case ${words[0]} in
        llvm-mc) prefix=llvm- reader_name=llvm-readelf linker=ld.lld ;;
        *) prefix=${words[0]%as} reader_name='GNU readelf' linker=${prefix}ld ;;
    esac
    # The toolchain files are for one byte order.
    case $2 in
        aarch64-little) endian=(-EL) ;;
        aarch64-big) endian=(-EB) ;;
    esac
    as=("$path" "${words[@]:1}" "${endian[@]}")
    ld=("$(find_tool "$1" "$linker")" "${endian[@]}") && objcopy=$(find_tool "$1" "${prefix}objcopy") &&
        readelf=$(find_tool "$1" "${prefix}readelf") || return 1
    release "${as[0]}"
    reader_name+=" $release"
}

# need_compiler COMPILER: ends the script with the package to install if it is missing.
need_compiler() {
    local triplet=${1%-gcc}
    command -v "$1" >/dev/null || die "no $1; install gcc-${triplet//_/-}"
}

# use_compiler TARGET: sets cc to this system's compiler, without a level of optimization.
use_compiler() {
    read -ra cc < <(described cc "$1" | sed -n '1s/ -O2\| -S//gp')
    cc+=(-fno-stack-clash-protection)
    case $1 in
        aarch64-little) cc+=(-mlittle-endian) ;;
        aarch64-big) cc+=(-mbig-endian) ;;
    esac
    need_compiler "${cc[0]}"
}

# use_gold TARGET: sets ld to the system's gold; newer binutils come without it.
use_gold() {
    ld=("$(triplet_of "$1")-ld.gold")
    command -v "${ld[0]}" >/dev/null || die "no ${ld[0]}; install binutils"
}

# release TOOL: sets `release` to the number that --version shows.
declare -A releases
release() {
    if [ -z "${releases["$1"]+set}" ]; then
        releases["$1"]=$("$1" --version | sed -n 's/^.* \([0-9][0-9.]*[0-9]\)\( (.*)\)\{0,1\}$/\1/p' | head -n 1)
    fi
    release=${releases["$1"]}
}

# made_by LINKER-OPTIONS: sets `makers` to the tools that make a section, in words.
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

# take_out OBJECT FILE: copies the bytes of its .sframe to FILE.
take_out() {
    rm -f "$2"
    "$objcopy" --dump-section ".sframe=$2" "$1" "$work/discarded" 2>/dev/null && [ -s "$2" ]
}

# assemble_probe OBJECT: one function with SFrame data.
assemble_probe() {
    "${as[@]}" --gsframe -o "$1" - 2>/dev/null <<<$'\t.text\nf:\t.cfi_startproc\n\t.zero 8\n\t.cfi_endproc'
}

# each_toolchain PEERS-FOLDER COMMAND: runs COMMAND for every installed toolchain and every target
# that its assembler writes SFrame data for, with `target` and what use_toolchain sets.
each_toolchain() {
    local folder target
    for folder in '' "$1"/*/bin; do
        [ -z "$folder" ] || [ -d "$folder" ] || continue
        for target in "${targets[@]}"; do
            use_toolchain "$folder" "$target" 2>/dev/null || continue
            assemble_probe /dev/null || continue
            "$2"
        done
    done
}

# find_linkers NAME PEERS-FOLDER: prints the paths of the installed linkers of that name, one a line.
find_linkers() {
    local folder path
    for folder in '' "$2"/*/bin; do
        if path=$(find_tool "$folder" "$1"); then printf '%s\n' "$path"; fi
    done
}

# tool KIND NAME COMMAND...: adds a line to the list of tools $list, for $target.
tool() {
    local IFS=$'\t'
    printf '%s\n' "$1"$'\t'"$target"$'\t'"$2"$'\t'"${*:3}" >>"$list"
}

# add_toolchain: for each_toolchain. Uses the folder $peers; gold only if $gold is true.
add_toolchain() {
    local linker path name
    if [ "${as[0]##*/}" = llvm-mc ]; then
        tool as "llvm-mc $release" "${as[@]}"
    else
        tool as "as $release" "${as[@]}"
        tool ld "ld $release" "${ld[@]}"
    fi
    for linker in mold ld.lld "$(triplet_of "$target")-ld.gold"; do
        case $linker in *ld.gold) $gold || continue ;; esac
        while read -r path; do
            release "$path"
            # LLVM writes SFrame data from 22 on, and for x86-64 alone.
            [ "$linker" != ld.lld ] || { [ "${release%%.*}" -ge 22 ] && [ "$target" = amd64-little ]; } || continue
            name="${linker##*-ld.} $release"
            grep -qs "^ld"$'\t'"$target"$'\t'"$name"$'\t' "$list" || tool ld "$name" "$path"
        done < <(find_linkers "$linker" "$peers")
    done
}

# find_toolchains PEERS-FOLDER: sets toolchain[PROFILE TARGET] to the folder of the first toolchain
# that writes it.
declare -A toolchain
find_toolchains() { each_toolchain "$1" note_toolchain; }
note_toolchain() {
    local profile
    assemble_probe "$work/probe.o" && take_out "$work/probe.o" "$work/probe" && profile=$(profile_of "$work/probe") || return 0
    : "${toolchain["$profile $target"]=$folder}"
}
