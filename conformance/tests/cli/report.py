#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reports: what each format says of made-up results and of a run, what a diff says of two, and runs that cannot be kept.

usage: report.py REPORT REGISTERS CONFORM SFRAME-REF CORPUS
"""
import functools
import html
import json
import os
import re
import resource
import signal
import sys

import report_made as made
from common import ok, read, reference_config, results_of, run as start, run_in_folder, write
from corpus_part import copy_corpus, read_index
from junit_file import suites_of, total
from report_page import check_colours, check_failures, check_size, check_structure, groups_of

made.ensure_jinja()
# The date of a run is that of its file here.
os.environ.pop("SOURCE_DATE_EPOCH", None)
CONFORM, REF, CORPUS = (os.path.abspath(path) for path in sys.argv[3:6])
PROGRAM = made.Program(os.path.abspath(sys.argv[1]), sys.argv[2], CONFORM)
# Areas that have each kind of expectation.
SMALL = ("v1/amd64-little/abi/", "v1/amd64-little/fixed-offset/", "v1/amd64-little/word-count/", "v1/amd64-little/preamble/")
CASE = "v1/amd64-little/preamble/case-"
WRONG = ("wrong-output", "too-strict", "too-lenient", "inconsistent")


def conform(*args, full=False):
    """`full`: no file of the process may be larger than 4 KiB, as if the disk became full."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
    return start(CONFORM, *args, preexec_fn=limit if full else None)


# ---- Made-up results

def check_text(path):
    text = PROGRAM.report("text", path)
    end = text.rstrip("\n").rsplit("\n\n", 1)[1].split("\n")
    ok(end == ["it 2.40: 5 failures, 1 known failure", "  asked   10 of 21: version 1, amd64, decode; 11 selected",
               "  right   2   crashes 1   wrong output 2   accepts bad input 4   other 1", "  level   none (crashes break `safe`)"], "the block at the end", end)
    places = [text.index(part) for part in ("\narea ", "\nlevel ", "\nkind ", "1 informational failure ", "5 unexpected failures, 3 causes", "[safe/crash/valid-preamble]",
                                            "[read/wrong-output/valid-preamble]", "[refuse/too-lenient/bad-magic]", "1 stale entry ", " --corpus '/nowhere/the'$'\\012''corpus' ",
                                            "\nit 2.40: ")]
    ok(places == sorted(places), "tables, what does not count, then the worst first", places)
    for says in (f"  {CASE}3  crash SIGSEGV\n  the case 3 (55 bytes)\n  output:    it crashed\n  reproduce: {CONFORM} run --adapter it {CASE}3\n",
                 "  expected:  fre 0.0 at=0x0 cfa=sp+8 fp=same\n  seen:      fre 0.0 at=0x0 cfa=sp+8 fp=none\n", f"  also:      {CASE}5\n",
                 f"{CASE}8  too-lenient, above the level that counts (strict)\n", "  known:     line 9: crash (B2: why)\n",
                 "not claimed: 1 of 11 selected: v2, s390x, lookup\n", "repeat this order with --seed: 7\n", "validate        0       0  failures above"):
        ok(says in text, f"text: {says.split(chr(10))[0].strip()[:60]}", text)
    colour = PROGRAM.start("report", path, "--colour").stdout
    ok("\033[1m" in colour and re.sub("\033\\[[0-9]*m", "", colour) == text, "colours change nothing else")


def check_junit(text, records, what):
    suite, = suites_of(text, what)
    cases = {c.get("name"): [child.tag for child in c] for c in suite.iter("testcase")}
    expected = {name: ["failure"] if r["standing"] == "stale" or (r["standing"] == "unexpected" and r["outcome"] in WRONG)
                else ["error"] if r["standing"] == "unexpected"
                else ["skipped"] if r["standing"] in ("known", "shown") or r["outcome"] == "skipped" else [] for name, r in records.items()}
    ok({name: tags for name, tags in cases.items() if name in records} == expected, f"{what}: each case as what it is", cases)
    sums = [len(cases)] + [sum(tags == [tag] for tags in cases.values()) for tag in ("failure", "error", "skipped")]
    seen = [int(suite.get(name)) for name in ("tests", "failures", "errors", "skipped")]
    ok(seen == sums, f"{what}: the sums of the suite", (seen, sums))
    ok({c.get("classname").count(".") for c in suite.iter("testcase") if c.get("name") in records} == {1}, f"{what}: a class has one dot")


