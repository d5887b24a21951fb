# SPDX-License-Identifier: MIT
"""Runs fake adapters whose faults show only after thousands of questions. Prints TAP.

    long_runs.py CONFORM FAKE_ADAPTER CORPUS [--sanitized]

With --sanitized, which is slow, there is one run, with a fake that must be caught: a sanitizer keeps what was freed. Answers that
change are seen in the second pass of short runs, too.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from common import no_report, ok, results_of, run as start, run_in_folder, write
from corpus_part import copy_folders

CONFORM, ADAPTER, CORPUS = [os.path.abspath(path) for path in sys.argv[1:4]]
SANITIZED = sys.argv[4:] == ["--sanitized"]
# A run with as many answers looks at memory and time. The few cases are 1,150: those that are left out are large, or many of a kind.
LOOKED_AT = 1000
SMALL = "v3/amd64-little"
FEW = SMALL + "/[!bp]*"
# A run that looks at memory alone.
NO_TIME = "growth-time: 0"


def run(folder, mode, seed, jobs, *more, part=FEW):
    """The exit status, the summary, and what it prints."""
    conf, report, few = (os.path.join(folder, name) for name in (mode + ".conf", mode, "few"))
    if not os.path.exists(few):
        copy_folders(CORPUS, [SMALL], few)
    write(conf, f"name: fake\nrung: framed\ncommand: {ADAPTER} {mode} {report}\nmemory-mib: 0\nenv: ASAN_OPTIONS=detect_leaks=0\n" + "".join(line + "\n" for line in more))
    done = start(CONFORM, "run", "--corpus", few, "--adapter", conf, "--report", report, "--seed", str(seed), "-j", str(jobs), part, env=no_report())
    return done.returncode, results_of(report)[-1], done.stdout


def check_rare(folder):
    """One process of several answers 1,400 questions about 1,278 cases only because of the second pass."""
    for mode, jobs, seed in (("rarely-wrong", 2, 3), ("rarely-vague", 1, 2)):
        status, summary, _ = run(folder, mode, seed, jobs, NO_TIME, part=SMALL + "/*")
        ok(status == 1 and summary["outcomes"]["state-dependent"] > 0 and summary["reached"] == "none", f"{mode}, -j {jobs}, --seed {seed}", summary)


# Each forgets 64 bytes, or a file, with every question of a kind, and nothing else.
LEAKS = {"section": "decode, accepted", "rejected": "decode, rejected", "elf-rejected": "decode, elf, rejected", "elf-accepted": "decode, elf, accepted", "lookup": "lookup, accepted",
         "lookup-rejected": "lookup, rejected", "trace": "unwind, accepted", "trace-rejected": "unwind, rejected", "encoding": "encode, accepted",
         "refusal": "encode, rejected", "sequence": "sequence, accepted", "sequence-rejected": "sequence, rejected"}


def check_leaks(folder):
    # Each kind is watched by itself: one run shows all of them, and a few show one alone.
    for number, kind in enumerate(("section",) if SANITIZED else ("any", "section", "elf-rejected", "sequence-rejected")):
        wanted = sorted(LEAKS.values() if kind == "any" else [LEAKS[kind]])
        status, summary, out = run(folder, "leaks-" + kind, number + 1, 1 + number % 2, *[NO_TIME] * (kind != "any"))
        found = [t["text"] for t in summary.get("trouble", ()) if t["kind"] == "growth"]
        seen = sorted(where for where in set(LEAKS.values()) for text in found if text.endswith(f" questions ({where})"))
        ok(status == 6 and (seen == wanted and len(found) == len(wanted) or SANITIZED and wanted[0] in seen), f"leaks-{kind} is found, and nothing else",
           (status, found))
        ok(summary["reached"] == "none" and summary["verdict"] == "bad-end" and ": its memory grows\n  asked " in out
           and out.endswith("  level   none (its memory grows)\n"), "no level is reached", out)
    if SANITIZED:
        return
    for kind in ("section", "refusal"):
        status, summary, out = run(folder, "opens-" + kind, 1, 1, NO_TIME)
        found = [t for t in summary.get("trouble", ()) if t["kind"] == "files"]
        ok(status in (1, 6) and len(found) == 1 and found[0]["text"].endswith(f" questions ({LEAKS[kind]})") and "it leaves files open: the adapter left " in out,
           f"opens-{kind} is found", (status, summary))
    for mode, more in (("collects", ()), ("grows-0-300", ()), ("grows-0-1500", ()), ("leaks-section", ("growth-bytes: 0",)), ("leaks-section", ("growth-bytes: 500",))):
        # Those that grow answer fewer kinds of questions.
        status, summary, _ = run(folder, mode, 1, 1, NO_TIME, *more, part=SMALL + "/*" if mode.startswith("grows-") else FEW)
        ok(status == 0 and "trouble" not in summary and summary["asked"] >= LOOKED_AT, " ".join((mode, *more)) + " is no leak", summary)


def check_times(folder):
    """What is cubic, or gives up, in one op alone. A sanitizer's own time hides it."""
    slow = "the time of the adapter is in proportion for a section of 2000 {}, and not one of 16000 ({})"
    small = "the adapter is right about a section of 2000 {}, and not one of 16000 ({})"
    for op in ("decode", "lookup", "encode"):
        # The corpus itself has large sections for look-ups.
        for mode, says in (("slow", slow), ("small", small))[:1 + (op != "lookup")]:
            status, summary, out = run(folder, f"{mode}-{op}", 1, 1)
            found = [t["text"] for t in summary.get("trouble", ()) if t["kind"] == "time"]
            ok(status == 6 and sorted(found) == sorted(says.format(what, op) for what in ("functions", "rows")), f"{mode}-{op} is found, and nothing else",
               (status, summary))
            ok(summary["reached"] == "none" and ": it fails on large sections\n" in out, "no level is reached", out)
    status, summary, _ = run(folder, "tiny-decode", 1, 1)
    ok(status == 6 and {t["text"] for t in summary["trouble"]} == {small.format("rows", "decode"), "the adapter crashes or does not answer about a section of 2000 functions (decode)"},
       "a crash about the smaller one is no answer", summary)
    status, summary, _ = run(folder, "slow-decode", 1, 1, NO_TIME)
    ok(status == 0 and "trouble" not in summary and summary["asked"] >= LOOKED_AT, "growth-time: 0 looks at no time", summary)


run_in_folder(check_leaks, *[check_rare, check_times] * (not SANITIZED))
