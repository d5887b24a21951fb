#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Results files that are damaged, cut off, contradict themselves, or are there to do harm: an error that names file and line.

usage: report_input.py REPORT REGISTERS
"""
import copy
import json
import os
import random
import sys
import tempfile

import report_made as made
from common import ended, ok, plan, read, skip, write

made.ensure_jinja()
PROGRAM = made.Program(sys.argv[1], sys.argv[2])
import results
TOO_DEEP = "[" * 100000 + "]" * 100000


def refused(path, text, says, line=None, what=None):
    """A file with this text is refused."""
    with open(path, "wb") as f:
        f.write(text if isinstance(text, bytes) else text.encode())
    error = PROGRAM.error(path)
    good = says in error and error.startswith(f"{path}:" if line is None else f"{path}:{line}:")
    ok(good, f"{what or says}", error or "it was read")


def check_text(path, whole):
    """Bytes and JSON."""
    lines = whole.split("\n")
    second = lines[1]
    changes = [
        (lines[0].replace('"format":3', '"format":2'), 1, "results of format 2, written by sframe-conform 1.0; run it again"),
        (lines[0].replace('"format":3', '"format":4'), 1, "this program reads format 3"),
        (lines[0].replace('"format":3', '"format":"3"'), 1, "format: this program reads"),
        (lines[0].replace('"selected"', '"chosen"'), 1, "selected: is missing"),
    ]
    for text, line, says in changes:
        refused(path, "\n".join([text, *lines[1:]]), says, line)
    for change, says in (
            (lambda s: s.replace('"id":', '"id" ', 1), "byte "), (lambda s: "[" + s[1:], "byte "), (lambda s: "[]", "there is no such line"),
            (lambda s: s.replace('"rev":1', '"rev":1,"rev":1'), "a key is there twice"),
            (lambda s: s.replace('"seconds":0.001', '"seconds":NaN'), "NaN is no JSON"),
            (lambda s: s.replace('"seconds":0.001', '"seconds":1e999'), "seconds: is too large"),
            (lambda s: s.replace('"seconds":0.001', '"seconds":-1'), "seconds: is less than 0"),
            (lambda s: s.replace('"size":55', '"size":' + "1" * 5000), "too many digits"),
            (lambda s: s.replace('"size":55', '"size":55.0'), "size: is not a whole number"),
            (lambda s: s.replace('"title":"the', '"title":"\\u0000the'), "NUL"),
            (lambda s: s.replace('"title":"the', '"title":"\\ud800the'), "half a character"),
            (lambda s: s.replace('"clauses":[', '"clauses":' + TOO_DEEP + ',"x":['), "nested too deeply"),
            (lambda s: s.replace("fde/case", "fde/../../case"), "id: is not as this format writes it"),
            (lambda s: s.replace('"type":"case"', '"type":["case"]'), "there is no such line")):
        refused(path, "\n".join([lines[0], change(second), *lines[2:]]), says, 2)
    # Some of these fit the parser's depth, but not that of what looks at texts after it.
    said = set()
    for depth in range(950, 1000):
        write(path, "\n".join([lines[0], second[:-1] + ',"x":' + "[" * depth + '"\\ud800"' + "]" * depth + "}", *lines[2:]]))
        said.add(PROGRAM.error(path))
    ok(said == {f"{path}:2: is nested too deeply", f"{path}:2: a text has NUL or half a character in it"}, "texts at any depth", said)
    refused(path, whole.encode().replace(b"the case 1", b"the case \xff", 1), "is not UTF-8", 2)
    refused(path, f"{lines[0]}\n{'x' * (results.MAX_LINE + 1)}\n", "is longer than 8 MiB", 2)
    refused(path, whole + second + "\n", "something follows the summary", len(lines))
    refused(path, "\n".join(lines[1:]), "the first line is not the header", 1)
    refused(path, "\n".join([lines[0], *lines]), "a second header", 2)


def check_header(path, content):
    """A run's address becomes a link, and its date a text of ours: other words are refused."""
    for key, value in (("run-url", "javascript:alert(1)"), ("run-url", 'https://x/"><b>'), ("run-url", "https://x/ y"), ("date", "yesterday"),
                       ("date", "2026-11-26T10:48:00Z\n"), ("adapter-sha256", "ad"), ("commit", ""), ("machine", ["x"])):
        changed = [{**content[0], key: value}, *content[1:]]
        refused(path, "".join(json.dumps(line) + "\n" for line in changed), f"{key}: is ", 1, f"{key} {value!r}")


