# SPDX-License-Identifier: MIT
"""The log of random links, and the page about it."""
import json
import os
import re

INTRODUCTION = """# Random links

Written by `ci/real/links.sh --page`. A link has 2 to 20 random objects with call
frame information: functions in `.text`, in sections of their own, shared and
cold ones, and in COMDAT groups with different code in each object; calls through
the PLT, addresses, resolvers; objects without SFrame data, and objects of
several assemblers and versions. It is shared, `-pie`, static, `-r`, or of a part
made by `-r`, with random options. `--random N --seed S` repeats a run.

Each function's code begins with a number of its own. So the script finds what
survives, without symbols. Each survivor must have the rows of its input at its
new address, and nothing else may be described but the stubs, whose instructions
the script decodes.

*Less*: stubs are not described. *Left out*: a linker refuses or drops a version
with a message about SFrame. *Killed*: not judged.
"""
STATES = ("right", "less", "left out", "wrong", "killed")


def folder_of(key):
    """The name of the folder of a cause, or of a linker's unexplained finding."""
    return re.sub(r"\W+", "-", key).strip("-")[:60].strip("-")


def records_of(run):
    """What the log keeps of a run: a record for each linker and target."""
    return [{"seed": run.options.seed, "state": run.state, "linker": linker, "target": target,
             "states": dict(count.states), "explained": dict(count.explained),
             "unexplained": [[*key, n] for key, n in count.unexplained.items()]}
            for (linker, target), count in sorted(run.counts.items())]


def read_log(path):
    with open(path, encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def table(records):
    yield "| linker | target | seed | links | right | less | left out | wrong | killed |\n|---|---|--:|--:|--:|--:|--:|--:|--:|"
    for r in sorted(records, key=lambda r: (r["linker"], r["target"], r["seed"])):
        cells = " | ".join(str(r["states"].get(s, 0)) for s in STATES)
        note = "" if r["state"] == "complete" else f" ({r['state']})"
        yield f"| {r['linker']} | {r['target']} | {r['seed']}{note} | {sum(r['states'].values())} | {cells} |"


def by_cause(records, causes):
    """{cause: {linker: findings}}. A finding that was unexplained when it was made may be explained
    since."""
    found = {}
    for r in records:
        counts = list(r["explained"].items())
        for words, group, n in r["unexplained"]:
            reason = causes.find(r["linker"], r["target"], words, group)
            counts.append((reason or f"UNEXPLAINED: {group}", n))
        for reason, n in counts:
            by = found.setdefault(reason, {})
            by[r["linker"]] = by.get(r["linker"], 0) + n
    return found


def causes_table(records, causes, finds):
    yield "\n## What is wrong\n\n| cause | findings | smallest link |\n|---|---|---|"
    for reason, by in sorted(by_cause(records, causes).items()):
        keys = [reason] + [f"{linker} {reason.removeprefix('UNEXPLAINED: ')}" for linker in by]
        shown = [name for name in map(folder_of, keys) if os.path.isdir(os.path.join(finds, name))]
        counts = ", ".join(f"{linker}: {n}" for linker, n in sorted(by.items()))
        yield f"| {reason} | {counts} | {', '.join(f'[{s}](links/{s}/link.sh)' for s in shown)} |"


def write(run):
    """Appends to the log, and writes the page about all that is in it."""
    records = records_of(run)
    if run.options.log:
        with open(run.options.log, "a", encoding="utf-8") as f:
            f.writelines(json.dumps(r, sort_keys=True) + "\n" for r in records)
        records = read_log(run.options.log)
    text = "\n".join([INTRODUCTION, *table(records), *causes_table(records, run.causes, run.options.finds)]) + "\n"
    if run.options.page:
        with open(run.options.page, "w", encoding="utf-8") as f:
            f.write(text)
    else:
        print(text, end="")
