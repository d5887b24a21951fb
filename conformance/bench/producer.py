#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Time and memory of `sframe-conform producer` for a library larger than most, and for one of half its size: the time
must not grow faster than the rows.

usage: producer.py CONFORM
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

CONFORM = os.path.abspath(sys.argv[1])
FUNCTIONS, SECONDS, MEBIBYTES = 40000, 5, 300
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


def build(count, name):
    with open(name + ".s", "w", encoding="ascii") as f:
        f.write(" .text\n")
        f.writelines(FUNCTION.format(i, 1 + i % 97, 1 + i % 31) for i in range(count))
    subprocess.run(["as", "--gsframe", "-o", name + ".o", name + ".s"], check=True)
    subprocess.run(["ld", "-shared", "-o", name, name + ".o"], check=True)


def judge(name):
    """Best time of three, equal ranges, and the most memory in MiB."""
    best, memory = float("inf"), 0
    for _ in range(3):
        with open("report.json", "w", encoding="ascii") as out:
            start = time.monotonic()
            p = subprocess.Popen([CONFORM, "producer", "--json", name], stdout=out)
            _, status, used = os.wait4(p.pid, 0)
            best = min(best, time.monotonic() - start)
        p.returncode = os.waitstatus_to_exitcode(status)
        if p.returncode != 0:
            raise SystemExit(f"{name}: exit status {p.returncode}")
        memory = max(memory, used.ru_maxrss // 1024)
    with open("report.json", encoding="ascii") as f:
        return best, json.load(f)["files"][0]["ranges"]["equal"], memory


def main():
    help_text = subprocess.run(["as", "--help"], capture_output=True, text=True).stdout if shutil.which("as") else ""
    if "--gsframe" not in help_text or os.uname().machine != "x86_64":
        print("skipped: no assembler that writes SFrame data")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        build(FUNCTIONS, "whole.so")
        build(FUNCTIONS // 2, "half.so")
        whole, rows, memory = judge("whole.so")
        half, half_rows, _ = judge("half.so")
        size = os.path.getsize("whole.so")
        os.chdir("/")
    print(f"{FUNCTIONS} functions, {rows} ranges, {size >> 10} KiB: {whole:.3f} s, {memory} MiB, "
          f"{rows / whole / 1e6:.2f} million ranges a second")
    print(f"half of it, {half_rows} ranges: {half:.3f} s")
    return 0 if whole < SECONDS and memory < MEBIBYTES and whole / half < 2 * rows / half_rows else 1


sys.exit(main())
