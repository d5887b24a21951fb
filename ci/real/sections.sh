#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the sections of corpus/real/ with every installed toolchain, as corpus/real/sections.txt
# describes: the bytes, a case with the reference's dump, a note on differences to the toolchain's
# own reader, the index and the table of origins. The ELF file and its bare section must give the
# same dump, and the toolchain's own reader must agree with every value, except where
# corpus/real/differences.txt explains a difference.
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

check=false
peers=$build_root/peers
while [ $# -gt 0 ]; do
    case $1 in
        -h|--help) show_help ;;
        --check) check=true ;;
        --peers) [ $# -ge 2 ] || die "--peers needs a folder"; peers=$2; shift ;;
        *) unknown_option "$1" ;;
    esac
    shift
done

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

# field KEY CASE
field() { sed -n "s/^$1: //p" "$2"; }

# elf_type FILE: e_type; 1 is an object.
elf_type() {
    local order=big
    case $(od -An -tu1 -j5 -N1 "$1") in *1) order=little ;; esac
    od -An -tu2 --endian=$order -j16 -N2 "$1" | tr -d ' '
}

# take_section OPTIONS: copies the section of $work/linked to $work/raw and sets `addr`. The
# linker's own objcopy takes it out of a linked file, which checks our ELF access. An object has no
# addresses: its section is the one that we relocate, or with `unrelocated` its bytes at address 0.
take_section() {
    local ours='s/^.* at address \(0x[0-9a-f]*\) .*/\1/p' theirs='s/^.* \.sframe  *[^ ].* \([0-9a-f]\{16\}\) .*/\1/p'
    if has "$1" unrelocated; then
        take_out "$work/linked" "$work/raw" || return 1
        addr=0x0
    elif [ "$(elf_type "$work/linked")" = 1 ]; then
        addr=$("$sframe_ref" extract --elf -o "$work/raw" "$work/linked" 2>&1 | sed -n "$ours")
    else
        take_out "$work/linked" "$work/raw" || return 1
        addr=$("$readelf" -SW "$work/linked" | sed -n "$theirs" | sed 's/^0*\(.\)/0x\1/')
    fi
    [ -n "$addr" ]
}

# The profiles of each clause.
declare -A clause_profiles
read_clauses() {
    local id profiles
    while IFS='|' read -r id profiles _; do
        case $id in ''|'#'*|'['*) ;; *) clause_profiles["${id% }"]=$profiles ;; esac
    done <"$top/ref/registers/clauses.txt"
}

# clauses_of PROFILE TARGET CELL: sets `clauses` to those of the cell that hold for the profile and the
# ABI, without ids of bugs.
clauses_of() {
    local word
    clauses=
    for word in $3; do
        case $word/$2 in
            B[0-9]*) continue ;;
            *AMD-*/amd64*|A64-*/aarch64*|S390-*/s390x*) ;;
            *AMD-*|A64-*|S390-*) continue ;;
        esac
        [ -n "${clause_profiles["$word"]+set}" ] || die "corpus/real/sections.txt: unknown clause $word"
        case ${clause_profiles["$word"]} in *" $1 "*) clauses+="${clauses:+ }$word" ;; esac
    done
    [ -n "$clauses" ] || die "corpus/real/sections.txt: none of '$3' is a clause of $1 for $2"
}

bugs_of() { tr ' ' '\n' <<<"$1" | sed -n '/^B[0-9]/p' | paste -sd' ' -; }

# revise OLD NEW: gives a new case the revision of the committed one, or the next revision if its
# content differs.
revise() {
    local rev unchanging='/^\(rev\|title\|clauses\|origin\|catches\|decided\): /d'
    [ -f "$1" ] || return 0
    rev=$(field rev "$1")
    cmp -s <(sed "$unchanging" "$1") <(sed "$unchanging" "$2") || rev=$((rev + 1))
    sed -i "s/^rev: 1$/rev: $rev/" "$2"
}

