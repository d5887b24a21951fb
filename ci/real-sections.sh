#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the sections of corpus/real/ with the assembler, linker and compiler of this system, as corpus/real/sections.txt
# says: the bytes, a case with the reference's dump, the index and the table of origins. Each dump must come out the same
# from the ELF file and from its bare section; where the runner is built, readelf of the same release must agree with it.
#
# usage: ci/real-sections.sh [--check] [--bin DIR]
#   --check     change nothing: compare with the committed files and report what differs (exit status 1)
#   --bin DIR   take x86_64-linux-gnu-as and so on from DIR where it has them, e.g. another release of binutils
# exit status: 0 written, or nothing differs; 1 something differs; 2 the sections cannot be made
set -euo pipefail
. "$(dirname "$0")/lib.sh"

check=false
bin=
while [ $# -gt 0 ]; do
    case $1 in
        -h|--help) sed -n '3,10s/^# \{0,1\}//p' "$0"; exit 0 ;;
        --check) check=true ;;
        --bin) [ $# -ge 2 ] || die "--bin needs a folder"; bin=$2; shift ;;
        *) die "there is no option '$1'; see ci/real-sections.sh --help" ;;
    esac
    shift
done

export LC_ALL=C
real=$top/corpus/real
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

need_packages "${base_packages[@]}" binutils binutils-aarch64-linux-gnu gcc-aarch64-linux-gnu
configure gcc
compile gcc
sframe_ref=$build_root/gcc/ref/tool/sframe-ref
runner=$build_root/gcc/conformance/sframe-conform

# ---- Tools ----

# use_target ABI-ORDER: sets cc, as, ld, objcopy and readelf, with the options that every call of them needs.
use_target() {
    local prefix
    case $1 in
        amd64-little) prefix=x86_64-linux-gnu-; set -- -fcf-protection=none '' '' ;;
        aarch64-little) prefix=aarch64-linux-gnu-; set -- -mlittle-endian -EL -EL ;;
        aarch64-big) prefix=aarch64-linux-gnu-; set -- -mbig-endian -EB -EB ;;
        *) die "corpus/real/sections.txt: there is no target '$1'" ;;
    esac
    cc=("$(find_tool ${prefix}gcc)" -std=gnu11 -ffreestanding -fPIC -fno-stack-protector -fno-stack-clash-protection "$1")
    as=("$(find_tool ${prefix}as)" ${2:+"$2"})
    ld=("$(find_tool ${prefix}ld)" ${3:+"$3"})
    objcopy=$(find_tool ${prefix}objcopy)
    readelf=$(find_tool ${prefix}readelf)
}

find_tool() {
    if [ -n "$bin" ] && [ -x "$bin/$1" ]; then
        printf '%s' "$bin/$1"
    else
        command -v "$1" || die "there is no $1; install the binutils and gcc of that target"
    fi
}

# release TOOL: the number at the end of the first line of --version.
release() { "$1" --version | sed -n '1s/.* \([0-9][0-9.]*\)$/\1/p'; }

# ---- One section ----

# field KEY CASE
field() { sed -n "s/^$1: //p" "$2"; }

# assemble TARGET SOURCE OBJECT COMPILER-OPTIONS [ASSEMBLER-OPTION]
assemble() {
    local text=$real/src/$2
    [ -f "$text" ] || text=$real/src/${1%-*}/$2
    [ -f "$text" ] || die "corpus/real/sections.txt: there is no source $2 for $1"
    if [ "${2##*.}" = c ]; then
        # shellcheck disable=SC2086 # the options are words
        "${cc[@]}" $4 -S -o "$work/compiled.s" "$text" || die "cannot compile $2 for $1"
        text=$work/compiled.s
    fi
    "${as[@]}" ${5:+"$5"} -o "$3" "$text" || die "cannot assemble $2 for $1"
}

