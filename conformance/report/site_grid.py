# SPDX-License-Identifier: MIT
"""Cases against implementations: columns of tables, what each run says of some cases, and the data of the page that filters them."""
import collections
import itertools

from escape import script
from results import LEVELS, OUTCOMES, UNASKED
from site_model import Family, verdicts

# A letter for each outcome of the grid's data. Who was not asked has none.
LETTERS = dict(zip((name for name in OUTCOMES if name not in UNASKED), "pwslictmoud"))
NOBODY = "-"


def columns(runs):
    """(implementation, how many of its releases are side by side)."""
    return [(name, len(list(its))) for name, its in itertools.groupby(runs, key=lambda run: run.implementation)]


class Subject:
    """A fault, and what implementations do about it: `right`, `wrong` and `unasked` are verdicts."""

    def __init__(self, site, name, cases):
        self.name, self.cases = name, cases
        by_family = collections.defaultdict(list)
        for case in cases:
            by_family[case.family].append(case)
        # Of a family, some cases count.
        self.families = [Family(name, some, site.runs) for name, some in by_family.items()]
        found = list(zip(site.runs, verdicts(cases, site.runs).values()))
        self.right, self.wrong = [(run, v) for run, v in found if v.asked and not v.wrong], [(run, v) for run, v in found if v.wrong]
        self.unasked = [(run, v) for run, v in found if not v.asked]


def subjects(site, names):
    """{fault: its Subject} of the cases that have it, in the order of the register."""
    cases = collections.defaultdict(list)
    for family in site.families.values():
        for case in family.cases:
            # Some refusals of encoders have names of faults.
            cases[case.said["class"] if case.said["op"] != "encode" else None].append(case)
    return {name: Subject(site, name, cases[name]) for name in names}


def data(site, families):
    """What the filters of the grid need: for each row its cases, each as cell, level, fault or question, and a letter for each run."""
    places, faults = {}, {"": 0}
    rows = [[[places.setdefault(case.cell, len(places)), LEVELS.index(case.said["level"]), faults.setdefault(case.said.subject, len(faults)),
              "".join(LETTERS.get(a["outcome"], NOBODY) if a else NOBODY for a in (case.answers[run.index] for run in site.runs))] for case in family.cases] for family in families]
    head = {"levels": LEVELS, "letters": {letter: name for name, letter in LETTERS.items()}, "cells": list(places), "faults": list(faults)}
    lines = ",\n".join(map(script, rows))
    return f"var GRID={script(head)};\nGRID.rows=[\n{lines}\n];\n"
