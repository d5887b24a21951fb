# SPDX-License-Identifier: MIT
"""sframe-conform report --format known: the list of known failures of one implementation, from its results.

An old entry stays if an outcome of its case still fits, or if its case was not run; it then allows all outcomes of the
runs. A new one takes the reason of the entries with its cause, and their outcomes if those are the same and allow its
own; if they have no reason or several, it is unexplained, and excuses nothing.
"""
import collections
import os

import corpus_index
import explain
import known_fold
import known_list
import program
import say
from escape import line
from results import FAILS, LEVELS, UNASKED, UNSAFE, Fault

# Wrong answers that may come from another of several faults.
EXCUSED = frozenset(("wrong-output", "too-lenient", "too-strict", "inconsistent"))


class Entry:
    """What the new list says of one case. `reason` is None until it is found."""

    def __init__(self, reason=None, outcomes="", failure=None):
        self.reason, self.outcomes = reason, outcomes
        self.cause = failure["cause"] if failure else None

    def add(self, outcome, detail):
        if not known_list.allows(self.outcomes, outcome, detail):
            self.outcomes += ("|" if self.outcomes else "") + outcome + (f":{detail}" if detail else "")

    def add_all(self, records):
        """All outcomes of the runs, `pass` last. A case that passes in one run and fails in another depends on chance."""
        for r in records:
            if r["outcome"] in FAILS:
                self.add(r["outcome"], r["detail"])
        if any(r["outcome"] == "pass" for r in records):
            if not {"crash", "state-dependent"} & {word.partition(":")[0] for word in self.outcomes.split("|")}:
                self.add("state-dependent", None)
            self.add("pass", None)


# ---- What is known of the cases

def _check(runs):
    first = runs[0]
    for run in runs:
        for key in ("implementation", "version", "corpus-sha256", "level"):
            if run.header[key] != first.header[key]:
                raise Fault(f"{run.path}: has another {key} than {first.path}: {run.header[key]}, not {first.header[key]}")
        for r in run.records:
            if not known_list.is_plain(r["id"]) or (r["detail"] and (not r["detail"].isascii() or set(r["detail"]) & set(" |\t\n"))):
                raise Fault(f"{run.path}: an id or detail with spaces or other odd characters cannot stand in a list")


def all_ids(runs, args):
    """The ids of the corpus: a pattern matches none of them by mistake."""
    for run in runs:
        if len(run.records) == run.header["cases"]:
            return list(run.by_id)
    corpus, header = args.get("corpus") or runs[0].header["corpus"], runs[0].header
    if corpus_index.corpus_hash(corpus) == header["corpus-sha256"]:
        return [row["id"] for row in corpus_index.rows(corpus)]
    # An archive has as many cases, and those of the runs among them.
    ids = explain.listed(args, corpus) if os.path.isfile(corpus) else ()
    if len(ids) != header["cases"] or any(run.by_id.keys() - set(ids) for run in runs):
        raise Fault(f"{runs[0].path}: these are results of a part of the corpus, and an entry may match no other case of it: "
                    "name it with --corpus")
    return ids


# ---- Entries

def _excused(r, gate):
    above = LEVELS.index(r["level"]) > gate
    return (above and r["outcome"] not in UNSAFE) or (r["multi-fault"] is not None and r["outcome"] in EXCUSED)


def _entry(old, records, gate):
    """Of a case that was selected; None if it needs none."""
    if old and LEVELS.index(records[0]["level"]) > gate and not UNSAFE & set(old.words):
        old = None
    failure = next((r for r in records if r["outcome"] in FAILS and not _excused(r, gate)), None)
    ran = any(r["outcome"] != "not-run" for r in records)
    if old and (not ran or any(old.allows(r["outcome"], r["detail"]) for r in records if r["outcome"] not in UNASKED | {"pass"})):
        entry = Entry(old.reason, old.outcomes, failure if ran else None)
    elif failure:
        entry = Entry(failure=failure)
    else:
        return None
    if ran:
        entry.add_all(records)
    return entry


def _explain(entries, titles):
    """Gives the new entries their reasons. Failures with one cause that all allow the same outcomes, such as any signal,
    do so because the outcome is left to chance: then it is for the new one too."""
    models = collections.defaultdict(set)
    for entry in entries:
        if entry.reason and entry.cause and entry.reason.partition(":")[0] != known_list.UNEXPLAINED:
            models[entry.cause].add((entry.reason, entry.outcomes))
    for entry in (entry for entry in entries if not entry.reason):
        reasons, outcomes = ({pair[i] for pair in models.get(entry.cause, ())} for i in range(2))
        if len(reasons) == 1:
            entry.reason, = reasons
            wide = min(outcomes)
            if len(outcomes) == 1 and all(known_list.allows(wide, *word.partition(":")[::2]) for word in entry.outcomes.split("|")):
                entry.outcomes = wide
        else:
            title = "".join(c if c.isprintable() else " " for c in titles.get(entry.cause) or "")
            entry.reason = known_list.UNEXPLAINED + (f": {title}" if title else "")


def make(runs, old, ids):
    """The text of the list. `old` is a known_list.List or None."""
    gate = LEVELS.index(runs[0].header["level"])
    titles = {cause["token"]: cause["title"] for run in runs for cause in run.causes}
    answers = {}
    for run in runs:
        for r in run.records:
            answers.setdefault(r["id"], []).append(r)
    before = old.by_id(ids) if old else {}
    entries = {i: Entry(e.reason, e.outcomes) for i, e in before.items() if i not in answers}
    for i, records in answers.items():
        entry = _entry(before.get(i), records, gate)
        if entry:
            entries[i] = entry
    _explain(entries.values(), titles)
    folded = known_fold.fold({i: (e.outcomes, e.reason) for i, e in sorted(entries.items())}, ids)
    # A new list says which results it is made from; of an old one, that is in its history.
    new = known_list.COMMENTS + "".join(f"# Results: {line(run.name)}; {line(say.origin(run))}\n" for run in runs)
    return known_list.text_of(old.comments if old else new, folded)


def main(args):
    old = known_list.read(args.get("known")) if args.get("known") else None
    runs = list(args.runs())
    _check(runs)
    return program.put(make(runs, old, all_ids(runs, args)), args.get("output"))
