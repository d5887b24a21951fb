# SPDX-License-Identifier: MIT
"""`report --format defects -o DIR`: a page for each distinct defect in results, ready for a bug tracker, and README.md, which lists
them."""
import collections
import os
import re

import escape
import files
import registers
import say
from defect_ask import Reproductions
from explain import ROW, plain, stream
from reasons import read_causes, split_reason
from results import FAILS, LEVELS, UNSAFE, Fault, Record
from site_model import cause_of

MAX_TOKEN, MAX_HEX, MAX_QUESTIONS = 60, 512, 4
COUNTED = frozenset(("known", "unexpected", "stale"))
BASES = ("text", "practice", "inference", "ours")


# A record `r` of a run that fails, with the tokens and the words of its reason.
Failure = collections.namedtuple("Failure", "run index r tokens words")


class Defect:
    """`token` names its file; `key` makes it distinct; `shown` are the ids of cases, of which each run with failures fails one."""

    def __init__(self, token, key, what, is_known):
        self.token, self.key, self.what, self.is_known, self.failures, self.shown = token, key, what, is_known, [], []

    def choose(self):
        """The smallest cases that show it, those of the most runs first, until every run has one."""
        by_case, left = collections.defaultdict(list), {f.index for f in self.failures}
        self.failures.sort(key=lambda f: (f.r["id"], f.index))
        for f in self.failures:
            by_case[f.r["id"]].append(f)
        while left:
            best = min((fs for fs in by_case.values() if any(f.index in left for f in fs)),
                       key=lambda fs: worth(fs[0], sum(f.index in left for f in fs)))
            self.shown.append(best[0].r["id"])
            left -= {f.index for f in best}
        self.by_case = {name: by_case[name] for name in self.shown}
        self.num_cases = len(by_case)


def worth(failure, num_runs):
    """The less, the better a case shows the defect to a person."""
    r = failure.r
    # Any tool can be asked to decode. A failure of one reason shows nothing else.
    return (r["multi-fault"] is not None, -num_runs, len(failure.tokens), r["op"] != "decode", LEVELS.index(r["level"]), r["size"],
            r["abi"] != "amd64", r["order"] != "little", r["id"])


def file_token(text, taken):
    """Any text as the name of a file: no dot begins it or follows another. README is the page that lists them. The number starts
    high, because forged results may have thousands of reasons that differ only at their ends."""
    token = re.sub(r"[^A-Za-z0-9.]+", "-", re.sub(r"(?<![A-Za-z0-9])\.", "-", text))
    token = re.sub(r"^[^A-Za-z0-9]+|[^A-Za-z0-9]+$", "", re.sub(r"-+", "-", token)[:MAX_TOKEN]) or "defect"
    made, number = token, len(taken) + 1
    while made.lower() == "readme" or made in taken:
        made, number = f"{token}.{number}", number + 1
    return made


class Finder:
    """The defects of several runs. Of a run only the failures are kept, and the cases that it gets right."""

    def __init__(self, args):
        self.causes = read_causes(args.data_file("known", "causes.txt"))
        self.runs, self.groups = [], {}
        for run in args.runs():
            titles = {cause["token"]: cause["title"] for cause in run.causes}
            for r in run.records:
                if r["outcome"] in FAILS and r["standing"] in COUNTED:
                    self.add(Failure(run, len(self.runs), r, *split_reason(r["reason"] if r["standing"] == "known" else None)), titles)
            run.right = {r["id"]: r for r in run.records if r["outcome"] == "pass"}
            run.records, run.by_id = (), {}
            self.runs.append(run)
        self.defects = self.make_defects()

    def add(self, failure, titles):
        """Groups failures by (token or reason, cause). What causes.txt describes is one defect, whatever its causes are."""
        r = failure.r
        cause, title = cause_of(r, titles)
        reasons = failure.tokens or ([r["reason"]] if r["standing"] == "known" and r["reason"] else [None])
        for reason in reasons:
            key = (reason, None) if reason in self.causes else (reason, cause)
            self.groups.setdefault(key, (title, []))[1].append(failure)

    def make_defects(self):
        """A reason of somebody's own list, such as "mine: not yet", may stand for failures of several causes: each is a defect."""
        defects, counts = {}, collections.Counter(reason for reason, _ in self.groups)
        for (reason, cause), (title, failures) in self.groups.items():
            words, own = failures[0].words or reason, reason and cause and counts[reason] > 1
            key = f"{reason}: {cause}" if own else reason or cause
            what = f"{words}: {title}" if own else self.causes.get(reason) or words or title
            defects[key] = Defect(file_token(key, {d.token for d in defects.values()}), key, what, bool(failures[0].tokens))
            defects[key].failures = failures
            defects[key].choose()
        return defects

    def read_cases(self, args):
        """What the runner says of the cases that are shown. Results of another corpus are a Fault: it may have other bytes under an id."""
        by_case = collections.defaultdict(list)
        for defect in self.defects.values():
            for f in defect.failures:
                by_case[f.r["id"]].append(f)
        shown, cases = {name for d in self.defects.values() for name in d.shown}, {}
        for name, case in zip(by_case, stream(args, list(by_case))):
            for f in by_case[name]:
                at, part = 2 * (f.r["bytes-at"] or 0), f.r["bytes"] or ""
                if case.get("bytes") is None or f.r["size"] != case["size"] or case["bytes"][at:at + len(part)] != part:
                    raise Fault(f"{f.run.path}: {name} is not this case of the corpus {args.get('corpus') or 'of this program'}; "
                                "name the corpus of the run with --corpus")
            if name in shown:
                cases[name] = Record(case)
        return cases


