# SPDX-License-Identifier: MIT
"""The producer cases: sources that toolchains got wrong, and what is right for each of their functions."""
import collections
import json
import os
import re

import files
import known_list
import steps
from program import TARGETS, Fault

WORDS = ("equal", "weaker", "absent", "any")
AGREEMENTS = ("equal", "weaker", "wrong", "uncompared")
# What a tool's failure is called: words of sframe-conform-outcomes(7). A crash may also be told by its signal.
FAILURES = {"crash": ("crash", "reported"), "killed": ("crash", ""), "internal error": ("crash", "reported"), "hang": ("timeout", "seconds"),
            "flood": ("limit", "output"), "missing": ("protocol", "not-started"), "refused": ("too-strict", "refused")}


# What a line of a case says.
LINE = re.compile(r"(abi|about|bug|link) (.+)|(may-refuse)|function (\S+) ({0}(?:\|{0})*)".format("(?:%s)" % "|".join(WORDS)))


class Case:
    """One source, described by lines that begin with "#:" (assembly) or "//:" (C, to be compiled first)."""

    def __init__(self, path):
        self.path, (self.name, ending) = path, os.path.splitext(os.path.basename(path))
        self.is_c, self.may_refuse, self.functions, self.keys = ending == ".c", False, [], {}
        mark = "//:" if self.is_c else "#:"
        for number, line in enumerate(files.read(path).split("\n"), 1):
            found = LINE.fullmatch(line.removeprefix(mark + " "))
            if line.startswith(mark) and not (found and line.startswith(mark + " ") and self.take(*found.groups())):
                raise Fault(f"{path}:{number}: not a line of a producer case")
        if not self.functions or not {"abi", "about"} <= set(self.keys):
            raise Fault(f"{path}:1: a producer case needs lines `{mark} abi`, `{mark} about` and `{mark} function`")
        self.abis, self.about, self.link = self.keys["abi"].split(), self.keys["about"], self.keys.get("link")
        self.see = f", see {self.keys['bug']}" if "bug" in self.keys else ""

    def take(self, key, value, may_refuse, name, allowed):
        """False if a key is there twice, or an ABI is unknown."""
        self.may_refuse = self.may_refuse or bool(may_refuse)
        self.functions += [(name, allowed.split("|"))] if name else []
        return not key or self.keys.setdefault(key, value) is value and (key != "abi" or all(word in TARGETS for word in value.split()))


def read_all(folder):
    """In the order of their names without the ending."""
    names = sorted((n for n in os.listdir(folder) if n.endswith((".s", ".c"))), key=lambda n: n[:-2])
    return [Case(os.path.join(folder, n)) for n in names]


# `detail` has a word for each thing that is wrong, or is None.
Result = collections.namedtuple("Result", "outcome detail expected seen", defaults=("pass", None, "", ""))


def became(pieces):
    """What became of a function, in one word, and in several."""
    ranges = {a: sum(p[a] for p in pieces) for a in AGREEMENTS}
    reason = next((p["reason"] for p in pieces if p["reason"]), "")
    differs = " ".join(dict.fromkeys(d for p in pieces for d in p["differs"]))
    word = "wrong" if ranges["wrong"] else "absent" if not ranges["equal"] and reason == "no-function" else \
        "weaker" if ranges["weaker"] else "uncompared" if ranges["uncompared"] else "equal"
    return word, " ".join(filter(None, (word, f"({reason})" if reason else "", differs)))


def judged(runner, file):
    """What the judge says of a file, and the violations of that; None if it did not end."""
    ended = steps.run([runner, "producer", "--json", "--all", file], seconds=120, most=1 << 30)
    if ended.how in ("flood", "timeout"):
        return None, []
    if ended.how != "exit" or not ended.out:
        raise Fault(f"the judge fails: {ended.how} {ended.code} {ended.err}")
    found, = json.loads(ended.out)["files"]
    return found, [c for c in found.get("complaints", ()) if c["severity"] == "violation"]


def findings(file, word=lambda d: d["what"], more=lambda name: ""):
    """(agreement, function, what, count, detail) of all that is not equal. `word` says a difference, and `more` what else is to be said
    of a function whose rules are not compared."""
    for w in file["wrong"]:
        detail = "; ".join(f"{d['what']}: SFrame {d['sframe']}, CFI {d['cfi']}" for d in w["differences"])
        yield "wrong", w["place"].split("+0x")[0], ",".join(map(word, w["differences"])), 1, \
            f"{w['place']}: {detail} [{w['differences'][0]['clause']}]"
    for f in file["functions"]:
        name = f["name"].split("+0x")[0]
        for agreement in ("weaker", "uncompared"):
            if f[agreement]:
                yield agreement, name, f["reason"] + more(name), f[agreement], f["name"]


