# SPDX-License-Identifier: MIT
"""Makes a failing link smaller: fewer objects, options, functions and steps, as long as it shows the
same finding."""
import copy
import shutil
import tempfile

import link

MOST_TRIALS = 1500


def fails(tools, recipe, group):
    """Whether the link still shows the finding of the group."""
    folder = tempfile.mkdtemp()
    try:
        inputs = link.assemble_all(tools, recipe, folder)
        library = link.make_library(tools, recipe["target"], recipe["linker"], folder) if recipe["library"] else None
        return group in link.make(tools, recipe, folder, inputs, library).groups()
    except ValueError:
        return False
    finally:
        shutil.rmtree(folder)


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


def shrink(tools, recipe, group):
    """The smallest link that was found."""
    trials, is_smaller = 0, True
    while is_smaller and trials < MOST_TRIALS:
        is_smaller = False
        for smaller in (smaller_links, smaller_functions, smaller_steps):
            again = True
            while again and trials < MOST_TRIALS:
                again = False
                for candidate in smaller(recipe):
                    trials += 1
                    if trials > MOST_TRIALS:
                        break
                    if fails(tools, candidate, group):
                        recipe, again, is_smaller = candidate, True, True
                        break
    return recipe
