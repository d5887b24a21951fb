# SPDX-License-Identifier: MIT
"""JUnit's XML: a test suite for each implementation, a test case for each case. A failure is a wrong answer, an error is no
answer. A case is skipped if nobody has to act on it. The file is valid under Ant's schema and that of Jenkins; junit.rng is
what both allow."""
import datetime
import os

import say
from escape import xml

WRONG = frozenset(("wrong-output", "too-strict", "too-lenient", "inconsistent"))


def _element(tag, /, **attributes):
    return f"<{tag}" + "".join(f' {key.replace("_", "-")}="{xml(str(value))}"' for key, value in attributes.items()) + ">"


def _message(r):
    """Why a case was skipped or failed."""
    return {"good": r["message"] or "", "not-run": "not run: the run was interrupted", "unexpected": r.outcome_words,
            "known": f"known failure: {r.outcome_words}: {r['reason']}", "shown": f"informational: {r.outcome_words}, {say.excuse(r)}",
            "stale": f"{r.outcome_words}, but line {r['known-line'] or 0} of the known-failure list says {r['known'] or ''}"}[r["standing"]]


def _text(r):
    lines = [("", r["title"]), ("clauses:  ", " ".join(r["clauses"] or ())), ("cause:    ", r["cause"]), ("expected: ", r["expected"]),
             ("seen:     ", r["seen"]), ("output:   ", r["message"]), ("reproduce: ", r["command"])]
    return "".join(f"{label}{xml(text)}\n" for label, text in lines if text is not None)


def _result(r):
    """The element of a case that did not pass, or nothing."""
    standing = r["standing"]
    if standing in ("unexpected", "stale"):
        tag = "failure" if standing == "stale" or r["outcome"] in WRONG else "error"
        kind = "stale" if standing == "stale" else r["outcome"]
        return tag, _element(tag, type=kind, message=_message(r)) + _text(r) + f"</{tag}>"
    return "skipped", _element("skipped", message=_message(r)) + "</skipped>"


def _whole(run):
    """What is wrong with the whole: (tag, name, type, message)."""
    for entry in run.unmatched:
        yield "failure", entry["id"] or "-", "unmatched", f"line {entry['line']} of the known-failure list: there is no such case"
    if run.header["broken"]:
        yield "error", "the simplest cases", "broken", "\n".join(run.header["broken"])
    for trouble in run.trouble:
        yield "error", {"growth": "memory", "files": "files", "time": "time"}.get(trouble["kind"], "end"), "trouble", trouble["text"]
    if not run.is_complete:
        yield "error", "complete", "incomplete", "the results are incomplete"


class Suite:
    def __init__(self, run):
        self.run, self.lines, self.seconds = run, [], 0.0
        self.counts = {"skipped": 0, "failure": 0, "error": 0}
        # What is before a dot is a package: the class has one.
        self.group = xml(run.name.replace(".", "_"))

    def add_cases(self):
        classes, add, counts, skips = {}, self.lines.append, self.counts, {}
        for r in self.run.records:
            area, message, end = r["area"], r["message"], ""
            name = classes.get(area)
            if name is None:
                name = classes[area] = f'classname="{self.group}.{xml(area.replace(".", "_"))}"'
            if r["standing"] == "good" and r["outcome"] == "skipped":
                # Thousands are skipped for the same few reasons.
                tag, end = skips.get(message) or skips.setdefault(message, _result(r))
                counts[tag] += 1
            elif r["standing"] != "good":
                tag, end = _result(r)
                counts[tag] += 1
            self.seconds += r["seconds"]
            add(f'<testcase name="{xml(r["id"])}" {name} time="{r["seconds"]:.6f}">{end}</testcase>\n')

    def add_whole(self):
        for tag, name, kind, message in _whole(self.run):
            self.counts[tag] += 1
            self.lines.append(_element("testcase", name=name, classname=self.run.name.replace(".", "_"), time="0.000000")
                              + _element(tag, type=kind, message=message) + f"</{tag}></testcase>\n")

    def properties(self):
        return "".join(_element("property", name=key, value=text)[:-1] + "/>\n" for key, _, text in say.facts(self.run))

    def text(self, number):
        self.add_cases()
        self.add_whole()
        epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
        seconds = int(epoch) if epoch.isdigit() and len(epoch) < 12 else self.run.time
        made = (self.run.header["date"] or datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).isoformat())[:19]
        head = _element("testsuite", name=self.run.name, id=number, package="sframe-conform", timestamp=made, hostname=self.run.header["host"] or "localhost",
                        tests=len(self.lines), failures=self.counts["failure"], errors=self.counts["error"],
                        skipped=self.counts["skipped"], time=f"{self.seconds:.6f}")
        return (f"{head}\n<properties>\n{self.properties()}</properties>\n{''.join(self.lines)}<system-out/>\n<system-err/>\n"
                "</testsuite>\n")


def report(runs, _args):
    suites = "".join(Suite(run).text(number) for number, run in enumerate(runs))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n{suites}</testsuites>\n'
