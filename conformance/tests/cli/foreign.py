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
import tempfile

sys.dont_write_bytecode = True
from common import ok, plan, read, skip, write

MESON, SOURCE = sys.argv[1:3]
COMPILER = sys.argv[3:]


def run(*args):
    p = subprocess.run(args, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                       env={**{k: v for k, v in os.environ.items() if not k.startswith("MESON")}, "CC": " ".join(COMPILER)})
    return p.returncode, p.stdout


def check_workflow(folder, out):
    """The workflow for GitHub Actions: its file parses, and its main step works on this machine."""
    try:
        import yaml
    except ImportError:
        skip("the workflow", "there is no yaml for Python")
        return
    flow = yaml.safe_load(read(os.path.join(SOURCE, ".github", "workflows", "conformance.yml")))
    steps = flow["jobs"]["conformance"]["steps"]
    ok(all(("run" in s) != ("uses" in s) for s in steps), "the workflow has steps that run or use something")
    ok(all(re.fullmatch(r"[a-z-]+/[a-z-]+@v\d+", s["uses"]) for s in steps if "uses" in s), "actions are pinned by major version")
    os.mkdir(os.path.join(folder, "runner"))
    os.symlink(os.path.join(out, "subprojects", "sframe-conformance"), os.path.join(folder, "runner", "sframe"))
    upload = next(s for s in steps if s.get("uses", "").startswith("actions/upload-artifact@"))
    wanted = {"report.html", "report.md", "junit.xml", "results.jsonl*"}
    ok(upload["if"] == "always()" and {os.path.basename(p) for p in upload["with"]["path"].split()} == wanted,
       "reports are uploaded after a failure too", upload)
    # YAML 1.1 reads the key `on` as true.
    inputs = flow[True]["workflow_call"]["inputs"]
    used = set(re.findall(r"inputs\.([a-z-]+)", read(os.path.join(SOURCE, ".github", "workflows", "conformance.yml"))))
    ok(used == set(inputs) and all("description" in i and "type" in i for i in inputs.values()), "each input is described and used", used)
    judge = next(s["run"] for s in steps if s.get("name") == "Judge")
    p = subprocess.run(["bash", "-e", "-c", judge], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                       env={**os.environ, "RUNNER_TEMP": os.path.join(folder, "runner"), "KNOWN": "",
                            "ADAPTER": os.path.join(out, "my-adapter.conf")})
    paths = upload["with"]["path"]
    ok(p.returncode == 1 and "unexpected failures" in p.stdout, "its step fails for a faulty reader", p.stdout)
    ok(all(os.path.exists(os.path.join(folder, path.rstrip("*"))) for path in paths.split()), "and writes the files to upload")


def main():
    blocks = re.findall(r"```meson\n(.*?)```", read(os.path.join(SOURCE, "README.md")), re.S)
    example = os.path.join(SOURCE, "conformance", "examples", "foreign")
    if not ok(len(blocks) == 1, "the README has one piece of Meson"):
        return
    ok(len(blocks[0].rstrip("\n").split("\n")) <= 10, "of ten lines at most")
    ok(blocks[0] == read(os.path.join(example, "meson.build")), "the example is what the README shows")
    folder = tempfile.mkdtemp(prefix="sframe-foreign.")
    try:
        theirs, out = os.path.join(folder, "theirs"), os.path.join(folder, "out")
        shutil.copytree(example, theirs)
        os.mkdir(os.path.join(theirs, "subprojects"))
        os.symlink(SOURCE, os.path.join(theirs, "subprojects", "sframe-conformance"))
        write(os.path.join(theirs, "meson.build"), blocks[0])
        # Without debug information, which takes time to write.
        status, said = run(MESON, "setup", "--buildtype=plain", theirs, out)
        ok(status == 0, "it is configured", said)
        ok("WARNING" not in said, "without a warning", said)
        status, said = run(MESON, "compile", "-C", out, "-j2")
        ok(status == 0, "it is built", said)
        status, said = run(MESON, "test", "-C", out)
        passed = re.search(r"^1/1 sframe +OK .* (\d+) subtests passed", said, re.M)
        ok(status == 0 and passed and int(passed[1]) > 500, "its test passes, and it is the only one", said)
        reader = os.path.join(theirs, "reader.c")
        text = read(reader)
        write(reader, text.replace("fre_off + fre_len <= left", "fre_off <= left"))
        status, said = run(MESON, "test", "-C", out)
        log = read(os.path.join(out, "meson-logs", "testlog.txt"))
        ok(status != 0 and "# too-lenient" in log and "not ok" in log, "without one of the reader's checks it fails", said)
        ok(re.search(r"^1/1 sframe +FAIL ", said, re.M) and "ERROR" not in said and "exit status" not in said, "as a failure, not an error", said)
        status, said = run(MESON, "test", "-C", out, "--print-errorlogs")
        ok(re.search(r"^# +\d+  accepts ", said, re.M) and "# next: " in said and "# my-reader " in said.replace("my-adapter", "my-reader"), "with its causes", said)
        write(reader, text)
        status, said = run(MESON, "test", "-C", out)
        ok(status == 0, "and with the check it passes again", said)
        check_workflow(folder, out)
    finally:
        shutil.rmtree(folder)


main()
plan()
