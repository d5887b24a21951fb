# SPDX-License-Identifier: MIT
"""Readers with one planted error: the first failures that each report lists name that error. Prints TAP.

usage: causes.py CONFORM FAKE_ADAPTER CORPUS
"""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from common import no_report, ok, results_of, run as start, run_in_folder, write
from corpus_part import copy_folders

CONFORM, ADAPTER, CORPUS = map(os.path.abspath, sys.argv[1:4])
SCREEN = 24
# What the reader does, the cases that it is asked, and the cause that the reports name first: its token and title. There
# are no other cases in the corpus of a reader, which is loaded three times.
READERS = (
    ("swaps-base-register", "v2/amd64-little", "read/cfa/base-swapped",
     "cfa has its base swapped: `sp` for `fp`, or `fp` for `sp`"),
    ("swaps-fde-info", "v3/amd64-little", "read/fde.pc/inc-for-mask", "fde.pc is `inc`, not `mask`"),
    ("ignores-aux-header", "v2/aarch64-big", "read/section.aux/zero", "section.aux is 0"),
    ("signs-registers", "v3/aarch64-big", "read/cfa/negative-register", "cfa has a negative register number"),
    ("zero-extends", "v3/aarch64-little", "read/ra/unsigned-8",
     "ra has the wrong sign: its 8 bits are taken as an unsigned number"),
)


def run(conf, corpus, *options):
    p = start(CONFORM, "run", "--corpus", corpus, "--adapter", conf, "--seed", "1", *options, env=no_report())
    if p.returncode != (0 if "--tap" in options else 1):
        ok(False, "the run finds failures", p.stdout + p.stderr)
    return p.stdout


def first_screen(text, start):
    """The lines after the first one that matches."""
    lines = text.split("\n")
    found = [i for i, line in enumerate(lines) if re.search(start, line)]
    return lines[found[0] + 1:found[0] + SCREEN] if found else []


def unfold(lines):
    """A cause of several lines ends with its token in brackets."""
    whole = []
    for line in lines:
        if whole and re.match("[0-9]+  ", whole[-1]) and not whole[-1].endswith("]"):
            whole[-1] += " " + line.strip()
        else:
            whole.append(line)
    return whole


def check(folder, mode, place, token, title):
    conf, corpus = os.path.join(folder, mode + ".conf"), os.path.join(folder, mode + ".corpus")
    copy_folders(CORPUS, [place], corpus, ())
    write(conf, f"name: fake\nrung: framed\ncommand: {ADAPTER} {mode} {conf}.mark\nmemory-mib: 0\n")
    report = os.path.join(folder, mode)
    text = run(conf, corpus, "--report", report)
    screen = unfold(first_screen(text, r"^[0-9]+ unexpected failures?, [0-9]+ causes?$"))
    named = [line for line in screen if re.match(r"[0-9]+  ", line)]
    ok(named and re.fullmatch(f"[0-9]+  {re.escape(title)} +\\[{re.escape(token)}\\]", named[0]), f"{mode}: the console", text)
    ok(sum(re.match("  (expected|seen|reproduce): ", line) is not None for line in screen) >= 3, "with an example", text)
    following = [line for line in text.split("\n") if line.startswith("next: ")]
    said = start("sh", "-c", following[0][len("next: "):] if following else "false")
    example = screen[screen.index(named[0]) + 1].split() if named else [""]
    ok(said.returncode == 0 and said.stdout.startswith(example[0] + "\n"), "and the next command, which runs as it stands",
       (following, said.stderr))
    # TAP has the list of the console.
    if mode == READERS[0][0]:
        tap = [line for line in run(conf, corpus, "--tap").split("\n") if re.match("# +[0-9]+  ", line)]
        ok(tap and re.fullmatch(f"# +[0-9]+  {re.escape(title)}  \\[{re.escape(token)}\\]", tap[0]), "TAP", tap)
    causes = results_of(report)[-1]["causes"]
    ok((causes[0]["token"], causes[0]["title"]) == (token, title), "results.jsonl", causes[:2])


def main(folder):
    for reader in READERS:
        check(folder, *reader)


run_in_folder(main)
