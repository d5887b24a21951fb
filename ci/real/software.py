#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Judges files of real software, and writes a page about all. For ci/real/software.sh.

usage: software.py judge REPORT CONFORM FILE...
       software.py page INDEX CAUSES COMPILER CONFORM
"""
import collections
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True
CI = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [CI, *(os.path.join(CI, "..", "conformance", room) for room in ("lab", "report"))]
import page as pages  # noqa: E402
import reasons  # noqa: E402

SECONDS, MEBIBYTES = 5, 300
AGREEMENTS = ("equal", "weaker", "wrong", "uncompared")


def judge(report, conform, files):
    """Writes the report of sframe-conform, with its CPU seconds and memory."""
    with open(report, "w", encoding="ascii") as out:
        p = subprocess.Popen([conform, "producer", "--json", *files], stdout=out)
        _, status, used = os.wait4(p.pid, 0)
    p.returncode = os.waitstatus_to_exitcode(status)
    # 5: an object without functions has no SFrame data.
    if p.returncode not in (0, 1, 5):
        return 1
    with open(report, encoding="ascii") as f:
        found = json.load(f)
    found["seconds"] = used.ru_utime + used.ru_stime
    found["mebibytes"] = used.ru_maxrss / 1024
    found["made"] = files
    with open(report, "w", encoding="ascii") as out:
        json.dump(found, out)
    return 0


def findings(file):
    """(agreement, place, what, count, detail) of all that is not equal."""
    for w in file["wrong"]:
        what = ",".join(d["what"] for d in w["differences"])
        detail = "; ".join(f"{d['what']}: SFrame `{d['sframe']}`, CFI `{d['cfi']}` ({d['clause']})"
                           for d in w["differences"])
        yield "wrong", w["place"].split("+0x")[0], what, 1, f"`{w['place']}`: {detail}"
    for f in file["functions"]:
        for agreement in ("weaker", "uncompared"):
            if f[agreement]:
                yield agreement, f["name"].split("+0x")[0], f["reason"], f[agreement], f"`{f['name']}`"


def read_index(path):
    rows = []
    with open(path, encoding="utf-8") as f:
        for line in f:
            package, version, target, toolchain, state, report = line.rstrip("\n").split("\t")
            row = {"package": package, "version": version, "target": target, "toolchain": toolchain, "state": state,
                   "files": [], "seconds": 0, "mebibytes": 0}
            if state == "judged":
                with open(report, encoding="ascii") as r:
                    row.update(json.load(r))
            rows.append(row)
    return sorted(rows, key=lambda r: r["toolchain"])


def totals(rows):
    total = collections.Counter()
    for r in rows:
        for f in r["files"]:
            total.update(f.get("ranges", {}))
    return total


def profiles(rows):
    return ", ".join(sorted({f["profile"] for r in rows for f in r["files"] if f["state"] == "judged"}))


def group(rows, *keys):
    groups = {}
    for r in rows:
        groups.setdefault(tuple(r[k] for k in keys), []).append(r)
    return groups


def found_in(rows, causes):
    """What is not equal: {(index of the agreement, what, cause or ""): how often, where, and one of them}."""
    found = {}
    for r in rows:
        for f in r["files"]:
            for agreement, place, what, count, detail in findings(f) if f["state"] == "judged" else ():
                why = causes.find(agreement, r["target"], r["toolchain"], place, what)
                entry = found.setdefault((AGREEMENTS.index(agreement), what, why or ""),
                                         {"count": 0, "where": set(), "detail": detail, "row": r})
                entry["count"] += count
                entry["where"].add(f"{r['target']}, {r['toolchain']}")
    return sorted(found.items(), key=lambda e: e[0])


def complaints_of(rows):
    """What is wrong outside of single rows: {(severity, area, clause, toolchain): texts}."""
    found = collections.defaultdict(list)
    for r in rows:
        for f in r["files"]:
            for c in f.get("complaints", []):
                found[c["severity"], c["area"], c["clause"], r["toolchain"]].append(c["text"])
    return sorted(found.items())


def reports_of(rows, conform):
    """The report, as text, of the first linked file that is right, and of one that is wrong."""
    for title, fits in (("The report of a right file", lambda t: t["equal"] and sum(t.values()) == t["equal"]),
                        ("The report of a file that is wrong", lambda t: t["wrong"])):
        row = next((r for r in rows if len(r.get("made", [])) == 1 and fits(totals([r]))), None)
        if row:
            folder, name = os.path.split(row["made"][0])
            p = subprocess.run([conform, "producer", name], cwd=folder, capture_output=True, text=True)
            yield title, row, p.returncode, p.stdout


def why_bad(r):
    """Why a row is not a complete comparison. An object without functions has no SFrame data, but a
    library without them lost them."""
    if r["state"] != "judged":
        yield r["state"]
        return
    for f in r["files"]:
        if f["state"] == "unreadable" or (f["state"] != "judged" and f["file"].endswith(".so")):
            yield f"{os.path.basename(f['file'])}: {f['why']}"
    if not any(f["state"] == "judged" for f in r["files"]):
        yield "no file was judged"
    if r["seconds"] >= SECONDS or r["mebibytes"] >= MEBIBYTES:
        yield f"took {r['seconds']:.1f} s and {r['mebibytes']:.0f} MiB"


def page(index, causes_path, compiler, conform):
    rows, causes = read_index(index), reasons.Patterns(causes_path, 5)
    bad = [f"{r['package']}, {r['target']}, {r['toolchain']}: {why}" for r in rows for why in why_bad(r)]
    found, complaints = found_in(rows, causes), complaints_of(rows)
    pages.write(None, "real-software.md", compiler=compiler, rows=rows, agreements=AGREEMENTS, totals=totals, profiles=profiles,
                packages=[" ".join(key) for key in group(rows, "package", "version")], findings=found, complaints=complaints,
                toolchains=group(rows, "toolchain", "target").items(), bad=bad, reports=list(reports_of(rows, conform)))
    causes.print_unused()
    wrong = any(not why for (_, _, why), _ in found) or any(severity == "violation" for (severity, *_), _ in complaints)
    return 1 if bad or wrong or not rows else 0


if sys.argv[1:2] == ["judge"] and len(sys.argv) > 4:
    sys.exit(judge(sys.argv[2], sys.argv[3], sys.argv[4:]))
if sys.argv[1:2] == ["page"] and len(sys.argv) == 6:
    sys.exit(page(*sys.argv[2:]))
print(__doc__, file=sys.stderr)
sys.exit(2)
