#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts the checks in Meson's logs, names those that failed on standard error, and prints 'N passed, N failed, N skipped'.

usage: count.py EXPECTED-LOGS LOG...
  LOG   NAME.junit.xml of configuration NAME; the verdicts of its tests are beside it, in NAME.json

A failed check is a line 'failed: NAME: TEST: CHECK: why'. A test that Meson judges as failed without a failed check, such
as one that crashed, ran out of time or printed fewer checks than it planned, counts as one failure. So does a TAP
program that prints nothing, which Meson takes for skipped.
Exit status: 1 if a check failed, none ran, or a log is missing; otherwise 0.
"""
import json
import os
import re
import sys
import xml.etree.ElementTree as ET

MOST_NAMED, MOST_TEXT = 20, 200
GOOD = ("OK", "SKIP", "EXPECTEDFAIL")


def why(case, output):
    """The first line of what is said about a failed check: in its element, or in the output of its TAP program."""
    said = [mark.text for mark in (case.find("failure"), case.find("error")) if mark is not None and mark.text]
    said += re.findall(rf"^not ok {re.escape(case.get('name'))}.*\n\s*# ?(.*)", output, re.M) + [case.findtext("system-err") or ""]
    return said[0].strip().partition("\n")[0]


def is_silent(test):
    """A TAP program that prints nothing, for Meson, is skipped. One that is to be skipped says so."""
    return test["result"] == "SKIP" and test.get("returncode") == 0 and "1..0" not in (test.get("stdout") or "")


def count(path):
    """Passed, skipped, and what is to be said of each failure."""
    with open(path.removesuffix(".junit.xml") + ".json", encoding="utf-8") as log:
        tests = {test["name"]: test for test in map(json.loads, log)}
    bad = {name: test for name, test in tests.items() if test["result"] not in GOOD}
    passed, skipped, failures, silent = 0, 0, [], {name for name, test in tests.items() if is_silent(test)}
    for suite in ET.parse(path).getroot().iter("testsuite"):
        # The suite of a TAP program is PROJECT.TEST. That of the project has a case for each other test.
        program = suite.get("name").partition(".")[2]
        for case in suite.iter("testcase"):
            test = program or case.get("name")
            if case.find("failure") is not None or case.find("error") is not None:
                failures.append((test, case.get("name") if program else "", why(case, suite.findtext("system-out") or "")))
            elif case.find("skipped") is not None:
                skipped += test not in silent
            else:
                passed += program != "" or test not in bad
    for test in sorted(bad.keys() - {test for test, _, _ in failures}):
        # Meson ends them with how the program ended. If it says nothing, the last check is where it stopped.
        words = (bad[test].get("stderr") or bad[test].get("stdout") or "").strip()
        failures.append((test, "", f"{bad[test]['result']}: {words[words.rfind(chr(10)) + 1:]}"))
    failures += [(test, "", "no check") for test in sorted(silent)]
    name = os.path.basename(path).removesuffix(".junit.xml")
    return passed, skipped, [": ".join(filter(None, (name, test.rpartition(" / ")[2], check, text[:MOST_TEXT])))
                             for test, check, text in failures]


def main():
    expected, paths = int(sys.argv[1]), sys.argv[2:]
    counts = [count(path) for path in paths]
    failures = [line for _, _, found in counts for line in found]
    for line in failures[:MOST_NAMED]:
        print(f"failed: {line}", file=sys.stderr)
    if failures[MOST_NAMED:]:
        print(f"and {len(failures) - MOST_NAMED} more", file=sys.stderr)
    missing = expected - len(paths)
    if missing:
        print(f"{missing} of {expected} configurations left no log", file=sys.stderr)
    passed, skipped, failed = sum(c[0] for c in counts), sum(c[1] for c in counts), len(failures) + missing
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 0 if failed == 0 and passed > 0 else 1


sys.exit(main())
