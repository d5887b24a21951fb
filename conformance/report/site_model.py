# SPDX-License-Identifier: MIT
"""What the pages of a site are about: runs, families of cases, and defects.

Results are read one file after the other. What is kept of them is what pages show: of failures their answers, of other
cases the outcome.
"""
import collections
import functools
import hashlib
import itertools
import os
import re
import string
from collections import Counter

import known_list
import results
import say
import sources
from level_numbers import LINKER, Numbers
from reasons import read_causes, split_reason
from results import FAILS, OUTCOMES, UNSAFE, Record

PLAIN = frozenset(string.ascii_letters + string.digits + "+-,.")
# Systems limit names of files to 255 bytes.
MAX_NAME, HASH_DIGITS = 160, 16
MAX_MESSAGE = 600
KEPT = ("outcome", "detail", "expected", "seen", "message", "command", "expect", "class", "level", "standing", "signal", "known", "reason")


# ---- Names of files and anchors

@functools.lru_cache(maxsize=1 << 12)
def safe_name(text):
    """A part of a path, or an anchor: a slash is ~, any other character that is not plain _XX."""
    name = "".join("~" if c == "/" else c if c in PLAIN and not (c == "." and i == 0)
                   else "".join(f"_{byte:02X}" for byte in c.encode("utf-8", "surrogatepass")) for i, c in enumerate(text))
    if len(name) > MAX_NAME:
        return f"{name[:MAX_NAME // 2]}~~{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:HASH_DIGITS]}"
    return name or "_"


def version_key(version):
    """2.9 comes before 2.10."""
    return [(48, len(part.lstrip("0")), part.lstrip("0")) if part.isdigit() else (ord(part), 0, part)
            for part in re.findall("[0-9]+|.", version or "", re.S)]


# ---- Cases and defects

class Case:
    """A case that at least one run has. `said` is what the newest run says of it; `answers` has a record for each run, or None."""
    __slots__ = ("id", "said", "answers", "family", "cell", "size", "newest")

    def __init__(self, name):
        self.id, self.answers, self.said, self.newest = name, [], None, None

    def place(self):
        """An id is [real/]CELL/FAMILY."""
        r = self.said
        self.cell = f"{r['profile']}/{r['abi']}-{r['order']}"
        real, rest = ("real/", self.id[5:]) if self.id.startswith("real/") else ("", self.id)
        self.family = real + rest[len(self.cell) + 1:] if rest.startswith(self.cell + "/") else f"other/{self.id}"

    def worth(self):
        """A page shows the case of the newest profile in full, and of a common ABI and byte order."""
        return self.said["profile"], 2 * (self.said["abi"] == "amd64") + (self.said["order"] == "little")


def verdicts(cases, runs):
    """{index of a run: counts of what it says of some cases}"""
    return {run.index: say.Counts([case.answers[run.index] for case in cases if case.answers[run.index]]) for run in runs}


class Family:
    """The cases of one recipe, sorted by cell, and the verdict of each run by its index."""

    def __init__(self, name, cases, runs):
        area, _, rest = name.partition("/")
        self.name, self.cases, self.page = name, cases, f"case/{safe_name(area)}/{safe_name(rest)}.html"
        self.shown = max(reversed(cases), key=Case.worth)
        self.area, self.title = cases[0].said["area"], self.shown.said["title"]
        self.verdicts = verdicts(cases, runs)
        self.words = sorted({word for c in cases for word in (*(c.said["clauses"] or ()), c.said["class"], c.said["policy"]) if word})

    def failures(self, run):
        """(case, answer) of those that the run gets wrong."""
        return [(c, c.answers[run.index]) for c in self.cases if c.answers[run.index] and c.answers[run.index]["outcome"] in FAILS]


def worth(failure):
    """The less, the better a failure shows its defect: the worst that is easy to show. Any tool can be asked to decode."""
    _, case, answer = failure
    return (results.severity(answer["outcome"]), case.said["multi-fault"] is not None, case.said["op"] != "decode", case.size,
            not case.cell.endswith("amd64-little"), case.id)


class Defect:
    """A defect that causes.txt describes, or a group of failures with one cause. `failures` are (run, case, answer)."""

    def __init__(self, token, title, is_listed):
        self.token, self.title, self.is_listed, self.failures = token, title, is_listed, []
        self.page = f"{'defect' if is_listed else 'cause'}/{safe_name(token)}.html"

    @functools.cached_property
    def outcomes(self):
        """Those of each run, by its index."""
        made = collections.defaultdict(Counter)
        for run, _, answer in self.failures:
            made[run.index][answer["outcome"]] += 1
        return made

    @functools.cached_property
    def examples(self):
        """The failure of each run, by its index, that shows it best; the best of all is first."""
        made = {}
        for failure in sorted(self.failures, key=worth):
            made.setdefault(failure[0].index, failure)
        return made


