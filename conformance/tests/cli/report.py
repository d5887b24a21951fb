#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Results files and reports, read by Python: JSON, XML and HTML; also files that are cut off or damaged, and a full disk.

usage: report.py CONFORM SFRAME-REF CORPUS
"""
import functools
import hashlib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from common import USAGE, ok, plan, read, reference_config, skip, write
from corpus_part import copy_corpus, read_index
from junit_file import suites_of, total
from report_page import check_many_causes, check_page, check_size, check_structure, groups_of

CONFORM, REF, CORPUS = (os.path.abspath(path) for path in sys.argv[1:4])
# Areas that have each kind of expectation.
SMALL = ("v1/amd64-little/abi/", "v1/amd64-little/fixed-offset/", "v1/amd64-little/word-count/", "v1/amd64-little/preamble/")


def limit_files():
    """No file of this process may be larger than 4 KiB: as if the disk became full."""
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))


def conform(*args, full=False):
    return subprocess.run([CONFORM, *args], capture_output=True, text=True, preexec_fn=limit_files if full else None)


# ---- A small corpus, and implementations with faults

def make_corpus(folder):
    """The cases of a few areas, and their keys by id."""
    return copy_corpus(CORPUS, [case for case in read_index(CORPUS)[1] if case.startswith(SMALL)], folder)


def make_adapter(folder, name, program):
    """An implementation that is a shell script around the reference."""
    script = write(os.path.join(folder, name + ".sh"), f"#!/bin/sh\nfor file; do :; done\n{program}\n", 0o755)
    return write(os.path.join(folder, name + ".conf"), reference_config(
        name, REF, f"{script} dump --raw", 'about: <b>the reference</b> & "faults"\n'))


def run(corpus, conf, *args, full=False):
    return conform("run", "--corpus", corpus, "--adapter", conf, "--seed", "77", *args, full=full)


# ---- Results and reports

def check_results(folder, corpus, cases):
    lines = [json.loads(line) for line in read(os.path.join(folder, "results.jsonl")).rstrip("\n").split("\n")]
    header, records, summary = lines[0], lines[1:-1], lines[-1]
    by_id = {r["id"]: r for r in records}
    ok(sorted(by_id) == sorted(cases) and len(records) == len(cases), "a line for each case")
    with open(os.path.join(corpus, "index.tsv"), "rb") as f:
        ok(header["corpus-sha256"] == hashlib.sha256(f.read()).hexdigest(), "the checksum is that of the index")
    ok(all(r["clauses"] == cases[r["id"]]["clauses"].split(" ") and r["title"] == cases[r["id"]]["title"] for r in records),
       "clauses and titles are those of the case files")
    ok(header["seed"] == "77", "the seed is kept")
    ok(all(0 < r["seconds"] < 100 for r in records if r["outcome"] != "skipped"), "each answer took some time")
    for r in records:
        if r["outcome"] in ("pass", "skipped"):
            continue
        with open(os.path.join(corpus, os.path.dirname(r["id"]), cases[r["id"]]["file"]), "rb") as f:
            if bytes.fromhex(r["bytes"]) != f.read()[r["bytes-at"]:]:
                ok(False, "the bytes of a failure are those of its section", r["id"])
    outcomes = {name: sum(r["outcome"] == name for r in records) for name in summary["outcomes"]}
    ok(outcomes == summary["outcomes"] and sum(outcomes.values()) == len(records), "the summary is the sum", outcomes)
    return by_id


def check_same(folder, corpus, conf):
    for name, form in (("report.html", "html"), ("report.md", "markdown"), ("junit.xml", "junit")):
        p = conform("report", folder, "--format", form)
        ok(p.returncode == 0 and p.stdout == read(os.path.join(folder, name)), f"{name} of the run is what `report` makes")
    p, q = run(corpus, conf, "--all"), conform("report", folder)
    ok(p.returncode == 1 and q.returncode == 0 and p.stdout == q.stdout, "so is what the run prints")
    p, q = run(corpus, conf, "--tap"), conform("report", folder, "--format", "tap")
    ok(p.returncode == 1 and q.returncode == 0 and p.stdout == q.stdout, "and its TAP")
    out = folder + ".out"
    p = conform("report", os.path.join(folder, "results.jsonl"), "--format", "tap", "-o", out)
    ok(p.returncode == 0 and p.stdout == "" and read(out) == q.stdout, "-o writes the same to a file")


def check_terminal(corpus, conf, records):
    """Without --all: 80 columns, but for ids, commands, and lines of tools; areas and outcomes of failures only."""
    text = run(corpus, conf).stdout
    ids = "|".join(re.escape(n) for n in records)
    wide = [line for line in text.split("\n") if len(line) > 80 and not re.match(r"  (known|expected|seen|output|reproduce): |next: ", line)
            and not re.search(ids, line)]
    ok(len(text.split("\n")) > 40 and not wide, "a terminal of 80 columns is enough", wide)
    table = text.partition("\narea ")[2].partition("\n\n")[0].split("\n")
    failed = [r for r in records.values() if r["outcome"] not in ("pass", "skipped")]
    ok([line.split()[0] for line in table[2:]] == sorted({r["area"] for r in failed}) + ["all"], "a row for each area with failures", table)
    ok(table[0].split()[0] == "pass" and len(table[-1].split()) == 2 + len({r["outcome"] for r in failed}), "a column for each outcome", table)
    p = run(corpus, conf, "--all")
    every = {r["area"] for r in records.values()}
    ok(every <= set(re.findall(r"(?m)^([a-z0-9-]+)  ", p.stdout.partition("\narea ")[2].partition("\n\n")[0])), "--all: a row for each area")


def check_junit(folder, records):
    text = read(os.path.join(folder, "junit.xml"))
    suite, = suites_of(text, "the report")
    cases = list(suite.iter("testcase"))
    ok(sorted(c.get("name") for c in cases) == sorted(records), "JUnit has every case")
    kinds = {}
    for c in cases:
        kinds[c.get("name")] = [child.tag for child in c]
    wrong = ("wrong-output", "too-strict", "too-lenient", "inconsistent")
    expected = {name: ["failure"] if r["standing"] == "unexpected" and r["outcome"] in wrong
                else ["error"] if r["standing"] == "unexpected"
                else ["skipped"] if r["standing"] in ("known", "shown") or r["outcome"] == "skipped" else []
                for name, r in records.items()}
    ok(kinds == expected, "each as what it is", [(n, kinds[n], expected[n]) for n in kinds if kinds[n] != expected[n]][:5])
    ok(all(e in kinds.values() for e in (["failure"], ["error"], [])), "and there are some of each")
    seen = [int(suite.get(name)) for name in ("tests", "failures", "errors", "skipped")]
    sums = [len(cases)] + [sum(k == [tag] for k in kinds.values()) for tag in ("failure", "error", "skipped")]
    ok(seen == sums, "the sums of the suite", (seen, sums))
    classes = {c.get("classname").count(".") for c in cases}
    ok(classes == {1}, "a class has one dot, whatever the version of the implementation", classes)
    odd = os.path.join(folder, "odd.jsonl")
    write(odd, read(os.path.join(folder, "results.jsonl")).replace("?[31m", "\\u001b\\ud83d\\ude00\\u202e\\uffff\\u0085\\t"))
    text = conform("report", odd, "--format", "junit").stdout
    said = [e.text for e in suites_of(text, "control characters")[0].iter("error")]
    ok(said and all("\\x1b\U0001f600\\u202e\\uffff\\x85\t<b>]]> \"odd\"" in e for e in said), "control characters are written out", said)
    text = conform("report", odd).stdout
    ok("\\x1b\U0001f600\\u202e\\uffff\\x85 <b>]]>" in text and "\x1b" not in text, "on a terminal too")


def check_tap(folder, records):
    """A reader of TAP that is not ours understands what is written. Perl's knows no version 14, so no version is named."""
    prove = shutil.which("prove")
    if not prove:
        skip("TAP: prove reads it", "there is no prove (perl)")
        return
    name = write(os.path.join(folder, "whole.tap"), conform("report", folder, "--format", "tap").stdout)
    p = subprocess.run([prove, "--norc", "-Q", "-e", "cat", name], capture_output=True, text=True)
    bad = sum(r["standing"] in ("unexpected", "stale") for r in records.values())
    ok(p.returncode == 1 and f"Tests: {len(records)} Failed: {bad})" in p.stdout and "Parse errors" not in p.stdout,
       f"TAP: prove reads it, and counts {bad} failures", p.stdout + p.stderr)


