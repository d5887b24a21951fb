# SPDX-License-Identifier: MIT
"""What is wrong with the input or the output of a command."""


class Fault(Exception):
    """Its text is for a person: file, line and reason."""
