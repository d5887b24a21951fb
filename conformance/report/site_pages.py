# SPDX-License-Identifier: MIT
"""`site DIR RESULTS...`: a folder of pages about results, which needs no server and no network.

Links are relative, and paths and anchors are made from ids alone, so that a link stays right when the site is made again
from other results.
"""
import base64
import collections
import gc
import os
import urllib.parse

import badge
import changes
import corpus_index
import explain
import files
import page
import program
import registers
import say
import site_answers
import site_grid
from escape import environment, line, script
from new_folder import NewFolder
from results import LEVELS, UNASKED, Fault, Record
from site_model import Site, safe_name

LIST = "site-files.txt"
# The first line of the list of files marks a site.
MARK = "Files of a site by sframe-conform site, which another one may replace:\n"
# More bytes, or more text, is in the corpus.
MAX_LINES, MAX_OTHER, MAX_TEXT = 120, 256, 6000
# A longer link is no use to people, and some browsers cut it.
MAX_LINK_BYTES = 8192
# What `diff` calls a change, as an anchor, and in words.
KINDS = {"failing": ("became-wrong", "became wrong"), "no-answer": ("no-answer-now", "wrong before, no answer now"),
         "not-asked": ("no-longer-asked", "no longer asked"), "above": ("worse-above-the-gate", "worse, above the level that counts"),
         "changed": ("wrong-in-another-way", "wrong in another way"), "passing": ("became-right", "became right"),
         "new-failing": ("newly-asked-wrong", "newly asked, wrong"), "new": ("newly-asked-right", "newly asked, right"),
         "removed": ("removed", "not in the newer results")}
FRONT_KINDS = ("passing", "failing", "no-answer", "above", "changed", "new", "new-failing", "not-asked")


# ---- From release to release

def find_changes(site, run):
    """{KIND: {family: how many of its cases}} since the release before."""
    # One of them may have been asked about other cases, too.
    found, enough = collections.defaultdict(collections.Counter), all if run.before and (run.is_foreign or run.before.is_foreign) else any
    for family in site.families.values() if run.before else ():
        for case in family.cases:
            before, after = case.answers[run.before.index], case.answers[run.index]
            kind = changes.change_of(before, after, run.header["level"]) if enough((before, after)) else None
            if kind:
                found[kind][family.name] += 1
    return dict(found)


# ---- Parts of pages

def area_page(area):
    return f"area/{safe_name(area)}.html"


def cut(text, most):
    """The text up to the end of a line."""
    shown = text if len(text) <= most else text[:text.rfind("\n", 0, most) + 1]
    return shown + (f"... {len(text) - len(shown)} more bytes" if len(shown) < len(text) else "")


def explorer_page(data):
    """The text of the page of conformance/explore/, or None. An installation has it beside the registers, a build in a folder of its own."""
    for path in (os.path.join(data, "explore.html"), os.path.join(data, "..", "explore", "explore.html")):
        if os.path.isfile(path):
            return files.read(path)
    return None


def explorer_link(case):
    """What opens this case of `explain --json` in that page, or None: an encoder's case has no section, and a long one no link."""
    if "bytes" not in case or case["op"] == "encode" or case["size"] > MAX_LINK_BYTES or len(case["bytes"]) != 2 * case["size"]:
        return None
    section = base64.urlsafe_b64encode(bytes.fromhex(case["bytes"])).decode()
    context = case.get("context") or {}
    pcs = {"pc": pc for pc in context.get("pcs", ())[:1] if ":" not in str(pc)}
    return urllib.parse.urlencode({"s": section, "profile": case["profile"], "addr": context.get("addr") or "0x400000", "name": case["id"], **pcs})


