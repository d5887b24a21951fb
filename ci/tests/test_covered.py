#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The corpus leaves nothing out without a reason, and ci/trust/covered.py sees each kind of hole and of wrong entry in a corpus
of a few cases, and no others.
usage: test_covered.py COVERED.PY CORPUS RECIPES"""
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'conformance', 'tests', 'cli'))
from common import ok as check, plan, run, write  # noqa: E402

SCRIPT, CORPUS, RECIPES = sys.argv[1:]
CASES = {  # id: clauses, recipe, op, more lines
    'v2/amd64-little/t/base': ('ALL-PRE-01', 't/base', 'decode', 'expect: accept\ncatches: B6 B7'),
    'v2/amd64-little/t/base-lookup': ('ALL-PRE-01', 't/base', 'lookup', 'expect: accept'),
    'v2/amd64-little/t/bad': ('ALL-PRE-02', 't/bad', 'decode', 'expect: reject\nclass: bad-magic'),
    'v2/amd64-little/t/two': ('ALL-ABI-04', 't/two', 'decode', 'expect: reject\nclass: bad-abi\nmulti-fault: two'),
    'v2/amd64-little/t/open': ('ALL-PRE-01', 't/open', 'decode', 'expect: policy\npolicy: AMB-001\ndoubt: aux-header-present'),
    'v2/amd64-little/t/readings': ('ALL-PRE-01', 't/open', 'decode', 'expect: policy\npolicy: AMB-006\nreadings: accept'),
    'v2/amd64-little/t/old': ('ALL-VER-02', 't/old', 'decode', 'expect: reject\nclass: bad-version'),
}
COVERAGE = """there are accepting ones
  without accept ALL-PRE-01 [v2]
none in version 1
  without reject ALL-PRE-02 [v1]
names that are not there
  without reject ALL-PRE-99
  answer AMB-027 accept t/none
a recipe that exists
  answer AMB-042 accept t/base
  answer AMB-042 accept t/open
answers and classes that are shown
  unanswered AMB-007 reject
  untriggered bad-magic
  untriggered bad-abi
no such word
  frobnicate
thin cells, one that is not, and one that does not exist
  thin v1/amd64-little decode
  thin v2/amd64-little decode
  thin v2/s390x-big decode
