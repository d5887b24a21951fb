# SPDX-License-Identifier: MIT
"""What the tests of the reports share: made-up results with sums of their own, and the program, started or imported."""
import gc
import importlib.util
import json
import os
import subprocess
import sys

import common

SYSTEM_PYTHON = "/usr/bin/python3"
FAILS = ("wrong-output", "too-strict", "too-lenient", "inconsistent", "crash", "timeout", "limit", "protocol", "undeclared-skip",
         "state-dependent")
OUTCOMES = ("pass", *FAILS[:8], "skipped", *FAILS[8:], "not-run")
STANDINGS = ("good", "known", "unexpected", "stale", "shown", "not-run")
LEVELS = ("safe", "read", "refuse", "validate", "strict")
UNSAFE = ("crash", "timeout", "limit", "state-dependent")
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../schemas/results.schema.json"), encoding="utf-8") as schema:
    KEYS = list(json.load(schema)["$defs"]["case"]["properties"])


def ensure_jinja():
    """Goes on under a Python that has Jinja2; without one the test is skipped."""
    if importlib.util.find_spec("jinja2"):
        return
    if os.path.exists(SYSTEM_PYTHON) and "SFRAME_TEST_AGAIN" not in os.environ:
        os.environ["SFRAME_TEST_AGAIN"] = "1"
        os.execv(SYSTEM_PYTHON, [SYSTEM_PYTHON, *sys.argv])
    print("1..0 # SKIP there is no Jinja2 (python3-jinja2)")
    sys.exit(0)


class Program:
    """The program in a folder, with its data."""

    def __init__(self, folder, registers, runner="sframe-conform"):
        self.folder, self.options = folder, ["--runner", runner, "--data", os.path.dirname(os.path.abspath(registers))]
        self.module = common.load_program(folder, "program")

    def start(self, command, *words, **more):
        """What it does. Without `more` for its process it runs in this one, which saves its start."""
        if more:
            return subprocess.run([sys.executable, self.folder, command, *self.options, *words], capture_output=True, text=True, check=False, **more)
        done = common.run_here(self.module, command, *self.options, *words)
        gc.enable()
        return done

    def arguments(self, *words):
        return self.module.Arguments(["report", *self.options, *words])

    def load(self, *paths):
        return list(self.arguments(*paths).runs())

    def reports(self, forms, *paths):
        """One of each form, of files that are read once."""
        import reports
        args = self.arguments(*paths)
        runs = list(args.runs())
        return {form: reports.make(form, runs, args) for form in forms}

    def report(self, form, *paths):
        return self.reports([form], *paths)[form]

    def diff(self, old, new, form="text"):
        """The text, and how many steps back there are."""
        import changes
        args = self.arguments(old, new)
        return changes.report(*args.runs(), form, args)

    def error(self, path):
        """Why a file cannot be read; empty if it can."""
        import results
        try:
            self.load(path)
        except results.Fault as fault:
            return str(fault)
        return ""


# ---- Results

def case(number, outcome="pass", **changes):
    """A line about a case; `changes` with `_` in place of `-`."""
    name = f"v1/amd64-little/{changes.get('area', 'preamble')}/case-{number}"
    made = {"type": "case", "id": name, "rev": 1, "title": f"the case {number}", "clauses": ["ALL-PRE-02"], "profile": "v1", "abi": "amd64",
            "order": "little", "area": "preamble", "op": "decode", "expect": "accept", "level": "read", "class": None, "policy": None,
            "multi-fault": None, "parent": None, "answer": {"pass": "accept"}.get(outcome), "outcome": outcome, "detail": None,
            "message": None, "expected": None, "seen": None, "standing": "unexpected" if outcome in FAILS else "good", "seconds": 0.001,
            "size": 55, "command": None, "cause": None, "difference": None, "signal": None, "exit": None, "decided": []}
    if outcome == "not-run":
        made["standing"] = "not-run"
    if outcome == "too-lenient":
        made.update({"expect": "reject", "level": "refuse", "class": "bad-magic", "range": [0, 2], "answer": "accept", "bytes-at": 0,
                     "bytes": "0000" + "02" * 53})
    if outcome == "wrong-output":
        made.update({"detail": "fre.fp", "expected": "fre 0.0 at=0x0 cfa=sp+8 fp=same", "seen": "fre 0.0 at=0x0 cfa=sp+8 fp=none",
                     "difference": {"line": "fre", "key": "fp", "kind": "other-word", "place": None}})
    if outcome == "crash":
        made.update({"detail": "SIGSEGV", "signal": "SIGSEGV"})
    if outcome in FAILS:
        made.update({"cause": f"{'safe' if outcome in UNSAFE else made['level']}/{outcome}/{made['class'] or 'valid-preamble'}",
                     "command": f"sframe-conform run --adapter it {name}"})
    made.update({key.replace("_", "-"): value for key, value in changes.items()})
    if made["standing"] == "known":
        made = {"known": outcome, "known-line": 3, "reason": "B1: it is lazy", **made}
    if made["standing"] == "shown":
        made = {"excuse": "multi-fault" if made["multi-fault"] else "above-gate", **made}
    return made


def _sum(cases, key, names):
    return {name: sum(c[key] == name for c in cases) for name in names}


