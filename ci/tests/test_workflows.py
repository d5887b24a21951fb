#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the workflows without their service: they are YAML, their shell commands parse, the scripts they call are there, and
a job may take longer than its fuzzing. Scripts that build what leaves the house must set each optional feature, so that
nothing depends on what the machine has. Each file that this build installs is in one Debian package: dh_missing would say
so only when a release is made. A TAP producer.

    test_workflows.py MESON-INFO PREFIX LIBDIR
"""
import fnmatch
import glob
import json
import os
import re
import subprocess
import sys
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'conformance', 'tests', 'cli'))
from common import ok, plan, read, skip  # noqa: E402

TOP = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..'))
# What the service replaces before the shell sees it.
EXPRESSION = re.compile(r'\$\{\{.*?\}\}')
SCRIPT = re.compile(r'(?<![\w/.-])(?:ci|conformance|fuzz|gen|ref)/[\w./-]+')

FEATURE = re.compile(r"^option\('(\w+)', type: 'feature'", re.M)
BUILDS = ('ci/fuzz/oss-fuzz/build.sh', 'ci/release/release.sh', 'ci/release/debian/rules')
# debian/rules builds without it: it is a file of its own in a release.
UNPACKED = 'usr/share/sframe-conform/explore.html'
# What building and seeds may take beside the fuzzing.
MARGIN = 1.2


def commands(workflow):
    """(job, command) of all steps."""
    return [(job, step['run']) for job, body in workflow.get('jobs', {}).items() for step in body.get('steps', ())
            if 'run' in step]


def seconds(step):
    """How long a step fuzzes, at most: targets one after another, or planted defects that are not found."""
    words = step.get('run', '').split()
    time = [int(words[i + 1]) for i, word in enumerate(words[:-1]) if word in ('--time', '--cpu-time')]
    if not time:
        return int(step.get('with', {}).get('fuzz-seconds', 0))
    if 'planted.sh' in step['run']:
        engines = 1 if {'libfuzzer', 'afl'} & set(words) else 2
        return time[0] * engines * sum(read(path).count('\nname: ') for path in glob.glob(os.path.join(TOP, 'ci/fuzz/planted/*.designs')))
    harnesses = len(glob.glob(os.path.join(TOP, 'fuzz/fuzz_*.c')))
    return time[0] * max(1, words.count('--target') or harnesses)


def unset(path, text):
    """The optional features that a script leaves to the machine."""
    if '-Dauto_features=disabled' in text:
        return []
    return ['%s leaves the feature %s to the machine' % (path, name) for name in FEATURE.findall(read(os.path.join(TOP, 'meson_options.txt')))
            if not re.search(r'-D%s=(enabled|disabled|\$)' % name, text)]


def complaints(workflow):
    """What is wrong with a workflow, a line each."""
    wrong = []
    # YAML 1.1 takes the key `on` for a truth value.
    if not {True, 'on'} & set(workflow) or not workflow.get('jobs'):
        wrong.append('it has no trigger, or no jobs')
    if 'permissions' not in workflow:
        wrong.append('it does not say what it may do (permissions)')
    for job, body in workflow.get('jobs', {}).items():
        if 'uses' not in body and not {'runs-on', 'timeout-minutes', 'steps'} <= set(body):
            wrong.append('%s: it lacks runs-on, timeout-minutes or steps' % job)
        for step in body.get('steps', ()):
            if ('run' in step) == ('uses' in step):
                wrong.append('%s: a step needs either run or uses' % job)
        work = sum(map(seconds, body.get('steps', ())))
        if work * MARGIN > 60 * body.get('timeout-minutes', 360):
            wrong.append('%s: %d s of fuzzing do not fit into %d minutes' % (job, work, body.get('timeout-minutes', 360)))
    for job, command in commands(workflow):
        plain = EXPRESSION.sub('x', command)
        p = subprocess.run(['bash', '-n'], input=plain, capture_output=True, text=True)
        wrong += ['%s: %s' % (job, line) for line in p.stderr.splitlines()]
        wrong += ['%s: there is no %s' % (job, path) for path in SCRIPT.findall(plain)
                  if not os.path.exists(os.path.join(TOP, path))]
    return wrong


def packages_of(path, patterns):
    """A pattern names files, or folders with all that is in them. As in a shell, * does not match a slash."""
    parts = path.split('/')
    return [package for package, pattern in patterns for words in [pattern.split('/')]
            if len(words) <= len(parts) and all(map(fnmatch.fnmatchcase, parts, words))]


def check_packages(info, prefix, libdir):
    patterns = [(path, line) for path in glob.glob(os.path.join(TOP, 'ci/release/debian/*.install')) for line in read(path).split()]
    # Debian's folder of libraries is named after the machine.
    libraries = os.path.join(prefix, libdir) + '/'
    files = ['usr/lib/any/' + path.removeprefix(libraries) if path.startswith(libraries) else 'usr' + path.removeprefix(prefix)
             for path in json.loads(read(os.path.join(info, 'intro-installed.json'))).values()]
    wrong = [path for path in files if len(packages_of(path, patterns)) != 1 and path != UNPACKED]
    ok(files and not wrong, 'each file that is installed is in one package', '\n'.join(sorted(wrong)))
    ok(packages_of('usr/share/nothing', patterns) == [], 'a file that is in none is seen')


def main():
    check_packages(*sys.argv[1:])
    try:
        import yaml
    except ImportError:
        skip('workflows', 'python3-yaml is not installed')
        return plan()
    good = {'on': ['push'], 'permissions': {}, 'jobs': {'a': {'runs-on': 'x', 'timeout-minutes': 1,
                                                              'steps': [{'run': 'ci/test.sh ${{ a }}'}]}}}
    ok(complaints(good) == [], 'a right workflow', complaints(good))
    for what, step in (('a shell command that does not parse', {'run': 'if true'}),
                       ('a script that is not there', {'run': 'ci/nosuch.sh'}), ('a step that does nothing', {}),
                       ('fuzzing beyond the time limit', {'uses': 'x', 'with': {'fuzz-seconds': 60}}),
                       ('the same of a script', {'run': 'ci/fuzz/fuzz.sh --time 55 --target decode'})):
        bad = dict(good, jobs={'a': dict(good['jobs']['a'], steps=[step])})
        ok(len(complaints(bad)) >= 1, what + ' is found')
    ok(len(unset('x', 'meson setup b -Delf=enabled')) >= 1, 'a feature that is left to the machine is found')
    for path in BUILDS:
        wrong = unset(path, read(os.path.join(TOP, path)))
        ok(not wrong, path + ' sets every optional feature', '\n'.join(wrong))
    paths = sorted(glob.glob(os.path.join(TOP, '.github/workflows/*.yml')))
    ok(paths, 'there are workflows')
    for path in paths:
        wrong = complaints(yaml.safe_load(read(path)))
        ok(not wrong, os.path.basename(path), '\n'.join(wrong))
    plan()


main()
