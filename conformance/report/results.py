# SPDX-License-Identifier: MIT
"""Reads results.jsonl, in which every line is checked: by the schema, and the sums of the last line by the others."""
import collections
import functools
import json
import os

import files
import schema
from escape import line as safe_line
from files import Fault

FORMAT = 3
# Of a line. What it says may take 100 times as much memory.
MAX_LINE = 1 << 23
OUTCOMES = ("pass", "wrong-output", "too-strict", "too-lenient", "inconsistent", "crash", "timeout", "limit", "protocol",
            "skipped", "undeclared-skip", "state-dependent", "not-run")
STANDINGS = ("good", "known", "unexpected", "stale", "shown", "not-run")
LEVELS = ("safe", "read", "refuse", "validate", "strict")
EXPECTS = ("accept", "reject", "policy")
REJECTIONS = ("right", "proved", "unproved", "not-shown", "class", "range")
UNASKED = frozenset(("skipped", "not-run"))
# What the answer to a skipped case leaves out on purpose; all else that it lacks was not asked.
LEFT_OUT = ("sorted", "pcrel", "functions", "flexible", "function-ends")
UNSAFE = frozenset(("crash", "timeout", "limit", "state-dependent"))
FAILS = frozenset(OUTCOMES) - UNASKED - {"pass"}


class Record(dict):
    """A line about a case. All keys of the schema can be asked for; those that are not there are None."""
    __slots__ = ()

    def __missing__(self, key):
        return None

    @property
    def subject(self):
        """What the case is about: its fault, or its open question."""
        return self["class"] or self["policy"] or ""

    @property
    def outcome_words(self):
        """"wrong-output fre.ra"."""
        return f"{self['outcome']} {self['detail']}" if self["detail"] else self["outcome"]


class Totals:
    """The sums of a run, and what the right rejections prove."""

    def __init__(self):
        self.outcomes, self.standings, self.causes, self.asked, self.right, self.judged = (collections.Counter() for _ in range(6))
        self.may_pass = 0

    @property
    def cells(self):
        """(right, asked) of each level."""
        return [(self.right[level], self.asked[level]) for level in LEVELS]

    def add(self, r):
        outcome, standing = r["outcome"], r["standing"]
        self.outcomes[outcome] += 1
        self.standings[standing] += 1
        if outcome in UNASKED:
            return
        if standing == "known" and "pass" in (r["known"] or "").split("|"):
            self.may_pass += 1
        self.asked["safe"] += 1
        self.right["safe"] += outcome not in UNSAFE
        if outcome in FAILS and r["cause"]:
            self.causes[r["cause"], standing] += 1
        if r["multi-fault"] is not None:
            return
        passed = outcome == "pass"
        for name in (r["level"], r["expect"]):
            self.asked[name] += 1
            self.right[name] += passed
        if is_right_rejection(r):
            self.judged["right"] += 1
            self.judged.update(r["judged"] or ())

    def prove(self, records, by_id):
        """A right rejection is proved if the parent was asked in the same run, and accepted with the right meaning."""
        for r in records:
            if not is_right_rejection(r):
                continue
            parent = by_id.get(r["parent"])
            if parent is None or parent["outcome"] in UNASKED:
                self.judged["not-shown"] += 1
            else:
                self.judged["proved" if parent["outcome"] == "pass" and parent["answer"] == "accept" else "unproved"] += 1


def reached(cells):
    """The highest level that was asked about and up to which all answers are right; `cells` are those of Totals."""
    found = "none"
    for level, (right, asked) in zip(LEVELS, cells):
        if right < asked:
            break
        found = level if asked else found
    return found


def is_right_rejection(r):
    return r["outcome"] == "pass" and r["expect"] == "reject" and r["answer"] == "reject" and r["multi-fault"] is None


class Run:
    """One results file. `header` and `summary` are its first and last line, empty if it is cut short; `records` are sorted by id."""

    def __init__(self, path):
        self.path, self.time = path, None
        self.header, self.summary = Record(), Record()
        self.records, self.by_id, self.totals = [], {}, Totals()
        # Of the summary. A file that is cut short reaches no known level.
        self.verdict, self.reached, self.unmatched, self.trouble = "interrupted", None, [], []
        # The entry of a list of sources, and whether only a part of another corpus's cases is left (sources.py).
        self.source, self.is_foreign, self.num_foreign = None, False, 0

    @property
    def name(self):
        """"readelf 2.40"."""
        return " ".join(part for part in (self.header["implementation"], self.header["version"]) if part)

    @property
    def is_complete(self):
        return bool(self.summary["complete"])

    @property
    def num_asked(self):
        return len(self.records) - sum(self.totals.outcomes[name] for name in UNASKED)

    @functools.cached_property
    def causes(self):
        """The causes of failures, worst first. A file that is cut short has no titles, and no rare offsets are merged."""
        if self.summary:
            return self.summary["causes"]
        made = [Record(token=token, title=token, outcome=found[0]["outcome"], level=found[0]["level"], count=len(found), example=found[0]["id"])
                for token, found in self.by_cause.items()]
        return sorted(made, key=lambda c: (severity(c["outcome"]), LEVELS.index(c["level"]), -c["count"], c["token"]))

    @functools.cached_property
    def by_cause(self):
        """The failures of each cause."""
        made = collections.defaultdict(list)
        for r in self.records:
            if r["cause"]:
                made[r["cause"]].append(r)
        return made


