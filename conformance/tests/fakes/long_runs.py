# SPDX-License-Identifier: MIT
"""Runs fake adapters whose faults show only after thousands of questions. Prints TAP.

    long_runs.py CONFORM FAKE_ADAPTER CORPUS [--sanitized]

With --sanitized, which is slow, there is one run of each kind, and only with fakes that must be caught: a sanitizer keeps
what was freed.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from common import no_report, ok, results_of, run as start, run_in_folder, write
from corpus_part import copy_folders

CONFORM, ADAPTER, CORPUS = [os.path.abspath(path) for path in sys.argv[1:4]]
SANITIZED = sys.argv[4:] == ["--sanitized"]
# 8,000 cases, half of the corpus: more than a second pass asks.
PART = ("v2e2/*", "v3/*")


def run(folder, mode, seed, jobs, *more, corpus=CORPUS, part=PART):
    """The exit status, the summary, how many cases have each outcome, and the folder of the report."""
    conf, report = os.path.join(folder, mode + ".conf"), os.path.join(folder, mode)
    write(conf, f"name: fake\nrung: framed\ncommand: {ADAPTER} {mode} {report}\nmemory-mib: 0\nenv: ASAN_OPTIONS=detect_leaks=0\n" + "".join(line + "\n" for line in more))
    done = start(CONFORM, "run", "--corpus", corpus, "--adapter", conf, "--report", report, "--seed", str(seed), "-j", str(jobs), *part, env=no_report())
    summary = results_of(report)[-1]
    return done.returncode, summary, summary["outcomes"], report, done.stdout


def check_rare(folder):
    """One process of several answers 5,000 questions only because of the second pass."""
    runs = (("rarely-wrong", 2, 1),) if SANITIZED else (("rarely-wrong", 2, 3), ("rarely-vague", 1, 2))
    for mode, jobs, seed in runs:
        status, summary, outcomes, _, _ = run(folder, mode, seed, jobs)
        ok(status == 1 and outcomes["state-dependent"] > 0 and summary["reached"] == "none", f"{mode}, -j {jobs}, --seed {seed}", summary)


# Each forgets 64 bytes, or a file, with every question of a kind, and nothing else.
LEAKS = {"section": "decode, accepted", "rejected": "decode, rejected", "elf-rejected": "decode, elf, rejected", "elf-accepted": "decode, elf, accepted", "lookup": "lookup, accepted",
         "lookup-rejected": "lookup, rejected", "trace": "unwind, accepted", "trace-rejected": "unwind, rejected", "encoding": "encode, accepted",
         "refusal": "encode, rejected", "sequence": "sequence, accepted", "sequence-rejected": "sequence, rejected"}
SMALL = "v3/amd64-little"


def check_leaks(folder):
    few = {"corpus": os.path.join(folder, "few"), "part": (SMALL + "/*",)}
    copy_folders(CORPUS, [SMALL], few["corpus"])
    # Each kind is watched by itself: one run shows all of them, and a few show one alone.
    for number, kind in enumerate(("section",) if SANITIZED else ("any", "section", "elf-rejected", "sequence-rejected")):
        wanted = sorted(LEAKS.values() if kind == "any" else [LEAKS[kind]])
        status, summary, _, _, out = run(folder, "leaks-" + kind, number + 1, 1 + number % 2, **few)
        found = [t["text"] for t in summary.get("trouble", ()) if t["kind"] == "growth"]
        seen = sorted(where for where in set(LEAKS.values()) for text in found if text.endswith(f" questions ({where})"))
        ok(status == 6 and (seen == wanted and len(found) == len(wanted) or SANITIZED and wanted[0] in seen), f"leaks-{kind} is found, and nothing else",
           (status, found))
        ok(summary["reached"] == "none" and summary["verdict"] == "bad-end" and ": its memory grows\n  asked " in out
           and out.endswith("  level   none (its memory grows)\n"), "no level is reached", out)
    if SANITIZED:
        return
    for kind in ("section", "refusal"):
        status, summary, _, _, out = run(folder, "opens-" + kind, 1, 1, **few)
        found = [t for t in summary.get("trouble", ()) if t["kind"] == "files"]
        ok(status in (1, 6) and len(found) == 1 and found[0]["text"].endswith(f" questions ({LEAKS[kind]})") and "it leaves files open: the adapter left " in out,
           f"opens-{kind} is found", (status, summary))
    for mode, more in (("collects", ()), ("grows-0-300", ()), ("grows-0-1500", ()), ("leaks-section", ("growth-bytes: 0",)), ("leaks-section", ("growth-bytes: 500",))):
        status, summary, _, _, _ = run(folder, mode, 1, 1, *more, **few)
        ok(status == 0 and "trouble" not in summary, " ".join((mode, *more)) + " is no leak", summary)


def check_times(folder):
    """What is quadratic, or gives up, in one op alone. A sanitizer's own time hides it."""
    few = {"corpus": os.path.join(folder, "few"), "part": (SMALL + "/*",)}
    slow = "the time of the adapter is in proportion for a section of 2000 {}, and not one of 16000 ({})"
    small = "the adapter is right about a section of 2000 {}, and not one of 16000 ({})"
    for op in ("decode", "lookup", "encode"):
        # The corpus itself has large sections for look-ups.
        for mode, says in (("slow", slow), ("small", small))[:1 + (op != "lookup")]:
            status, summary, _, _, out = run(folder, f"{mode}-{op}", 1, 1, **few)
            found = [t["text"] for t in summary.get("trouble", ()) if t["kind"] == "time"]
            ok(status == 6 and sorted(found) == sorted(says.format(what, op) for what in ("functions", "rows")), f"{mode}-{op} is found, and nothing else",
               (status, summary))
            ok(summary["reached"] == "none" and ": its time grows faster than the section\n" in out, "no level is reached", out)
    status, summary, _, _, _ = run(folder, "slow-decode", 1, 1, "growth-time: 0", **few)
    ok(status == 0 and "trouble" not in summary, "growth-time: 0 looks at no time", summary)


run_in_folder(check_rare, check_leaks, *[check_times] * (not SANITIZED))
