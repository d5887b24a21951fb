# SPDX-License-Identifier: MIT
"""The table of rules: each kind of CFI rule over RA, FP and SP on each ABI, as directive and as .cfi_escape, at a function's
start, in its middle and over its last instruction; what is right by the words of the format, and what each toolchain does.
"""
import collections
import itertools

import expect
import page
import toolchain
from program import TARGETS, Body, Statement
from trial import Trial

RULES = ("offset", "val_offset", "register", "expression", "val_expression", "undefined", "same_value", "restore", "remember")
REGISTERS = ("ra", "fp", "sp")
FORMS = {"directive": "", "escape": "escape", "two in one": "and", "long LEB128": "long"}
NOP = Statement("nop")
# The code before the rule, over which it stands, and after it.
PLACES = {"start": ((), (NOP,), (NOP, NOP)), "middle": ((NOP,), (NOP,), (NOP,)), "last": ((NOP, NOP), (NOP,), ())}
# Another register, and a number.
OPERANDS = {"offset": (0, -16), "val_offset": (0, -16), "register": (9,), "expression": (9, 8), "val_expression": (9, 8)}
Cell = collections.namedtuple("Cell", "rule register form place body right")


def directives(rule, reg, form):
    """What stands before the rule in the function, the rule, and what stands after. An expression is always an escape."""
    plain = Statement("undefined" if rule == "remember" else rule, reg, *OPERANDS.get(rule, ()))
    if form == "and":
        mine = (Statement("same_value", 3, form="escape"), plain._replace(form="and"))
    else:
        mine = (plain._replace(form=form),)
    if rule == "restore":
        return (Statement("offset", reg, 0, -24),), mine, ()
    if rule == "remember":
        kept = "escape" if form else ""
        return (), (Statement("remember_state", form=kept), *mine), (Statement("restore_state", form=kept),)
    return (), mine, ()


def body_of(rule, reg, form, place):
    code, rules = PLACES[place], directives(rule, reg, form)
    return Body((), rules[0] + code[0] + rules[1] + code[1] + rules[2] + code[2])


def right_of(body, target, profile):
    """By the words: `equal` if the version can state all of it, `absent` if SFrame would contradict it whatever it says,
    `open` if the caller's SP is where nothing proves what it is, else `equal or absent`."""
    rows = expect.expect(body, target)
    if expect.must_state(body, target, profile):
        return "equal"
    implied = [expect.implied_sp(row, target) for row in rows]
    if False in implied:
        return "absent"
    return "open" if None in implied else "equal or absent" if profile == "v3" else "absent"


def cells(target, profile):
    found = []
    for rule, register, (form, word), place in itertools.product(RULES, REGISTERS, FORMS.items(), PLACES):
        body = body_of(rule, getattr(target, register), word, place)
        found.append(Cell(rule, register, form, place, body, right_of(body, target, profile)))
    return found


def answer(verdict):
    return next(iter(verdict.kinds), None) or verdict.became or "nothing"


def summary(told):
    """One word if all forms and places have the same answer, else each answer with where it is given."""
    by = collections.defaultdict(list)
    for cell, verdict in told:
        by[answer(verdict), not verdict.kinds].append(cell)
    parts = []
    for (word, good), where in sorted(by.items(), key=lambda item: -len(item[1])):
        word = word if good else f"**{word}**"
        if len(by) == 1:
            return word
        forms, places = {c.form for c in where}, {c.place for c in where}
        names = sorted(forms, key=list(FORMS).index) if len(forms) < len(FORMS) else ["any form"]
        names += sorted(places, key=list(PLACES).index) if len(places) < len(PLACES) else []
        parts.append(f"{word} ({', '.join(names)})")
    return "; ".join(parts)


class Asked:
    """One toolchain's answers: {(rule, register): summary}, and how many cells are right."""

    def __init__(self, t, path, runner):
        target = TARGETS[t.abi]
        trial = Trial(target, t.tools["as"], path, runner)
        try:
            # What the version is, tells a plain function.
            trial.all([Body((), (NOP,))])
            self.abi, self.profile = t.abi, trial.profile or "v2"
            self.cells = cells(target, self.profile)
            verdicts = trial.all([c.body for c in self.cells])
        finally:
            trial.close()
        told, self.right = collections.defaultdict(list), collections.defaultdict(set)
        for cell, verdict in zip(self.cells, verdicts):
            told[cell.rule, cell.register].append((cell, verdict))
            self.right[cell.rule, cell.register].add(cell.right)
        self.answers = {key: summary(found) for key, found in told.items()}
        self.good, self.count = sum(not v.kinds for v in verdicts), len(verdicts)
        self.wrong = collections.Counter(answer(v) for v in verdicts if v.kinds)


def main(given, names):
    asked = {t.name: Asked(t, toolchain.path_of(folder), given["runner"]) for t, folder in toolchain.installed(given, chosen=names)}
    missing = [name for name in names or toolchain.names(toolchain.PRODUCERS) if name not in asked]
    by_abi = {abi: {name: a for name, a in asked.items() if a.abi == abi} for abi in TARGETS}
    keys = [(rule, register) for rule in RULES for register in REGISTERS]
    page.write(given.get("page"), "rules.md", by_abi={abi: found for abi, found in by_abi.items() if found}, keys=keys, missing=missing)
    return 0 if asked else 2
