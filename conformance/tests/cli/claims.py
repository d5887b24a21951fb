#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a run claims is what it showed: narrow claims, hidden answers, rejections that prove nothing, open questions answered
two ways, entries that allow a pass, and steps back between two runs.

usage: claims.py CONFORM SFRAME-REF CORPUS yes|no (can results files be read?)
"""
import json
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from common import ok, plan, read, reference_config, write
from corpus_part import copy_corpus, read_case, read_index

CONFORM, REF, CORPUS = (os.path.abspath(path) for path in sys.argv[1:4])
AREA = "v1/amd64-little/preamble/"
# The section of the runner's first question, by its size, which no case of the area has.
PROBE_SIZE = 48
ANSWERS = "fde.start fde.size fre.at fre.cfa fre.ra fre.fp"


def conform(*args):
    return subprocess.run([CONFORM, *args], capture_output=True, text=True)


def block(text):
    """The lines after the last blank one."""
    return text[text.rindex("\n\n") + 2:] if "\n\n" in text else text


def run(corpus, conf, *args):
    return conform("run", "--corpus", corpus, "--adapter", conf, *args)


def adapter(folder, name, script, more=""):
    """The reference, behind a script that knows the section as $file."""
    path = write(os.path.join(folder, name + ".sh"), f"#!/bin/sh\nfor file; do :; done\n{script}\n", 0o755)
    return write(os.path.join(folder, name + ".conf"), reference_config(name, REF, path, more))


def plain(deed=""):
    return f'{deed}\nexec {REF} dump --raw "$@"'


def results(folder):
    header, *records, summary = [json.loads(line) for line in read(os.path.join(folder, "results.jsonl")).split("\n")[:-1]]
    return header, {r["id"]: r for r in records}, summary


def check_narrow(folder, corpus):
    conf, reports = adapter(folder, "narrow", plain()), os.path.join(folder, "narrow")
    p = run(corpus, conf, "--report", reports)
    ok(p.returncode == 0 and block(p.stdout).split(": ", 1)[-1].startswith("all that was asked passes\n  asked   14 of 16: version 1, amd64, decode\n"),
       "a narrow claim: never `conforms` alone", p.stdout + p.stderr)
    tap = run(corpus, conf, "--tap").stdout
    ok("".join("# " + line + "\n" for line in block(p.stdout).splitlines()) in tap, "TAP ends with the same lines", tap)
    _, records, summary = results(reports)
    ok(summary["verdict"] == "passes" and summary["asked"] == 14
       and summary["claim"] == {"profiles": [], "abis": [], "orders": [], "ops": ["lookup"], "other": []}, "results.jsonl", summary)
    ok({r["id"]: r["missing"] for r in records.values() if "missing" in r}
       == {r["id"]: ["op"] for r in records.values() if r["outcome"] == "skipped"}, "what each skipped case needs")
    rejects = [r for r in records.values() if r["expect"] == "reject" and r["outcome"] == "pass"]
    ok(summary["rejections"] == {"right": len(rejects), "proved": len(rejects), "unproved": 0, "not-shown": 0, "class": 0, "range": 0}
       and all(r["answer"] == "reject" for r in rejects), "the reference proves its rejections", summary)
    named = adapter(folder, "named", plain(), "reject-names: finding\n")
    p = run(corpus, named, "--all")
    ok(f"\n{len(rejects)} right rejections\nfault class given in {len(rejects)}, byte range in {len(rejects)}\n" in p.stdout,
       "class and range are counted where they are named", p.stdout)
    one = next(r for r in rejects)
    p = run(corpus, conf, "--all", one["id"])
    ok("\n1 right rejection; of 1 that section was not asked\n" in p.stdout and "; 1 selected\n" in block(p.stdout),
       "a parent that was not selected shows nothing", p.stdout)


def check_whole(folder):
    """The claim over everything: a corpus of what the adapter declares."""
    whole = os.path.join(folder, "whole")
    copy_corpus(CORPUS, [AREA + "baseline"], whole)
    p = run(whole, adapter(folder, "whole", plain()))
    ok(p.returncode == 0 and block(p.stdout).split("\n")[0].endswith(": conforms"), "a claim over the whole corpus conforms", p.stdout + p.stderr)


def check_known(folder, corpus):
    conf = adapter(folder, "crashes", plain(f"cmp -s {CORPUS}/{AREA}cut-3.sframe $file && kill -SEGV $$"))
    known = write(os.path.join(folder, "crashes.known"), f"it crashes\n  {AREA}cut-3 crash\n")
    p = run(corpus, conf, "--known", known)
    ok(p.returncode == 0 and block(p.stdout).split("\n")[0].endswith(": no change (1 known failure, none new)"),
       "known failures: as expected, never `conforms`", p.stdout + p.stderr)


def check_may_pass(folder, corpus):
    """An entry that allows a pass: the case is asked until it fails."""
    count = os.path.join(folder, "count")
    fails_at = lambda n: (f"if cmp -s {CORPUS}/{AREA}cut-3.sframe $file; then\n    echo >>{count}; n=$(wc -l <{count})\n"
                          f"    [ $n -ge {n} ] && kill -SEGV $$\nfi")
    known = write(os.path.join(folder, "may.known"), f"it reads memory that is not its own\n  {AREA}cut-3 crash|state-dependent|pass\n")
    for n, status, asked, says in ((1, 0, 2, "no change (1 known failure, none new)"),
                                   (9, 0, 10, "no change (1 known failure, none new)"),
                                   (1000, 2, 16, "1 entry of the list of known failures is stale")):
        write(count, "")
        p = run(corpus, adapter(folder, "chance", plain(fails_at(n))), "--known", known, "-j", "1", AREA + "cut-3", AREA + "baseline")
        times = read(count).count("\n")
        ok(p.returncode == status and says in block(p.stdout) and asked <= times <= asked + 1,
           f"it fails from question {n} on: status {status}", f"{times}\n{p.stdout}{p.stderr}")
    p = run(corpus, adapter(folder, "right", plain()), "--known", known, "--write-known", os.path.join(folder, "new.known"))
    ok(p.returncode == 2 and AREA not in read(os.path.join(folder, "new.known")), "--write-known drops an entry that never fails", p.stdout)
    write(known, f"it is lazy\n  {AREA}cut-3 too-lenient|pass\n")
    p = run(corpus, adapter(folder, "right", plain()), "--known", known)
    ok(p.returncode == 4 and "may.known:2: `pass` needs `crash` or `state-dependent` beside it" in p.stderr, "only chance excuses a pass", p.stderr)


def check_hiding(folder, corpus):
    """A reader that shows no answer passes, and reaches no more than `safe`."""
    # Takes the values off all answers.
    hide = "sed -E 's/ (start|size|at|cfa|ra|fp)=[^ ]*/ \\1=?/g'"
    conf = adapter(folder, "hides", f"out=$({REF} dump --raw \"$@\") || exit $?\nprintf '%s\\n' \"$out\" | {hide}",
                   f"unobservable: {ANSWERS}\n")
    p = run(corpus, conf)
    ok(p.returncode == 0 and block(p.stdout).endswith(
        "  level   safe; function start, function size, fre.at, CFA, return address, frame pointer not shown\n"), "all answers hidden", p.stdout + p.stderr)


def check_rejects_all(folder, corpus):
    """Who rejects everything is right about every bad section, and proves nothing."""
    script = f'[ $(wc -c <"$file") = {PROBE_SIZE} ] || {{ echo "x:0x0-0x1: no" >&2; exit 1; }}'
    p = run(corpus, adapter(folder, "refuses", plain(script)), "--all", "--level", "strict", "--report", os.path.join(folder, "refuses"))
    _, records, summary = results(os.path.join(folder, "refuses"))
    right = sum(r["expect"] == "reject" and r["outcome"] == "pass" for r in records.values())
    ok(p.returncode == 1 and right > 5 and f"\n{right} right rejections; {right} of them prove nothing: the reader also fails the valid section they were made from\n" in p.stdout,
       "a reader that rejects everything: its rejections are unproved", p.stdout + p.stderr)
    ok(summary["rejections"]["proved"] == 0 and summary["kinds"]["accept"]["right"] == 0, "none is proved", summary)


def open_cases():
    """The decode cases of one cell about each question, by question; at least three."""
    by_policy = {}
    for case in read_index(CORPUS)[1]:
        if case.startswith("v1/amd64-little/") and not case.endswith("-lookup"):
            keys, _ = read_case(os.path.join(CORPUS, case + ".case"))
            if "policy" in keys and keys["op"] == "decode" and "elf" not in case:
                by_policy.setdefault(keys["policy"], []).append(case)
    return {policy: cases for policy, cases in by_policy.items() if len(cases) > 2}


def check_open(folder):
    policy, cases = sorted(open_cases().items(), key=lambda item: (item[0] != "AMB-044", item[0]))[0]
    cases = cases[:5]
    corpus = os.path.join(folder, "open")
    copy_corpus(CORPUS, cases, corpus)
    keys, _ = read_case(os.path.join(CORPUS, cases[0] + ".case"))
    section = os.path.join(CORPUS, os.path.dirname(cases[0]), keys["file"])
    deed = f"cmp -s {section} $file && {{ echo x:0x0-0x1: no >&2; exit 1; }}"
    seen = set()
    for seed, jobs in (("0", "1"), ("1", "2"), ("2", "1"), ("3", "2")):
        p = run(corpus, adapter(folder, "twofold", plain(deed)), "--seed", seed, "-j", jobs, "--report", os.path.join(folder, "twofold"), *cases)
        records = results(os.path.join(folder, "twofold"))[1]
        seen.add((p.returncode, *sorted((r["id"], r["outcome"], r["message"]) for r in records.values() if r["outcome"] != "pass")))
    says = f"answers {policy} with `reject`, but {len(cases) - 1} of {len(cases)} cases that ask it with `accept`"
    ok(seen == {(1, (cases[0], "inconsistent", says))}, "an open question answered two ways: the few are inconsistent, in any order", seen)
    p = run(corpus, adapter(folder, "declared", plain(deed), f"policy: {policy} reject\n"), "--report", os.path.join(folder, "twofold"), *cases)
    records = results(os.path.join(folder, "twofold"))[1]
    ok([r["id"] for r in records.values() if r["outcome"] == "inconsistent"] == sorted(cases[1:]), "a declared answer counts, however few", p.stdout)
    p = run(corpus, adapter(folder, "uniform", plain()), "--report", os.path.join(folder, "twofold"), *cases)
    ok(p.returncode == 0, "one answer throughout is right", p.stdout)


def check_diff(folder, corpus):
    def made(name, script, more="", *args):
        reports = os.path.join(folder, "diff-" + name)
        run(corpus, adapter(folder, "differs", script, more), "--report", reports, *args)
        return reports
    base, lenient = made("base", plain()), made("lenient", plain(f"cmp -s {CORPUS}/{AREA}cut-3.sframe $file && kill -SEGV $$"))
    for name, more, says in (("hides", "unobservable: section.abi\n", "hidden now: section.abi"),):
        p = conform("diff", base, made(name, plain(), more))
        ok(p.returncode == 1 and f"\n1 narrower claim\n  {says}\n" in p.stdout and p.stdout.endswith("; 1 regression\n"), f"diff: {name} is worse", p.stdout)
        p = conform("diff", os.path.join(folder, "diff-" + name), base)
        ok(p.returncode == 0 and "narrower" not in p.stdout, "and back is not", p.stdout)
    p = conform("diff", "--format", "markdown", base, os.path.join(folder, "diff-hides"))
    ok(p.returncode == 1 and "\n## 1 narrower claim\n\n- hidden now: section.abi\n" in p.stdout, "in Markdown", p.stdout)
    # What the results say, changed: what these adapters cannot declare otherwise.
    text = read(os.path.join(lenient, "results.jsonl"))
    for name, old, new, says in (
            ("profile", '"profiles":["v1"]', '"profiles":["v1","v2"]', "not declared now: profile v2"),
            ("ABI", '"abis":["amd64"]', '"abis":["s390x","amd64"]', "not declared now: ABI s390x"),
            ("order", '"orders":["little"]', '"orders":["little","big"]', "not declared now: byte order big"),
            ("op", '"ops":["decode"]', '"ops":["decode","lookup"]', "not declared now: op lookup")):
        before = write(os.path.join(folder, "before.jsonl"), text.replace(old, new))
        p = conform("diff", before, lenient)
        ok(p.returncode == 1 and f"\n1 narrower claim\n  {says}\n" in p.stdout, f"an {name} less is worse", p.stdout)
        p = conform("diff", lenient, before)
        ok(p.returncode == 0 and p.stdout.endswith("no regressions\n"), "one more is not", p.stdout)
    for name, old, new, worse in (("one ABI more", "fre.ra@amd64", "fre.ra@amd64 fre.ra@s390x", 1), ("every ABI", "fre.ra@amd64", "fre.ra", 1),
                                  ("one ABI less", "fre.ra", "fre.ra@amd64", 0)):
        paths = [write(os.path.join(folder, f"{i}.jsonl"), text.replace('"unobservable":[]', '"unobservable":' + json.dumps(keys.split())))
                 for i, keys in enumerate((old, new))]
        p = conform("diff", *paths)
        ok(p.returncode == worse and ("narrower claim" in p.stdout) == bool(worse), f"hidden for {name}: {worse} regressions", p.stdout)
    lines = text.split("\n")
    i = next(i for i, line in enumerate(lines) if '"outcome":"crash"' in line)
    gone = json.loads(lines[i])
    gone.update(outcome="skipped", standing="good", answer=None, detail=None)
    part = write(os.path.join(folder, "skips.jsonl.part"), "\n".join(lines[:i] + [json.dumps(gone)] + lines[i + 1:-2]) + "\n")
    p = conform("diff", lenient, part)
    ok(p.returncode == 1 and f"\n1 asked before, not asked now\n  {AREA}cut-3  crash SIGSEGV -> skipped\n" in p.stdout,
       "skipped where it failed before is worse", p.stdout)


def main():
    with tempfile.TemporaryDirectory() as folder:
        corpus = os.path.join(folder, "corpus")
        copy_corpus(CORPUS, [case for case in read_index(CORPUS)[1] if case.startswith(AREA)], corpus)
        check_narrow(folder, corpus)
        check_whole(folder)
        check_known(folder, corpus)
        check_may_pass(folder, corpus)
        check_hiding(folder, corpus)
        check_rejects_all(folder, corpus)
        check_open(folder)
        if sys.argv[4] == "yes":
            check_diff(folder, corpus)
    plan()


main()
