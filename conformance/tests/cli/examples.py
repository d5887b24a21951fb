#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The installed examples for writers of adapters: no file is missing, and they work.

usage: examples.py MESON BUILD CONFORM COMPILER...
"""
import os
import re
import shutil
import subprocess
import sys

from common import ended, ok, read, run, run_in_folder, skip, write

MESON, BUILD = sys.argv[1:3]
CONFORM = os.path.abspath(sys.argv[3])
COMPILER = sys.argv[4:]


def install_examples(folder):
    """Installs the examples alone; returns the folder of PROTOCOL.md."""
    said = run(MESON, "install", "-C", BUILD, "--no-rebuild", "--tags", "examples", "--destdir", folder, stderr=subprocess.STDOUT)
    homes = [path for path, _, names in os.walk(folder) if "PROTOCOL.md" in names]
    return homes[0] if ok(said.returncode == 0 and len(homes) == 1, "PROTOCOL.md is installed", said.stdout) else None


def named_files(page):
    """The file names that a page has in backquotes, with their folders."""
    return sorted(set(re.findall(r"`([A-Za-z0-9_./-]+\.(?:md|h|py|pl|conf|c))`", read(page))))


def check_pages(folder):
    for page in ("PROTOCOL.md", "README.md"):
        names = named_files(os.path.join(folder, page))
        missing = [name for name in names if not os.path.exists(os.path.join(folder, name))]
        ok(len(names) > 3 and not missing, f"{page} names files that are installed beside it", (names, missing))


def check_transcript(folder, conf):
    """Checks check-adapter's output against README.md. Returns whether README.md shows it."""
    shown = re.search(rf"\$ sframe-conform check-adapter --adapter {re.escape(conf)}\n(.*?)```", read(os.path.join(folder, "README.md")), re.S)
    if "perl" in read(os.path.join(folder, conf)) and not shutil.which("perl"):
        skip(f"{conf}: check-adapter", "there is no perl")
        return shown is not None
    p = run(CONFORM, "check-adapter", "--adapter", "./" + conf, cwd=folder, stderr=subprocess.STDOUT)
    ok(p.returncode == 0, f"{conf}: check-adapter finds it fit", p.stdout)
    if shown:
        ok(p.stdout == shown[1], f"{conf}: the page shows what check-adapter prints", p.stdout)
    return shown is not None


def main(folder):
    home = install_examples(folder)
    if not home:
        return
    check_pages(home)
    confs = sorted(f for f in os.listdir(home) if f.endswith(".conf"))
    ok(len(confs) == 4, "there are four adapter files", confs)
    ok(sum(check_transcript(home, conf) for conf in confs) == 1, "the page has the transcript of one of them")
    main_c = write(os.path.join(home, "mine.c"), '#include "adapter.h"\nint main(void) { return 0; }\n')
    ended(run(*COMPILER, "-std=c11", "-D_GNU_SOURCE", "-fsyntax-only", main_c), 0, "adapter.h is there, and needs nothing else")


run_in_folder(main)
