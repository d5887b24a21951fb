#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The scripts of releases: what they refuse, and the versions and notes that they find. Builds nothing. A TAP producer.
. "$(dirname "$0")/tap.sh"

# A tree with what the scripts look at.
tree=$dir/tree
mkdir -p "$tree/corpus" "$tree/ci"
cp -r "$ci/lib.sh" "$ci/release" "$tree/ci/"
cp "$ci/../meson.build" "$ci/../CHANGELOG.md" "$tree"
cp "$ci/../corpus/VERSION" "$tree/corpus"

# ask STATUS FUNCTION [ARGUMENT]: a function of ci/release/lib.sh, in a script of its own. Fails with another status.
ask() {
    bash -c 'set -euo pipefail; . "$1/ci/lib.sh"; . "$1/ci/release/lib.sh"; "${@:2}"' bash "$tree" "${@:2}" \
        >"$dir/out" 2>"$dir/err"
    [ $? -eq "$1" ]
}
# says TEXT...: the error has it.
says() { grep -qF "$*" "$dir/err"; }

check "the versions of CHANGELOG.md, meson.build and corpus/VERSION agree" ask 0 check_versions
for kind in suite corpus; do
    ask 0 newest $kind
    check "$kind: a version and a date" grep -qE '^[0-9]+\.[0-9]+\.[0-9]+ 20[0-9]{2}-[0-9]{2}-[0-9]{2}$' "$dir/out"
    ask 0 notes $kind
    check "$kind: notes of its own" [ "$(grep -c '^## ' "$dir/out") $(grep -c "^## ${kind^} " "$dir/out")" = '1 1' ]
    check "$kind: with a text" [ "$(wc -l <"$dir/out")" -gt 2 ]
done
echo 9.9.9 >"$tree/corpus/VERSION"
check "another version of the corpus" ask 2 check_versions
check "is named" says 'corpus/VERSION is not that of CHANGELOG.md'
sed -i "s/^  version: '/&9/" "$tree/meson.build"
check "another version of the suite" ask 2 check_versions
check "is named" says 'meson.build has another version'
sed -i 's/^## Suite/## Sweet/' "$tree/CHANGELOG.md"
check "a changelog without a version" ask 2 newest suite
check "says what it lacks" says "no line '## Suite VERSION, DATE'"
check "so do those who compare versions" ask 2 check_versions
check "and say what it lacks" says "no line '## Suite VERSION, DATE'"

for script in release deb check picture; do
    "$ci/release/$script.sh" --help >"$dir/out" 2>"$dir/err"
    check "$script.sh --help" grep -q 'exit status: 0' "$dir/out"
    "$ci/release/$script.sh" --nosuch >"$dir/out" 2>"$dir/err"
    check "$script.sh: an unknown option" says "unknown option '--nosuch'"
done
"$ci/release/check.sh" "$dir" >"$dir/out" 2>"$dir/err"
check "check.sh: a folder that is no release" says 'release.sh made'
: >"$dir/SHA256SUMS"
"$ci/release/check.sh" --root / "$dir" >"$dir/out" 2>"$dir/err"
check "check.sh: this system is no minimal one" says 'cannot be this one'
plan
