#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The page of conformance/explore/ in Chromium: what it shows is what the corpus says, and no file breaks it.

usage: explore.py PAGE CORPUS SCRIPT [ROUNDS]
"""
import base64
import csv
import os
import re
import shutil
import sys

from common import ok, plan, read, read_bytes
from corpus_part import read_case
import site_page

PAGE, CORPUS, SCRIPT = sys.argv[1:4]
# The build asks about a part. ci/real/site.sh asks for all look-ups, and mutates 10,000 files.
ROUNDS, PCS = (int(sys.argv[4]), slice(None, None, 9)) if len(sys.argv) > 4 else (10000, slice(None))
SEED = 20261125
MOST_BYTES = 400 * 1024
# The same functions, encoded otherwise.
FIRST, OTHER = "v3/amd64-little/sorting/adjacent-3", "v3/amd64-little/metamorphic/widest-adjacent"


def packed(path):
    return base64.b64encode(read_bytes(path)).decode()


def item(case, file):
    keys, body = read_case(os.path.join(CORPUS, case + ".case"))
    return {"id": case, "profile": keys["profile"], "addr": keys["addr"], "bytes": packed(os.path.join(CORPUS, file)),
            "keys": keys, "body": body, "pcs": keys.get("pcs", "").split()[PCS]}


def raw_case(case):
    return item(case, os.path.dirname(case) + "/" + read_case(os.path.join(CORPUS, case + ".case"))[0]["file"])


def choose_cases():
    """A rejecting case of each class, the first of each profile; each area's first look-up; sections and files to spoil."""
    classes, pcs, hostile = {}, {}, []
    with open(os.path.join(CORPUS, "index.tsv"), encoding="utf-8") as index:
        for row in csv.DictReader(index, delimiter="\t"):
            raw = row["file"].endswith(".sframe")
            area = row["id"].split("/")[2]
            if raw and row["op"] == "decode" and row["verdict"] == "reject" and row["class"] != "-":
                classes.setdefault((row["class"], row["profile"]), item(row["id"], row["file"]))
            if raw and row["op"] == "lookup" and row["verdict"] == "accept" and int(row["size"]) < 4096:
                pcs.setdefault((area, row["profile"]), item(row["id"], row["file"]))
            if row["file"].endswith(".elf") or (raw and area in ("flex", "pcmask", "random") and row["verdict"] == "accept"):
                if int(row["size"]) < 8192:
                    hostile.append(packed(os.path.join(CORPUS, row["file"])))
    return list(classes.values()), list(pcs.values()), hostile[::7]


def run_page(data):
    script = site_page.script_of(("DATA", data), SCRIPT)
    said, log = site_page.open_page(read(PAGE).replace("</body>", script + "</body>"))
    # The page's own clock is a virtual one; the log has the time of day.
    times = [float(s) + 60 * int(m) for m, s in re.findall(r':\d{4}/\d\d(\d\d)([\d.]+):[^\n]*"the large section', log)]
    return {**(said or {"errors": [log[-2000:] or "nothing was said"]}), "seconds": (times[-1] - times[0]) % 3600 if len(times) == 2 else None}


def check_cases(cases, said):
    by_id = {c["id"]: c for c in cases}
    for shown in said:
        keys = by_id[shown["id"]]["keys"]
        start, end = (int(n, 16) for n in keys["range"].split("-"))
        wanted = f"{keys['class']} {start:#x}-{end:#x},"
        ok("Rejected" in shown["verdict"] and any(f.startswith(wanted) for f in shown["findings"]),
           f"{shown['id']}: {keys['class']} at {keys['range']}", (shown["verdict"], shown["findings"]))