@functools.cache
def register_row(name, register):
    p = subprocess.run([REF, "clauses", name, "--json"], capture_output=True, text=True)
    return next((row for row in json.loads(p.stdout)[register]), None)


def grounds(record):
    """What the report of a failure says, by the reference's registers: its level, and its clauses, fault and policy."""
    texts = [f"Level {record['level']}" + (f": {record['level-because']}" if "level-because" in record else "")]
    for name, register, key in ([(c, "clauses", "statement") for c in record["clauses"]] + [(record["class"], "faults", "message")]
                                + [(record["policy"], "policies", "question")]):
        row = register_row(name, register) if name else None
        for basis in row["basis"] if row else ():
            if record["profile"] in basis["profiles"].split():
                # These cases are of version 1. Each quote names its manuals first.
                quotes = [q for q in re.findall(r'(?:v\S+ )+\S+ "[^"]*"', basis["evidence"]) if "v1 " in q]
                evidence = "; ".join(quotes) if basis["basis"] == "text" else basis["evidence"]
                texts += [row[key], f"basis {basis['basis']}: {evidence}"]
    return texts


def check_markdown(folder, records):
    text = re.sub(r"\\(.)", r"\1", read(os.path.join(folder, "report.md")))
    shown = [r for r in records if f"\n#### {r['id']}\n" in text]
    bad = [(r["id"], says) for r in shown for says in grounds(r)
           if says not in text.partition(f"\n#### {r['id']}\n")[2].partition("\n###")[0]]
    ok(len(shown) > 5 and not bad, "Markdown has these for each example", bad[:3])
    causes = re.findall(r"(?m)^### (.*) \(([0-9]+)\)$", text)
    ok(len(causes) == len(shown) and sum(int(n) for _, n in causes) == len(records), "an example of each cause", causes)


