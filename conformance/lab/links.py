# SPDX-License-Identifier: MIT
"""Makes random links, judges them, makes each new kind of failure small, and writes a page. For ci/real/links.sh, which says
what the command gets."""
import collections
import json
import os
import random
import re
import shlex
import sys
import tempfile

import link
import link_finds
import page
import reason_lists
from link_judge import group
from link_objects import random_object, set_targets

POOL, LINKS_OF_POOL = 40, 100
STATES = ("right", "less", "left out", "wrong", "killed")


def random_pool(target, seed, number):
    """Objects that many links choose from."""
    rng = random.Random(f"{seed} {target} pool {number}")
    objects = [random_object(rng, target.split("-")[0], 100 * (i + 1)) for i in range(POOL)]
    set_targets(rng, objects)
    return objects


def folder_of(key):
    """The name of the folder of a cause, or of a linker's unexplained finding."""
    return re.sub(r"\W+", "-", key).strip("-")[:60].strip("-")


class LongRun:
    """Of what all() makes nothing is lost: write() has it, also if the run is interrupted."""

    def __init__(self, given, columns):
        self.given, self.tools, self.state, self.seed = given, link.Tools(given), "ended by an error", int(given.get("seed") or 0)
        self.causes = reason_lists.Patterns(given["causes"], columns)

    def to_its_end(self):
        """The exit status. `killed()` and `unexplained()`: is there such a link?"""
        try:
            self.all()
            if self.causes.used and not any(self.given.get(name) for name in ("case", "linker", "target")):
                self.causes.print_unused()
            self.state = "complete"
        except KeyboardInterrupt:
            self.state = "interrupted"
            print(f"interrupted; the finds are in {self.given['finds']}{f', the seed is {self.seed}' if self.seed else ''}", file=sys.stderr)
            return 3
        finally:
            self.write()
        if self.killed():
            print("some links were not judged: the linker was killed", file=sys.stderr)
            return 2
        return int(self.unexplained())


class Run(LongRun):
    def __init__(self, given):
        super().__init__(given, 4)
        self.finds = given["finds"]
        self.only = int(given["only"]) if given.get("only") else None
        self.links = int(given["random"]) if self.only is None else self.only + 1
        self.counts, self.shown = {}, set()

    def again(self, recipe, number):
        tools = f" --tools {shlex.quote(self.given['tools'])}" if self.given.get("tools") else ""
        return f"ci/real/links.sh --random {number + 1} --only {number} --seed {self.seed} " \
               f"--linker '{recipe['linker']}' --target {recipe['target']}{tools}"

    def keep(self, recipe, number, what, detail, reason):
        """The first link of each cause, or of each unexplained finding of a linker, becomes a folder."""
        wanted = group(what)
        key = reason or f"{recipe['linker']} {wanted}"
        folder = os.path.join(self.finds, folder_of(key))
        if key in self.shown:
            return
        self.shown.add(key)
        if reason and os.path.isdir(folder):
            return
        more = wanted, f"{what}\n{detail}", self.again(recipe, number)
        link_finds.write(folder, recipe, *more)
        smaller = link_finds.smallest(self.tools, recipe, wanted)
        if smaller:
            link_finds.write(folder, smaller, *more)
        else:
            print(f"{folder}: not repeated by a link of its own", file=sys.stderr)
        print(f"find: {folder}: {wanted}", file=sys.stderr)

    def note(self, count, recipe, number, result):
        count["states"][result.state] += 1
        for what, detail in result.findings():
            key = link.words_of(recipe), group(what)
            reason = self.causes.find(recipe["linker"], recipe["target"], *key)
            if reason:
                count["explained"][reason] += 1
            else:
                count["unexplained"][key] += 1
            self.keep(recipe, number, what, detail, reason)
        if result.state == "missing":
            raise ValueError(f"{recipe['linker']}: {result.made.said}")

    def target_links(self, target, linkers):
        """The same objects and numbers for each linker."""
        first, assemblers = self.only or 0, self.tools.assemblers_of(target)
        for start in range(first - first % LINKS_OF_POOL, self.links, LINKS_OF_POOL):
            pool = random_pool(target, self.seed, start // LINKS_OF_POOL)
            with tempfile.TemporaryDirectory() as folder:
                shop = link.Shop(self.tools, target, folder)
                for linker in linkers:
                    count = self.counts.setdefault((linker, target), {
                        "linker": linker, "target": target, **{what: collections.Counter() for what in ("states", "explained", "unexplained")}})
                    for number in range(max(start, first), min(start + LINKS_OF_POOL, self.links)):
                        rng = random.Random(f"{self.seed} {target} link {number}")
                        recipe = link.random_recipe(rng, target, linker, pool, assemblers)
                        self.note(count, recipe, number, shop.link(recipe))
            print(f"{target}: {min(start + LINKS_OF_POOL, self.links)} links by each linker", file=sys.stderr)

    def all(self):
        os.makedirs(self.finds, exist_ok=True)
        linker, target = self.given.get("linker"), self.given.get("target")
        pairs = [(t, n) for t, n in sorted(self.tools.linkers) if linker in (None, n) and target in (None, t)
                 and self.tools.assemblers_of(t)]
        if not pairs:
            raise ValueError(f"no such linker is installed: {linker or 'any'}, {target or 'any target'}")
        for each in sorted({t for t, _ in pairs}):
            self.target_links(each, [n for t, n in pairs if t == each])

    def killed(self):
        return any(count["states"]["killed"] for count in self.counts.values())

    def unexplained(self):
        return any(count["unexplained"] for count in self.counts.values())

    # ---- The page

    def by_cause(self, records):
        """{cause: {linker: findings}}. A finding that was unexplained when it was made may be explained since."""
        found = {}
        for r in records:
            counts = list(r["explained"].items())
            for words, what, n in r["unexplained"]:
                counts.append((self.causes.find(r["linker"], r["target"], words, what) or f"UNEXPLAINED: {what}", n))
            for reason, n in counts:
                found.setdefault(reason, collections.Counter())[r["linker"]] += n
        return sorted(found.items())

    def shown_by(self, reason, linkers):
        """The folders of a cause."""
        keys = [reason] + [f"{linker} {reason.removeprefix('UNEXPLAINED: ')}" for linker in linkers]
        return [name for name in map(folder_of, keys) if os.path.isdir(os.path.join(self.finds, name))]

    def write(self):
        """Appends to the log, and writes the page about all that is in it."""
        records = [{**count, "seed": self.seed, "state": self.state, "unexplained": [[*key, n] for key, n in count["unexplained"].items()]}
                   for _, count in sorted(self.counts.items())]
        log = self.given.get("log")
        if log:
            with open(log, "a", encoding="utf-8") as f:
                f.writelines(json.dumps(r, sort_keys=True) + "\n" for r in records)
            with open(log, encoding="utf-8") as f:
                records = [json.loads(line) for line in f]
        records.sort(key=lambda r: (r["linker"], r["target"], r["seed"]))
        page.write(self.given.get("page"), "links.md", records=records, states=STATES,
                   causes=[(reason, by, self.shown_by(reason, by)) for reason, by in self.by_cause(records)])


def main(given, _):
    print(f"seed {given['seed']}", file=sys.stderr)
    return Run(given).to_its_end()
