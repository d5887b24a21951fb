#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Instructions that the reference needs for one row (check, walk) and one look-up (find), counted
by callgrind for each profile. They depend on the compiler, not on the machine's speed. A function
costs some too, which the first columns share out among its rows; the last two divide them, by a
second section whose functions have more rows.

usage: steps.py STEPS [VALGRIND]

Without VALGRIND it is skipped (exit status 77).
"""
import os
import subprocess
import sys
import tempfile

PROFILES, ACTIONS = ('v1', 'v2', 'v2e1', 'v2e2', 'v3'), ('check', 'walk', 'find')
FUNCTIONS, ROWS, MORE_ROWS = 25000, 120000, 360000


def count(valgrind, steps, profile, action, rows=ROWS):
    """Instructions for each row or look-up."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, 'callgrind.out')
        done = subprocess.run([valgrind, '-q', '--tool=callgrind', '--toggle-collect=measured',
                               '--callgrind-out-file=' + out, steps, profile, action, str(FUNCTIONS), str(rows)],
                              stdout=subprocess.PIPE, universal_newlines=True, check=True)
        with open(out) as lines:
            totals = [int(line.split()[1]) for line in lines if line.startswith(('summary:', 'totals:'))]
    if not totals or totals[0] == 0:
        sys.exit('steps.py: callgrind counted nothing')
    return totals[0] / int(done.stdout)


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    if len(sys.argv) == 2:
        print('skipped: there is no valgrind')
        sys.exit(77)
    print('AMD64, %d functions, %d rows; instructions for each row, or look-up; then check, divided' % (FUNCTIONS, ROWS))
    print('%-8s' % '' + ''.join('%10s' % name for name in ACTIONS + ('a row', 'a function')))
    for profile in PROFILES:
        counts = [count(sys.argv[2], sys.argv[1], profile, action) for action in ACTIONS]
        more = count(sys.argv[2], sys.argv[1], profile, 'check', MORE_ROWS)
        row = (more * MORE_ROWS - counts[0] * ROWS) / (MORE_ROWS - ROWS)
        counts += [row, (counts[0] - row) * ROWS / FUNCTIONS]
        print('%-8s' % profile + ''.join('%10.1f' % number for number in counts), flush=True)


main()
