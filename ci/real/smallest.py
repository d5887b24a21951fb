#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reduces the source of each known producer defect to the lines that it needs, in
conformance/producers/smallest/.

usage: smallest.py --conform FILE [--peers DIR] [--write]

A line is needed if the defect disappears without it, if a newer toolchain that gets the case right
gets the rest wrong, or if the rest restores a state that it does not remember. The newest toolchain that has a defect shows it, so that no older defect
takes its place; if it is not installed, the defect is left out. Without --write this checks that
the sources still show their defects and that each line is needed.
Exit status: 0 they are right; 1 one is not; 2 it could not be run.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[2]
FOLDER = TOP / "conformance" / "producers"
SMALLEST = FOLDER / "smallest"
sys.dont_write_bytecode = True
sys.path.append(str(TOP / "conformance" / "report"))
import known_list  # noqa: E402


def parse_options():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].splitlines()[0], add_help=True)
    parser.add_argument("--conform", required=True)
    parser.add_argument("--peers", default=str(TOP / "build" / "peers"))
    parser.add_argument("--write", action="store_true")
    return parser.parse_args()


def known_failures():
    """(toolchain, case, outcome, reason), the newest GNU toolchain first and LLVM last."""
    known = FOLDER / "known"
    for path in sorted(known.glob("as-*.known"), reverse=True) + sorted(known.glob("llvm-*.known")):
        for case, outcome, reason in known_list.triples(path):
            yield path.stem, case, outcome, reason


class Tools:
    """Runs a source through a toolchain, which is in the PATH or among the peers."""

    def __init__(self, options, folder):
        self.conform, self.folder, self.bins = options.conform, folder, {}
        self.candidates = [None, *sorted(pathlib.Path(options.peers).glob("*/bin"))]

    def produce(self, toolchain, bin_folder, *more):
        command = [self.conform, "produce", "--toolchain", str(FOLDER / "toolchains" / (toolchain + ".conf"))]
        command += ["--bin", str(bin_folder)] if bin_folder else []
        return subprocess.run([*command, *more], capture_output=True, text=True)

    def is_here(self, toolchain, case):
        if toolchain not in self.bins:
            options = ("--cases", str(FOLDER), case)
            found = [b for b in self.candidates if self.produce(toolchain, b, *options).returncode != 4]
            self.bins[toolchain] = found[:1]
        return bool(self.bins[toolchain])

    def result(self, toolchain, name, source):
        """The output about the case, from its outcome on; empty if it is right."""
        path = self.folder / (name + ".s")
        path.write_text(source)
        empty = self.folder / "empty.known"
        empty.write_text("")
        p = self.produce(toolchain, self.bins[toolchain][0], "--cases", str(self.folder), "--known", str(empty), name)
        path.unlink()
        if p.returncode == 0:
            return ""
        if p.returncode != 1:
            sys.exit(f"smallest.py: {p.stdout}{p.stderr}")
        return re.sub(r"\S*/|:[0-9]+\b", "", p.stdout.split(name + ": ", 1)[1].rsplit("\n1 cases", 1)[0])


def parts(source):
    """Of a source with one function: the lines before its body, the lines of the body, and those
    after."""
    head, rest = source.split(" .cfi_startproc\n", 1)
    body, tail = rest.split(" .cfi_endproc\n", 1)
    return head + " .cfi_startproc\n", body.splitlines(keepends=True), " .cfi_endproc\n" + tail


def only_function(source, name, reason):
    """The case with only one of its functions, and the reason as a comment after the first line."""
    words = [line for line in source.splitlines(keepends=True) if line[0] == "#" and
             not (line.startswith("#: function ") and line.split()[2] != name)]
    start = re.search(rf"((?: \.section .*\n| \.text\n)?) \.globl {name}\n(?:.*\n)*? \.size {name}, .*\n", source)
    text = start.group(0)
    words.insert(1, f"# {reason}\n")
    return "".join(words) + ("" if text.startswith((" .section", " .text")) else " .text\n") + text


