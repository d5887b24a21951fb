#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Each producer defect is found again: its smallest source fails with the newest toolchain that has the defect. Those whose
toolchain is not on this system are skipped.

usage: finds.py CONFORM CASES
"""
import os
import sys

from common import ok, read, skip
from producer_support import produce, run_in_folder, use, write

CONFORM, CASES = map(os.path.abspath, sys.argv[1:3])
SMALLEST = os.path.join(CASES, "smallest")
use(CONFORM)
import smallest

# A defect has one source; with fewer, some were lost.
LEAST = 41


def toolchains():
    """{(case, reason): its toolchains}, GNU's newest first and LLVM's last."""
    found = {}
    for (name, case), (_, reason) in smallest.known_failures().items():
        found.setdefault((case, reason), []).append(name)
    return found


def judge(toolchain, entries):
    """What a run over these sources says; nothing if the system has no such toolchain."""
    p = produce("--toolchain", toolchain, "--cases", SMALLEST, "--known", "none.known", *sorted({case for case, _ in entries}))
    return None if p.returncode == 4 else p.stdout + p.stderr


def main():
    sources, known = sorted(n for n in os.listdir(SMALLEST) if n.endswith(".s")), toolchains()
    ok(len(sources) >= LEAST, f"there are {len(sources)} defects")
    write("none.known", "")
    said = {name: judge(name, [case for case, by in known.items() if name in by and f"{case[0]}.s" in sources])
            for name in {name for by in known.values() for name in by}}
    for name in sources:
        case, reason = name[:-2], read(os.path.join(SMALLEST, name)).splitlines()[1].removeprefix("# ")
        names = known.get((case, reason), [])
        if not ok(names, f"{case} is on a list: {reason}"):
            continue
        here = [name for name in names if said[name]]
        if here:
            ok(f"WRONG {case}: " in said[here[0]], f"{case} by {here[0]}: {reason}", said[here[0]])
        else:
            skip(f"{case}: {reason}", f"this system has none of {', '.join(names)}")


run_in_folder(main)