def check_html(path, records):
    text = PROGRAM.report("html", path)
    page = check_structure(text, "made-up")
    groups = check_failures(text, {n: r for n, r in records.items() if r["outcome"] in made.FAILS})
    check_colours(text)
    ok([g.link for g in groups] == ["g:safe/crash/valid-preamble", "g:read/wrong-output/valid-preamble", "g:refuse/too-lenient/bad-magic",
                                    "g:read/too-strict/valid-preamble", "g:shown/strict/too-lenient/bad-magic"], "causes by severity", [g.link for g in groups])
    head = text.partition("<nav>")[0].partition("<body>")[2]
    places = [head.index(part) for part in ("<h1>it 2.40 ", "5 failures, 1 known failure", "sframe-conform 1.1.0; corpus 1.0.0 (0123456789ab)", "crashes", "A known failure is ")]
    ok(places == sorted(places), "verdict, versions, numbers, and words that are explained", places)
    last = text.index('<details class="level informational">')
    ok(last > text.index('id="g:read/too-strict') and '<details class="level informational" open' not in text, "what does not count is last and closed")
    title = re.search("<title>(.*?)</title>", text)[1]
    os.utime(path, (10 ** 9, 10 ** 9))
    other = re.search("<title>(.*?)</title>", PROGRAM.report("html", path))[1]
    ok(title != other and other.startswith("it 2.40, 2001-09-09 01:46 UTC: 5 failures") and "2001-09-09 01:46 UTC" in PROGRAM.report("markdown", path),
       "the date is that of the file; titles tell two runs apart", (title, other))
    ok(re.search('timestamp="2001-09-09T01:46:40"', PROGRAM.report("junit", path)), "JUnit has it too")
    names = [f'<h2 id="{name}"' for name in ("failures", "levels", "areas", "claims")]
    ok([text.index(n) for n in names] == sorted(text.index(n) for n in names), "failures, levels, areas, claims")
    crash = groups[0].text
    ok("<del>seen      crash SIGSEGV</del>" in crash and '<pre class="wrap">it crashed</pre>' in crash and "AMB-001=reject" in page.whole, "an example in full", crash)
    lenient = groups[2].text
    ok("<mark>&lt;== bad-magic</mark>" in lenient and lenient.count("<mark>") == 1 and 'class="tag known">1 known' in lenient, "bytes at fault are marked", lenient)


def check_made_markdown(path):
    text = PROGRAM.report("markdown", path)
    for says in ("# SFrame conformance of it 2.40\n\n**5 failures, 1 known failure**\n\n- ", "## Unexpected failures\n\nAn unexpected failure is ",
                 f"#### {CASE}3\n\ncrash SIGSEGV: the case 3 \\(55 bytes\\)".replace("\\(55 bytes\\)", "(55 bytes)"), "| level | asked | right |\n|---|---:|---:|\n| safe | 10 | 9 |\n",
                 "| fde | 0 | 1 | 1 |", "B1: it is lazy (1)".replace("B1: it is lazy", "it is lazy \\(B1\\)"), f"- {CASE}7 (too-lenient)\n", "Tool output: it crashed\n",
                 "- ALL-PRE-02: The magic value is 0xdee2; anything else is not SFrame.; section 1.1; 2.1; basis text: ", "## Informational failures \\(do not count\\)\n",
                 "## Stale entries of the list of known failures\n", "\nNext:\n\n    "):
        ok(says in text, f"Markdown: {says.strip().split(chr(10))[0][:60]}", text)
    ok("\n\n\n\n" not in text, "without gaps", text)


