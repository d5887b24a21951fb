#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes random links, judges them, and makes each new kind of failure small. For ci/real/links.sh.

usage: random_links.py random --tools FILE --ref FILE --conform FILE --causes FILE --finds DIR
                              --links N --seed S [--page FILE] [--log FILE] [--linker NAME]
                              [--target NAME] [--only K]
       random_links.py replay --tools FILE --ref FILE --conform FILE FOLDER...
       random_links.py corpus    --tools FILE --ref FILE --conform FILE --causes FILE --finds DIR
                              --corpus DIR [--page FILE] [--linker NAME] [--target NAME] [--case ID]
Exit status: 0 all links are right or explained, or all finds show; 1 not; 2 it could not be run or
not to its end; 3 it was interrupted, and what was found so far is kept.
"""
import argparse
import collections
import os
import random
import shutil
import signal
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
CI = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [HERE, CI, os.path.join(os.path.dirname(CI), "conformance", "report")]
import finds  # noqa: E402
import link  # noqa: E402
import links_page  # noqa: E402
import corpus_links  # noqa: E402
import markers  # noqa: E402
import reasons  # noqa: E402
import recipe as recipes  # noqa: E402
import shrink  # noqa: E402
import sources  # noqa: E402

POOL, LINKS_OF_POOL = 40, 100


class Pool:
    """Random objects that many links choose from, assembled when they are needed."""

    def __init__(self, tools, target, seed, number):
        self.tools, self.target, self.folder, self.inputs = tools, target, tempfile.mkdtemp(), {}
        rng = random.Random(f"{seed} {target} pool {number}")
        self.objects = [sources.random_object(rng, target.split("-")[0], 100 * (i + 1)) for i in range(POOL)]
        sources.set_targets(rng, self.objects)

    def input(self, place, assembler):
        key = place, assembler
        if key not in self.inputs:
            path = os.path.join(self.folder, f"{place}-{recipes.variable(assembler or 'none')}.o")
            text = sources.object_text(self.objects[place], self.target.split("-")[0])
            self.tools.assemble(self.target, assembler, text, path)
            self.inputs[key] = markers.Input(self.tools.ref, path)
        return self.inputs[key]

    def remove(self):
        shutil.rmtree(self.folder)


class Count:
    """What became of the links of one linker for one target."""

    def __init__(self):
        self.states, self.explained, self.unexplained = (collections.Counter() for _ in range(3))


class Run:
    def __init__(self, options):
        self.options, self.tools = options, link.Tools(options.tools, options.ref, options.conform)
        self.causes = reasons.Patterns(options.causes, 4)
        self.counts, self.shown, self.unexplained, self.state = {}, set(), 0, "complete"

    def pairs(self):
        """Each linker and target that is asked for."""
        chosen = [(t, n) for t, n in sorted(self.tools.linkers) if self.options.linker in (None, n) and
                  self.options.target in (None, t) and self.tools.assemblers_of(t)]
        if not chosen:
            raise ValueError(f"no such linker is installed: {self.options.linker or 'any'}, {self.options.target or 'any target'}")
        return chosen

    def again(self, recipe, number):
        return f"ci/real/links.sh --random {number + 1} --only {number} --seed {self.options.seed} " \
               f"--linker '{recipe['linker']}' --target {recipe['target']}"

    def keep(self, recipe, number, what, detail, reason):
        """The first link of each cause, or of each unexplained finding of a linker, becomes a folder."""
        group = markers.group(what)
        key = reason or f"{recipe['linker']} {group}"
        folder = os.path.join(self.options.finds, links_page.folder_of(key))
        if key in self.shown:
            return
        self.shown.add(key)
        if reason and os.path.isdir(folder):
            return
        seen = f"{what}\n{detail}"
        finds.write(folder, recipe, group, seen, self.again(recipe, number))
        smaller = shrink.shrink(self.tools, recipe, group)
        if smaller:
            finds.write(folder, smaller, group, seen, self.again(recipe, number))
        else:
            print(f"{folder}: not repeated by a link of its own", file=sys.stderr)
        print(f"find: {folder}: {group}", file=sys.stderr)

    def note(self, count, recipe, number, result):
        count.states[result.state] += 1
        for what, detail in result.found:
            key = recipes.words_of(recipe), markers.group(what)
            reason = self.causes.find(recipe["linker"], recipe["target"], *key)
            if reason:
                count.explained[reason] += 1
            else:
                count.unexplained[key] += 1
                self.unexplained += 1
            self.keep(recipe, number, what, detail, reason)
        if result.state == "missing":
            raise ValueError(f"{recipe['linker']}: {result.said}")

    def one(self, pool, target, linker, number, library):
        rng = random.Random(f"{self.options.seed} {target} link {number}")
        recipe = recipes.random_recipe(rng, target, linker, pool.objects, self.tools.assemblers_of(target))
        inputs = [pool.input(p, a) for p, a in zip(recipe["places"], recipe["assemblers"])]
        folder = tempfile.mkdtemp()
        try:
            return recipe, link.make(self.tools, recipe, folder, inputs, library)
        finally:
            shutil.rmtree(folder)

    def target_links(self, target, linkers):
        """The same objects and numbers for each linker."""
        first = self.options.only or 0
        for start in range(first - first % LINKS_OF_POOL, self.options.links, LINKS_OF_POOL):
            pool = Pool(self.tools, target, self.options.seed, start // LINKS_OF_POOL)
            try:
                for linker in linkers:
                    count = self.counts.setdefault((linker, target), Count())
                    library = link.make_library(self.tools, target, linker, pool.folder)
                    for number in range(max(start, first), min(start + LINKS_OF_POOL, self.options.links)):
                        recipe, result = self.one(pool, target, linker, number, library)
                        self.note(count, recipe, number, result)
            finally:
                pool.remove()
            print(f"{target}: {min(start + LINKS_OF_POOL, self.options.links)} links by each linker", file=sys.stderr)

    def all(self):
        os.makedirs(self.options.finds, exist_ok=True)
        pairs = self.pairs()
        for target in sorted({t for t, _ in pairs}):
            self.target_links(target, [n for t, n in pairs if t == target])

    def status(self):
        if self.state != "complete":
            return 3 if self.state == "interrupted" else 2
        if any(c.states["killed"] for c in self.counts.values()):
            print("some links were not judged: the linker was killed", file=sys.stderr)
            return 2
        return 1 if self.unexplained else 0


def stop(*_):
    raise KeyboardInterrupt


def run_random(options):
    run = Run(options)
    signal.signal(signal.SIGTERM, stop)
    print(f"seed {options.seed}", file=sys.stderr)
    try:
        run.all()
        if not (options.linker or options.target):
            run.causes.print_unused()
    except KeyboardInterrupt:
        run.state = "interrupted"
        print(f"interrupted; the finds are in {options.finds}, the seed is {options.seed}", file=sys.stderr)
    except (OSError, ValueError) as error:
        run.state = "ended by an error"
        print(f"random_links.py: {error}", file=sys.stderr)
    links_page.write(run)
    return run.status()


def run_corpus(options):
    signal.signal(signal.SIGTERM, stop)
    return corpus_links.run_corpus(options)


def run_replay(options):
    tools, status = link.Tools(options.tools, options.ref, options.conform), 0
    for folder in options.folders:
        result = finds.replay(tools, folder.rstrip("/"))
        if result is None:
            print(f"not installed: {folder}")
            continue
        print(f"{'shows' if result[0] else 'DOES NOT SHOW'}: {folder}: {result[1]}")
        status = status or not result[0]
    return int(status)


def parse():
    parser = argparse.ArgumentParser()
    kinds = parser.add_subparsers(required=True)
    needed = ("--tools", "--ref", "--conform")
    for name, function, wanted, free in (
            ("random", run_random, (*needed, "--causes", "--finds"), ("--page", "--log", "--linker", "--target")),
            ("replay", run_replay, needed, ()),
            ("corpus", run_corpus, (*needed, "--causes", "--finds", "--corpus"), ("--page", "--linker", "--target", "--case"))):
        kind = kinds.add_parser(name)
        kind.set_defaults(run=function)
        for option in (*wanted, *free):
            kind.add_argument(option, required=option in wanted)
    kinds.choices["replay"].add_argument("folders", nargs="+")
    kinds.choices["random"].add_argument("--links", type=int, required=True)
    kinds.choices["random"].add_argument("--seed", type=int, required=True)
    kinds.choices["random"].add_argument("--only", type=int)
    options = parser.parse_args()
    if getattr(options, "only", None) is not None:
        options.links = options.only + 1
    return options


if __name__ == "__main__":
    chosen = parse()
    try:
        sys.exit(chosen.run(chosen))
    except (OSError, ValueError) as error:
        print(f"random_links.py: {error}", file=sys.stderr)
        sys.exit(2)
