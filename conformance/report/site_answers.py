# SPDX-License-Identifier: MIT
"""What people ask about one implementation: may it get hostile files, what does it get wrong, and how does one see that?"""
import collections

import explain
import say
from defect_ask import Reproductions
from escape import counted
from results import UNSAFE, Record, severity

# How each way to be unsafe reads: one file, several files.
UNSAFE_WORDS = {"crash": "crashes on", "timeout": "does not end in time on", "limit": "takes more memory or output than its limit for",
                "state-dependent": "answers differently the second time to"}
TROUBLE_WORDS = {"growth": "its memory grows", "files": "it leaves files open", "time": "its time grows faster than the section"}


def hostile(run):
    """(word, look, sentence): "No", "bad", "It crashes on 175 of 1,573 files"."""
    asked, outcomes = run.totals.asked["safe"], run.totals.outcomes
    found = [f"{UNSAFE_WORDS[name]} {outcomes[name]:,}" for name in UNSAFE_WORDS if outcomes[name]]
    troubles = [TROUBLE_WORDS.get(t["kind"], say.trouble(t["kind"])) for t in run.trouble]
    if found:
        return "No", "bad", f"It {say.both(found)} of {counted(asked, 'file')}" + (f"; {say.both(troubles)}" if troubles else "") + "."
    if troubles:
        return "No", "bad", f"It answers all of {counted(asked, 'file')} within its limits, but {say.both(troubles)}."
    if not asked or not run.is_complete:
        return "Not known", "none", "It was not asked." if not asked else "The run was interrupted."
    return "Yes", "good", f"As far as {counted(asked, 'file')} show: each got an answer within the limits, without a crash, and the same one again."


class Wrong:
    """A defect of a run: how often it shows, and its example. `shown` says how to see it; None if nothing is known of the case."""

    def __init__(self, site, d, run):
        self.d, self.count, self.outcomes = d, d.counts[run.index], d.outcomes[run.index]
        self.worth, self.case, self.answer = d.examples[run.index]
        self.case_page = site.families[self.case.family].page
        self.severity, self.shown = min(map(severity, self.outcomes)), None
        self.words = ", ".join(f"{name} {count:,}" for name, count in sorted(self.outcomes.items(), key=lambda item: (severity(item[0]), -item[1])))


# What defect_ask.py takes: a run and a record.
Failure = collections.namedtuple("Failure", "run r")


def wrongs(site, args):
    """{index of a run: its defects, the worst first}, each with what shows it."""
    made = {run.index: sorted((Wrong(site, d, run) for d in site.defects if d.counts[run.index]), key=lambda w: (w.severity, -w.count, w.d.token))
            for run in site.runs}
    ids = sorted({w.case.id for run in site.runs for w in made[run.index] if not run.source})
    cases, reproductions = dict(zip(ids, map(Record, explain.stream(args, ids)))), Reproductions(args)
    for run in site.runs:
        for w in made[run.index] if not run.source else ():
            if cases[w.case.id]["bytes"] is not None:
                w.shown, = reproductions.of_case(cases[w.case.id], [Failure(run, w.answer)])
    return made
