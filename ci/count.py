#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts the checks in Meson's JUnit logs and prints 'N passed, N failed, N skipped'.

usage: count.py EXPECTED-LOGS LOG...

A suite with an error but no failing case, which is a program that crashed or printed no plan,
counts as one failure.
Exit status: 1 if a check failed, none ran, or a log is missing; otherwise 0.
"""
import sys
import xml.etree.ElementTree as ET


def count(path):
    passed = failed = skipped = 0
    for suite in ET.parse(path).getroot().iter("testsuite"):
        bad = 0
        for case in suite.iter("testcase"):
            if case.find("failure") is not None or case.find("error") is not None:
                bad += 1
            elif case.find("skipped") is not None:
                skipped += 1
            else:
                passed += 1
        if bad == 0 and int(suite.get("errors", 0)) + int(suite.get("failures", 0)) > 0:
            bad = 1
        failed += bad
    return passed, failed, skipped


def main():
    expected, paths = int(sys.argv[1]), sys.argv[2:]
    totals = [sum(column) for column in zip(*(count(p) for p in paths))] or [0, 0, 0]
    missing = expected - len(paths)
    if missing:
        print(f"{missing} of {expected} configurations left no log", file=sys.stderr)
        totals[1] += missing
    passed, failed, skipped = totals
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 0 if failed == 0 and passed > 0 else 1


sys.exit(main())
