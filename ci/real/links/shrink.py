# SPDX-License-Identifier: MIT
"""Makes a failing link smaller: fewer objects, options, functions and steps, as long as it shows the
same finding."""
import copy
import os
import shutil
import tempfile

import link
import markers
import sources

MOST_TRIALS = 600


class Trials:
    """Repeats links on their own. An object is assembled once."""

    def __init__(self, tools, target, linker):
        self.tools, self.target, self.linker, self.count = tools, target, linker, 0
        self.folder, self.inputs, self.library = tempfile.mkdtemp(), {}, None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder)

    def input(self, functions, assembler):
        text = sources.object_text(functions, self.target.split("-")[0])
        if (text, assembler) not in self.inputs:
            path = os.path.join(self.folder, f"o{len(self.inputs)}.o")
            self.tools.assemble(self.target, assembler, text, path)
            self.inputs[text, assembler] = markers.Input(self.tools.ref, path)
        return self.inputs[text, assembler]

    def fails(self, recipe, group):
        """Whether the link shows the finding of the group."""
        self.count += 1
        try:
            inputs = [self.input(f, a) for f, a in zip(recipe["objects"], recipe["assemblers"])]
            if recipe["library"] and not self.library:
                self.library = link.make_library(self.tools, self.target, self.linker, self.folder)
            return group in link.make(self.tools, recipe, self.folder, inputs, self.library).groups()
        except ValueError:
            return False


def without(recipe, *indices):
    """The recipe without these objects."""
    smaller = copy.deepcopy(recipe)
    for key in ("objects", "assemblers"):
        smaller[key] = [x for i, x in enumerate(recipe[key]) if i not in indices]
    smaller["archive"] = min(recipe["archive"], len(smaller["objects"]) - 1)
    return smaller


def changed(recipe, path, value):
    """The recipe with one value changed; None removes an element of a list."""
    smaller = copy.deepcopy(recipe)
    place = smaller
    for key in path[:-1]:
        place = place[key]
    if value is None and isinstance(place, list):
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return smaller


def smaller_links(recipe):
    count = len(recipe["objects"])
    if count > 3:
        yield without(recipe, *range(count // 2))
        yield without(recipe, *range(count // 2, count))
    if count > 1:
        for i in range(count):
            yield without(recipe, i)
    for i, name in enumerate(recipe["assemblers"]):
        if name not in (None, recipe["own"]):
            yield changed(recipe, ("assemblers", i), recipe["own"])
    for i in range(len(recipe["options"])):
        yield changed(recipe, ("options", i), None)
    if recipe["archive"]:
        yield changed(recipe, ("archive",), 0)
    if recipe["mode"] == "shared" and recipe["library"]:
        yield changed(recipe, ("library",), None)
    if recipe["mode"] in ("pie", "staged"):
        yield changed(changed(recipe, ("library",), None), ("mode",), "shared")


def smaller_functions(recipe):
    for o, functions in enumerate(recipe["objects"]):
        if len(functions) > 1:
            for i in range(len(functions)):
                yield changed(recipe, ("objects", o, i), None)
        for i, f in enumerate(functions):
            path = ("objects", o, i)
            if f["steps"]:
                yield changed(recipe, (*path, "steps"), [])
            for key, value in (("align", 0), ("extra", []), ("place", "text"), ("kind", "global")):
                if f[key] != value and not (key == "kind" and f["place"] == "group"):
                    yield changed(recipe, (*path, key), value)


def smaller_steps(recipe):
    for o, functions in enumerate(recipe["objects"]):
        for i, f in enumerate(functions):
            for s, step in enumerate(f["steps"]):
                yield changed(recipe, ("objects", o, i, "steps", s), None)
                if step[0] == "code" and step[1] > 300:
                    yield changed(recipe, ("objects", o, i, "steps", s, 1), 300)


def first_that_fails(trials, candidates, group):
    for candidate in candidates:
        if trials.count >= MOST_TRIALS:
            return None
        if trials.fails(candidate, group):
            return candidate
    return None


def shrink(tools, recipe, group):
    """The smallest link that was found, or None if the link alone does not show the finding."""
    with Trials(tools, recipe["target"], recipe["linker"]) as trials:
        if not trials.fails(recipe, group):
            return None
        is_smaller = True
        while is_smaller:
            is_smaller = False
            for smaller in (smaller_links, smaller_functions, smaller_steps):
                found = first_that_fails(trials, smaller(recipe), group)
                while found:
                    recipe, is_smaller = found, True
                    found = first_that_fails(trials, smaller(recipe), group)
        return recipe