def check_known(folder, corpus, conf):
    """Known failures: one example for each reason, the others by name."""
    known = folder + ".known"
    run(corpus, conf, "--write-known", known)
    write(known, re.sub("(?m)^unexplained: .*", "the wrapper bends it <i>", read(known)))
    p = run(corpus, conf, "--known", known, "--report", folder)
    text = read(os.path.join(folder, "report.html"))
    page, groups = check_structure(text, "known"), [g for g in groups_of(text) if g.link.startswith("g:known/")]
    records = [json.loads(line) for line in read(os.path.join(folder, "results.jsonl")).split("\n")[1:-2]]
    names = sorted(r["id"] for r in records if r["standing"] == "known")
    ok(p.returncode == 0 and names, "all failures are known", p.stdout)
    ok(len(groups) == 1 and sorted(groups[0].texts) == names, "each is named once", groups and len(groups[0].texts))
    ok("the wrapper bends it <i>" in page.whole and groups[0].texts[groups[0].example].count('<pre class="hex"') == 1
       and text.count('<pre class="hex"') < 6, "one is shown for each reason")
    text = read(os.path.join(folder, "report.md"))
    ok(all(f"- {n} (" in text for n in names) and "the wrapper bends it \\<i\\> (" in text, "Markdown groups them by reason")