# link TARGET SOURCES COMPILER-OPTIONS LINKER-OPTIONS: makes $work/linked.
link() {
    local source option objects=() options=()
    for source in $2; do
        assemble "$1" "$source" "$work/${source%.*}.o" "$3" --gsframe
        objects+=("$work/${source%.*}.o")
    done
    for option in $4; do
        case $option in
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
    "${ld[@]}" ${options[@]+"${options[@]}"} -o "$work/linked" "${objects[@]}" || die "cannot link $2 for $1"
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

# expectation FILE ADDR PROFILE: the `expect` lines of a case. What the texts leave open is a question of policy.
expectation() {
    "$sframe_ref" check --raw --addr "$2" --profile "$3" "$1" >"$work/findings" 2>&1 ||
        die "the reference rejects it: $(cat "$work/findings")"
    sed -n 's/^.*: \([a-z0-9-]*\): [A-Z0-9-]*: .*\[doubt \([A-Z0-9-]*\)\]$/policy: \2\ndoubt: \1/p' "$work/findings" \
        >"$work/doubts"
    case $(paste -d' ' - - <"$work/doubts" | sort -u | wc -l) in
        0) printf 'expect: accept\n' ;;
        1) printf 'expect: policy\n'; head -n 2 "$work/doubts" ;;
        *) die "more than one doubt, and a case has room for one: $(cat "$work/findings")" ;;
    esac
}

# revise OLD NEW: gives a new case the revision of the committed one, and the next if it says or holds something else.
revise() {
    local rev unchanging='/^\(rev\|title\|clauses\|origin\): /d'
    [ -f "$1" ] || return 0
    rev=$(field rev "$1")
    cmp -s <(sed "$unchanging" "$1") <(sed "$unchanging" "$2") || rev=$((rev + 1))
    sed -i "s/^rev: 1$/rev: $rev/" "$2"
}

# make_section NAME TARGET SOURCES COMPILER LINKER CLAUSES TITLE
make_section() {
    local name=$1 target=$2 linked=$work/linked raw=$work/raw addr profile folder id size sha256 made
    use_target "$target"
    link "$target" "$3" "$4" "$5"

    # binutils takes the section out, so that our own ELF access has something to agree with.
    rm -f "$raw"
    "$objcopy" --dump-section ".sframe=$raw" "$linked" "$work/discarded" || die "$name for $target has no .sframe"
    addr=$("$readelf" -SW "$linked" | sed -n 's/^.* \.sframe  *[^ ].* \([0-9a-f]\{16\}\) .*/\1/p' | sed 's/^0*\(.\)/0x\1/')
    profile=$(profile_of "$raw")
    "$sframe_ref" dump --profile "$profile" "$linked" >"$work/dump" ||
        die "$name for $target: the reference does not read it"
    "$sframe_ref" dump --raw --addr "$addr" --profile "$profile" "$raw" | cmp - "$work/dump" ||
        die "$name for $target: ELF file and section read differently"

    folder=$work/real/$profile/$target
    id=real/$profile/$target/$name
    mkdir -p "$folder"
    cp "$raw" "$folder/$name.sframe"
    size=$(stat -c %s "$raw")
    sha256=$(sha256sum "$raw" | cut -d' ' -f1)
    made="GNU as $(release "${as[0]}") --gsframe, GNU ld $(release "${ld[0]}")${5:+ $5}"
    case $3 in *.c*) made="gcc $("${cc[0]}" -dumpfullversion) $4, $made" ;; esac
    {
        printf 'id: %s\nrev: 1\ntitle: %s\nclauses: %s\nprofile: %s\naddr: %s\n' "$id" "$7" "$6" "$profile" "$addr"
        printf 'file: %s.sframe\nsize: %s\nsha256: %s\nop: decode\n' "$name" "$size" "$sha256"
        expectation "$raw" "$addr" "$profile"
        printf 'origin: %s; %s\nlicence: 0BSD OR CC0-1.0\n\n' "$made" "$3"
        cat "$work/dump"
    } >"$folder/$name.case"
    revise "$real/$profile/$target/$name.case" "$folder/$name.case"
}

make_all() {
    local line=0 name targets sources compiler linker clauses title target
    while IFS='|' read -r name targets sources compiler linker clauses title; do
        line=$((line + 1))
        case $name in ''|'#'*) continue ;; esac
        [ -n "$title" ] || die "corpus/real/sections.txt:$line: expected seven cells separated by |"
        read -r name <<<"$name"; read -r sources <<<"$sources"; read -r compiler <<<"$compiler"
        read -r linker <<<"$linker"; read -r clauses <<<"$clauses"; read -r title <<<"$title"
        for target in ${targets//+/aarch64-little aarch64-big}; do
            make_section "$name" "$target" "$sources" "$compiler" "$linker" "$clauses" "$title"
        done
    done <"$real/sections.txt"
}

