#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every two features meet in the corpus, and every fault meets every feature; and ci/trust/pairs.py sees what is not there.
usage: test_pairs.py PAIRS.PY CORPUS PAIRS.TXT"""
import contextlib
import io
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'conformance', 'tests', 'cli'))
from common import ok as check, plan, read, write  # noqa: E402


def quietly(function, *args):
    """What it returns, and what it printed."""
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(out):
        return function(*args), out.getvalue()


script, corpus, table = sys.argv[1:]
sys.path.insert(0, os.path.dirname(os.path.abspath(script)))
import pairs  # noqa: E402
found = pairs.read_corpus(corpus)
missing, text = quietly(pairs.report, found, table)
check(missing == 0, 'all meets', [line for line in text.splitlines() if 'do not meet' in line])
check(len(text.splitlines()) == 13, 'in each profile and ABI', text)
missing, text = quietly(pairs.report, [case for case in found if '/pairs/' not in case[0]], table)
check(missing > 1000, 'without its area much does not meet', missing)
missing, text = quietly(pairs.report, [case for case in found if not case[0].startswith('v3/s390x-big/pairs/section-')], table)
check(missing > 0 and all(line.startswith('v3 s390x') for line in text.splitlines() if 'do not meet' in line),
      'sections that one ABI lacks are missing there alone', text[-200:])


def lacking(cases, path):
    """What does not meet in version 2 on AMD64, by a table."""
    table = pairs.Table(path, 'v2', 'amd64')
    return [' and '.join(meeting) for meeting in pairs.unmet(table, [case for case in cases if case[1:3] == ('v2', 'amd64')])[0]]


missing = lacking([case for case in found if not case[0].startswith('v2/amd64-little/pairs/bad-rep-size-')], table)
check(missing and all(text.startswith('bad-rep-size') for text in missing), 'so are rejects', missing)

whole = read(table)
with tempfile.TemporaryDirectory() as folder:
    other = os.path.join(folder, 'pairs.txt')
    for old, new, expected in (('  w4\n', '  w4\n  w8\n', 'addr1 and w8'), ('  bad-rep-size inc\n', '', 'bad-rep-size and inc')):
        missing = lacking(found, write(other, whole.replace(old, new, 1)))
        check(expected in missing, f'{expected} do not meet', missing)
    write(other, whole.replace('never Only a function in blocks', 'never why\n  no-such w1\nnever Only', 1))
    write(os.path.join(folder, 'index.tsv'), read(os.path.join(corpus, 'index.tsv')).partition('\n')[0] + '\n')
    status, text = quietly(pairs.main, folder, other)
    check(status == 2 and 'no level above has such a name' in text, 'a reason for a level that is not there', text)
plan()
