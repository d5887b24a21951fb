#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The judge of linkers (ci/linkers.py) before links that are right, and before the same with one thing changed.

usage: linkers.py JUDGE REF CONFORM
"""
import os
import shutil
import sys

sys.dont_write_bytecode = True
from producer_made import SP, function, make, row
from producer_support import changed, ok, run, run_in_folder, write

JUDGE, REF, CONFORM = map(os.path.abspath, sys.argv[1:4])


def link(name, *options):
    p = run("ld", "-o", name, *options)
    if p.returncode != 0:
        raise SystemExit(f"Bail out! ld: {p.stderr}")
    return name


def expect(path, inputs, what, counts, *wrong, log=""):
    p = run(sys.executable, JUDGE, "judge", REF, CONFORM, write("log", log), path, *inputs)
    told = p.stdout.rstrip("\n").split("\t")
    ok(p.returncode == 0 and counts in told[0] and len(told) == 1 + len(wrong)
       and all(w in t for w, t in zip(wrong, told[1:])), what, f"{told} {p.stderr}")


def fde(e, index, form, at, *values):
    """Version 1: changes a FDE."""
    e.put(form, e.find(".sframe")[1] + 28 + 17 * index + at, *values)


def main():
    version = run("ld", "--version").stdout.split("\n")[0] if shutil.which("ld") else ""
    if " 2.40" not in version or os.uname().machine != "x86_64":
        print("1..0 # SKIP no GNU ld 2.40 for x86-64")
        return
    steps = {4: ".cfi_def_cfa_offset 32", 12: ".cfi_def_cfa_offset 8"}
    rows = [row(0, SP, 8), row(4, SP, 32), row(12, SP, 8)]
    first, second = function("first", 16, steps, rows), function("second", 16, {}, [row(0, SP, 8)])
    other = function("other", 16, {}, [row(0, SP, 8)])
    one, two = make("one", "amd64", 1, [first, second]), make("two", "amd64", 1, [other])
    inputs = (one, two)
    linked = link("linked", "-shared", *inputs)
    expect(linked, inputs, "a right link", "3 functions and 5 rows as in the inputs")
    expect(link("reversed", "-shared", two, one), inputs, "in another order", "3 functions and 5 rows as in the inputs")
    expect(linked, (one,), "a function of no input", "2 functions and 4 rows", "(other) is of no input")

    def wrong_row(e):
        for start, at in e.rows(0).items():
            if start == 4:
                e.put("b", at + 2, 24)

    expect(changed(linked, "row", wrong_row), inputs, "a row that changed", "2 functions and 2 rows",
           "function first has other rules", "(first) is of no input", "1 ranges differ from the call frame information: first")
    expect(changed(linked, "size", lambda e: fde(e, 1, "I", 4, 12)), inputs, "a function that shrank", "2 functions",
           "function second has other rules", "(second) is of no input")
    expect(changed(linked, "twice", lambda e: fde(e, 2, "i", 0, e.get("i", e.find(".sframe")[1] + 28 + 17)[0])), inputs,
           "a function twice, another not", "2 functions", "function other is lost", "2 functions at 0x")
    expect(changed(linked, "unsorted", lambda e: e.put("B", e.find(".sframe")[1] + 3, 0)), inputs, "not marked as sorted",
           "3 functions", "not marked as sorted")
    run("objcopy", "-R", ".sframe", linked, "without")
    expect("without", inputs, "no data left", "no data", "PT_GNU_SFRAME) is empty")
    newer = make("newer", "amd64", 3, [other])
    expect(link("mixed", "-shared", one), (one, newer), "an input of another version that is dropped silently",
           "1 of another version left out", "dropped without a word")
    expect("mixed", (one, newer), "one that is dropped with a word", "1 of another version left out", log="no .sframe")
    expect(link("emitted", "-shared", "--emit-relocs", two), (two,), "relocations of one input stay right", "1 functions")
    expect(link("beside", "-shared", "--emit-relocs", *inputs), inputs, "those of two do not (ld 2.40)", "3 functions",
           "1 of 3 emitted relocations are beside the start fields")
    stubs(one)


def stubs(one):
    text = " .text\n .type calls, @function\ncalls: .cfi_startproc\n call elsewhere@PLT\n call another@PLT\n ret\n" \
           " .cfi_endproc\n .size calls, . - calls\n"
    write("calls.s", text)
    p = run("as", "--gsframe", "-o", "calls.o", "calls.s")
    if p.returncode != 0:
        raise SystemExit(f"Bail out! as: {p.stderr}")
    linked = link("stubs", "-shared", "calls.o", one)
    # 12 bytes of the first entry, whose jump is the last that is run of it, and 16 of both others.
    expect(linked, ("calls.o", one), "stubs, byte by byte", "3 functions and 5 rows as in the inputs, 44 bytes of stubs")

    def first_entry(e):
        for start, at in e.rows(0).items():
            if start == 6:
                e.put("b", at + 2, 32)

    expect(changed(linked, "stub", first_entry), ("calls.o", one), "a wrong row of a stub", "38 bytes of stubs",
           ".plt: 6 bytes are described wrongly, the first at +0x6", "differ from the call frame information: .plt+0x6")
    expect(changed(linked, "short", lambda e: fde(e, 1, "I", 4, 16)), ("calls.o", one), "a stub that is not described",
           "28 bytes of stubs", "lacks .plt: 16 bytes of 48 are not described")


run_in_folder(main)
