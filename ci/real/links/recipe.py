# SPDX-License-Identifier: MIT
"""What a link is made of, and the commands that make it. A recipe is a dictionary: `target`,
`linker`, `objects` (lists of functions), `assemblers` (a name for each object, or None: without
SFrame data), `own` (the linker's own assembler), `mode`, `options`, `archive` (how many of the last objects are in one) and `library`
(first, last or None)."""
import re

MODES = ("shared", "shared", "shared", "pie", "static", "partial", "staged")
COMMON = (["--eh-frame-hdr"], ["--gc-sections"], ["--gc-sections"], ["-z", "now"], ["-z", "separate-code"],
          ["--emit-relocs"], ["-s"], ["--build-id"])
OF_KIND = {
    "ld": (["--sort-section=name"], ["--sort-section=alignment"], ["--no-ld-generated-unwind-info"], ["-z", "ibtplt"]),
    "mold": (["--shuffle-sections=7"], ["--icf=all"]),
    "ld.lld": (["--shuffle-sections=*=7"], ["--icf=all"]),
}
OUTPUT = "out"


def kind_of(linker):
    """ld, ld.lld or mold."""
    return linker.split()[0]


def random_options(rng, target, linker, mode):
    chosen = [option for option in COMMON + OF_KIND[kind_of(linker)] if rng.random() < 0.2]
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
    return next((n for n in names if n.split()[-1] == release), sorted(n for n in names if n.startswith("as "))[-1])


def random_assemblers(rng, count, linker, names):
    """Mostly the linker's own assembler for all; else another one, or several. Some objects have no
    SFrame data."""
    how = rng.random()
    one = own_assembler(linker, names) if how < 0.7 else rng.choice(names)
    chosen = [rng.choice(names) if how > 0.85 else one for _ in range(count)]
    return [None if rng.random() < 0.06 else name for name in chosen]


def random_recipe(rng, target, linker, pool, assemblers):
    count = min(rng.choice((2, 2, 3, 3, 4, 5, 6, 8, 12, 20)), len(pool))
    places = rng.sample(range(len(pool)), count)
    mode = rng.choice(MODES)
    return {"target": target, "linker": linker, "places": places, "objects": [pool[i] for i in places],
            "own": own_assembler(linker, assemblers),
            "assemblers": random_assemblers(rng, count, linker, assemblers), "mode": mode,
            "options": random_options(rng, target, linker, mode),
            "archive": rng.randint(1, count - 1) if rng.random() < 0.15 and mode != "staged" else 0,
            "library": rng.choice(("first", "last")) if mode == "pie" or mode == "shared" and rng.random() < 0.3 else None}


def words_of(recipe):
    """The form of the link, for a reader and for the list of causes."""
    words = [recipe["mode"], *(" ".join(o) for o in recipe["options"])]
    words += ["archive"] if recipe["archive"] else []
    words += [f"library {recipe['library']}"] if recipe["library"] else []
    return " ".join(words + (["another version"] if is_foreign(recipe) else []))


def is_foreign(recipe):
    """Whether an object comes from another assembler than the linker's own: it may have another
    version, which the linker may refuse with a message."""
    return any(a not in (None, recipe["own"]) for a in recipe["assemblers"])


def entry_of(recipe):
    names = [f["name"] for functions in recipe["objects"] for f in functions if f["kind"] == "global"]
    return (names + ["nothing"])[0]


def mode_options(recipe):
    return {"shared": ["-shared"], "partial": ["-r"], "staged": ["-shared"],
            "pie": ["-pie", "-e", entry_of(recipe), "--unresolved-symbols=ignore-all"],
            "static": ["-e", entry_of(recipe), "--unresolved-symbols=ignore-all"]}[recipe["mode"]]


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


def variable(assembler):
    """The shell variable that names an assembler."""
    return re.sub(r"\W", "_", assembler.upper())