def shown_bytes(case, said, in_full):
    """What a page shows of a case that `explain` described."""
    shown = {"bytes": "bytes" in case, "size": case.get("size"), "dump": None}
    if not shown["bytes"]:
        return shown
    if case["op"] == "encode":
        shown["dump"] = cut(bytes.fromhex(case["bytes"]).decode("utf-8", "replace"), MAX_TEXT if in_full else MAX_OTHER)
    elif in_full:
        shown["lines"] = explain.lines(Record({name: said[name] for name in ("range", "class")}, size=case["size"]), case, MAX_LINES)
    else:
        shown["lines"] = explain.plain(case, said, MAX_OTHER // explain.ROW)
    shown["explore"] = explorer_link(case)
    if in_full:
        context = case.get("context") or {}
        shown.update(addr=context.get("addr"), pcs=say.words(context.get("pcs")), parent=case.get("parent"), patch=case.get("patch") or case.get("change"))
        title = "Right answer, unless all is rejected" if case["expect"] == "reject" else "Right answer"
        answers = [(f"Right answer of a reader that takes it as {r['answer']}", r["body"]) for r in case.get("readings") or ()]
        shown["answers"] = [(name, cut(body, MAX_TEXT)) for name, body in answers or [(title, case["expected"] or "")] if body]
    return shown


def alike(failures):
    """(answer, cases) of failures that look the same, in the order of the first ones."""
    groups = {}
    for case, a in failures:
        key = (*(a[name] for name in ("outcome", "detail", "expected", "seen", "class")), *map(id, a["defects"]))
        groups.setdefault(key, (a, []))[1].append(case)
    return list(groups.values())


# ---- Pages

class Writer:
    """Makes the pages of a site, and writes them into a folder."""

    def __init__(self, site, folder, args):
        self.site, self.folder, self.args, self.files = site, folder, args, []
        self.num_bytes = self.num_pages = 0
        self.registers, self.env = args.data("registers.json"), environment("html")
        self.explorer = explorer_page(args.get("data"))
        self.env.filters["anchor"] = safe_name
        shown = self.env.globals
        shown.update(registers=self.registers, site=site, say=say, words=say.words, LEVELS=LEVELS, KINDS=KINDS,
                     FRONT_KINDS=FRONT_KINDS, families=site.families, has_explorer=bool(self.explorer), UNASKED=UNASKED,
                     columns=site_grid.columns, hostile=site_answers.hostile, area_page=area_page,
                     first_difference=page.first_difference)
        shown["shared"] = self.env.get_template("parts.html").make_module()
        shown["parts"] = self.env.get_template("site/parts.html").make_module()
        for run in site.runs:
            run.changes = find_changes(site, run)

    def write(self, name, text):
        data = text.encode("utf-8")
        self.folder.write(name, data)
        self.files.append(name)
        self.num_bytes += len(data)

    def page(self, name, template, heading, up=None, **values):
        """`up` is the page above: its path and title."""
        self.num_pages += 1
        root = "../" * name.count("/")
        self.write(name, self.env.get_template(f"site/{template}.html").render(heading=heading, root=root, up=up, **values))

    def write_all(self):
        site = self.site
        families, subjects = list(site.families.values()), site_grid.subjects(site, self.registers["faults"])
        self.write_front(subjects)
        wrongs = site_answers.wrongs(site, self.args)
        for run in site.runs:
            self.write_implementation(run, wrongs[run.index])
        for area in site.areas:
            self.page(area_page(area), "area", area, ("index.html#areas", "Areas"), families=[f for f in families if f.area == area])
        self.page("grid.html", "grid", "Cases against implementations", families=sorted(families, key=lambda f: (f.area, f.name)))
        self.write("grid-data.js", site_grid.data(site, sorted(families, key=lambda f: (f.area, f.name))))
        self.page("faults.html", "faults", "Faults", subjects=subjects)
        for name, subject in subjects.items():
            self.page(f"fault/{safe_name(name)}.html", "fault", name, ("faults.html", "Faults"), row=self.registers["faults"][name], subject=subject)
        self.write_families()
        self.write_defects()
        self.write_registers()
        self.write_search()
        self.page("join.html", "join", "How to be in the matrix", text=self.env.loader.get_source(self.env, "site/JOIN.md")[0])
        self.write(LIST, MARK + "".join(f"{name}\n" for name in (*self.files, LIST)))

    def write_front(self, subjects):
        self.page("index.html", "front", "SFrame conformance", num_listed=sum(d.is_listed for d in self.site.defects), subjects=subjects,
                  questions=corpus_index.questions_hash(self.args.corpus()), elsewhere=list(filter(say.elsewhere, self.site.runs)),
                  change_words=[KINDS[kind][1] for kind in FRONT_KINDS],
                  missing=lambda run: say.missing(run) if run.totals.outcomes["skipped"] else "")

    def write_implementation(self, run, wrongs):
        site = self.site
        self.page(run.page, "implementation", run.name, ("index.html#levels", "Implementations"), r=run, wrongs=wrongs, hostile=site_answers.hostile(run),
                  badge_words=badge.words, failing=[f for f in site.families.values() if f.verdicts[run.index].wrong])
        self.write(f"badge/{run.page_name}.svg", badge.svg(run))
        self.write(f"badge/{run.page_name}.json", badge.endpoint(run))

    def write_families(self):
        families = self.site.families.values()
        answers = explain.stream(self.args, [case.id for f in families for case in f.cases])
        for f in families:
            parts = [(case, shown_bytes(next(answers), case.said, case is f.shown)) for case in f.cases]
            shown = next(its for case, its in parts if case is f.shown)
            others = [(case, its) for case, its in parts if case is not f.shown and its["bytes"]]
            asked = [run for run in self.site.runs if f.verdicts[run.index].asked]
            parent = self.site.cases.get(shown.get("parent"))
            self.page(f.page, "family", f.name, (area_page(f.area), f.area), f=f, shown=shown, others=others, asked=asked,
                      not_asked=[run for run in self.site.runs if not f.verdicts[run.index].asked],
                      parent=parent and self.site.families[parent.family], grounds=registers.grounds(self.registers, f.shown.said),
                      failures=[(run, alike(f.failures(run))) for run in asked if f.verdicts[run.index].wrong])

    def write_defects(self):
        site = self.site
        self.page("defects.html", "defects", "Defects")
        for d in site.defects:
            counts = collections.Counter((case.family, run.index) for run, case, _ in d.failures)
            where = [(site.families[name], [(run, counts[name, run.index]) for run in site.runs if counts[name, run.index]]) for name in sorted({name for name, _ in counts})]
            runs = [run for run in site.runs if run.index in d.examples]
            # The smallest section, and the newest run that shows the defect there.
            example = min((d.examples[run.index] for run in reversed(runs)), key=lambda failure: failure[1].size)
            self.page(d.page, "defect", f"{d.title} ({d.token})" if d.is_listed else d.title, ("defects.html", "Defects"), d=d, example=example, shows=where, runs=runs)

    def write_registers(self):
        by_word = collections.defaultdict(list)
        for f in self.site.families.values():
            for word in f.words:
                by_word[word].append(f)
        self.page("clauses.html", "clauses", "Clauses")
        for name, row in self.registers["clauses"].items():
            faults = [fault for fault, its in self.registers["faults"].items() if name in its["clauses"].split()]
            self.page(f"clause/{safe_name(name)}.html", "clause", name, ("clauses.html", "Clauses"), row=row, faults=faults, families=by_word[name])
        self.page("questions.html", "questions", "Open questions", families=by_word)

    def write_search(self):
        """[PATH, NAME, TITLE, WORDS, [RUNS]] of every page, and of rows that are a part of one."""
        site, rows = self.site, self.registers
        entries = [[run.page, run.page_name, run.header["about"] or "", "implementation"] for run in site.runs]
        entries += [[d.page, d.token, d.title, "defect"] for d in site.defects]
        for kind, register, text, page in (("clause", "clauses", "statement", "clause/{}.html"), ("fault", "faults", "message", "fault/{}.html"),
                                           ("question", "policies", "question", "questions.html#{}")):
            entries += [[page.format(safe_name(name)), name, row[text], kind] for name, row in rows[register].items()]
        if site.linkers:
            entries += [["index.html#linkers", name, "", "linker"] for name in dict.fromkeys(line["linker"] for line in site.linkers.lines)]
        positions = list(enumerate(site.runs))
        entries += [[f.page, f.name, f.title, " ".join(f.words), [i for i, run in positions if f.verdicts[run.index].wrong]] for f in site.families.values()]
        lines, names = ",\n".join(map(script, entries)), script([run.page_name for run in site.runs])
        self.write("search-index.js", f"var SITE_RUNS={names};\nvar SITE_INDEX=[\n{lines}\n];\n")
        source = self.env.loader.get_source
        if self.explorer:
            self.write("explore.html", self.explorer)
        for name, parts in (("grid.js", ["site/grid.js"]), ("site.js", ["unfold.js", "site/site.js"]), ("site.css", ["report.css", "site/site.css"])):
            self.write(name, "".join(source(self.env, part)[0] for part in parts))


def read_earlier(folder):
    """The files of the site that is there, if one is."""
    try:
        with open(os.path.join(folder, LIST), encoding="utf-8", newline="") as f:
            mark, *names = f.read().split("\n")
    except (OSError, ValueError):
        return set()
    return set(names) if mark + "\n" == MARK else set()


def main(args):
    folder, *args.files = args.files
    known = args.get("known") or args.data_file("known")
    with NewFolder(folder, read_earlier(folder), "a site") as made:
        site = Site(args, known if args.get("known") or os.path.isdir(known) else None)
        # What is read stays to the end: only pages leave garbage.
        gc.enable()
        gc.freeze()
        writer = Writer(site, made, args)
        writer.write_all()
    return program.put(line(f"{folder}/index.html: {writer.num_pages:,} pages, {writer.num_bytes / 1e6:.1f} MB, of "
                            f"{len(site.families):,} families of cases and {len(site.defects):,} defects") + "\n", None)
