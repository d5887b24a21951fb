#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The maker of ERRATA.md: what it refuses, and that what the proposals name exists. A TAP producer.

usage: test_errata.py REGISTERS-FOLDER CORPUS-FOLDER BUGS
"""
import os
import re
import sys
import tempfile

FOLDER, CORPUS, BUGS = sys.argv[1:4]
sys.path.insert(0, FOLDER)
import make_errata
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'conformance', 'tests', 'cli'))
from common import ok as check, plan, read, run, write  # noqa: E402

POLICIES = """AMB-001 | v1 | none | - | Question one? | an answer
AMB-002 | v1 | mixed | accept reject | Question two | an answer
"""
GOOD = """# A comment.
== Part one
[E1] Title
questions: AMB-001
  AMB-002
today: v1 v2 1.1 "words of a manual"
  v2e1 v3 A "*p = _q;"
why: It goes
  wrong.
shown: B1 v1/amd64-little/a/b
where: 1.1
words:
  Better words.

      code (x);

  More.

== Part two
"""
def made(errata):
    """(exit status, what is said, the page) for a register with this text."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("errata", errata), ("policies", POLICIES), ("clauses", "ALL-X-01 | v1 | 1 | must | D | A.\n")):
            write(f"{folder}/{name}.txt", text)
        p = run(sys.executable, f"{FOLDER}/make_errata.py", folder, f"{folder}/page")
        return p.returncode, p.stderr.replace(folder + "/", ""), read(f"{folder}/page") if os.path.exists(f"{folder}/page") else ""


def check_page():
    """What it makes of the register is in the tree, and compared with it by the test `errata page`."""
    status, said, page = made(GOOD.replace("  AMB-002\n", "  ALL-X-01\n") + "AMB-002 | no reason.\n")
    check(status == 0 and "* AMB-002 (Question two): no reason.\n" in page, "a question may need no words", said + page)


def check_refusals():
    """Each changes the good register in one place and is refused for it, with the line."""
    for name, old, new, line, said in (
            ("an unknown question", "AMB-001", "AMB-009", 4, "'AMB-009'"),
            ("a missing field", "where: 1.1\n", "", 3, "E1 has no 'where'"),
            ("an unknown field", "why:", "because:", 8, "'because: It goes'"),
            ("a field that is given twice", "where: 1.1", "why: x", 11, "'why' is given twice"),
            ("a repeated id", "== Part two", "[E1] Again", 19, "'E1' was already given at errata.txt:3"),
            ("a proposal before the first part", "== Part one\n", "", 2, "before the first part"),
            ("a quote without quotation marks", '"words of a manual"', "words of a manual", 6, "MANUALS SECTION"),
            ("a field outside of proposals", "== Part two", "== Part two\nwhy: x", 20, "belongs to no proposal"),
            ("words outside of fields", "== Part two", "== Part two\n  x", 20, "belong to no field"),
            ("a question in both lists", "== Part two", "== Part two\nAMB-001 | x", 20, "in a proposal too")):
        status, err, page = made(GOOD.replace(old, new))
        check(status == 1 and err.startswith(f"errata.txt:{line}: ") and said in err and not page, f"refused: {name}",
              f"{status} {err}")
    status, err, _ = made(GOOD.replace("  AMB-002\n", ""))
    check(status == 1 and err.startswith("policies.txt:2: ") and "AMB-002 is mixed" in err,
          "refused: an open question that nothing names", f"{status} {err}")


def first_cells(path):
    return {line.split("\t")[0] for line in read(path).splitlines()}


def check_names():
    cases = first_cells(f"{CORPUS}/index.tsv") | first_cells(f"{CORPUS}/real/index.tsv")
    bugs = set(re.findall(r"^  (B\d+) ", read(BUGS), re.M))
    errata = make_errata.Errata(f"{FOLDER}/errata.txt")
    unknown = [f"{p.where}: {s}" for p in errata.proposals for s in make_errata.items_of(p, "shown")
               if s != "-" and s not in cases and s not in bugs]
    check(not unknown, "every case and defect that shows something exists", "\n".join(unknown))


check_page()
check_refusals()
check_names()
plan()
