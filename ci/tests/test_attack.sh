#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# ci/fuzz/attack.sh with few inputs, and with harnesses of a planted defect. A TAP producer.
# usage: test_attack.sh PROGRAMS
. "$(dirname "$0")/tap.sh"
programs=$1
export SFRAME_BUILD_ROOT=$dir/build

attack() { "$ci/fuzz/attack.sh" --programs "$programs" --keep "$dir/keep" "$@" >"$dir/out" 2>"$dir/err"; }
ends_with() { local want=$1; shift; "$@"; local status=$?; [ $status = "$want" ] || { echo "exit status $status"; return 1; }; }
# tried KIND COUNT PERCENT: so many inputs, and at least this share got past the parser.
tried() { awk -v kind="$1" -v count="$2" -v least="$3" '
    $1 == kind && $4 == count { match($0, /[0-9.]+ % past/); good = substr($0, RSTART) + 0 >= least } END { exit !good }' "$dir/out"; }

check 'help' ends_with 0 attack --help
check 'an unknown option is a mistake' ends_with 2 attack --nothing
check 'an unknown kind is a mistake' ends_with 2 attack nothing
check 'no number is a mistake' ends_with 2 attack --count x known
check 'an attack of no inputs is not passed' ends_with 2 attack --count 0 known
check 'nor one whose inputs cannot be kept' ends_with 2 attack --count 1 --keep /proc/nothing known
for kind in elf:25 known:30 adapter:30 recipe:25; do
    name=${kind%:*} harness=text
    [ "$name" != elf ] || harness=elf
    [ -x "$programs/replay_$harness" ] || { skip "an attack on $name" 'not built here'; continue; }
    check "an attack on $name" ends_with 0 attack --count 200 "$name"
    check "and ${kind#*:} % get past the parser" tried "$name" 200 "${kind#*:}"
done
check 'nothing is kept' test -z "$(find "$dir/keep" -type f)"

# ---- A defect is found, kept, and found again ----

for name in recipe elf; do
    harness=text
    [ "$name" != elf ] || harness=elf
    planted=$programs/planted_$harness
    [ -x "$planted" ] || { skip "a defect in $name" 'not built here'; continue; }
    mkdir -p "$dir/bin"
    cp "$planted" "$dir/bin/replay_$harness"
    programs=$dir/bin
    check "a defect in $name is a find" ends_with 1 attack --count 20000 "$name"
    check 'which says what is wrong' grep -q 'fuzz_\|Sanitizer\|runtime error\|Bus error\|Segmentation fault' "$dir/err"
    found=$(sed -n "s/.*find: \(.*\.input\): .*/\1/p" "$dir/out" | head -n 1)
    check 'its input is kept' test -s "$found"
    # The harness aborts, or a sanitizer or the page behind the bytes stops it before that.
    check 'and fails alone' bash -c '"$0" "$1" >"$2" 2>&1; case $? in 134 | 135 | 139) ;; 1) grep -q "runtime error\|Sanitizer" "$2" ;; *) false ;; esac' "$planted" "$found" "$dir/alone"
    cp "$found" "$dir/found"
    check 'the next attack begins with it' ends_with 1 attack --count 1 "$name"
    check 'and leaves it' cmp "$found" "$dir/found"
    rm "$found"
    check 'the same seed makes it again' ends_with 1 attack --count 20000 "$name"
    check 'byte for byte' cmp "$found" "$dir/found"
    programs=$1
    check 'without the defect it is none' ends_with 0 attack --count 1 "$name"
    check 'and not kept' test ! -e "$found"
done
plan
