# SPDX-License-Identifier: MIT
"""sframe-conform producer: what the judge found in ELF files, as text or lines; known failures, and JUnit."""
import collections
import itertools
import json
import os
import re
import signal
import subprocess
import sys

from cases import AGREEMENTS, Result, Test, became
from produce import STATUS_ERROR, STATUS_NOTHING, STATUS_RIGHT, STATUS_STALE, STATUS_WRONG, check_files, read_known, stale_entries, write_files
from plain import line
from program import Fault

SHOWN = 20
AREAS = ("container", "section", "relocation", "cfi")
ONE_SIDED = {"no-function": "SFrame", "no-cfi": None}
Case = collections.namedtuple("Case", "name")


# ---- Text

def some(lines, most, rest):
    """The first lines of many, and how many there are more."""
    shown = lines[:most]
    return shown + ([rest.format(len(lines) - len(shown))] if len(lines) > len(shown) else [])


def wrong_lines(w):
    return "\n".join([f"  WRONG {w['place']} ({w['start']}..{w['end']})"] + [
        f"    {d['what']}: SFrame {d['sframe']}, CFI {d['cfi']} [{d['clause']}]" for d in w["differences"]])


def text_of(path, f, most):
    path = line(path)
    if f["state"] != "judged":
        return f"{path}: {'nothing to judge' if f['state'] == 'no-sframe' else 'cannot be judged'}: {line(f['why'])}"
    cfi = "." + (f["cfi"] if f["cfi"] != "none" else "eh_frame")
    lines = [f"{path}: {f['abi'] or 'no section'}, {f['profile']}, SFrame functions: {f['sframe_functions']}, "
             f"{cfi} functions: {f['cfi_functions']}"]
    if f["image"]:
        lines.append("  an image that is found by symbols: it needs no PT_GNU_SFRAME")
    ranges = ", ".join(f"{f['ranges'][a]} {a}" for a in AGREEMENTS)
    lines.append(f"  {sum(f['ranges'].values())} ranges: {ranges} ({' + '.join(str(f['bytes'][a]) for a in AGREEMENTS)} bytes of code)")
    lines += [f"    {count} {reason}" for reason, count in f["reasons"].items()]
    lines += some([f"  no {ONE_SIDED[r['reason']] or cfi}: {r['name']} ({r['start']}..{r['end']})"
                   for r in f["functions"] if r["reason"] in ONE_SIDED], most,
                  "  ... and {} more of code that only one side covers (--all shows it)")
    lines += some([f"  {'doubt' if c['severity'] == 'doubt' else 'WRONG'} {c['area']}: {c['text']}{c['clause'] and ' [%s]' % c['clause']}"
                   for c in f["complaints"]], most, "  ... and {} more of these (--all shows them)")
    if f["unlisted_complaints"]:
        lines.append(f"  ... and {f['unlisted_complaints']} that were not kept")
    lines += some([wrong_lines(w) for w in f["wrong"]], most, "  ... and {} more wrong ranges (--all shows them)")
    lost = f["ranges"]["wrong"] - len(f["wrong"])
    return "\n".join(lines + ([f"  ... and {lost} more wrong ranges, which were not kept"] if lost else []))


def lines_of(path, f):
    """The same as objects, one a line."""
    yield {"type": "file", "bytes": os.path.getsize(path) if f["state"] != "unreadable" else 0, "file": f["file"], "state": f["state"],
           "why": f.get("why"), "profile": f.get("profile")}
    for kind, key in ("complaint", "complaints"), ("result", "functions"), ("sframe", "sframe"), ("cfi", "cfi_rows"):
        for found in f.get(key, ()):
            start, end = (int(found.pop(name, "0"), 16) for name in ("start", "end"))
            yield {"type": kind, **({} if kind == "complaint" else {"start": start, "size": end - start}), **found}


# ---- Tests: one for each area of a file, and for each function

def test_id(*parts):
    """A second thing of the same name ends with "#2"."""
    return re.sub("[^!-~]|[*{},]", "?", "/".join(name if number < 2 else f"{name}#{number}" for name, number in parts))


