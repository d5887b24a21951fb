#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The lists of known failures of the installed libraries are what explain.py writes, with its reasons. The failures of these
libraries are the same in every run.

usage: known_reasons.py CONFORM CORPUS EXPLAIN
"""
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from common import ok, plan, read, skip

CONFORM, CORPUS, EXPLAIN = map(os.path.abspath, sys.argv[1:4])
PEERS = [f"libsframe{kind}-{release}" for kind in ("", "-encoder") for release in ("2.40", "2.44", "2.47")]


def run(*command):
    p = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return p.returncode, p.stdout


def check(peer, folder):
    report, mine = os.path.join(folder, peer), os.path.join(folder, peer + ".known")
    _, said = run(CONFORM, "run", "--tap", "--skip-missing", "--corpus", CORPUS, "--adapter", peer, "--report", report)
    if said.startswith("1..0 # SKIP "):
        skip(peer, said[len("1..0 # SKIP "):].strip())
        return
    status, said = run(sys.executable, EXPLAIN, "--corpus", CORPUS, mine, os.path.join(report, "results.jsonl"))
    if ok(status == 0, f"{peer}: every failure is explained", said):
        committed = os.path.join(os.path.dirname(EXPLAIN), peer + ".known")
        ok(read(mine) == read(committed), f"{peer}: the list is what explain.py writes", run("diff", committed, mine)[1])


def main():
    with tempfile.TemporaryDirectory(prefix="sframe-reasons.") as folder:
        for peer in PEERS:
            check(peer, folder)
    plan()


main()
