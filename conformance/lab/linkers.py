# SPDX-License-Identifier: MIT
"""Links small objects with every linker in ways that linkers got wrong, judges the SFrame data of the output, and writes a
page. For ci/real/linkers.sh, which says what the command gets."""
import collections
import os
import shutil
import sys
import tempfile

import link
import link_judge
import page
import reason_lists
import steps
from program import Fault

# Functions in several sections, calls through the PLT, and several kinds of frames. No two have the same name.
SOURCES = {
    "calls": """int elsewhere(int), another(int);
static __attribute__((noinline)) int small(int a) { volatile char room[40]; room[0] = (char)a; return room[0]; }
int calls(int a) { return elsewhere(small(a)) + another(a + 1); }
""",
    "sections": """void fill(char *);
static __attribute__((noinline)) int large(int a) { volatile char room[400]; room[0] = (char)a; return room[0]; }
int first(int a) { char room[4000]; fill(room); return room[a]; }
__attribute__((section(".text.apart"))) int second(int a) { char room[a + 1]; fill(room); return large(room[a]); }
""",
    "unused": """void fill(char *);
__attribute__((visibility("hidden"), section(".text.unused")))
int unused(int a) { char room[64]; fill(room); return room[a]; }
""",
    "taken": """int taken(int), elsewhere(int);
void *takes(int *a) { *a = taken(*a) + elsewhere(*a); return (void *)taken; }
""",
    "library": """int elsewhere(int a) { return a + 1; }
int another(int a) { return a + 2; }
void fill(char *a) { *a = 1; }
""",
    "nothing": "int data = 1;\n"}
ALL = ("calls", "sections", "unused")
# How, the objects, the options, and who can do it.
LINKS = (
    ("shared", ALL, "-shared --eh-frame-hdr", ""),
    ("shared, inputs reversed", ALL[::-1], "-shared --eh-frame-hdr", ""),
    ("shared, inputs rotated", ("sections", "unused", "calls"), "-shared --eh-frame-hdr", ""),
    ("shared, first input without .sframe", ("nothing", "calls", "sections"), "-shared --eh-frame-hdr", ""),
    ("shared, -z separate-code -z now", ALL, "-shared -z separate-code -z now", "no gold"),
    ("--emit-relocs", ALL, "-shared --emit-relocs", ""),
    ("--gc-sections", ALL, "-shared --gc-sections", ""),
    # PLT entries of unresolved symbols would stay empty.
    ("-pie, a library first", ALL, "-pie -e calls LIBRARY", ""),
    ("static", ALL, "-e calls --unresolved-symbols=ignore-all", ""),
    (".plt.got", ("taken",), "-shared", ""),
    ("-z ibtplt", ("calls", "taken"), "-shared -z ibtplt", "no gold, amd64-little"),
    ("-r", ALL, "-r", ""),
    ("-r, one input", ("sections",), "-r", ""))
# One link: what is right about it, what is wrong, and what it lacks without harm.
Result = collections.namedtuple("Result", "linker target mode counts wrong lacks")


# ---- The judge

def names(file):
    return {name: sorted(places) for name, places in file.places.items()}


def failed(made, mode):
    """(counts, wrong, lacks) of a link that makes no file. To refuse inputs of two versions with a message is right."""
    said = next((line for line in made.said.splitlines() if line), "says nothing")
    if made.state in ("crash", "killed", "hang", "flood", "missing", "no output"):
        return "no file", [f"the linker {said}" if made.state in ("crash", "killed", "hang") else f"{made.state}: {said}"], []
    if "two versions" in mode and made.names_sframe() and made.state == "refused":
        return f"refused: {said}", [], []
    return "refused", [said], []


def judge(tools, made, mode, path, inputs):
    """(counts, wrong, lacks) of an output. Only --gc-sections may discard functions."""
    try:
        v = link_judge.judge(tools, path, [link_judge.Input(tools.ref, i, names) for i in inputs], made, names)
    except Fault as error:
        return "not judged", [str(error).replace(os.path.dirname(path) + "/", "")], []
    wrong = [": ".join(filter(None, words)) for words in v.wrong]
    if mode != "--gc-sections":
        wrong += [f"a function is gone: {name}" for name in v.gone]
    counts = [f"version {v.kind[0]}", f"{v.functions} functions and {v.rows} rows as in the inputs"] if v.kind else ["no data"]
    counts += [f"{v.stubs} bytes of stubs"] if v.stubs else []
    counts += [f"{len(v.gone)} thrown away"] if v.gone else []
    counts += [f"{v.dropped} of another version left out"] if v.dropped else []
    return ", ".join(counts), wrong, v.lacks


