#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a release of GNU binutils is taken for: its adapter file, what that declares, and which known failures are its own.

The releases are programs that do nothing but tell a version, and copies of this system's libsframe beside files with libbfd's names.

usage: releases.py CONFORM CORPUS [--sanitized]

With --sanitized, whose programs start slowly, there is one release of each adapter file, and one of none.
"""
import os
import shutil
import subprocess
import sys

from common import ok, run, run_in_folder, skip, write
from corpus_part import copy_corpus

CONFORM = os.path.abspath(sys.argv[1])
CORPUS = sys.argv[2]
V1, V2, V2E1, V3 = "v1", "v2", "v2 v2e1", "v2 v2e1 v2e2 v3"
# Version, what it reads, the adapter file of that release alone, whether a list of known failures is for it.
RELEASES = (
    ("2.40", V1, "2.40", True), ("2.40.0.20230114", V1, "2.40", True),
    # .50 is what is developed after a release, .90 what becomes the next.
    ("2.40.50", V2, "2.44", False), ("2.43.50", V2, "2.44", False), ("2.44.90", V2E1, "2.45", False), ("2.45.50.20251125", V2E1, "2.45", False),
    ("2.43.90.20250122", V2, "2.44", False), ("2.45.50.20251126", V3, "2.47", False), ("2.45.50", V3, "2.47", False),
    ("2.41", V2, "2.44", False), ("2.43.1", V2, "2.44", False), ("2.44", V2, "2.44", True), ("2.44.50", V2E1, "2.45", False), ("2.45", V2E1, "2.45", False),
    ("2.46", V3, "2.47", False), ("2.47.50.20261021", V3, "2.47", True), ("2.48", V3, "2.47", False), ("2.50.1", V3, "2.47", False),
    ("2.39", None, None, False), ("2.4", None, None, False), ("12.40", None, None, False),
)
FILES = ("2.40", "2.44", "2.45", "2.47")
# Debian has a readelf of these two, but no objdump that reads the cases.
ONLY_READELF = ("2.43.90.20250122", "2.45.50.20251125")
# One of each adapter file, and one of none. A check of an adapter asks its version as a run does, and is made of these alone.
FEW = tuple(next(release for release in RELEASES if release[2] == file) for file in (*FILES, None))
if sys.argv[3:] == ["--sanitized"]:
    RELEASES = FEW
small_corpus = None


def conform(path, command, *args, env=None):
    """With a corpus of one case, which takes no time to load."""
    corpus = ("--corpus", small_corpus) if command == "run" else ()
    p = run(CONFORM, command, *corpus, *args, stderr=subprocess.STDOUT, env={**os.environ, **(env or {}), "PATH": path + ":/usr/bin:/bin"})
    return p.returncode, p.stdout


def make_tool(folder, name, version):
    write(os.path.join(folder, name), f"#!/bin/sh\necho 'GNU {name} (GNU Binutils for Debian) {version}'\n", 0o755)


def release_of(name, release):
    """readelf has a file of its own for 2.41 to 2.43."""
    version, profiles, own, has_known = release
    if name == "readelf":
        if own == "2.44" and not version.startswith("2.44"):
            own = "2.43"
        has_known = has_known or version in ONLY_READELF
    return version, profiles, own, has_known


def check_tool(folder, name, release):
    version, profiles, own, has_known = release_of(name, release)
    make_tool(folder, name, version)
    status, said = conform(folder, "check-adapter", "--adapter", name)
    if profiles is None:
        ok(status == 5 and f"{name} is version {version}, which none of" in said, f"{name} {version}: no adapter file is for it", said)
        status, said = conform(folder, "run", "--tap", "--skip-missing", "--adapter", name)
        ok(status == 0 and said.startswith(f"1..0 # SKIP {name} is version {version}"), "which may be skipped", said)
        return
    ok(f"ok    hello: {name} {version}, profiles {profiles}, " in said, f"{name} {version} reads {profiles}", said)
    for file in (*FILES, "2.43") if name == "readelf" else FILES:
        status, said = conform(folder, "run", "--tap", "--skip-missing", "--adapter", f"{name}-{file}")
        ok(said.startswith("1..0 # SKIP") == (file != own), f"{name} {version}: {name}-{file} is {'' if file == own else 'not '}for it", said)
        if release in FEW:
            status, said = conform(folder, "check-adapter", "--adapter", f"{name}-{file}")
            ok((status == 5) == (file != own), f"{name} {version}: and a check of it says so", said)
    # The list by the name of the tool, and by the name of the release's adapter file.
    missing = f"no list of known failures is for {name} {version}"
    for known in (name, f"{name}-{own}") if (name, own) != ("objdump", "2.45") else (name,):
        adapter = name if known == name else f"{name}-{own}"
        status, said = conform(folder, "run", "--adapter", adapter, "--known", known)
        ok(has_known == (missing not in said), f"{name} {version}, --known {known}: {'its own' if has_known else 'none'}", said)
        ok(has_known or "--write-known FILE starts a list" in said, "and how to start one", said)
        # A tool that tells nothing but its version is broken, but not before its list was looked for.
        ok(status == 3 and "a plain section" in said, "then it runs", said)


def check_broken(folder):
    """What is there and does not tell its version is no implementation that is missing: nothing may be skipped for it."""
    for what, text in (("is killed", "kill -SEGV $$"), ("fails", "echo 'GNU readelf (GNU Binutils) 2.44'; exit 1"),
                       ("says something else", "echo readelf of somebody else"), ("says nothing", ":")):
        path = write(os.path.join(folder, "readelf"), f"#!/bin/sh\n{text}\n", 0o755)
        for adapter in ("readelf", "readelf-2.44"):
            status, said = conform(folder, "run", "--tap", "--skip-missing", "--adapter", adapter)
            ok(status == 3 and "SKIP" not in said and "readelf: " in said, f"a readelf that {what} is broken for {adapter}", said)
    os.unlink(path)
    os.mkdir(os.path.join(folder, "empty"))
    p = run(CONFORM, "run", "--corpus", "no-corpus", "--tap", "--skip-missing", "--adapter", "readelf", stderr=subprocess.STDOUT,
            env={**os.environ, "PATH": os.path.join(folder, "empty")})
    ok(p.returncode == 0 and p.stdout.startswith("1..0 # SKIP there is no readelf"),
       "one that is not there is missing, before the corpus is read", p.stdout)


def check_own_list(folder):
    """A list that the user names counts, whatever release the program has lists for."""
    mine = write(os.path.join(folder, "mine.known"), "for a reason\n  v2/amd64-little/no-such-case too-lenient\n")
    make_tool(folder, "readelf", "2.42")
    _, said = conform(folder, "run", "--adapter", "readelf", "--known", mine)
    ok("no list of known failures" not in said and "a plain section" in said, "a list of the user's own is taken", said)


def find_library():
    for number in ("0", "1", "3"):
        for folder in ("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"):
            path = os.path.join(folder, "libsframe.so." + number)
            if os.path.exists(path):
                return path
    return None


def check_library(folder):
    library = find_library()
    if not library:
        skip("libsframe", "it is not installed")
        return
    name = os.path.basename(library)
    shutil.copy(library, os.path.join(folder, name))
    beside = (([], "unknown"), (["libbfd-2.44-system.so"], "2.44"), (["libbfd-2.44-system.so", "libbfd-2.44-arm64.so"], "2.44"),
              (["libbfd-2.47.50-system.20261021.so"], "2.47.50"), (["libbfd-2.43.1-5.fc41.so"], "2.43.1"),
              (["libbfd-2.40-system.so", "libbfd-2.44-system.so"], "unknown"), (["libbfd.so", "libbfd-x.so", "libbfd-2.40.a"], "unknown"))
    for files, release in beside:
        for file in files:
            write(os.path.join(folder, file), "")
        for adapter in ("libsframe", "libsframe-encoder"):
            _, said = conform("/nowhere", "check-adapter", "--adapter", adapter, env={"LD_LIBRARY_PATH": folder})
            ok(f"ok    hello: {adapter} {release} ({name}), " in said, f"{adapter} beside {files or 'nothing'} is {release}", said)
        for file in files:
            os.unlink(os.path.join(folder, file))


def main(folder):
    global small_corpus
    small_corpus = os.path.join(folder, "corpus")
    copy_corpus(CORPUS, ["v2/amd64-little/preamble/baseline"], small_corpus)
    # Not the folder of the test: a file there would be meant by its name alone.
    folder = os.path.join(folder, "tools")
    os.mkdir(folder)
    for name in ("readelf", "objdump"):
        for release in RELEASES:
            check_tool(folder, name, release)
    check_own_list(folder)
    check_broken(folder)
    check_library(folder)
    for name in ("no-such-thing", "readelf-2", "[r][e][a][d][e][l][f]", "read*", "readelf-", ""):
        status, said = conform(folder, "run", "--adapter", name)
        ok(status == 4 and "no such file" in said, f"a name is no part and no pattern: '{name}'", said)


run_in_folder(main)
