#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Judges files of this system's assemblers and linkers: right ones, and the same with one change.

usage: producer.py CONFORM HOSTILE
"""
import json
import os
import shutil
import sys

from common import USAGE, ended, ok, read, skip
from producer_support import assemble, can_sframe, changed, judge, junit, lab, must, read_bytes, run, run_in_folder, use, write

CONFORM, HOSTILE = map(os.path.abspath, sys.argv[1:3])
use(CONFORM)

AMD64 = """
 .text
 .globl first, second
 .type first, @function
first:
 .cfi_startproc
 push %rbp
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 mov %rsp, %rbp
 .cfi_def_cfa_register 6
 call other@PLT
 pop %rbp
 .cfi_def_cfa 7, 8
 ret
 .cfi_endproc
 .size first, . - first
 .type second, @function
second:
 .cfi_startproc
 sub $200, %rsp
 .cfi_def_cfa_offset 208
 nop
 add $200, %rsp
 .cfi_def_cfa_offset 8
 ret
 .cfi_endproc
 .size second, . - second
 .section .note.GNU-stack,"",@progbits
"""


def wrong_ranges(f):
    return [(int(w["start"], 16), int(w["end"], 16), [(d["what"], d["sframe"], d["cfi"]) for d in w["differences"]])
            for w in f.get("wrong", [])]


def expect_wrong(path, what, *expected):
    status, f, err = judge(path)
    ok(status == 1 and wrong_ranges(f) == list(expected), what, f"{status} {wrong_ranges(f)} {err}")


def expect_complaint(path, what, area, clause, status=1):
    seen, f, err = judge(path)
    found = [c for c in f.get("complaints", [])
             if c["area"] == area and c["clause"] == clause and c["severity"] == "violation"]
    ok(seen == status and found, what, f"{seen} {f} {err}")


def right_files(objects):
    for path, ranges in objects:
        status, f, err = judge(path)
        ok(status == 0 and f.get("ranges") == {"equal": ranges, "weaker": 0, "wrong": 0, "uncompared": 0},
           f"{path}: {ranges} ranges are equal", f"{status} {f} {err}")
        text = run(CONFORM, "producer", path)
        ok(text.returncode == 0 and f"{ranges} equal" in text.stdout and "WRONG" not in text.stdout,
           f"{path}: the text agrees", text.stdout)


def wrong_amd64(obj):
    def word(fde, start, index, value):
        return lambda e: e.put("b", e.rows(fde)[start] + 2 + index, value)

    expect_wrong(changed(obj, "cfa.o", word(0, 1, 0, 24)), "a wrong CFA offset: exactly this range",
                 (1, 4, [("cfa", "sp+24", "sp+16")]))
    expect_wrong(changed(obj, "fp.o", word(0, 1, 1, -24)), "a wrong FP slot",
                 (1, 4, [("fp", "*(cfa-24)", "*(cfa-16)")]))
    expect_wrong(changed(obj, "start.o", lambda e: e.put("B", e.rows(0)[1], 2)), "a row that starts one byte late",
                 (1, 2, [("cfa", "sp+8", "sp+16"), ("fp", "same", "*(cfa-16)")]))
    status, f, _ = judge(changed(obj, "ra.o", lambda e: e.put("b", e.find(".sframe")[1] + 6, -16)))
    ok(status == 1 and f["ranges"]["equal"] == 0 and {d[0] for w in wrong_ranges(f) for d in w[2]} == {"ra"},
       "a wrong fixed RA offset: every range", f)
    status, f, _ = judge(changed(obj, "short.o", lambda e: e.put("I", e.find(".sframe")[1] + 28 + 4, e.get(
        "I", e.find(".sframe")[1] + 28 + 4)[0] - 1)))
    ok(status == 0 and f["reasons"] == {"no-function": 1} and f["bytes"]["weaker"] == 1,
       "a function one byte short: its last byte is not covered", f)


def containers(obj, linked):
    def flags(e):
        at = e.find(".sframe")[0] + 8
        e.put("Q", at, e.get("Q", at)[0] & ~2)

    def segment(e):
        phoff, = e.get("Q", 32)
        return next(at for at in range(phoff, phoff + 56 * e.get("H", 56)[0], 56) if e.get("I", at)[0] == 0x6474e554)

    def tail(value):
        def change(e):
            _, offset, size = e.find(".sframe")
            e.put("QQ", segment(e) + 32, size + 5, size + 5)
            e.data[offset + size:offset + size + 5] = bytes([0, 0, 0, value, 0])
        return change

    for value, said in (0, False), (1, True):
        status, f, err = judge(changed(linked, f"tail{value}.so", tail(value)))
        doubts = [c for c in f["complaints"] if c["clause"] == "AMB-112"]
        ok(status == 0 and bool(doubts) == said and (not said or "ends 0x5 bytes after" in doubts[0]["text"]),
           f"a segment with {'other bytes' if said else 'zeros'} after the section", f"{status} {f} {err}")

    expect_complaint(changed(obj, "flags.o", flags), "a section that is not loaded", "container", "ELF-05")
    expect_complaint(changed(obj, "abi.o", lambda e: e.put("B", e.find(".sframe")[1] + 4, 2)),
                     "a section of another ABI", "container", "ALL-ABI-03")
    expect_complaint(changed(linked, "segment.so", lambda e: e.put("I", segment(e), 0)), "linked, without the segment", "container", "ELF-02")
    expect_complaint(changed(linked, "away.so", lambda e: e.put("i", e.find(".sframe")[1] + 28, 0x1000000)),
                     "a function outside of the code", "container", "ALL-LKP-01")
    expect_complaint(changed(obj, "magic.o", lambda e: e.put("B", e.find(".sframe")[1], 0)), "a section without magic",
                     "section", "ALL-PRE-02")


def usage(obj):
    for words in [], ["--profile", "v4", obj]:
        ended(run(CONFORM, "producer", *words), USAGE, f"wrong usage: {words[:2]}")


def plt(linked):
    status, f, _ = judge(linked)
    stubs = f["reasons"].get("v1-mask", 0)
    # PLT0 and one entry; the three bytes after the push are right by one reading of version 1 only.
    ok(status == 0 and f["ranges"]["wrong"] == 0 and stubs == (1 if f["profile"] == "v1" else 0),
       "linked: the PLT is compared PC by PC", f)

    def first_row(e):
        at = e.find(".sframe")[1]
        for i in range(e.get("I", at + 8)[0]):
            if e.data[at + 28 + 17 * i + 16] & 16:
                e.put("b", list(e.rows(i).values())[0] + 2, 24)

    if f["profile"] == "v1":
        status, f, _ = judge(changed(linked, "plt.so", first_row))
        ok(status == 1 and all(".plt" in w["place"] for w in f["wrong"]) and f["wrong"], "a wrong PLT row", f)
    else:
        skip("a wrong PLT row", "this test knows version 1")


def known_failures(bad):
    known = "test.known"
    p = lab("producer", "--write-known", known, bad)
    text = read(known)
    ok(p.returncode == 1 and "\nunexplained\n" in text and "  cfa.o/function/first wrong-output:cfa\n" in text, "--write-known", text)
    ended(lab("producer", "--known", known, bad), 1, "an unexplained failure still fails", out="(unexplained)\n")
    write(known, text.replace("unexplained", "changed for this test"))
    ended(lab("producer", "--write-known", known, "--force", bad), 1, "a list that replaces another one")
    ok(read(known) == text.replace("unexplained", "changed for this test"), "keeps its reasons, without --known too", read(known))
    ended(run(CONFORM, "producer", "--known", known, "--junit", "known.xml", bad), 0, "an explained one does not", out="\nknown: cfa.o/function/first")
    suite, tests = junit("known.xml")
    ok(suite.get("failures") == "0" and suite.get("skipped") == "1" and len(tests) == int(suite.get("tests")) >= 6,
       "JUnit: one skipped", read_bytes("known.xml"))
    shutil.copy("amd64.o", "right.o")
    os.rename("cfa.o", "kept.o")
    shutil.copy("right.o", "cfa.o")
    ended(lab("producer", "--known", known, "cfa.o"), 2, "a stale entry: status 2", "stale")
    ended(lab("producer", "--known", known, "kept.o"), 1, "an entry for nothing is stale", "there is no test")
    p = lab("producer", "--junit", "wrong.xml", "kept.o")
    failed = [c.get("name") for c in junit("wrong.xml")[1] if c.find("failure") is not None]
    ok(p.returncode == 1 and failed == ["kept.o/function/first"], "JUnit: the failure has the function's name", failed)


def same_names(bad):
    """Functions and files of the same name get different ids."""
    twins = write("twins.o", read_bytes(bad).replace(b"\0second\0", b"\0first\0\0"))
    os.makedirs("other", exist_ok=True)
    shutil.copy(bad, "other/twins.o")

    def second_row(e):
        e.put("b", e.rows(1)[max(e.rows(1))] + 2, 24)

    both = changed(twins, "both.o", second_row)
    for files, ids in (((twins,), ["twins.o/function/first"]),
                       ((both,), ["both.o/function/first", "both.o/function/first#2"]),
                       ((twins, "other/twins.o"), ["twins.o#2/function/first", "twins.o/function/first"])):
        p = lab("producer", "--write-known", "same.known", "--force", "--junit", "same.xml", *files)
        text = read("same.known")
        ok(p.returncode == 1 and [line.split()[0] for line in text.splitlines() if line.startswith("  ")] == ids, f"the failures of {files}", text)
        write("same.known", text.replace("unexplained", "changed for this test"))
        names = [c.get("name") for c in junit("same.xml")[1]]
        ok(len(set(names)) == len(names), "each test has a name of its own", names)
        ended(lab("producer", "--known", "same.known", *files), 0, "they can be listed as known")
    # The SFrame function covers the middle of the code of the other side.
    part = changed("amd64.o", "part.o", lambda e: e.put("I", e.find(".sframe")[1] + 28 + 4, 2))
    lab("producer", "--junit", "same.xml", part)
    names = [c.get("name") for c in junit("same.xml")[1]]
    ok(names.count("part.o/function/first") == 1 and len(set(names)) == len(names), "the pieces of a function are one test", names)


def outputs(bad):
    """Errors of reading and writing are reported, and no file is lost."""
    kept = write("there.known", "# of somebody else\n")
    p = lab("producer", "--write-known", kept, bad)
    ok(p.returncode == 4 and "--force" in p.stderr and read_bytes(kept) == b"# of somebody else\n",
       "--write-known does not replace a file", f"{p.returncode} {p.stderr}")
    for words, said in (["--write-known", "-"], "--write-known needs a file"), (["--junit", "-"], "--junit needs a file"), (["--force"], "--force needs --write-known FILE"):
        ended(lab("producer", *words, bad), USAGE, f"{words[0]}: nor is it mixed with the text", said, out="")
    ended(run(CONFORM, "producer", "--json", "--lines", bad), USAGE, "two forms at once", "give one", out="")
    p = run(CONFORM, "producer", "--write-known", kept, "--force", bad)
    ok(p.returncode == 1 and b"wrong-output:cfa" in read_bytes(kept), "--force does", p.stderr)
    p = lab("producer", "--known", write("bad.known", "  kept.o/function/first\n"), bad)
    ok(p.returncode == 4 and "bad.known:1:" in p.stderr, "a bad known-failure file: its line", f"{p.returncode} {p.stderr}")
    with open("/dev/full", "w", encoding="ascii") as full:
        ended(run(CONFORM, "producer", bad, stdout=full), 4, "a report that cannot be printed", "could not be printed")
        ended(run(CONFORM, "produce", "--toolchains", stdout=full, env={**os.environ, "PYTHONUNBUFFERED": ""}), 4, "nor can names", "standard output: No space left")
    ended(lab("producer", bad), 1, "the text names function, PCs, both rules and the clause",
          out="  WRONG first+0x1 (0x1..0x4)\n    cfa: SFrame sp+24, CFI sp+16 [ALL-FRE-17]\n")
    p = run(CONFORM, "producer", "--lines", "--junit", "lines.xml", bad)
    kinds = [json.loads(line)["type"] for line in p.stdout.splitlines()]
    ok(p.returncode == 0 and junit("lines.xml")[0].get("failures") == "1" and kinds == ["file"] + 2 * ["result"] + 2 * ["sframe"] + 2 * ["cfi"], "--lines: all functions and rows", p.stdout)
    status, f, _ = judge("without.o")
    ok(status == 5 and f["state"] == "no-sframe" and ".sframe" in f["why"], "JSON says why a file was not judged", f)
    p = lab("producer", "no\x1b[31m\n::error::x")
    ok(p.stderr.startswith("no\\x1b[31m ::error::x: cannot be judged: no") and p.stderr.count("\n") == 1, "a name is a line of plain text", p.stderr)
    status, f, _ = judge("not-there")
    ok(status == 4 and f["state"] == "unreadable" and "not-there" in f["why"], "and why a file was not read", f)
    write("two.xml", "")
    lab("producer", "--junit", "two.xml", "without.o", "not-there")
    ok([(c.get("name"), c[0].tag) for c in junit("two.xml")[1]] == [("without.o", "skipped"), ("not-there", "error")], "JUnit: files that are not judged")
    p = lab("producer", "--junit", "two.xml", bad, "amd64.o")
    suite, tests = junit("two.xml")
    names = [c.get("name") for c in tests]
    ok(p.returncode == 1 and names == sorted(names) and suite.get("failures") == "1"
       and {n.split("/")[0] for n in names} == {bad, "amd64.o"}, "JUnit of two files", names)


def main():
    if not can_sframe("as") or os.uname().machine != "x86_64":
        print("1..0 # SKIP no assembler for x86-64 that writes SFrame data")
        return
    obj = assemble("as", "amd64", AMD64, "--gsframe")
    linked = "lib.so"
    must("ld", "-shared", "--eh-frame-hdr", "-o", linked, obj)
    right_files([(obj, 7)])
    wrong_amd64(obj)
    containers(obj, linked)
    usage(obj)
    plt(linked)
    known_failures("cfa.o")
    run("objcopy", "-R", ".sframe", "-R", ".rela.sframe", obj, "without.o")
    outputs("kept.o")
    same_names("kept.o")
    files = [obj, linked]
    p = run(HOSTILE, "400", *files)
    ok(p.returncode == 0 and int((p.stdout + " 0 0").split()[1]) > 300, f"damaged copies of {len(files)} files do not crash",
       p.stdout + p.stderr)
    print(f"# {p.stdout.strip()}")


run_in_folder(main)
