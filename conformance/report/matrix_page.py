# SPDX-License-Identifier: MIT
"""matrix-page: MATRIX.md, implementations by levels and areas, from numbers in matrix.jsonl beside it.

    matrix-page --known FOLDER --corpus DIR [RESULTS...]          takes the numbers from results first, one for each list
    matrix-page --known FOLDER --corpus DIR --check [RESULTS...]  changes nothing; says in TAP whether page, numbers and lists agree

The levels of linkers come from corpus-objects.jsonl in ../producers/, which `ci/real/links.sh --corpus` writes. Numbers that
are older than the corpus are an expected failure (TODO) unless there are RESULTS: adding cases must not require these
implementations.
"""
import json
import os

import corpus_index
import escape
import known_list
import program
import say
from results import LEVELS, UNSAFE, Fault

FORMAT = 1
NUMBERS, PAGE, LINKERS = "matrix.jsonl", "MATRIX.md", os.path.join("..", "producers", "corpus-objects.jsonl")


class Line(dict):
    """A line of numbers: `name` of what they are about, `levels` {level: [right, asked]}."""

    @property
    def levels(self):
        return [(right, asked) for right, asked in (self["levels"][level] for level in LEVELS)]

    @property
    def reached(self):
        """The highest level up to which all answers are right."""
        reached = "none"
        for level, (right, asked) in zip(LEVELS, self.levels):
            if right < asked:
                break
            reached = level if asked else reached
        return reached

    @property
    def sums(self):
        return [sum(column) for column in zip(*self["areas"].values())]


class Numbers:
    """A file of numbers: a header, then a line for each implementation, or linker."""

    def __init__(self, path):
        try:
            with open(path, encoding="utf-8") as f:
                header, *lines = map(json.loads, f)
            self.questions, self.lines = header["questions"], [Line(line) for line in lines]
            if header["format"] != FORMAT:
                raise ValueError(f"is not of format {FORMAT}")
            for line in self.lines:
                line["reached"] = line.reached
        except OSError as error:
            raise Fault(f"{path}: cannot be read: {error.strerror}") from None
        except (ValueError, LookupError, TypeError) as error:
            raise Fault(f"{path}: is no file of numbers: {error}") from None


def listed(folder):
    return sorted(name[:-len(".known")] for name in os.listdir(folder) if name.endswith(".known"))


def read(folder):
    return Numbers(os.path.join(folder, NUMBERS))


def read_linkers(folder):
    return Numbers(os.path.join(folder, LINKERS))


# ---- Numbers from results

def _line(name, run):
    totals, areas = run.totals, say.areas(run)
    return Line(list=name, name=run.name, levels={level: [totals.right[level], totals.asked[level]] for level in LEVELS},
                areas={area: [c.passed, c.asked - c.passed, c.count - c.asked] for area, c in areas.items() if area != "all"})


def from_results(args, folder, corpus):
    """The lines of a file of numbers."""
    names, made = listed(folder), {}
    for run in args.runs():
        name = os.path.basename(run.header["adapter"] or "")[:-len(".conf")]
        if name not in names:
            raise Fault(f"{run.path}: {name} has no list of known failures here")
        if run.header["corpus-sha256"] != corpus_index.corpus_hash(corpus) or len(run.records) != run.header["cases"]:
            raise Fault(f"{run.path}: is not a run on the whole current corpus")
        if name in made:
            raise Fault(f"{run.path}: {name} is given twice")
        made[name] = _line(name, run)
    missing = [name for name in names if name not in made]
    if missing:
        raise Fault("there are no results of " + ", ".join(missing))
    return [made[name] for name in names]


def _write_numbers(folder, corpus, lines):
    header = {"format": FORMAT, "questions": corpus_index.questions_hash(corpus)}
    program.write_file(os.path.join(folder, NUMBERS), "".join(json.dumps(line) + "\n" for line in [header, *lines]))


# ---- The page

def page(folder):
    numbers, linkers = read(folder), read_linkers(folder)
    areas = sorted({area for line in numbers.lines for area in line["areas"]})
    rows = [(area, [line["areas"].get(area, (0, 0, 0)) for line in numbers.lines]) for area in areas]
    return escape.render("matrix-page.md", lines=numbers.lines, linkers=linkers.lines, level_names=LEVELS, mark=numbers.questions,
                         cases=sum(numbers.lines[0].sums), rows=[*rows, ("all", [line.sums for line in numbers.lines])])


# ---- The check

class Tap:
    def __init__(self):
        self.lines, self.failed = [], 0

    def ok(self, good, what, todo="", why=""):
        self.lines.append(f"{'' if good else 'not '}ok {len(self.lines) + 1} - {what}{' # TODO ' + todo if todo and not good else ''}"
                          + (f"\n# {why}" if why and not good else ""))
        self.failed += not good and not todo
        return good

    def done(self):
        return program.put("\n".join([*self.lines, f"1..{len(self.lines)}", ""]), None) or int(self.failed > 0)


def _area(row):
    parts = row["id"].split("/")
    return "real" if parts[0] == "real" else parts[2]


def _has_several_faults(corpus, case):
    with open(os.path.join(corpus, *case.split("/")) + ".case", encoding="utf-8") as f:
        return "\nmulti-fault: " in f.read().partition("\n\n")[0]


