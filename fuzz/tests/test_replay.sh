#!/bin/sh
# SPDX-License-Identifier: MIT
# The replay driver must not pass if it ran nothing. usage: test_replay.sh REPLAY SECTION
set -u
replay=$1 section=$2
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
n=0
check() { # check DESCRIPTION PATTERN COMMAND...: the output must have a line that matches
    n=$((n + 1))
    what=$1 pattern=$2
    shift 2
    "$@" >"$dir/out" 2>&1
    if grep -q -e "$pattern" "$dir/out"; then echo "ok $n - $what"; else echo "not ok $n - $what"; sed 's/^/# /' "$dir/out"; fi
}
mkdir "$dir/empty" "$dir/one" "$dir/one/regress"
cp "$section" "$dir/one/a.sframe"
cp "$section" "$dir/one/b.sframe"
check 'an input passes' '^ok 2 - 1 inputs run' "$replay" "$section"
check 'the same bytes count once' '^ok 2 - 1 distinct inputs in 2 files' "$replay" --min 1 "$dir/one"
check 'fewer than recorded fail' '^not ok 2 - 1 distinct inputs' "$replay" --min 2 "$dir/one"
check 'an empty folder fails' '^not ok 1 - .*empty has inputs' "$replay" "$dir/empty"
check 'a folder without files of the suffix fails' '^not ok 1 - .*has inputs' "$replay" --suffix .other "$dir/one"
check 'a missing folder fails' '^not ok 1 - .*missing can be read' "$replay" "$dir/missing"
ln -s missing "$dir/one/c.sframe"
check 'an unreadable file fails' '^not ok 1 - .*c.sframe can be read' "$replay" "$dir/one"
rm "$dir/one/c.sframe"
check 'nothing run fails' '^not ok 3 - 0 inputs run' "$replay" --every 18446744073709551615 "$dir/one"
printf 'a regression' >"$dir/one/regress/c.sframe"
check 'regressions are always run' '^ok 3 - 1 inputs run' "$replay" --every 18446744073709551615 "$dir/one"
check 'no number is a mistake' 'needs a number' "$replay" --min x "$dir/one"
check 'no folder is a mistake' '^usage' "$replay"
echo "1..$n"