def severity(outcome):
    """Crashes come first, then wrong output, then what is accepted, then what is rejected."""
    others = {"wrong-output": 1, "inconsistent": 1, "protocol": 1, "too-lenient": 2, "too-strict": 3}
    return 0 if outcome in UNSAFE else others.get(outcome, 4)


# ---- Lines

# What goes beyond the schema: what is wrong, if the test holds.
CASE_RULES = (
    (lambda r: r["range"] and r["range"][0] > r["range"][1], "range: is not a start and an end"),
    (lambda r: (r["standing"] == "not-run") != (r["outcome"] == "not-run")
     or (r["standing"] not in ("stale", "not-run") and (r["standing"] == "good") == (r["outcome"] in FAILS)),
     "standing: does not go with the outcome"),
    (lambda r: (r["expected"] is None) != (r["seen"] is None), "expected: what is expected and what was seen come together"),
    (lambda r: r["standing"] == "known" and r["reason"] is None, "reason: is missing, though the failure is known"),
    (lambda r: r["judged"] and (r["outcome"] != "pass" or r["answer"] != "reject"), "judged: is about right rejections only"),
    (lambda r: r["cause"] is not None and r["outcome"] not in FAILS, "cause: only a failure has one"),
    (lambda r: r["outcome"] in FAILS and r["cause"] is None, "cause: is missing"),
    (lambda r: r["bytes"] is not None and (r["bytes-at"] or 0) + len(r["bytes"]) // 2 > (r["size"] or 0),
     "bytes: are more than the section has"),
    (lambda r: r["standing"] == "shown" and r["excuse"] is None, "excuse: is missing, though the failure does not count"),
)


@functools.lru_cache(maxsize=None)
def checkers(path):
    """Of each kind of line; `path` is that of results.schema.json."""
    document = files.read(path, json.loads)
    return {kind: schema.checker(node, document) for kind, node in document["$defs"].items()}


