#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The adapter of glibc's SFrame reader, with the reference behind that reader's interface.

Right answers must be right, and everything that a reader without a size can do must be seen. glibc's caller cuts distances
to 32 bits, and so does the adapter: those cases of the known failures fail with any reader.

usage: glibc.py CONFORM ADAPTER CORPUS CONFORMANCE
"""
import os
import re
import sys

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from common import ok, read, run as start, run_in_folder, write
from corpus_part import copy_corpus, copy_folders

CONFORM, ADAPTER, CORPUS, CONFORMANCE = map(os.path.abspath, sys.argv[1:5])
CASE = "v2/amd64-little/pcmask/aligned-lookup"


def make_config(folder, fake):
    """The committed adapter file, with this adapter."""
    text = read(os.path.join(CONFORMANCE, "adapters", "glibc-2.44.conf"))
    text = re.sub("^command: .*$", "command: {here}/adapter", text, flags=re.M)
    if not os.path.exists(os.path.join(folder, "adapter")):
        os.symlink(ADAPTER, os.path.join(folder, "adapter"))
    return write(os.path.join(folder, f"{fake}.conf"), text + (f"env: FAKE_GLIBC={fake}\n" if fake != "right" else ""))


def run(*args):
    p = start(CONFORM, *args)
    return p.returncode, p.stdout + p.stderr


def cut_distances(folder):
    """The known failures of distances that are cut, as a list of its own."""
    groups = read(os.path.join(CONFORMANCE, "known", "glibc-2.44.known")).split("\n\n")
    return write(os.path.join(folder, "cut.known"), "\n\n".join(g.strip("\n") for g in groups if g.startswith("B46: ")) + "\n")


def check_right(folder):
    config = make_config(folder, "right")
    status, said = run("check-adapter", "--adapter", config)
    ok(status == 0 and "profiles v2 v2e1, ABIs amd64, ops lookup sequence" in said, "the adapter is fit for a run", said)
    # Of what it declares. A sanitizer takes seconds to load the rest, which is skipped.
    copy_folders(CORPUS, ["v2/amd64-little", "v2e1/amd64-little", "real/v2", "real/v2e1"], "declared", ("VERSION",))
    status, said = run("run", "--corpus", "declared", "--adapter", config, "--known", cut_distances(folder), "--all")
    ok(status == 0 and re.search(r": no change \([1-9]\d known failures, none new\)$", said, re.M),
       "a right reader fails where distances are cut, and nowhere else", said)
    ok("not claimed: " in said and "size of the section" in said, "what a reader without a size cannot see is not claimed", said)


def check_wrong(folder):
    """The runner asks about a plain section first, so that most errors end the run there."""
    small = os.path.join(folder, "corpus")
    copy_corpus(CORPUS, [CASE], small)
    # A sanitizer has words of its own for the signal.
    segv = "a plain section .* must be accepted, but: crashed (SIGSEGV|.*\\n?.*SEGV)"
    for fake, status, text in (("right", 0, "all that was asked passes$"), ("behind", 3, segv), ("far", 3, segv), ("before", 3, segv),
                               ("refuses", 1, "rejected: __sframe_decode: an error"),
                               ("gives-up", 1, "has no offset for CFA or RA"), ("no-fp", 1, "fp=same")):
        got, said = run("run", "--corpus", small, "--adapter", make_config(folder, fake), "--all")
        ok(got == status and re.search(text, said, re.M), f"{fake}: exit status {status}, and why", said)


run_in_folder(check_right, check_wrong)
