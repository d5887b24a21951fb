#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The lists of known failures of the installed libraries are what `report --format known` makes of a run and the list: every
entry stands, with its reason, and none is missing. The failures of these libraries are the same in every run.

usage: known_reasons.py CONFORM CORPUS FOLDER
"""
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import report_made
from common import ok, plan, read, skip, write

report_made.ensure_jinja()
CONFORM, CORPUS, FOLDER = map(os.path.abspath, sys.argv[1:4])
sys.path.append(os.path.join(FOLDER, "..", "report"))
import corpus_index
import known_list

IDS = [row["id"] for row in corpus_index.rows(CORPUS)]
PEERS = [f"libsframe{kind}-{release}" for kind in ("", "-encoder") for release in ("2.40", "2.43", "2.44", "2.47")]


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


def check(peer, folder):
    report, some = os.path.join(folder, peer), os.path.join(folder, peer + ".some")
    said = run(CONFORM, "run", "--tap", "--skip-missing", "--corpus", CORPUS, "--adapter", peer, "--report", report)
    if said.startswith("1..0 # SKIP "):
        skip(peer, said[len("1..0 # SKIP "):].strip())
        return
    committed = os.path.join(FOLDER, peer + ".known")
    text = read(committed)
    mine = run(CONFORM, "report", "--format", "known", "--known", committed, report)
    ok(mine == text, f"{peer}: the list is what a run makes of it", "\n".join(sorted(set(mine.split("\n")) ^ set(text.split("\n")))) or "another order")
    mine = run(CONFORM, "report", "--format", "known", "--known", write(some, without_some(text)), report)
    ok(entries(mine) == entries(text) and len(entries(read(some))) < len(entries(text)),
       f"{peer}: what is missing in a list is added", sorted(set(entries(mine)) ^ set(entries(text)))[:20])


def main():
    with tempfile.TemporaryDirectory(prefix="sframe-reasons.") as folder:
        for peer in PEERS:
            check(peer, folder)
    plan()


main()
