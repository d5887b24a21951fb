#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs every script of ci/ as far as it goes without its long work: it reads its command line, compiles what it
compiles, and reads what it reads. A script without an entry here is a failure. A TAP producer.

usage: test_scripts.py SOURCE BUILD
"""
import concurrent.futures
import glob
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'conformance', 'tests', 'cli'))
from common import ok, plan, read, run

SOURCE, BUILD = map(os.path.abspath, sys.argv[1:3])
CI = os.path.join(SOURCE, 'ci')
READY = (0, 'ready for its long work')
USAGE = (2, 'error: ')
# {script: [(arguments, (exit status, what it prints))]}. With SFRAME_CI_CHECK, see long_work in lib.sh. `{BUILD}` is the
# build, `{DIR}` an empty folder.
SCRIPTS = {
    'conform.sh': [('--dir', (64, 'error: --dir needs a folder'))],  # README's test runs it
    'test.sh': [('', READY), ('sanitizers', READY), ('nothing', USAGE)],
    'fuzz/attack.sh': [('nothing', USAGE), ('--count x known', USAGE)],
    'fuzz/fuzz.sh': [('--engine libfuzzer --time x --all', USAGE), ('', USAGE)],
    'fuzz/kit.sh': [('', READY), ('--cpu x', USAGE)],
    'fuzz/planted.sh': [('nothing', (2, "no defect 'nothing'")), ('--time x', USAGE)],
    'fuzz/oss-fuzz/build.sh': [], 'fuzz/oss-fuzz/try.sh': [],
    'real/compilers.sh': [('--dir {DIR}', READY), ('--functions 0', USAGE), ('--seed x', USAGE)],
    'real/glibc.sh': [('--dir {DIR} --build {DIR}/x', (2, 'does not exist; run ci/real/peers.sh glibc-2.44')),
                      ('--peer ../x', USAGE)],
    'real/kernel.sh': [('', READY), ('--seconds x', USAGE), ('--plant x', USAGE)],
    'real/libsframe.sh': [('--dir {DIR} --build {DIR}/x', (2, 'does not exist; run ci/real/peers.sh gdb-16')), ('', USAGE)],
    'real/links.sh': [('--random 1 --seed 1', READY), ('--random x', USAGE), ('--replay', USAGE)],
    'real/matrix.sh': [('', READY)],
    'real/peers.sh': [('--dir {DIR} --list', (0, '')), ('nothing', USAGE)],
    'real/producers.sh': [('', READY)],
    'real/random.sh': [('', READY), ('--rules', READY), ('--count', USAGE)],
    'real/sections.sh': [('--check', READY)],
    'real/site.sh': [('', READY)],
    'real/software.sh': [('--dir {DIR} zlib', READY), ('nothing', USAGE)],
    'real/unwind.sh': [('--native --build {BUILD}', (0, r'checks passed, 0 failed\n'))],
    'release/check.sh': [('{DIR}', USAGE)],
    'release/deb.sh': [('', READY)],
    'release/picture.sh': [('', READY)],
    'release/release.sh': [('', READY)],
    'release/sframe-ci.sh': [('--fail-on x', (2, 'takes any or worse')), ('--base', (2, 'needs a value'))],
    'release/runner.sh': [('{DIR}/x.tar.xz', READY), ('', USAGE)],
    'trust/configurations.sh': [('', READY), ('nothing', USAGE)],
    'trust/coverage.sh': [('', READY), ('--min x', USAGE), ('--fuzzed {DIR}/x', USAGE)],
    'trust/designs.sh': [('--list', (0, ''))],
    'trust/mutants.sh': [('--list', (0, ''))],
    'trust/prove.sh': [('', READY), ('--profile x', USAGE), ('--longest 50 --cbmc --property roundtrip', USAGE)],
    'trust/quotes.py': [('', USAGE), ('{DIR}', USAGE)],
    # Parts of the others.
    'install/completion/complete.sh': None, 'lib.sh': None, 'builds.sh': None, 'fuzz/lib.sh': None, 'release/lib.sh': None,
}
# Programs of Python that are run by others: {program: who runs it}. All are compiled; these have no run of their own here.
PYTHON = {
    'count.py': 'test.sh', 'release/pack.py': 'action', 'reasons.py': 'style', 'selection.py': 'test.sh', 'times.py': 'people',
    'fuzz/growth.py': 'growth', 'fuzz/planted.py': 'planted.sh', 'fuzz/run.py': 'fuzz',
    'install/manual.py': 'manual',
    'real/kernel/kernel.py': 'kernel.sh',
    'real/decided.py': 'sections.sh', 'real/sections.py': 'sections.sh',
    'trust/coverage.py': 'coverage.sh', 'trust/covered.py': 'covered', 'trust/pairs.py': 'pairs'}
# Folders of programs with one entry each.
PACKAGES = ('trust/mutants',)


def environment(folder):
    """What a script finds: the build, an empty place for the rest, and variables with the names of options."""
    root = os.path.join(folder, 'root')
    os.makedirs(root)
    os.symlink(BUILD, os.path.join(root, 'gcc'))
    return dict(os.environ, SFRAME_CI_CHECK='1', SFRAME_BUILD_ROOT=root, TMPDIR=folder, jobs='x', seed='x', dir='/nowhere')


def try_script(name, words, expected):
    """A line of what is wrong, or None."""
    with tempfile.TemporaryDirectory(prefix='sframe-test.') as folder:
        env = environment(folder)
        command = [word.format(BUILD=BUILD, DIR=os.path.join(folder, 'root')) for word in words.split()]
        first = ['bash'] if name.endswith('.sh') else [sys.executable]
        p = run(*first, os.path.join(CI, name), *command, env=env, cwd=folder, stdin=subprocess.DEVNULL,
                stderr=subprocess.STDOUT, errors='replace')
    if p.returncode == expected[0] and re.search(expected[1], p.stdout):
        return None
    return '%s %s: status %d\n%s' % (name, words, p.returncode, p.stdout[-600:])


def compare_versions():
    """CHANGELOG.md, meson.build and corpus/VERSION name the same versions."""
    p = run('bash', '-c', 'set -euo pipefail; . ci/lib.sh; . ci/release/lib.sh; check_versions', cwd=SOURCE, stderr=subprocess.STDOUT)
    return p.stdout or 'status %d' % p.returncode if p.returncode != 0 else None


def parse(name):
    path = os.path.join(CI, name)
    if name.endswith('.py'):
        try:
            compile(read(path), path, 'exec')
            return None
        except SyntaxError as error:
            return str(error)
    p = run('bash', '-n', path, stderr=subprocess.STDOUT)
    return p.stdout if p.returncode != 0 else None


def jobs(names):
    """All runs, as (name, words, expected). A script with a usage also knows --help, and no unknown option."""
    for name in names:
        for words, expected in SCRIPTS.get(name) or []:
            yield name, words, expected
        if name.endswith('.sh') and '\n# usage: ' in read(os.path.join(CI, name)):
            yield name, '--help', (0, r'(?s)^((?!set -e).)*usage: ci/' + re.escape(name) + r'((?!set -e).)*$')


def main():
    names = sorted(name for ending in ('sh', 'py') for name in glob.glob('**/*.' + ending, root_dir=CI, recursive=True)
                   if 'tests' not in name.split('/'))
    known = set(SCRIPTS) | set(PYTHON)
    unknown = [name for name in names if name not in known and os.path.dirname(name) not in PACKAGES]
    results = [('each script has an entry', '\n'.join(unknown)),
               ('each entry has a script', '\n'.join(sorted(known - set(names))))]
    results.append(('the versions of a release agree', compare_versions()))
    results += [(name + ' can be parsed', parse(name)) for name in names]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        runs = list(jobs(names))
        results += zip(('%s %s' % run[:2] for run in runs), pool.map(lambda run: try_script(*run), runs))
    for what, wrong in results:
        ok(not wrong, what, wrong)


main()
plan()
