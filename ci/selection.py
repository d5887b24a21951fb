#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the names of the tests in a build folder that a configuration of ci/test.sh runs, one a line: all but those that
ci/left-out.txt names for it. What Meson's suites leave out besides is in ci/test.sh.

usage: selection.py CONFIGURATION BUILD
"""
import json
import os
import subprocess
import sys

import reasons

LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'left-out.txt')


def main():
    if len(sys.argv) != 3:
        print(__doc__.strip())
        return 0 if sys.argv[1:] in (['-h'], ['--help']) else 64
    configuration, build = sys.argv[1:]
    told = subprocess.run(['meson', 'introspect', '--tests', build], stdout=subprocess.PIPE, text=True, check=True).stdout
    left_out = reasons.Patterns(LIST, 2)
    names = [name for name in dict.fromkeys(test['name'] for test in json.loads(told))
             if not left_out.find(configuration, name)]
    if not names:
        print('error: no test of %s is left' % build, file=sys.stderr)
        return 1
    print('\n'.join(names))
    return 0


try:
    sys.exit(main())
except (OSError, ValueError, subprocess.CalledProcessError) as error:
    print('error: %s' % error, file=sys.stderr)
    sys.exit(1)
