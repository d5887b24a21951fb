#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lists of known failures as the Python program reads, folds and writes them.

usage: known_lists.py REPORT REGISTERS CORPUS
"""
import os
import random
import sys

import report_made as made
from common import ended, ok, read, run_in_folder, write

made.ensure_jinja()
PROGRAM, CORPUS = made.Program(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])), os.path.abspath(sys.argv[3])
import corpus_index
import known
import known_fold
import known_list
from results import Fault

AREA = "v1/amd64-little/preamble/"
# A list, the line that is wrong, and what the C reader (test_known.c) says of it too.
WRONG = (
    ("why\n  a\n", 2, "expected `ID OUTCOME`"), ("# c\n\nwhy\n", 3, "expected an entry"), ("why\n\nmore\n  a crash\n", 2, "expected an entry"),
    ("  a crash\n", 1, "expected a reason"), ("include: bad.known\n", 1, "expected an entry"), ("why\n   a crash\n", 2, "expected an entry after two spaces"),
    ("why\n  a  crash\n", 2, "not a failing outcome"), ("why\n  a crash why\n", 2, "not a failing outcome"),
    ("why\n  a pass|crash\n", 2, "not a failing outcome"), ("why\n  a crash|pass:x\n", 2, "not a failing outcome"),
    ("why\n  a too-lenient|pass\n", 2, "`pass` needs"), ("why\n  a skipped\n", 2, "not a failing outcome"),
    ("why\n  a crash:\n", 2, "not a failing outcome"), ("x\n  a/{b} crash\n", 2, "is no pattern"), ("x\n  a/b* crash\n", 2, "is no pattern"),
    ("x\n  a/{b,c}-* crash\n", 2, "is no pattern"), ("x\n  a/{b,} crash\n", 2, "is no pattern"), ("x\n  a/x{b,c} crash\n", 2, "is no pattern"),
    ("x\n  a/{" + ",".join(map(str, range(65))) + "} crash\n", 2, "is no pattern"), ("x\n  a\x1b[31m crash\n", 2, "control byte 0x1b"),
    ("x\ty\n  a crash\n", 1, "control byte 0x09"), ("x\n" + "".join(f"  a/{{x,w{i}}} crash\n" for i in range(257)), None, "more than 256 entries"))


def fault(call):
    try:
        call()
    except Fault as error:
        return str(error)
    return ""


def reading():
    for text, line, says in WRONG:
        path = write("bad.known", text)
        error = fault(lambda: known_list.read(path))
        ok(error.startswith("bad.known:" + (f"{line}: " if line else " ")) and says in error, f"refused: {says}", error)
    os.mkfifo("fifo")
    ok(fault(lambda: known_list.read("fifo")) == "fifo: is a folder, a FIFO or a device", "a FIFO does not keep it waiting")
    good = known_list.read(write("good.known", "# above\n\n# it\n\nfor a\nreason\n  v1/*/x-{0,5} crash|limit\n# between\n\nB2: why\n  v1/a/x-7 crash:SIGABRT\n"))
    ids = ["v1/a/x-0", "v1/b/x-5", "v1/b/x-7", "v1/a/x-7"]
    found = {i: (e.outcomes, e.reason, e.line) for i, e in good.by_id(ids).items()}
    ok(found == {ids[0]: ("crash|limit", "for a reason", 7), ids[1]: ("crash|limit", "for a reason", 7), ids[3]: ("crash:SIGABRT", "B2: why", 11)}
       and good.comments == "# above\n\n# it\n", "a list is read", found)
    same = known_list.read(write("same.known", "# 2\n\ninclude: good.known\n"))
    ok((same.path, same.entries) == (good.path, good.entries), "a list is that of another release", same.entries)
    twice = known_list.read(write("twice.known", "x\n  v1/*/x-0 crash\n  v1/a/{x-0,y} limit\n"))
    ok(fault(lambda: twice.by_id(ids)) == "twice.known:3: v1/a/x-0 has an entry at line 2 too", "a case with two entries")


# ---- Folding

def folding():
    """What is folded stands for the same cases, whichever they are, and folds the same way again."""
    ids = [row["id"] for row in corpus_index.rows(CORPUS)]
    chance = random.Random(2)
    areas = sorted({i.split("/")[2] for i in ids if not i.startswith("real/")})
    for part in (1, 0.97, 0.5, 0.02):
        some = [i for area in chance.sample(areas, 2) for i in ids if f"/{area}/" in i] + [i for i in ids if i.startswith("real/v1/")]
        entries = {i: (chance.choice(("crash", "crash", "too-lenient")) if part == 0.5 else "crash", f"B{len(i.split('-')) % 2}: why")
                   for i in some if chance.random() < part}
        folded = known_fold.fold(entries, ids)
        text = known_list.text_of("", folded)
        again = known_list.read(write("folded.known", text)).by_id(ids)
        ok({i: (e.outcomes, e.reason) for i, e in again.items()} == entries and len(folded) < len(entries),
           f"{len(entries)} entries are folded to {len(folded)}", "not the same cases")
        ok(max(map(len, text.split("\n"))) <= 120 or part < 1, "in lines of 120 columns")
        if part == 0.5:
            shuffled = dict(chance.sample(sorted(entries.items()), len(entries)))
            ok(known_fold.fold(shuffled, ids) == folded, "the same in any order")


# ---- Writing

def run_of(path, *cases, **header):
    content = made.lines(list(cases), header={"cases": len(cases), **header})
    for cause in content[-1]["causes"]:
        cause["title"] = {"one": "crashes", "two": "accepts", "three": "accepts that"}.get(cause["token"][5:], cause["token"][5:])
    return PROGRAM.load(made.dump(path, content))[0]


def c(name, outcome="pass", cause=None, **more):
    return made.case(0, outcome, id=AREA + name, **({"cause": f"read/{cause}"} if cause else {}), **more)


def entries_of(runs, old="", ids=None):
    """{reason: entries} of the list that is made."""
    old = known_list.read(write("old.known", old)) if old else None
    made_list = known_list.List("new", known.make(runs, old, ids or sorted({i for run in runs for i in run.by_id})))
    found = {}
    for e in made_list.entries:
        found.setdefault(e.reason, []).append(f"{e.pattern.replace(AREA, '')} {e.outcomes}")
    return found


def lenient(name, cause, **more):
    return c(name, "too-lenient", cause, **more)


def writing():
    run = run_of("run.jsonl", c("a"), c("b", "crash", "x", detail="SIGABRT", signal="SIGABRT"), lenient("c", "y"), c("d", "wrong-output", "z"),
                 c("f", "skipped"), lenient("h", "y", standing="shown", **{"multi-fault": "several"}),
                 lenient("i", "y", level="strict", standing="shown"), c("j", "crash", "x", level="strict"))
    old = (f"# comments\n\nonce\n  {AREA}a crash\nwhen mine\n  {AREA}b crash|limit\n  {AREA}g timeout\notherwise\n  {AREA}c crash\n"
           f"never\n  {AREA}f limit\n  {AREA}i too-lenient\ndropped\n  gone crash\n")
    found = entries_of([run], old, [*run.by_id, AREA + "g"])
    ok(found == {"unexplained: y": ["c too-lenient"], "unexplained: z": ["d wrong-output:fre.fp"],
                 "when mine": ["b crash|limit", "g timeout", "j crash|limit"]}, "entries that hold stay, the others are new", found)
    run = run_of("run.jsonl", c("a", "crash", "one", detail="SIGABRT", signal="SIGABRT"), c("b", "crash", "one"), lenient("c", "two"),
                 lenient("d", "two"), lenient("e", "two"), lenient("f", "three"), lenient("g", "three"), c("h", "timeout", "one"))
    found = entries_of([run], f"its\n  {AREA}a crash|pass\nour\n  {AREA}c too-lenient\nyour\n  {AREA}d too-lenient\nunexplained: old\n  {AREA}f too-lenient\n")
    ok(found == {"its": ["a crash|pass", "b crash|pass", "h timeout"], "our": ["c too-lenient"], "unexplained: accepts": ["e too-lenient"],
                 "unexplained: accepts that": ["g too-lenient"], "unexplained: old": ["f too-lenient"], "your": ["d too-lenient"]},
       "the only reason of a cause is taken over; several, or none, are not", found)
    runs = [run_of("1.jsonl", c("a"), lenient("b", "two"), c("c"), c("e", "crash", "one")),
            run_of("2.jsonl", c("a", "crash", "one"), c("b", "crash", "one"), c("c", "skipped"), lenient("e", "two"))]
    found = entries_of(runs, f"its\n  {AREA}b crash\n  {AREA}c crash\n")
    ok(found == {"its": ["b crash|too-lenient"], "unexplained: crashes": ["a crash:SIGSEGV|pass", "e crash:SIGSEGV|too-lenient"]},
       "runs are merged, a pass comes last", found)


def edges():
    first = run_of("1.jsonl", c("a"))
    for changes, says in (({"version": "2"}, "another version"), ({"corpus-sha256": "f" * 64}, "another corpus"), ({"level": "read"}, "another level")):
        run_of("2.jsonl", c("a"), **changes)
        ended(PROGRAM.start("report", "--format", "known", "1.jsonl", "2.jsonl"), 4, f"runs that do not belong together: {says}", says, out="")
    ok(known.all_ids([first], PROGRAM.arguments()) == [AREA + "a"], "a run of all cases says which there are")
    run_of("part.jsonl", c("a", "crash"), cases=17)
    ended(PROGRAM.start("report", "--format", "known", "part.jsonl"), 4, "part of a corpus that is not there", "name it with --corpus")
    run_of("odd.jsonl", c("a", "wrong-output", detail="fre.fp odd"))
    ended(PROGRAM.start("report", "--format", "known", "odd.jsonl"), 4, "a detail that is two words", "odd characters")
    ended(PROGRAM.start("report", "--format", "known", "--known", write("bad.known", "x\n"), "1.jsonl"), 4, "a list that is wrong", "bad.known:1:")
    run_of("1.jsonl", c("a", "crash"))
    p = PROGRAM.start("report", "--format", "known", "--output", "new.known", "1.jsonl")
    ok(p.returncode == 0 and read("new.known").endswith("a crash:SIGSEGV\n"), "the list is written", p.stderr)


run_in_folder(reading, folding, writing, edges)
