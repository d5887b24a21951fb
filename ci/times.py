#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints how long each test took in each configuration, from the logs that ci/test.sh leaves: a table, the longest first.

usage: times.py [--least SECONDS] [LOG...]
  --least SECONDS  tests that took less in every configuration become one row (default: 1)
  LOG              NAME.json, in the order of the columns; the default is every log under the build root that ci/test.sh left
                   (SFRAME_BUILD_ROOT, or build/)

The seconds are wall time on this machine, of whatever ran beside it; a test that did not run has `-`. A test with several
parts of its own, such as each public header, is one row.
Exit status: 1 if there is no log or one cannot be read, 2 usage.
"""
import argparse
import collections
import glob
import json
import os
import sys

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def seconds_of(path):
    """{test: seconds}. Meson writes a line for each test, which it names PROJECT:SUITES / NAME."""
    found = collections.Counter()
    with open(path, encoding='utf-8') as log:
        for test in map(json.loads, log):
            found[test['name'].split(' / ')[-1]] += test['duration']
    return found


def default_logs():
    root = os.environ.get('SFRAME_BUILD_ROOT') or os.path.join(TOP, 'build')
    logs = glob.glob(os.path.join(glob.escape(root), '*', 'meson-logs', '*.json'))
    return sorted((log for log in logs if not os.path.basename(log).startswith('testlog')), key=os.path.getmtime)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--least', type=float, default=1)
    parser.add_argument('logs', nargs='*', metavar='LOG')
    arguments = parser.parse_args()
    logs = arguments.logs or default_logs()
    if not logs:
        sys.exit('error: there is no log; run ci/test.sh first')
    columns = [seconds_of(log) for log in logs]
    most = {test: max(column[test] for column in columns) for test in set().union(*columns)}
    long = sorted((test for test in most if most[test] >= arguments.least), key=lambda test: (-most[test], test))
    rows = [[test, *(f'{column[test]:.1f}' if test in column else '-' for column in columns)] for test in long]
    rows.append(['shorter tests', *(f'{sum(column[test] for test in column if test not in long):.1f}' for column in columns)])
    rows.append(['sum', *(f'{sum(column.values()):.1f}' for column in columns)])
    width = max(len(row[0]) for row in rows)
    for name, *cells in [['seconds', *(os.path.basename(log).removesuffix('.json') for log in logs)], *rows]:
        print(f'{name:{width}}', *(f'{cell:>12}' for cell in cells))


try:
    main()
except (OSError, ValueError, KeyError) as error:
    sys.exit(f'error: {error}')
