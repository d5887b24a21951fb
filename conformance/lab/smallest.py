# SPDX-License-Identifier: MIT
"""Checks the smallest source of each known producer defect, in conformance/producers/smallest/. Its second line is the reason
of the defect on the lists of known failures.

The newest toolchain that has the defect shows it, so that no older defect takes its place; if it is not installed, the source is
left out. A line is needed if the defect disappears without it, if a newer toolchain that gets the case right gets the rest
wrong, or if the rest makes no sense. --write takes out what is not needed: a new source may be the case with one function.
"""
import functools
import itertools
import os
import pathlib
import re
import tempfile

import cases
import known_list
import toolchain
from shrink import shrink

END = " .cfi_endproc\n"


class Tools:
    """Runs a source through a toolchain, which is in the PATH or among the peers."""

    def __init__(self, given, folder):
        self.given, self.folder = given, folder

    @functools.lru_cache(maxsize=None)
    def runner(self, name):
        """None: it is not installed."""
        t = toolchain.read(name, toolchain.PRODUCERS)
        at = toolchain.folder_of(t, self.given.get("peers"))
        return None if at is None else cases.Runner(self.given["runner"], t.tools, toolchain.path_of(at), self.folder)

    def result(self, name, case, source):
        """What is wrong with the case, without places; None if it is right."""
        path = pathlib.Path(self.folder, case + ".s")
        path.write_text(source, "utf-8")
        r = self.runner(name).run(cases.Case(path))
        return None if r.outcome == "pass" else (r.outcome, r.detail, r.expected, re.sub(r"\S*/|:[0-9]+\b", "", r.seen))


def parts(source):
    """Of a source with one function: the lines before its body, the lines of the body, and those after."""
    head, start, rest = re.split(r"^( \.cfi_startproc(?: simple)?\n)", source, maxsplit=1, flags=re.M)
    body, tail = rest.split(END, 1)
    return head + start, tuple(body.splitlines(keepends=True)), END + tail


def makes_no_sense(source):
    """Whether a state is restored that was not remembered, or CFA or RA are never defined: an error of the source."""
    steps = re.findall(r"^ \.cfi_(remember|restore)_state$", source, re.M)
    is_defined = " .cfi_startproc simple\n" not in source or ("\n .cfi_def_cfa " in source and "\n .cfi_offset " in source)
    return not is_defined or any(depth < 0 for depth in itertools.accumulate(1 if s == "remember" else -1 for s in steps))


def known_failures():
    """{(toolchain, case): (outcome, reason)}, the newest GNU toolchain first and LLVM last."""
    names = toolchain.names(toolchain.PRODUCERS)
    gnu = [name for name in names if name.startswith("as-")]
    return {(name, case): (outcome, reason) for name in (*gnu[::-1], *(name for name in names if name not in gnu))
            for case, outcome, reason in known_list.triples(toolchain.read(name, toolchain.PRODUCERS).known)}


class Defect:
    """A source. `by`: the toolchains that have the defect. `name`: the first, if it is installed. `right`: the newer ones of
    its ABI that get the case right."""

    def __init__(self, path, tools, known):
        self.tools, self.case, self.source = tools, path.stem, path.read_text("utf-8")
        self.reason = self.source.split("\n")[1].removeprefix("# ")
        self.by = [n for n, case in known if case == self.case and known[n, case][1] == self.reason]
        self.name = next((n for n in self.by[:1] if tools.runner(n)), None)
        if self.name:
            self.result, self.outcome = tools.result(self.name, self.case, self.source), known[self.name, self.case][0]
            self.right = [n for n in toolchain.names(toolchain.PRODUCERS) if n.startswith("as-") and n > self.name and
                          n.endswith(self.name.rpartition("-")[2]) and (n, self.case) not in known and tools.runner(n)]

    def shows(self, source):
        """Whether it shows what the whole source does, and newer toolchains get it right."""
        if makes_no_sense(source) and not makes_no_sense(self.source):
            return False
        return self.tools.result(self.name, self.case, source) == self.result and \
            all(self.tools.result(t, self.case, source) is None for t in self.right)

    def is_shown(self):
        """The case may have more functions, and more kinds of faults."""
        outcome, _, details = self.outcome.partition(":")
        return self.result and self.result[0] == outcome and set(self.result[1].split(",")) <= set(details.split(",")) and \
            self.shows(self.source)

    def reduced(self):
        head, body, tail = parts(self.source)
        return head + "".join(shrink(body, len, lambda lines, start, end: lines[:start] + lines[end:],
                                     lambda lines: self.shows(head + "".join(lines) + tail))) + tail


def main(given, _):
    wrong, known = 0, known_failures()
    os.environ["LC_ALL"] = "C"
    with tempfile.TemporaryDirectory() as folder:
        tools = Tools(given, folder)
        for path in sorted(pathlib.Path(toolchain.PRODUCERS, "smallest").glob("*.s")):
            d, said = Defect(path, tools, known), "right"
            if not d.name:
                said = "not installed" if d.by else "wrong: on no list is"
            elif not d.is_shown():
                said = f"wrong: {d.name} does not show"
            elif (reduced := d.reduced()) != d.source:
                said = "wrong: it has lines that are not needed"
                if given.get("write"):
                    path.write_text(reduced, "utf-8")
                    said = "right: made smaller"
            print(f"{said}: {d.case}{f' by {d.name}' if d.name else ''}: {d.reason}")
            wrong += said.startswith("wrong")
    return 1 if wrong else 0
