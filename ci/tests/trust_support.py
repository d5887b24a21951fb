# SPDX-License-Identifier: MIT
"""What the tests of ci/trust share: where its programs are, and two functions."""
import os
import sys

TOP = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..'))
sys.path[:0] = [os.path.join(TOP, room) for room in ('ci', 'ci/trust', 'ci/trust/mutants', 'conformance/tests/cli')]
from common import write as put  # noqa: E402
import designs  # noqa: E402
import harness  # noqa: E402


def write(folder, name, text):
    return put(os.path.join(folder, name), text)


def raises(function, *arguments):
    try:
        function(*arguments)
    except (designs.Wrong, harness.Failure, ValueError) as error:
        return str(error)
    return ''