def restores_too_much(source):
    """Whether a state is restored that was not remembered, which is an error of the source."""
    depth = 0
    for step in re.findall(r"^ \.cfi_(remember|restore)_state$", source, re.M):
        depth += 1 if step == "remember" else -1
        if depth < 0:
            return True
    return False


def shows(tools, defect, source):
    """Whether the source shows the defect as its case does, and newer toolchains get it right."""
    if restores_too_much(source) and not restores_too_much(defect["source"]):
        return False
    return tools.result(defect["toolchain"], defect["case"], source) == defect["result"] and \
        all(tools.result(t, defect["case"], source) == "" for t in defect["right"])


def reduce(tools, defect, source):
    head, body, tail = parts(source)
    at = 0
    while at < len(body):
        fewer = body[:at] + body[at + 1:]
        if shows(tools, defect, head + "".join(fewer) + tail):
            body, at = fewer, 0
        else:
            at += 1
    return head + "".join(body) + tail


def newer_right(tools, toolchain, case, failing):
    """Installed newer toolchains of the same ABI that get the case right."""
    abi = toolchain.rsplit("-", 1)[1]
    names = [p.stem for p in (FOLDER / "toolchains").glob("as-*.conf") if p.stem.endswith(abi) and p.stem > toolchain]
    return [n for n in sorted(names) if (n, case) not in failing and tools.is_here(n, case)]


def find_defects(tools):
    """The first entry of each reason whose case shows no other reason; None if its toolchain is not
    installed."""
    entries, reasons, taken = list(known_failures()), {}, set()
    failing = {(e[0], e[1]) for e in entries}
    for toolchain, case, outcome, reason in entries:
        if reason in reasons or case in taken:
            continue
        taken.add(case)
        if not tools.is_here(toolchain, case):
            reasons[reason] = None
            continue
        source = (FOLDER / (case + ".s")).read_text()
        functions = re.findall(r"^#: function (\S+)", source, re.M)
        named = [f for f in outcome.split(":", 1)[1].removeprefix("linked:").split(",") if f in functions] or functions
        source = only_function(source, named[0], reason)
        result = tools.result(toolchain, case, source)
        if not result.startswith(outcome.split(":")[0]):
            sys.exit(f"smallest.py: {case} with only {named[0]}: {result or 'right'} by {toolchain}")
        reasons[reason] = {"toolchain": toolchain, "case": case, "source": source, "result": result,
                           "right": newer_right(tools, toolchain, case, failing)}
    return reasons


def check(tools, defect, reason):
    path = SMALLEST / (defect["case"] + ".s")
    if not path.exists():
        return f"no {path.name} for: {reason}"
    source = path.read_text()
    if f"\n# {reason}\n" not in source:
        return f"{path.name} has another reason than: {reason}"
    if not shows(tools, defect, source):
        return f"{path.name} does not show: {reason}"
    head, body, tail = parts(source)
    for i, line in enumerate(body):
        if shows(tools, defect, head + "".join(body[:i] + body[i + 1:]) + tail):
            return f"{path.name}: line not needed: {line.strip()}"
    return None


def main():
    options = parse_options()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        tools = Tools(options, pathlib.Path(folder))
        for reason, defect in find_defects(tools).items():
            if not defect:
                print(f"not installed: {reason}")
                continue
            if options.write:
                SMALLEST.mkdir(exist_ok=True)
                (SMALLEST / (defect["case"] + ".s")).write_text(reduce(tools, defect, defect["source"]))
            why = check(tools, defect, reason)
            print(f"{'wrong' if why else 'right'}: {defect['case']} by {defect['toolchain']}: {why or reason}")
            wrong += why is not None
    return 1 if wrong else 0


os.environ["LC_ALL"] = "C"
sys.exit(main())