def check_list(folder, good, bad, corpus, conf):
    """The known-failure file of several results."""
    def known(*args):
        return conform("report", "--format", "known", *args)

    results = read(os.path.join(bad, "results.jsonl"))
    lines = results.split("\n")
    failing = sorted(json.loads(line)["id"] for line in lines if '"standing":"unexpected"' in line)
    p = known(bad)
    listed = sorted(line.split()[0] for line in p.stdout.split("\n") if line.startswith("  "))
    reasons = [line for line in p.stdout.split("\n") if line and line[0] not in " #"]
    ok(p.returncode == 0 and listed == failing and all(r.startswith("unexplained: ") for r in reasons), "a list of results", p.stdout)
    written = os.path.join(folder, "written.known")
    run(corpus, conf, "--write-known", written)
    ok(read(written) == p.stdout, "is what the run writes", read(written))
    lenient = next(i for i, line in enumerate(lines) if '"outcome":"too-lenient"' in line)
    name = json.loads(lines[lenient])["id"]
    other = write(os.path.join(folder, "list.jsonl.part"),
                  "\n".join(lines[:-2]).replace(lines[lenient], lines[lenient].replace('"outcome":"too-lenient"', '"outcome":"crash"')) + "\n")
    p = known(bad, other)
    ok(p.returncode == 0 and f"\n  {name} too-lenient|crash\n" in p.stdout, "two runs: both outcomes", p.stdout)
    old = write(os.path.join(folder, "old.known"), f"# mine\n\nit is old\n  {name} crash\n")
    p = known("--known", old, bad, other)
    ok(p.returncode == 0 and p.stdout.startswith("# mine\n\n") and re.search(f"\nit is old\n(  .*\n)*  {name} crash.too-lenient\n", p.stdout),
       "an entry that one of them shows keeps its reason", p.stdout)
    p = known(old)
    ok(p.returncode == 4 and old in p.stderr, "a list is no results file", p.stderr)
    p = known("--known", bad, bad)
    ok(p.returncode == 4 and p.stdout == "", "nor a results folder a list", p.stderr)
    write(other, "\n".join(lines[:-2]).replace('"level":"validate","cases"', '"level":"refuse","cases"') + "\n")
    for paths, says in (((good, bad), "another implementation"), ((bad, other), "the level that counts is refuse")):
        p = known(*paths)
        ok(p.returncode == 4 and p.stdout == "" and f"{paths[1]}" in p.stderr and says in p.stderr, says, p.stderr)
    write(other, "\n".join(lines[:-2]).replace('"corpus-sha256":"', '"corpus-sha256":"0', 1) + "\n")
    p = known(bad, other)
    ok(p.returncode == 4 and "another corpus" in p.stderr, "another corpus", p.stderr)
    write(other, "\n".join(lines[:-2]).replace('"detail":"fre.fp"', '"detail":"fre.fp|b"') + "\n")
    p = known(other)
    ok(p.returncode == 4 and "fre.fp|b" in read(other) and "cannot stand in a list" in p.stderr, "a detail that would be two outcomes", p.stderr)
    p = conform("report", "--known", old, bad)
    ok(p.returncode == USAGE and "--known FILE needs --format known" in p.stderr, "--known without its format", p.stderr)
    p = conform("report", "--format", "pdf", bad)
    ok(p.returncode == USAGE and "--format takes known, defects, text, " in p.stderr, "another format", p.stderr)


# ---- Damage

