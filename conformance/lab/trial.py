# SPDX-License-Identifier: MIT
"""Assembles functions, many in one file, and says what became of each.

There are three opinions: the SFrame section, .eh_frame, and the rules that the directives state (expect.py). The first
two are compared by `sframe-conform producer`, the last two here.
"""
import os
import pathlib
import re
import shutil
import tempfile

import steps
from cases import became, judged
from draw import may_refuse
from expect import expect, implied_sp, must_state, plain, texts
from program import Fault, assembly, size_of

# What can be wrong with a function, or with the file that it is in. The kinds after `eh-frame` have a detail.
DIFFERS = ("cfa", "ra", "fp", "pac", "key", "signal", "sp")
KINDS = tuple(f"wrong-{d}" for d in DIFFERS) + ("lost", "no-row", "unreadable", "stray", "eh-frame", "section", "container", "relocation",
                                             "cfi", "crash", "timeout", "flood", "refused", "nothing")
OF_FILE = KINDS[KINDS.index("section"):]
KIND_OF_STATE = {"crash": "crash", "killed": "crash", "internal error": "crash", "hang": "timeout", "flood": "flood", "refused": "refused",
                 "no output": "nothing"}
# What the judge says of code without a pair of rules. Only what can be stated is lost.
KIND_OF_REASON = {"no-function": "lost", "no-row": "no-row", "unreadable-row": "unreadable", "no-cfi": "stray"}


class Verdict:
    """`kinds`: {kind: detail}. `together`: the file is wrong only with this function and those after it, so many. `became`:
    equal, weaker, absent, uncompared or wrong, if a file was judged."""
    __slots__ = ("kinds", "together", "became")

    def __init__(self):
        self.kinds, self.together, self.became = {}, 0, ""


class Trial:
    """An assembler, and a place for its files."""

    def __init__(self, target, assembler, path, runner):
        self.target, self.assembler, self.path, self.runner = target, assembler, path, runner
        self.profile, self.calls, self.folder = None, 0, tempfile.mkdtemp(prefix="sframe-lab-")

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    # ---- One file

    def file_verdict(self, bodies, verdicts):
        """{kind: detail} of the whole file; if there is none, `verdicts` has those of the functions."""
        source, made = os.path.join(self.folder, "a.s"), os.path.join(self.folder, "a.o")
        pathlib.Path(source).write_text("".join(assembly(body, self.target, i) for i, body in enumerate(bodies)), "ascii")
        self.calls += 1
        tried = steps.make([*self.assembler, "-o", made, source], made, path=self.path)
        if tried.state == "missing":
            raise Fault(f"the assembler cannot be started: {tried.said}")
        if tried.state == "ok":
            return self.judge(made, bodies, verdicts)
        kind = KIND_OF_STATE[tried.state]
        # A message in other words must not look like another cause.
        return {kind: steps.crash_detail(tried.ended) if kind == "crash" else
                "without-a-message" if kind == "refused" and not tried.said else ""}

    def judge(self, made, bodies, verdicts):
        file, violations = judged(self.runner, made)
        found = {}
        if not file:
            return {"container": "too-much"}
        if file["state"] == "unreadable":
            return {"container": "not-readable"}
        for c in violations:
            kind = c["area"] if c["area"] in OF_FILE else "container"
            found.setdefault(kind, c["fault"] or c["clause"] if kind != "section" else c["fault"])
        if found:
            return found
        if file["state"] == "no-sframe":
            self.judge_absence(bodies, verdicts)
        else:
            self.profile = self.profile or file["profile"]
            Judging(self, file, bodies, verdicts).all()
        return {}

    def judge_absence(self, bodies, verdicts):
        """Without SFrame data each function is lost, unless no version could state it."""
        for body, verdict in zip(bodies, verdicts):
            verdict.became = "absent"
            if must_state(body, self.target, self.profile):
                verdict.kinds["lost"] = ""

    # ---- Many files

    def all(self, bodies):
        """A verdict for each function."""
        verdicts = [Verdict() for _ in bodies]
        self.part(bodies, verdicts, 0, len(bodies))
        return verdicts

    def part(self, bodies, verdicts, start, end):
        """As deep as the logarithm of the number of functions."""
        if start == end:
            return
        whole = self.file_verdict(bodies[start:end], verdicts[start:end])
        if not whole:
            return
        if end - start == 1:
            refused = set(whole) == {"refused"} and not whole["refused"] and may_refuse(bodies[start])
            verdicts[start].kinds = {} if refused else whole
            return
        middle = (start + end) // 2
        self.part(bodies, verdicts, start, middle)
        self.part(bodies, verdicts, middle, end)
        # If neither half shows what the whole shows, the first function stands for all.
        if set(whole) != {"refused"} and not any(set(v.kinds) & set(whole) for v in verdicts[start:end]):
            verdicts[start].kinds.update(whole)
            verdicts[start].together = end - start


