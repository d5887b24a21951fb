#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The defects of ci/fuzz/planted/ and the controls of ci/trust/prove/ must apply to the sources. A
# TAP producer.
# usage: test_planted.sh SOURCE
. "$(dirname "$0")/tap.sh"
cd "$1" || exit 1
controls=0
check 'each defect applies' bash -c '"$0" >"$1"' ci/fuzz/planted.py "$dir/defects"
for harness in $(cut -d ' ' -f 2 "$dir/defects" | sort -u); do check "there is a harness $harness" test -f "fuzz/fuzz_$harness.c"; done
check "there are enough defects: $(wc -l <"$dir/defects")" test "$(wc -l <"$dir/defects")" -ge 122
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
