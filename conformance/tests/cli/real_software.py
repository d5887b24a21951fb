#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the page of real software (conformance/lab/software.py) with right reports, and with some that must fail.

usage: real_software.py LAB
"""
import contextlib
import io
import os
import subprocess
import sys

from common import ended, ok
from producer_support import run_in_folder, write

LAB = os.path.abspath(sys.argv[1])
sys.path[:0] = [LAB, os.path.join(LAB, "..", "report")]
import software


def judged(name="a.so", complaints=(), **ranges):
    total = dict({"equal": 5, "weaker": 0, "wrong": 0, "uncompared": 0}, **ranges)
    return {"file": name, "state": "judged", "profile": "v2", "ranges": total, "wrong": [], "functions": [],
            "complaints": list(complaints)}


def bare(name):
    return {"file": name, "state": "no-sframe", "why": "no section named .sframe"}


def doubt(text):
    return {"severity": "doubt", "area": "container", "clause": "AMB-112", "text": text}


def page(*reports, state="judged", seconds=0.1, mebibytes=10):
    """The page of one package by several toolchains."""
    rows = [{"package": "zlib", "version": "1.0", "target": "amd64-little", "toolchain": f"as {i}", "state": state,
             "files": files if state == "judged" else [], "seconds": seconds, "mebibytes": mebibytes}
            for i, files in enumerate(reports)]
    with contextlib.redirect_stdout(io.StringIO()) as out:
        status = software.write_page(None, rows, write("causes", ""), "gcc 99.1, for every target")
    return subprocess.CompletedProcess("page", status, out.getvalue(), "")


def main():
    p = page([judged()])
    ok(p.returncode == 0 and "gcc 99.1, for every target, `-O2" in p.stdout and "## Not judged" not in p.stdout,
       "a library that is right", p.stdout + p.stderr)
    p = page([judged("a.o"), bare("b.o")])
    ok(p.returncode == 0 and "## Not judged" not in p.stdout, "an object without functions has no data",
       p.stdout + p.stderr)
    for what, files, said in (
            ("a library that lost its data", [bare("a.so")],
             "- zlib, amd64-little, as 1: a.so: no section named .sframe"),
            ("no file", [], "as 1: no file was judged"),
            ("an unreadable file", [judged("a.o"), {"file": "b.o", "state": "unreadable", "why": "not an ELF file"}],
             "as 1: b.o: not an ELF file")):
        ended(page([judged()], files), 1, f"must fail: {what}", "", out=said)
    p = page([judged()], state="the linker fails")
    ended(p, 1, "must fail: a linker that fails", "", out="as 0: the linker fails")
    for options in ({"seconds": 9}, {"mebibytes": 900}):
        ended(page([judged()], **options), 1, f"must fail: {options}", "", out="took")
    ended(page(), 1, "must fail: no report", "")
    text = "PT_GNU_SFRAME ends 0x{} bytes after the section, and they are not all zero"
    ended(page([judged(complaints=[doubt(text.format("1c"))]), judged("b.so", [doubt(text.format("38"))])]), 0,
          "complaints about a clause are counted together", out=f"| {text.format('1c')} | as 0 | 2 |")


run_in_folder(main)