# What is changed in the line about a case (its number) or the summary (None), and what is said of it.
WRONG = (
    (2, {"outcome": "fine"}, "outcome: is not one of pass, "), (2, {"standing": 7}, "standing: is not one of good, "),
    (2, {"level": "hard"}, "level: is not one of "), (2, {"answer": "refuse"}, "answer: is not one of "),
    (2, {"expect": "refuse"}, "expect: is not one of "), (2, {"profile": "v9"}, "profile: is not one of "), (2, {"title": 3}, "title: is not a string"),
    (2, {"clauses": "ALL-PRE-02"}, "clauses: is not a list"), (4, {"range": [3, 2]}, "range: is not a start and an end"),
    (4, {"range": [3]}, "range: has 1 members"), (4, {"bytes": "zz"}, "bytes: is not as this format writes it"),
    (4, {"bytes": "00" * 60}, "bytes: are more than the section has"), (4, {"bytes-at": 5}, "bytes: are more than the section has"),
    (2, {"difference": {"line": "fre", "key": "fp", "kind": "odd", "place": None}}, "difference: kind: is not one of "),
    (2, {"difference": {"line": "fre", "key": "fp", "kind": "zero"}}, "difference: place: is missing"),
    (2, {"difference": ["fre"]}, "difference: is not an object"), (2, {"cause": None}, "cause: is missing"),
    (1, {"cause": "read/x"}, "cause: only a failure has one"), (2, {"standing": "good"}, "standing: does not go with the outcome"),
    (6, {"standing": "known", "reason": "none"}, "standing: does not go with the outcome"), (2, {"seen": None}, "expected: what is expected"),
    (2, {"standing": "not-run"}, "standing: does not go with the outcome"), (7, {"reason": None}, "reason: is not a string"),
    (4, {"judged": ["class"]}, "judged: is about right rejections only"), (8, {"excuse": "mood"}, "excuse: is not one of "),
    (None, {"status": 0}, "status: is not that of these results"), (None, {"status": None}, "status: is not a whole number"),
    (None, {"verdict": "conforms"}, "verdict: is not that of these results"), (None, {"verdict": "fine"}, "verdict: is not one of "),
    (None, {"asked": 3}, "asked: the sum is not that of the lines above, which is 10"), (None, {"may-pass": 1}, "may-pass: the sum is not"),
    (None, {"selected": 1}, "selected: the sum is not"), (None, {"complete": "yes"}, "complete: is not true or false"),
    (None, {"causes": []}, "is missing"), (None, {"trouble": [{"kind": "mood", "text": ""}]}, "trouble: kind: is not one of "),
)
SUMS = (("outcomes", "pass"), ("standings", "stale"), ("levels", "read", "asked"), ("levels", "refuse", "right"), ("kinds", "accept", "asked"),
        ("kinds", "policy", "right"), ("rejections", "proved"), ("rejections", "class"), ("causes", 0, "count"), ("causes", 0, "standings", "known"))


def check_members(path, content):
    places = {number: next(i for i, line in enumerate(content) if line.get("id", "").endswith(f"/case-{number}")) for number in range(1, 12)}
    for number, changes, says in WRONG:
        at = len(content) - 1 if number is None else places[number]
        changed = content[:at] + [{**content[at], **changes}] + content[at + 1:]
        refused(path, "".join(json.dumps(line) + "\n" for line in changed), says, at + 1, f"case {number}: {says}" if number else says)
    for keys in SUMS:
        changed = copy.deepcopy(content)
        place = changed[-1]
        for key in keys[:-1]:
            place = place[key]
        place[keys[-1]] += 1
        refused(path, "".join(json.dumps(line) + "\n" for line in changed), "the sum is not", len(content), f"a wrong sum: {keys}")
    changed = copy.deepcopy(content)
    changed[-1]["causes"][0]["example"] = "v1/amd64-little/preamble/case-1"
    refused(path, "".join(json.dumps(line) + "\n" for line in changed), "the example is no failure of this cause", len(content))
    refused(path, "".join(json.dumps(line) + "\n" for line in content[:1] + [content[2]] + content[2:]), "has two results for", 3)
    refused(path, "".join(json.dumps(line) + "\n" for line in content[:1] + content[2:]), "expected 11 results, found 10", len(content) - 1)


