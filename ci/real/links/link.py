# SPDX-License-Identifier: MIT
"""Makes one link and judges it."""
import os

import markers
import recipe as recipes
import run_linker
import sources
from elf_file import BadFile


class Tools:
    """The installed tools: `assemblers` and `linkers`, from (target, name) to a command."""

    def __init__(self, path, ref, conform):
        self.ref, self.conform, self.assemblers, self.linkers = ref, conform, {}, {}
        with open(path, encoding="utf-8") as f:
            for line in f:
                kind, target, name, *command = line.rstrip("\n").split("\t")
                {"as": self.assemblers, "ld": self.linkers}[kind][target, name] = command

    def assemblers_of(self, target):
        return sorted(name for t, name in self.assemblers if t == target)

    def assemble(self, target, name, text, path):
        """Without a name, the object gets no SFrame data. ValueError if the assembler fails."""
        source = path[:-2] + ".s"
        with open(source, "w", encoding="utf-8") as f:
            f.write(text)
        command = self.assemblers[target, name or self.assemblers_of(target)[0]]
        ended = run_linker.run([*command, *(["--gsframe"] if name else []), "-o", path, source], path)
        if ended.state != "ok":
            raise ValueError(f"{name}, {target}: {ended.state}: {ended.line()}; see {source}")


class Result:
    """`state` as of run_linker, or for a file that was made: right, less, left out or wrong. `found` has
    (what, detail)."""

    def __init__(self, state, found=(), said=""):
        self.state, self.found, self.said = state, list(found), said

    def groups(self):
        return {markers.group(what) for what, _ in self.found}


def end_badly(recipe, ended):
    """A link that made no file."""
    if ended.state in ("killed", "missing"):
        return Result(ended.state, said=ended.said)
    if ended.state == "refused" and recipes.is_foreign(recipe) and ended.names_sframe():
        return Result("left out", said=ended.said)
    return Result("wrong", [(f"{ended.state}: {ended.line()}", ended.said)], ended.said)


def judge(tools, recipe, folder, inputs, ended):
    try:
        verdict = markers.judge(tools.ref, tools.conform, os.path.join(folder, recipes.OUTPUT), inputs, ended)
    except BadFile as error:
        return Result("wrong", [("the output is no ELF file that can be read", str(error))], ended.said)
    if verdict.wrong:
        return Result("wrong", verdict.wrong, ended.said)
    return Result("left out" if verdict.dropped else "less" if verdict.lacks else "right", said=ended.said)


def make(tools, recipe, folder, inputs, library):
    """Links in the folder. `inputs` are markers.Input, one for each object."""
    command = tools.linkers[recipe["target"], recipe["linker"]]
    ended = None
    for tool, arguments, output in recipes.commands(recipe, [one.path for one in inputs], library):
        path = os.path.join(folder, output)
        ended = run_linker.run([*(command if tool == "ld" else ["ar"]), *arguments], path, folder)
        if tool == "ar" and ended.state != "ok":
            raise ValueError(f"ar: {ended.line()}")
        if ended.state != "ok":
            return end_badly(recipe, ended)
    return judge(tools, recipe, folder, inputs, ended)


def make_library(tools, target, linker, folder):
    """A shared library for links with PLT entries."""
    path = os.path.join(folder, "outer.so")
    tools.assemble(target, None, sources.library_text(target.split("-")[0]), path[:-3] + ".o")
    ended = run_linker.run([*tools.linkers[target, linker], "-shared", "-o", path, path[:-3] + ".o"], path)
    if ended.state != "ok":
        raise ValueError(f"{linker}, {target}: {ended.state}: {ended.line()}")
    return path
