#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds and runs the README's example: this suite as a Meson subproject of an implementation. An object that the suite's own
build, in BUILD, made in the same way but for optimization and warnings is taken from there.

usage: foreign.py MESON SOURCE BUILD COMPILER...
"""
import json
import os
import re
import shutil
import subprocess
import sys

from common import ok, read, run, run_in_folder, write

MESON, SOURCE, BUILD = sys.argv[1:4]
COMPILER = sys.argv[4:]
PART = "subprojects/sframe-conformance"
# A compiler of objects, most of which are there.
TAKES = """#!/bin/sh
for word; do
  [ "$last" != -o ] || made=$PWD.objects/$word
  last=$word
done
if [ -e "$made" ]; then exec cp "$made" "${made#"$PWD.objects/"}"; fi
exec "$@"
"""


def meson(*args):
    p = run(MESON, *args, stderr=subprocess.STDOUT, env={**{k: v for k, v in os.environ.items() if not k.startswith("MESON")},
                                                         "CC": " ".join([os.path.abspath("takes"), *COMPILER])})
    return p.returncode, p.stdout


def commands(build, part):
    """{object: the words that make it} of the suite in a build folder, which has it in `part`. Nothing is said of optimization,
    warnings and debugging, and places are those in the build or in the sources."""
    top, source = (os.path.join(os.path.realpath(path), "") for path in (os.path.join(build, part), SOURCE))

    def place(path):
        return os.path.join(os.path.realpath(os.path.join(build, path)), "").replace(top, "build:").replace(source, "source:")

    return {os.path.relpath(entry["output"], part or "."): [place(entry["file"])] + [
        "-I" + place(word[2:]) if word.startswith("-I") else word for word in entry["command"].split()
        if re.match("-(?![OgW]|f(no-)?optimize)", word)] for entry in json.loads(read(os.path.join(build, "compile_commands.json")))}


def take_objects(out):
    """Puts beside the folder `out`, for TAKES, what the suite's own build has and what is no older there than its sources."""
    ours = commands(BUILD, "")
    same = [name for name, words in commands(out, PART).items() if words == ours.get(name)]
    if same and "no work to do" in run("ninja", "-C", BUILD, "-n", *same).stdout:
        for name in same:
            os.makedirs(os.path.dirname(os.path.join(out + ".objects", PART, name)), exist_ok=True)
            os.symlink(os.path.join(BUILD, name), os.path.join(out + ".objects", PART, name))
        print(f"# {len(same)} objects are there")


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
    write("takes", TAKES)
    os.chmod("takes", 0o755)
    # Without debug information, which takes time to write.
    status, said = meson("setup", "--buildtype=plain", theirs, out)
    ok(status == 0 and "WARNING" not in said, "it is configured, without a warning", said)
    take_objects(out)
    p = run("ninja", "-C", out, "-j2")
    ok(p.returncode == 0, "it is built", p.stdout)
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
