# SPDX-License-Identifier: MIT
"""Reads lists of exceptions with their reasons, as gen/common/reasons.h describes them and its C reader does:

    # A comment.
    A reason, of one or more lines that start
    in the first column.
      an entry
      another entry with the same reason
"""
import fnmatch
import re
import sys

import files
import known_list
from files import Fault


def read(path):
    """The entries as (line number, entry, reason). A Fault if the file breaks the form or repeats an entry."""
    found, first = list(known_list.entries_of(path, files.read(path))), {}
    for number, entry, _ in found:
        if first.setdefault(entry, number) != number:
            raise Fault(f'{path}:{number}: the entry is also in line {first[entry]}')
    return found


class Patterns:
    """A list whose entries are `count` patterns. The first entry that matches counts.

    Patterns are words with * and ?, separated by spaces, which match words whose spaces are dashes.
    """

    def __init__(self, path, count):
        self.path, self.entries, self.used = path, [], set()
        for number, entry, reason in read(path):
            cells = entry.split()
            if len(cells) != count:
                raise ValueError('%s:%d: expected %d patterns, not %d' % (path, number, count, len(cells)))
            self.entries.append((number, entry, [re.compile(fnmatch.translate(cell)) for cell in cells], reason))

    def find(self, *words):
        """The reason, or None."""
        words = [word.replace(' ', '-') for word in words]
        for number, _, cells, reason in self.entries:
            if all(cell.fullmatch(word) for cell, word in zip(cells, words)):
                self.used.add(number)
                return reason
        return None

    def print_unused(self):
        """No failure: a run may have fewer toolchains."""
        for number, entry, _, _ in self.entries:
            if number not in self.used:
                print(f'{self.path}:{number}: no longer needed: {entry}', file=sys.stderr)
