# SPDX-License-Identifier: MIT
"""One link: what it is made of, the commands that make it, and what became of it. A recipe is a dictionary: `target`,
`linker`, `objects` (lists of functions), `assemblers` (a name for each object, or None: without SFrame data), `own` (the
linker's own assembler), `mode`, `options`, `archive` (how many of the last objects are in one) and `library` (first, last or
None)."""
import os
import pathlib
import re

import steps
from elf_file import BadFile
from link_judge import Input, Verdict, judge as judge_output
from link_objects import library_text, object_text
from program import Fault
from tools import given_or_found

MODES = ("shared", "shared", "shared", "pie", "static", "partial", "staged")
# Options of all linkers, and those of the kinds that are known.
COMMON = (["--eh-frame-hdr"], ["--gc-sections"], ["--gc-sections"], ["-z", "now"], ["-z", "separate-code"],
          ["--emit-relocs"], ["-s"], ["--build-id"])
OF_KIND = {
    "ld": (["--sort-section=name"], ["--sort-section=alignment"], ["--no-ld-generated-unwind-info"], ["-z", "ibtplt"]),
    "mold": (["--shuffle-sections=7"], ["--icf=all"]),
    "ld.lld": (["--shuffle-sections=*=7"], ["--icf=all"]),
}
OUTPUT = "out"


# ---- What a link is made of

def random_options(rng, target, linker, mode):
    chosen = [option for option in COMMON + OF_KIND.get(linker.split()[0], ()) if rng.random() < 0.2]
    if target != "amd64-little":
        chosen = [o for o in chosen if o not in (["-z", "ibtplt"], ["--no-ld-generated-unwind-info"])]
    if mode in ("partial", "staged"):
        chosen = [o for o in chosen if o[0] not in ("--gc-sections", "-s", "--emit-relocs", "--icf=all")]
    if ["-s"] in chosen:
        chosen = [o for o in chosen if o != ["--emit-relocs"]]
    return [o for i, o in enumerate(chosen) if o not in chosen[:i]]


def own_assembler(linker, names):
    """The assembler of the linker's release; linkers without one take the newest of GNU."""
    release = linker.split()[-1]
    return next((n for n in names if n.split()[-1] == release), max(names, key=lambda name: (name.startswith("as "), name)))


def random_assemblers(rng, count, linker, names):
    """Mostly the linker's own assembler for all; else another one, or several. Some objects have no SFrame data."""
    how = rng.random()
    one = own_assembler(linker, names) if how < 0.7 else rng.choice(names)
    chosen = [rng.choice(names) if how > 0.85 else one for _ in range(count)]
    return [None if rng.random() < 0.06 else name for name in chosen]


def random_recipe(rng, target, linker, pool, assemblers):
    count = min(rng.choice((2, 2, 3, 3, 4, 5, 6, 8, 12, 20)), len(pool))
    objects, mode = rng.sample(pool, count), rng.choice(MODES)
    return {"target": target, "linker": linker, "objects": objects, "own": own_assembler(linker, assemblers),
            "assemblers": random_assemblers(rng, count, linker, assemblers), "mode": mode,
            "options": random_options(rng, target, linker, mode),
            "archive": rng.randint(1, count - 1) if rng.random() < 0.15 and mode != "staged" else 0,
            "library": rng.choice(("first", "last")) if mode == "pie" or mode == "shared" and rng.random() < 0.3 else None}


def is_foreign(recipe):
    """Whether an object comes from another assembler than the linker's own: it may have another version, which the linker
    may refuse with a message."""
    return any(a not in (None, recipe["own"]) for a in recipe["assemblers"])


def words_of(recipe):
    """The form of the link, for a reader and for the list of causes."""
    words = [recipe["mode"], *(" ".join(o) for o in recipe["options"])]
    words += ["archive"] if recipe["archive"] else []
    words += [f"library {recipe['library']}"] if recipe["library"] else []
    return " ".join(words + (["another version"] if is_foreign(recipe) else []))


def mode_options(recipe):
    names = [f["name"] for functions in recipe["objects"] for f in functions if f["kind"] == "global"]
    entry = ["-e", (names + ["nothing"])[0], "--unresolved-symbols=ignore-all"]
    return {"shared": ["-shared"], "partial": ["-r"], "staged": ["-shared"], "pie": ["-pie", *entry], "static": entry}[recipe["mode"]]


