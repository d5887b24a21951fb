#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Levels: an implementation that fails only above the gate, its reports, its known failures, and how it changes.

usage: levels.py CONFORM SFRAME-REF CORPUS yes|no (can results files be read?)
"""
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from common import ok, plan, read, reference_config, write
from corpus_part import copy_corpus, read_case, read_index

CONFORM, REF, CORPUS = (os.path.abspath(path) for path in sys.argv[1:4])
AREA = "v1/amd64-little/preamble/"
# One case each is made to be of this level.
LEVELS = {"refuse": AREA + "cut-3", "validate": AREA + "bad-magic-0000", "strict": AREA + "bad-magic-dee3"}


def conform(*args):
    return subprocess.run([CONFORM, *args], capture_output=True, text=True)


def make_corpus(folder):
    """The cases of one area, of which LEVELS says the level; all other rejects are of level `refuse`."""
    cases = copy_corpus(CORPUS, [case for case in read_index(CORPUS)[1] if case.startswith(AREA)], folder)
    levels = {case: level for level, case in LEVELS.items()}
    header, rows = read_index(folder)
    for case, row in rows.items():
        path = os.path.join(folder, case + ".case")
        keys, _ = read_case(path)
        if "level" not in keys:
            continue
        level = levels.get(case, "refuse")
        text = write(path, read(path).replace(f"\nlevel: {keys['level']}\n", f"\nlevel: {level}\n"))
        with open(text, "rb") as f:
            rows[case] = "\t".join(row.split("\t")[:-2] + [hashlib.sha256(f.read()).hexdigest(), level]) + "\n"
    write(os.path.join(folder, "index.tsv"), header + "".join(rows[case] for case in sorted(rows)))
    return cases


def make_adapter(folder, name, wrong, deed=None, more=""):
    """The reference, which accepts the sections of these cases, or does another deed there."""
    dump = write(os.path.join(folder, "dump.txt"), read_case(os.path.join(CORPUS, AREA + "baseline.case"))[1])
    deeds = "".join(f"cmp -s {CORPUS}/{case}.sframe \"$file\" && {deed or 'exec cat ' + dump}\n" for case in wrong)
    script = write(os.path.join(folder, name + ".sh"), f"#!/bin/sh\nfor file; do :; done\n{deeds}exec {REF} dump --raw \"$@\"\n", 0o755)
    return write(os.path.join(folder, name + ".conf"), reference_config(name, REF, script, more))


def run(corpus, conf, *args):
    return conform("run", "--corpus", corpus, "--adapter", conf, "--seed", "0", *args)


def check_gate(folder, corpus, lenient):
    p = run(corpus, lenient, "--report", os.path.join(folder, "validate"))
    ok(p.returncode == 0 and "\n  right   13   accepts bad input 1\n  level   validate (1 wrong of `strict`)\n" in p.stdout,
       "failures above the gate do not count", p.stdout + p.stderr)
    ok("informational" not in p.stdout and "\n--all prints" in p.stdout, "and are shown only if asked for", p.stdout)
    p = run(corpus, lenient, "--all")
    ok("\nvalidate        1       1  failures above this level do not count\nstrict          1       0\n" in p.stdout,
       "--all has the levels", p.stdout)
    ok("too-lenient, above the level that counts (strict)\n" in p.stdout
       and "1 informational failure, 1 cause: they do not count, because the case has\nseveral deliberate faults" in p.stdout,
       "and shows the failure, and why it does not count", p.stdout)
    p = run(corpus, lenient, "--level", "strict", "--report", os.path.join(folder, "strict"))
    ok(p.returncode == 1 and "\n1 unexpected failure, 1 cause\n" in p.stdout and ": 1 failure\n  asked" in p.stdout, "with --level strict it does not", p.stdout)
    p = run(corpus, make_adapter(folder, "own", [LEVELS["strict"]], more="level: strict\n"))
    ok(p.returncode == 1, "nor with `level: strict` in the adapter file", p.stdout)
    p = run(corpus, make_adapter(folder, "loose", [LEVELS["validate"]], more="level: refuse\n"))
    ok(p.returncode == 0 and p.stdout.endswith("; failures count up to `refuse`\n"), "a lower gate is named in the verdict", p.stdout)
    p = run(corpus, make_adapter(folder, "crash", [LEVELS["strict"]], deed="kill -SEGV $$"), "--level", "safe")
    ok(p.returncode == 1 and p.stdout.endswith("  level   none (crashes break `safe`); failures count up to `safe`\n"),
       "a crash breaks every level", p.stdout)
    p = conform("run", "--level", "loud")
    ok(p.returncode == 64 and "--level takes safe, read, refuse, validate or strict" in p.stderr, "an unknown level", p.stderr)


def check_tap(corpus, lenient):
    p = run(corpus, lenient, "--tap")
    case = LEVELS["strict"]
    ok(p.returncode == 0 and f"- {case} # TODO too-lenient: above the level that counts (strict)\n# too-lenient\n" in p.stdout,
       "TAP: what is above the gate is a TODO", p.stdout)
    ok("\n#   level   validate (1 wrong of `strict`)\n1.." in p.stdout, "and a comment says the level", p.stdout)
    p = run(corpus, lenient, "--tap", "--level", "strict")
    ok(p.returncode == 1 and f"- {case}\n# too-lenient\n" in p.stdout, "up to the gate it is a failure", p.stdout)


def check_files(folder):
    header, *records, summary = [json.loads(line) for line in read(os.path.join(folder, "validate", "results.jsonl")).split("\n")[:-1]]
    by_level = {level: [r for r in records if r["level"] == level] for level in ("read", "refuse", "validate", "strict")}
    sums = {level: {"asked": sum(r["outcome"] != "skipped" for r in rs), "right": sum(r["outcome"] == "pass" for r in rs)}
            for level, rs in by_level.items()}
    asked = sum(s["asked"] for s in sums.values())
    ok(header["level"] == "validate" and summary["reached"] == "validate", "results.jsonl: the gate, and the level reached", summary)
    ok(summary["levels"] == {"safe": {"asked": asked, "right": asked}, **sums} and sums["strict"] == {"asked": 1, "right": 0},
       "the sums of the levels", summary["levels"])
    shown = [(r["standing"], r["excuse"]) for r in records if "excuse" in r]
    ok(shown == [("shown", "above-gate")] and summary["causes"][0]["standings"]["shown"] == 1, "what does not count, and why", shown)


def check_hidden(folder, corpus):
    """Who hides answers does not reach `read`, though every answer is right."""
    hidden = make_adapter(folder, "hidden", [], more="unobservable: section.aux fde.size fre.cfa fde.type\n")
    reports = os.path.join(folder, "hidden")
    p = run(corpus, hidden, "--report", reports)
    ok(p.returncode == 0 and p.stdout.endswith("  level   safe; function size, CFA not shown\n"), "hidden answers: at most `safe`, and why", p.stdout + p.stderr)
    ok("\n#   level   safe; function size, CFA not shown\n" in run(corpus, hidden, "--tap").stdout, "TAP says it")
    summary = json.loads(read(os.path.join(reports, "results.jsonl")).split("\n")[-2])
    ok(summary["reached"] == "safe" and summary["levels"]["strict"] == {"asked": 1, "right": 1}
       and summary["hidden"] == {"keys": ["fde.size", "fre.cfa"], "reached": {}}, "results.jsonl", summary)
    p = run(corpus, make_adapter(folder, "one-abi", [], more="unobservable: fre.cfa@amd64 fre.mangled@amd64\n"))
    ok(p.stdout.endswith("  level   safe; CFA on amd64 not shown\n"), "also for one ABI", p.stdout)
    p = run(corpus, make_adapter(folder, "worse", [LEVELS["strict"]], more="unobservable: fre.at\n"))
    ok(p.stdout.endswith("  level   safe (1 wrong of `strict`); fre.at not shown\n"), "with what is wrong above", p.stdout)
    p = run(corpus, make_adapter(folder, "plain", [], more="unobservable: section.abi fde.type fre.mangled pc.fde pc.fre\n"))
    ok(p.stdout.endswith("  level   strict\n"), "what is no answer may be hidden", p.stdout)


def check_reports(folder):
    both = [os.path.join(folder, name) for name in ("validate", "strict")]
    p = conform("report", *both)
    ok("\nlevel strict              0/1          0/1\nlevel reached        validate     validate\n" in p.stdout, "two runs: text", p.stdout)
    p = conform("report", "--format", "matrix", *both)
    ok("\n| level strict | 0 / 1 | 0 / 1 |\n| level reached | validate | validate |\n" in p.stdout, "the matrix", p.stdout)
    results = read(os.path.join(both[0], "results.jsonl"))
    for name, text, says in (
            ("sum", results.replace('"strict":{"asked":1,"right":0}', '"strict":{"asked":1,"right":1}'), "strict.right: the sum is not that"),
            ("level", results.replace('"level":"strict"', '"level":"hard"'), "level: there is no such level"),
            ("gate", results.replace('"level":"validate","cases"', '"level":"hard","cases"'), ":1: level: there is no such level")):
        p = conform("report", write(os.path.join(folder, name + ".jsonl"), text))
        ok(p.returncode == 4 and says in p.stderr, f"a wrong {name} in a file", p.stderr)


def check_diff(folder, corpus, right):
    run(corpus, right, "--report", os.path.join(folder, "right"))
    run(corpus, right, "--level", "strict", "--report", os.path.join(folder, "right-strict"))
    old, new = (os.path.join(folder, name) for name in ("right", "validate"))
    p = conform("diff", old, new)
    ok(p.returncode == 0 and "\n1 worse, above the gate\n" in p.stdout and p.stdout.endswith("no regressions\n"),
       "diff: worse above the gate is shown", p.stdout)
    ok("  strict: 0 of 1, before 1 of 1\n  highest reached: validate, before strict\n" in p.stdout, "with the levels", p.stdout)
    p = conform("diff", os.path.join(folder, "right-strict"), os.path.join(folder, "strict"))
    ok(p.returncode == 1 and "\n1 newly failing\n" in p.stdout, "up to the gate it is a regression", p.stdout)
    results = read(os.path.join(folder, "right", "results.jsonl")).split("\n")
    at = next(i for i, line in enumerate(results) if LEVELS["strict"] in line)
    gone = dict(json.loads(results[at]), outcome="skipped", answer=None, detail=None)
    part = write(os.path.join(folder, "asks-less.jsonl.part"), "\n".join(results[:at] + [json.dumps(gone)] + results[at + 1:-2]) + "\n")
    p = conform("diff", old, part)
    ok(p.returncode == 1 and "\n1 asked before, not asked now\n" in p.stdout and "worse, above" not in p.stdout,
       "not asked any more: that is said, also above the gate", p.stdout)
    p = conform("diff", "--format", "markdown", old, os.path.join(folder, "strict"))
    ok(p.returncode == 1 and "Note: the level that gates was validate, and is strict now." in p.stdout
       and "- highest reached: validate, before strict\n" in p.stdout, "another gate is noted", p.stdout)


def check_known(folder, corpus, lenient):
    known, strict = os.path.join(folder, "known"), LEVELS["strict"]
    p = run(corpus, lenient, "--write-known", known)
    ok(p.returncode == 0 and "too-lenient" not in read(known), "--write-known leaves out what is above the gate", read(known))
    write(known, f"it is lazy\n  {strict} too-lenient\n")
    p = run(corpus, lenient, "--known", known)
    ok(p.returncode == 0 and "no change" not in p.stdout, "an entry about it is ignored", p.stdout)
    p = run(corpus, lenient, "--known", known, "--level", "strict")
    ok(p.returncode == 0 and "no change (1 known failure, none new)" in p.stdout, "but counts with --level strict", p.stdout)
    write(known, f"it is lazy\n  {strict} wrong-output\n")
    statuses = [run(corpus, lenient, "--known", known, "--level", level).returncode for level in ("validate", "strict")]
    ok(statuses == [0, 2], "also if it is stale", statuses)
    p = run(corpus, lenient, "--level", "strict", "--write-known", known, "--force")
    ok(p.returncode == 1 and re.search(f"\nunexplained: accepts bad-magic: .*\n  {strict} too-lenient\n$", read(known)), "it is written with --level strict", read(known))


def main():
    with tempfile.TemporaryDirectory() as folder:
        corpus = os.path.join(folder, "corpus")
        make_corpus(corpus)
        lenient = make_adapter(folder, "lenient", [LEVELS["strict"]])
        check_gate(folder, corpus, lenient)
        check_tap(corpus, lenient)
        check_files(folder)
        check_known(folder, corpus, lenient)
        check_hidden(folder, corpus)
        if sys.argv[4] == "yes":
            check_reports(folder)
            check_diff(folder, corpus, make_adapter(folder, "right", []))
    plan()


main()
