#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests of ci/trust/coverage.py on llvm-cov's form, written by hand. A TAP producer."""
import copy
import json
import os
import sys

from trust_support import TOP, write
import coverage
from common import ok as check, run, run_in_folder

SOURCE = '''int small(int a, int b);

int small(int a, int b)
{
    if (a &&
        b)
        return 1;
    if (a)
        return 2;
    switch (b) {
    case 0: return 3;
    default: return 4;
    }
    return b > 1 && a ? 5 : 6;
}
'''
# What was measured, in which all is shown: a && b, then a, the labels, and b > 1 && a.
ALL = {
    'branches': [
        [5, 9, 5, 10, 2, 1, 0, 0, 6], [6, 9, 6, 10, 1, 1, 0, 0, 6], [8, 9, 8, 10, 1, 1, 0, 0, 4],
        [11, 5, 11, 11, 1, 1, 0, 0, 4], [12, 5, 12, 12, 1, 1, 0, 0, 4],
        [14, 12, 14, 17, 2, 1, 0, 0, 6], [14, 21, 14, 22, 1, 1, 0, 0, 6],
    ],
    'mcdc_records': [
        [5, 9, 6, 10, 1, 1, 0, 0, 5, [True, True], [{'conditions': [True, True]}]],
        [14, 12, 14, 22, 1, 1, 0, 0, 5, [True, True], [{'conditions': [True, True]}]],
    ],
    'expansions': [],
}


def judge(folder, change=None, known='', version='3.1.0', source=SOURCE, options=('--mcdc',)):
    """(exit status, what coverage.py prints) if `change` was applied to what was measured."""
    os.makedirs(os.path.join(folder, 'ref'), exist_ok=True)
    file = copy.deepcopy(ALL)
    file['filename'] = write(folder, 'ref/small.c', source)
    if change:
        change(file)
    measured = write(folder, 'measured', json.dumps({'version': version, 'data': [{'files': [file]}]}))
    p = run(sys.executable, os.path.join(TOP, 'ci', 'trust', 'coverage.py'), *options, folder, measured, write(folder, 'known', known))
    return p.returncode, p.stdout + p.stderr


def branch(line, column, true, false):
    """A change: the counts of the condition there."""
    def apply(file):
        file['branches'] = [e[:4] + [true, false] + e[6:] if e[:2] == [line, column] else e for e in file['branches']]
    return apply


def decides(line, *values):
    """A change: whether the conditions of a decision decide."""
    def apply(file):
        for entry in file['mcdc_records']:
            if entry[0] == line:
                entry[9] = list(values)
    return apply


def expect(folder, what, status, *lines, **how):
    code, said = judge(folder, **how)
    check(code == status and all(line in said for line in lines), what, said)
    return said


def test_shown(folder):
    expect(folder, 'all is shown', 0, 'branches 14 of 14 (100.00 %), MC/DC 4 of 4 (100.00 %), explained 0\n')


def test_not_shown(folder):
    """A control for each thing that can be missing: without a reason it fails, with one it passes."""
    of = 'ref/small.c small: '
    for what, change, name in (
            ('a condition that was never false', branch(8, 9, 2, 0), of + 'a #2: never false'),
            ('one that was never reached', branch(6, 9, 0, 0), of + 'b: never reached'),
            ('a label that was never taken', branch(11, 5, 0, 2), of + 'case 0: never true'),
            ('a condition that never decides', decides(5, True, False), of + 'b: never decides')):
        expect(folder, '%s fails' % what, 1, 'not shown: ref/small.c:', name, change=change)
        said = expect(folder, '%s may have a reason' % what, 0, change=change, known='A reason that says why not.\n  %s\n' % name)
        check(said.splitlines()[-1].endswith(' 1'), '%s is counted as explained' % what, said)
    expect(folder, 'a reason is stale if all is shown', 1, 'known:2: shown, or no such condition: ' + name, known='A reason that says why not.\n  %s\n' % name)
    expect(folder, 'another reason for the same condition is stale', 1, 'not shown: ', 'no such condition: ' + of + 'a #2: never true',
           change=branch(8, 9, 2, 0), known='A reason that says why not.\n  %sa #2: never true\n' % of)