class Runner:
    """`tools`: {as, ld, cc: words}."""

    def __init__(self, runner, tools, path, folder):
        self.runner, self.tools, self.path, self.folder = runner, tools, path, folder

    def step(self, tool, words, made, source, may_refuse=False):
        """How it fails; None if it ends well, whether or not the file is there. A refusal that is allowed needs a message."""
        tried = steps.make([*words, "-o", made, source], made, path=self.path)
        if tried.state not in FAILURES:
            return None
        if may_refuse and tried.state == "refused" and tried.said:
            return Result()
        outcome, detail = FAILURES[tried.state]
        detail = f"{tool}:{steps.signal_name(tried.ended.code) if tried.ended.how == 'signal' else detail}"
        seen = "cannot be started: " + tried.said if tried.state == "missing" else \
            tried.said and tried.ended.how == "exit" and tried.line()
        if tool == "as" and tried.state == "refused":
            seen = seen or "refused without a message"
        return Result(outcome, detail, "a file", seen or detail)

    def judge(self, case, file, part):
        """None: it is right."""
        found, violations = judged(self.runner, file)
        if not found:
            raise Fault("the judge does not end")
        wrong = [(c["area"], "", f"{c['area']}: {c['text']}") for c in violations]
        for name, allowed in case.functions:
            if found["state"] != "judged":
                word, seen = "absent" if found["state"] == "no-sframe" else "", found["why"]
            else:
                pieces = [r for r in found["functions"] if r["name"] == name]
                word, seen = became(pieces) if pieces else ("", "in neither .sframe nor .eh_frame")
            if word not in allowed and not (word and word != "wrong" and "any" in allowed and found["state"] == "judged"):
                wrong.append((name, f"{name} {' or '.join(allowed)}", f"{name} {seen}"))
        if not wrong:
            return None
        return Result("wrong-output", ",".join(part + w[0] for w in wrong), "; ".join(w[1] for w in wrong if w[1]) or "no violation",
                      "; ".join(part + w[2] for w in wrong))

    def run(self, case):
        """Compiles, assembles, judges, links, judges; stops at the first failure."""
        base = os.path.join(self.folder, case.name)
        assembly, made, linked = base + ".s" if case.is_c else case.path, base + ".o", base + ".so"
        found = self.step("cc", self.tools["cc"], assembly, case.path) if case.is_c else None
        found = found or self.step("as", self.tools["as"], made, assembly, case.may_refuse) or self.judge(case, made, "")
        if found or "ld" not in self.tools:
            return found or Result()
        words = [w for w in self.tools["ld"] if not case.link or w != "-shared"] + (case.link or "").split()
        return self.step("ld", words, linked, made) or self.judge(case, linked, "linked:") or Result()


# ---- Known failures

class Test:
    """`standing`: good, known, unexpected or stale."""

    def __init__(self, case, result, entry):
        self.case, self.id, self.result, self.entry = case, case.name, result, entry
        passes = result.outcome == "pass"
        # An entry that is unexplained excuses nothing.
        explained = entry is not None and not re.fullmatch("unexplained(:.*)?", entry.reason)
        holds = entry is not None and entry.allows(result.outcome, result.detail)
        if entry is None or (passes and holds):
            self.standing = "good" if passes else "unexpected"
        else:
            self.standing = "stale" if passes or not holds else "known" if explained else "unexpected"

    def outcome_words(self):
        return self.result.outcome + (f":{self.result.detail}" if self.result.detail else "")


def known_text(tests, ids, old):
    """The failures as a list. Entries of the old one that hold stay, and so do those of ids without a test."""
    made = {i: (entry.outcomes, entry.reason) for i, entry in (old.by_id(ids) if old else {}).items()}
    for t in tests:
        if t.result.outcome == "pass":
            made.pop(t.id, None)
        elif t.id not in made or not known_list.allows(made[t.id][0], t.result.outcome, t.result.detail):
            made[t.id] = t.outcome_words(), known_list.UNEXPLAINED
    return known_list.text_of(old.comments if old else "", [(i, *made[i]) for i in sorted(made)])
