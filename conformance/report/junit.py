# SPDX-License-Identifier: MIT
"""JUnit's XML: a test suite for each implementation, a test case for each case. A failure is a wrong answer, an error is no
answer. A case is skipped if nobody has to act on it. The file is valid under Ant's schema and that of Jenkins; junit.rng is
what both allow."""
import collections
import datetime
import os

import escape
import say

WRONG = frozenset(("wrong-output", "too-strict", "too-lenient", "inconsistent"))

# `tag` is failure, error or skipped, or None if it passed; `lines` are (label, text).
Test = collections.namedtuple("Test", "name area seconds tag kind message lines", defaults=(None, None, "", ()))


def _message(r):
    """Why a case was skipped or failed."""
    return {"good": r["message"] or "", "not-run": "not run: the run was interrupted", "unexpected": r.outcome_words,
            "known": f"known failure: {r.outcome_words}: {r['reason']}",
            "shown": f"informational: {r.outcome_words}, {say.excuse(r)}",
            "stale": f"{r.outcome_words}, but line {r['known-line'] or 0} of the known-failure list says {r['known'] or ''}"}[r["standing"]]


def _lines(r):
    lines = [("", r["title"]), ("clauses:  ", " ".join(r["clauses"] or ())), ("cause:    ", r["cause"]), ("expected: ", r["expected"]),
             ("seen:     ", r["seen"]), ("output:   ", r["message"]), ("reproduce: ", r["command"])]
    return [(label, text) for label, text in lines if text is not None]


def _of_case(r):
    standing, outcome = r["standing"], r["outcome"]
    about = r["id"], r["area"], r["seconds"]
    if standing == "stale":
        return Test(*about, "failure", "stale", _message(r), _lines(r))
    if standing == "unexpected":
        return Test(*about, "failure" if outcome in WRONG else "error", outcome, _message(r), _lines(r))
    return Test(*about, "skipped", None, _message(r)) if standing != "good" or outcome == "skipped" else Test(*about)


def _of_whole(run):
    """What is wrong with the whole."""
    for entry in run.unmatched:
        what = f"line {entry['line']} of the known-failure list: there is no such case"
        yield Test(entry["id"] or "-", None, 0, "failure", "unmatched", what)
    if run.header["broken"]:
        yield Test("the simplest cases", None, 0, "error", "broken", "\n".join(run.header["broken"]))
    for trouble in run.trouble:
        name = {"growth": "memory", "files": "files", "time": "large sections"}.get(trouble["kind"], "end")
        yield Test(name, None, 0, "error", "trouble", trouble["text"])
    if not run.is_complete:
        yield Test("complete", None, 0, "error", "incomplete", "the results are incomplete")


def _timestamp(seconds):
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    seconds = int(epoch) if epoch.isdigit() and len(epoch) < 12 else seconds
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).isoformat()[:19]


def suites(some):
    """The file. A suite is (name, host, tests, facts, time). A fact is (key, name, text)."""
    made = [(name, host, tests, collections.Counter(test.tag for test in tests), facts, when if isinstance(when, str) else _timestamp(when))
            for name, host, tests, facts, when in some]
    return escape.render("junit.xml", suites=made)


def report(runs, _args):
    return suites((run.name, run.header["host"], [*map(_of_case, run.records), *_of_whole(run)], say.facts(run),
                   (run.header["date"] or "")[:19] or run.time) for run in runs)
