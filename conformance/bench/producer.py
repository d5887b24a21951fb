#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Time and memory of `sframe-conform producer` for large libraries of several shapes, and for
libraries of half the size: the time must not grow faster than the rows. (ci/real-software.sh
measures sqlite3's own library.)

usage: producer.py CONFORM
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

CONFORM = os.path.abspath(sys.argv[1])
FUNCTIONS, SECONDS, MEBIBYTES, RATIO = 40000, 5, 300, 2.5
FUNCTION = """ .type f{0}, @function
f{0}:
 .cfi_startproc
 push %rbp
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 mov %rsp, %rbp
 .cfi_def_cfa_register 6
 .zero {1}, 0x90
 .cfi_remember_state
 pop %rbp
 .cfi_def_cfa 7, 8
 ret
 .cfi_restore_state
 .zero {2}, 0x90
 pop %rbp
 .cfi_def_cfa 7, 8
 ret
 .cfi_endproc
 .size f{0}, . - f{0}
"""


ROW = """ push %rbx
 .cfi_def_cfa_offset {0}
 nop
 pop %rbx
 .cfi_def_cfa_offset 8
"""


def functions(count):
    return "".join(FUNCTION.format(i, 1 + i % 97, 1 + i % 31) for i in range(count))


def one_function(count):
    """One function with as many rows as `count` functions have."""
    rows = "".join(ROW.format(16 + 8 * (i % 3)) for i in range(5 * count // 2))
    return f" .type f, @function\nf:\n .cfi_startproc\n{rows} ret\n .cfi_endproc\n .size f, . - f\n"


def stubs(count):
    """Calls to functions of other files. Each has a stub of 16 bytes, which is looked up byte by byte."""
    calls = "".join(f" call g{i}@PLT\n" for i in range(count // 2))
    return f" .type f, @function\nf:\n .cfi_startproc\n{calls} ret\n .cfi_endproc\n .size f, . - f\n"


# The system's linker takes minutes for a function of that size, so the object is judged.
SHAPES = (("functions", functions, True), ("one function", one_function, False), ("stubs", stubs, True))


def build(text, name, link):
    """Builds a library or, without linking, an object. Returns its path."""
    with open(name + ".s", "w", encoding="ascii") as f:
        f.write(" .text\n" + text)
    subprocess.run(["as", "--gsframe", "-o", name + ".o", name + ".s"], check=True)
    if not link:
        return name + ".o"
    subprocess.run(["ld", "-shared", "--eh-frame-hdr", "-o", name + ".so", name + ".o"], check=True)
    return name + ".so"


def judge(name):
    """The least CPU time of three runs, the ranges, and the most memory in MiB."""
    best, memory = float("inf"), 0
    for _ in range(3):
        with open("report.json", "w", encoding="ascii") as out:
            p = subprocess.Popen([CONFORM, "producer", "--json", name], stdout=out)
            _, status, used = os.wait4(p.pid, 0)
        p.returncode = os.waitstatus_to_exitcode(status)
        if p.returncode != 0:
            raise SystemExit(f"{name}: exit status {p.returncode}")
        best = min(best, used.ru_utime + used.ru_stime)
        memory = max(memory, used.ru_maxrss // 1024)
    with open("report.json", encoding="ascii") as f:
        return best, sum(json.load(f)["files"][0]["ranges"].values()), memory


def measure(name, make, link):
    """Whether one shape is within the limits."""
    path = build(make(FUNCTIONS), "whole", link)
    whole, rows, memory = judge(path)
    half, half_rows, _ = judge(build(make(FUNCTIONS // 2), "half", link))
    size = os.path.getsize(path)
    ratio = whole / half / (rows / half_rows / 2)
    print(f"{name}: {rows} ranges, {size >> 10} KiB: {whole:.3f} s of CPU, {memory} MiB, "
          f"{rows / whole / 1e6:.2f} million ranges a second; twice the rows take {ratio:.2f} times the time")
    return whole < SECONDS and memory < MEBIBYTES and ratio < RATIO


def main():
    help_text = subprocess.run(["as", "--help"], capture_output=True, text=True).stdout if shutil.which("as") else ""
    if "--gsframe" not in help_text or os.uname().machine != "x86_64":
        print("skipped: no assembler that writes SFrame data")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        good = [measure(*shape) for shape in SHAPES]
        os.chdir("/")
    return 0 if all(good) else 1


sys.exit(main())