def test_copies(folder):
    """A function in a header is there once for each file that includes it."""
    def add(line, column, true, false, *values):
        def apply(file):
            branch(line, column, 2, 0)(file)
            decides(line, True, False)(file)
            file['branches'] += [[line, column, line, column + 1, true, false, 0, 0, 6], [5, 9, 5, 10, 1, 1, 0, 0, 6]]
            file['mcdc_records'].append([5, 9, 6, 10, 1, 1, 0, 0, 5, list(values), [{'conditions': [True, True]}]])
        return apply
    expect(folder, 'another copy shows the rest', 0, change=add(5, 9, 0, 1, False, True))
    expect(folder, 'another copy shows no more', 1, 'b: never decides', change=add(5, 9, 0, 1, True, False))


def test_nested(folder):
    """f(b && c) is one condition of the outer decision."""
    def nest(file):
        file['branches'] = [[3, 9, 3, 10, 1, 1, 0, 0, 6], [3, 14, 3, 23, 1, 1, 0, 0, 6], [3, 16, 3, 17, 1, 1, 0, 0, 6],
                            [3, 21, 3, 22, 1, 1, 0, 0, 6]]
        file['mcdc_records'] = [[3, 9, 3, 23, 1, 1, 0, 0, 5, [True, False], [{}]], [3, 16, 3, 22, 1, 1, 0, 0, 5, [False, True], [{}]]]
    source = 'int small(int a)\n{\n    if (a && f(b && c))\n        return 1;\n}\n'
    said = expect(folder, 'a decision in a condition', 1, 'small: f(b && c): never decides', 'small: b: never decides', change=nest,
                  source=source)
    check(said.count('not shown') == 2, 'each condition belongs to one decision', said)


def test_branches(folder):
    """Without --mcdc an older clang measures, which knows conditions alone."""
    def old(file):
        branch(8, 9, 2, 0)(file)
        del file['mcdc_records']
        for entry in file['branches']:
            entry[8] = 4
    expect(folder, 'a condition that was never false fails without MC/DC too', 1, 'not shown: ref/small.c:8: ref/small.c small: a #2: never false',
           '13 of 14 (92.86 %)', change=old, version='2.0.1', options=())
    expect(folder, 'and a reason for what never decides does not count', 0, change=old, version='2.0.1', options=(),
           known='A reason that says why not.\n  ref/small.c small: b: never decides\n  ref/small.c small: a #2: never false\n')


def test_errors(folder):
    for what, text, change in (
            ('a decision that clang reached and did not measure', 'small.c:5: clang does not measure this decision',
             lambda file: file['mcdc_records'][0].__setitem__(10, [])),
            ('conditions in a macro', 'small.c:3: a macro has conditions',
             lambda file: file['expansions'].append({'source_region': [3, 1, 3, 9], 'branches': [[1, 1, 1, 2, 1, 1, 0, 0, 4]]})),
            ('a branch of another kind', 'unknown kind', lambda file: file['branches'][0].__setitem__(8, 3)),
            ('a decision with another number of conditions', 'small.c:5: 2 conditions in a decision of 3',
             lambda file: file['mcdc_records'][0].__setitem__(9, [True] * 3)),
            ('conditions of no decision', 'a condition without a decision', lambda file: file['mcdc_records'].pop(0)),
            ('nothing measured', 'no decisions', lambda file: file.update(branches=[], mcdc_records=[]))):
        expect(folder, '%s: an error' % what, 2, 'error: ', text, change=change)
    other = write(folder, 'ref/other.c', 'int other;\n')
    expect(folder, 'a file of the core that was not measured: an error', 2, 'error: ', 'ref/other.c is not measured')
    os.unlink(other)
    expect(folder, 'another form of llvm-cov: an error', 2, 'writes form 2.0.1, not 3.1.0', version='2.0.1')
    expect(folder, 'a list that breaks its form: an error', 2, 'known:1: ', known='  an entry without a reason\n')


check(coverage.text_at(SOURCE.split('\n'), (5, 9, 6, 10)) == 'a && b', 'the source of a decision over two lines')
run_in_folder(test_shown, test_not_shown, test_copies, test_nested, test_branches, test_errors)
