# SPDX-License-Identifier: MIT
"""Reduces the source of each known producer defect to the lines that it needs, in conformance/producers/smallest/.

A line is needed if the defect disappears without it, if a newer toolchain that gets the case right gets the rest wrong, or if
the rest makes no sense. The newest toolchain that has a defect shows it, so that no older defect takes its place; if it is not
installed, the defect is left out. Without --write this checks that the sources still show their defects and that each line is
needed.
"""
import functools
import glob
import os
import pathlib
import re
import tempfile

import cases
import known_list
import toolchain
from program import Fault
from shrink import shrink

END = " .cfi_endproc\n"


class Tools:
    """Runs a source through a toolchain, which is in the PATH or among the peers."""

    def __init__(self, given, producers, folder):
        self.given, self.producers, self.folder = given, producers, folder

    @functools.lru_cache(maxsize=None)
    def runner(self, name):
        """None: it is not installed."""
        t = toolchain.read(name, self.producers)
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


def only_function(source, name, reason):
    """The case with only one of its functions, and the reason as a comment after the first line."""
    words = [line for line in source.splitlines(keepends=True) if line[0] == "#" and
             not (line.startswith("#: function ") and line.split()[2] != name)]
    start = re.search(rf"((?: \.section .*\n| \.text\n)?) \.globl {name}\n(?:.*\n)*? \.size {name}, .*\n", source)
    text = start.group(0)
    words.insert(1, f"# {reason}\n")
    return "".join(words) + ("" if text.startswith((" .section", " .text")) else " .text\n") + text


def makes_no_sense(source):
    """Whether a state is restored that was not remembered, or CFA or RA are never defined: an error of the source."""
    depth = 0
    for step in re.findall(r"^ \.cfi_(remember|restore)_state$", source, re.M):
        depth += 1 if step == "remember" else -1
        if depth < 0:
            return True
    return " .cfi_startproc simple\n" in source and not ("\n .cfi_def_cfa " in source and "\n .cfi_offset " in source)


class Defect:
    """The first entry of a reason whose case shows no other reason. `right`: newer toolchains of the ABI that get it right."""

    def __init__(self, tools, name, case, outcome, reason, failing):
        self.tools, self.name, self.case, self.reason = tools, name, case, reason
        path = pathlib.Path(tools.producers, case + ".s")
        source, functions = path.read_text("utf-8"), [name for name, _ in cases.Case(path).functions]
        named = [f for f in outcome.split(":", 1)[1].removeprefix("linked:").split(",") if f in functions] or functions
        self.source, abi = only_function(source, named[0], reason), name.rsplit("-", 1)[1]
        self.result = tools.result(name, case, self.source)
        if not self.result or self.result[0] != outcome.split(":")[0]:
            raise Fault(f"{case} with only {named[0]}: {self.result or 'right'} by {name}")
        self.right = [n for n in toolchain.names(tools.producers) if n.startswith("as-") and n.endswith(abi) and n > name
                      and (n, case) not in failing and tools.runner(n)]

    def shows(self, source):
        """Whether the source shows the defect as its case does, and newer toolchains get it right."""
        if makes_no_sense(source) and not makes_no_sense(self.source):
            return False
        return self.tools.result(self.name, self.case, source) == self.result and \
            all(self.tools.result(t, self.case, source) is None for t in self.right)

    def reduced(self):
        head, body, tail = parts(self.source)
        return head + "".join(shrink(body, len, lambda lines, start, end: lines[:start] + lines[end:],
                                     lambda lines: self.shows(head + "".join(lines) + tail))) + tail

    def wrong_with(self, path):
        """What is wrong with the reduced source, or None."""
        name = os.path.basename(path)
        if not os.path.exists(path):
            return f"no {name} for: {self.reason}"
        source = pathlib.Path(path).read_text("utf-8")
        if f"\n# {self.reason}\n" not in source:
            return f"{name} has another reason than: {self.reason}"
        if not self.shows(source):
            return f"{name} does not show: {self.reason}"
        head, body, tail = parts(source)
        return next((f"{name}: line not needed: {line.strip()}" for i, line in enumerate(body)
                     if self.shows(head + "".join(body[:i] + body[i + 1:]) + tail)), None)


def find_defects(tools):
    """(reason, Defect), or None in its place if its toolchain is not installed."""
    known = os.path.join(tools.producers, "known")
    paths = sorted(glob.glob(os.path.join(known, "as-*.known")), reverse=True) + sorted(glob.glob(os.path.join(known, "llvm-*.known")))
    # The newest GNU toolchain first and LLVM last.
    entries = [(os.path.basename(path).removesuffix(".known"), *e) for path in paths for e in known_list.triples(path)]
    reasons, taken, failing = set(), set(), {e[:2] for e in entries}
    for name, case, outcome, reason in entries:
        if reason not in reasons and case not in taken:
            taken.add(case)
            reasons.add(reason)
            yield reason, Defect(tools, name, case, outcome, reason, failing) if tools.runner(name) else None


def main(given, _):
    producers, wrong = toolchain.PRODUCERS, 0
    os.environ["LC_ALL"] = "C"
    with tempfile.TemporaryDirectory() as folder:
        for reason, defect in find_defects(Tools(given, producers, folder)):
            if not defect:
                print(f"not installed: {reason}")
                continue
            path = os.path.join(producers, "smallest", defect.case + ".s")
            if given.get("write"):
                pathlib.Path(path).write_text(defect.reduced(), "utf-8")
            why = defect.wrong_with(path)
            print(f"{'wrong' if why else 'right'}: {defect.case} by {defect.name}: {why or reason}")
            wrong += why is not None
    return 1 if wrong else 0