def check_ends(folder):
    """Each way to end, in the words of each format."""
    lenient, path = made.case(1, "too-lenient"), os.path.join(folder, "end.jsonl")
    ends = (([made.case(1)], {}, {"verdict": "conforms"}, "conforms"), ([made.case(1)], {}, {}, "all that was asked passes"),
            ([made.case(1, "too-lenient", standing="known")], {}, {}, "no change (1 known failure, none new)"),
            ([lenient], {}, {}, "1 failure"), ([lenient], {"known": "it.known"}, {}, "1 unexpected failure"),
            ([made.case(1)], {"broken": ["accepts all"]}, {}, "wrong about the simplest sections"), ([made.case(1)], {}, {"unmatched": [{"line": 3, "id": "v1/none"}]},
                                                                            "1 entry of the list of known failures is stale"),
            ([made.case(1)], {}, {"trouble": [{"kind": "exit", "text": "exit-23"}]}, "did not exit cleanly"),
            ([made.case(1)], {}, {"trouble": [{"kind": "growth", "text": "grows"}]}, "its memory grows"),
            ([made.case(1, "skipped")], {}, {}, "nothing ran"), ([made.case(1), made.case(2, "not-run")], {}, {"complete": False}, "no verdict, the run was interrupted"))
    for cases, header, summary, says in ends:
        made.dump(path, made.lines(cases, header, summary))
        texts = PROGRAM.reports(("text", "junit", "markdown", "html"), path)
        bad = [form for form, text in texts.items() if says not in html.unescape(text.replace("\\", ""))]
        ok(not bad, f"every format says: {says}", bad)
        for entry in summary.get("trouble", ()):
            ok(f'type="trouble" message="{entry["text"]}"' in texts["junit"], "and fails in JUnit", texts["junit"])
        if "unmatched" in summary:
            ok(all("v1/none" in text for text in texts.values()), "with the entry")
    made.dump(path, made.lines([made.case(1)], {"unobservable": ["fre.ra@amd64"]}, {"reached": "safe", "hidden": {"keys": ["fre.ra@amd64"], "reached": {"aarch64": "read"}}}))
    for form, text in PROGRAM.reports(("text", "junit", "markdown", "html"), path).items():
        ok("return address on amd64 not shown; aarch64 reaches read" in text, f"{form}: a hidden answer")
    check_limits(path)
    check_provenance(path)


def check_limits(path):
    """What was left out on purpose is counted apart, in every format."""
    of = {"sorted": 1, "pcrel": 2, "functions": 0, "flexible": 0, "function-ends": 0}
    cases = [made.case(1), made.case(2, "skipped", missing=["sorted", "pcrel"], answer="reject", message="left out on purpose: needs sorted"),
             made.case(3, "skipped", missing=["pcrel"], answer="reject", message="left out on purpose: needs pcrel"),
             made.case(4, "skipped", missing=["op"], message="op not declared")]
    header, left = {"limits": ["needs:sorted", "needs:pcrel"]}, {"cases": 2, "of": of, "within": "strict"}
    made.dump(path, made.lines(cases, header, {"reached": "safe", "left-out": left}))
    for form in ("text", "junit", "markdown", "html"):
        text = html.unescape(PROGRAM.report(form, path).replace("\\", ""))
        says = ["left out on purpose: needs sorted 1, needs pcrel 2", "strict within its limits", "limits needs sorted, needs pcrel"]
        says.append("2</b><span>left out on purpose" if form == "html" else "2 left out on purpose")
        says.append("1 of 4 selected")
        ok(all(word in text for word in says), f"{form}: what was left out", [word for word in says if word not in text])
    for wrong in ({**left, "cases": 3}, {**left, "of": {**of, "pcrel": 1}}, None):
        made.dump(path, made.lines(cases, header, {"reached": "safe", **({"left-out": wrong} if wrong else {})}))
        p = PROGRAM.start("report", "--format", "text", path)
        ok(p.returncode != 0 and "left-out." in p.stderr and "the sum is not that of the lines above" in p.stderr, "a wrong sum is refused", p.stderr)


