#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A library and the corpus. Its failures are those of its list, and the list is what `report --format known` makes of the run
and the list: every entry stands, with its reason, and none is missing. The failures of these libraries are the same in every
run.

usage: known_library.py CONFORM CORPUS FOLDER PEER [OPTION]...   (of `sframe-conform run`)
"""
import os
import sys

import report_made
from common import ok, pass_through, read, run, run_in_folder

report_made.ensure_jinja()
CONFORM, CORPUS, FOLDER = map(os.path.abspath, sys.argv[1:4])
PEER, *OPTIONS = sys.argv[4:]
sys.path.append(os.path.join(FOLDER, "..", "report"))
import known_list


def main():
    committed = known_list.read(os.path.join(FOLDER, PEER + ".known")).path
    if pass_through([CONFORM, "run", "--tap", "--skip-missing", "--corpus", CORPUS, "--adapter", PEER, "--known", committed, "--report", PEER, *OPTIONS]):
        text, p = read(committed), run(CONFORM, "report", "--format", "known", "--known", committed, PEER)
        ok(p.stdout == text, "the list is what a run makes of it", "\n".join(sorted(set(p.stdout.split("\n")) ^ set(text.split("\n")))) + p.stderr or "another order")


run_in_folder(main)