def _causes(cases):
    made = {}
    for c in cases:
        made.setdefault(c["cause"], []).append(c)
    order = {"wrong-output": 1, "inconsistent": 1, "protocol": 1, "too-lenient": 2, "too-strict": 3}
    causes = [{"token": token, "title": f"title of {token}", "outcome": cs[0]["outcome"], "level": token.split("/")[0], "count": len(cs),
               "standings": _sum(cs, "standing", ("known", "unexpected", "stale", "shown")), "example": cs[0]["id"]}
              for token, cs in made.items() if token]
    return sorted(causes, key=lambda c: (0 if c["outcome"] in UNSAFE else order.get(c["outcome"], 4), LEVELS.index(c["level"]), -c["count"], c["token"]))


def _ending(cases, header, summary):
    """(status, verdict)"""
    standings = [c["standing"] for c in cases]
    if summary.get("complete") is False:
        return 130, "interrupted"
    if "unexpected" in standings or header.get("broken"):
        return 1, "fails"
    if "stale" in standings or summary.get("unmatched"):
        return 2, "stale"
    if summary.get("trouble"):
        return 6, "bad-end"
    if all(c["outcome"] == "skipped" for c in cases):
        return 5, "nothing"
    return 0, "as-expected" if "known" in standings else "passes"


def lines(cases, header=None, summary=None):
    """The lines of a results file. `header` and `summary` are changes."""
    header, summary, cases = header or {}, summary or {}, sorted(cases, key=lambda c: c["id"])
    asked = [c for c in cases if c["outcome"] not in ("skipped", "not-run")]
    plain, by_id = [c for c in asked if c["multi-fault"] is None], {c["id"]: c for c in cases}
    right = [c for c in plain if c["outcome"] == "pass" and c["expect"] == "reject" and c["answer"] == "reject"]

    def pair(found, good=lambda c: c["outcome"] == "pass"):
        return {"asked": len(found), "right": sum(map(good, found))}

    def proves(c):
        parent = by_id.get(c["parent"])
        if not parent or parent not in asked:
            return "not-shown"
        return "proved" if parent["outcome"] == "pass" and parent["answer"] == "accept" else "unproved"
    status, verdict = _ending(cases, header, summary)
    levels = {name: pair([c for c in plain if c["level"] == name]) for name in LEVELS[1:]}
    first = {"type": "run", "format": 3, "runner": "1.1.0", "implementation": "it", "about": "an implementation", "version": "2.40",
             "adapter": "it.conf", "corpus": "/nowhere/the\ncorpus", "corpus-version": "1.0.0", "corpus-sha256": "0123456789abcdef" * 4, "known": None,
             "seed": "7", "level": "validate", "cases": len(cases) + 10, "selected": len(cases), "profiles": ["v1"], "abis": ["amd64"],
             "orders": ["little"], "ops": ["decode"], "unobservable": [], "policies": {"AMB-001": "reject"}, **header}
    last = {"type": "summary", "complete": True, "status": status, "selected": len(cases), "asked": len(asked),
            "outcomes": _sum(cases, "outcome", OUTCOMES), "standings": _sum(cases, "standing", STANDINGS),
            "levels": {"safe": pair(asked, lambda c: c["outcome"] not in UNSAFE), **levels},
            "kinds": {name: pair([c for c in plain if c["expect"] == name]) for name in ("accept", "reject", "policy")},
            "rejections": {"right": len(right), **{name: sum(proves(c) == name for c in right) for name in ("proved", "unproved", "not-shown")},
                           **{name: sum(name in (c.get("judged") or ()) for c in right) for name in ("class", "range")}},
            "may-pass": sum(c["standing"] == "known" and "pass" in c["known"].split("|") for c in asked), "reached": "none",
            "causes": _causes(cases), "claim": {"profiles": ["v2"], "abis": ["s390x"], "orders": [], "ops": ["lookup"], "other": []},
            "verdict": verdict, "unmatched": [], **summary}
    return [first, *cases, last]


def some():
    """Some of each: the known failure has a case, and so has each kind of failure."""
    return [case(1), case(2, "wrong-output"), case(3, "crash", message="it crashed"), case(4, "too-lenient"), case(5, "too-lenient"),
            case(6, "skipped", message="lookup not declared", op="lookup"), case(7, "too-lenient", standing="known"),
            case(8, "too-lenient", level="strict", standing="shown", cause="strict/too-lenient/bad-magic"),
            case(9, expect="reject", level="refuse", answer="reject", parent="v1/amd64-little/preamble/case-1", judged=["class"],
                 **{"class": "bad-magic"}),
            case(10, "wrong-output", area="fde"), case(11, "too-strict", area="fde", standing="stale", known="crash", known_line=9, reason="B2: why")]


def text_of(line):
    """A line as the runner writes it: without spaces, and the keys of a case in the order of the schema."""
    keys = KEYS if line["type"] == "case" else line
    return json.dumps({key: line[key] for key in (*keys, *line) if key in line}, ensure_ascii=False, separators=(",", ":"))


def dump(path, content):
    """Writes lines as JSON. Returns the path."""
    with open(path, "w", encoding="utf-8") as f:
        f.writelines(text_of(line) + "\n" for line in content)
    return path
