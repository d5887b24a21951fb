#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the names of the tests in a build folder that a configuration of ci/test.sh runs, one a line: all but those of some
suites, and those that ci/left-out.txt names for it.

usage: selection.py [--targets] [--no-suite SUITE]... CONFIGURATION BUILD
  --targets         prints what ninja makes for these tests instead, as paths in the build folder
  --no-suite SUITE  leaves out the tests of a suite of Meson's
"""
import argparse
import json
import os
import sys

import reasons

LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'left-out.txt')


def introspect(what, build):
    """What `meson introspect` would print, without a start of Meson."""
    with open(os.path.join(build, 'meson-info', 'intro-%s.json' % what), encoding='utf-8') as file:
        return json.load(file)


def suites_of(test):
    """Meson writes PROJECT:SUITE."""
    return {suite.split(':')[-1] for suite in test.get('suite', [])}


def select(arguments):
    left_out = reasons.Patterns(LIST, 2)
    return [test for test in introspect('tests', arguments.build)
            if not suites_of(test).intersection(arguments.no_suite) and not left_out.find(arguments.configuration, test['name'])]


def targets_of(tests, build):
    """The files that the tests need."""
    targets = {target['id']: target for target in introspect('targets', build)}
    return sorted({os.path.relpath(path, build) for test in tests for name in test['depends'] for path in targets[name]['filename']})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--targets', action='store_true')
    parser.add_argument('--no-suite', action='append', default=[])
    parser.add_argument('configuration')
    parser.add_argument('build')
    parser.error = lambda why: (print('error: ' + why, file=sys.stderr), sys.exit(64))
    arguments = parser.parse_args()
    tests = select(arguments)
    if not tests:
        print('error: no test of %s is left' % arguments.build, file=sys.stderr)
        return 1
    found = dict.fromkeys(test['name'] for test in tests)
    if arguments.targets:
        found = targets_of(tests, os.path.abspath(arguments.build))
    print('\n'.join(found))
    return 0


try:
    sys.exit(main())
except (OSError, ValueError, KeyError) as error:
    print('error: %s' % error, file=sys.stderr)
    sys.exit(1)
