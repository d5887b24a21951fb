#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts the checks in Meson's logs, names those that failed on standard error, and prints 'N passed, N failed, N skipped'.

usage: count.py EXPECTED-LOGS LOG...
  LOG   NAME.json of configuration NAME

A failed check is a line 'failed: NAME: TEST: CHECK: why'. A test that Meson judges as failed without a failed check, such
as one that crashed, ran out of time or printed fewer checks than it planned, counts as one failure. So does a TAP
program that prints nothing, which Meson takes for skipped. A check that is known to fail (TODO) counts as skipped.
Exit status: 1 if a check failed, none ran, or a log is missing; otherwise 0.
"""
import json
import os
import re
import sys

MOST_NAMED, MOST_TEXT = 20, 200
GOOD = ("OK", "SKIP", "EXPECTEDFAIL")
# A line of TAP: is it a failure, what it is about, what it says of itself; and the comment below it.
CHECK = re.compile(r"^(not )?ok\b *(.*?) *(?:# *(SKIP|TODO)\b.*)?$(?:\n\s*# ?(.*))?", re.M | re.I)


def count(test):
    """Passed, skipped, and (check, what is said of it) of each failure. Meson ends with how the program ended. If it says nothing, the
    last check is where it stopped."""
    output, words = test.get("stdout") or "", (test.get("stderr") or test.get("stdout") or "").strip()
    ended, checks = [("", f"{test['result']}: {words[words.rfind(chr(10)) + 1:]}")], list(CHECK.finditer(output))
    failures = [(check[2], check[4] or "") for check in checks if check[1] and not check[3]]
    if not checks and "1..0" not in output and test["result"] == "SKIP" and test.get("returncode") == 0:
        return 0, 0, [("", "no check")]
    if not checks:
        skipped, is_bad = test["result"] == "SKIP", test["result"] not in GOOD
        first = words.partition("\n")[0]
        return not skipped and not is_bad, skipped, ([("", first)] if first and test["result"] == "FAIL" else ended) if is_bad else []
    skipped = sum(bool(check[3]) and (bool(check[1]) or check[3].upper() == "SKIP") for check in checks)
    return len(checks) - skipped - len(failures), skipped, failures or (ended if test["result"] not in GOOD else [])


def main():
    expected, paths, passed, skipped, failures = int(sys.argv[1]), sys.argv[2:], 0, 0, []
    for path in paths:
        name = os.path.basename(path).removesuffix(".json")
        with open(path, encoding="utf-8") as log:
            for test in map(json.loads, log):
                good, left, bad = count(test)
                passed, skipped = passed + good, skipped + left
                failures += [": ".join(filter(None, (name, test["name"].rpartition(" / ")[2], check, why[:MOST_TEXT]))) for check, why in bad]
    for line in failures[:MOST_NAMED]:
        print(f"failed: {line}", file=sys.stderr)
    if failures[MOST_NAMED:]:
        print(f"and {len(failures) - MOST_NAMED} more", file=sys.stderr)
    missing = expected - len(paths)
    if missing:
        print(f"{missing} of {expected} configurations left no log", file=sys.stderr)
    failed = len(failures) + missing
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 0 if failed == 0 and passed > 0 else 1


sys.exit(main())