def cause_of(r, titles):
    """(token, title) of the cause of a failure. What is off by a number has one cause, whatever the number is."""
    difference = r["difference"]
    if difference and difference["kind"] == "off-by":
        key = f"{difference['line']}.{difference['key']}"
        return f"{'safe' if r['outcome'] in UNSAFE else r['level']}/{key}/off", f"{key} is off by differing amounts"
    return r["cause"], titles.get(r["cause"], r["cause"])


class Site:
    """All of it. `known` is a folder with lists and causes.txt, or None. `runs` are sorted by implementation and release; a run
    has an `index` for answers, `page`, `areas`, and the release `before`, or None. Failures with a standing to `leave` show no defect."""

    def __init__(self, args, known, leave=()):
        causes = read_causes(os.path.join(known, "causes.txt")) if known else {}
        self.runs, self.known, self.lists, self.leave = [], known, {}, leave
        self.listed = {token: Defect(token, what.removesuffix("."), True) for token, what in causes.items()}
        self.linkers = Numbers(args.get("linkers"), LINKER) if args.get("linkers") else None
        self.causes, cases = {}, {}
        _, self.broken = sources.load(args, lambda run: self.take(run, cases))
        self.order_runs()
        for case in cases.values():
            case.place()
            case.answers += [None] * (len(self.runs) - len(case.answers))
        groups = collections.defaultdict(list)
        for case in sorted(cases.values(), key=lambda c: (c.family, c.cell, c.id)):
            groups[case.family].append(case)
        self.cases, self.families = cases, {name: Family(name, groups[name], self.runs) for name in sorted(groups)}
        self.areas = sorted({area for run in self.runs for area in run.areas} - {"all"})
        defects = (*self.listed.values(), *sorted(self.causes.values(), key=lambda d: d.token))
        self.defects = [d for d in defects if d.failures]

    def take(self, run, cases):
        run.index, run.areas = len(self.runs), say.areas(run)
        run.sort_key = run.header["implementation"], version_key(run.header["version"]), run.path
        run.listed = self.find_listed(run)
        titles, plain = {cause["token"]: cause["title"] for cause in run.causes}, {name: Record(outcome=name) for name in OUTCOMES if name not in FAILS}
        # Of what the case is, nobody outside has a say, if somebody else has it.
        worth = run.source is None, not run.is_foreign, run.sort_key
        for r in run.records:
            case = cases.get(r["id"]) or cases.setdefault(r["id"], Case(r["id"]))
            if case.newest is None or case.newest < worth:
                case.said, case.size, case.newest = r, r["size"] or 0, worth
            case.answers += [None] * (run.index - len(case.answers)) + [plain.get(r["outcome"]) or self.keep(run, case, r, titles)]
        # How many they were is all that is asked of them from here on.
        run.records, run.by_id, run.listed = range(len(run.records)), {}, {}
        self.runs.append(run)

    def keep(self, run, case, r, titles):
        """What pages show of a failure."""
        answer = Record((name, r[name]) for name in KEPT if r[name] is not None)
        answer.update(message=r["message"] and r["message"][:MAX_MESSAGE], defects=[])
        if r["standing"] in self.leave:
            return answer
        # What others call B1 is their own affair.
        tokens = [token for token in split_reason(None if run.source else r["reason"])[0] if token in self.listed]
        entry = run.listed.get(r["id"])
        if not tokens and entry and entry.allows(r["outcome"], r["detail"]):
            tokens = [token for token in split_reason(entry.reason)[0] if token in self.listed]
        answer["defects"] = list(dict.fromkeys(self.listed[token] for token in tokens))
        if not tokens:
            token, title = cause_of(r, titles)
            answer["defects"] = [self.causes.get(token) or self.causes.setdefault(token, Defect(token, title, False))]
        for defect in answer["defects"]:
            defect.failures.append((run, case, answer))
        return answer

    def find_listed(self, run):
        """{id: its entry} in the list that is named as the run's adapter file."""
        name = os.path.splitext(os.path.basename(run.header["adapter"]))[0]
        path = os.path.join(self.known or "", f"{name}.known")
        if not self.known or run.source or not os.path.exists(path):
            return {}
        if path not in self.lists:
            self.lists[path] = known_list.read(path)
        return self.lists[path].by_id([r["id"] for r in run.records if r["outcome"] in FAILS])

    def order_runs(self):
        names = set()
        self.runs.sort(key=lambda run: run.sort_key)
        for before, run in zip([None, *self.runs], self.runs):
            base = safe_name(f"{run.header['implementation']}-{(run.header['version'] or '').partition(' ')[0]}")
            run.page_name = next(name for name in itertools.chain([base], (f"{base}~{i}" for i in itertools.count(2))) if name not in names)
            names.add(run.page_name)
            # What tables have room for.
            run.implementation, run.release = run.header["implementation"], ".".join((run.header["version"] or "-").partition(" ")[0].split(".")[:3])
            run.page = f"implementation/{run.page_name}.html"
            run.before = before if before and before.header["implementation"] == run.header["implementation"] else None