# ---- The links

class Trial:
    """One target: `old` has the objects of the toolchains that were tried, which may be of another version."""

    def __init__(self, tools, target, folder):
        self.tools, self.target, self.folder, self.results, self.old, self.texts = tools, target, folder, [], {}, {}
        for name, source in SOURCES.items():
            made, compiler = self.path(name + ".s"), tools.compilers[target, "gcc"]
            with open(made[:-1] + "c", "w", encoding="utf-8") as f:
                f.write(source)
            tools.must([*compiler, "-O2", "-fno-omit-frame-pointer", "-S", "-o", made, made[:-1] + "c"], made, compiler[0])
            with open(made, encoding="utf-8") as f:
                self.texts[name] = f.read()

    def path(self, name):
        return os.path.join(self.folder, name)

    def link(self, linker, mode, inputs, options):
        made = steps.make([*self.ld, "-o", self.path("out"), *options, *inputs], self.path("out"))
        found = judge(self.tools, made, mode, self.path("out"), inputs) if made.state == "ok" else failed(made, mode)
        self.results.append(Result(linker, self.target, mode, *found))

    def all_links(self, linker, assembler, own):
        """`own`: the name of the linker alone."""
        print(f"== {linker}, {self.target}", file=sys.stderr)
        self.ld, objects = self.tools.linkers[self.target, own], {name: self.path(name + ".o") for name in SOURCES}
        for name, text in self.texts.items():
            self.tools.assemble(self.target, assembler, text, objects[name])
        library = self.path("library.so")
        self.tools.must([*self.ld, "-shared", "-o", library, objects["library"]], library, linker)
        for mode, names, options, who in LINKS:
            if ("no gold" in who and own.startswith("gold")) or ("amd64" in who and self.target != "amd64-little"):
                continue
            self.link(linker, mode, [objects[n] for n in names], [library if o == "LIBRARY" else o for o in options.split()])
        if os.path.exists(self.path("out")):
            shutil.copy(self.path("out"), self.path("partial.o"))
            self.link(linker, "shared, of -r", [self.path("partial.o"), objects["calls"]], ["-shared"])
        for name, path in sorted(self.old.items()):
            if name != f"ld-{linker.split()[-1]}":
                self.link(linker, f"two versions: {name}", [objects["calls"], path], ["-shared"])
        if own == linker:
            self.old[own.replace(" ", "-")] = shutil.copy(objects["sections"], self.path(f"old-{own.replace(' ', '-')}.o"))

    def all(self):
        """Each with its own assembler; mold and gold, which have none here, link the objects of each GNU as."""
        linkers = [n for t, n in self.tools.linkers if t == self.target]
        for assembler in (n for t, n in self.tools.assemblers if t == self.target):
            kind, release = assembler.split()
            own = f"{'ld' if kind == 'as' else 'ld.lld'} {release}"
            if own in linkers:
                self.all_links(own, assembler, own)
            for other in linkers if kind == "as" else ():
                if other.startswith(("mold ", "gold ")):
                    self.all_links(f"{other}, {assembler}", assembler, other)


# ---- The page

def state_of(result):
    return "WRONG" if result.wrong else "less" if result.lacks else "right"


def main(given, _):
    tools, results = link.Tools(given), []
    for target in dict.fromkeys(t for t, _ in tools.assemblers):
        with tempfile.TemporaryDirectory() as folder:
            trial = Trial(tools, target, folder)
            trial.all()
            results += trial.results
    if not results:
        raise Fault("no linker is installed")
    causes, unexplained, by_linker = reason_lists.Patterns(given["causes"], 4), 0, {}
    for r in results:
        told = []
        for what, shown in [(w, w) for w in r.wrong] + [("lacks " + w, w) for w in r.lacks]:
            why = causes.find(r.linker, r.target, r.mode, what)
            unexplained += not why
            told.append(f"{shown} ({why or 'UNEXPLAINED'})")
        by_linker.setdefault(r.linker, []).append((r, state_of(r), "; ".join(told)))
    page.write(given.get("page"), "linkers.md", is_summary=False, linkers=sorted(by_linker.items()))
    if given.get("summary"):
        page.write(given["summary"], "linkers.md", is_summary=True, linkers=sorted(by_linker.items()))
    causes.print_unused()
    return int(unexplained > 0)
