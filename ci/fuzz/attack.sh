#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tries mutated files in process, with AddressSanitizer and UndefinedBehaviorSanitizer, without an engine: ELF
# files for the harness `elf` of fuzz/, and known-failure files, adapter files and recipes for the harness
# `text`. The mutators know each grammar, so that many inputs get past the parser; the last line of each kind
# says how many.
#
# usage: ci/fuzz/attack.sh [--count N] [--seed S] [--keep DIR] [--programs DIR] [KIND...]
#   KIND            elf, known, adapter or recipe; the default is all
#   --count N       inputs of each kind; the default is 100000
#   --seed S        other inputs for each S; the default is 1
#   --keep DIR      where finds are kept; the default is attack/ under the build root
#   --programs DIR  the built harnesses, replay_*, instead of building them
# A find is an input that crashes, violates a property, or takes more than ten CPU seconds. It ends its kind, and is
# kept: `replay_elf FILE` shows it again, and the next attack with its seed begins with it.
# exit status: 0 no finds; 1 finds; 2 usage, or an attack could not run
set -euo pipefail
. "$(dirname "$0")/../lib.sh"

words=() count=100000 seed=1 keep=$build_root/attack
take_options "$@"
is_number "$count" && is_number "$seed" || die "--count and --seed take a number"
for kind in "${words[@]}"; do [[ $kind =~ ^(elf|known|adapter|recipe)$ ]] || die "unknown kind '$kind'; see attack.sh --help"; done
[ ${#words[@]} -gt 0 ] || words=(elf known adapter recipe)

if [ -z "$programs" ]; then
    need_packages "${base_packages[@]}"
    CC=gcc configure attacks -Db_sanitize=address,undefined -Db_lundef=false
    compile attacks fuzz/replay_elf fuzz/replay_text
    programs=$build_root/attacks/fuzz
fi
# An adapter file with those that it includes inside of it.
whole() {
    local line
    while IFS= read -r line; do
        case $line in 'include: '*) whole "$(dirname "$1")/${line#include: }" ;; '#'* | '') ;; *) printf '%s\n' "$line" ;; esac
    done <"$1"
}
adapters=$(mktemp -d)
trap 'rm -rf "$adapters"' EXIT
for file in "$top"/conformance/{,examples/}adapters/*.conf; do whole "$file" >"$adapters/${file##*/}"; done
status=0
for kind in "${words[@]}"; do
    harness=text
    [ "$kind" != elf ] || harness=elf
    [ -x "$programs/replay_$harness" ] || die "there is no replay_$harness in $programs"
    case $kind in
        elf) seeds=("$top"/corpus/v*/*/elf/*.elf "$top"/corpus/v*/*/f*/*.sframe) ;;
        known) seeds=("$top"/conformance/known/*.known) ;;
        adapter) seeds=("$adapters"/*.conf) ;;
        recipe) seeds=("$top"/gen/recipes/*/*.recipe) ;;
    esac
    mkdir -p "$keep/$kind" || die "finds cannot be kept in $keep"
    ended=0
    printf '%s as ' "$kind"
    "$programs/replay_$harness" --mutate "$count" --seed "$seed" --keep "$keep/$kind" "${seeds[@]}" || ended=$?
    case $ended in
        0) ;;
        2) die "the attack could not run" ;;
        *)
            input=$keep/$kind/$harness-$seed.input status=1
            # A leak is found when all are done.
            [ -s "$input" ] || input='none alone'
            printf 'find: %s: exit status %d\n' "$input" $ended ;;
    esac
done
exit $status
