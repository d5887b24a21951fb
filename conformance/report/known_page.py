# SPDX-License-Identifier: MIT
"""The tables of README.md about the lists of known failures, from them and causes.txt."""
import collections
import os

import escape
import known_list
from known_list import OUTCOMES
from reasons import read_causes, split_reason
from results import Fault

CAUSES = "causes.txt"


# A case of a list. One with several outcomes counts for the worst.
Failure = collections.namedtuple("Failure", "case tokens worst")


class Table:
    """A list: its failures and the number of its entries."""

    def __init__(self, folder, name, ids, causes):
        self.name = name
        known = known_list.read(os.path.join(folder, name + ".known"))
        self.entries, self.failures = len(known.entries), []
        for case, entry in sorted(known.by_id(ids).items()):
            tokens, _ = split_reason(entry.reason)
            odd = [token for token in tokens or [entry.reason] if token not in causes]
            if odd:
                raise Fault(f'{known.path}:{entry.line}: "{odd[0]}" is not in {CAUSES}')
            self.failures.append(Failure(case, tokens, min(set(entry.words) - {"pass"}, key=OUTCOMES.index)))

    def counts(self, outcomes):
        return [sum(f.worst == outcome for f in self.failures) for outcome in outcomes]


class Defect:
    """A cause, with its worst outcome, the implementations that have it, and a case that shows it, nothing else if possible."""

    def __init__(self, token, sentence, tables):
        self.token, self.sentence = token, sentence
        having = {table.name: [f for f in table.failures if token in f.tokens] for table in tables}
        every = [f for failures in having.values() for f in failures]
        if not every:
            raise Fault(f"{CAUSES}: no list has the cause {token}")
        self.worst = min((f.worst for f in every), key=OUTCOMES.index)
        self.example = min(every, key=lambda f: (f.worst != self.worst, len(f.tokens), f.case)).case
        releases = {}
        for name in (name for name, failures in having.items() if failures):
            tool, _, release = name.rpartition("-")
            releases.setdefault(tool or name, []).extend([release] if tool else [])
        self.where = "; ".join(f"{tool} {', '.join(numbers)}".strip() for tool, numbers in releases.items())


def make_tables(folder, names, ids):
    """The tables, and the facts in the prose."""
    causes = read_causes(os.path.join(folder, CAUSES))
    tables = [Table(folder, name, ids, causes) for name in names]
    outcomes = [name for name in OUTCOMES if any(f.worst == name for table in tables for f in table.failures)]
    defects = sorted((Defect(token, sentence, tables) for token, sentence in causes.items()), key=lambda d: OUTCOMES.index(d.worst))
    return escape.render("known-page.md", tables=tables, outcomes=outcomes, defects=defects), {"The {} lists": len(tables), "{} defects, the": len(defects)}
