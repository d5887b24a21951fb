#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `explain` says of a case: its bytes by field, its level, and what its clauses, its fault or refusal and its open
question rest on.

usage: explain.py CONFORM SFRAME-REF CORPUS
"""
import functools
import json
import os
import re
import sys

from common import ok, on_terminal, run, run_in_folder
from corpus_part import copy_corpus, read_case, read_index

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "report"))
import registers  # noqa: E402

CONFORM, REF, CORPUS = (os.path.abspath(path) for path in sys.argv[1:4])
# Of the corpus the cases that are explained: what is said of one comes from it, its parent and the registers.
part = None

SHOWN = ("v2/amd64-little/truncation/baseline-27", "v3/amd64-little/elf/object-no-symbol", "v2/amd64-little/sequence/two-sequence")
LONG = "v3/amd64-little/random/mutant-of-17-201"
SAID = (
    ("v3/amd64-little/preamble/bad-magic-0000",
     'reject: bad-magic, bytes 0x0-0x2\n    the magic is not 0xdee2 in either byte order\n    basis text: '
     'v2 v2e1 v3 2.1 "The magic number for SFrame section: 0xdee2"\n'),
    ("v1/amd64-little/subsection/one-fde-too-few",
     "Level strict: bytes before the FREs literally belong to the FDE sub-section (AMB-031)\n"),
    ("v2/amd64-little/abi/high-bits", "\nMade from v2/amd64-little/preamble/baseline:\n  at 0x4: 03 becomes 0b\n"),
    ("v1/aarch64-little/subsection/cut-behind-header", ":\n  at 0x1c: 25 bytes removed: 00010000100000000000000002000000...\n"),
    ("v2/amd64-little/version/older-v1-base",
     "  AMB-007: A well-formed section of an older version\n    answers that may be declared: reject accept\n"),
    ("v2/amd64-little/abi/high-bits",
     "  An open question of the texts makes it a fault:\n  AMB-006: Unknown ABI ids (0, 5..255; 4 before errata 1)\n"
     "    answers that may be declared: reject\n"),
    ("v3/s390x-big/flex/cfa-register", "  This rests on what the suite has decided:\n  AMB-043: Natural alignment of index entries\n"),
    ("v2/amd64-little/abi/high-bits",
     "\n0x0004  0b                       hdr.abi                  0xb  (parent: 0x3)  <== bad-abi\n"),
    ("real/v2e1/amd64-little/concatenated", "\n0x0000  e2 de                    hdr.magic                0xdee2"),
    ("v2/amd64-little/sequence/two-sequence", "  pc 0x400104\n  pc 0x100400104 in the second section\n"),
    ("v2/amd64-little/sequence/two-sequence", "\nBytes of the second section, at address 0x100400000 ("),
    ("v2/amd64-little/sequence/damaged-fre-type-sequence",
     "  or accept with these rows: `reject` where the damage is, and nowhere else\n\nsframe-dump 1\npc 0x400104 fde=0"),
)


def corpus_of(case):
    """The sections of real tools have an index of their own, and are explained from the whole."""
    return CORPUS if case.startswith("real/") else part


def explain(case):
    p = run(CONFORM, "explain", "--corpus", corpus_of(case), case)
    ok(p.returncode == 0 and p.stderr == "", f"{case}: is explained", p.stderr)
    return p.stdout


@functools.cache
def row_of(name, register):
    return json.loads(run(REF, "clauses", name, "--json").stdout)[register][0]


def basis_of(name, register, profile):
    """The basis, and how its evidence starts."""
    row = row_of(name, register)
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


def check_quotes():
    """Of several quotes, those from the manuals of the profile; without one, all."""
    def basis_is(profile, words, evidence, kind="text"):
        seen = registers.basis_of({"basis": [{"profiles": "v1 v2 v2e1 v2e2 v3", "basis": kind, "evidence": evidence}]}, profile)
        ok(seen == f"{kind}: {words}", f"{profile}: the basis {words}", seen)
    old, new, errata, one = 'v2@2.41 2.1 "old"', 'v2@2.44 v2e1 Overview "new"', 'v3 1.3 "errata 2"', 'v1 1.1 "one; two"'
    for profile, words in (("v1", one), ("v2", f"{old}; {new}"), ("v2e1", new), ("v2e2", f"{new}; {errata}"), ("v3", errata)):
        basis_is(profile, words, f"{one}; {old}; {new}; {errata}")
    basis_is("v1", 'v3 2.1 "later"', 'v3 2.1 "later"')
    basis_is("v1", 'v2 is "one"; v3 is another', 'v2 is "one"; v3 is another', "ours")


def bytes_of(text):
    """The blocks of bytes by field."""
    lines = text.split("\n")
    return "\n".join(line for line in lines if line.startswith("0x") or line.startswith(" " * 32))


def check_fields():
    """Each byte of the file is in a field, once: of a section that is cut off, an ELF file, and two sections. What the fields
    are is compared with the generator by the test `conform-field-map`."""
    for case in SHOWN:
        shown = [(int(at, 16), bytes.fromhex(row)) for at, row in re.findall(r"^(0x[0-9a-f]{4})  ((?:[0-9a-f]{2} )+)", explain(case), re.M)]
        keys, folder = read_case(os.path.join(CORPUS, case + ".case"))[0], os.path.join(CORPUS, os.path.dirname(case))
        files = [os.path.join(folder, keys["file"]), *[os.path.join(CORPUS, keys[key]) for key in ("second",) if key in keys]]
        whole = b"".join(open(file, "rb").read() for file in files)
        ok(b"".join(row for _, row in shown) == whole, f"{case}: each byte is shown, in its place", shown)


def check_terminal():
    """A long section is shown in part, with the fault among it."""
    def shown(case, *more, **env):
        return on_terminal([CONFORM, "explain", *more, "--corpus", corpus_of(case), case], **env)
    short, full = shown(LONG, NO_COLOR="1"), explain(LONG)
    if short is None:
        print("# left out, because this system has no pseudo-terminals: what a terminal gets")
        return
    lines = bytes_of(full).split("\n")
    faults = [line for line in lines if "  <== " in line]
    ok("\n0x0000  e2 de " in short and " more lines: --all\n\nClauses" in short and len(bytes_of(short).split("\n")) < 100
       and faults and all(line in short for line in faults),
       "a terminal gets a part of a long section with its fault, and how many lines more there are", short[:3000])
    ok(bytes_of(shown(LONG, "--all", NO_COLOR="1")) == bytes_of(full) and len(lines) > 500, "--all shows all of it, as a pipe gets", len(lines))
    case = "v3/amd64-little/preamble/bad-magic-0000"
    ok("\033[1;31m  <== bad-magic\033[0m\n" in shown(case), "the fault has a colour")
    ok("  <== bad-magic\n" in shown(case, NO_COLOR="1") and "  <== bad-magic\n" not in shown(case, NO_COLOR=""), "but with NO_COLOR none, if it says something")


def main(folder):
    global part
    part = os.path.join(folder, "corpus")
    refused = next(name for name, line in read_index(CORPUS)[1].items() if line.split("\t")[8:10] == ["encode", "reject"])
    explained = [*SAID, (refused, "\nLevel refuse\n")]
    copy_corpus(CORPUS, [*(case for case, _ in explained if not case.startswith("real/")), *SHOWN, LONG], part)
    for case, says in explained:
        text = explain(case)
        ok(says in text, f"{case}: its level, or the words", text)
        check_rows(case, text, read_case(os.path.join(CORPUS, case + ".case"))[0])
    p = run(CONFORM, "show", "--corpus", part, "--elf", "x.elf", refused)
    ok(p.returncode == 4 and "--raw writes it" in p.stderr and not os.path.exists("x.elf"), "a dump is in no ELF file", p.stderr)
    check_quotes()
    check_fields()
    check_terminal()


run_in_folder(main)