# ask_reader NAME PROFILE TARGET VERDICT OPTIONS: compares with the toolchain's own reader, and
# writes a note of differences.
ask_reader() {
    local status=0 reader=$reader_name note=$work/real/$2/$3/$1.note
    if [ "$(elf_type "$work/linked")" = 1 ] && ! has "$5" unrelocated; then reader+=', object'; fi
    "$readelf" --sframe "$work/linked" >"$work/text" 2>"$work/log" || status=$?
    if ! python3 "$top/ci/real/own_reader.py" "$reader" "$status" "$work/text" "$work/dump" "$4" "$real/differences.txt" \
        >"$note" 2>"$work/log"; then
        printf 'real/%s/%s/%s:\n' "$2" "$3" "$1" >&2
        cat "$work/log" >&2
        unexplained=$((unexplained + 1))
    fi
    agreed=$((agreed + $(sed -n 's/ values agree$//p' "$work/log" | grep . || echo 0)))
    [ -s "$note" ] || rm "$note"
}

# make_section NAME PROFILE TARGET SOURCES COMPILER LINKER CLAUSES TITLE
make_section() {
    local name=$1 profile=$2 target=$3 raw=$work/raw verdict=accept addr folder id bugs clauses makers whole
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

    folder=$work/real/$profile/$target
    id=real/$profile/$target/$name
    mkdir -p "$folder"
    cp "$raw" "$folder/$name.sframe"
    bugs=$(bugs_of "$7")
    clauses_of "$profile" "$target" "$7"
    made_by "$6"
    case $4 in *.c*) makers="gcc $("${cc[0]}" -dumpfullversion) $5, $makers" ;; esac
    python3 "$top/ci/real/expectation.py" "$sframe_ref" "$raw" "$addr" "$profile" $verdict >"$work/expected" ||
        die "$name for $target: see above"
    {
        printf 'id: %s\nrev: 1\ntitle: %s\nclauses: %s\n' "$id" "$8" "$clauses"
        printf 'profile: %s\naddr: %s\nfile: %s.sframe\n' "$profile" "$addr" "$name"
        printf 'size: %s\nsha256: %s\nop: decode\n' "$(stat -c %s "$raw")" "$(sha256sum "$raw" | cut -d' ' -f1)"
        grep -v '^decided: ' "$work/expected"
        if [ -n "$bugs" ]; then printf 'catches: %s\n' "$bugs"; fi
        printf 'origin: %s; %s\nlicence: 0BSD OR CC0-1.0\n' "$makers" "$4"
        if [ $verdict = reject ]; then
            sed -n '/^decided: /p' "$work/expected"
        else
            python3 "$top/ci/real/decided.py" "$raw" "$work/dump" "$profile" "$addr" "$(sed -n 's/^policy: //p' "$work/expected")"
        fi
        printf '\n'
        if [ $verdict = accept ]; then cat "$work/dump"; fi
        if [ $verdict = accept ] && grep -q '^readings: ' "$work/expected"; then
            printf '\n'
            sed 's/ key=b / key=a /' "$work/dump"
        fi
    } >"$folder/$name.case"
    revise "$real/$profile/$target/$name.case" "$folder/$name.case"
    ask_reader "$name" "$profile" "$target" $verdict "$6"
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

write_index() {
    local case id abi order class level
    printf 'id\trev\tfile\tsize\tsha256\tprofile\tabi\torder\top\tverdict\tclass\tcase-sha256\tlevel\n'
    (cd "$work" && find real -name '*.case' | sed 's/\.case$//' | sort) | while read -r id; do
        case=$work/$id.case
        IFS=/- read -r _ _ abi order _ <<<"$id"
        class=$(field class "$case")
        level=$(field level "$case")
        printf '%s\t%s\t%s.sframe\t%s\t%s\t%s\t%s\t%s\tdecode\t%s\t%s\t%s\t%s\n' "$id" "$(field rev "$case")" "$id" \
            "$(field size "$case")" "$(field sha256 "$case")" "$(field profile "$case")" "$abi" "$order" \
            "$(field expect "$case")" "${class:--}" "$(sha256sum <"$case" | cut -d' ' -f1)" "${level:-read}"
    done
}