def check_provenance(path):
    """Where results come from, in every format; of what is not known nothing is said."""
    says = {"commit": "0123abc <b>", "compiler": "gcc 12", "flags": "-O2 -g", "date": "2026-11-26T10:48:00Z", "machine": "s390x", "system": "Linux 6.1",
            "host": "box", "run-url": "https://ci.example/7?a=b&c=d", "adapter-sha256": "ad" * 32}
    made.dump(path, made.lines([made.case(1), made.case(2, "crash")], {**says, "cases": 2}))
    texts = PROGRAM.reports(("text", "junit", "markdown", "html"), path)
    texts.update({"diff": PROGRAM.diff(path, path)[0], "diff in Markdown": PROGRAM.diff(path, path, "markdown")[0],
                  "known": PROGRAM.start("report", "--format", "known", path).stdout})
    wanted = {key: value for key, value in says.items() if key != "adapter-sha256"} | {"date": "2026-11-26"}
    for form, text in texts.items():
        lost = [value for value in wanted.values() if value not in html.unescape(text).replace("\\", "")]
        ok(not lost, f"{form}: where the results come from", (lost, text[:2000]))
    ok(all("ad" * 32 in texts[form] for form in ("junit", "html")), "and the hash of the adapter file")
    ok(texts["html"].count('<a href="https://ci.example/7?a=b&amp;c=d" rel="noreferrer">') == 2 and "<b>" not in texts["html"].partition("0123abc")[2][:9],
       "the page links the run")
    ok('timestamp="2026-11-26T10:48:00" hostname="box"' in texts["junit"], "JUnit's own attributes")
    made.dump(path, made.lines([made.case(1)]))
    ok("commit" not in PROGRAM.report("text", path) and 'name="machine"' not in PROGRAM.report("junit", path), "nothing is made up")


def check_diff(folder, old):
    """What got worse, what changed, what is new."""
    content, new = made.lines(made.some()), os.path.join(folder, "new.jsonl")
    changed = {CASE + "1": made.case(1, "too-strict"), CASE + "4": made.case(4, "crash"), CASE + "2": made.case(2, "wrong-output", seen="fre 0.0 fp=x"),
               CASE + "3": made.case(3), CASE + "9": made.case(9, "too-lenient", level="strict", cause="strict/too-lenient/bad-magic", standing="shown"),
               CASE + "7": made.case(7, "skipped")}
    cases = [changed.get(line["id"], line) for line in content[1:-1] if line["id"] != CASE + "5"] + [made.case(20), made.case(21, "wrong-output")]
    made.dump(new, made.lines(cases, {"abis": ["aarch64"], "unobservable": ["fre.ra@amd64"], "limits": ["needs:sorted"], "level": "refuse", "corpus-sha256": "f" * 64},
                              {"trouble": [{"kind": "growth", "text": "by 9 bytes"}]}))
    text, worse = PROGRAM.diff(old, new)
    for says in ("\n1 newly failing\n  " + CASE + "1  pass -> too-strict\n    reproduce: ", "\n1 wrong answer before, no answer now", f"  {CASE}4  too-lenient -> crash SIGSEGV\n",
                 "\n1 asked before, not asked now\n", f"\n1 worse, above the level that counts\n  {CASE}9  pass -> too-lenient\n", "\n1 fail in another way\n",
                 "    seen:      fre 0.0 fp=x\n", f"\n1 newly passing\n  {CASE}3  crash SIGSEGV -> pass\n", f"\n1 new, failing\n  {CASE}21  wrong-output fre.fp\n",
                 "\n1 new, passing or skipped\n", f"\n1 removed\n  {CASE}5  too-lenient\n", "\n3 narrower claims\n  not declared now: ABI amd64\n  hidden now: fre.ra@amd64\n  left out now: needs sorted\n",
                 "\nworse, beside the cases\n  its memory grows: by 9 bytes\n", "Note: the corpora differ", "Note: the level that counts was validate, and is refuse now.", "  read: 2 of 8, before 1 of 5\n", "; 7 regressions\n"):
        ok(says in text, f"diff: {says.strip().split(chr(10))[0]}", text)
    ok(worse == 7 and PROGRAM.start("diff", old, new).returncode == 1, "status 1")
    p = PROGRAM.start("diff", old, old)
    ok(p.returncode == 0 and p.stdout.startswith("it 2.40 -> it 2.40\n\n  before: 20") and p.stdout.endswith("(0123456789ab)\n\n2 of 10 pass, unchanged; no regressions\n"), "nothing new", p.stdout)
    text, worse = PROGRAM.diff(old, made.dump(os.path.join(folder, "few.jsonl"), made.lines([line for line in content[1:-1] if line["id"] != CASE + "1"])))
    ok(worse == 1 and f"\n1 asked before, not asked now\n  {CASE}1  pass -> not-run\n" in text, "nor is what a run of the same corpus does not select", text)
    made.dump(new + ".part", content[:3])
    text, worse = PROGRAM.diff(old, new + ".part")
    ok(worse == 8 and "\n8 asked before, not asked now\n" in text and "removed" not in text, "what an interrupted run did not come to is not asked", text)
    text, _ = PROGRAM.diff(old, new, "markdown")
    ok(f"\n## 1 newly failing\n\n- {CASE}1  pass -\\> too-strict\n  - reproduce: sframe-conform run " in text and "; **7 regressions**\n" in text, "as Markdown", text)


