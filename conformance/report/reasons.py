# SPDX-License-Identifier: MIT
"""Reasons of known failures, and causes.txt, which describes the defects that they name."""
import re

import files
from files import Fault

TOKEN = r"[A-Za-z0-9][A-Za-z0-9.-]{0,59}"
REASON = re.compile(rf"({TOKEN}(?:, {TOKEN})*): (.*)", re.S)


def split_reason(reason):
    """"B14, B60: what goes wrong": the tokens, and the words. A reason may have no token."""
    match = REASON.fullmatch(reason or "")
    return (match[1].split(", "), match[2]) if match else ([], reason)


def read_causes(path):
    """{TOKEN: what is wrong, in a sentence}"""
    causes = {}
    for number, line in enumerate(files.read(path).split("\n"), 1):
        match = re.fullmatch(rf"({TOKEN}) \| (.+)", line)
        if match and match[1] not in causes:
            causes[match[1]] = match[2]
        elif line and not line.startswith("#"):
            raise Fault(f"{path}:{number}: is not `TOKEN | what is wrong`, or of a token that stands above")
    return causes
