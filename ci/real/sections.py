#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The cases of the sections of real tools, and the pages about them. For sections.sh.

usage: sections.py case REF SECTION ADDRESS PROFILE VERDICT DUMP CLAUSES TITLE ORIGIN OUT COMMITTED
       sections.py pages MADE COMMITTED

REF is sframe-ref, VERDICT accept or reject, DUMP the reference's dump, CLAUSES a cell of sections.txt, OUT the case file,
.../real/PROFILE/ABI/NAME.case, COMMITTED that of the corpus, if there is one. `pages` writes the index and README.md in a
folder of sections, and prints a line for each case and page that differs from the committed ones.
Exit status: 0 written; 1 with a message: it cannot be a case.
"""
import glob
import hashlib
import json
import os
import re
import subprocess
import sys

from decided import cells, decided, register

# The answer of the tools that made the sections, where a question is about what they write.
READINGS = {"AMB-047": "b a"}
# A case with other values for these is still the same case.
UNCHANGING = ("rev", "title", "clauses", "origin", "catches", "decided")
# Clauses that speak of one ABI.
OF_ABI = {"AMD-": "amd64", "A64-": "aarch64", "S390-": "s390x"}
PROFILES, ABIS = ("v1", "v2", "v2e1", "v3"), ("amd64-little", "aarch64-little", "aarch64-big", "s390x-big")
MARK = "<!-- made by ci/real/sections.sh from the cases -->"
COLUMNS = ("id", "rev", "file", "size", "sha256", "profile", "abi", "order", "op", "verdict", "class", "case-sha256", "level")


def read(path, mode="r"):
    """None if it is not there."""
    if not os.path.exists(path):
        return None
    with open(path, mode, encoding=None if "b" in mode else "utf-8") as file:
        return file.read()


def read_case(path):
    """({key: value}, what comes after the keys), or None."""
    head, _, body = (read(path) or "").partition("\n\n")
    return (dict(line.split(": ", 1) for line in head.splitlines()), body) if head else None


# ---- A case ----

def ask(*words):
    """The JSON that the reference prints, whatever its verdict."""
    return json.loads(subprocess.run([*words, "--json"], stdout=subprocess.PIPE, check=False).stdout)


def level(ref, fault, profile):
    """How much a reject of this class matters."""
    rows = ask(ref, "clauses", fault)["faults"][0]["basis"]
    return next(row["level"] for row in rows if profile in row["profiles"].split())


def expectation(ref, section, addr, profile, verdict):
    """What the case should expect, from the findings of the reference, and the question that this names."""
    found = ask(ref, "check", "--raw", "--all", "--addr", addr, "--profile", profile, section)["files"][0]
    if found["accepted"] != (verdict == "accept"):
        sys.exit(f"the reference does not {verdict} it: {found['findings']}")
    wrong = [f for f in found["findings"] if f["severity"] == "violation"]
    # An open question is a matter of policy.
    doubts = sorted({(f["policy"], f["class"]) for f in found["findings"] if f["severity"] == "doubt"})
    if len(wrong) > 1 or (not wrong and len(doubts) > 1):
        sys.exit(f"a case has room for one fault or one doubt: {found['findings']}")
    if wrong:
        fault = wrong[0]
        return {"expect": "reject", "level": level(ref, fault["class"], profile), "class": fault["class"],
                "range": f"{fault['start']:#x}-{fault['end']:#x}"}, fault.get("policy")
    for policy, doubt in doubts:
        readings = {"readings": READINGS[policy]} if policy in READINGS else {}
        return {"expect": "policy", "policy": policy, **readings, "doubt": doubt}, policy
    return {"expect": "accept"}, None


def clauses_of(profile, abi, words):
    """Those of the cell that hold for the profile and the ABI."""
    profiles = {row[0]: row[1].split() for row in cells("clauses", 6)}
    unknown = [word for word in words if word not in profiles]
    if unknown:
        sys.exit(f"corpus/real/sections.txt: unknown clause {unknown[0]}")
    found = [word for word in words if profile in profiles[word] and all(name in abi for part, name in OF_ABI.items() if part in word)]
    if not found:
        sys.exit(f"corpus/real/sections.txt: none of '{' '.join(words)}' is a clause of {profile} for {abi}")
    return found


def write_case(ref, section, addr, profile, verdict, dump, clauses, title, origin, out, committed):
    folder, name = os.path.split(out[:-len(".case")])
    abi = os.path.basename(folder)
    # Ids of bugs that the case catches stand among the clauses.
    bugs = [word for word in clauses.split() if re.match(r"B\d", word)]
    content, text = read(section, "rb"), read(dump)
    expected, question = expectation(ref, section, addr, profile, verdict)
    questions = {question} & register(profile) if verdict == "reject" else set(decided(content, text, profile, int(addr, 0))) - {question}
    head = {"id": f"real/{profile}/{abi}/{name}", "rev": "1", "title": title,
            "clauses": " ".join(clauses_of(profile, abi, [word for word in clauses.split() if word not in bugs])), "profile": profile,
            "addr": addr, "file": name + ".sframe", "size": str(len(content)), "sha256": hashlib.sha256(content).hexdigest(),
            "op": "decode", **expected, **({"catches": " ".join(bugs)} if bugs else {}),
            "origin": origin, "licence": "0BSD OR CC0-1.0", **({"decided": " ".join(sorted(questions))} if questions else {})}
    body = ("" if verdict == "reject" else text + "\n" + text.replace(" key=b ", " key=a ") if "readings" in head else text)
    old = read_case(committed)
    if old:
        same = old[1] == body and without(old[0], UNCHANGING) == without(head, UNCHANGING)
        head["rev"] = str(int(old[0]["rev"]) + (not same))
    with open(out, "w", encoding="utf-8") as file:
        file.write("".join(f"{key}: {value}\n" for key, value in head.items()) + "\n" + body)


# ---- The pages ----

def without(head, keys):
    return {key: value for key, value in head.items() if key not in keys}


def ids_of(folder):
    return sorted(os.path.relpath(path, os.path.dirname(folder))[:-len(".case")] for path in glob.glob(folder + "/*/*/*.case"))


def write_index(folder, cases):
    with open(os.path.join(folder, "index.tsv"), "w", encoding="utf-8") as file:
        print(*COLUMNS, sep="\t", file=file)
        for name, (head, _) in cases.items():
            abi, order = name.split("/")[2].split("-")
            made = hashlib.sha256(read(f"{os.path.dirname(folder)}/{name}.case", "rb")).hexdigest()
            row = {"level": "read", **head, "file": name + ".sframe", "abi": abi, "order": order, "verdict": head["expect"],
                   "class": head.get("class", "-"), "case-sha256": made}
            print(*(row[column] for column in COLUMNS), sep="\t", file=file)


def write_readme(folder, committed, cases):
    """What people wrote, a table of sections by toolchain and ABI, and what each was made from."""
    there = {(name.rsplit("/", 1)[1], name[len("real/"):].rsplit("/", 1)[0]) for name in cases}
    columns = [f"{p}/{a}" for p in PROFILES for a in ABIS if any(place == f"{p}/{a}" for _, place in there)]
    lines = ["| section | " + " | ".join(column.replace("/", " ") for column in columns) + " |", "|---" + "|:-:" * len(columns) + "|"]
    lines += [f"| {name} " + "".join("| x " if (name, column) in there else "| " for column in columns) + "|"
              for name in sorted({name for name, _ in there})]
    lines += ["", "| section | bytes | made by | sources | licence |", "|---|---|---|---|---|"]
    for name, (head, _) in cases.items():
        makers, _, sources = head["origin"].rpartition("; ")
        lines.append(f"| {name[len('real/'):]} | {head['size']} | {makers} | {sources} | {head['licence']} |")
    written = read(os.path.join(committed, "README.md")).split(MARK)[0]
    with open(os.path.join(folder, "README.md"), "w", encoding="utf-8") as file:
        file.write(written + MARK + "\n\n" + "\n".join(lines) + "\n")


def differences(name, folder, committed):
    """Words for what is other than in the committed case."""
    old, new = (read_case(f"{os.path.dirname(place)}/{name}.case") for place in (committed, folder))
    if not old or not new:
        return ["gone" if old else "new"]
    sections = [read(f"{os.path.dirname(place)}/{name}.sframe", "rb") for place in (committed, folder)]
    other = {"bytes": sections[0] != sections[1], "dump": old[1] != new[1], "origin": old[0]["origin"] != new[0]["origin"],
             "case": len({str(without(head, ("rev", "origin", "size", "sha256"))) for head, _ in (old, new)}) > 1}
    return [word for word in ("bytes", "dump", "case", "origin") if other[word]]


def write_pages(folder, committed):
    cases = {name: read_case(f"{os.path.dirname(folder)}/{name}.case") for name in ids_of(folder)}
    write_index(folder, cases)
    write_readme(folder, committed, cases)
    for name in sorted({*cases, *ids_of(committed)}):
        words = differences(name, folder, committed)
        if words:
            print(f"{name}: {' '.join(words)}")
    for page in ("index.tsv", "README.md"):
        if read(os.path.join(folder, page)) != read(os.path.join(committed, page)):
            print(f"real/{page}")


if __name__ == "__main__":
    if sys.argv[1:2] not in (["case"], ["pages"]):
        sys.exit(__doc__)
    (write_case if sys.argv[1] == "case" else write_pages)(*sys.argv[2:])
