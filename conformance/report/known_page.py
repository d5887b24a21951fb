# SPDX-License-Identifier: MIT
"""known-page: the tables of README.md about the lists of known failures, from them and causes.txt.

    known-page --known FOLDER --corpus DIR            writes it
    known-page --known FOLDER --corpus DIR --check    changes nothing; says in TAP whether it is up to date
"""
import collections
import os

import corpus_index
import escape
import files
import known_list
import matrix_page
from known_list import OUTCOMES
from reasons import read_causes, split_reason
from results import Fault

PAGE, CAUSES = "README.md", "causes.txt"


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


def page(folder, corpus):
    causes = read_causes(os.path.join(folder, CAUSES))
    ids = [row["id"] for row in corpus_index.rows(corpus)]
    tables = [Table(folder, name, ids, causes) for name in matrix_page.listed(folder)]
    outcomes = [name for name in OUTCOMES if any(f.worst == name for table in tables for f in table.failures)]
    defects = sorted((Defect(token, sentence, tables) for token, sentence in causes.items()), key=lambda d: OUTCOMES.index(d.worst))
    tables_text = escape.render("known-page.md", tables=tables, outcomes=outcomes, defects=defects)
    return matrix_page.refilled(os.path.join(folder, PAGE), matrix_page.TABLE.findall(tables_text), {"The {} lists": len(tables), "{} defects, the": len(defects)})


def main(args):
    folder, corpus = matrix_page.folders(args)
    path, text = os.path.join(folder, PAGE), page(folder, corpus)
    if args.get("check"):
        return matrix_page.tap([matrix_page.check_page(path, text)])
    files.write(path, text)
    return 0