def check_damage(folder):
    whole = read(os.path.join(folder, "results.jsonl"))
    path, part = os.path.join(folder, "cut.jsonl"), os.path.join(folder, "cut.jsonl.part")
    num_lines = whole.count("\n")
    cuts = [0, 1, whole.index("\n"), whole.index("\n") + 1, len(whole) // 2, len(whole) - 1, whole.rindex("\n", 0, -1) + 1]
    for cut in cuts:
        write(path, whole[:cut])
        p = conform("report", path)
        line = whole[:cut].count("\n") + (cut == 0 or whole[cut - 1] != "\n")
        ok(p.returncode == 4 and p.stdout == "" and f"{path}:{line}: the file is" in p.stderr,
           f"cut off at byte {cut}: status 4, and the line is named", p.stderr)
    for cut in cuts[3:]:
        write(part, whole[:cut])
        p, there = conform("report", part), max(whole[:cut].count("\n") - 1, 0)
        ok(p.returncode == 0 and f"incomplete: {there} of {num_lines - 2} results\n" in p.stdout
           and "no verdict, the run was interrupted" in p.stdout, f"a .part file of {cut} bytes is incomplete", p.stderr + p.stdout)
        p = conform("report", part, "--format", "junit")
        ok(total(suites_of(p.stdout, "a part"), "errors") > 0, "and an error in JUnit")
        p = conform("report", part, "--format", "tap")
        ok(f"not ok {there + 1} - the results are incomplete" in p.stdout, "and a failure in TAP")
    lines = whole.split("\n")
    lenient = [i for i, line in enumerate(lines) if '"outcome":"too-lenient"' in line]
    changes = [
        (lambda s: s.replace('"outcome":"too-lenient"', '"outcome":"too-strict"', 1), num_lines, "the sum is not that of the lines above"),
        (lambda s: s.replace('"outcome":"too-lenient"', '"outcome":"pass"', 1), None, "standing: does not go with the outcome"),
        (lambda s: s.replace('"outcome":"too-lenient"', '"outcome":"fine"', 1), None, "there is no such outcome"),
        (lambda s: s.replace('"standing":"good"', '"standing":7', 1), None, "standing: is not a string"),
        (lambda s: s.replace('"format":2', '"format":3', 1), 1, "this program reads formats 1 and 2"),
        (lambda s: s.replace('"proved":', '"proved":1', 1), num_lines, "rejections.proved: the sum is not that of the lines above"),
        (lambda s: s.replace('"kinds":{"accept":{"asked":', '"kinds":{"accept":{"asked":1', 1), num_lines, "accept.asked: the sum is not"),
        (lambda s: s.replace('"may-pass":0', '"may-pass":1', 1), num_lines, "summary.may-pass: the sum is not"),
        (lambda s: s.replace('"answer":"reject"', '"answer":"refuse"', 1), None, "answer: is neither accept nor reject"),
        (lambda s: s.replace('"expect":"reject"', '"expect":"refuse"', 1), None, "expect: is not accept, reject or policy"),
        (lambda s: "\n".join([lines[0], *lines[2:]]), num_lines - 1, "not as many results"),
        (lambda s: s.replace(lines[lenient[0]], lines[lenient[1]]), None, "two results for"),
        (lambda s: "\n".join(lines[1:]), 1, "not the header"),
        (lambda s: s + lines[1] + "\n", num_lines + 1, "something follows the summary"),
        (lambda s: s.replace('"id":', '"id" ', 1), None, "byte"),
        (lambda s: s.replace("{", "[", 1), 1, "byte"),
        (lambda s: s.replace('"bytes":"', '"bytes":"zz', 1), None, "bytes: is not hexadecimal"),
    ]
    for change, line, says in changes:
        write(path, change(whole))
        p = conform("report", path)
        ok(p.returncode == 4 and says in p.stderr and (path if line is None else f"{path}:{line}:") in p.stderr,
           f"damaged: {says}", p.stderr)
    chance, odd = random.Random(4), []
    for _ in range(80):
        data = bytearray(whole.encode())
        for _ in range(chance.randint(1, 4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        with open(path, "wb") as f:
            f.write(data)
        p = subprocess.run([CONFORM, "report", path, "--format", chance.choice(["html", "junit", "text", "tap"])], capture_output=True)
        if p.returncode not in (0, 4) or (p.returncode == 4) != (path.encode() in p.stderr):
            odd.append((p.returncode, p.stderr))
    ok(not odd, "any bytes changed: a report, or status 4 and the file is named", odd[:2])
    for args, says in ((["report", "nowhere"], "nowhere: cannot be opened"),
                       (["report", folder, "-o", "/dev/null/x"], "cannot be written")):
        p = conform(*args)
        ok(p.returncode == 4 and says in p.stderr and p.stdout == "", f"{' '.join(args[:1])}: {says}", p.stderr)


def check_full_disk(folder, corpus, conf):
    results, part = os.path.join(folder, "results.jsonl"), os.path.join(folder, "results.jsonl.part")
    before = read(results)
    os.symlink("/dev/full", part)
    p = run(corpus, conf, "--report", folder)
    ok(p.returncode == 4 and f"{part}: cannot be written: No space left on device" in p.stderr and read(results) == before,
       "a full disk: status 4, the file is named, earlier results stay", p.stderr)
    os.unlink(part)
    p = run(corpus, conf, "--report", folder, full=True)
    ok(p.returncode == 4 and f"{part}: cannot be written: File too large" in p.stderr and read(results) == before,
       "a disk that becomes full", p.stderr)
    kept = read(part)
    ids = [json.loads(line).get("id") for line in kept.split("\n")[1:-1]]
    ok(0 < len(kept) <= 4096 and ids and all(f'"id":"{one}"' in before for one in ids), "the results so far are kept", kept)
    p = conform("report", part)
    ok(p.returncode == 0 and "incomplete: " in p.stdout, "and can be reported on", p.stderr)
    os.unlink(part)
    with open("/dev/full", "w") as out:
        q = subprocess.run([CONFORM, "report", folder], stdout=out, stderr=subprocess.PIPE, text=True)
    ok(q.returncode == 4 and "could not be printed" in q.stderr, "a report that cannot be printed", q.stderr)
    for args in (["--help"], ["--version"], ["list", "--corpus", corpus]):
        with open("/dev/full", "w") as out:
            q = subprocess.run([CONFORM, *args], stdout=out, stderr=subprocess.PIPE, text=True)
        ok(q.returncode == 4 and "cannot be written to" in q.stderr, f"{args[0]} that cannot be printed", q.stderr)


def check_corrupt_corpus(folder, corpus, conf, cases):
    before = read(os.path.join(folder, "results.jsonl"))
    name = sorted(cases)[1]
    section = os.path.join(corpus, os.path.dirname(name), cases[name]["file"])
    with open(section, "r+b") as f:
        data = f.read()
        f.seek(0)
        f.write(bytes([data[0] ^ 1]) + data[1:])
    p = run(corpus, conf, "--report", folder)
    ok(p.returncode == 4 and section in p.stderr and "sha256" in p.stderr and p.stdout == "",
       "a section that is not what the index says: status 4, and it is named", p.stderr)
    ok(read(os.path.join(folder, "results.jsonl")) == before, "earlier results stay")
    with open(section, "wb") as f:
        f.write(data)


# ---- Two files

def check_diff(good, bad, records):
    failing = sum(r["outcome"] not in ("pass", "skipped") for r in records.values())
    p = conform("diff", good, bad)
    ok(p.returncode == 1 and f"\n{failing} newly failing\n" in p.stdout and f"; {failing} regressions\n" in p.stdout
       and "these are two implementations" in p.stdout, "diff: what got worse, and status 1", p.stdout)
    same = conform("report", "diff", good, bad)
    ok((same.returncode, same.stdout) == (p.returncode, p.stdout), "as `report diff` too", same.stderr)
    p = conform("diff", bad, good)
    ok(p.returncode == 0 and f"\n{failing} newly passing\n" in p.stdout and "; no regressions\n" in p.stdout, "what got better: 0")
    p = conform("diff", bad, bad)
    ok(p.returncode == 0 and len(p.stdout.split("\n")) == 4, "nothing new", p.stdout)
    lines = read(os.path.join(bad, "results.jsonl")).split("\n")
    chosen = [i for i, line in enumerate(lines) if '"outcome":"too-lenient"' in line][:2]
    other = os.path.join(bad, "other.jsonl.part")
    new = list(lines)
    new[chosen[0]] = new[chosen[0]].replace('"outcome":"too-lenient"', '"outcome":"crash"')
    new[chosen[1]] = new[chosen[1]].replace('"outcome":"too-lenient"', '"outcome":"wrong-output"')
    gone = next(i for i, line in enumerate(lines) if '"outcome":"pass"' in line)
    write(other, "\n".join(line for i, line in enumerate(new[:-2]) if i != gone) + "\n")
    p = conform("diff", bad, other, "--format", "markdown")
    names = [json.loads(lines[i])["id"] for i in (*chosen, gone)]
    ok(p.returncode == 1 and "\n## 1 wrong answer before, no answer now" in p.stdout
       and f"- {names[0]}  too-lenient -> crash\n" in p.stdout and "(incomplete)" in p.stdout, "from a wrong answer to none is worse", p.stdout)
    ok("\n## 1 fail in another way\n" in p.stdout and f"- {names[1]}  too-lenient -> wrong-output\n" in p.stdout, "another failure")
    ok("\n## 1 removed\n" in p.stdout and f"- {names[2]}  pass\n" in p.stdout, "a case that is gone")
    p = conform("diff", other, bad)
    ok(p.returncode == 0 and "\n1 new, passing or skipped\n" in p.stdout, "and one that is new", p.stdout)


def check_several(good, bad, cases, records):
    asked = sum(r["outcome"] != "skipped" for r in records.values())
    p = conform("report", good, bad)
    ok(p.returncode == 0 and p.stdout.startswith("passed / run\n     #1  plain ") and "\nall " in p.stdout, "several: a matrix")
    row = next(line for line in p.stdout.split("\n") if line.startswith("all ")).split()
    ok(row[1] == f"{asked}/{asked}" and row[2] == f"{sum(r['outcome'] == 'pass' for r in records.values())}/{asked}", "with its sums", row)
    suites = suites_of(conform("report", good, bad, "--format", "junit").stdout, "several")
    ok([s.get("name").split()[0] for s in suites] == ["plain", "bent"] and [s.get("id") for s in suites] == ["0", "1"]
       and total(suites, "tests") == 2 * len(cases), "two test suites")
    p = conform("report", good, bad, "--format", "tap")
    ok(p.stdout.endswith(f"\n1..{2 * len(cases)}\n") and "\nok 2 - plain " in p.stdout, "one plan")
    page = check_structure(conform("report", bad, bad, good, "--format", "html").stdout, "several")
    ok("3 implementations" in page.whole and "c2:" + page.cases[0] in page.ids, "one page")
    ok("# SFrame conformance of 2 implementations" in conform("report", good, bad, "--format", "markdown").stdout, "one document")


def main():
    # JUnit says when it was made.
    os.environ["SOURCE_DATE_EPOCH"] = "1000000000"
    folder = tempfile.mkdtemp(prefix="sframe-report.")
    try:
        corpus, good, bad, known = (os.path.join(folder, name) for name in ("corpus", "good", "bad", "known"))
        cases = make_corpus(corpus)
        plain = make_adapter(folder, "plain", f'exec {REF} "$@"')
        # Says another FP rule, accepts unknown ABIs and words, and complains in colour about sections of 53 or 66 bytes.
        bent = make_adapter(folder, "bent", f"""out=$({REF} "$@" 2>"$0.err$$"); status=$?; err=$(cat "$0.err$$"); rm "$0.err$$"
case $(wc -c <"$file") in 53|66) printf '\\033[31m<b>]]> "odd"\\n' >&2; exit 42 ;; esac
case $err in *bad-abi*|*bad-word-count*) cat <<END
sframe-dump 1
section version=1 endian=little abi=amd64 flags=sorted fixed-fp=0 fixed-ra=-8 aux=0 fdes=0 fres=0 fre-len=0
END
    exit 0 ;; esac
printf '%s\\n' "$out" | sed 's/fp=same/fp=none/'; printf '%s\\n' "$err" >&2; exit $status""")
        p = run(corpus, plain, "--report", good)
        ok(p.returncode == 0, "the reference conforms", p.stdout + p.stderr)
        p = run(corpus, bent, "--report", bad, "-j", "1")
        ok(p.returncode == 1, "the bent one does not", p.stdout + p.stderr)
        ok("\nbroken on the simplest cases:\n" in p.stdout and "\n  seen:     fre 0.0 " in p.stdout and " fp=none " in p.stdout,
           "that it misreads the simplest section is said on top", p.stdout)
        records = check_results(bad, corpus, cases)
        check_same(bad, corpus, bent)
        check_terminal(corpus, bent, records)
        check_junit(bad, records)
        check_tap(bad, records)
        header = json.loads(read(os.path.join(bad, "results.jsonl")).split("\n")[0])
        check_page(bad, header, records, cases, grounds)
        check_markdown(bad, [r for r in records.values() if r["standing"] in ("unexpected", "shown", "stale")])
        check_size(conform, bad, read_index(CORPUS)[1])
        check_many_causes(conform, bad)
        text = read(os.path.join(bad, "report.md"))
        text = re.sub(r"\\(.)", r"\1", text)
        ok(all(f"\n#### {n}\n" in text or f"\n- {n} (" in text for n, r in records.items() if r["standing"] == "unexpected"),
           "Markdown has every failure")
        check_known(known, corpus, bent)
        check_list(folder, good, bad, corpus, bent)
        check_diff(good, bad, records)
        check_several(good, bad, cases, records)
        check_damage(bad)
        check_full_disk(good, corpus, plain)
        check_corrupt_corpus(good, corpus, plain, cases)
    finally:
        shutil.rmtree(folder)
    plan()


main()