# ---- What a page says

def sentence(text):
    """Text that may lack its full stop."""
    return text if text.endswith((".", "?", "!")) else text + "."


def weakest_basis(rows, r):
    """The weakest thing that the right answer rests on: of a reject its fault, else its clauses and policy."""
    grounds = registers.grounds(rows, r)
    of_fault = [g for g in grounds if g.name == r["class"]]
    kinds = ["ours" if g.kind not in BASES else g.kind for g in of_fault or grounds if g.kind in BASES or of_fault]
    return max(kinds, key=BASES.index, default="text")


def questions(rows, defect, r):
    """The open questions that a case is about: its own, those that the defect's token and the reason name, that of its fault."""
    fault = rows["faults"].get(r["class"]) or {}
    names = [r["policy"], *re.findall("AMB-[0-9A-Z]{3}", defect.token), fault.get("policy")]
    names += re.findall("AMB-[0-9A-Z]{3}", r["reason"] or "") if defect.is_known else []
    return [(name, rows["policies"][name]) for name in dict.fromkeys(names) if name in rows["policies"]][:MAX_QUESTIONS]


def table(defect, runs):
    """(run, failures of this kind, a shown case, its record): implementations that fail, and those that get a shown case right: newer
    releases, perhaps."""
    for index, run in enumerate(runs):
        fails = [f.r for name in defect.shown for f in defect.by_case[name] if f.index == index]
        right = [run.right[name] for name in defect.shown if name in run.right]
        for r in (fails + right)[:1]:
            yield run, say.counts(collections.Counter(f.r["outcome"] for f in defect.failures if f.index == index)) or "none", r


def worst(defect):
    """The smallest crash, if the case that is shown first is none."""
    crashes = [f.r for f in defect.failures if f.r["outcome"] == "crash"]
    return min(crashes, key=lambda r: r["size"]) if crashes and defect.by_case[defect.shown[0]][0].r["outcome"] not in UNSAFE else None


def page(defect, finder, cases, rows, reproductions):
    shown = []
    for name in defect.shown:
        failures, case = defect.by_case[name], cases[name]
        r = failures[0].r
        lines = () if case["op"] == "encode" else plain(case, r, MAX_HEX // ROW)
        shown.append({"case": case, "r": r, "grounds": registers.grounds(rows, r), "questions": questions(rows, defect, r), "lines": lines,
                      "message": (rows["faults"].get(r["class"]) or {}).get("message"), "runs": reproductions.of_case(case, [(f.run, f.r) for f in failures])})
    first = shown[0]["r"]
    title = f"{defect.what.removesuffix('.')} ({defect.key})" if defect.is_known else defect.what
    return escape.render("defect.md", title=title, d=defect, first=first, basis=weakest_basis(rows, first), table=list(table(defect, finder.runs)),
                         worst=worst(defect), shown=shown, sentence=sentence, UNSAFE=UNSAFE)


def main(args):
    folder = args.get("output")
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise Fault(f"{folder}: the folder cannot be made: {error.strerror}") from None
    finder = Finder(args)
    cases, rows, reproductions = finder.read_cases(args), args.data("registers.json"), Reproductions(args)
    listed = sorted(finder.defects.values(), key=lambda d: d.token)
    for defect in listed:
        files.write_in(folder, f"{defect.token}.md", page(defect, finder, cases, rows, reproductions))
    files.write_in(folder, "README.md", escape.render("defects.md", defects=listed, runs=finder.runs, say=say))
    return 0