"""
BUGS = 'caught or not\n  B5 case\n  B6 none\n  B1 none\n'
IDEAS = 'ideas\n  T-A-01 t/base\n  T-A-01 t/nowhere\n  T-A-02 none\n'
# The complaints about entries, all of them.
ENTRIES = [
    'coverage.txt:16: expected one of without, untriggered, answer, unanswered, thin',
    'coverage.txt:2: ALL-PRE-01 has accept cases or another reason in a profile named here, or does not have the profile',
    "coverage.txt:6: unknown clause 'ALL-PRE-99'",
    'coverage.txt:13: 1 cases trigger bad-magic',
    "coverage.txt:7: no recipe 't/none' makes a case that shows 'accept'",
    "coverage.txt:10: expected once 'answer POLICY ANSWER RECIPE...' or 'unanswered POLICY ANSWER'",
    "coverage.txt:12: cases already show 'reject' of AMB-007",
    'bugs.txt:2: no recipe catches B5', 'bugs.txt:3: t/base catches B6',
    'ideas.txt:3: T-A-01 is already in line 2', "ideas.txt:3: no recipe 't/nowhere'",
    "coverage.txt:19: v2/amd64-little has 5 of the 5 decode recipes of its ABI's fullest cell; this needs no reason",
    "coverage.txt:20: expected 'thin PROFILE/ABI-ORDER OP'",
]
THIN = ': expected half as many and one at least, or a reason in coverage.txt'
HOLES = [
    'clause ALL-PRE-02 has no reject case in profile v2e1, and no reason in coverage.txt',
    'clause ALL-ABI-04 has no reject case in profile v2, and no reason in coverage.txt',
    'no case triggers fault class unusual-fixed-ra', "no case shows answer 'reject' of policy AMB-002, and no reason is given",
    't/base catches B7, which bugs.txt does not list', 'v2/amd64-little has only 7 cases',
    '0 decode recipes reach v3/amd64-little, and 5 the fullest cell of its ABI' + THIN,
    '0 decode recipes reach v2e1/s390x-big, and 0 the fullest cell of its ABI' + THIN,
    '0 lookup recipes reach v1/amd64-little, and 1 the fullest cell of its ABI' + THIN,
]
NO_HOLES = ('ALL-PRE-02 has no reject case in profile v1,', 'ALL-PRE-02 has no reject case in profile v2,',
            'ALL-PRE-06 has no accept case in profile v1,', 'ALL-PRE-01 has no accept case in profile v2,',
            'decode recipes reach v1/amd64', 'class bad-abi', 'class aux-header-present', "'reject' of policy AMB-007",
            "'accept' of policy AMB-006", 'policy AMB-042', 'policy AMB-001', 'T-A-02')


said = run(sys.executable, SCRIPT, CORPUS, RECIPES)
check(said.returncode == 0 and not said.stderr, 'the cases leave nothing out, or say why', said.stderr)
with tempfile.TemporaryDirectory() as folder:
    corpus = os.path.join(folder, 'corpus')
    for name, (clauses, recipe, op, more) in CASES.items():
        path = os.path.join(corpus, name + '.case')
        os.makedirs(os.path.dirname(path), exist_ok=True)
        write(path, f'id: {name}\nclauses: {clauses}\nop: {op}\n{more}\norigin: gen/recipes/{recipe}.recipe\n\nid: no key\n')
    for name, text in (('coverage', COVERAGE), ('bugs', BUGS), ('ideas', IDEAS)):
        write(os.path.join(folder, name + '.txt'), text)
    said = run(sys.executable, SCRIPT, corpus, folder)
    lines = said.stderr.replace(folder + '/', '').splitlines()
    check(said.returncode == 1, 'holes are a failure', said.returncode)
    check([line for line in lines if '.txt:' in line] == ENTRIES, 'each entry that is wrong or not needed is named', lines)
    check(not set(HOLES).difference(lines), 'so is each hole', sorted(set(HOLES).difference(lines)))
    seen = [text for text in NO_HOLES if any(text in line for line in lines)]
    check(not seen, 'what has a case or a reason is none', seen)
    write(os.path.join(folder, 'bugs.txt'), 'B5 case: not caught\n')
    said = run(sys.executable, SCRIPT, corpus, folder)
    check(said.returncode == 2 and 'bugs.txt:1: expected an entry' in said.stderr, 'a list of another form', said.stderr)
    write(os.path.join(folder, 'bugs.txt'), 'bugs\n  B5 case [v4]\n')
    said = run(sys.executable, SCRIPT, corpus, folder)
    check(said.returncode == 2 and 'bugs.txt:2: expected WORD... [PROFILES]' in said.stderr, 'an unknown profile', said.stderr)
    write(os.path.join(folder, 'bugs.txt'), BUGS)
    head = 'op: decode\nexpect: accept\norigin: x\n'
    for text, why in (('id: v1/s390x-big/t/x', 'old.case: expected id'),
                      ('id: v1/s390x-big/t/x\nclauses: ELF-01\n' + head, 'is in no cell'),
                      ('id: v1/amd64-little/t/x\nclauses: ELF-99\n' + head, 'v1/amd64-little/t/x: a clause is unknown'),
                      ('id: v1/amd64-little/t/x\npolicy: AMB-999\nclauses: ELF-01\n' + head, 'v1/amd64-little/t/x: a question is unknown')):
        write(path, text)
        said = run(sys.executable, SCRIPT, corpus, folder)
        check(said.returncode == 2 and why in said.stderr, f'a case: {why}', said.stderr)
said = run(sys.executable, SCRIPT, os.path.join(CORPUS, 'v1'), RECIPES)
check(said.returncode == 2 and 'has no cases' in said.stderr, 'a folder without cases', said.stderr)
plan()
