# SPDX-License-Identifier: MIT
"""Gives linkers objects with malformed SFrame data: the rejecting cases of the corpus. An error is
right, and so is a message and no data, or an output without the fault. A crash, a hang, a fault that
is copied into the output, and data that vanish without a word are not."""
import collections
import os
import pathlib
import random
import re
import shutil
import sys
import tempfile

import bad_object
import link
import markers
import reasons
import run_linker
import sources
from elf_file import BadFile, File
from union import dump

TARGET = "amd64-little"
KINDS = {"v1": (1, False), "v2": (2, False), "v2e1": (2, True), "v3": (3, True)}
FINE = ("refused", "left out", "fault is gone")
STATES = (*FINE, "dropped silently", "copied", "harms the good input", "internal error", "crash", "hang", "no output", "killed")


def read_cases(corpus, profile):
    """(id, class, section) of each rejecting case."""
    for path in sorted(pathlib.Path(corpus, profile, TARGET).rglob("*.case")):
        head = dict(line.split(": ", 1) for line in path.read_text().split("\n\n", 1)[0].splitlines() if ": " in line)
        if head.get("expect") == "reject" and head.get("file", "").endswith(".sframe"):
            yield head["id"], head["class"], (path.parent / head["file"]).read_bytes()


def good_object(tools, assembler, folder):
    """An object with right data of the assembler's version."""
    rng = random.Random("good")
    functions = [f for f in sources.random_object(rng, "amd64", 100) if f["place"] != "group"]
    sources.set_targets(rng, [functions])
    path = os.path.join(folder, assembler.replace(" ", "-") + ".o")
    tools.assemble(TARGET, assembler, sources.object_text(functions, "amd64"), path)
    return markers.Input(tools.ref, path)


def judge(tools, path, good, ended):
    """(state, what is wrong) of one link."""
    if ended.state != "ok":
        return ended.state, ended.line()
    kind, functions = dump(tools.ref, path)
    if kind is None and (functions.startswith(markers.NO_SECTION) or re.fullmatch(markers.EMPTY, functions)):
        return ("left out", "") if ended.names_sframe() else ("dropped silently", "all SFrame data are gone, without a word")
    if kind is None:
        return "copied", ("with a message: " if ended.names_sframe() else "without a word: ") + functions
    verdict = markers.Verdict()
    try:
        missing = markers.take(verdict, functions, [good], markers.find(File(path)), kind)
    except BadFile as error:
        return "copied", str(error)
    if verdict.wrong or missing:
        return "harms the good input", (verdict.wrong or [("its functions are lost",)])[0][0]
    return "fault is gone", ""


class Trial:
    """One linker and profile."""

    def __init__(self):
        self.states, self.causes = collections.Counter(), {}


