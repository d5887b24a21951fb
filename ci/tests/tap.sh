# SPDX-License-Identifier: MIT
# Functions for the tests of ci/, which are TAP producers: source it, and end with `plan`. Sets `ci`
# to the folder of the scripts, and `dir` to a temporary folder.

set -u
ci=$(cd "${BASH_SOURCE[0]%/*}/.." && pwd)
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
count=0

# script FILE LINE...: writes a program.
script() {
    printf '%s\n' '#!/bin/sh' "${@:2}" >"$1"
    chmod +x "$1"
}

# check DESCRIPTION COMMAND...: passes if the command succeeds. Otherwise it prints its output, and
# that of the tested script in $dir/out and $dir/err.
check() {
    count=$((count + 1))
    if "${@:2}" >"$dir/said" 2>&1; then
        echo "ok $count - $1"
    else
        echo "not ok $count - $1"
        cat "$dir/said" "$dir/out" "$dir/err" 2>/dev/null | tail -n 20 | sed 's/^/# /'
    fi
}

# skip DESCRIPTION WHY
skip() {
    count=$((count + 1))
    echo "ok $count - $1 # SKIP $2"
}

# need PROGRAM: without it the whole test is skipped.
need() {
    command -v "$1" >/dev/null || { echo "1..0 # SKIP there is no $1"; exit 0; }
}

plan() { echo "1..$count"; }
