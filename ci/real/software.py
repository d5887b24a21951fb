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
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
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


def cells(total):
    return " | ".join([f"{sum(total.values()):,}"] + [f"{total[k]:,}" for k in AGREEMENTS])


def profiles(rows):
    return ", ".join(sorted({f["profile"] for r in rows for f in r["files"] if f["state"] == "judged"}))


def group(rows, *keys):
    groups = {}
    for r in rows:
        groups.setdefault(tuple(r[k] for k in keys), []).append(r)
    return groups


def print_tables(rows):
    print("## Every toolchain, all packages\n")
    print("| toolchain | target | format | ranges | equal | weaker | wrong | uncompared |")
    print("|---|---|---|--:|--:|--:|--:|--:|")
    for (toolchain, target), some in group(rows, "toolchain", "target").items():
        print(f"| {toolchain} | {target} | {profiles(some)} | {cells(totals(some))} |")
    print("\n## Every package\n")
    print("| package | target | toolchain | ranges | equal | weaker | wrong | uncompared | CPU s | MiB |")
    print("|---|---|---|--:|--:|--:|--:|--:|--:|--:|")
    for r in sorted(rows, key=lambda r: r["package"]):
        print(f"| {r['package']} | {r['target']} | {r['toolchain']} | {cells(totals([r]))} | {r['seconds']:.2f} | "
              f"{r['mebibytes']:.0f} |")
    print("\nThe memory is at least that of the Python program that starts sframe-conform.")


def print_findings(rows, causes):
    """Prints what is not equal, by cause. Returns how many kinds have none."""
    found, unexplained = {}, 0
    for r in rows:
        for f in r["files"]:
            for agreement, place, what, count, detail in findings(f) if f["state"] == "judged" else ():
                why = causes.find(agreement, r["target"], r["toolchain"], place, what)
                entry = found.setdefault((AGREEMENTS.index(agreement), what, why or ""), [0, set(), detail, r])
                entry[0] += count
                entry[1].add(f"{r['target']}, {r['toolchain']}")
    print("\n## Differences and their causes\n")
    print("| | what | ranges | targets and toolchains | cause | one of them |")
    print("|---|---|--:|---|---|---|")
    for (agreement, what, why), (count, where, detail, row) in sorted(found.items(), key=lambda e: e[0]):
        unexplained += not why
        print(f"| {AGREEMENTS[agreement]} | {what} | {count:,} | {'; '.join(sorted(where))} | {why or 'UNEXPLAINED'} | "
              f"{row['package']}, {row['target']}: {detail} |")
    return unexplained


def print_complaints(rows):
    """Prints what is wrong outside of single rows, by clause, with one of its texts. Returns how many times a rule is broken."""
    found = collections.defaultdict(list)
    for r in rows:
        for f in r["files"]:
            for c in f.get("complaints", []):
                found[c["severity"], c["area"], c["clause"], r["toolchain"]].append(c["text"])
    print("\n## Container, section and relocations\n")
    if not found:
        print("Nothing is wrong or doubtful.")
        return 0
    print("| | area | clause | one of them | toolchain | times |")
    print("|---|---|---|---|---|--:|")
    for (severity, area, clause, toolchain), texts in sorted(found.items()):
        print(f"| {severity} | {area} | {clause} | {min(texts)} | {toolchain} | {len(texts):,} |")
    return sum(len(texts) for key, texts in found.items() if key[0] == "violation")


def print_report(rows, conform, title, fits):
    """Prints the report, as text, of the first linked file that fits."""
    row = next((r for r in rows if len(r.get("made", [])) == 1 and fits(totals([r]))), None)
    if row:
        folder, name = os.path.split(row["made"][0])
        p = subprocess.run([conform, "producer", name], cwd=folder, capture_output=True, text=True)
        print(f"\n## {title}\n\n{row['package']}, {row['target']}, {row['toolchain']}; exit status {p.returncode}\n")
        print("".join("    " + line + "\n" for line in p.stdout.splitlines()), end="")


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
    packages = ", ".join(f"{p} {v}" for p, v in group(rows, "package", "version"))
    print("# SFrame data of real software, compared with its call frame information\n")
    print(f"Written by `ci/real/software.sh --page`. Compiler: {compiler}, `-O2 -fPIC`; AArch64 with "
          "`-mbranch-protection=standard`.\n"
          f"Debian's sources: {packages}.\n\n"
          "A range is a run of PCs in which neither side changes. *Weaker*: SFrame says\nless, but nothing wrong. "
          "*Uncompared*: one side has nothing there, or a rule that\nthe other cannot express.\n")
    print_tables(rows)
    unexplained = print_findings(rows, causes)
    violations = print_complaints(rows)
    if bad:
        print("\n## Not judged, or too slow\n")
        print("\n".join("- " + b for b in bad))
    print_report(rows, conform, "The report of a right file",
                 lambda t: t["equal"] and sum(t.values()) == t["equal"])
    print_report(rows, conform, "The report of a file that is wrong", lambda t: t["wrong"])
    causes.print_unused()
    return 1 if bad or unexplained or violations or not rows else 0


if sys.argv[1:2] == ["judge"] and len(sys.argv) > 4:
    sys.exit(judge(sys.argv[2], sys.argv[3], sys.argv[4:]))
if sys.argv[1:2] == ["page"] and len(sys.argv) == 6:
    sys.exit(page(*sys.argv[2:]))
print(__doc__, file=sys.stderr)
sys.exit(2)
