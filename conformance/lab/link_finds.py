# SPDX-License-Identifier: MIT
"""A failing link as a folder: the sources, a script that makes it, and what is wrong with it. It is made smaller as long as
it shows the same finding: fewer objects, options, functions and steps. `ci/real/links.sh --replay` runs such scripts; their
first comments are for this.
"""
import copy
import os
import pathlib
import re
import shutil
import tempfile

import link
import steps
from link_judge import Input
from link_objects import code, library_text, object_text
from program import Fault
from shrink import shrink

MOST_TRIALS = 600


# ---- Smaller links

def without(recipe, start, end):
    """The recipe without these objects."""
    smaller = {**recipe, **{key: recipe[key][:start] + recipe[key][end:] for key in ("objects", "assemblers")}}
    smaller["archive"] = min(recipe["archive"], len(smaller["objects"]) - 1)
    return smaller if smaller["objects"] else None


def change(path, *value):
    """Sets a value of the recipe, or takes an element out of a list; None if that makes no link."""
    def changed(recipe):
        smaller = copy.deepcopy(recipe)
        place = smaller
        try:
            for key in path[:-1]:
                place = place[key]
            if value:
                place[path[-1]] = value[0]
            else:
                del place[path[-1]]
        except IndexError:  # an earlier change took it out
            return None
        return smaller if all(smaller["objects"]) else None
    return changed


def changes(recipe):
    """What is taken out of a list goes from its end."""
    for i in range(len(recipe["assemblers"])):
        if recipe["assemblers"][i]:
            yield change(("assemblers", i), recipe["own"])
    for i in reversed(range(len(recipe["options"]))):
        yield change(("options", i))
    yield change(("archive",), 0)
    if recipe["mode"] == "shared":
        yield change(("library",), None)
    elif recipe["mode"] in ("pie", "staged"):
        yield lambda recipe: {**recipe, "library": None, "mode": "shared"}
    for o, functions in enumerate(recipe["objects"]):
        for i in reversed(range(len(functions))):
            yield change(("objects", o, i))
        for i, f in enumerate(functions):
            path = ("objects", o, i)
            for key, value in (("steps", []), ("align", 0), ("extra", []), ("place", "text")):
                yield change((*path, key), value)
            if f["place"] != "group":
                yield change((*path, "kind"), "global")
            for s in reversed(range(len(f["steps"]))):
                yield change((*path, "steps", s))
                if f["steps"][s] == code(70000):
                    yield change((*path, "steps", s), code(300))


def smallest(tools, recipe, wanted):
    """The smallest link that was found, or None if the link alone does not show the finding."""
    trials = iter(range(MOST_TRIALS))

    def shows(candidate):
        try:
            return next(trials, None) is not None and wanted in shop.link(candidate).groups()
        except Fault:
            return False

    with tempfile.TemporaryDirectory() as folder:
        shop = link.Shop(tools, recipe["target"], folder)
        return shrink(recipe, lambda r: len(r["objects"]), without, shows, changes) if shows(recipe) else None


# ---- Folders

def script(recipe, wanted, again):
    """The commands of the link, for a shell. AS_... and LD name the tools."""
    lines = ["#!/bin/sh", f"# linker: {recipe['linker']}", f"# target: {recipe['target']}",
             f"# link: {link.words_of(recipe)}", f"# wrong: {wanted}", f"# Made smaller from: {again}", "set -e"]
    for i, name in enumerate(recipe["assemblers"], 1):
        tool = link.variable(name) if name else "AS"
        lines.append(f'${{{tool}:-as}} {"--gsframe " if name else ""}-o o{i}.o o{i}.s')
    if recipe["library"]:
        lines += ["${AS:-as} -o outer.o outer.s", "${LD:-ld} -shared -o outer.so outer.o"]
    files = [f"o{i + 1}.o" for i in range(len(recipe["objects"]))]
    for tool, words, _ in link.commands(recipe, files, "outer.so"):
        lines.append(" ".join(["${LD:-ld}" if tool == "ld" else "ar", *words]))
    return "\n".join(lines) + "\n"


def write(folder, recipe, wanted, detail, again):
    """Writes the folder anew; it is complete when it appears."""
    abi, new = recipe["target"].split("-")[0], folder + ".new"
    texts = {f"o{i}.s": object_text(functions, abi) for i, functions in enumerate(recipe["objects"], 1)}
    texts |= {"outer.s": library_text(abi)} if recipe["library"] else {}
    texts |= {"link.sh": script(recipe, wanted, again), "seen.txt": detail.rstrip("\n") + "\n"}
    shutil.rmtree(new, ignore_errors=True)
    os.makedirs(new)
    for name, text in texts.items():
        pathlib.Path(new, name).write_text(text, "utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    os.rename(new, folder)


# ---- Replay

def read(folder):
    """What its script says of itself, and the script."""
    text = pathlib.Path(folder, "link.sh").read_text("utf-8")
    found = dict(re.findall(r"^# (\w+): (.*)$", text, re.M))
    if not all(found.get(key) for key in ("linker", "target", "link", "wrong")):
        raise Fault(f"{folder}/link.sh: expected comments with linker, target, link and wrong")
    return found, text


def environment(tools, target, linker, variables):
    """The script's variables; None if a tool is not installed."""
    names = tools.assemblers_of(target)
    commands = {link.variable(n): tools.assemblers[target, n] for n in names}
    commands["AS"] = tools.assemblers[target, names[0]] if names else None
    commands["LD"] = tools.linkers.get((target, linker))
    if not all(commands.get(v) for v in [*variables, "LD"]):
        return None
    return [f"{v}={' '.join(commands[v])}" for v in [*variables, "LD"]]


def replay(tools, folder):
    """Runs the script in a copy: (whether the find shows, what is wrong now), or None if a tool is missing."""
    head, text = read(folder)
    shell = environment(tools, head["target"], head["linker"], re.findall(r"^\$\{(AS\w*):-as\}", text, re.M))
    if not shell:
        return None
    before, last = text.rstrip("\n").rsplit("\n", 1)
    with tempfile.TemporaryDirectory() as work:
        shutil.copytree(folder, work, dirs_exist_ok=True)
        # What the last command says counts, as in a run.
        for commands in (before, last):
            made = steps.make(["env", *shell, "sh", "-c", commands], os.path.join(work, link.OUTPUT), work)
            if made.state != "no output":
                break
        inputs = [Input(tools.ref, os.path.join(work, name)) for name in re.findall(r"-o (o[0-9]+\.o) ", text)]
        recipe = {"assemblers": ["another"] if "another version" in head["link"] else [], "own": "own"}
        groups = sorted(link.judge(tools, recipe, work, inputs, made).groups())
        return head["wrong"] in groups, "; ".join(groups) or "right"


def main(given, folders):
    tools, shown = link.Tools(given), []
    for folder in folders:
        result = replay(tools, folder.rstrip("/"))
        if result is None:
            print(f"not installed: {folder}")
            continue
        print(f"{'shows' if result[0] else 'DOES NOT SHOW'}: {folder}: {result[1]}")
        shown.append(result[0])
    if not shown:
        raise Fault("nothing was replayed")
    return int(not all(shown))
