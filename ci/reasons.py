# SPDX-License-Identifier: MIT
"""Lists of exceptions with their reasons: conformance/lab/reason_lists.py, and what only scripts need of them."""
import os
import sys

sys.path += [os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'conformance', room) for room in ('lab', 'report')]
from reason_lists import Patterns, read  # noqa: E402, F401


def by_entry(path):
    """{entry: (line number, reason)}. A reason of less than 20 characters explains nothing."""
    found = read(path)
    for number, _, reason in found:
        if len(reason) < 20:
            raise ValueError('%s:%d: expected a reason of at least 20 characters above this entry' % (path, number))
    return {entry: (number, reason) for number, entry, reason in found}
