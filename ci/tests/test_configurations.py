#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The defects of ci/trust/configurations/ must apply to the sources and compile, and say what finds them: a TAP producer.

usage: test_configurations.py SOURCE BUILD
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'conformance', 'tests', 'cli'))
from common import ok as check, plan, read  # noqa: E402

SOURCE, BUILD = map(os.path.abspath, sys.argv[1:3])
FOLDER = os.path.join(SOURCE, 'ci', 'trust', 'configurations')
# Those of the default that do not run all tests; `gcc` does.
REDUCED = {'sanitizers', 'valgrind', 's390x', 'memory'}


def command_of(source):
    """How the build compiles a file, without its output."""
    for entry in json.loads(read(os.path.join(BUILD, 'compile_commands.json'))):
        if os.path.realpath(os.path.join(entry['directory'], entry['file'])) == os.path.realpath(source):
            words = entry['command'].split()
            outputs = {i + 1 for i, word in enumerate(words) if word in ('-o', '-MF', '-MQ')}
            return [w for i, w in enumerate(words) if i not in outputs and w not in ('-o', '-MF', '-MQ', '-MD', '-c', entry['file'])]
    return []


def apply(patch, top):
    return subprocess.run(['patch', '-d', top, '-p1', '--force', '--silent', '-i', patch], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)


def check_patch(patch, tests):
    """A copy of the room is changed, and one of its files compiled."""
    name = os.path.basename(patch)[:-6]
    fields = dict(re.findall(r'^(\w+): (.*)$', read(patch), re.M))
    check(fields.get('defect'), name + ' has a description')
    named = fields.get('tests', '').split()
    check(named and tests.issuperset(named), '%s: there are its tests' % name, named)
    source = fields.get('compile', '')
    room = source.split('/')[0]
    with tempfile.TemporaryDirectory(prefix='sframe-test.') as top:
        shutil.copytree(os.path.join(SOURCE, room), os.path.join(top, room), ignore=shutil.ignore_patterns('registers', 'tests'))
        p = apply(patch, top)
        if check(p.returncode == 0, name + ' applies', p.stdout):
            command = command_of(os.path.join(SOURCE, source))
            if check(command, '%s: the build compiles %s' % (name, source)):
                # The compiler may have a word before it, such as ccache.
                at = next(i for i, word in enumerate(command) if word.startswith('-'))
                p = subprocess.run([*command[:at], '-fsyntax-only', '-I' + os.path.join(top, room), *command[at:], '-fdiagnostics-color=never', '-Wno-error',
                                    os.path.join(top, source)], cwd=BUILD, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
                check(p.returncode == 0, '%s compiles' % name, p.stdout)
    return fields.get('configuration')


def main():
    tests = {test['name'] for test in json.loads(read(os.path.join(BUILD, 'meson-info', 'intro-tests.json')))}
    found = {check_patch(patch, tests) for patch in sorted(glob.glob(os.path.join(FOLDER, '*.patch')))}
    check(found == REDUCED, 'each configuration that does not run all tests has a defect, and no other', sorted(map(str, found ^ REDUCED)))
    plan()


main()
