# SPDX-License-Identifier: MIT
"""Lists of known failures, their reasons, and causes.txt, which describes the defects that reasons name."""
import os
import re

from results import Fault

TOKEN = r"[A-Za-z0-9][A-Za-z0-9.-]{0,59}"
REASON = re.compile(rf"({TOKEN}(?:, {TOKEN})*): (.*)", re.S)


def _read_lines(path):
    try:
        with open(path, encoding="utf-8") as f:
            return list(enumerate(f.read().split("\n"), 1))
    except (OSError, ValueError) as error:
        raise Fault(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None


def split_reason(reason):
    """"B14, B60: what goes wrong": the tokens, and the words. A reason may have no token."""
    match = REASON.fullmatch(reason or "")
    return (match[1].split(", "), match[2]) if match else ([], reason)


def read_causes(path):
    """{TOKEN: what is wrong, in a sentence}"""
    causes = {}
    for number, line in _read_lines(path):
        match = re.fullmatch(rf"({TOKEN}) \| (.+)", line)
        if match:
            causes.setdefault(match[1], match[2])
        elif line and not line.startswith("#"):
            raise Fault(f"{path}:{number}: is not `TOKEN | what is wrong`")
    return causes


def _pattern(text):
    """An id, or a pattern of several (conformance/judge/known_pattern.h), as a regular expression."""
    parts = ["[^/]+" if part == "*" else "".join({"*": "[^/-]+", "{": "(?:", "}": ")", ",": "|"}.get(c) or re.escape(c) for c in part)
             for part in text.split("/")]
    return re.compile("/".join(parts))


class KnownList:
    """The entries of a list; of a file that is not there, none."""

    def __init__(self, path):
        self.entries, reason = [], None
        for number, line in _read_lines(path) if os.path.exists(path) else ():
            name, _, outcomes = line.strip().partition(" ")
            if line.startswith("  ") and reason and outcomes:
                try:
                    self.entries.append((_pattern(name), outcomes.split("|"), reason))
                except re.error:
                    raise Fault(f"{path}:{number}: is no pattern of ids") from None
            elif line and not line.startswith(("#", " ")):
                reason = line
            elif line and not line.startswith("#"):
                raise Fault(f"{path}:{number}: expected `ID OUTCOME`")

    def reason_of(self, name, outcome, detail):
        """The reason of the entry that has this failure; None if none has it."""
        for pattern, outcomes, reason in self.entries:
            if pattern.fullmatch(name):
                return reason if outcome in outcomes or f"{outcome}:{detail or ''}" in outcomes else None
        return None