class Reader:
    """Takes the lines of a file one after the other."""

    def __init__(self, run, checks):
        self.run, self.number, self.checks = run, 0, checks
        self.take = {"run": self.take_header, "case": self.take_case, "summary": self.take_summary}

    def wrong(self, what):
        raise Fault(f"{self.run.path}:{self.number}: {what}")

    def add(self, text):
        self.number += 1
        if len(text) > MAX_LINE:
            self.wrong(f"is longer than {MAX_LINE >> 20} MiB")
        try:
            value = schema.parse(text)
        except schema.Wrong as error:
            self.wrong(error)
        kind = value.get("type") if isinstance(value, dict) else None
        if not isinstance(kind, str) or kind not in self.take:
            self.wrong("type: there is no such line")
        if (self.number == 1) != (kind == "run"):
            self.wrong("type: the first line is not the header of a results file" if self.number == 1 else "type: a second header")
        if self.run.summary:
            self.wrong("type: something follows the summary")
        if kind == "run" and value.get("format") in (1, 2):
            self.wrong(f"results of format {value['format']}, written by sframe-conform 1.0; run it again with this version "
                       "(sframe-conform run --report DIR)")
        if kind == "run" and value.get("format") != FORMAT:
            self.wrong(f"format: this program reads format {FORMAT}; use the version that wrote the file")
        why = self.checks[kind][dict](value)
        if why:
            self.wrong(why)
        self.take[kind](Record(value))

    def take_header(self, header):
        self.run.header = header

    def take_case(self, r):
        run = self.run
        for is_wrong, why in CASE_RULES:
            if is_wrong(r):
                self.wrong(why)
        if r["id"] in run.by_id:
            self.wrong(f"has two results for {r['id']}")
        run.by_id[r["id"]] = r
        run.records.append(r)
        run.totals.add(r)

    def expect(self, said, found, name=""):
        """Are these the sums? `found` may be an object of sums; what is not said is 0."""
        if isinstance(found, dict):
            for key, number in found.items():
                self.expect(said.get(key, 0), number, f"{name}.{key}" if name else key)
        elif said != found:
            self.wrong(f"{name}: the sum is not that of the lines above, which is {found}")

    def take_summary(self, s):
        run, totals = self.run, self.run.totals
        run.summary, run.trouble = s, s["trouble"] or []
        run.verdict, run.unmatched = s["verdict"], s["unmatched"]
        # What was not asked may be wrong.
        run.reached = s["reached"] if s["complete"] or s["reached"] == "none" else None
        if len(run.records) != run.header["selected"]:
            self.wrong(f"expected {run.header['selected']} results, found {len(run.records)}")
        totals.prove(run.records, run.by_id)
        both = {name: {"asked": totals.asked[name], "right": totals.right[name]} for name in LEVELS + EXPECTS}
        self.expect(s, {
            "selected": len(run.records), "asked": run.num_asked, "may-pass": totals.may_pass,
            "outcomes": {name: totals.outcomes[name] for name in OUTCOMES},
            "standings": {name: totals.standings[name] for name in STANDINGS},
            "rejections": {name: totals.judged[name] for name in REJECTIONS},
            "levels": {name: both[name] for name in LEVELS}, "kinds": {name: both[name] for name in EXPECTS}})
        left = [[reason for reason in r["missing"] or () if reason in LEFT_OUT] for r in run.records if r["outcome"] == "skipped"]
        reasons = collections.Counter(reason for some in left for reason in some)
        self.expect(s["left-out"] or {"of": {}}, {"cases": sum(map(bool, left)), "of": {name: reasons[name] for name in LEFT_OUT}}, "left-out")
        s["causes"] = [Record(cause) for cause in s["causes"]]
        self.check_causes(s["causes"])
        self.check_end(s)

    def check_causes(self, causes):
        run, left = self.run, dict(self.run.totals.causes)
        for cause in causes:
            token = cause["token"]
            found = {name: left.pop((token, name), 0) for name in ("known", "unexpected", "stale", "shown")}
            self.expect(cause, {"standings": found, "count": sum(found.values())}, f"causes: {token}")
            example = run.by_id.get(cause["example"])
            if example is None or example["cause"] != token:
                self.wrong(f"causes: {token}: the example is no failure of this cause")
        for token, _ in left:
            self.wrong(f"causes: {token} is missing")

    def check_end(self, s):
        """Exit status and verdict of a complete run follow from the rest."""
        totals = self.run.totals
        endings = ((not s["complete"], s["status"], ("interrupted",)),
                   (totals.standings["unexpected"] or self.run.header["broken"], 1, ("fails",)),
                   (totals.standings["stale"] or s["unmatched"], 2, ("stale",)), (s["trouble"], 6, ("bad-end",)),
                   (self.run.num_asked == 0, 5, ("nothing",)), (totals.standings["known"], 0, ("as-expected",)),
                   (True, 0, ("conforms", "passes")))
        status, verdicts = next((status, verdicts) for is_so, status, verdicts in endings if is_so)
        for key, right in (("status", (status,)), ("verdict", verdicts)):
            if s[key] not in right:
                self.wrong(f"{key}: is not that of these results")


# ---- Files

def find_file(path):
    """The file at `path`, or the results file in that folder: its .part file if that is alone or newer."""
    if not os.path.isdir(path):
        return path
    whole = os.path.join(path, "results.jsonl")
    found = [name for name in (whole, whole + ".part") if os.path.exists(name)]
    return max(found, key=lambda name: os.stat(name).st_mtime_ns, default=whole)


def load(path, schema_path):
    """The results of a file or folder. The schema is results.schema.json. A file that is cut off is a Fault, unless its name
    ends with .part: then a last line that is not whole is left out."""
    run = Run(find_file(path))
    content, run.time = files.read_bytes(run.path)
    reader, is_part = Reader(run, checkers(schema_path)), run.path.endswith(".part")
    whole, end, rest = content.rpartition(b"\n")
    try:
        lines = whole.decode().split("\n") if end else ()
    except UnicodeDecodeError as error:
        reader.number, start = content.count(b"\n", 0, error.start) + 1, content.rfind(b"\n", 0, error.start)
        reader.wrong(f"byte {error.start - start}: is not UTF-8")
    for text in lines:
        reader.add(text)
    if rest and not (is_part and reader.number):
        raise Fault(f"{run.path}:{reader.number + 1}: the file is cut off in this line")
    if reader.number == 0:
        raise Fault(f"{run.path}:1: the file is empty")
    if not run.summary and not is_part:
        raise Fault(f"{run.path}:{reader.number}: the file is cut off: no summary follows this line (as a .part file it can be read)")
    if not run.summary:
        run.totals.prove(run.records, run.by_id)
    run.records.sort(key=lambda r: r["id"])
    return run


def corpora_differ(runs):
    """What is said on top of a report of several runs, or None."""
    first = runs[0]
    run = next((run for run in runs if not run.is_foreign and run.header["corpus-sha256"] != first.header["corpus-sha256"]), None)
    return run and (f"Not the same corpus: {safe_line(first.name)} ran {corpus_words(first)}, "
                    f"{safe_line(run.name)} ran {corpus_words(run)}. Numbers cannot be compared.")


def corpus_words(run):
    """"corpus 1.0.0 (0123456789ab)"."""
    version, digest = run.header["corpus-version"], run.header["corpus-sha256"]
    return f"corpus {version + ' ' if version else ''}({digest[:12]})"