def _count(entries, key):
    """{key(id): [entries, of which may pass]}."""
    counts = {}
    for case, entry in entries.items():
        both = counts.setdefault(key(case), [0, 0])
        both[0] += 1
        both[1] += "pass" in entry.words
    return counts


class Lists:
    """The lists of the folder, held against the numbers."""

    def __init__(self, folder, corpus):
        self.rows = {row["id"]: row for row in corpus_index.rows(corpus)}
        self.several = {i for i in self.rows if _has_several_faults(corpus, i)}
        self.unlisted = {}
        for i, row in self.rows.items():
            if i in self.several or row["level"] == "strict":
                self.unlisted[_area(row)] = self.unlisted.get(_area(row), 0) + 1
        self.index = known_list.Index(self.rows)
        self.lists = {name: known_list.read(os.path.join(folder, name + ".known")) for name in listed(folder)}
        self.entries = {name: known.by_id(list(self.rows)) for name, known in self.lists.items()}

    def area(self, case):
        return _area(self.rows[case])

    def unmatched(self, name):
        """Patterns, and parts of some, that are about no case."""
        return [pattern for entry in self.lists[name].entries for pattern in known_list.alternatives(entry.pattern)
                if not any(True for _ in self.index.matches(pattern))]

    def wrong(self, line):
        """What the numbers have that the list does not explain, and the other way round."""
        entries, found = self.entries[line["list"]], []
        by_area = _count(entries, self.area)
        for area, (_, failed, _) in line["areas"].items():
            every, perhaps = by_area.get(area, (0, 0))
            if not every - perhaps <= failed <= every + self.unlisted.get(area, 0):
                found.append(f"{area}: {failed} failed, {every} listed")
        by_level = _count({i: e for i, e in entries.items() if i not in self.several}, lambda case: self.rows[case]["level"])
        unsafe = [(set(e.words) & UNSAFE, set(e.words) - UNSAFE) for e in entries.values()]
        by_level["safe"] = (sum(bool(breaks) for breaks, _ in unsafe), sum(bool(breaks and others) for breaks, others in unsafe))
        for level, (right, asked) in zip(LEVELS, line.levels):
            every, perhaps = by_level.get(level, (0, 0))
            if asked - right < every - perhaps or (level != "strict" and asked - right > every):
                found.append(f"{level}: {asked - right} wrong, {every} listed")
        return "; ".join(found)

    def changed(self, line, now):
        """Where other results have other numbers, except by chance."""
        entries = self.entries[line["list"]]
        by_area, chance = _count(entries, self.area), sum("|" in e.outcomes for e in entries.values())
        found = [f"{area}: {cells}, now {now['areas'].get(area)}" for area, cells in line["areas"].items()
                 if abs(cells[1] - now["areas"].get(area, (0, -1 << 30, 0))[1]) > by_area.get(area, (0, 0))[1]]
        found += [f"{level}: {was}, now {new}" for level, was, new in zip(LEVELS, line.levels, now.levels)
                  if was[1] != new[1] or abs(was[0] - new[0]) > chance]
        return "; ".join(found)


def check(args, folder, corpus):
    tap, numbers, linkers = Tap(), read(folder), read_linkers(folder)
    with open(os.path.join(folder, PAGE), encoding="utf-8") as f:
        tap.ok(f.read() == page(folder), "the page is what its numbers make it", why="run python3 conformance/report matrix-page")
    names = [line["list"] for line in numbers.lines]
    tap.ok(names == listed(folder), "there are numbers of every implementation with a list", why=f"{names} {listed(folder)}")
    tap.ok(len({tuple((area, sum(cells)) for area, cells in line["areas"].items()) for line in numbers.lines}) == 1,
           "an area has the same number of cases for all")
    wrong = [line["name"] for line in numbers.lines
             if line.levels[0][1] != sum(line.sums[:2]) or sum(asked for _, asked in line.levels[1:]) > line.levels[0][1]]
    tap.ok(not wrong, "the levels add up", why=", ".join(wrong))
    today = corpus_index.questions_hash(corpus)
    tap.ok(linkers.questions == today and len(linkers.lines) > 1, "the linkers' numbers are of this corpus",
           todo="run ci/real/links.sh --corpus: the corpus has changed since")
    fresh = tap.ok(numbers.questions == today, "the numbers are of this corpus",
                   todo="" if args.files else "run ci/real/matrix.sh: the corpus has changed since")
    if fresh:
        lists = Lists(folder, corpus)
        for line in numbers.lines:
            why = lists.wrong(line)
            tap.ok(not why, f"{line['list']} fails the cases of its list", why=why)
            why = ", ".join(lists.unmatched(line["list"]))
            tap.ok(not why, f"{line['list']}: every alternative of every entry has a case", why=why)
        for line, now in zip(numbers.lines, from_results(args, folder, corpus) if args.files else ()):
            why = lists.changed(line, now)
            tap.ok(not why, f"{line['list']}: the numbers are those of the results", why=why)
    return tap.done()


def folders(args):
    """Where the lists and the corpus are; those of the source tree by default."""
    return args.get("known") or args.data_file("known"), args.get("corpus") or args.data_file("..", "corpus")


def main(args):
    folder, corpus = folders(args)
    if args.get("check"):
        return check(args, folder, corpus)
    if args.files:
        _write_numbers(folder, corpus, from_results(args, folder, corpus))
    program.write_file(os.path.join(folder, PAGE), page(folder))
    return 0
