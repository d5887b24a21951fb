# SPDX-License-Identifier: MIT
"""matrix-page: the tables of MATRIX.md, implementations by levels and areas, from numbers in matrix.jsonl beside it, and those of
README.md, from the lists of known failures.

    matrix-page --known FOLDER --corpus DIR [RESULTS...]          takes the numbers from results first, one for each list
    matrix-page --known FOLDER --corpus DIR --check [RESULTS...]  changes nothing; says in TAP whether pages, numbers and lists agree

The levels of linkers come from corpus-objects.jsonl in ../producers/, which `ci/real/links.sh --corpus` writes. Numbers that
are older than the corpus are an expected failure (TODO) unless there are RESULTS: adding cases must not require these
implementations.
"""
import json
import os
import re

import corpus_index
import escape
import files
import known_list
import known_page
import program
import say
from level_numbers import FORMAT, IMPLEMENTATION, LINKER, Line, Numbers
from results import LEVELS, Fault

NUMBERS, PAGE, KNOWN_PAGE, LINKERS = "matrix.jsonl", "MATRIX.md", "README.md", os.path.join("..", "producers", "corpus-objects.jsonl")
TABLE = re.compile(r"(?:^\|.*\n)+", re.M)


def read_numbers(folder):
    """Those of the implementations, and of the linkers."""
    return Numbers(os.path.join(folder, NUMBERS), IMPLEMENTATION), Numbers(os.path.join(folder, LINKERS), LINKER)


def listed(folder):
    return sorted(name[:-len(".known")] for name in os.listdir(folder) if name.endswith(".known"))


# ---- Numbers from results

def _line(name, run):
    areas = say.areas(run)
    return Line(list=name, name=run.name, origin=say.origin(run), levels=dict(zip(LEVELS, run.totals.cells)),
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


# ---- The page

def refilled(path, tables, facts):
    """The text of a page whose prose stays. Its tables are replaced, and the facts in the prose: {words with {} in place of one: fact}."""
    (*prose, last), tables = TABLE.split(files.read(path)), TABLE.findall(tables)
    if len(prose) != len(tables):
        raise Fault(f"{path}: has {len(prose)} tables and should have {len(tables)}")
    text = "".join(words + table for words, table in zip(prose, tables)) + last
    for words, fact in facts.items():
        before, after = map(re.escape, words.split("{}"))
        text, count = re.subn(f"({before})[0-9a-f]+(?={after})", rf"\g<1>{fact}", text)
        if count != 1:
            raise Fault(f"{path}: should say `{words}` once")
    return text


def make_tables(numbers, linkers):
    names = sorted({area for line in numbers.lines for area in line["areas"]})
    rows = [(name, [line["areas"].get(name, (0, 0, 0)) for line in numbers.lines]) for name in names]
    return (escape.render("matrix-page.md", lines=numbers.lines, linkers=linkers.lines, level_names=LEVELS,
                          rows=[*rows, ("all", [line.sums for line in numbers.lines])]),
            {"the whole corpus, {} cases": sum(numbers.lines[0].sums), corpus_index.MARK: numbers.questions})


def pages(folder, ids):
    """{path: text} of both."""
    made = {PAGE: make_tables(*read_numbers(folder)), KNOWN_PAGE: known_page.make_tables(folder, listed(folder), ids)}
    return {path: refilled(path, *parts) for path, parts in ((os.path.join(folder, name), parts) for name, parts in made.items())}


# ---- The check

def tap(checks):
    """Prints each check: (what, why it is not so or ""[, what is to be done if that is expected]). Returns the exit status."""
    lines, failed = [], False
    for number, (what, why, *todo) in enumerate(checks, 1):
        failed = failed or bool(why and not todo)
        lines.append(f"not ok {number} - {what}{' # TODO ' + todo[0] if todo else ''}\n# {why}" if why else f"ok {number} - {what}")
    return program.put("\n".join([*lines, f"1..{len(lines)}", ""]), None) or int(failed)


def changed(line, now, chance):
    """Where results have other numbers than those of the page, but for `chance` cases whose outcome depends on it."""
    found = [f"{area}: {cells}, now {now['areas'].get(area)}" for area, cells in line["areas"].items()
             if abs(cells[1] - now["areas"].get(area, (0, -1 << 30, 0))[1]) > chance]
    return "; ".join(found + [f"{level}: {was}, now {new}" for level, was, new in zip(LEVELS, line.cells, now.cells)
                              if was[1] != new[1] or abs(was[0] - new[0]) > chance])


def checks(args, folder, corpus):
    (numbers, linkers), names = read_numbers(folder), listed(folder)
    index = known_list.Index([row["id"] for row in corpus_index.rows(corpus)])
    for path, text in pages(folder, index.ids).items():
        yield f"{os.path.basename(path)} is what lists and numbers make it", "" if files.read(path) == text else "run ci/real/matrix.sh"
    found = [line["list"] for line in numbers.lines]
    yield "there are numbers of every implementation with a list", "" if found == names else f"{found} {names}"
    sizes = {str([(area, sum(cells)) for area, cells in line["areas"].items()]) for line in numbers.lines}
    yield "an area has the same number of cases for all", "" if len(sizes) == 1 else " or ".join(sorted(sizes))
    wrong = [line["name"] for line in numbers.lines
             if line.cells[0][1] != sum(line.sums[:2]) or sum(asked for _, asked in line.cells[1:]) > line.cells[0][1]]
    yield "the levels add up", ", ".join(wrong)
    today, older = corpus_index.questions_hash(corpus), "the corpus has changed since"
    are_older = linkers.questions != today or len(linkers.lines) < 2
    yield "the linkers' numbers are of this corpus", older if are_older else "", "run ci/real/links.sh --corpus"
    are_fresh = numbers.questions == today
    yield "the numbers are of this corpus", "" if are_fresh else older, *([] if args.files else ["run ci/real/matrix.sh"])
    lists = {name: known_list.read(os.path.join(folder, name + ".known")) for name in names}
    for name, known in lists.items():
        yield f"{name}: every alternative of every entry has a case", ", ".join(pattern for _, pattern in known.unmatched(index))
    for line, now in zip(numbers.lines, from_results(args, folder, corpus) if args.files and are_fresh else ()):
        chance = sum("|" in entry.outcomes for entry in lists[line["list"]].by_id(index.ids).values())
        yield f"{line['list']}: the numbers are those of the results", changed(line, now, chance)


def main(args):
    # Those of the source tree by default.
    folder, corpus = args.get("known") or args.data_file("known"), args.corpus()
    if args.get("check"):
        return tap(checks(args, folder, corpus))
    if args.files:
        lines = [{"format": FORMAT, "questions": corpus_index.questions_hash(corpus)}, *from_results(args, folder, corpus)]
        files.write(os.path.join(folder, NUMBERS), "".join(json.dumps(line) + "\n" for line in lines))
    for path, text in pages(folder, [row["id"] for row in corpus_index.rows(corpus)]).items():
        files.write(path, text)
    return 0
