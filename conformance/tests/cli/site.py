#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A site of pages: its links, its markup, its text from untrusted results, and the folder that it replaces.

usage: site.py REPORT REGISTERS CONFORM CORPUS
"""
import filecmp
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.parse

sys.dont_write_bytecode = True
import report_made as made
from common import USAGE, no_report, ok, plan, read, write
from corpus_part import copy_corpus, read_index
from report_page import Page

made.ensure_jinja()
CONFORM, CORPUS = (os.path.abspath(path) for path in sys.argv[3:5])
PROGRAM = made.Program(os.path.abspath(sys.argv[1]), sys.argv[2], CONFORM)
# Ends of ids.
LOST, FIXED, NEW = "abi/unknown-5", "abi/unknown-127", "abi/unknown-255"
HOSTILE = "../../<script>alert(1)</script>\"'&\x1b[31m"


def site(*words, **more):
    return PROGRAM.start("site", *words, **more)


def files_of(folder):
    return sorted(os.path.relpath(os.path.join(place, name), folder) for place, _, names in os.walk(folder) for name in names)


# ---- Results

def make_results(folder):
    """Results of the reference for a few families, in all their cells."""
    index = read_index(CORPUS)[1]
    wanted = re.compile(r"(v1|v2)/amd64-little/(abi/unknown-|preamble/(baseline|short)|flags/)|v3/aarch64-big/(abi/unknown-|encode/refuse-f)")
    corpus = os.path.join(folder, "corpus")
    copy_corpus(CORPUS, [case for case in index if wanted.match(case)], corpus)
    report = os.path.join(folder, "report")
    p = subprocess.run([CONFORM, "run", "--corpus", corpus, "--adapter", "sframe-ref-framed", "--seed", "7", "--report", report],
                       capture_output=True, text=True, check=False, env=no_report())
    ok(p.returncode == 0, "the reference is right about a few families", p.stdout + p.stderr)
    return corpus, [json.loads(line) for line in read(os.path.join(report, "results.jsonl")).split("\n")[:-1]]


def doctor(lines, version, wrong, **header):
    """Results of a release that is too lenient about cases with these ends."""
    header = {**lines[0], "implementation": "reader", "version": version, "adapter": f"/x/reader-{version}.conf", **header}
    cases = [dict(line) for line in lines[1:-1]]
    for case in cases:
        if case["id"].endswith(tuple(wrong)) and case["outcome"] == "pass":
            case.pop("judged", None)
            case.update({"outcome": "too-lenient", "standing": "unexpected", "answer": "accept", "cause": f"{case['level']}/too-lenient/{case['class']}"})
    return made.lines(cases, header, {"reached": "none"})


# ---- The pages

def check_pages(folder, what):
    """Every page is well formed, and every link leads somewhere in the folder."""
    pages, wrong, dead = {}, [], []
    for name in files_of(folder):
        if name.endswith(".html"):
            pages[name] = Page(read(os.path.join(folder, name)))
    ok(len(pages) > 100, f"{what}: there are pages", len(pages))
    for name, page in pages.items():
        wrong += [(name, w) for w in page.wrong + page.open]
        wrong += [(name, "ids")] if len(set(page.ids)) != len(page.ids) else []
        wrong += [(name, "headings")] if page.headings[:1] != [1] or any(b > a + 1 for a, b in zip(page.headings, page.headings[1:])) or page.unscoped else []
        for link in [f"#{name}" for name in page.links] + [link for link in page.fetched if link != "link"]:
            path, _, anchor = link.partition("#")
            target = os.path.normpath(os.path.join(os.path.dirname(name), urllib.parse.unquote(path))) if path else name
            if ":" in link or link.startswith("/") or target.startswith("..") or not os.path.isfile(os.path.join(folder, target)):
                dead.append((name, link))
            elif target == "explore.html":
                # The section of a case, which the page opens.
                dead += [] if re.fullmatch(r"s=[A-Za-z0-9_%-]+&profile=v[0-9e]+&addr=0x[0-9a-f]+&name=[^&]+(&pc=0x[0-9a-f]+)?", anchor) else [(name, link)]
            elif anchor and urllib.parse.unquote(anchor) not in pages[target].ids:
                dead.append((name, link))
    ok(not wrong, f"{what}: every page is well formed, with headings in order and scopes of headers", wrong[:5])
    ok(not dead, f"{what}: every link leads to a file and an anchor", dead[:5])
    return pages


def text_of(page):
    return " ".join("".join(page.text).split())


def index_of(folder):
    text = read(os.path.join(folder, "search-index.js"))
    runs, index = re.fullmatch(r"var SITE_RUNS=(\[.*?\]);\nvar SITE_INDEX=(\[.*\]);\n", text, re.S).groups()
    return json.loads(runs), json.loads(index)


def check_content(folder, pages, lines):
    front = text_of(pages["index.html"])
    ok("sframe-ref" in front and "not claimed" in front, "what was not claimed is said", front[:3000])
    ok("reader 2.9" in front and front.index("reader 2.9") < front.index("reader 2.10"), "releases are in their order", front[:600])
    cells = [r["id"] for r in lines if r.get("id", "").endswith(FIXED)]
    changes = re.search(r'href="(implementation/reader-2\.10\.html#became-right)">(\d+)<', read(os.path.join(folder, "index.html")))
    ok(changes and int(changes[2]) == len(cells) > 2, "what became right is counted, and linked", changes)
    newer = read(os.path.join(folder, "implementation/reader-2.10.html"))
    part = newer[newer.index('id="became-right"'):newer.index("</details>", newer.index('id="became-right"'))]
    ok("case/abi/unknown-127.html" in part and part.count("<li>") == 1, "and the list has the family", part)
    part = newer[newer.index('id="became-wrong"'):newer.index("</details>", newer.index('id="became-wrong"'))]
    ok("case/abi/unknown-255.html" in part and part.count("<li>") == 1, "so has that of what became wrong", part)
    family = pages["case/abi/unknown-5.html"]
    text = text_of(family)
    ok({"v1~amd64-little", "v2~amd64-little", "v3~aarch64-big", "by-reader-2.9", "by-reader-2.10"} <= set(family.ids),
       "a family has an anchor for each cell and each implementation that is wrong", family.ids)
    record = next(r for r in lines if r.get("id") == "v3/aarch64-big/abi/unknown-5")
    ok(record["title"] in text and "bad-abi" in text and "Basis: text" in text and "0x4-0x5" in text, "title, fault, basis, bytes", text)
    ok(all(f"clause/{clause}.html" in " ".join(family.fetched) for clause in record["clauses"]), "and a link to each clause", family.links)
    ok("(parent: 0x1)  <mark>&lt;== bad-abi</mark>" in read(os.path.join(folder, "case/abi/unknown-5.html")), "the byte at fault is marked, by field")
    ok("✗ too-lenient" in text and "✓ pass" in text_of(pages["case/abi/unknown-127.html"]), "outcomes are words")
    clause = text_of(pages["clause/ALL-ABI-04.html"])
    ok("abi/unknown-5" in clause and "Basis" in clause and "wrong" in clause, "a clause has its families", clause)
    runs, index = index_of(folder)
    entry = next(e for e in index if e[1] == "abi/unknown-5")
    ok(entry[0] == "case/abi/unknown-5.html" and "bad-abi" in entry[3] and "ALL-ABI-04" in entry[3]
       and [runs[i] for i in entry[4]] == ["reader-2.9", "reader-2.10"], "the search finds it by all of these", entry)
    lost = [e for e in index for path, _, anchor in (e[0].partition("#"),) if path not in pages or (anchor and anchor not in pages[path].ids)]
    ok(not lost and {"defect", "clause", "fault", "question", "implementation"} <= {e[3] for e in index}, "and finds pages of every kind that exist", lost[:5])


def check_defects(folder, corpus, results):
    """With a list and its causes a failure has the page of its token, and the others those of their causes."""
    known = os.path.join(folder, "lists")
    os.mkdir(known)
    out = os.path.join(folder, "defects")
    write(os.path.join(known, "causes.txt"), "# Comment.\nAMB-006 | Undefined <ABIs> are accepted.\nB99 | Nobody has it.\n")
    write(os.path.join(known, "reader-2.9.known"), "AMB-006: takes any\n  v1/amd64-little/abi/unknown-5 too-lenient\n  v2/amd64-little/abi/unknown-5 crash\n")
    p = site("--corpus", corpus, "--known", known, out, *results)
    pages = check_pages(out, "with lists")
    ok(p.returncode == 0 and "defect/AMB-006.html" in pages and "defect/B99.html" not in pages, "a page for the defect that shows", p.stderr)
    text, links = text_of(pages["defect/AMB-006.html"]), pages["defect/AMB-006.html"].fetched
    ok("Undefined <ABIs> are accepted (AMB-006)" in text and "reader 2.9" in text and "reader 2.10" not in text
       and "../questions.html#AMB-006" in links and "../case/abi/unknown-5.html#by-reader-2.9" in links, "with what is wrong, where", text)
    ok('<td class="num">1</td>' in read(os.path.join(out, "defect/AMB-006.html")), "an entry with another outcome explains nothing", text)
    causes = [name for name in pages if name.startswith("cause/")]
    ok(causes and any("case/abi/unknown-255.html" in " ".join(pages[name].fetched) for name in causes), "and a page for other causes", causes)
    write(os.path.join(known, "causes.txt"), "AMB-006\n")
    p = site("--corpus", corpus, "--known", known, out, *results)
    ok(p.returncode == 4 and "causes.txt:1: is not" in p.stderr and "defect/AMB-006.html" in files_of(out), "bad causes: the line, and the old site stays", p.stderr)


# ---- The folder

def same(a, b):
    names = files_of(a)
    return names == files_of(b) and filecmp.cmpfiles(a, b, names, shallow=False)[1:] == ([], [])


def check_folder(folder, corpus, results, first):
    again = os.path.join(folder, "again")
    os.mkdir(again)
    p = site("--corpus", corpus, again, *reversed(results))
    ok(p.returncode == 0 and same(first, again), "other order, other empty folder: the same bytes", p.stderr)
    before = sorted(os.listdir(folder))
    p = site("--corpus", corpus, again, results[1])
    ok(p.returncode == 0 and not os.path.exists(os.path.join(again, "implementation/reader-2.10.html")), "a new site replaces all of the old one", p.stderr)
    ok(sorted(os.listdir(folder)) == before, "and leaves nothing beside it")
    shutil.rmtree(again)
    shutil.copytree(first, again)

    def full():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (30000, 30000))

    p = site("--corpus", corpus, again, results[0], preexec_fn=full)
    ok(p.returncode == 4 and "cannot be written" in p.stderr and same(first, again) and sorted(os.listdir(folder)) == before,
       "a full disk: the old site is as it was", p.stderr)
    for what, name in (("a file", "notes.txt"), ("a file in a folder", "case/abi/mine.html"), ("an empty folder", "empty/"), ("a link", "to")):
        path = os.path.join(again, name)
        if what == "a link":
            os.symlink(corpus, path)
        elif name.endswith("/"):
            os.mkdir(path)
        else:
            write(path, "mine")
        p = site("--corpus", corpus, again, results[0])
        ok(p.returncode == 4 and f"has `{name.rstrip('/')}`, which is not of an earlier site" in p.stderr, f"{what} of somebody else: refused", p.stderr)
        ok(os.path.lexists(path) and os.path.exists(os.path.join(again, "implementation/reader-2.10.html"))
           and sorted(os.listdir(folder)) == before, "and nothing was changed")
        (os.rmdir if name.endswith("/") else os.unlink)(path)
    file = write(os.path.join(folder, "file"), "x")
    p = site("--corpus", corpus, file, results[0])
    ok(p.returncode == 4 and read(file) == "x", "a file in place of the folder: refused", p.stderr)
    listed = os.path.join(again, "site-files.txt")
    outside = write(os.path.join(folder, "outside"), "x")
    write(listed, read(listed) + "../outside\n/etc/passwd\n")
    p = site("--corpus", corpus, again, results[0])
    ok(p.returncode == 0 and read(outside) == "x", "a list that names files elsewhere removes none of them", p.stderr)


def check_usage(folder, corpus, results):
    for args in ((), (os.path.join(folder, "alone"),)):
        p = site(*args)
        ok(p.returncode == USAGE and "name a folder to write, and one or more results files" in p.stderr, f"{len(args)} arguments", p.stderr)
    out = os.path.join(folder, "none")
    for args, why in (((out, results[0] + ".none"), "none"), ((out, results[0], os.path.join(CORPUS, "README.md")), "README.md:1:"),
                      (("--known", os.path.join(folder, "nowhere"), out, results[0]), "nowhere/causes.txt"),
                      (("--corpus", folder, out, results[0]), "index.tsv")):
        p = site(*args) if args[0] == "--corpus" else site("--corpus", corpus, *args)
        ok(p.returncode == 4 and why in p.stderr and not os.path.exists(out), f"wrong input: {why}", p.stderr)


# ---- Untrusted results

def check_hostile(folder, corpus, lines):
    """Texts that try to be markup, or to leave the folder."""
    box = os.path.join(folder, "box")
    os.mkdir(box)
    lines = doctor(lines, "1" + HOSTILE, [LOST], implementation="../" + HOSTILE, about=HOSTILE, policies={"AMB-006": HOSTILE})
    for line in lines[1:-1]:
        line.update({key: HOSTILE for key in ("title", "level-because", "multi-fault") if key in line and line[key]})
        line.update({key: HOSTILE for key in ("message", "command", "detail", "expected", "seen") if line["outcome"] == "too-lenient"})
    for cause in lines[-1]["causes"]:
        cause["title"] = HOSTILE
    out, path = os.path.join(box, "out"), made.dump(os.path.join(folder, "hostile.jsonl"), lines)
    p = site("--corpus", corpus, out, path, made.dump(os.path.join(folder, "hostile2.jsonl"), lines))
    ok(p.returncode == 0 and os.listdir(box) == ["out"], "hostile results: a site, and nothing beside it", p.stderr)
    names = files_of(out)
    ok(all(re.fullmatch(r"[A-Za-z0-9+,.~_/-]+", name) and len(os.path.basename(name)) < 200 and "/." not in name for name in names), "file names are plain")
    pages = check_pages(out, "hostile results")
    ok("<script>alert(1)</script>" in text_of(pages["index.html"]), "markup is text", text_of(pages["index.html"])[:500])
    control = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f]")
    ok(not any(control.search(read(os.path.join(out, name))) for name in names), "no control characters")
    ok(index_of(out)[0][1].endswith("~2"), "a second run of one name has another", index_of(out)[0])
    for key, value in (("id", "../" * 9), ("id", "v1/amd64-little/abi/../../../x"), ("area", "../" * 9), ("profile", HOSTILE), ("class", "../x"), ("clauses", ["../x"])):
        line = {**lines[1], key: value}
        p = site("--corpus", corpus, os.path.join(box, "none"), made.dump(path, [lines[0], line, *lines[2:]]))
        ok(p.returncode == 4 and f"hostile.jsonl:2: {key}: " in p.stderr and os.listdir(box) == ["out"], f"{key}: {value!r} is refused", p.stderr)


def check_names():
    """Parts of paths, made of any text, and releases in their order."""
    import site_model as model
    for text, name in (("a/b", "a~b"), ("..", "_2E."), ("\u00e9 <", "_C3_A9_20_3C"), ("", "_"), ("2.40+x,y-z", "2.40+x,y-z")):
        ok(model.safe_name(text) == name, f"{text!r} as a part of a path", model.safe_name(text))
    long = [model.safe_name("x" * 300 + end) for end in "ab"]
    ok(long[0] != long[1] and max(map(len, long)) < 120, "long names stay different", long)
    releases = ["2.9", "2.10", "2.10.1", "2.10a", "10", "9" * 5000]
    ok(sorted(reversed(releases), key=model.version_key) == releases, "releases are sorted by their numbers")


def main():
    with tempfile.TemporaryDirectory() as folder:
        corpus, lines = make_results(folder)
        results = [made.dump(os.path.join(folder, "new.jsonl"), doctor(lines, "2.10", [LOST, NEW])), os.path.join(folder, "report"),
                   made.dump(os.path.join(folder, "old.jsonl"), doctor(lines, "2.9", [LOST, FIXED]))]
        out = os.path.join(folder, "site")
        p = site("--corpus", corpus, out, *results)
        if ok(p.returncode == 0 and out in p.stdout, "a site is made", p.stdout + p.stderr):
            pages = check_pages(out, "two releases")
            check_content(out, pages, lines)
            check_defects(folder, corpus, results)
            check_folder(folder, corpus, results, out)
        check_usage(folder, corpus, results)
        check_hostile(folder, corpus, lines)
        check_names()
    plan()


main()