def check_pcs(cases, said):
    by_id = {c["id"]: c for c in cases}
    wrong = []
    for shown in said:
        line = next(l for l in by_id[shown["id"]]["body"].split("\n") if l.startswith(f"pc {shown['pc']} "))
        if not (line in shown["says"] if not line.endswith(" none") else shown["says"].startswith(shown["pc"] + ": ")):
            wrong.append((line, shown))
    ok(said and not wrong, f"{len(said)} look-ups are those of the corpus", wrong[:3])
    ok(any(s["picture"] == "CFA = SP + 16, RA at CFA - 8, FP at CFA - 16" for s in said), "a default row has a picture", said[:3])


def check_parts(parts):
    ok(parts["afterFunction"][0] in (16, 17, 20) and re.fullmatch(r"fde\[0\]\.start", parts["afterFunction"][1]), "a click on a function marks its bytes", parts)
    ok(parts["afterRow"][0] and parts["afterRow"][1:3] == ["fre[0][0].start", "0x400100"] and "fde=0 fre=0" in parts["afterRow"][3],
       "a click on a row marks its bytes and asks for its PC", parts)
    ok(parts["afterKey"] == "hdr.magic", "the key Home leads to the header", parts)
    ok("the whole section" in parts["sizes"], "sizes are shown", parts["sizes"])
    ok(parts["dump"].startswith("sframe-dump 1\nsection version="), "the dump is exported", parts["dump"])
    ok(all(key in parts["recipe"] for key in ("title: ", "func: ", "  row: ", "expect: accept")), "a recipe begins", parts["recipe"])
    ok("sframe-ref check --raw" in parts["commands"], "commands are given", parts["commands"])
    ok(re.match(r"\d+ functions are the same", parts["compared"]) and any("encoded otherwise" in d for d in parts["differences"])
       and {"fre=addr1", "fre=addr4"} <= {word for d in parts["differences"] for word in d.split()} and parts["twins"] == 2,
       "two sections are compared by meaning", (parts["compared"], parts["differences"][:8]))


def main():
    if not shutil.which("chromium"):
        print("1..0 # SKIP there is no chromium; ci/real/site.sh installs it")
        return
    cases, pcs, hostile = choose_cases()
    data = {"run": ["cases", "pcs", "parts", "link", "hostile", "large"], "cases": cases, "pcs": pcs, "hostile": hostile, "seed": SEED, "rounds": ROUNDS, "functions": 250000,
            "first": raw_case(FIRST), "other": raw_case(OTHER)["bytes"], "markup": base64.b64encode(b"\x7fELF<img src=x onerror=said>").decode()}
    ok(os.path.getsize(PAGE) <= MOST_BYTES, f"the page has at most {MOST_BYTES} bytes", os.path.getsize(PAGE))
    said = run_page(data)
    ok(said["errors"] == [], "the page throws nothing", said["errors"])
    check_cases(cases, said.get("cases", []))
    ok(len(said.get("cases", [])) == len(cases) > 100, f"{len(cases)} rejecting cases were shown")
    check_pcs(pcs, said.get("pcs", []))
    if "parts" in said:
        check_parts(said["parts"])
    link = said.get("link", [""] * 4)
    ok(link[0].startswith("ID: Accepted by v3") and "fde=0 fre=0" in link[1] and "functions are the same" in link[2] and link[3].startswith("The link has no section"),
       "a link opens a section, looks up a PC and compares", link)
    hostile_said = said.get("hostile", {})
    ok(hostile_said.get("rounds") == ROUNDS and hostile_said["count"] == 0, f"{ROUNDS} mutated files neither hang nor throw", hostile_said)
    ok(said.get("markup", {}).get("elements") == 0 and "<img" in said["markup"]["text"], "a file's text is no markup", said.get("markup"))
    large = said.get("large", {})
    ok("Accepted" in large.get("verdict", "") and large["lines"] < 200 and large["last"].startswith("249999 "), "a section of 10 MB has only the lines in sight", large)
    print(f"# the section of {large.get('size')} bytes opened in {said.get('seconds') or 0:.2f} s")
    plan()


main()
