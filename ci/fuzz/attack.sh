#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tries mutated files in process, with AddressSanitizer and UndefinedBehaviorSanitizer, without an engine: ELF
# files for the harness `elf` of fuzz/, and known-failure files, adapter files and recipes for the harness
# `text`. The mutators know each grammar, so that many inputs get past the parser; the last line of each kind
# says how many.
#
# usage: ci/fuzz/attack.sh [--count N] [--first N] [--seed S] [--most N] [--keep DIR] [--seeds DIR]
#                          [--programs DIR] [KIND...]
#   KIND            elf, known, adapter or recipe; the default is all
#   --count N       inputs of each kind; the default is 100000 for elf and 1000000 for the others
#   --first N       number of the first input, to go on where a run ended
#   --seed S        other inputs for each S; the default is 1
#   --most N        ends a kind after so many finds; the default is 20
#   --keep DIR      where finds are kept; the default is attack/ under the build root
#   --seeds DIR     the seed files, in a folder for each kind; made there if there are none
#   --programs DIR  the built harnesses, replay_*, instead of building them
# A find is an input that crashes, violates a property, or takes more than ten CPU seconds. To see one again:
# --first NUMBER --count 1, or `replay_elf FILE` with the file that is kept.
# exit status: 0 no finds; 1 finds; 2 usage, or an attack could not run or was not complete
set -euo pipefail
. "$(dirname "$0")/../lib.sh"

kinds=() count='' first=0 seed=1 most=20 keep=$build_root/attack programs='' seeds=''
while [ $# -gt 0 ]; do
    case $1 in
        -h|--help) show_help ;;
        --count|--first|--seed|--most) is_number "${2:-}" || die "$1 takes a number"; declare "${1#--}=$2"; shift ;;
        --keep|--seeds|--programs) [ -n "${2:-}" ] || die "$1 needs a path"; declare "${1#--}=$2"; shift ;;
        -*) unknown_option "$1" ;;
        elf|known|adapter|recipe) kinds+=("$1") ;;
        *) die "unknown kind '$1'; see attack.sh --help" ;;
    esac
    shift
done
[ ${#kinds[@]} -gt 0 ] || kinds=(elf known adapter recipe)

if [ -z "$programs" ]; then
    need_packages "${base_packages[@]}"
    CC=gcc configure attacks -Db_sanitize=address,undefined -Db_lundef=false
    compile attacks fuzz/replay_elf fuzz/replay_text
    programs=$build_root/attacks/fuzz
fi
mkdir -p "$keep"
if [ -z "$seeds" ]; then
    seeds=$(mktemp -d)
    trap 'rm -rf "$seeds"' EXIT
fi
status=0
for kind in "${kinds[@]}"; do
    harness=text
    [ "$kind" != elf ] || harness=elf
    [ -x "$programs/replay_$harness" ] || die "there is no replay_$harness in $programs"
    [ -d "$seeds/$kind" ] || python3 "$top/ci/fuzz/attack_seeds.py" "$kind" "$seeds/$kind" "$top" || die "there are no seeds for $kind"
    number=${count:-1000000}
    if [ -z "$count" ] && [ "$kind" = elf ]; then number=100000; fi
    ended=0
    printf '%s as ' "$kind"
    "$programs/replay_$harness" --mutate "$number" --first "$first" --seed "$seed" --most "$most" --keep "$keep" "$seeds/$kind"/* || ended=$?
    if [ $ended -gt $status ]; then status=$ended; fi
done
exit $status
