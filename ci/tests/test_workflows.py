#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the workflows without their service: they are YAML, their shell commands parse, and the scripts they call are
there. A TAP producer."""
import glob
import os
import re
import subprocess
import sys

TOP = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..'))
# What the service replaces before the shell sees it.
EXPRESSION = re.compile(r'\$\{\{.*?\}\}')
SCRIPT = re.compile(r'(?<![\w/.-])(?:ci|conformance|fuzz|gen|ref)/[\w./-]+')

count = 0


def ok(good, what, why=''):
    global count
    count += 1
    print('%sok %d - %s' % ('' if good else 'not ', count, what))
    for line in str(why).splitlines() if not good else ():
        print('# ' + line)
    return good


def commands(workflow):
    """(job, command) of all steps."""
    return [(job, step['run']) for job, body in workflow.get('jobs', {}).items() for step in body.get('steps', ())
            if 'run' in step]


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
    for job, command in commands(workflow):
        plain = EXPRESSION.sub('x', command)
        p = subprocess.run(['bash', '-n'], input=plain, capture_output=True, text=True)
        wrong += ['%s: %s' % (job, line) for line in p.stderr.splitlines()]
        wrong += ['%s: there is no %s' % (job, path) for path in SCRIPT.findall(plain)
                  if not os.path.exists(os.path.join(TOP, path))]
    return wrong


def main():
    try:
        import yaml
    except ImportError:
        print('1..0 # SKIP python3-yaml is not installed')
        return
    good = {'on': ['push'], 'permissions': {}, 'jobs': {'a': {'runs-on': 'x', 'timeout-minutes': 1,
                                                              'steps': [{'run': 'ci/test.sh ${{ a }}'}]}}}
    ok(complaints(good) == [], 'a right workflow', complaints(good))
    for what, step in (('a shell command that does not parse', {'run': 'if true'}),
                       ('a script that is not there', {'run': 'ci/nosuch.sh'}), ('a step that does nothing', {})):
        bad = dict(good, jobs={'a': dict(good['jobs']['a'], steps=[step])})
        ok(len(complaints(bad)) >= 1, what + ' is found')
    for path in sorted(glob.glob(os.path.join(TOP, '.github/workflows/*.yml'))):
        with open(path, encoding='utf-8') as f:
            workflow = yaml.safe_load(f)
        wrong = complaints(workflow)
        ok(not wrong, os.path.basename(path), '\n'.join(wrong))
    print('1..%d' % count)


sys.exit(main())
