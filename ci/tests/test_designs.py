#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests of the mutants of design: their form, that they fit the sources, and how a made-up project's are judged.

usage: test_designs.py BUILD
"""
import contextlib
import io
import os
import sys

from trust_support import raises, write
import designs
import harness
import run
from common import ok as check, read, run_in_folder

BUILD = os.path.abspath(sys.argv[1])
SMALL = '''int twice(int n);
int small(int n);

int twice(int n)
{
    if (n < 0)
        return 0;
    return n + n;
}

int small(int n)
{
    if (n < 0)
        return 0;
    return twice(n) + 1;
}
'''
# Two cells: odd numbers are asked in v1/amd64-little, even ones in v3/s390x-big. The plain adapter does
# not tell 7 from 8.
SERVER = '''import ctypes, os, sys
print(3, flush=True)
CELLS = ('v3/s390x-big', 'v1/amd64-little')
for line in sys.stdin:
    sys.stdout.flush()
    if os.fork() > 0:
        os.wait()
        continue
    small = ctypes.CDLL(line.split()[1]).small
    wrong = [n for n in range(-2, 6) if small(n) != (0 if n < 0 else 2 * n + 1)]
    plain = [n for n in wrong if (small(n), n) != (8, 3)]
    cells = [' %s %d %d' % (name, sum(n % 2 == i for n in wrong), sum(n % 2 == i for n in plain))
             for i, name in enumerate(CELLS) if any(n % 2 == i for n in wrong)]
    print('%s\\t1\\tfull %d %s plain %d %s%s' % ('failed' if wrong else 'passed', len(wrong), 'case%d' % wrong[0] if wrong else '-',
          len(plain), 'case%d' % plain[0] if plain else '-', ''.join(cells)), flush=True)
    os._exit(0)
'''

DESIGNS = '''# SPDX-License-Identifier: MIT
# A comment.

name: negative
what: negative numbers count too
in: small.c small
- if (n < 0)
-     return 0;
+

name: three
what: the third is one more
for: v1 amd64
in: small.c twice
- return n + n;
+ return n == 3 ? 7 : n + n;

name: late
what: large numbers are wrong
for: v3 amd64 s390x
in: small.c twice
- if (n < 0)
+ if (n < 0 || n > 100)

name: both-ends
what: a change in two places
in: small.c
- return twice(n) + 1;
+ return twice(n) + 2;
in: small.c twice
- return n + n;
+ return n + n - (n > 3);
'''


# ---- The form ----

GOOD = 'name: a\nwhat: a fact\nin: small.c\n- return 0;\n+ return 1;\n'
FORM = 'expected name, what, perhaps for'
WRONG = (
    (GOOD.replace('name: a\n', ''), 1, FORM), (GOOD.replace('name: a', 'name: A_b'), 1, FORM), ('# b\nname: a\nwhat: a fact\n', 2, FORM),
    (GOOD.replace('what: ', 'wat: '), 1, FORM), ('\n' + GOOD.replace('in:', 'for: v1 s390x\nin:'), 2, 'no cell'),
    (GOOD.replace('- return 0;\n', ''), 1, FORM), (GOOD.replace('- return 0;\n+ return 1;\n', ''), 1, FORM), (GOOD + 'what: too late\n', 1, FORM),
    (GOOD.replace('in:', 'equivalent: short\nin:'), 1, FORM), (GOOD.replace('in:', 'survives: half a reason that is long enough\nin:'), 1, FORM),
    (GOOD + '\n' + GOOD.replace('in:', 'what: twice\nin:'), 7, FORM), ('# nothing\n', 1, 'at least one'),
)


def test_form(folder):
    for text, line, why in WRONG:
        said = raises(designs.read, write(folder, 'wrong.designs', text))
        check(said.startswith('%s:%d: ' % (os.path.join(folder, 'wrong.designs'), line)) and why in said, '%s: %s' % (why, said))
    path = write(folder, 'wrong.designs', GOOD + '\n' + GOOD)
    check('%s:7: the name is also in %s:1' % (path, path) in raises(designs.read_all, folder), 'a name twice')
    os.unlink(path)
    check(designs.select('v2 v3 aarch64 but v2 little but v3') == ['v2/aarch64-big'], 'cells by words')
    check(len(designs.select('all')) == 18 and len(designs.select('all but v2e1 aarch64 but v3 aarch64-big')) == 15, 'all, and less')


def test_fit(folder):
    texts = {'small.c': SMALL}
    for text, why in ((GOOD, 'occur 2 times'), (GOOD.replace('0;', '2;'), 'occur nowhere'),
                      (GOOD.replace('small.c', 'other.c'), 'no file of the reference'),
                      (GOOD.replace('small.c', 'small.c gone'), 'no function gone')):
        design = designs.read(write(folder, 'one.designs', text))[0]
        said = raises(designs.apply, design, texts)
        check(said.startswith('%s:1: ' % design.path) and why in said, why)
    design = designs.read(write(folder, 'one.designs', GOOD.replace('small.c', 'small.c twice')))[0]
    check(designs.apply(design, texts) == {'small.c': SMALL.replace('return 0', 'return 1', 1).replace('        return 1', 'return 1')},
          'in one function only')
    design = designs.read(write(folder, 'one.designs', GOOD.replace('in: small.c', 'in: small.c twice').replace('+ return 1', '+         return 0')))[0]
    check('this changes nothing' in raises(run.check, [design], texts), 'a mutant that changes nothing is refused')


# ---- Judging ----

def judge(folder, text, pairs=5):
    """The report of the made-up project, and its status."""
    sources = os.path.join(folder, 'src')
    os.makedirs(sources, exist_ok=True)
    write(sources, 'small.c', SMALL)
    command = [sys.executable, write(folder, 'server.py', SERVER)]
    project = harness.Project(sources, ['small.c'], os.path.join(folder, 'scratch'), command)
    chosen = designs.read(write(folder, 'made.designs', text))
    with contextlib.redirect_stdout(io.StringIO()) as said:
        judged = run.judge(project, chosen, 2, True)
        status = run.print_report(judged, {'full': 70, 'plain': 50},
                                         {'full': pairs, 'plain': pairs}, True)
    check(read(os.path.join(sources, 'small.c')) == SMALL, 'the sources are as they were')
    return status, said.getvalue().splitlines()


def test_judging(folder):
    status, said = judge(folder, DESIGNS)
    check(status == 0, 'three of four in full and two in plain are enough')
    for line, what in (('negative: full 2 of 18 cells (2 cases), plain 2 of 18 cells (2 cases)', 'a mutant that dies in both'),
                       ('three: full 1 of 1 cells (1 cases), plain 0 of 1 cells (0 cases)', 'one that only the full adapter tells'),
                       ('both-ends: full 2 of 18 cells (4 cases), plain 2 of 18 cells (3 cases)', 'two changes'),
                       ('killed by one case (full): three: case3', 'one case'), ('lives: v3/s390x-big: late (both)', 'pairs that live'),
                       ('full: 3 of 4 killed, 75.00 %, at least 70 %, and 12.82 % of the pairs, at least 5 %; 0 more survive with an explanation', 'the totals'),
                       ('plain: 2 of 4 killed, 50.00 %, at least 50 %, and 10.26 % of the pairs, at least 5 %; 0 more survive with an explanation', 'of both')):
        check(line in said, what, said)
    names = [line.split(':')[3].strip() + line.split()[1].rstrip(':') for line in said if line.startswith('survivor')]
    check(names == ['three(plain)', 'late(full)', 'late(plain)'], 'survivors, by adapter', said)
    check([line.split()[1:9] for line in said if line.startswith('v1/amd64-little')] == ['3 of 3 100.00 % 2 of 3'.split()], 'the sums of a cell', said)
    check(judge(folder, DESIGNS, 10)[0] == 0 and judge(folder, DESIGNS, 11)[0] == 1, 'too few pairs, of one adapter')


REASON = 'no question of the made-up test is so large'


def test_explained(folder):
    for what, old, new, wanted, *lines in (
            ('an equivalent mutant does not count', 'for: v3 amd64 s390x', 'for: v3 amd64 s390x\nequivalent: %s' % REASON, 0, 'late: equivalent', 'mutants: 4 (1 equivalent, 0 not judged)', 'full: 3 of 3 killed'),
            ('one that dies', 'for: v1 amd64', 'for: v1 amd64\nequivalent: %s' % REASON, 1, 'three is said to be equivalent, but case3 tells it apart'),
            ('a survivor that is explained', 'for: v1 amd64', 'for: v1 amd64\nsurvives: plain %s' % REASON, 0, 'explained (plain)'),
            ('one that dies in another cell', 'for: v1 amd64', 'for: v1 v2 aarch64', 1, ':11: three is not for v1/amd64-little, but dies there'),
            ('one that cannot be built', 'n == 3 ?', 'm == 3 ?', 2, 'not built: three: it does not compile')):
        status, said = judge(folder, DESIGNS.replace(old, new))
        check(status == wanted and all(line in '\n'.join(said) for line in lines), what, said)
    check('nowhere' in raises(judge, folder, DESIGNS.replace('- return n + n;', '- return 2 * n;', 1)), 'a stale one')
    check('not a verdict' in raises(run.read_verdict, 'full 1 plain 2'), 'what is no verdict')


# ---- Our own ----

def test_own():
    try:
        found = designs.read_all(run.FOLDER)
        check(True, 'every file has the form, and every name is there once')
    except designs.Wrong as error:
        check(False, str(error))
        return
    check(len(found) >= 200, '%d mutants, at least 200' % len(found))
    names = [*harness.files_of_reference(('.c', '.h')), '../conformance/adapters/ref_answer.c']
    texts = {name: read(os.path.join(harness.REF, name)) for name in names}
    for design in found:
        why = raises(run.check, [design], texts)
        check(why == '', '%s fits the sources%s' % (design.name, why and ': ' + why))


def test_build():
    for what, arguments in ((harness.sources_of_test, ()), (harness.link_of_test, ()), (harness.command_for, harness.ANSWERS)):
        why = raises(what, BUILD, *arguments)
        check(not why, 'the build has what the harness takes from it: %s' % what.__name__, why)
    check('does not compile gone.c' in raises(harness.command_for, BUILD, 'gone.c', ''), 'what it does not have is an error')


run_in_folder(test_form, test_fit, test_judging, test_explained, test_build, test_own)
