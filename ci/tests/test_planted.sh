#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The defects of ci/fuzz/planted/ and the controls of ci/trust/prove/ must apply to the sources. A
# TAP producer.
# usage: test_planted.sh SOURCE
. "$(dirname "$0")/tap.sh"
cd "$1" || exit 1
patches=0 controls=0
for p in ci/fuzz/planted/*.patch; do
    patches=$((patches + 1))
    check "$p applies" patch -p1 --dry-run --force --silent -i "$p"
    check "$p has a description" grep -q '^defect: ..*' "$p"
    check "$p names a harness" test -f "fuzz/fuzz_$(sed -n 's/^target: //p' "$p").c"
done
check "there are enough defects: $patches" test "$patches" -ge 122
for p in ci/trust/prove/*.patch; do
    controls=$((controls + 1))
    check "$p applies" patch -p1 --dry-run --force --silent -i "$p"
    check "$p has a description" grep -q '^defect: ..*' "$p"
    for key in property profile length alarm; do
        check "$p has its $key" grep -q "^$key: ..*" "$p"
    done
done
check "there are enough controls: $controls" test "$controls" -ge 18
plan
