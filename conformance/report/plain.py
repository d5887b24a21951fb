# SPDX-License-Identifier: MIT
"""Untrusted text for terminals."""
import re

# Control characters, surrogates, non-characters of XML, and what ends lines or turns text round.
UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffe\uffff\ud800-\udfff]")
# What CI services take for a command: `::` at the start of a line, and `##[` anywhere.
COMMAND = re.compile(r"^(\s*):(?=:)|(#)#(?=\[)")


def _written_out(match):
    code = ord(match[0])
    if 0xdc80 <= code <= 0xdcff:
        code -= 0xdc00
    return f"\\u{code:04x}" if code > 0xff else f"\\x{code:02x}"


def printable(text):
    """Without control characters and the like; lines and tabs stay."""
    return UNPRINTABLE.sub(_written_out, text) if UNPRINTABLE.search(text) else text


def line(text):
    """One line for a terminal, which no CI service takes for a command."""
    text = printable(text.replace("\n", " ").replace("\t", " "))
    return COMMAND.sub(lambda m: f"{m[1] or m[2] or ''}\\x{'23' if m[2] else '3a'}", text)
