# SPDX-License-Identifier: MIT
"""The page and the log of random links."""
import os

INTRODUCTION = """# Random links

Written by `ci/real/links.sh --page`. A link has 2 to 20 random objects with call
frame information: functions in `.text`, in sections of their own, shared and
cold ones, and in COMDAT groups with different code in each object; calls through
the PLT, addresses, resolvers; objects without SFrame data, and objects of
several assemblers and versions. It is shared, `-pie`, static, `-r`, or of a part
made by `-r`, with random options.

Each function's code begins with a number of its own. So the script finds what
survives, without symbols. Each survivor must have the rows of its input at its
new address, and nothing else may be described but the stubs, whose instructions
the script decodes.

*Less*: stubs are not described. *Left out*: a linker refuses or drops a version
with a message about SFrame. *Killed*: not judged.
"""
STATES = ("right", "less", "left out", "wrong", "killed")


def head(run):
    o = run.options
    return f"\nSeed {o.seed}, {o.links} links for each linker and target; the run is {run.state}.\n"


def table(run):
    yield "| linker | target | links | right | less | left out | wrong | killed |\n|---|---|--:|--:|--:|--:|--:|--:|"
    for (linker, target), count in sorted(run.counts.items()):
        cells = " | ".join(str(count.states[s]) for s in STATES)
        yield f"| {linker} | {target} | {sum(count.states.values())} | {cells} |"


def causes(run):
    """By cause: the linkers, and how many findings each has."""
    found = {}
    for (linker, target), count in sorted(run.counts.items()):
        for reason, number in count.causes.items():
            by = found.setdefault(reason, {})
            by[linker] = by.get(linker, 0) + number
    yield "\n## What is wrong\n\n| cause | findings | smallest link |\n|---|---|---|"
    for reason, by in sorted(found.items()):
        keys = [reason] + [f"{linker} {reason.removeprefix('UNEXPLAINED: ')}" for linker in by]
        shown = [os.path.basename(run.shown[key]) for key in keys if key in run.shown]
        counts = ", ".join(f"{linker}: {n}" for linker, n in by.items())
        yield f"| {reason} | {counts} | {', '.join(f'[{s}](links/{s})' for s in shown)} |"


def write(run):
    text = "\n".join([INTRODUCTION.rstrip("\n"), head(run), *table(run), *causes(run)]) + "\n"
    if run.options.page:
        with open(run.options.page, "w", encoding="utf-8") as f:
            f.write(text)
    else:
        print(text, end="")
    if run.options.log:
        with open(run.options.log, "a", encoding="utf-8") as f:
            for (linker, target), count in sorted(run.counts.items()):
                states = ", ".join(f"{n} {s}" for s, n in sorted(count.states.items()))
                f.write(f"seed {run.options.seed}, {run.state}: {linker}, {target}: {states}\n")
