# SPDX-License-Identifier: MIT
"""Links small objects with every linker in ways that linkers got wrong, judges the SFrame data of the output, and writes a
page. For ci/real/linkers.sh.

    python3 conformance/lab linkers --tools FILE --ref FILE --runner FILE --causes FILE [--page FILE] [--summary FILE]

Functions are found by their names. Exit status: 0 all is right or explained; 1 something is not; 2 it could not be run.
"""
import collections
import os
import shutil
import sys
import tempfile

import link
import page
import reason_lists
import steps
from elf_file import File
from link_judge import dump, judge_emitted, judge_rules, meaning
from program import Fault
from stubs import is_stubs, judge_stubs

# Functions in several sections, calls through the PLT, several kinds of frames, and different static functions of the same name.
SOURCES = {
    "calls": """int elsewhere(int), another(int);
static __attribute__((noinline)) int helper(int a) { volatile char room[40]; room[0] = (char)a; return room[0]; }
int calls(int a) { return elsewhere(helper(a)) + another(a + 1); }
""",
    "sections": """void fill(char *);
static __attribute__((noinline)) int helper(int a) { volatile char room[400]; room[0] = (char)a; return room[0]; }
int first(int a) { char room[4000]; fill(room); return room[a]; }
__attribute__((section(".text.apart"))) int second(int a) { char room[a + 1]; fill(room); return helper(room[a]); }
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

def compare(functions, output, inputs, wrong):
    """Each function of each input must be in the output, with the same rules. Returns their addresses in the output, the
    number of their rows, and the names of functions that the linker discarded."""
    taken, rows, gone = set(), 0, []
    for file, known in inputs:
        for addr, f in ((a, f) for a, some in known.items() for f in some):
            names = file.names.get(addr, {f"?{addr:x}"})
            places = sorted(p for n in names for p in output.places.get(n, ()))
            if not places:
                gone.append(min(names))
                continue
            same = [p for p in places if p not in taken and meaning(f) in map(meaning, functions.get(p, []))]
            if same:
                taken.add(same[0])
                rows += len(f["rows"])
            else:
                state = "has other rules" if any(p in functions for p in places) else "is lost"
                wrong.append(f"function {min(names)} {state}")
    return taken, rows, gone


def judge_starts(output, functions, taken, wrong):
    """The output has only functions of the inputs and of stubs, and one for each address."""
    for addr, some in sorted(functions.items()):
        stubs = next((s for s in output.sections if is_stubs(s) and s["addr"] <= addr < s["addr"] + s["size"]), None)
        name = ", ".join(sorted(output.names.get(addr, {"no name"})))
        if addr not in taken and not stubs:
            wrong.append(f"function at 0x{addr:x} ({name}) is of no input")
        if sum(int(f["size"], 16) > 0 for f in some) > 1:
            wrong.append(f"{len(some)} functions at 0x{addr:x} ({name})")


def failed(made, mode):
    """(counts, wrong, lacks) of a link that makes no file. To refuse inputs of two versions with a message is right."""
    said = next((line for line in made.said.splitlines() if line), "says nothing")
    if made.state in ("crash", "killed", "hang", "flood", "missing", "no output"):
        return "no file", [f"the linker {said}" if made.state in ("crash", "killed", "hang") else f"{made.state}: {said}"], []
    if "two versions" in mode and made.names_sframe() and made.state == "refused":
        return f"refused: {said}", [], []
    return "refused", [said], []


def judge(tools, made, mode, path, inputs):
    """(counts, wrong, lacks) of an output."""
    output, wrong, lacks = File(path), [], []
    kind, functions = dump(tools.ref, path)
    if kind is None:
        return "no data", [functions], []
    # An input without functions has no SFrame data.
    known = [(f, d) for f, d in ((File(i), dump(tools.ref, i)) for i in inputs) if d[0] is not None]
    dropped = sum(map(len, (d for _, (k, d) in known if k != kind)))
    if dropped and not made.names_sframe():
        wrong.append(f"{dropped} functions of another version are dropped without a word")
    taken, rows, gone = compare(functions, output, [(f, d) for f, (k, d) in known if k == kind], wrong)
    if mode != "--gc-sections":
        wrong += [f"function {name} is gone" for name in gone]
    judge_starts(output, functions, taken, wrong)
    right = judge_stubs(output, functions, kind[0], lacks, wrong)
    judge_emitted(output, kind[0], sum(map(len, functions.values())), wrong)
    judge_rules(tools.conform, path, wrong)
    counts = [f"version {kind[0]}", f"{len(taken)} functions and {rows} rows as in the inputs"]
    counts += [f"{right} bytes of stubs"] if right else []
    counts += [f"{len(gone)} thrown away"] if gone else []
    counts += [f"{dropped} of another version left out"] if dropped else []
    return ", ".join(counts), wrong, lacks


# ---- The links

class Trial:
    """One target: `old` has the objects of the toolchains that were tried, which may be of another version."""

    def __init__(self, tools, target, folder):
        self.tools, self.target, self.folder, self.results, self.old = tools, target, folder, [], {}
        for name, text in SOURCES.items():
            source = os.path.join(folder, name + ".c")
            with open(source, "w", encoding="utf-8") as f:
                f.write(text)
            compiler = tools.compilers[target, "gcc"]
            tools.must([*compiler, "-O2", "-fno-omit-frame-pointer", "-S", "-o", source[:-1] + "s", source], source[:-1] + "s", compiler[0])

    def path(self, name):
        return os.path.join(self.folder, name)

    def link(self, linker, mode, inputs, options):
        made = steps.make([*self.ld, "-o", self.path("out"), *options, *inputs], self.path("out"))
        found = judge(self.tools, made, mode, self.path("out"), inputs) if made.state == "ok" else failed(made, mode)
        self.results.append(Result(linker, self.target, mode, *found))

    def all_links(self, linker, assembler, own):
        """`own`: the name of the linker alone."""
        print(f"== {linker}, {self.target}", file=sys.stderr)
        self.ld, objects = self.tools.linkers[self.target, own], {}
        for name in SOURCES:
            objects[name] = self.path(name + ".o")
            with open(self.path(name + ".s"), encoding="utf-8") as f:
                text = f.read()
            self.tools.assemble(self.target, assembler, text, self.path(f"{name}-copy.o"))
            os.replace(self.path(f"{name}-copy.o"), objects[name])
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
