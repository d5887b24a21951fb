#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests of ci/trust/mutants/: every mutant of a small C file, its result, and stale explanations."""
import contextlib
import io
import os
import sys
import tempfile

from trust_support import raises, write
import harness
import mutate
import reasons
import run
from common import ok as check, run_in_folder

SMALL_H = '''enum { LIMIT = 9 };
'''
SMALL = '''/* A comment with 1 < 2 in it. */
#include "small.h"
#define ONE 1
static const char *const name = "1 < 2";
static const int table[2] = { 3, -4 };

int small(const int *p, int n);

int small(const int *p, int n)
{
    int digits[20] = { 0 };
    if (n <= 0 || !p)
        return -1;
    digits[0] = *p & 0x0f;
    for (int i = 1; i < n; i++) {
        if (p[i] > LIMIT)
            continue;
        digits[0] += p[i] << 1;
    }
    switch (n) {
    case ONE: return n == 1 ? digits[0] : table[1];
    default: break;
    }
    return digits[0] + table[0];
}
'''
# One mutant of each kind, in the order of the text, written by hand.
NAMES = '''ONE: #define ONE {1 => 2}
-: static const int table[2] = { {3 => 2}, -4 };
-: static const int table[2] = { 3, {- dropped}4 };
small: if ({n <= 0 || !p => never})
small: if ({n <= 0 || !p => always})
small: if (n {<= => <} 0 || !p)
small: if (n <= 0 {|| => &&} !p)
small: if (n <= 0 || {! dropped}p)
small: {return -1; dropped}
small: digits[0] = *p {& => |} 0x0f;
small: digits[0] = *p & {0x0f => 0xe};
small: for (int i = 1; i {< => <=} n; i++) {
small: for (int i = 1; i < n; i{++ => --}) {
small: if (p[i] {> => >=} LIMIT)
small: if (p[i] > {LIMIT => (LIMIT + 1)})
small: {continue; dropped}
small: digits[0] {+= => -=} p[i] << 1;
small: digits[0] += p[i] {<< => >>} 1;
small: {case ONE: dropped} return n == 1 ? digits[0] : table[1];
small: case ONE: return n {== => !=} 1 ? digits[0] : table[1];
small: case ONE: return n == 1 ? {digits[0] => table[1]} : table[1];
small: default: {break; dropped}
small: return digits[0] {+ => -} table[0];
'''.splitlines()
COUNT = 50

# Judges by a few calls in its own process, as the real server does with the corpus.
SERVER = '''import ctypes, os, sys
print(3, flush=True)
for line in sys.stdin:
    path = line.split()[1]
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        library = ctypes.CDLL(path)
        small = library.small
        def call(*values):
            return small((ctypes.c_int * 8)(*values), len(values))
        more = () if not hasattr(library, 'more') else MORE
        os._exit(not (call() == -1 and call(0x1f) == 15 and call(1, 2, 11, 9) == 26 and all(call(1, n) == 4 for n in more)))
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    print('%s\\t1\\t' % ('passed' if status == 0 else 'failed' if status == 1 else 'crashed'), flush=True)
'''


def test_mutator():
    found = mutate.mutants(SMALL)
    names = [m.name for m in found]
    for name in NAMES:
        check(names.count(name) == 1, name)
    check([n for n in names if n in NAMES] == NAMES and len(names) == COUNT, 'in the order of the text, and no more than %d' % COUNT, names)
    texts = [mutate.apply(SMALL, m) for m in found]
    check(len(set(texts)) == len(texts) and SMALL not in texts, 'each text is different')
    twice = mutate.mutants('int f(void)\n{\n    g(1);\n    g(1);\n}\n')
    check(twice[2].name == twice[0].name + ' #2' and twice[2].line == 4, 'lines that are alike are numbered')
    check('line 2' in raises(mutate.mutants, 'int a;\n@'), 'not C')


def project_of(folder, server=SERVER):
    sources = os.path.join(folder, 'src')
    os.mkdir(sources)
    write(sources, 'small.c', SMALL)
    # Another header without mutants includes this one.
    write(sources, 'small.h', '#include "limit.h"\n')
    write(sources, 'limit.h', SMALL_H)
    scratch = os.path.join(folder, 'scratch')
    command = [sys.executable, write(folder, 'server.py', server)]
    return harness.Project(sources, ['limit.h', 'small.c'], scratch, command, options=['-include', 'stdbool.h'])


