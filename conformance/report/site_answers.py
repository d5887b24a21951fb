# SPDX-License-Identifier: MIT
"""What people ask about one implementation: may it get hostile files, what does it get wrong, and how does one see that?"""
import explain
import say
from defect_ask import Reproductions
from escape import counted
from results import Record, severity

# How each way to be unsafe reads: one file, several files.
UNSAFE_WORDS = {"crash": "crashes on", "timeout": "does not end in time on", "limit": "takes more memory or output than its limit for",
                "state-dependent": "answers differently the second time to"}


def hostile(run):
    """(word, look, sentence): "No", "bad", "It crashes on 175 of 1,573 files"."""
    asked, outcomes = run.totals.asked["safe"], run.totals.outcomes
    found = [f"{UNSAFE_WORDS[name]} {outcomes[name]:,}" for name in UNSAFE_WORDS if outcomes[name]]
    troubles = [say.trouble(t["kind"]) for t in run.trouble]
    if found:
        return "No", "bad", f"It {say.both(found)} of {counted(asked, 'file')}" + (f"; {say.both(troubles)}" if troubles else "") + "."
    if troubles:
        return "No", "bad", f"It answers all of {counted(asked, 'file')} within its limits, but {say.both(troubles)}."
    if not asked or not run.is_complete:
        return "Not known", "none", "It was not asked." if not asked else "The run was interrupted."
    return "Yes", "good", f"As far as {counted(asked, 'file')} show: each got an answer within the limits, without a crash, and the same one again."


def _wrong(site, d, run):
    """A defect of a run: how often it shows, and its example. `shown` says how to see it; None if nothing is known of the case."""
    (_, case, answer), outcomes = d.examples[run.index], d.outcomes[run.index]
    return Record(d=d, case=case, answer=answer, case_page=site.families[case.family].page, words=say.counts(outcomes),
                  order=(min(map(severity, outcomes)), -sum(outcomes.values()), d.token))


def wrongs(site, args):
    """{index of a run: its defects, the worst first}, each with what shows it."""
    made = {run.index: sorted((_wrong(site, d, run) for d in site.defects if run.index in d.examples), key=lambda w: w["order"])
            for run in site.runs}
    ids = sorted({w["case"].id for run in site.runs for w in made[run.index] if not run.source})
    cases, reproductions = dict(zip(ids, map(Record, explain.stream(args, ids)))), Reproductions(args)
    for run in site.runs:
        for w in made[run.index] if not run.source else ():
            case = cases[w["case"].id]
            if case["bytes"] is not None:
                w["shown"], = reproductions.of_case(case, [(run, w["answer"])])
    return made
