#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A library and the corpus. Its failures are those of its list, and the list is what `report --format known` makes of the run
and the list: every entry stands, with its reason, and none is missing. The failures of these libraries are the same in every
run.

usage: known_library.py CONFORM CORPUS FOLDER PEER
"""
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import report_made
from common import ok, pass_through, plan, read, write

report_made.ensure_jinja()
CONFORM, CORPUS, FOLDER = map(os.path.abspath, sys.argv[1:4])
PEER = sys.argv[4]
sys.path.append(os.path.join(FOLDER, "..", "report"))
import corpus_index
import known_list

IDS = [row["id"] for row in corpus_index.rows(CORPUS)]


def run(*command):
    p = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    return p.stdout if p.returncode == 0 else p.stdout + p.stderr


def entries(text):
    """(id, outcomes) of every case of the list."""
    return sorted((i, e.outcomes) for i, e in known_list.List("list", text).by_id(IDS).items())


def without_some(text):
    """The list without every third entry, and without the reasons that then have none."""
    kept, number = [], 0
    for line in text.split("\n"):
        number += line.startswith("  ")
        if not line.startswith("  ") or number % 3 != 0:
            kept.append(line)
    paragraphs = "\n".join(kept).split("\n\n")
    return "\n\n".join(p for p in paragraphs if "\n  " in p or p.startswith("#")).rstrip("\n") + "\n"


def main():
    with tempfile.TemporaryDirectory(prefix="sframe-reasons.") as folder:
        report, some, committed = os.path.join(folder, PEER), os.path.join(folder, "some"), os.path.join(FOLDER, PEER + ".known")
        if not pass_through([CONFORM, "run", "--tap", "--skip-missing", "--corpus", CORPUS, "--adapter", PEER, "--known", committed,
                             "--report", report]):
            return
        text = read(committed)
        mine = run(CONFORM, "report", "--format", "known", "--known", committed, report)
        ok(mine == text, "the list is what a run makes of it", "\n".join(sorted(set(mine.split("\n")) ^ set(text.split("\n")))) or "another order")
        mine = run(CONFORM, "report", "--format", "known", "--known", write(some, without_some(text)), report)
        ok(entries(mine) == entries(text) and len(entries(read(some))) < len(entries(text)),
           "what is missing in a list is added", sorted(set(entries(mine)) ^ set(entries(text)))[:20])
    plan()


main()
