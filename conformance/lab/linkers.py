# SPDX-License-Identifier: MIT
"""Links a few objects with every linker in ways that linkers got wrong, judges the SFrame data of the output, and writes a page.
For ci/real/linkers.sh, which says what the command gets."""
import random
import sys
import tempfile

import link
import page
import reason_lists
from link_objects import ADDRESSES, CALLS, random_steps
from program import Fault

# The functions of each object: the kind of symbol, the section, and what it calls; those of the library are outer0, outer1, ...
OBJECTS = {"calls": {"calls": ("global", "text", "outer0 small outer1"), "small": ("local", "text", "")},
           "sections": {"first": ("global", "text", "outer2"), "second": ("global", "own", "outer2 large"), "large": ("local", "text", "")},
           "unused": {"unused": ("hidden", "own", "outer2")},
           "taken": {"takes": ("global", "text", "outer3 outer0")},
           "nothing": {}}
ALL = ("calls", "sections", "unused")
# How, the mode, the objects, the options, and who can do it.
LINKS = (
    ("shared", "shared", ALL, "--eh-frame-hdr", ""),
    ("shared, inputs reversed", "shared", ALL[::-1], "--eh-frame-hdr", ""),
    ("shared, inputs rotated", "shared", ("sections", "unused", "calls"), "--eh-frame-hdr", ""),
    ("shared, first input without .sframe", "shared", ("nothing", "calls", "sections"), "--eh-frame-hdr", ""),
    ("shared, -z separate-code -z now", "shared", ALL, "-z separate-code -z now", "no gold"),
    ("--emit-relocs", "shared", ALL, "--emit-relocs", ""),
    ("--gc-sections", "shared", ALL, "--gc-sections", ""),
    # PLT entries of unresolved symbols would stay empty.
    ("-pie, a library first", "pie", ALL, "", ""),
    ("static", "static", ALL, "", ""),
    (".plt.got", "shared", ("taken",), "", ""),
    ("-z ibtplt", "shared", ("calls", "taken"), "-z ibtplt", "no gold, amd64-little"),
    ("-r", "partial", ALL, "", ""),
    ("-r, one input", "partial", ("sections",), "", ""),
    ("shared, of -r", "staged", ("sections", "calls"), "", ""))


def functions_of(name, abi):
    """An object, as link_objects has them. Markers are numbers of their own."""
    rng, found, number = random.Random(f"linkers {name}"), [], 100 * list(OBJECTS).index(name)
    for number, (f, (kind, place, called)) in enumerate(OBJECTS[name].items(), number):
        steps = [step for step in random_steps(rng, abi) if "{0}" not in step]
        steps += [CALLS[abi].format(c) for c in called.split()] + ([ADDRESSES[abi].format("outer3")] if "outer3" in called else [])
        found.append({"number": number, "name": f, "kind": kind, "place": place, "align": 4, "steps": steps, "extra": []})
    return found


def recipes(tools, target):
    """(linker, how, recipe) of each link. Each linker with its own assembler; mold and gold, which have none here, link the
    objects of each GNU as. Objects of two versions: with those of assemblers that come before."""
    objects, assemblers = {name: functions_of(name, target.split("-")[0]) for name in OBJECTS}, [n for t, n in tools.assemblers if t == target]
    for before, assembler in enumerate(assemblers):
        own = assembler.replace("as ", "ld ").replace("llvm-mc ", "ld.lld ")
        for linker in (n for t, n in tools.linkers if t == target):
            if linker != own and not (linker.startswith(("mold ", "gold ")) and assembler.startswith("as ")):
                continue
            links = [(how, mode, names, options, [assembler] * len(names)) for how, mode, names, options, who in LINKS
                     if not ("no gold" in who and linker.startswith("gold")) and ("amd64" not in who or target == "amd64-little")]
            links += [(f"two versions: {other}", "shared", ("calls", "sections"), "", [assembler, other]) for other in assemblers[:before]]
            for how, mode, names, options, made_by in links:
                yield linker if linker == own else f"{linker}, {assembler}", how, {
                    "target": target, "linker": linker, "objects": [objects[n] for n in names], "own": assembler, "assemblers": made_by,
                    "mode": mode, "options": [options.split()], "archive": 0, "library": "first" if mode == "pie" else None}


def judged(how, v):
    """(state, counts, what is wrong, what it lacks) of a link. Only --gc-sections may discard functions."""
    if v.gone is None:
        return v.state, v.made.said.partition("\n")[0] if v.state == "left out" else "no file", [w for w, _ in v.wrong], []
    wrong = [": ".join(filter(None, words)) for words in v.wrong]
    wrong += [f"a function is gone: {number}" for number in v.gone if how != "--gc-sections"]
    counts = [f"version {v.kind[0]}", f"{v.functions} functions and {v.rows} rows as in the inputs"] if v.kind else ["no data"]
    counts += [f"{count} {what}" for count, what in ((v.stubs, "bytes of stubs"), (len(v.gone), "thrown away"),
                                                     (v.dropped, "of another version left out")) if count]
    return "wrong" if wrong else v.state, ", ".join(counts), wrong, v.lacks


def main(given, _):
    tools, causes, unexplained, by_linker = link.Tools(given), reason_lists.Patterns(given["causes"], 4), 0, {}
    for target in dict.fromkeys(t for t, _ in tools.assemblers):
        with tempfile.TemporaryDirectory() as folder:
            shop = link.Shop(tools, target, folder)
            for linker, how, recipe in recipes(tools, target):
                if target not in (row[0] for row in by_linker.get(linker, ())):
                    print(f"== {linker}, {target}", file=sys.stderr)
                state, counts, wrong, lacks = judged(how, shop.link(recipe))
                told = []
                for what, shown in [(w, w) for w in wrong] + [("lacks " + w, w) for w in lacks]:
                    why = causes.find(linker, target, how, what)
                    unexplained += not why
                    told.append(f"{shown} ({why or 'UNEXPLAINED'})")
                by_linker.setdefault(linker, []).append((target, how, state, counts, "; ".join(told)))
    if not by_linker:
        raise Fault("no linker is installed")
    for name, is_summary in (("page", False), ("summary", True)):
        if name == "page" or given.get(name):
            page.write(given.get(name), "linkers.md", is_summary=is_summary, linkers=sorted(by_linker.items()))
    causes.print_unused()
    return int(unexplained > 0)
