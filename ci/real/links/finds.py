# SPDX-License-Identifier: MIT
"""A failing link as a folder: the sources, a script that makes it, and what is wrong with it. The
script's first comments are for replay()."""
import os
import re
import shutil
import tempfile

import link
import markers
import recipe as recipes
import run_linker
import sources


def script(recipe, group, again):
    """The commands of the link, for a shell. AS_... and LD name the tools."""
    lines = ["#!/bin/sh", f"# linker: {recipe['linker']}", f"# target: {recipe['target']}",
             f"# link: {recipes.words_of(recipe)}", f"# wrong: {group}", f"# Made smaller from: {again}", "set -e"]
    for i, name in enumerate(recipe["assemblers"], 1):
        tool = recipes.variable(name) if name else "AS"
        lines.append(f'${{{tool}:-as}} {"--gsframe " if name else ""}-o o{i}.o o{i}.s')
    if recipe["library"]:
        lines += ["${AS:-as} -o outer.o outer.s", "${LD:-ld} -shared -o outer.so outer.o"]
    files = [f"o{i + 1}.o" for i in range(len(recipe["objects"]))]
    for tool, words, _ in recipes.commands(recipe, files, "outer.so"):
        lines.append(" ".join(["${LD:-ld}" if tool == "ld" else "ar", *words]))
    return "\n".join(lines) + "\n"


def write(folder, recipe, group, detail, again):
    """Writes the folder anew; it is complete when it appears."""
    abi, new = recipe["target"].split("-")[0], folder + ".new"
    shutil.rmtree(new, ignore_errors=True)
    os.makedirs(new)
    for i, functions in enumerate(recipe["objects"], 1):
        with open(os.path.join(new, f"o{i}.s"), "w", encoding="utf-8") as f:
            f.write(sources.object_text(functions, abi))
    if recipe["library"]:
        with open(os.path.join(new, "outer.s"), "w", encoding="utf-8") as f:
            f.write(sources.library_text(abi))
    with open(os.path.join(new, "link.sh"), "w", encoding="utf-8") as f:
        f.write(script(recipe, group, again))
    with open(os.path.join(new, "seen.txt"), "w", encoding="utf-8") as f:
        f.write(detail.rstrip("\n") + "\n")
    shutil.rmtree(folder, ignore_errors=True)
    os.rename(new, folder)


def read(folder):
    with open(os.path.join(folder, "link.sh"), encoding="utf-8") as f:
        text = f.read()
    found = dict(re.findall(r"^# (\w+): (.*)$", text, re.M))
    if not all(found.get(key) for key in ("linker", "target", "link", "wrong")):
        raise ValueError(f"{folder}/link.sh: expected comments with linker, target, link and wrong")
    return found, re.findall(r"^\$\{(AS\w*):-as\}", text, re.M), re.findall(r"-o (o[0-9]+\.o) ", text)


def environment(tools, target, linker, variables):
    """The script's variables; None if a tool is not installed."""
    names = tools.assemblers_of(target)
    commands = {recipes.variable(n): tools.assemblers[target, n] for n in names}
    commands["AS"] = tools.assemblers[target, names[0]] if names else None
    commands["LD"] = tools.linkers.get((target, linker))
    if not all(commands.get(v) for v in [*variables, "LD"]):
        return None
    return {v: " ".join(commands[v]) for v in [*variables, "LD"]}


def replay(tools, folder):
    """Runs the script in a copy: (whether the find shows, what is wrong now), or None if a tool is
    missing."""
    head, variables, objects = read(folder)
    shell = environment(tools, head["target"], head["linker"], variables)
    if not shell:
        return None
    copy = tempfile.mkdtemp()
    try:
        for name in os.listdir(folder):
            shutil.copy(os.path.join(folder, name), copy)
        path = os.path.join(copy, recipes.OUTPUT)
        command = ["env", *(f"{k}={v}" for k, v in shell.items()), "sh", "link.sh"]
        ended = run_linker.run(command, path, copy)
        found = replayed(tools, head, copy, ended, objects)
        groups = sorted(markers.group(what) for what, _ in found)
        return head["wrong"] in groups, "; ".join(groups) or "right"
    finally:
        shutil.rmtree(copy)


def replayed(tools, head, folder, ended, objects):
    inputs = [markers.Input(tools.ref, os.path.join(folder, name)) for name in objects]
    recipe = {"assemblers": ["another"] if "another version" in head["link"] else [], "own": "own"}
    if ended.state != "ok":
        return link.end_badly(recipe, ended).found
    return link.judge(tools, recipe, folder, inputs, ended).found
