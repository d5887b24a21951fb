#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the judge of linkers (conformance/lab/link_judge.py) with right links, and with the same after one change.

usage: linkers.py LAB REF CONFORM
"""
import os
import shutil
import sys
import types

from common import ok, skip
from producer_made import SP, function, make, row
from producer_support import assemble, changed, must, run, run_in_folder

LAB, REF, CONFORM = map(os.path.abspath, sys.argv[1:4])
sys.path[:0] = [LAB, os.path.join(LAB, "..", "report")]
import link as links
import steps
import stubs as stubs_judge


def link(name, *options):
    must("ld", "-o", name, *options)
    return name


def made(said, status=0):
    return steps.Made(steps.Ended("exit", status, "", said), "nowhere")


TOOLS = types.SimpleNamespace(ref=REF, conform=CONFORM)


def marked(path, first):
    """The object with a marker at the beginning of each function."""
    def mark(e):
        _, at, size = e.find(".text")
        for i in range(size // 16):
            e.put("8s", at + 16 * i, b"SFRM" + (first + i).to_bytes(4, "little"))
    return changed(path, path + ".marked", mark)


def expect(path, inputs, what, wanted, *wrong, log="", foreign=False):
    """What is said of a file that a linker made."""
    shutil.copy(path, links.OUTPUT)
    said = steps.Made(steps.Ended("exit", 0, "", log), links.OUTPUT)
    result = links.judge(TOOLS, {"assemblers": ["other"] if foreign else [], "own": "own"}, ".",
                         [links.Input(REF, name) for name in inputs], said)
    told = [": ".join(filter(None, words)) for words in result.findings()]
    counts = f"{result.functions} functions, {result.stubs} bytes of stubs, {result.dropped} left out"
    ok(wanted in counts and len(told) == len(wrong) and all(w in t for w, t in zip(wrong, told)), what, f"{counts} {told}")


def fde(e, index, form, at, *values):
    """Version 1: changes an FDE."""
    e.put(form, e.find(".sframe")[1] + 28 + 17 * index + at, *values)


def failures():
    """Links that write no file."""
    for foreign, said, status, state, *wrong in (
            (False, "ld: no\n", 1, "wrong", "refused: ld: no"), (False, "", 1, "wrong", "refused: says nothing"),
            (False, "ld: a/b.o: error in .sframe\n", 1, "wrong", "refused: ld: a/b.o: error in .sframe"),
            (True, "ld: input SFrame sections with different format versions\n", 1, "left out"),
            (True, "ld: cannot find crt1.o\n", 1, "wrong", "refused: ld: cannot find crt1.o"),
            (True, "ld: /x/sframe/a.o: no\n", 1, "wrong", "refused: ld: a.o: no"),
            (True, "ld: internal error in sframe\n", 1, "wrong", "internal error: ld: internal error in sframe"),
            (True, "ld: .sframe\nld: assertion fail\n", 1, "wrong", "internal error: ld: assertion fail"),
            (True, "ld: .sframe\n", 139, "wrong", "crash: dies of signal 11")):
        recipe = {"assemblers": ["other"] if foreign else [], "own": "own"}
        v = links.judge(TOOLS, recipe, ".", [], made(said, status))
        ok((v.state, [what for what, _ in v.findings()]) == (state, wrong), f"a link that fails: {state} {wrong}", f"{v.state} {v.findings()}")


def entries():
    """Stubs of other machines, and instructions that are not of a stub."""
    words = {"stp": 0xa9bf7bf0, "adrp": 0x90000110, "ldr": 0xf947fe11, "add": 0x913fe210, "br": 0xd61f0220,
             "nop": 0xd503201f, "bti": 0xd503245f, "ret": 0xd65f03c0}

    def a64(text):
        return b"".join(words[w].to_bytes(4, "little") for w in text.split())

    def stubs(machine, code, rows, name=".plt", size=None):
        """How much of a section of stubs is right and what is wrong, if one function describes it."""
        section = {"name": name, "flags": 2, "addr": 0x1000, "offset": 0, "size": len(code), "entsize": 16}
        file = types.SimpleNamespace(bytes_of=lambda section: code, sections=[section], get=lambda form, at: (machine,))
        f = {"start": "0x1000", "size": hex(len(code) if size is None else size), "pc": "inc", "rep": 0,
             "rows": [{"at": hex(at), "cfa": cfa} for at, cfa in rows]}
        wrong, lacks = [], []
        right = stubs_judge.judge_stubs(file, {0x1000: [f]}, 2, lacks, wrong)
        return right, wrong + ["lacks " + text for text in lacks]

    first, later = "stp adrp ldr add br nop nop nop ", "adrp ldr add br "
    whole, right_rows = a64(first + later * 2), [(0, "sp+0"), (4, "sp+16"), (32, "sp+0")]
    jump = b"\xff\x25" + bytes(4)
    for what, args, right, wrong in (
            ("AArch64: the first entry pushes, the others do not", (183, whole, right_rows), 52, ""),
            ("AArch64: with bti", (183, a64("bti " + first[:-4] + "bti " + later + "nop "), [(0, "sp+0"), (8, "sp+16"), (32, "sp+0")]), 44, ""),
            ("AArch64: no push", (183, whole, [(0, "sp+0"), (32, "sp+0")]), 36, ".plt: 16 bytes are described wrongly, the first at +0x4"),
            ("AArch64: the push stays", (183, whole, right_rows[:2]), 20, ".plt: 32 bytes are described wrongly, the first at +0x20"),
            ("AArch64: an instruction that no stub has", (183, a64(first + "ret " + later), right_rows), 20,
             ".plt: 20 bytes cannot be checked: unexpected instruction at +0x20"),
            ("AArch64: entries without data", (183, whole, right_rows, ".plt", 32), 20, "lacks .plt: 32 bytes of 64 are not described"),
            ("s390x", (22, bytes(32), [(0, "sp+160"), (8, "sp+168")]), 8, ".plt: 24 bytes are described wrongly, the first at +0x8"),
            ("another machine", (243, bytes(32), [(0, "sp+0")]), 0, ".plt: 32 bytes cannot be checked: unexpected instruction at +0x0"),
            ("x86-64: code after the jump does not run", (62, jump + b"\x66\x90" + b"\x90" + bytes(7), [(0, "sp+8")], ".plt.sec"), 6, ""),
            ("x86-64: an instruction that no stub has", (62, b"\x0f\x0b" + jump + bytes(8), [(0, "sp+8")], ".plt.sec"), 0,
             ".plt.sec: 16 bytes cannot be checked: unexpected instruction at +0x0")):
        found = stubs(*args)
        ok(found == (right, [wrong] if wrong else []), what, found)


def main():
    failures()
    entries()
    version = run("ld", "--version").stdout.split("\n")[0] if shutil.which("ld") else ""
    if " 2.40" not in version or os.uname().machine != "x86_64":
        skip("links", "no GNU ld 2.40 for x86-64")
        return
    steps = {4: ".cfi_def_cfa_offset 32", 12: ".cfi_def_cfa_offset 8"}
    rows = [row(0, SP, 8), row(4, SP, 32), row(12, SP, 8)]
    first, second = function("first", 16, steps, rows), function("second", 16, {}, [row(0, SP, 8)])
    other = function("other", 16, {}, [row(0, SP, 8)])
    one, two = marked(make("one", "amd64", 1, [first, second]), 1), marked(make("two", "amd64", 1, [other]), 3)
    inputs = (one, two)
    linked = link("linked", "-shared", *inputs)
    expect(linked, inputs, "a right link", "3 functions")
    expect(link("reversed", "-shared", two, one), inputs, "in another order", "3 functions")
    expect(linked, (one,), "a function that is in no input", "2 functions", "a description is of no function")

    def wrong_row(e):
        for start, at in e.rows(0).items():
            if start == 4:
                e.put("b", at + 2, 24)

    expect(changed(linked, "row", wrong_row), inputs, "a row that changed", "2 functions",
           "a function has other rules: 1 at", "1 ranges differ from the call frame information: first")
    expect(changed(linked, "size", lambda e: fde(e, 1, "I", 4, 12)), inputs, "a function that shrank", "2 functions",
           "a function has other rules: 2 at")
    expect(changed(linked, "twice", lambda e: fde(e, 2, "i", 0, e.get("i", e.find(".sframe")[1] + 28 + 17)[0])), inputs,
           "a function twice, another one missing", "2 functions", "a function is lost: 3 at", "a description is of no function")
    expect(changed(linked, "unsorted", lambda e: e.put("B", e.find(".sframe")[1] + 3, 0)), inputs, "not marked as sorted",
           "3 functions", "not marked as sorted")
    run("objcopy", "-R", ".sframe", linked, "without")
    expect("without", inputs, "no data left", "0 functions", "there are no data, and not a word about it")
    alone = link("alone", "-shared", one)
    expect(alone, inputs, "a function that was removed", "2 functions")
    newer = marked(make("newer", "amd64", 3, [other]), 3)
    run("objcopy", "-R", ".sframe", newer, "bare")
    expect(link("mixed", "-shared", one, "bare"), (one, newer), "an input of another version that is dropped silently",
           "1 left out", "dropped without a word", foreign=True)
    expect("mixed", (one, newer), "an input that is dropped with a message", "1 left out", log="no .sframe", foreign=True)
    expect(link("emitted", "-shared", "--emit-relocs", two), (two,), "relocations of one input stay right", "1 functions")
    expect(link("beside", "-shared", "--emit-relocs", *inputs), inputs, "those of two do not (ld 2.40)", "3 functions",
           "1 of 3 emitted relocations are beside the start fields")
    stubs(one)


def stubs(one):
    text = " .text\n .type calls, @function\ncalls: .cfi_startproc\n .ascii \"SFRM\"\n .long 9\n call elsewhere@PLT\n call another@PLT\n ret\n" \
           " .cfi_endproc\n .size calls, . - calls\n"
    linked = link("stubs", "-shared", assemble("as", "calls", text, "--gsframe"), one)
    # 12 bytes of the first entry, which ends with its jump, and 16 of each other entry.
    expect(linked, ("calls.o", one), "stubs, byte by byte", "3 functions, 44 bytes of stubs")

    def first_entry(e):
        for start, at in e.rows(0).items():
            if start == 6:
                e.put("b", at + 2, 32)

    expect(changed(linked, "stub", first_entry), ("calls.o", one), "a wrong row of a stub", "38 bytes of stubs",
           ".plt: 6 bytes are described wrongly, the first at +0x6", "differ from the call frame information: .plt+0x6")
    expect(changed(linked, "short", lambda e: fde(e, 1, "I", 4, 16)), ("calls.o", one), "a stub that is not described",
           "28 bytes of stubs", "lacks .plt: 16 bytes of 48 are not described")


run_in_folder(main)