def merged(rows):
    """Expressions that stand in two places are two rules for the judge."""
    return [row for i, row in enumerate(rows) if i == 0 or row[1:] != rows[i - 1][1:]]


class Judging:
    """What became of each function of a judged file."""

    def __init__(self, trial, file, bodies, verdicts):
        self.trial, self.bodies, self.verdicts, self.functions = trial, bodies, verdicts, file["functions"]
        self.rows = {"sframe": {}, "cfi_rows": {}}
        for kind, by_name in self.rows.items():
            for line in file[kind]:
                by_name.setdefault(line["name"], []).append(line)
        # Where functions with code begin, for what is found beside them.
        names = set().union(*self.rows.values()) | {r["name"] for r in self.functions}
        self.seen = {int(n[1:]) for n in names if re.fullmatch("f[0-9]+", n)}

    def line(self, kind, i):
        """That of function `i`: an empty one before it has its name, too."""
        size = size_of(self.bodies[i], self.trial.target)
        return next((line for line in self.rows[kind].get(f"f{i}", ()) if line["size"] == size), None)

    def index(self, name):
        """The function that a name such as f12+0x4 belongs to; the first one for code of no function."""
        found = re.match(r"f([0-9]+)(?:\+|$)", name)
        return int(found[1]) if found and int(found[1]) < len(self.bodies) else 0

    def all(self):
        pieces = {}
        for r in self.functions:
            i = self.index(r["name"])
            pieces.setdefault(i, []).append(r)
            self.result(i, r)
        for i, found in pieces.items():
            self.verdicts[i].became = became(found)[0]
        for i, body in enumerate(self.bodies):
            if size_of(body, self.trial.target) == 0:
                continue
            if i not in self.seen:
                self.verdicts[i].kinds["nothing"] = ""
            else:
                self.eh_frame(i, body)

    def result(self, i, r):
        kinds = self.verdicts[i].kinds
        kinds.update({f"wrong-{d}": "" for d in r["differs"]})
        kind = KIND_OF_REASON.get(r["reason"])
        if kind in ("unreadable", "stray") or (kind and must_state(self.bodies[i], self.trial.target, self.trial.profile)):
            kinds[kind] = ""

    def eh_frame(self, i, body):
        """.eh_frame against the directives. Where it is wrong it says nothing about SFrame."""
        rows, cfi, target = expect(body, self.trial.target), self.line("cfi_rows", i), self.trial.target
        marks = "signal_frame" in body.marks, "b_key_frame" in body.marks
        if cfi and cfi["readable"] and not cfi["varies"] and (cfi["signal"], cfi["key_b"]) == marks \
                and merged(cfi["rows"]) == texts(rows, target):
            return
        kinds = self.verdicts[i].kinds
        for d in DIFFERS:
            kinds.pop(f"wrong-{d}", None)
        kinds["eh-frame"] = ""
        self.by_directives(i, rows, marks)

    def by_directives(self, i, rows, marks):
        """SFrame against the directives, at the first PC of each row of either."""
        sframe = self.line("sframe", i)
        if not sframe or not sframe["rows"]:
            return
        for at in sorted({row[0] for row in rows} | {row[0] for row in sframe["rows"] if row[0] < sframe["size"]}):
            said = [row for row in sframe["rows"] if row[0] <= at]
            if said:
                self.compare(i, [row for row in rows if row[0] <= at][-1], said[-1], sframe, marks)

    def compare(self, i, row, said, sframe, marks):
        """One row of each."""
        target, kinds = self.trial.target, self.verdicts[i].kinds
        wanted = texts([row], target)[0]
        ends = [rules[2] == "undefined" for rules in (wanted, said)]
        if any(ends):
            if ends[0] != ends[1]:
                kinds["wrong-ra"] = ""
            return
        for name, at, own in (("cfa", 1, None), ("ra", 2, target.ra), ("fp", 3, target.fp)):
            # A place is the same by the CFA and by its register, and a register's own value is "same".
            by_register = texts([(0, row[1], plain(row[at], row[1]), *row[3:])], target)[0][2]
            same = said[at] in (wanted[at], by_register) or (row[at] == ("reg", own, 0) and said[at] == "same")
            if not same and wanted[at] not in ("none", "undefined"):
                kinds[f"wrong-{name}"] = ""
        if implied_sp(row, target) is False:
            kinds["wrong-sp"] = ""
        if said[5] != row[5]:
            kinds["wrong-pac"] = ""
        elif row[5] and sframe["key_b"] != marks[1] and self.trial.profile != "v1":
            kinds["wrong-key"] = ""
        if sframe["signal"] != marks[0] and self.trial.profile == "v3":
            kinds["wrong-signal"] = ""
