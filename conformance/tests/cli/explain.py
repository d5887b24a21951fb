#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `explain` says of a case: its level, and what its clauses, its fault or refusal and its open question rest on.

usage: explain.py CONFORM SFRAME-REF CORPUS
"""
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True
from common import ok, plan
from corpus_part import read_case

CONFORM, REF, CORPUS = (os.path.abspath(path) for path in sys.argv[1:4])


def explain(case):
    p = subprocess.run([CONFORM, "explain", "--corpus", CORPUS, case], capture_output=True, text=True)
    ok(p.returncode == 0 and p.stderr == "", f"{case}: is explained", p.stderr)
    return p.stdout


def basis_of(name, register, profile):
    """The basis, and how its evidence starts."""
    p = subprocess.run([REF, "clauses", name, "--json"], capture_output=True, text=True)
    row = json.loads(p.stdout)[register][0]
    return next(f"    basis {b['basis']}: " + ("" if b["basis"] == "text" else b["evidence"] + "\n")
                for b in row["basis"] if profile in b["profiles"].split())


def after(text, line):
    """The text from the line on that starts so."""
    return text.partition("\n  " + line)[2]


def check_rows(case, text, keys):
    names = [(name, "clauses") for name in keys["clauses"].split()]
    names += [(keys[key], register) for key, register in (("class", "faults"), ("refusal", "refusals"), ("policy", "policies"))
              if key in keys]
    starts = {"faults": "reject: ", "refusals": "refuse: "}
    bad = [name for name, register in names
           if basis_of(name, register, keys["profile"])
           not in "\n".join(after(text, starts.get(register, "") + name).split("\n")[:4]) + "\n"]
    ok(not bad, f"{case}: with the basis of {' '.join(name for name, _ in names)}", (bad, text))


def main():
    for case, says in (
            ("v3/amd64-little/preamble/bad-magic-0000",
             'reject: bad-magic, bytes 0x0-0x2\n    the magic is not 0xdee2 in either byte order\n    basis text: '
             'v2 v2e1 v3 2.1 "The magic number for SFrame section: 0xdee2"\n'),
            ("v1/amd64-little/subsection/one-fde-too-few",
             "Level strict: bytes before the FREs literally belong to the FDE sub-section (AMB-031)\n"),
            ("v2/amd64-little/version/older-v1-base", "Level read\n"),
            ("v2/amd64-little/pcmask/aligned-lookup", "Level read\n"),
            ("v2/amd64-little/sequence/two-sequence", "  pc 0x400104\n  pc 0x100400104 in the second section\n"),
            ("v2/amd64-little/sequence/two-sequence", "\nBytes of the second section, at address 0x100400000 ("),
            ("v2/amd64-little/sequence/damaged-fre-type-sequence",
             "  or accept with these rows: `reject` where the damage is, and nowhere else\n\nsframe-dump 1\npc 0x400104 fde=0")):
        text = explain(case)
        ok(says in text, f"{case}: its level, or the words", text)
        check_rows(case, text, read_case(os.path.join(CORPUS, case + ".case"))[0])
    refused = next(line.split("\t")[0] for line in open(os.path.join(CORPUS, "index.tsv"), encoding="utf-8")
                   if line.split("\t")[8:10] == ["encode", "reject"])
    text = explain(refused)
    ok("\nLevel refuse\n" in text, f"{refused}: its level", text)
    check_rows(refused, text, read_case(os.path.join(CORPUS, refused + ".case"))[0])
    plan()


main()