def results_of(file, f):
    """(id, result): `file` is (name, number)."""
    for area in AREAS:
        wrong = [c for c in f["complaints"] if c["severity"] == "violation" and c["area"] == area]
        detail = ",".join(dict.fromkeys(c["clause"] or area for c in wrong))
        yield test_id(file, (area, 1)), detail, "\n".join(c["text"] for c in wrong)
    place, numbers = lambda r: (r["name"], int(r["start"], 16)), collections.Counter()
    for (name, _), pieces in itertools.groupby(sorted(f["functions"], key=place), place):
        pieces, numbers[name] = list(pieces), numbers[name] + 1
        yield test_id(file, ("function", 1), (name, numbers[name])), ",".join(dict.fromkeys(d for p in pieces for d in p["differs"])), \
            became(pieces)[1]


def names_of(paths):
    """The name of each file, and which of that name it is."""
    numbers = collections.Counter()
    for name in (os.path.basename(path) or path for path in paths):
        numbers[name] += 1
        yield name, numbers[name]


def tests_of(paths, files, known):
    """The tests, by their ids."""
    found = {i: Result("wrong-output" if detail else "pass", detail or None, "", seen)
             for name, f in zip(names_of(paths), files) if f["state"] == "judged" for i, detail, seen in results_of(name, f)}
    entries = known.by_id(found) if known else {}
    return [Test(Case(i), result, entries.get(i)) for i, result in sorted(found.items())]


def not_judged(paths, files):
    """What JUnit says of files that have no test: an error, or that there is nothing to judge."""
    ways = {"unreadable": ("error", "unreadable"), "no-sframe": ("skipped", None)}
    return [(test_id(name), *ways[f["state"]], f["why"]) for name, f in zip(names_of(paths), files) if f["state"] in ways]


# ---- The command

def judge(given, paths):
    """The report of the judge, and its files."""
    words = [f"--profile={given['profile']}"] if given.get("profile") else []
    words += ["--image"] if given.get("image") else []
    words += ["--all"] if given.get("lines") or (given.get("json") and given.get("all")) else []
    p = subprocess.run([given["runner"], "producer", "--json", *words, "--", *paths], stdout=subprocess.PIPE, check=False)
    if p.returncode < 0:
        raise Fault(f"the judge was ended by {signal.Signals(-p.returncode).name}")
    try:
        return p.stdout.decode(errors="surrogateescape"), json.loads(p.stdout)["files"]
    except ValueError:
        raise Fault(f"the judge ended with status {p.returncode} and without a whole report") from None


def show(given, paths, report, files, tests):
    sys.stdout.reconfigure(errors="surrogateescape")
    sys.stderr.reconfigure(errors="surrogateescape")
    try:
        if given.get("json"):
            sys.stdout.write(report)
        for path, f in zip(paths, () if given.get("json") else files):
            if given.get("lines"):
                print("\n".join(map(json.dumps, lines_of(path, f))))
            else:
                print(text_of(path, f, None if given.get("all") else SHOWN), file=sys.stdout if f["state"] == "judged" else sys.stderr)
        for t in () if given.get("json") or given.get("lines") else tests:
            if t.entry and t.standing != "stale":
                print(f"{t.standing}: {t.id} {t.outcome_words()} ({line(t.entry.reason)})")
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise Fault("the report could not be printed") from None


def main(given, paths):
    check_files(given)
    known, old = read_known(given, given.get("known"))
    report, files = judge(given, paths)
    tests = tests_of(paths, files, known)
    show(given, paths, report, files, tests)
    ids, states, judges = [t.id for t in tests], {f["state"] for f in files}, not given.get("lines")
    stale = stale_entries(known, tests, ids) if known else 0
    write_files(given, tests, ids, old, not_judged(paths, files))
    facts = ((STATUS_ERROR, "unreadable" in states), (STATUS_WRONG, judges and any(t.standing == "unexpected" for t in tests)),
             (STATUS_STALE, judges and stale), (STATUS_NOTHING, "no-sframe" in states))
    return next((status for status, holds in facts if holds), STATUS_RIGHT)
