# SPDX-License-Identifier: MIT
"""Lists of exceptions with their reasons: conformance/lab/reason_lists.py, by the name that scripts know."""
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'conformance', 'lab'))
from reason_lists import Patterns, by_entry, read  # noqa: E402, F401