def check_several(folder, one):
    other = made.dump(os.path.join(folder, "other.jsonl"), made.lines([made.case(1)], {"implementation": "that", "corpus-sha256": "f" * 64}))
    text = PROGRAM.report("text", one, other)
    ok("Not the same corpus: it 2.40 ran corpus 1.0.0 (0123456789ab), that 2.40 ran corpus 1.0.0 (ffffffffffff)" in text
       and "\n| all | 2 / 8 / 1 | 1 / 0 / 0 |\n| level safe | 9 / 1 | 1 / 0 |\n" in text, "several: a matrix, and another corpus is said", text)
    ok("</title>" in (text := PROGRAM.report("badge", other)) and "(1 of 11 cases, 1.0.0)" in text, "the badge of a part says of how many cases it is", text)
    suites = suites_of(PROGRAM.report("junit", one, other), "several")
    ok([s.get("name") for s in suites] == ["it 2.40", "that 2.40"] and total(suites, "tests") == 12, "two test suites")
    ok("| all | 2 / 8 / 1 | 1 / 0 / 0 |\n| level safe | 9 / 1 | 1 / 0 |\n" in PROGRAM.report("matrix", one, other), "the matrix", PROGRAM.report("matrix", one, other))
    text = PROGRAM.report("html", one, one, other)
    page = check_structure(text, "several")
    ok("3 implementations" in page.whole and "c2:" + CASE + "2" in page.ids and "Not the same corpus" in page.whole and 'data-l="safe"' in text, "one page")
    ok("# SFrame conformance of 2 implementations" in PROGRAM.report("markdown", one, other), "one document")


# ---- A run

def make_adapter(folder, name, script):
    """An implementation that is a shell script around the reference."""
    path = write(os.path.join(folder, name + ".sh"), f"#!/bin/sh\nfor file; do :; done\n{script}\n", 0o755)
    return write(os.path.join(folder, name + ".conf"), reference_config(name, REF, f"{path} dump --raw", 'about: <b>the reference</b> & "faults"\n'))


def run(corpus, conf, *args, full=False):
    return conform("run", "--corpus", corpus, "--adapter", conf, "--seed", "77", *args, full=full)


@functools.cache
def register_row(name, register):
    return next((row for row in json.loads(start(REF, "clauses", name, "--json").stdout)[register]), None)


def grounds(record):
    """What the report of a failure says, by the reference's own registers."""
    texts = [f"Level {record['level']}" + (f": {record['level-because']}" if "level-because" in record else "")]
    for name, register, key in ([(c, "clauses", "statement") for c in record["clauses"]] + [(record["class"], "faults", "message")]
                                + [(record["policy"], "policies", "question")]):
        row = register_row(name, register) if name else None
        for basis in row["basis"] if row else ():
            if record["profile"] in basis["profiles"].split():
                quotes = [q for q in re.findall(r'(?:v\S+ )+\S+ "[^"]*"', basis["evidence"]) if "v1 " in q]
                texts += [row[key], f"basis {basis['basis']}: {'; '.join(quotes) if basis['basis'] == 'text' else basis['evidence']}"]
    return texts


