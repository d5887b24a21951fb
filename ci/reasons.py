# SPDX-License-Identifier: MIT
"""Lists of exceptions with their reasons: conformance/lab/reason_lists.py, by the name that scripts know."""
import os
import sys

sys.path += [os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'conformance', room) for room in ('lab', 'report')]
from reason_lists import Patterns, by_entry, read  # noqa: E402, F401
