#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The replay driver must not pass if it ran nothing. A TAP producer. usage: test_replay.sh REPLAY SECTION
. "$(dirname "$0")/../../ci/tests/tap.sh"
replay=$1 section=$2
# prints DESCRIPTION PATTERN COMMAND...: the output has a line that matches.
prints() { "${@:3}" >"$dir/out" 2>&1; check "$1" grep -q -e "$2" "$dir/out"; }
mkdir "$dir/empty" "$dir/one" "$dir/one/regress"
cp "$section" "$dir/one/a.sframe"
cp "$section" "$dir/one/b.sframe"
prints 'an input passes' '^ok 2 - 1 inputs run' "$replay" "$section"
prints 'the same bytes count once' '^ok 2 - 1 distinct inputs in 2 files' "$replay" --min 1 "$dir/one"
prints 'fewer than recorded fail' '^not ok 2 - 1 distinct inputs' "$replay" --min 2 "$dir/one"
prints 'an empty folder fails' '^not ok 1 - .*empty has inputs' "$replay" "$dir/empty"
prints 'a folder without files of the suffix fails' '^not ok 1 - .*has inputs' "$replay" --suffix .other "$dir/one"
prints 'a missing folder fails' '^not ok 1 - .*missing can be read' "$replay" "$dir/missing"
ln -s missing "$dir/one/c.sframe"
prints 'an unreadable file fails' '^not ok 1 - .*c.sframe can be read' "$replay" "$dir/one"
rm "$dir/one/c.sframe"
prints 'nothing run fails' '^not ok 3 - 0 inputs run' "$replay" --every 18446744073709551615 "$dir/one"
printf 'a regression' >"$dir/one/regress/c.sframe"
prints 'regressions are always run' '^ok 3 - 1 inputs run' "$replay" --every 18446744073709551615 "$dir/one"
prints 'no number is a mistake' 'needs a number' "$replay" --min x "$dir/one"
prints 'no folder is a mistake' '^usage' "$replay"
plan
