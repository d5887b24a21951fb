# SPDX-License-Identifier: MIT
"""The report as one page of HTML that needs nothing else: about 400 KB for 1,000 failures."""
import collections
import re

import escape
import explain
import registers
import results
import say
from escape import xml

# The bytes of a page, and of each failure at most. Bytes and clauses of examples take what is left beside the rest, which
# is guessed, and LEAST_DETAILS in any case.
PAGE_SIZE, FAILURE_SIZE, LEAST_DETAILS = 400_000, 400, 20_000
FIXED_SIZE, OTHER_SIZE, GROUP_SIZE = 40_000, 230, 800
# Lines of bytes of all examples together.
PAGE_LINES = 1200
COUNTED = ("unexpected", "stale", "known")


def fragment(kind, number, text):
    """What stands behind `#`: no characters that browsers escape."""
    plain = re.sub(r"[^a-zA-Z0-9/._,+=-]", lambda m: "".join(f"~{b:02x}" for b in m[0].encode()), text)
    return f"{kind}{number or ''}:{plain}"


# ---- What failures of a cause have in common

def template(r):
    """The command, with ID for the id."""
    return r["command"].replace(r["id"], "ID") if r["command"] else None


def first_difference(r):
    """What was expected, and what was seen."""
    if r["expected"] is not None:
        return r["expected"] or "(no line)", r["seen"] or "(no line)"
    expected = f"reject ({r['class']})" if r["expect"] == "reject" and r["class"] else r["expect"]
    return expected, {"too-lenient": "accept", "too-strict": "reject"}.get(r["outcome"], r.outcome_words)


def difference(r, example):
    """The same; nothing if the example says it."""
    return None if all(r[key] == example[key] for key in ("expected", "seen", "outcome", "expect", "class")) else first_difference(r)


def area_in_id(r):
    """The area that the filter takes from an id."""
    return "".join(r["id"].split("/")[-2:-1])


# ---- The failures of a run

def room(runs):
    """How much examples have for bytes and clauses."""
    failures = sum(run.num_asked - run.totals.outcomes["pass"] for run in runs)
    rest = FIXED_SIZE + failures * OTHER_SIZE + sum(len(run.by_cause) for run in runs) * GROUP_SIZE
    return max(max(PAGE_SIZE, failures * FAILURE_SIZE) - rest, LEAST_DETAILS)


class Failures:
    """What the page shows of the failures of a run. `number` is that of the run, 0 if there is one."""

    def __init__(self, run, number, args, left):
        self.run, self.number, self.left, self.rows, self.anchor = run, number, left, args.data("registers.json"), f"#i{number}"
        counted, shown = say.groups(run, COUNTED), say.groups(run, ("shown",))
        every = counted + shown
        self.answers = explain.ask(args, run, [g.example["id"] for g in every])
        self.most_lines = min(max(PAGE_LINES // (len(every) + 1), explain.FEWEST_LINES), explain.MOST_LINES)
        self.command = template(every[0].example) if every else None
        self.is_mixed = sum(run.totals.standings[name] > 0 for name in COUNTED) > 1
        self.num_short = 0
        sections = [(title, [self.group(g, "") for g in counted if results.severity(g.cause["outcome"]) == n])
                    for n, title in enumerate(say.SEVERITIES)]
        self.sections = [(title, sum(g.count for g in groups), groups) for title, groups in sections if groups]
        self.informational = [self.group(g, "shown/") for g in shown]

    def group(self, g, prefix):
        records = [g.example, *g.others]
        standings = collections.Counter(r["standing"] for r in records)
        g.link, g.reason = fragment("g", self.number, prefix + g.token), next((r["reason"] for r in records if r["standing"] == "known"), None)
        g.standings = [(name, standings[name]) for name in COUNTED if standings[name] and self.is_mixed]
        g.shown = self.example(g.example)
        return g

    def example(self, r):
        lines = dump = ()
        if r["bytes"] is not None and r["op"] == "encode":
            dump = bytes.fromhex(r["bytes"]).decode("utf-8", "replace").split("\n")
        elif r["bytes"] is not None:
            lines = explain.lines(r, self.answers.get(r["id"]), self.most_lines)
        grounds = registers.grounds(self.rows, r)
        size = sum(len(xml(text)) + 30 for text, _ in lines) + sum(len(xml(text)) for text in dump) + 200
        size += sum(len(ground.says) + len(ground.basis) + 80 for ground in grounds)
        fits = size <= self.left
        self.left = self.left - size if fits else 0
        self.num_short += not fits
        return {"r": r, "fits": fits, "lines": lines, "dump": dump, "input": _input_name(r), "grounds": grounds}


def _input_name(r):
    """What was asked about. The kind of a file is not known from its middle."""
    kind = "ELF file" if (r["bytes"] or "").startswith("7f454c46") else "section"
    return "dump" if r["op"] == "encode" else "input" if r["bytes-at"] else kind


# ---- The page

def title(runs):
    """What tells two open reports apart: who, when, how it ended."""
    if len(runs) > 3:
        return f"{len(runs)} implementations - SFrame conformance"
    return ", ".join(f"{run.name}, {say.when(run)}: {say.verdict(run)}" for run in runs) + " - SFrame conformance"


def badge(run):
    """How the verdict looks."""
    return {"conforms": "good", "passes": "good", "as-expected": "known", "interrupted": "none"}.get(run.verdict, "bad")


def report(runs, args):
    views = []
    for number, run in enumerate(runs, 1):
        views.append(Failures(run, number if len(runs) > 1 else 0, args, views[-1].left if views else room(runs)))
    counts = [say.areas(run) for run in runs]
    return escape.render("report.html", runs=runs, views=views, title=title(runs), say=say, badge=badge, fragment=fragment,
                         template=template, difference=difference, first_difference=first_difference, area_in_id=area_in_id, counts=counts,
                         levels=results.LEVELS, note=results.corpora_differ(runs),
                         areas=say.all_areas(counts))