def commands(recipe, files, library):
    """(tool, arguments, output) of each command; the tools are ar and ld."""
    found, options = [], [word for option in recipe["options"] for word in option]
    if recipe["mode"] == "staged":
        half = (len(files) + 1) // 2
        found.append(("ld", ["-r", "-o", "part.o", *files[:half]], "part.o"))
        files = ["part.o", *files[half:]]
    if recipe["archive"]:
        cut = len(files) - recipe["archive"]
        found.append(("ar", ["rcs", "part.a", *files[cut:]], "part.a"))
        files = [*files[:cut], "part.a"]
    if recipe["library"]:
        files = [library, *files] if recipe["library"] == "first" else [*files, library]
    found.append(("ld", [*mode_options(recipe), *options, "-o", OUTPUT, *files], OUTPUT))
    return found


# ---- Tools

def variable(assembler):
    """The shell variable that names an assembler."""
    return re.sub(r"\W", "_", assembler.upper())


class Tools:
    """The tools that are here or listed: `assemblers` and `linkers`, from (target, name) to a command. Of gold, which copies what
    it gets, random links say nothing new."""

    def __init__(self, given):
        self.ref, self.conform, by = given["ref"], given["runner"], given_or_found(given, gold="corpus" in given)
        self.assemblers, self.linkers = by["as"], by["ld"]

    def assemblers_of(self, target):
        return sorted(name for t, name in self.assemblers if t == target)

    def assemble(self, target, name, text, path, *options):
        """Without a name, the object gets no SFrame data. A Fault if the assembler fails."""
        source = path[:-2] + ".s"
        pathlib.Path(source).write_text(text, "utf-8")
        command = self.assemblers[target, name or self.assemblers_of(target)[0]]
        self.must([*command, *options, *(["--gsframe"] if name else []), "-o", path, source], path, f"{name}, {target}", f"; see {source}")

    @staticmethod
    def must(command, path, who, more=""):
        made = steps.make(command, path)
        if made.state != "ok":
            raise Fault(f"{who}: {made.state}: {made.line()}{more}")


# ---- What became of it

def judge(tools, recipe, folder, inputs, made):
    """A Verdict, also of a link that writes no file."""
    v = Verdict(made)
    if made.state == "ok":
        try:
            judge_output(v, tools, os.path.join(folder, OUTPUT), inputs)
        except BadFile as error:
            v.add("the output is no ELF file that can be read", str(error))
        v.state = "wrong" if v.wrong else "left out" if v.dropped else "less" if v.lacks else "right"
    elif made.state == "refused" and is_foreign(recipe) and made.names_sframe():
        v.state = "left out"
    elif made.state not in ("killed", "missing"):
        v.add(f"{made.state}: {made.line()}", made.said)
        v.state = "wrong"
    return v


class Shop:
    """A folder where links for one target are made. An object is assembled once."""

    def __init__(self, tools, target, folder):
        self.tools, self.target, self.folder, self.inputs, self.library_of = tools, target, folder, {}, None
        self.library = os.path.join(folder, "outer.so")

    def input(self, functions, assembler):
        key = object_text(functions, self.target.split("-")[0]), assembler
        if key not in self.inputs:
            path = os.path.join(self.folder, f"o{len(self.inputs)}.o")
            self.tools.assemble(self.target, assembler, key[0], path)
            self.inputs[key] = Input(self.tools.ref, path)
        return self.inputs[key]

    def make_library(self, linker):
        """For links with PLT entries."""
        made = self.library[:-3] + ".o"
        self.tools.assemble(self.target, None, library_text(self.target.split("-")[0]), made)
        self.tools.must([*self.tools.linkers[self.target, linker], "-shared", "-o", self.library, made], self.library,
                        f"{linker}, {self.target}")
        self.library_of = linker

    def link(self, recipe):
        inputs = [self.input(f, a) for f, a in zip(recipe["objects"], recipe["assemblers"])]
        if recipe["library"] and self.library_of != recipe["linker"]:
            self.make_library(recipe["linker"])
        for tool, arguments, output in commands(recipe, [one.path for one in inputs], self.library):
            command = self.tools.linkers[self.target, recipe["linker"]] if tool == "ld" else ["ar"]
            # GNU ld reports a fault a million times.
            made = steps.make([*command, *arguments], os.path.join(self.folder, output), self.folder, most=steps.MAX_FILE)
            if tool == "ar" and made.state != "ok":
                raise Fault(f"ar: {made.line()}")
            if made.state != "ok":
                break
        return judge(self.tools, recipe, self.folder, inputs, made)