class Run:
    def __init__(self, options):
        self.options, self.tools = options, link.Tools(options.tools, options.ref, options.conform)
        self.causes, self.trials, self.unexplained = reasons.Patterns(options.causes, 4), {}, 0
        self.folder, self.state = tempfile.mkdtemp(), "complete"

    def pairs(self):
        """Each linker with a profile that it links right, or, for lld, that its assembler writes; and
        a good object."""
        for assembler in self.tools.assemblers_of(TARGET):
            good = good_object(self.tools, assembler, self.folder)
            profile = next((p for p, kind in KINDS.items() if kind == good.kind), None)
            for target, linker in sorted(self.tools.linkers):
                if target != TARGET or self.options.linker not in (None, linker) or (linker, profile) in self.trials:
                    continue
                state = self.link(linker, [good.path], good)[0]
                same_release = assembler.split()[-1] == linker.split()[-1]
                if profile and (same_release if linker.startswith("ld.lld") else state == "fault is gone"):
                    self.trials[linker, profile] = Trial()
                    yield linker, profile, good

    def link(self, linker, paths, good):
        output = os.path.join(self.folder, "out")
        command = [*self.tools.linkers[TARGET, linker], "-shared", "-o", output, *paths]
        return judge(self.tools, output, good, run_linker.run(command, output, self.folder))

    def note(self, linker, profile, case, class_, state, what):
        trial = self.trials[linker, profile]
        trial.states[state] += 1
        if state in FINE or state == "killed":
            return
        what = markers.group(f"{state}: {what}")
        reason = self.causes.find(linker, profile, class_, what)
        self.unexplained += not reason
        trial.causes.setdefault(reason or f"UNEXPLAINED: {what}", []).append((case, class_))

    def keep(self, linker, case, paths, what):
        """The objects of a case that was asked for by name."""
        folder = os.path.join(self.options.finds, case.replace("/", "-"))
        os.makedirs(folder, exist_ok=True)
        for path in paths:
            shutil.copy(path, folder)
        print(f"{folder}: {linker} -shared -o out {' '.join(map(os.path.basename, paths))}: {what}")

    def all(self):
        cases = {profile: list(read_cases(self.options.corpus, profile)) for profile in KINDS}
        for linker, profile, good in self.pairs():
            print(f"{linker}, {profile}", file=sys.stderr)
            type_ = File(good.path).named(".sframe")["type"]
            for number, (case, class_, section) in enumerate(cases[profile]):
                if self.options.case not in (None, case):
                    continue
                path = os.path.join(self.folder, "bad.o")
                pathlib.Path(path).write_bytes(bad_object.build(section, type_))
                if dump(self.tools.ref, path)[0] is not None:
                    self.trials[linker, profile].states["not malformed"] += 1
                    continue
                paths = [path, good.path] if number % 2 else [good.path, path]
                state, what = self.link(linker, paths, good)
                self.note(linker, profile, case, class_, state, what)
                if self.options.case:
                    self.keep(linker, case, paths, f"{state}: {what}")

    def write(self):
        text = "\n".join(lines(self)) + "\n"
        if self.options.page:
            pathlib.Path(self.options.page).write_text(text)
        else:
            print(text, end="")


INTRODUCTION = """# Linkers and malformed objects

Written by `ci/real/links.sh --malformed --page`. An object whose `.sframe` is a
rejecting case of the corpus, with relocations as an assembler writes them, is
linked together with a good object: before it or after it, in turns. Sections that
the relocations mend are not asked. A linker is asked in the versions that it
links right (lld, which copies anything, in its own).

Right: *refused* with an error; *left out*, with a message about SFrame; *fault is
gone*: the output follows the rules and has the good input's rows. Wrong: all data
are *dropped silently*; the fault is *copied*; the link *harms* the good input's
rows; the linker reports an *internal error* of its own; *crash*; *hang*.
"""


def lines(run):
    yield INTRODUCTION
    shown = [s for s in STATES if any(t.states[s] for t in run.trials.values())]
    yield f"The run is {run.state}.\n\n| linker | version | objects | {' | '.join(shown)} |"
    yield "|---|---|--:|" + "--:|" * len(shown)
    for (linker, profile), trial in sorted(run.trials.items()):
        count = sum(trial.states[s] for s in STATES)
        yield f"| {linker} | {profile} | {count} | " + " | ".join(str(trial.states[s]) for s in shown) + " |"
    yield "\n## What is wrong\n\n| linker | version | what | objects | classes of faults | the first case |\n|---|---|---|--:|---|---|"
    for (linker, profile), trial in sorted(run.trials.items()):
        for reason, found in sorted(trial.causes.items()):
            classes = sorted({c for _, c in found})
            named = ", ".join(classes[:6]) + (f" and {len(classes) - 6} more" if len(classes) > 6 else "")
            yield f"| {linker} | {profile} | {reason} | {len(found)} | {named} | `{found[0][0]}` |"


def run_malformed(options):
    run = Run(options)
    try:
        run.all()
        if not run.trials:
            raise ValueError("no linker and assembler of x86-64 that fit each other")
        if not options.case:
            run.causes.print_unused()
    except KeyboardInterrupt:
        run.state = "interrupted"
    finally:
        shutil.rmtree(run.folder)
    run.write()
    if run.state != "complete":
        return 3
    return 2 if any(t.states["killed"] for t in run.trials.values()) else 1 if run.unexplained else 0
