# SPDX-License-Identifier: MIT
"""The page about linkers and the sections of the corpus."""
import json
import pathlib

import corpus_index

LEVELS = ("safe", "read", "refuse", "validate", "strict")
STATES = ("right", "refused", "left out", "fault is gone", "rows are wrong", "dropped silently", "copied",
          "fails without a reason", "internal error", "crash", "hang", "no output", "killed", "not asked")
INTRODUCTION = """# Linkers and the sections of the corpus

Written by `ci/real/links.sh --corpus --page`. Each section of the corpus becomes
the `.sframe` of an object, with relocations as an assembler writes them, and is
linked together with a good object: before it or after it, in turns; alone, if it is
right and the fixed offsets in its header are not those of the good one. A linker is
asked in the version that its own assembler writes, mold in that which it links
right, and gold, which copies anything, in one. GNU ld reads memory out of bounds,
so that some malformed sections end in one run as a crash and in another as a copy.
"""
BY_LEVEL = """
## By level

Each cell counts right answers and objects asked. An answer is right for `safe` if
it comes in time, without a crash or an internal error, whatever it is; for `read`,
if all rows of an accepted section come out as they went in, and no others; above that, if a
section that must be rejected is refused, left out with a message about SFrame, or
written without its fault. Where the text leaves open whether a section is right
(policy), it may be refused or keep its rows, and counts for `safe` only.

"""
BY_STATE = """
## By what became of the objects

*Right*: the output has the rows of all objects. *Refused*: with an error about
SFrame. *Left out*: with such a message. *Fault is gone*: the output follows the rules and
has the good object's rows. *Rows are wrong*: lost or changed, the good object's
too. *Dropped silently*: all data are gone. *Copied*: the output breaks the rules.
*Fails without a reason*: no word of SFrame in the message, if there is one.
*Not asked*: the relocations mend the fault, or the section has more functions than
the object has places, or is of another version than the good one.

"""
WRONG = """
## What is wrong

| linker | target | version | what | objects | classes of faults | the first case |
|---|---|---|---|--:|---|---|
"""


def numbers(run, corpus):
    """Right answers and objects asked, for the page conformance/known/MATRIX.md: lines of JSON."""
    yield {"format": 1, "questions": corpus_index.questions_hash(corpus)}
    for (linker, target, version), trial in sorted(run.trials.items()):
        yield {"linker": linker, "target": target, "version": version,
               "levels": {level: [trial.right[level], trial.asked[level]] for level in LEVELS}}


def level_lines(run):
    yield "| linker | target | version | " + " | ".join(LEVELS) + " | reached |"
    yield "|---|---|---|" + "--:|" * len(LEVELS) + "---|"
    for key, trial in sorted(run.trials.items()):
        cells, reached, broken = [], "none", False
        for level in LEVELS:
            right, asked = trial.right[level], trial.asked[level]
            cells.append(f"{right} of {asked}" if asked else "-")
            broken = broken or right < asked
            reached = level if asked and not broken else reached
        yield f"| {' | '.join(key)} | " + " | ".join(cells) + f" | {reached} |"


def state_lines(run):
    shown = [s for s in STATES if any(state == s and n for t in run.trials.values() for (_, state), n in t.states.items())]
    yield f"| linker | target | version | corpus says | objects | {' | '.join(shown)} |"
    yield "|---|---|---|---|--:|" + "--:|" * len(shown)
    for key, trial in sorted(run.trials.items()):
        for verdict in ("accept", "reject", "policy"):
            counts = [trial.states[verdict, s] for s in shown]
            yield f"| {' | '.join(key)} | {verdict} | {sum(counts)} | " + " | ".join(map(str, counts)) + " |"


def cause_lines(run):
    for key, trial in sorted(run.trials.items()):
        for reason, found in sorted(trial.causes.items()):
            classes = sorted({c for _, c in found if c != "-"})
            named = ", ".join(classes[:6]) + (f" and {len(classes) - 6} more" if len(classes) > 6 else "")
            yield f"| {' | '.join(key)} | {reason} | {len(found)} | {named or 'none'} | `{found[0][0]}` |"


def text(run, corpus):
    parts = (INTRODUCTION, f"\nThe run is {run.state}.\n", BY_LEVEL, *(f"{line}\n" for line in level_lines(run)), BY_STATE,
             *(f"{line}\n" for line in state_lines(run)), WRONG, *(f"{line}\n" for line in cause_lines(run)),
             "\n" + corpus_index.MARK.format(corpus_index.questions_hash(corpus)) + "\n")
    return "".join(parts)


def write(run, path, corpus):
    """The page; and its numbers beside it, unless it is printed."""
    if path:
        pathlib.Path(path).write_text(text(run, corpus), encoding="utf-8")
        pathlib.Path(path).with_suffix(".jsonl").write_text("".join(json.dumps(n) + "\n" for n in numbers(run, corpus)), encoding="utf-8")
    else:
        print(text(run, corpus), end="")
