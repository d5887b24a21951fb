#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A site of pages: its links, its markup, its text from untrusted results, and the folder that it replaces.

usage: site.py REPORT REGISTERS CONFORM CORPUS
"""
import filecmp
import hashlib
import http.server
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time
import types
import urllib.parse

import report_made as made
from common import ended, no_report, ok, read, read_bytes, results_of, run, run_in_folder, write
from corpus_part import copy_corpus, read_index
from report_page import Page, page_of
import site_page

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
    p = run(CONFORM, "run", "--corpus", corpus, "--adapter", "sframe-ref-framed", "--seed", "7", "--report", report, env=no_report())
    ok(p.returncode == 0, "the reference is right about a few families", p.stdout + p.stderr)
    return corpus, results_of(report)


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
    pages, wrong, dead, grid, there = {}, [], [], read(os.path.join(folder, "grid-data.js")), set(files_of(folder))
    for name in there:
        if name.endswith(".html"):
            pages[name] = page_of(read(os.path.join(folder, name)))
    ok(len(pages) > 100, f"{what}: there are pages", len(pages))
    for name, page in pages.items():
        wrong += [(name, w) for w in page.wrong + page.open]
        wrong += [(name, "ids")] if len(set(page.ids)) != len(page.ids) else []
        wrong += [(name, "headings")] if page.headings[:1] != [1] or any(b > a + 1 for a, b in zip(page.headings, page.headings[1:])) or page.unscoped else []
        for link in [f"#{name}" for name in page.links] + [link for link in page.fetched if link not in ("link", "img") and not link.startswith("https://example.org/")]:
            path, _, anchor = link.partition("#")
            target = os.path.normpath(os.path.join(os.path.dirname(name), urllib.parse.unquote(path))) if path else name
            if ":" in link or link.startswith("/") or target.startswith("..") or target not in there:
                dead.append((name, link))
            elif target == "explore.html":
                # The section of a case, which the page opens.
                dead += [] if re.fullmatch(r"s=[A-Za-z0-9_%-]+&profile=v[0-9e]+&addr=0x[0-9a-f]+&name=[^&]+(&pc=0x[0-9a-f]+)?", anchor) else [(name, link)]
            elif target == "grid.html" and anchor.startswith("fault="):
                dead += [] if json.dumps(anchor.removeprefix("fault=")) in grid else [(name, link)]
            elif anchor and urllib.parse.unquote(anchor) not in pages[target].ids:
                dead.append((name, link))
    ok(not wrong, f"{what}: every page is well formed, with headings in order and scopes of headers", wrong[:5])
    ok(not dead, f"{what}: every link leads to a file and an anchor", dead[:5])
    return pages


def text_of(page):
    return " ".join("".join(page.text).split())


def index_of(folder):
    text = read(os.path.join(folder, "search-index.js"))
    ok("<" not in text and text.isascii(), "no markup and no odd character in the search index")
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


def check_answers(folder, corpus, lines):
    """The page of an implementation answers what people ask first."""
    out, text = os.path.join(folder, "asked"), {}
    crash = doctor(lines, "2.40", [LOST], implementation="readelf", adapter="/x/readelf-2.40.conf", date="2026-11-26T10:48:00Z", commit="0123abc")
    cases = [{**c, "outcome": "crash", "answer": None, "detail": "SIGSEGV", "signal": "SIGSEGV", "cause": "safe/crash/x"} if c["id"] == "v1/amd64-little/abi/" + LOST[4:] else c
             for c in crash[1:-1]]
    head = {key: value for key, value in crash[0].items() if key != "selected"}
    right, leak = [c for c in crash[1:-1] if c["outcome"] == "pass"], {"trouble": [{"kind": "growth", "text": "it grows"}]}
    contents = made.lines(cases, head), made.lines(right, {**head, "implementation": "leaky"}, leak), made.lines(lines[1:-1], {**head, "version": "2.41"})
    files = [made.dump(os.path.join(folder, f"asked{i}.jsonl"), content) for i, content in enumerate(contents)]
    ended(site("--corpus", corpus, out, *files), 0, "a site of three")
    pages = check_pages(out, "answers")
    for name in ("readelf-2.40", "leaky-2.40", "readelf-2.41"):
        text[name] = text_of(pages[f"implementation/{name}.html"])
    asked = sum(c["outcome"] not in ("skipped", "not-run") for c in cases)
    ok(f"May I feed it hostile files? No It crashes on 1 of {asked} files." in text["readelf-2.40"], "a crash: no", text["readelf-2.40"][:800])
    ok("hostile files? No It answers all of" in text["leaky-2.40"] and "but its memory grows" in text["leaky-2.40"], "growth: no", text["leaky-2.40"][:800])
    ok("hostile files? Yes As far as" in text["readelf-2.41"] and "Nothing that was asked." in text["readelf-2.41"], "else yes, as far as is known", text["readelf-2.41"][:800])
    wrong = text["readelf-2.40"].partition("What does it get wrong?")[2]
    ok(wrong.index("crash 1") < wrong.index("too-lenient") and "2026-11-26 10:48 UTC; commit 0123abc" in text["readelf-2.40"], "the worst is first, with date and version", wrong[:500])
    ok("In an empty folder: { printf '" in wrong and "readelf --sframe case.elf" in wrong and "objcopy" in wrong, "it is seen with stock tools", wrong[:1500])
    ok("What changed since readelf 2.40?" in text["readelf-2.41"] and re.search("[0-9]+ cases: became right", text["readelf-2.41"]), "what changed", text["readelf-2.41"][:1500])
    fault = text_of(pages["fault/bad-abi.html"])
    ok("each time they were askedleaky 2.40, readelf 2.41 Do not alwaysreadelf 2.40: wrong in 3 of 15: crash 1, too-lenient 2 " in fault, "who refuses a fault", fault[:700])
    badge = json.loads(read(os.path.join(out, "badge/readelf-2.40.json")))
    ok(badge == {"schemaVersion": 1, "label": "SFrame", "message": "not safe (1.0.0)", "color": "#b3262f"} and
       ": SFrame not safe (1.0.0)</title>" in read(os.path.join(out, "badge/readelf-2.40.svg")), "badges have the level", badge)


# ---- Linkers

def check_linkers(folder, corpus, results):
    """Their levels, and files that are not what they should be."""
    header, *rows = [row.split("\t") for row in read(os.path.join(corpus, "index.tsv")).split("\n")[:-1]]
    left = header.index("case-sha256")
    head = {"format": 1, "questions": hashlib.sha256("".join("\t".join(row[:left] + row[left + 1:]) + "\n" for row in rows).encode()).hexdigest()}
    line = {"linker": "ld " + HOSTILE, "target": "amd64-little", "version": "v2", "levels": dict(zip(made.LEVELS, ([9, 9], [3, 3], [0, 0], [1, 2], [5, 5])))}
    path, out = os.path.join(folder, "linkers.jsonl"), os.path.join(folder, "linked")

    def linked(*lines):
        write(path, "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
        return site("--corpus", corpus, "--linkers", path, out, results[0])

    ended(linked(head, line, {**line, "linker": "mold 3.0", "levels": dict.fromkeys(made.LEVELS, [0, 0])}), 0, "a site with linkers")
    page = check_pages(out, "linkers")["index.html"]
    text = text_of(page)
    ok("strict ld ../../<script>alert(1)</script>\"'&\\x1b[31mamd64-littlev2read9/93/3-1/25/5 mold 3.0amd64-littlev2none----- " in text and "linkers" in page.ids, "a row for each linker", text)
    ok("of another corpus" not in text and ["index.html#linkers", "mold 3.0", "", "linker"] in index_of(out)[1], "of this corpus; the search finds it", text)
    ended(linked({**head, "questions": "0" * 64}, line), 0, "numbers of another corpus")
    ok("These numbers are of another corpus than this one (hash of its questions: 000000000000)." in text_of(Page(read(os.path.join(out, "index.html")))), "are said to be so")
    for lines, why in ((["<html>"], "1: byte 1: is not JSON: Expecting value"), ([head], "1: no numbers follow"), ([{**head, "format": 2}, line], "1: format: is not one of 1"),
                       ([{**head, "questions": "0"}, line], "1: questions: is not as"), ([{**head, "levels": 1}, [line]], "2: is not an object"), ([head, line, head], "3: levels: is missing"),
                       ([head, {**line, "target": 7}], "2: target: is not a string"), ([head, line, '{"linker": "\\ud800"}'], "3: a text has NUL or half"),
                       ([head, {**line, "levels": {**line["levels"], "lax": [1, 1]}}], "2: levels: lax: is not one of safe, "), ([head, {**line, "levels": {"safe": [1, 1]}}], "2: levels: read: is missing"),
                       ([head, {**line, "levels": {**line["levels"], "read": [1]}}], "2: levels: read: has 1 members"), ([head, {**line, "levels": {**line["levels"], "read": [-1, 2]}}], "2: levels: read: is less than 0"),
                       ([head, {**line, "levels": {**line["levels"], "read": [3, 2]}}], "2: levels: more answers are right"), ([head, line, ""], "3: byte 1: is not JSON: Expecting value")):
        p = linked(*lines)
        ok(p.returncode == 4 and f"linkers.jsonl:{why}" in p.stderr and "000000000000" in read(os.path.join(out, "index.html")), f"wrong numbers: {why}; the old site stays", p.stderr)
    ended(site("--corpus", corpus, "--linkers", folder, out, results[0]), 4, "a folder of numbers", f"{folder}: cannot be opened: Is a dir")


# ---- Sources

class Server(http.server.BaseHTTPRequestHandler):
    """Some files, and some servers that mean no good."""
    files, asked = {}, threading.Event()

    def do_GET(self):
        if self.path == "/endless":
            self.send_response(200)
            self.end_headers()
            try:
                while True:
                    self.wfile.write(b" " * 65536)
            except OSError:
                return
        elif self.path == "/elsewhere":
            self.send_response(302)
            self.send_header("Location", "file:///etc/passwd")
            self.end_headers()
        elif self.path.startswith("/slow"):
            self.asked.set()
            self.send_response(200)
            if self.path == "/slow":
                self.end_headers()
            try:
                for _ in range(100):
                    self.wfile.write(b"{")
                    self.wfile.flush()
                    time.sleep(0.1)
            except OSError:
                return
        else:
            found = self.files.get(self.path)
            self.send_response(200 if found else 404)
            self.end_headers()
            self.wfile.write(found or b"")

    def log_message(self, *_):
        pass


def check_sources(folder, corpus, results, lines):
    """What others have: each source costs its own column at most."""
    import sources
    # Of 64 MiB, which take their time.
    sources.MOST_BYTES >>= 6
    other = [{**line} for line in doctor(lines, "7", [FIXED])]
    other[0].update({"implementation": "sframe-ref-framed", "corpus-sha256": "f" * 64, "corpus-version": "0.9.0"})
    # Its size need not be there.
    other = [{key: value for key, value in line.items() if key != "size"} for line in other]
    other[1]["rev"] = 99
    other[2]["id"] = "v1/amd64-little/preamble/not-here"
    unknown = [{**line} for line in lines]
    unknown[1]["id"] = "v1/amd64-little/preamble/not-here"
    lie = [lines[0], *({**line, "level": "strict"} for line in lines[1:-1]), lines[-1]]
    newer = [{**lines[0], "format": 4}, *lines[1:]]
    for name, content in (("other", made.lines(other[1:-1], other[0])), ("unknown", made.lines(unknown[1:-1], unknown[0])), ("lie", made.lines(lie[1:-1], lie[0])), ("newer", newer)):
        made.dump(os.path.join(folder, name + ".jsonl"), content)
    write(os.path.join(folder, "junk.jsonl"), "<html>\x1b[31m</html>\n")
    Server.files["/good"] = read_bytes(os.path.join(folder, "new.jsonl"))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    web = f"http://127.0.0.1:{server.server_port}"
    entries = {"webbed": f"{web}/good", "older": "other.jsonl", "filed": f"file://{folder}/new.jsonl", "unknown": "unknown.jsonl", "liar": "lie.jsonl", "newer": "newer.jsonl",
               "junk": "junk.jsonl", "gone": f"{web}/gone", "endless": f"{web}/endless", "elsewhere": f"{web}/elsewhere", "ftp": "ftp://127.0.0.1/x", "nowhere": "nowhere.jsonl",
               "folder": "report", "zero": "/dev/zero"}
    version = results_of(os.path.join(folder, "report"))[0]["version"]
    path = write(os.path.join(folder, "list.txt"), "# Who is in.\n\n" + "".join(f"name: {name}\nresults: {where}\nlicence: MIT\n{'' if name == 'webbed' else f'home: https://example.org/{name}'}\n\n"
                                                                              for name, where in entries.items()))
    out = os.path.join(folder, "with-sources")
    p = site("--corpus", corpus, "--sources", path, out, results[2])
    pages = check_pages(out, "sources")
    ok(p.returncode == 0, "a site with sources", p.stderr)
    front = text_of(pages["index.html"])
    for name, why in (("unknown", "the corpus that it names has no such case v1/amd64-little/preamble/not-here"), ("liar", "has no such case"), ("newer", "this program reads format 3"),
                      ("junk", "byte 1: is not JSON: Expecting value"), ("gone", "Not Found"), ("endless", "is larger than 1 MiB"), ("elsewhere", "is not allowed"), ("ftp", "unknown url type"),
                      ("nowhere", "No such file"), ("zero", "is a folder, a FIFO or a device")):
        part = front.partition(f" {name}: ")[2][:300]
        ok(why in part and "sframe-sources" not in part, f"{name} is named: {why}", (part, front[-3000:]))
    names = {os.path.basename(name) for name in pages if name.startswith("implementation/")}
    ok(names == {"webbed-2.10.html", "older-7.html", "filed-2.10.html", f"folder-{version}.html", "reader-2.9.html"}, "who is on the list has its name from there", names)
    older = text_of(pages["implementation/older-7.html"])
    left = len(lines) - 4
    ok(f"corpus 0.9.0 (ffffffffffff) is another one: compared are the {left} cases that are the same here, 2 are not" in older and "verdict" not in older and "results of its own, MIT, from other.jsonl" in older
       and "https://example.org/older" in pages["implementation/older-7.html"].fetched, "another corpus is said, and what is compared", older[:900])
    again = made.dump(os.path.join(folder, "foreign.jsonl"), made.lines(other[1:-1], {**other[0], "implementation": "reader", "version": "3"}))
    p = site("--corpus", corpus, os.path.join(folder, "foreign"), results[2], again)
    text = text_of(Page(read(os.path.join(folder, "foreign/implementation/reader-3.html"))))
    ok("What changed since reader 2.9?" in text and "not in the newer results" not in text and "became right" in text, "releases with two corpora: only what both were asked", text[:1500])
    ok("not-here" not in " ".join(files_of(out)) and f"<b>{left:,}" not in front, "a case that is not here has no page")
    matrix = PROGRAM.start("report", "--format", "matrix", "--corpus", corpus, "--sources", path, results[2])
    ok(matrix.returncode == 0 and f"| area | reader 2.9 | webbed 2.10 | older 7 | filed 2.10 | folder {version} |" in matrix.stdout and "- junk cannot be used: junk.jsonl:1: byte 1: is not JSON: Expecting" in matrix.stdout.replace("\\", ""),
       "the matrix has them too", matrix.stdout[-2500:])
    part = [c for c in lines[1:-1] if c["level"] != "strict"]
    for summary, level in (({}, "validate"), ({"trouble": [{"kind": "files", "text": "it keeps a file open"}]}, "none"), ({"hidden": {"keys": ["fre.ra"], "reached": {}}}, "safe")):
        run, = PROGRAM.load(made.dump(path + ".jsonl", made.lines(part, {**lines[0], "selected": len(part), "corpus-sha256": "f" * 64}, {"reached": "strict", **summary})))
        sources.Reference(corpus).fit(run)
        ok(run.is_foreign and run.reached == level, f"another corpus: {summary} leaves level {level}", run.reached)
    sources.MOST_SECONDS = 1
    write(path, "".join(f"name: slow\nresults: {web}/{name}\nlicence: MIT\n\n" for name in ("slow", "slow-head")))
    args = PROGRAM.arguments("--corpus", corpus, "--sources", path, results[2])
    ok([s.problem for s in sources.load(args)[1]] == ["takes longer than 1 seconds"] * 2, "a slow server is left, in its headers too")
    Server.asked.clear()
    p = subprocess.Popen([sys.executable, PROGRAM.folder, "site", *PROGRAM.options, "--corpus", corpus, "--sources", path, os.path.join(folder, "none"), results[2]],
                         stderr=subprocess.PIPE, text=True)
    Server.asked.wait(60)
    p.send_signal(signal.SIGHUP)
    p.send_signal(signal.SIGTERM)
    said = p.communicate()[1]
    ok(p.returncode == 4 and said == "sframe-conform: interrupted: the site was not written\n" and "none" not in " ".join(os.listdir(folder)),
       "interrupted while it waits for a server: no site", (p.returncode, said))
    for text, why in (("name: a\n", "list.txt:2: the entry above has no `results`"), ("name: A\n", "list.txt:1: is not one of name, "), ("name: a\nname: b\n", "list.txt:2: "),
                      ("junk\n", "list.txt:1: "), ("name: a\nresults: x\nlicence: MIT\nhome: javascript:x\n", "list.txt:4: "), ("", "has no entry"),
                      ("name: a\nresults: none.jsonl\nlicence: MIT\n", "no source can be used; the first: a: ")):
        write(path, text)
        p = site("--corpus", corpus, "--sources", path, os.path.join(folder, "none"))
        ok(p.returncode == 4 and why in p.stderr and not os.path.exists(os.path.join(folder, "none")), f"a wrong list: {why}", p.stderr)
    server.shutdown()


# ---- The grid

def check_browser(out, results):
    """Its filters show what the results say."""
    if not site_page.has_browser():
        return
    runs = [[json.loads(line) for line in read(path if path.endswith("l") else os.path.join(path, "results.jsonl")).split("\n")[:-1]] for path in results]
    runs = [next(run for run in runs if run[0]["version"] == version) for version in ("2.9", "2.10", runs[1][0]["version"])]
    choices = {None: {}, "": {}, "fault=bad-abi": {"class": "bad-abi"}, "fault=bad-abi&profile=v1&outcome=too-lenient": {"class": "bad-abi", "profile": "v1"},
               "abi=aarch64&level=refuse": {"abi": "aarch64", "level": "refuse"}, "area=flags&text=flags/u": {"area": "flags"}}
    shown = site_page.check(out, "reader", list(choices))
    for (choice, want), rows in zip(choices.items(), shown):
        outcome, text, made_rows = "too-lenient" if "outcome" in (choice or "") else None, "flags/u" if "text" in (choice or "") else "", {}
        for column, run in enumerate(runs):
            for r in run[1:-1]:
                name = "/".join(r["id"].split("/")[2:])
                if text in name and all(r[key] == value for key, value in want.items()):
                    counts = made_rows.setdefault(name, [[0, 0] for _ in runs])[column]
                    counts[0] += r["outcome"] not in ("skipped", "not-run")
                    counts[1] += r["outcome"] == outcome if outcome else r["outcome"] in made.FAILS
        expected = {name: ["-" if not n else f"✗ {wrong}/{n}" if wrong else f"✓ {n}" for n, wrong in counts] for name, counts in made_rows.items()
                    if not outcome or any(wrong for _, wrong in counts)}
        ok({row[0]: row[1:] for row in rows} == expected and expected, f"the grid with {choice!r}: {len(rows)} rows", (rows[:2], list(expected.items())[:2], len(expected)))


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

    # Python does not notice that a compiled module which it keeps was cut.
    p = site("--corpus", corpus, again, results[0], preexec_fn=full, env={**os.environ, "PYTHONPYCACHEPREFIX": ""})
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
    p = site("--corpus", corpus, "-", results[0])
    ok(p.returncode == 4 and "-: a site is a folder of files" in p.stderr and not os.path.exists("-"), "standard output in place of the folder: refused", p.stderr)
    listed = os.path.join(again, "site-files.txt")
    outside = write(os.path.join(folder, "outside"), "x")
    write(listed, read(listed) + "../outside\n/etc/passwd\n")
    p = site("--corpus", corpus, again, results[0])
    ok(p.returncode == 0 and read(outside) == "x", "a list that names files elsewhere removes none of them", p.stderr)


def check_usage(folder, corpus, results):
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
    runs = [types.SimpleNamespace(header={"implementation": "a", "version": version}, sort_key=version) for version in ("1", "1", "1/2")]
    model.Site.order_runs(types.SimpleNamespace(runs=runs))
    ok([run.page_name for run in runs] == ["a-1", "a-1~2", "a-1~2~2"], "no two runs have one page", [run.page_name for run in runs])
    long = [model.safe_name("x" * 300 + end) for end in "ab"]
    ok(long[0] != long[1] and max(map(len, long)) < 120, "long names stay different", long)
    releases = ["2.9", "2.10", "2.10.1", "2.10a", "10", "9" * 5000]
    ok(sorted(reversed(releases), key=model.version_key) == releases, "releases are sorted by their numbers")


def main(folder):
    corpus, lines = make_results(folder)
    results = [made.dump(os.path.join(folder, "new.jsonl"), doctor(lines, "2.10", [LOST, NEW])), os.path.join(folder, "report"),
               made.dump(os.path.join(folder, "old.jsonl"), doctor(lines, "2.9", [LOST, FIXED]))]
    out = os.path.join(folder, "site")
    p = site("--corpus", corpus, out, *results)
    if ok(p.returncode == 0 and out in p.stdout, "a site is made", p.stdout + p.stderr):
        pages = check_pages(out, "two releases")
        check_content(out, pages, lines)
        check_defects(folder, corpus, results)
        check_browser(out, results)
        check_folder(folder, corpus, results, out)
        check_answers(folder, corpus, lines)
        check_sources(folder, corpus, results, lines)
        check_linkers(folder, corpus, results)
    check_usage(folder, corpus, results)
    check_hostile(folder, corpus, lines)
    check_names()


run_in_folder(main)
