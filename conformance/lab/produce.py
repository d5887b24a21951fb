# SPDX-License-Identifier: MIT
"""sframe-conform produce: a toolchain over the producer cases, or over random functions."""
import os
import re
import shlex
import shutil
import sys
import tempfile
import time

import cases
import files
import known_list
import toolchain
from plain import line
from program import Fault

TOOLS = {"as": "assembler", "ld": "linker", "cc": "compiler"}
STATUS_RIGHT, STATUS_WRONG, STATUS_STALE, STATUS_ERROR, STATUS_NOTHING, STATUS_USAGE = 0, 1, 2, 4, 5, 64


class Misused(Fault):
    status = STATUS_USAGE


def check_files(given):
    """Else a long run would be lost, or the assembler be blamed."""
    if given.get("force") and not given.get("write-known"):
        raise Misused("--force needs --write-known FILE")
    for tool in TOOLS:
        if not given.get(tool, tool).split():
            raise Misused(f"--{tool} needs a command")
    for name in ("results", "junit", "write-known"):
        if given.get(name) == "-":
            raise Misused(f"--{name} needs a file: standard output has the text of the run")
    for folder in (given.get("keep"), *(os.path.dirname(given.get(name) or "") for name in ("results", "junit", "write-known"))):
        if folder and not os.path.isdir(folder):
            raise Fault(f"{folder}: there is no such folder")


class Options:
    """Those of the command line, and of the toolchain file what it does not give."""

    def __init__(self, given, names):
        self.given, self.names, self.runner = given, names, given["runner"]
        data = os.path.join(given["data"], "producers")
        self.producers = data if os.path.isdir(data) else toolchain.PRODUCERS
        self.cases = given.get("cases") or self.producers
        self.path = toolchain.path_of(given.get("bin"))
        self.tools = {tool: given[tool].split() for tool in ("as", "ld", "cc") if given.get(tool)}
        self.abi, self.known, self.toolchain = given.get("abi"), given.get("known"), None
        if given.get("toolchain"):
            self.take_toolchain()
        self.abi = self.abi or "amd64"
        check_files(given)

    def check_tools(self, has_c):
        """A case fails by what a tool does, not because it is not there."""
        for tool, name in TOOLS.items():
            if tool in self.tools and (has_c or tool != "cc") and not shutil.which(self.tools[tool][0], path=self.path):
                raise Fault(f"the {name} cannot be started: {self.tools[tool][0]}: {os.strerror(2)}")

    def take_toolchain(self):
        self.toolchain = t = toolchain.read(self.given["toolchain"], self.producers)
        if "as" not in self.tools and not self.given.get("list"):
            t.check(self.path)
        self.tools = {**t.tools, **self.tools}
        self.abi = self.abi or t.abi
        self.known = self.known or (t.known_random if self.given.get("random") else t.known)

    def number(self, name, least, most, usual):
        value = self.given.get(name)
        if value is None:
            return usual
        if not re.fullmatch("[0-9]{1,20}", value) or not least <= int(value) <= most:
            raise Misused(f"--{name} takes a number from {least} to {most}")
        return int(value)

    def again(self):
        """The command that repeats a random run, without its numbers: all that the finds depend on."""
        t, words = self.toolchain, ["sframe-conform", "produce"]
        usual = {"as": None, "abi": t.abi if t else None, "known": t.known_random if t else None}
        for name in ("toolchain", "as", "abi", "bin", "known"):
            value = self.known if name == "known" else self.given.get(name)
            if value and value != usual.get(name):
                words += [f"--{name}", value]
        return shlex.join(words)


# ---- Random functions

def run_random(o):
    """The run, and the Fault that ended it, if one did: nothing of a long run is lost."""
    import hunt
    h, fault = hunt.Hunt(o), None
    try:
        h.run()
    except Fault as error:
        if not h.tried:
            raise
        fault = error
    h.print_finds("known", "stale", "new", "unsure")
    print(h.summary())
    if h.stopped:
        print(f"interrupted; go on with: {h.command(h.next, h.start + h.count - h.next)}")
    if o.given.get("keep"):
        h.keep_cases(o.given["keep"])
    if o.given.get("results"):
        files.put(o.given["results"], h.results_text())
    return h, fault


# ---- Cases

def print_test(test):
    """What was found: nothing of a case that is right, or fails as it is known to."""
    word = {"unexpected": "WRONG", "stale": "stale"}.get(test.standing)
    if not word:
        return
    r, c = test.result, test.case
    if r.outcome == "pass":
        print(f"{word} {test.id}")
    else:
        print(f"{word} {test.id}: {r.outcome} {r.detail or ''}{c.see}\n      expected: {r.expected}\n      seen:     {line(r.seen)}")