def sight_of(asked):
    """The result of a mutant that survives, if these numbers are asked afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        project = project_of(folder, SERVER.replace('MORE', repr(asked)))
        source, out = write(folder, 'more.c', 'int more;\n'), os.path.join(folder, 'more.o')
        harness.must_run(['cc', '-fPIC', '-c', source, '-o', out])
        project.sight = [out]
        job = next(j for j in run.list_jobs(project, []) if run.name_of(j) == 'limit.h -: enum { LIMIT = {9 => 10} };')
        return harness.judge_all(project, [job], 1)[0]


def test_sight():
    seen, unseen = sight_of((11, 10)), sight_of((11, 12))
    check(seen.outcome == 'survivor', 'a survivor that another question shows')
    check(unseen.outcome == 'unseen', 'a survivor that none shows')
    with contextlib.redirect_stdout(io.StringIO()) as said:
        score = run.print_results([unseen], {})
    check(score == 100.0 and '1 out of sight' in said.getvalue(), 'it is counted by itself')
    check('does not pass' in raises(sight_of, (10, 9)), 'a reference that the search does not pass is an error')


def test_judging(folder):
    project = project_of(folder)
    wanted = {
        'small.c small: if (n {<= => <} 0 || !p)': 'killed',
        'small.c small: if (p[i] {> => >=} LIMIT)': 'killed',
        'small.c small: default: {break; dropped}': 'same',
        'limit.h -: enum { LIMIT = {9 => 10} };': 'survivor',
        'limit.h -: enum { LIMIT = {9 => 8} };': 'killed',
    }
    jobs = [job for job in run.list_jobs(project, []) if run.name_of(job) in wanted]
    broken = mutate.Mutant(SMALL.index('int digits'), SMALL.index('int digits') + 3, 'inn', 11, 'small: no type')
    jobs.append(run.Token('small.c', broken))
    results = harness.judge_all(project, jobs, 2)
    check([r.job for r in results] == jobs, 'the results come in the order of the mutants')
    for r in results:
        name = run.name_of(r.job)
        check(r.outcome == wanted.get(name, 'unbuilt'), '%s is %s' % (name, r.outcome))
    check(SMALL == open(os.path.join(project.folder, 'small.c'), encoding='utf-8').read(), 'the sources are as they were')
    check(os.listdir(project.scratch) == [], 'no copy is left')
    full = harness.Project(project.folder, ['limit.h', 'small.c'], project.scratch, project.server, options=project.options,
                           cc=write(folder, 'cc', '#!/bin/sh\ncase "$*" in *fsanitize*mutant.o) exit 1 ;; esac\nexec cc "$@"\n'))
    os.chmod(full.cc, 0o755)
    check('cannot be compiled any more' in raises(harness.judge_all, full, jobs[:1], 1), 'that nothing can be compiled is no fault of a mutant')
    write(project.folder, 'small.c', SMALL.replace('n <= 0', 'n <= 1'))
    wrong = harness.Project(project.folder, ['limit.h', 'small.c'], project.scratch, project.server, options=project.options)
    check('does not pass' in raises(harness.judge_all, wrong, jobs[:1], 1), 'a reference that does not pass is an error')
    return results


# What a server does instead of its answer about a killed mutant, and what is made of that.
ODD = (
    ("print('failed\\t1\\tone\\rpassed\\t1\\t', flush=True); continue", 'killed', 'one?passed?1?'),
    ("print('failed\\t\\tx', flush=True); continue", 'unjudged', 'said '), ('os._exit(1)', 'unjudged', 'the server has ended'),
    ("os.path.exists(once) and (os.unlink(once), os._exit(1))", 'killed', ''),
)


def test_odd_servers():
    for deed, outcome, why in ODD:
        with tempfile.TemporaryDirectory() as folder:
            write(folder, 'once', '')
            project = project_of(folder, SERVER.replace("    print('%s\\t1", "    once = '%s/once'\n    if status == 1: %s\n    print('%%s\\t1" % (folder, deed)))
            names = ['limit.h -: enum { LIMIT = {9 => 8} };', 'limit.h -: enum { LIMIT = {9 => 10} };']
            jobs = [next(j for j in run.list_jobs(project, []) if run.name_of(j) == name) for name in names]
            odd, after = harness.judge_all(project, jobs, 1)
            check(odd.outcome == outcome and why in odd.why and after.outcome == 'survivor', '%s: %s, and the next mutant is judged' % (deed, outcome), odd)
    unjudged = odd._replace(outcome='unjudged', why='the server has ended')
    with contextlib.redirect_stdout(io.StringIO()) as said:
        run.print_one(unjudged, {}, False)
        score = run.print_results([unjudged], {})
    check(score == 0.0 and said.getvalue().startswith('not judged: ref/limit.h:1: -: enum'), 'an unjudged mutant is named and not killed')
    with tempfile.TemporaryDirectory() as folder:
        check(run.choose_tokens([odd.job], write(folder, 'earlier', said.getvalue())) == [odd.job], '--again takes it from the output')
        project = project_of(folder, 'print("nothing")')
        check('does not start' in raises(harness.judge_all, project, [odd.job], 1), 'a server that does not start is an error')


def test_explanations(folder, results):
    names = {r.outcome: run.name_of(r.job) for r in results}
    known = reasons.by_entry(write(folder, 'good', 'Because no section reaches it.\n  %s\n  %s\n' % (names['survivor'], names['same'])))
    check(list(run.stale_entries(known, results)) == [], 'an explained survivor is no error')
    check(sorted(run.concerned({'find.c a': 1, 'text/scan.c b': 2, 'gone.c c': 3}, {'find.c'})) == ['find.c a', 'gone.c c'],
          'entries about files that were not judged do not count')
    for name, what in (('small.c small: gone', 'no such mutant'), (names['killed'], 'not a survivor but killed'), (names['unbuilt'], 'not a survivor but unbuilt')):
        (line, why), = run.stale_entries(reasons.by_entry(write(folder, 'stale', 'No case of any kind can see it.\n  %s\n' % name)), results)
        check(line == 2 and what in why, what)
    jobs = [r.job for r in results]
    earlier = write(folder, 'earlier', 'survivor: ref/%s:1: %s\nscore: 90.00 %%\n' % (jobs[0].file, jobs[0].mutant.name))
    check(run.choose_tokens(jobs, None) == jobs and run.choose_tokens(jobs, earlier)[0] == jobs[0], 'all are judged, or the survivors of an earlier run')
    check('no mutant to judge' in raises(run.choose_tokens, jobs, write(folder, 'clean', 'score: 100.00 %\n')), 'of no survivors there is nothing to judge')
    with contextlib.redirect_stdout(io.StringIO()):
        score = run.print_results([r for r in results if r.outcome == 'unbuilt'], {})
    check(score == 0.0, 'what cannot be built has no score')


run_in_folder(test_mutator, test_odd_servers, test_sight, lambda folder: test_explanations(folder, test_judging(folder)))