def check_cuts(folder, whole):
    path, part = os.path.join(folder, "cut.jsonl"), os.path.join(folder, "cut.jsonl.part")
    end = len(whole) - 1
    for cut in (0, 1, whole.index("\n"), whole.index("\n") + 1, len(whole) // 2, end, whole.rindex("\n", 0, end) + 1):
        line = whole[:cut].count("\n") + (cut == 0 or whole[cut - 1] != "\n")
        refused(path, whole[:cut], "the file is", line, f"cut off at byte {cut}")
        if cut <= whole.index("\n"):
            continue
        write(part, whole[:cut])
        there = whole[:cut].count("\n") - 1
        text = PROGRAM.report("text", part)
        ok(f"incomplete: {there} of 11 results" in text and "no verdict, the run was interrupted" in text, f"a .part file of {cut} bytes", text)
        ok('<error type="incomplete"' in PROGRAM.report("junit", part) and "Incomplete: " in PROGRAM.report("markdown", part)
           and "<b>incomplete: " in PROGRAM.report("html", part), "and said in the others")
    refused(part, b"", "the file is empty", 1)


def check_folders(folder, content):
    """A folder has results.jsonl; its .part file is used if it is alone or newer."""
    results = os.path.join(folder, "results.jsonl")
    made.dump(results + ".part", content[:3])
    ok("incomplete: 2 of 11" in PROGRAM.report("text", folder), "a .part file that is alone")
    made.dump(results, content)
    os.utime(results + ".part", (1, 1))
    ok("incomplete" not in PROGRAM.report("text", folder), "an older .part file is not used")
    os.utime(results, (0, 0))
    ok("incomplete: 2 of 11" in PROGRAM.report("text", folder), "a newer one is")
    os.unlink(results + ".part")
    ok(PROGRAM.error(os.path.join(folder, "nowhere")).endswith("cannot be opened: No such file or directory"), "no file")


def check_chance(path, whole):
    """Any bytes changed: it is read, or the error names the file. A report can be made of all that is read."""
    chance, odd = random.Random(4), []
    for _ in range(150):
        data = bytearray(whole.encode())
        for _ in range(chance.randint(1, 4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        with open(path, "wb") as f:
            f.write(data)
        error = PROGRAM.error(path)
        if error and not error.startswith(path + ":"):
            odd.append(error)
        if not error:
            odd += [] if PROGRAM.report(chance.choice(["html", "junit", "text", "markdown"]), path) else ["no report"]
    ok(not odd, "bytes changed by chance: a report, or the file is named", odd[:2])


def check_program(folder, path, whole):
    """Exit statuses, and what is written where."""
    good, out = write(path, whole), os.path.join(folder, "out")
    p = PROGRAM.start("report", good, "--output", out)
    ok((p.returncode, p.stdout, p.stderr) == (0, "", "") and read(out) == PROGRAM.report("text", good), "--output writes a file")
    says = f"{good}: has the results that this is about"
    ok(ended(PROGRAM.start("report", good, "--output", good), 4, says, says, out="") and read(good) == whole, "which stay")
    before = sorted(os.listdir(folder))
    bad = write(os.path.join(folder, "\x1b[31mred\n::error::x.jsonl"), "{}\n")
    p = PROGRAM.start("report", bad, "--output", out)
    ok(p.returncode == 4 and p.stdout == "" and p.stderr.count("\n") == 1 and "\x1b" not in p.stderr and read(out) == PROGRAM.report("text", good),
       "a wrong file: status 4, one line, and the old report stays", (p.returncode, p.stderr))
    os.unlink(bad)
    ok(sorted(os.listdir(folder)) == before, "no temporary file stays")
    says = "/dev/null/x: cannot be written: Not a directory"
    ended(PROGRAM.start("report", good, "--output", "/dev/null/x"), 4, says, says, out="")
    if os.path.exists("/dev/full"):
        p = PROGRAM.start("report", good, "--output", "/dev/full")
        ok(p.returncode == 4 and "cannot be written: No space left" in p.stderr and os.path.exists("/dev/full"), "a full disk", p.stderr)
    else:
        skip("a full disk", "there is no /dev/full")
    p = PROGRAM.start("report", "--format", "all", good)
    ok(p.returncode == 0 and all(read(os.path.join(folder, name)) == PROGRAM.report(form, good) for name, form in
                                 (("report.html", "html"), ("report.md", "markdown"), ("junit.xml", "junit"))), "all: beside the results", p.stderr)


def main():
    with tempfile.TemporaryDirectory() as folder:
        content, path = made.lines(made.some()), os.path.join(folder, "made.jsonl")
        whole = read(made.dump(path, content))
        made.dump(path, [{**line, "later": [1, {"x": ["y"]}]} for line in content])
        ok(PROGRAM.error(path) == "", "the made-up file is right, also with keys of a later version", PROGRAM.error(path))
        made.dump(path, content)
        check_text(path, whole)
        check_members(path, content)
        check_header(path, content)
        check_cuts(folder, whole)
        check_chance(path, whole)
        check_program(folder, path, whole)
        check_folders(folder, content)
    plan()


main()
