# SPDX-License-Identifier: MIT
"""Runs fake adapters whose faults show only after thousands of questions. Prints TAP.

    long_runs.py CONFORM FAKE_ADAPTER CORPUS [--sanitized]

With --sanitized, which is slow, there is one run of each kind, and the limit of growth is tried only
with a fake that must be caught: a sanitizer keeps what was freed.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

CONFORM, ADAPTER, CORPUS = [os.path.abspath(path) for path in sys.argv[1:4]]
SANITIZED = sys.argv[4:] == ["--sanitized"]
# 8,000 cases, half of the corpus: more than a second pass asks.
PART = ("v2e2/*", "v3/*")
count = failed = 0


def ok(good, what, seen):
    global count, failed
    count += 1
    failed += not good
    print(f"{'' if good else 'not '}ok {count} - {what}")
    if not good:
        print("#", str(seen).replace("\n", "\n# "))


def run(folder, mode, seed, jobs, *more):
    """The exit status, the summary, how many cases have each outcome, and the folder of the report."""
    conf, report = os.path.join(folder, mode + ".conf"), os.path.join(folder, mode)
    with open(conf, "w", encoding="utf-8") as file:
        file.write(f"name: fake\nrung: framed\ncommand: {ADAPTER} {mode} {report}\nmemory-mib: 0\n"
                   "env: ASAN_OPTIONS=detect_leaks=0\n")
        file.write("".join(line + "\n" for line in more))
    done = subprocess.run([CONFORM, "run", "--corpus", CORPUS, "--adapter", conf, "--report", report, "--seed", str(seed), "-j",
                           str(jobs), *PART], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    with open(os.path.join(report, "results.jsonl"), encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    return done.returncode, lines[-1], lines[-1]["outcomes"], report, done.stdout


def check_rare(folder):
    """One process of several answers 5,000 questions only because of the second pass."""
    runs = (("rarely-wrong", 2, 1),) if SANITIZED else (("rarely-wrong", 1, 1), ("rarely-wrong", 2, 3), ("rarely-vague", 2, 2))
    for mode, jobs, seed in runs:
        status, summary, outcomes, _, _ = run(folder, mode, seed, jobs)
        ok(status == 1 and outcomes["state-dependent"] > 0 and summary["reached"] == "none", f"{mode}, -j {jobs}, --seed {seed}", summary)


def check_growth(folder):
    for mode, least, jobs in (("leaks-4096", 4096, 1),) if SANITIZED else (("leaks-2000", 2000, 1), ("leaks-4096", 4096, 4)):
        status, summary, _, _, out = run(folder, mode, 1, jobs)
        trouble = summary.get("trouble", [{"kind": None, "text": ""}])[0]
        words = trouble["text"].split()
        ok(status == 6 and trouble["kind"] == "growth" and 0.7 * least <= int(words[4]) / int(words[7]) < 2 * least + 3000,
           f"{mode}, -j {jobs}", summary)
        ok(summary["reached"] == "none" and summary["verdict"] == "bad-end" and ": its memory grows\n  asked " in out
           and out.endswith("  level   none (its memory grows)\n"), "no level is reached", out)
    if not SANITIZED:
        status, summary, _, _, _ = run(folder, "leaks-4096", 1, 1, "growth-bytes: 0")
        ok(status == 0 and "trouble" not in summary, "growth-bytes: 0 is no limit", summary)
        status, summary, _, _, _ = run(folder, "leaks-2000", 1, 1, "growth-bytes: 10000")
        ok(status == 0, "growth-bytes: 10000 allows 2000", summary)
        # All 6000 questions of the second pass, or half of them: of its three parts, the last one decides. What was kept
        # breaks the heap up, so that a large section takes some 100 KiB once more: hence another limit.
        asked = sum(summary["outcomes"].values()) - summary["outcomes"].get("skipped", 0)
        for number, wanted in ((6000, 6), (3000, 0)):
            status, summary, _, _, _ = run(folder, f"grows-{asked}-{number}", 1, 1, "growth-bytes: 1000")
            ok(status == wanted, f"growth in {number} questions after the first pass of {asked}: status {wanted}", summary)


with tempfile.TemporaryDirectory() as scratch:
    check_rare(scratch)
    check_growth(scratch)
print(f"1..{count}")
sys.exit(failed > 0)