def check_run(folder, corpus, conf, cases):
    p = run(corpus, conf, "--report", folder, "-j", "1")
    ok(p.returncode == 1, "a run with failures", p.stdout + p.stderr)
    header, *lines, _ = results_of(folder)
    records = {r["id"]: r for r in lines}
    ok(sorted(records) == sorted(cases) and PROGRAM.error(folder) == "", "its results can be read", PROGRAM.error(folder))
    for name, form in (("report.html", "html"), ("report.md", "markdown"), ("junit.xml", "junit")):
        ok(os.path.exists(os.path.join(folder, name)), f"{name} is written")
        if form != "junit":
            ok(read(os.path.join(folder, name)) == PROGRAM.report(form, folder), f"{name} of the run is what `report` makes")
    block = PROGRAM.report("text", folder).rstrip("\n").rsplit("\n\n", 1)[1]
    ok(p.stdout.rstrip("\n").endswith("\n\n" + block) and block.count("\n") == 3, "the run and its report end with the same block", p.stdout[-600:] + block)
    failed = {n: r for n, r in records.items() if r["outcome"] in made.FAILS}
    check_junit(PROGRAM.report("junit", folder), records, "a run")
    text = PROGRAM.report("html", folder)
    page = check_structure(text, "a run")
    check_failures(text, failed)
    examples = {g.example: html.unescape(g.text) for g in groups_of(text)}
    lacks = [(n, t) for n, shown in examples.items() for t in grounds(records[n]) if t not in shown]
    ok(len(examples) > 3 and not lacks, "examples have level, clauses, fault, and what they rest on", lacks[:3])
    lenient = [n for n in examples if records[n]["outcome"] == "too-lenient" and "patch" in records[n]]
    lacks = [n for n in lenient if "hdr.magic  " not in examples[n] or "(parent: 0x" not in examples[n] or "<mark><== " + records[n]["class"] not in examples[n]]
    ok(lenient and not lacks, "bytes by field, with the parent's values, and the fault is marked", lacks[:1] and examples[lacks[0]])
    ok("<b>the reference</b>" in page.whole and "<b>the" not in text and header["about"].startswith("<b>"), "markup of others stays text")
    text = re.sub(r"\\(.)", r"\1", PROGRAM.report("markdown", folder))
    lacks = [(n, t) for n in examples for t in grounds(records[n]) if t not in text.partition(f"\n#### {n}\n")[2].partition("\n###")[0]]
    ok(not lacks and all(f"\n#### {n}\n" in text or f"\n- {n} (" in text for n in failed), "Markdown has them too, and every failure", lacks[:3])


def check_full_disk(folder, corpus, conf):
    run(corpus, conf, "--report", folder)
    results, part = os.path.join(folder, "results.jsonl"), os.path.join(folder, "results.jsonl.part")
    before = read(results)
    p = run(corpus, conf, "--report", folder, full=True)
    ok(p.returncode == 4 and f"{part}: cannot be written: File too large" in p.stderr and read(results) == before, "a disk that becomes full", p.stderr)
    ok("incomplete: " in PROGRAM.report("text", part), "the results so far can be reported on")
    os.unlink(part)
    with open("/dev/full", "w", encoding="utf-8") as out:
        p = start(CONFORM, "report", folder, stdout=out)
    ok(p.returncode == 4 and "could be printed" in p.stderr, "a report that cannot be printed", p.stderr)


def check_corrupt_corpus(folder, corpus, conf, cases):
    before, name = read(os.path.join(folder, "results.jsonl")), sorted(cases)[1]
    section = os.path.join(corpus, os.path.dirname(name), cases[name]["file"])
    with open(section, "r+b") as f:
        first = f.read(1)
        f.seek(0)
        f.write(bytes([first[0] ^ 1]))
    p = run(corpus, conf, "--report", folder)
    ok(p.returncode == 4 and section in p.stderr and "sha256" in p.stderr and p.stdout == "" and read(os.path.join(folder, "results.jsonl")) == before,
       "a section that is not what the index says is named, and earlier results stay", p.stderr)


def check_runs(folder):
    corpus, good = os.path.join(folder, "corpus"), os.path.join(folder, "good")
    cases = copy_corpus(CORPUS, [case for case in read_index(CORPUS)[1] if case.startswith(SMALL)], corpus)
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
    check_run(os.path.join(folder, "bad"), corpus, bent, cases)
    check_full_disk(good, corpus, plain)
    check_corrupt_corpus(good, corpus, plain, cases)


def main(folder):
    content = made.lines(made.some())
    path = made.dump(os.path.join(folder, "made.jsonl"), content)
    records = {line["id"]: line for line in content[1:-1]}
    check_text(path)
    check_junit(PROGRAM.report("junit", path), records, "made-up")
    check_made_markdown(path)
    check_html(path, records)
    check_ends(folder)
    check_diff(folder, path)
    check_several(folder, path)
    check_size(PROGRAM, folder, 60, 45)
    check_size(PROGRAM, folder, 300, 5)
    if os.path.exists(CONFORM):
        check_runs(folder)


run_in_folder(main)
