#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Links producer cases with every linker at hand in the ways that linkers got wrong, and prints what became of the SFrame
# data: every function of the inputs must be there, agree with the call frame information, and the PLT must be described.
#
# usage: ci/linkers.sh [--peers DIR] [--conform FILE]
#   --peers DIR     where ci/peers.sh put newer toolchains; otherwise peers/ under the build root
#   --conform FILE  the sframe-conform to use; otherwise it is built
# exit status: 0 all is right; 1 something is not; 2 it cannot be run
set -euo pipefail
. "$(dirname "$0")/lib.sh"
. "$top/ci/real-tools.sh"

peers=$build_root/peers
conform=
while [ $# -gt 0 ]; do
    case $1 in
        -h|--help) sed -n '3,9s/^# \{0,1\}//p' "$0"; exit 0 ;;
        --peers|--conform) [ $# -ge 2 ] || die "$1 needs a value"; declare "${1#--}=$2"; shift ;;
        *) die "there is no option '$1'; see ci/linkers.sh --help" ;;
    esac
    shift
done
need_conform
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

# report NAME MODE FILE EXPECTED: a line of the table. EXPECTED is the number of functions of the inputs, without PLT.
report() {
    # Its exit status is in the JSON too.
    "$conform" producer --json "$3" >"$work/json" 2>/dev/null || true
    python3 - "$1" "$2" "$work/json" "$4" <<'END' || status=1
import json, sys
name, mode, path, expected = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
with open(path) as f:
    file = json.load(f)["files"][0]
if file["state"] != "judged":
    print(f"| {name} | {mode} | WRONG: {file['why']} |")
    sys.exit(1)
ranges, wrong = file["ranges"], []
lost = [f["name"] for f in file["functions"] if f["reason"] == "no-function"]
if file["sframe_functions"] < expected:
    wrong.append(f"{file['sframe_functions']} functions of {expected}")
if ranges["wrong"]:
    wrong.append(f"{ranges['wrong']} wrong ranges")
if lost:
    wrong.append("not covered: " + ", ".join(lost))
wrong += [c["text"] for c in file["complaints"] if c["severity"] == "violation" or "not marked as sorted" in c["text"]]
counts = f"{file['profile']}, {file['sframe_functions']} functions, {ranges['equal']} equal, {ranges['uncompared']} uncompared"
print(f"| {name} | {mode} | {'WRONG: ' + '; '.join(wrong) if wrong else 'right'} ({counts}) |")
sys.exit(1 if wrong else 0)
END
}

# link NAME MODE EXPECTED OPTION...: links and reports.
link() {
    local name=$1 mode=$2 expected=$3
    shift 3
    if "${ld[@]}" -o "$work/out" "$@" 2>"$work/log"; then
        report "$name" "$mode" "$work/out" "$expected"
    else
        printf '| %s | %s | WRONG: %s |\n' "$name" "$mode" "$(sed 's!/[^ ]*/!!g' "$work/log" | grep -v '^$' | sed -n 1p)"
        status=1
    fi
}

# The inputs: functions of several sections, calls through the PLT, and frames with and without FP.
write_sources() {
    cat >"$work/calls.s" <<'END'
 .text
 .globl calls
 .type calls, @function
calls:
 .cfi_startproc
 push %rbp
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 mov %rsp, %rbp
 .cfi_def_cfa_register 6
 call elsewhere@PLT
 call another@PLT
 pop %rbp
 .cfi_def_cfa 7, 8
 ret
 .cfi_endproc
 .size calls, . - calls
 .section .note.GNU-stack,"",@progbits
END
    cat >"$work/unused.s" <<'END'
 .section .text.unused, "ax", @progbits
 .type unused, @function
unused:
 .cfi_startproc
 sub $24, %rsp
 .cfi_def_cfa_offset 32
 add $24, %rsp
 .cfi_def_cfa_offset 8
 ret
 .cfi_endproc
 .size unused, . - unused
 .section .note.GNU-stack,"",@progbits
END
    cat >"$work/taken.s" <<'END'
 .text
 .globl takes
 .type takes, @function
takes:
 .cfi_startproc
 sub $8, %rsp
 .cfi_def_cfa_offset 16
 mov taken@GOTPCREL(%rip), %rax
 call taken@PLT
 call elsewhere@PLT
 add $8, %rsp
 .cfi_def_cfa_offset 8
 ret
 .cfi_endproc
 .size takes, . - takes
 .section .note.GNU-stack,"",@progbits
END
    cp "$top/conformance/producers/amd64-two-sections.s" "$work/sections.s"
}

try_folder() {
    local name source version
    use_toolchain "$1" amd64-little 2>/dev/null || return 0
    [ "${as[0]##*/}" != llvm-mc ] || return 0
    name="ld $(printf '%s' "$release" | cut -d. -f1,2)"
    for source in calls unused taken sections; do
        "${as[@]}" --gsframe -o "$work/$source.o" "$work/$source.s" 2>"$work/log" || die "$name: $(sed -n 1p "$work/log")"
    done
    local a=$work/calls.o b=$work/sections.o c=$work/unused.o
    link "$name" 'shared' 5 -shared --eh-frame-hdr "$a" "$b" "$c"
    link "$name" 'shared, inputs reversed' 5 -shared --eh-frame-hdr "$c" "$b" "$a"
    link "$name" 'shared, -z separate-code -z now' 5 -shared -z separate-code -z now "$a" "$b" "$c"
    link "$name" '--emit-relocs' 5 -shared --emit-relocs "$a" "$b" "$c"
    link "$name" '--gc-sections' 4 -shared --gc-sections "$a" "$b" "$c"
    link "$name" '.plt.got' 1 -shared "$work/taken.o"
    link "$name" '-r' 5 -r "$a" "$b" "$c"
    link "$name" '-r, one input' 3 -r "$b"
    cp "$work/out" "$work/partial.o"
    link "$name" 'shared, of -r' 4 -shared "$work/partial.o" "$a"
    for version in "$work"/old-*.o; do
        if [ -f "$version" ]; then
            link "$name" "shared, with an input of ${version##*/old-}" 5 -shared "$a" "$b" "$version"
        fi
    done
    cp "$c" "$work/old-$(printf '%s' "$name" | tr -d ' ').o"
}

write_sources
printf '| linker | link | result |\n|---|---|---|\n'
try_folder ''
for folder in "$peers"/*/bin; do
    if [ -d "$folder" ]; then try_folder "$folder"; fi
done
exit "$status"