def lacks(o, case):
    """Why the case needs a tool that is not given, or nothing."""
    needs = (case.is_c, "cc", "is in C"), (case.link, "ld", "is about the linker")
    return next((f"{case.name} {why}: give --{tool}" for needed, tool, why in needs if needed and tool not in o.tools), None)


def choose(o, all_cases):
    """Those that are named, or those of the ABI."""
    by_name = {c.name: c for c in all_cases}
    for name in o.names:
        if name not in by_name:
            raise Fault(f"there is no case {name}{toolchain.nearest(name, list(by_name))}; see sframe-conform produce --list")
    return [c for c in all_cases if (c.name in o.names if o.names else o.abi in c.abis)]


def run_cases(o, all_cases, known):
    """(tests, names of all cases that a list of known failures may have)."""
    chosen = choose(o, all_cases)
    if o.names and any(lacks(o, c) for c in chosen):
        raise Fault(next(filter(None, (lacks(o, c) for c in chosen))))
    o.check_tools(any(c.is_c for c in chosen))
    ids = {c.name for c in all_cases if o.abi in c.abis or c in chosen}
    entries, tests = known.by_id(ids) if known else {}, []
    with tempfile.TemporaryDirectory(prefix="sframe-produce-") as scratch:
        runner = cases.Runner(o.runner, o.tools, o.path, o.given.get("keep") or scratch)
        for case in chosen:
            if not lacks(o, case):
                tests.append(cases.Test(case, runner.run(case), entries.get(case.name)))
                print_test(tests[-1])
    return tests, ids


def stale_entries(known, tests, ids):
    """Prints the entries that do not hold; how many there are."""
    stale = [t for t in tests if t.standing == "stale"]
    for t in stale:
        how = "passes" if t.result.outcome == "pass" else "fails in another way"
        print(f"{known.path}:{t.entry.line}: stale: {t.id} {how}", file=sys.stderr)
    unmatched = known.unmatched(known_list.Index(ids))
    for entry, pattern in unmatched:
        print(f"{known.path}:{entry.line}: stale: there is no test {pattern}", file=sys.stderr)
    return len(stale) + len(unmatched)


def junit_text(tests, others):
    """A test for each case. What is known to fail is skipped. `others`: (name, tag, kind, message)."""
    # Jinja2 comes with it, which takes as long to load as all else.
    import junit
    made = [junit.Test(name, None, 0, *what) for name, *what in others]
    for t in tests:
        kind = "stale" if t.result.outcome == "pass" else "wrong-output"
        failed = {"good": (), "known": ("skipped", None, t.entry and t.entry.reason)}.get(
            t.standing, ("failure", kind, t.outcome_words(), [("", t.result.seen)]))
        made.append(junit.Test(t.id, None, 0, *failed))
    return junit.suites([("producer", None, made, (), time.time())])


def read_known(given, path):
    """The list of known failures, and that whose entries stay in the list that is written: without --known the one that it replaces."""
    known, target = known_list.read(path) if path else None, given.get("write-known")
    if not target or not os.path.exists(target):
        return known, known
    if not given.get("force"):
        raise Fault(f"{target}: exists already; --force replaces it and keeps the reasons of entries that still hold")
    return known, known or (known_list.read(target) if os.path.isfile(target) else None)


def write_files(given, tests, ids, old, others=()):
    """The list of known failures, and the JUnit report."""
    if given.get("write-known"):
        files.put(given["write-known"], cases.known_text(tests, ids, old))
    if given.get("junit"):
        files.put(given["junit"], junit_text(tests, others))


def finish(o, tests, ids, known, old):
    by = {s: sum(t.standing == s for t in tests) for s in ("good", "known", "unexpected", "stale")}
    print(f"{len(tests)} cases: {by['good']} right, {by['known']} known, {by['unexpected']} wrong, {by['stale']} stale")
    status = STATUS_NOTHING if not tests else STATUS_WRONG if by["unexpected"] else STATUS_RIGHT
    stale = stale_entries(known, tests, ids) if known else 0
    if stale and status != STATUS_WRONG:
        status = STATUS_STALE
    if tests and status == STATUS_RIGHT:
        print("all right" if not by["known"] else f"all right but {by['known']} known failures")
    write_files(o.given, tests, ids, old)
    return status


def main(given, names):
    o = Options(given, names)
    if given.get("toolchains"):
        for name in toolchain.names(o.producers):
            print(f"{name}: {toolchain.read(name, o.producers).about}")
        return STATUS_RIGHT
    if given.get("random"):
        h, fault = run_random(o)
        if fault:
            raise fault
        return h.status()
    known, old = read_known(given, o.known)
    all_cases = cases.read_all(o.cases)
    if given.get("list"):
        for c in choose(o, all_cases):
            print(f"{c.name}: {c.about}{c.see}")
        return STATUS_RIGHT
    return finish(o, *run_cases(o, all_cases, known), known, old)
