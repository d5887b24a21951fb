# SPDX-License-Identifier: MIT
"""Reads and writes known-failure files: a reason in the first column, then its entries `ID OUTCOME`, each after two spaces."""
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'ci'))
import reasons


def read(path):
    """(id, outcomes, reason, line number) of each entry, sorted by id."""
    entries = []
    for number, entry, reason in reasons.read(path):
        words = entry.split(' ')
        if len(words) != 2 or not all(words):
            raise ValueError(f'{path}:{number}: expected `ID OUTCOME`')
        entries.append((*words, reason, number))
    return sorted(entries)


def write(path, header, entries):
    """Writes (id, outcomes, reason) entries in the form that `sframe-conform run --write-known` gives them."""
    groups = {}
    for case_id, outcomes, reason in entries:
        groups.setdefault(reason, []).append(f'  {case_id} {outcomes}\n')
    with open(path, 'w', encoding='utf-8') as f:
        f.write(header)
        for reason, lines in sorted(groups.items()):
            f.write(f'\n{reason}\n' + ''.join(sorted(lines)))
