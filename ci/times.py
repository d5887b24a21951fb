#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints how long each test took in each configuration, from the JUnit logs that ci/test.sh leaves: a table, the longest first.

usage: times.py [--least SECONDS] [LOG...]
  --least SECONDS  tests that took less in every configuration become one row (default: 1)
  LOG              NAME.junit.xml, in the order of the columns; the default is every log under the build root that
                   ci/test.sh left (SFRAME_BUILD_ROOT, or build/)

The seconds are wall time on this machine, of whatever ran beside it; a test that did not run has `-`. A test with several
parts of its own, such as each public header, is one row.
Exit status: 1 if there is no log or one cannot be read, 64 usage.
"""
import argparse
import glob
import os
import sys
import xml.etree.ElementTree as ET

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def name_of(node):
    """Meson writes PROJECT.PROJECT:SUITES / NAME."""
    return node.get('name').split(' / ')[-1]


def seconds_of(path):
    """{test: seconds}. Meson writes a suite for each TAP program, and one case for each other test."""
    found = {}
    for suite in ET.parse(path).getroot().iter('testsuite'):
        if suite.get('time') is not None:
            found[name_of(suite)] = float(suite.get('time'))
            continue
        for case in suite.findall('testcase'):
            found[name_of(case)] = float(case.get('time') or 0)
    return found


def default_logs():
    root = os.environ.get('SFRAME_BUILD_ROOT') or os.path.join(TOP, 'build')
    logs = glob.glob(os.path.join(glob.escape(root), '*', 'meson-logs', '*.junit.xml'))
    return sorted((log for log in logs if not os.path.basename(log).startswith('testlog')), key=os.path.getmtime)


def rows_of(columns, least):
    """Rows of a name and a cell for each column, the longest first; then those below `least` together, and the sum."""
    tests = {test for column in columns for test in column}
    by_length = sorted(tests, key=lambda test: (-max(column.get(test, 0) for column in columns), test))
    long = [test for test in by_length if max(column.get(test, 0) for column in columns) >= least]
    rows = [[test] + [column.get(test) for column in columns] for test in long]
    short = tests.difference(long)
    if short:
        rows.append(['%d shorter tests' % len(short)] + [sum(column.get(test, 0) for test in short) for column in columns])
    rows.append(['sum'] + [sum(column.values()) for column in columns])
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--least', type=float, default=1)
    parser.add_argument('logs', nargs='*', metavar='LOG')
    parser.error = lambda why: (print('error: ' + why, file=sys.stderr), sys.exit(64))
    arguments = parser.parse_args()
    logs = arguments.logs or default_logs()
    if not logs:
        print('error: there is no log; run ci/test.sh first', file=sys.stderr)
        return 1
    try:
        columns = [seconds_of(log) for log in logs]
    except (OSError, ET.ParseError, ValueError) as error:
        print('error: %s' % error, file=sys.stderr)
        return 1
    names = [os.path.basename(log)[:-len('.junit.xml')] for log in logs]
    table = [['seconds'] + names]
    for row in rows_of(columns, arguments.least):
        table.append(row[:1] + ['-' if cell is None else '%.1f' % cell for cell in row[1:]])
    widths = [max(len(row[i]) for row in table) for i in range(len(table[0]))]
    for row in table:
        print('  '.join([row[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]))
    return 0


sys.exit(main())
