#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Judges the SFrame data of a linker's output, and writes a page about all. For ci/real/linkers.sh.

usage: linkers.py judge REF CONFORM LOG MODE OUTPUT INPUT...
       linkers.py failed LOG MODE STATUS
       linkers.py page|summary INDEX CAUSES
judge prints counts and then, after tabs, everything that is wrong or, after "lacks", missing;
failed does so if the linker made no file. LOG is the output of the linker, MODE the name of the
link.
"""
import os
import re
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), os.path.join(HERE, "links")]
import reasons  # noqa: E402
from union import judge  # noqa: E402


def failed(log, mode, status):
    """A link that makes no file. To refuse inputs of two versions with a message is right."""
    with open(log, encoding="utf-8", errors="replace") as f:
        lines = [re.sub(r"/[^ ]*/", "", line) for line in f.read().splitlines() if line]
    said = (lines + ["says nothing"])[0]
    if status > 128:
        print(f"no file\tthe linker dies of signal {status - 128}")
    elif "two versions" in mode and re.search("sframe", "\n".join(lines), re.I) and \
            not re.search("internal error|assertion", "\n".join(lines), re.I):
        print(f"refused: {said}")
    else:
        print(f"refused\t{said}")


INTRODUCTION = """# SFrame data from linkers

Written by `ci/real/linkers.sh`. The output must have every function of
the inputs with the same rules, row by row, and no other functions but stubs. It
must be marked as sorted and follow all rules of `sframe-conform producer`. Only
`--gc-sections` may discard functions. The script decodes the stubs of x86-64
and AArch64: each byte that is described must have the CFA that the instructions
give. It does not decode the stubs of s390x: they have no frame, and their CFA
must be sp+160. A linker may refuse or leave out inputs of two versions, with a
message about SFrame. See also [random links](random-links.md) and
[the sections of the corpus](corpus-objects.md).

*Less*: some stubs are not described, so a trace ends there; nothing is wrong.
"""


def state_of(told):
    if not told:
        return "right"
    return "less" if all(t.startswith("lacks ") for t in told) else "WRONG"


def page(index, causes_path, is_summary):
    """The summary has the sums alone, and stands in the tree."""
    causes, unexplained, results = reasons.Patterns(causes_path, 4), 0, []
    with open(index, encoding="utf-8") as f:
        for line in f:
            linker, target, mode, counts, *wrong = line.rstrip("\n").split("\t")
            told = []
            for w in wrong:
                why = causes.find(linker, target, mode, w)
                unexplained += not why
                told.append(f"{w} ({why or 'UNEXPLAINED'})")
            results.append((linker, target, mode, counts, told))
    print(INTRODUCTION)
    linkers = sorted({r[0] for r in results})
    print("| linker | links | right | less | wrong |\n|---|--:|--:|--:|--:|")
    for linker in linkers:
        states = [state_of(r[4]) for r in results if r[0] == linker]
        counts = " | ".join(str(states.count(s)) for s in ("right", "less", "WRONG"))
        print(f"| {linker} | {len(states)} | {counts} |")
    if is_summary:
        print("\n`ci/real/linkers.sh --page FILE` writes the page with each link.")
    for linker in () if is_summary else linkers:
        print(f"\n## {linker}\n\n| target | link | | what | why not |\n|---|---|---|---|---|")
        for _, target, mode, counts, told in (r for r in results if r[0] == linker):
            print(f"| {target} | {mode} | {state_of(told)} | {counts} | {'; '.join(told).replace('lacks ', '')} |")
    causes.print_unused()
    return 1 if unexplained or not results else 0


def main():
    if sys.argv[1:2] == ["judge"] and len(sys.argv) > 7:
        return judge(*sys.argv[2:7], sys.argv[7:])
    if sys.argv[1:2] == ["failed"] and len(sys.argv) == 5:
        return failed(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    if sys.argv[1:2] in (["page"], ["summary"]) and len(sys.argv) == 4:
        return page(*sys.argv[2:], sys.argv[1] == "summary")
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, ValueError) as error:
        sys.exit(f"linkers.py: {error}")