# write_matrix: a table of sections by toolchain and ABI. The columns are the folders.
write_matrix() {
    cut -f1 "$work/real/index.tsv" | awk -F/ '
        NR > 1 { there[$4, $2 "/" $3] = 1; names[$4] = 1; folders[$2 "/" $3] = 1 }
        END {
            split("v1 v2 v2e1 v3", profiles, " ")
            split("amd64-little aarch64-little aarch64-big s390x-big", abis, " ")
            for (p = 1; p in profiles; p++)
                for (a = 1; a in abis; a++)
                    if ((profiles[p] "/" abis[a]) in folders) {
                        column[++columns] = profiles[p] "/" abis[a]
                        head = head "| " profiles[p] " " abis[a] " "
                        rule = rule "|:-:"
                    }
            print "| section " head "|\n|---" rule "|"
            fflush()
            for (name in names) {
                line = "| " name " "
                for (c = 1; c <= columns; c++)
                    line = line (((name, column[c]) in there) ? "| x " : "| ")
                print line "|" | "sort"
            }
        }'
}

write_readme() {
    local id case origin
    sed '/^<!-- made by/,$d' "$real/README.md"
    printf '%s\n' '<!-- made by ci/real/sections.sh from the cases -->' ''
    write_matrix
    printf '\n%s\n%s\n' \
        '| section | bytes | made by | sources | licence |' '|---|---|---|---|---|'
    tail -n +2 "$work/real/index.tsv" | cut -f1 | while read -r id; do
        case=$work/$id.case
        origin=$(field origin "$case")
        printf '| %s | %s | %s | %s | %s |\n' "${id#real/}" "$(field size "$case")" "${origin%;*}" "${origin#*; }" \
            "$(field licence "$case")"
    done
}

# changes: prints a line for each case and file that differs from the committed one.
changes() {
    local id old new what
    for id in $( (cd "$work" && find real -name '*.case'; cd "$top/corpus" && find real -name '*.case') | sort -u); do
        id=${id%.case}
        old=$top/corpus/$id new=$work/$id what=
        if [ ! -f "$old.case" ]; then
            what=' new'
        elif [ ! -f "$new.case" ]; then
            what=' gone'
        else
            cmp -s "$old.sframe" "$new.sframe" || what+=' bytes'
            cmp -s <(sed '1,/^$/d' "$old.case") <(sed '1,/^$/d' "$new.case") || what+=' dump'
            cmp -s <(sed '/^$/,$d; /^\(rev\|origin\|size\|sha256\): /d' "$old.case") \
                <(sed '/^$/,$d; /^\(rev\|origin\|size\|sha256\): /d' "$new.case") || what+=' case'
            [ "$(field origin "$old.case")" = "$(field origin "$new.case")" ] || what+=' origin'
            cmp -s "$old.note" "$new.note" || { [ ! -e "$old.note" ] && [ ! -e "$new.note" ]; } || what+=' note'
        fi
        if [ -n "$what" ]; then printf '%s:%s\n' "$id" "$what"; fi
    done
    for id in index.tsv README.md; do
        cmp -s "$real/$id" "$work/real/$id" || printf 'real/%s\n' "$id"
    done
}

report() {
    local key
    say "$made sections made; the toolchains' own readers agree with the reference about $agreed values"
    printf '%s\n' "${!absent[@]}" | sort | while read -r key; do
        [ -n "$key" ] || continue
        say "no toolchain here writes ${key% *} for ${key#* }: its ${absent["$key"]} sections stay (see ci/real/peers.sh)"
    done
}

long_work
made=0
agreed=0
unexplained=0
declare -A absent
mkdir "$work/real"
read_clauses
find_toolchains "$peers"
each_section make_or_leave
[ $made -gt 0 ] || die "no toolchain here writes SFrame data"
[ $unexplained = 0 ] ||
    die "the toolchain's own reader reads $unexplained sections differently: explain it in $real/differences.txt"
complete_folders
write_index >"$work/real/index.tsv"
write_readme >"$work/real/README.md"
report

changes >"$work/changes"
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