# ---- The whole ----

# Cases of profiles that these tools do not write stay as they are committed, and belong into the index too.
complete_profiles() {
    local folder
    made_profiles=$(cd "$work/real" && echo v*)
    for folder in "$real"/v*/; do
        folder=$(basename "$folder")
        if [ -d "$real/$folder" ] && [ ! -d "$work/real/$folder" ]; then cp -r "$real/$folder" "$work/real/"; fi
    done
}

write_index() {
    local case id abi order
    printf 'id\trev\tfile\tsize\tsha256\tprofile\tabi\torder\top\tverdict\tclass\n'
    (cd "$work" && find real -name '*.case' | sed 's/\.case$//' | sort) | while read -r id; do
        case=$work/$id.case
        IFS=/- read -r _ _ abi order _ <<<"$id"
        printf '%s\t%s\t%s.sframe\t%s\t%s\t%s\t%s\t%s\tdecode\t%s\t-\n' "$id" "$(field rev "$case")" "$id" \
            "$(field size "$case")" "$(field sha256 "$case")" "$(field profile "$case")" "$abi" "$order" \
            "$(field expect "$case")"
    done
}

write_readme() {
    local id case origin
    sed '/^<!-- made by/,$d' "$real/README.md"
    printf '%s\n' '<!-- made by ci/real-sections.sh from the cases -->' '' \
        '| section | bytes | made by | sources | licence |' '|---|---|---|---|---|'
    tail -n +2 "$work/real/index.tsv" | cut -f1 | while read -r id; do
        case=$work/$id.case
        origin=$(field origin "$case")
        printf '| %s | %s | %s | %s | %s |\n' "${id#real/}" "$(field size "$case")" "${origin%;*}" "${origin#*; }" \
            "$(field licence "$case")"
    done
}

# Every case of version 1 must pass with readelf, but for the return address of AMD64 rows, which it does not print. The
# runner needs an index at the top of what it is given.
ask_readelf() {
    if [ ! -x "$runner" ]; then
        say "the runner is not built: readelf is not asked"
        return
    fi
    mkdir "$work/corpus"
    cp -r "$work/real" "$work/corpus/"
    mv "$work/corpus/real/index.tsv" "$work/corpus/"
    "$runner" run --corpus "$work/corpus" --adapter readelf --report "$work/report" --profile v1 \
        >"$work/summary" 2>&1 || true
    [ -s "$work/report/results.jsonl" ] || die "the runner gave no results for readelf: $(cat "$work/summary")"
    python3 - "$work/report/results.jsonl" <<'END' || die "readelf does not agree with the reference"
import json, sys
agree = known = 0
bad = []
for line in open(sys.argv[1], encoding='utf-8'):
    case = json.loads(line)
    if case['type'] != 'case':
        continue
    if case['outcome'] == 'pass':
        agree += 1
    elif case['outcome'] == 'wrong-output' and case['abi'] == 'amd64' and case['detail'] == 'fre.ra':
        known += 1
    else:
        bad.append(f"{case['id']}: {case['outcome']} {case['detail'] or ''}\n"
                   f"  expected: {case['expected']}\n  seen:     {case['seen']}")
print(f"readelf agrees about {agree} sections, and about {known} more but for the return address (AMB-05B)", file=sys.stderr)
print(*bad, sep='\n', file=sys.stderr)
sys.exit(bool(bad) or agree + known == 0)
END
}

make_all
complete_profiles
write_index >"$work/real/index.tsv"
write_readme >"$work/real/README.md"
ask_readelf

changed=$(cd "$work" && diff -rq "$real" real | grep -v '^Only in .*: \(src\|sections.txt\)$' || true)
say "$(find "$work/real" -name '*.sframe' | wc -l) sections; made now: $made_profiles"
if [ -z "$changed" ]; then
    say "corpus/real/ is what these tools make"
elif $check; then
    printf '%s\n' "$changed"
    say "corpus/real/ differs from what these tools make: run ci/real-sections.sh, look at the changes, and keep them or not"
    exit 1
else
    printf '%s\n' "$changed"
    for profile in $made_profiles; do
        rm -rf "${real:?}/$profile"
        cp -r "$work/real/$profile" "$real/"
    done
    cp "$work/real/index.tsv" "$work/real/README.md" "$real/"
    say "corpus/real/ is written"
fi
