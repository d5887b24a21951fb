#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds and runs the README's example: this suite as a Meson subproject of an implementation.

usage: foreign.py MESON SOURCE COMPILER...
"""
import os
import re
import shutil
import subprocess
import sys

from common import ok, read, run, run_in_folder, write

MESON, SOURCE = sys.argv[1:3]
COMPILER = sys.argv[3:]


def meson(*args):
    p = run(MESON, *args, stderr=subprocess.STDOUT, env={**{k: v for k, v in os.environ.items() if not k.startswith("MESON")}, "CC": " ".join(COMPILER)})
    return p.returncode, p.stdout


def main(folder):
    blocks = re.findall(r"```meson\n(.*?)```", read(os.path.join(SOURCE, "conformance/examples/README.md")), re.S)
    example = os.path.join(SOURCE, "conformance", "examples", "foreign")
    if not ok(len(blocks) == 1, "the page has one piece of Meson"):
        return
    ok(len(blocks[0].rstrip("\n").split("\n")) <= 10, "of ten lines at most")
    ok(blocks[0] == read(os.path.join(example, "meson.build")), "the example is what the page shows")
    theirs, out = os.path.join(folder, "theirs"), os.path.join(folder, "out")
    shutil.copytree(example, theirs)
    os.mkdir(os.path.join(theirs, "subprojects"))
    os.symlink(SOURCE, os.path.join(theirs, "subprojects", "sframe-conformance"))
    # Without debug information, which takes time to write.
    status, said = meson("setup", "--buildtype=plain", theirs, out)
    ok(status == 0 and "WARNING" not in said, "it is configured, without a warning", said)
    status, said = meson("compile", "-C", out, "-j2")
    ok(status == 0, "it is built", said)
    status, said = meson("test", "-C", out)
    passed = re.search(r"^1/1 sframe +OK .* (\d+) subtests passed", said, re.M)
    ok(status == 0 and passed and int(passed[1]) > 500, "its test passes, and it is the only one", said)
    reader = os.path.join(theirs, "reader.c")
    write(reader, read(reader).replace("fre_off + fre_len <= left", "fre_off <= left"))
    status, said = meson("test", "-C", out, "--print-errorlogs")
    log = read(os.path.join(out, "meson-logs", "testlog.txt"))
    ok(status != 0 and "# too-lenient" in log and "not ok" in log, "without one of the reader's checks it fails", said)
    ok(re.search(r"^1/1 sframe +FAIL ", said, re.M) and "ERROR" not in said and "exit status" not in said, "as a failure, not an error", said)
    ok(re.search(r"^# +\d+  accepts ", said, re.M) and "# next: " in said and "# my-reader " in said.replace("my-adapter", "my-reader"), "with its causes", said)


run_in_folder(main)
