#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads what `sframe-conform export` writes with other eyes: JSON by Python, C by compilers, both against the corpus on disk.

usage: export.py CONFORM CORPUS CHECK.c COMMON-FOLDER COMPILER...
"""
import filecmp
import hashlib
import json
import os
import resource
import shutil
import signal
import subprocess
import sys

from common import USAGE, ended, ok, read, read_bytes, run, run_in_folder, write
from corpus_part import copy_corpus, read_case

CONFORM, CORPUS, CHECK, COMMON = sys.argv[1:5]
COMPILER = sys.argv[5:]
# The ids of some cases of every kind, and what more of the corpus is read as C: a whole export has 83 MB. The cases of version 3 have
# every key, operation and character that those of earlier versions have.
PART, THIRD = [], ("v3/", "real/")
NUMBERS, LISTS = ("rev", "size", "max"), ("clauses", "pcs", "regs", "mem", "catches", "signal-pcs", "decided")
# What the C export leaves out: for people and not for a test, or for an adapter that shows more.
NOT_IN_C = ("file", "parent", "patch", "change", "second", "parent-open", "elsewhere", "level-because", "catches", "origin", "licence", "decided", "area",
            "signal-pcs")


def first_difference(seen, expected):
    """The first id whose value differs, for a message; None if all are the same."""
    for name in sorted(set(seen) | set(expected)):
        if seen.get(name) != expected.get(name):
            return f"{name}: seen {seen.get(name)}, expected {expected.get(name)}"
    return None


def limit_files():
    """No file of this process may be larger than 4 KiB: as if the disk were full."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))


def conform(*args, full=False):
    return run(CONFORM, args[0], *(() if "--corpus" in args else ("--corpus", "few")), *args[1:],
               preexec_fn=limit_files if full else None, restore_signals=not full)


def fails(status, what, *args, says="", full=False):
    p = conform("export", *args, full=full)
    return ok(p.returncode == status and says in p.stderr and p.stdout == "", what, f"{p.returncode}: {p.stderr}")


def read_whole_case(path):
    """The keys of a case file; its body, and the checksum of an encode's result, beside them."""
    case, body = read_case(path)
    case["body"] = body
    if "result" in case:
        case["result"] = hashlib.sha256(read_bytes(os.path.join(os.path.dirname(path), case["result"]))).hexdigest()
    return case


def read_corpus():
    """The cases by id as the files on disk say, found by walking the folders, and the rows of the indexes by id."""
    cases, rows = {}, {}
    for folder, _, names in os.walk(CORPUS):
        for name in names:
            if name.endswith(".case"):
                path = os.path.join(folder, name)
                cases[path[len(CORPUS) + 1:-5]] = read_whole_case(path)
    for index in ("index.tsv", "real/index.tsv"):
        with open(os.path.join(CORPUS, index), encoding="utf-8") as f:
            keys, *lines = [line.rstrip("\n").split("\t") for line in f]
        rows.update((line[0], dict(zip(keys, line))) for line in lines)
    for name, case in cases.items():
        case.update((key, rows[name][key]) for key in ("abi", "order", "level"))
        case["area"] = "real" if name.startswith("real/") else name.split("/")[-2]
    return cases, rows


def as_json(case):
    """What the JSON document must say of a case."""
    out = {}
    for key, value in case.items():
        out[key] = int(value) if key in NUMBERS else value.split(" ") if key in LISTS else value
    if "also" in case:
        parts = [part.split(" ") for part in case["also"].split("; ")]
        out["also"] = [{"class": name, "range": place} for name, place in parts]
    if "readings" in case:
        dumps = (case["body"] + "\n").split("\n\n")
        out["readings"] = [{"answer": answer, "body": dump.split("\n")} for answer, dump in zip(case["readings"].split(" "), dumps)]
        del out["body"]
    else:
        out["body"] = case["body"].split("\n")[:-1]
    return out


def choose_part(cases):
    """The two smallest cases of each kind: what is asked, what is expected, and which keys the case has. Version 3 for s390x has most kinds."""
    kinds = {}
    for name in sorted(cases, key=lambda name: (not name.startswith("v3/s390x-big/"), int(cases[name]["size"]) + len(cases[name]["body"]), name)):
        case = cases[name]
        found = kinds.setdefault((case["op"], case["expect"], case["level"], case.get("policy"), *sorted(set(case) - {"parent", "patch", "change"})), [])
        if len(found) < 2 and not name.startswith("real/"):
            found.append(name)
    return sorted(name for found in kinds.values() for name in found)


def read_answers():
    """The answers to each open question, from the register."""
    with open(os.path.join(CORPUS, "..", "ref", "registers", "policies.txt"), encoding="utf-8") as f:
        rows = [line.split(" | ") for line in f if line.count(" | ") >= 5]
    return {row[0]: row[3].split() for row in rows}


def unique(pairs):
    """An object, none of whose members comes twice."""
    out = dict(pairs)
    if len(out) != len(pairs):
        raise ValueError(f"a member comes twice: {[key for key, _ in pairs][:40]}")
    return out


def test_json(cases, rows):
    ended(conform("export", "--corpus", CORPUS, "--json", "a.json"), 0, "the whole corpus is written as JSON", out=str(len(rows)))
    text = read("a.json")
    document = json.loads(text, object_pairs_hook=unique)
    ok((document["format"], document["version"]) == ("sframe-corpus", 1), "it says what it is")
    seen = {case["id"]: case for case in document["cases"]}
    ok(len(document["cases"]) == len(rows) and set(seen) == set(rows), f"it has the {len(rows)} cases of the indexes")
    ok([case["id"] for case in document["cases"]] == sorted(rows, key=str.encode), "sorted by id")
    difference = first_difference(seen, {name: as_json(case) for name, case in cases.items()})
    ok(difference is None, "each case has all keys and the body of its case file", difference)
    sections = {name: bytes.fromhex(value) for name, value in document["sections"].items()}
    ok(all(hashlib.sha256(value).hexdigest() == name for name, value in sections.items()), "each section has the checksum that is its name")
    named = {row["sha256"] for row in rows.values()} | {case[key] for case in cases.values() for key in ("result", "second-sha256") if key in case}
    ok(set(sections) == named and list(sections) == sorted(sections),
       f"there are {len(sections)} sections, those of the indexes, of what encoders make and of sequences, each once")


def test_selection():
    selection = ("--profile", "v2", "--abi", "amd64", "--area", "unwind", "v2/*-unwind")
    listed = [line.split("\t")[0] for line in conform("list", *selection).stdout.splitlines()]
    conform("export", "--json", "some.json", *selection)
    document = json.loads(read("some.json"))
    ok(len(listed) > 1 and [case["id"] for case in document["cases"]] == listed, "the options of list choose the cases of an export")
    ok(set(document["sections"]) == {case[key] for case in document["cases"] for key in ("sha256", "second-sha256") if key in case},
       "and their sections")
    conform("export", "--json", "again.json", *selection)
    ok(filecmp.cmp("some.json", "again.json", shallow=False), "a second export has the same bytes")
    fails(5, "no case, no file", "--json", "none.json", "--c", "none", "no/such/case", says="no case is selected")
    ok(not os.path.exists("none.json") and not os.path.exists("none"), "and nothing is made")
    fails(USAGE, "export must be told what to write", says="--json")


def snapshot(folder):
    return {name: open(os.path.join(folder, name), "rb").read() for name in os.listdir(folder)}


def test_json_errors():
    fails(4, "a missing folder is an error", "--json", "not/there.json", *PART[:40], says="not/there.json: ")
    os.mkdir("folder")
    fails(4, "a folder is not replaced by a file", "--json", "folder", *PART[:40], says="folder: is not a file")
    os.mkfifo("pipe")
    fails(4, "nor is a pipe", "--json", "pipe", *PART[:40], says="pipe: is not a file")
    before, names = open("a.json", "rb").read(), sorted(os.listdir("."))
    fails(4, "a full disk is an error", "--json", "a.json", *PART[:40], says="a.json: cannot be written", full=True)
    ok(open("a.json", "rb").read() == before, "and what was there stays")
    ok(sorted(os.listdir(".")) == names, "and nothing half written is left", os.listdir("."))
    p = conform("export", "--json", "a.json", PART[0])
    ok(p.returncode == 0 and 0 < os.path.getsize("a.json") < len(before), "an export replaces an earlier one", p.stderr)
    p = conform("export", "--json", "-", "--c", "beside", PART[0])
    ok(p.returncode == 0 and os.path.exists("beside/sframe_corpus.c") and p.stdout == read("a.json") and not os.path.exists("-"), "`--json -` prints the same", p.stderr)


def test_c_folder():
    """A third of the corpus is in "third" and is not made again; "part" has the cases of PART."""
    ended(conform("export", "--corpus", CORPUS, "--c", "third/", *(start + "*" for start in THIRD)), 0, "a third of the corpus is written as C")
    sizes = {name: os.path.getsize(os.path.join("third", name)) for name in os.listdir("third")}
    ok("sframe_corpus.h" in sizes and "sframe_corpus_v3_s390x_big.c" in sizes, "with a header, and a file for each profile, ABI and byte order",
       sorted(sizes))
    ok(max(sizes.values()) < 16 << 20, "none of them larger than 16 MiB")
    conform("export", "--c", "part", *PART)
    first = snapshot("part")
    os.mkdir("other")
    os.symlink("other", "link")
    p = conform("export", "--c", "link", *PART)
    ok(p.returncode == 0 and os.path.islink("link") and snapshot("other") == first, "an empty folder, through a link, gets the same bytes", p.stderr)
    p = conform("export", "--c", "other", PART[0])
    ok(p.returncode == 0 and 2 < len(os.listdir("other")) < len(first), "a smaller export leaves no file of the larger one", p.stderr)
    p = conform("export", "--c", "other", *PART)
    ok(p.returncode == 0 and snapshot("other") == first, "and the larger one replaces it")
    ok(not [name for name in os.listdir(".") if name.startswith(("third.", "part.", "other.", "link."))], "no folder is left beside them",
       os.listdir("."))


def refused(what, folder, says, full=False):
    before, names = snapshot(folder), sorted(os.listdir("."))
    fails(4, what, "--c", folder, *PART[:40], says=says, full=full)
    ok(snapshot(folder) == before and sorted(os.listdir(".")) == names, "  and nothing changed", os.listdir("."))


def test_c_errors():
    for name, text in (("notes.txt", "mine"), ("sframe_corpus.h", "/* typed by hand */")):
        shutil.copytree("part", "own")
        write(os.path.join("own", name), text)
        refused(f"a folder with another {name} is not replaced", "own", f"own: has `{name}`")
        shutil.rmtree("own")
    refused("a full disk is an error", "part", "cannot be written", full=True)
    fails(4, "a file is not replaced by a folder", "--c", "a.json", *PART[:40], says="a.json: cannot be opened as a folder")
    fails(4, "standard output is no folder", "--c", "-", *PART[:40], says="-: an export is a folder of files")
    os.symlink("nowhere", "dangling")
    fails(4, "a link must lead somewhere", "--c", "dangling", *PART[:40], says="dangling: is a link that leads nowhere")
    fails(4, "the folder above must be there", "--c", "not/there", *PART[:40], says="not/there: ")


def may_reject(case):
    """By the register: is a refusal an answer to its question? Where only the end of a trace is open, it is not."""
    ends = case["op"] == "unwind" and case["policy"] in ("AMB-089", "AMB-102") and "doubt" not in case and "readings" not in case
    return not ends and (case["op"] == "encode" or "reject" in ANSWERS[case["policy"]])


def as_c(case):
    """What the check program must print of a case: key and value lines, sorted, and the body."""
    keys = {key: value for key, value in case.items() if key not in NOT_IN_C and key != "body"}
    if case["expect"] == "policy" and may_reject(case):
        keys["may-reject"] = "yes"
    if case["op"] == "unwind":
        keys.setdefault("max", "256")
    return keys, case["body"]


def parse_printed(text):
    header, _, body = text.partition("\n\n")
    return dict(line.split(": ", 1) for line in header.split("\n")), body


def test_compiler(compiler, folder, cases):
    name = " ".join(compiler)
    strict = [*compiler, "-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror"]
    if compiler == ["tcc"]:
        # It knows no more of these options.
        strict = [*compiler, "-std=c11", "-Wall", "-Werror"]
    files = sorted(os.path.join(folder, f) for f in os.listdir(folder) if f.endswith(".c"))
    os.makedirs("objects", exist_ok=True)
    p = run(*strict, "-ffreestanding", "-c", *(os.path.join("..", f) for f in files), cwd="objects")
    ok(p.returncode == 0 and p.stderr == "", f"{name} compiles it as freestanding C11 without a warning", p.stderr)
    objects = [os.path.join("objects", f) for f in os.listdir("objects")]
    p = run(*strict, "-I" + folder, "-I" + COMMON, CHECK, os.path.join(COMMON, "sha256.c"), *objects, "-o", "check")
    shutil.rmtree("objects")
    if not ok(p.returncode == 0, f"{name} links it to a program", p.stderr):
        return
    p = subprocess.run(["./check"], capture_output=True)
    *printed, last = p.stdout.decode().split("\0")
    ok(last == f"{len(cases)} cases\n", "it prints the number of cases of the indexes", last)
    seen = {keys["id"]: (keys, body) for keys, body in map(parse_printed, printed)}
    difference = first_difference(seen, {name: as_c(case) for name, case in cases.items()})
    ok(difference is None, "and each case as its case file has it", difference)


def test_kernel_header():
    """In a kernel there is no stdint.h; its types come from linux/types.h."""
    os.makedirs("kernel/linux")
    write("kernel/linux/types.h",
          "typedef unsigned char uint8_t;\ntypedef unsigned long long uint64_t;\ntypedef __SIZE_TYPE__ size_t;\n")
    ended(run(*COMPILER, "-std=gnu11", "-nostdinc", "-D__KERNEL__", "-Ikernel", "-Wall", "-Wextra", "-Werror", "-c",
          "part/sframe_corpus_v3_s390x_big.c", "-o", "kernel.o"), 0, "a kernel's own types are enough")


def main():
    cases, rows = read_corpus()
    PART.extend(choose_part(cases))
    ok(100 < len(PART) < 2000 and {cases[name]["op"] for name in PART} == {case["op"] for case in cases.values()}, f"{len(PART)} cases are of every kind")
    copy_corpus(CORPUS, [*PART, *(name for name in rows if name.startswith("v2/amd64-little/unwind/"))], "few")
    test_json(cases, rows)
    test_selection()
    test_json_errors()
    test_c_folder()
    test_c_errors()
    # Every file has the same constructs: one compiler reads all, and that is the quickest that is installed.
    quickest = ["tcc"] if shutil.which("tcc") else COMPILER
    test_compiler(quickest, "third", {name: case for name, case in cases.items() if name.startswith(THIRD)})
    part = {name: cases[name] for name in PART}
    for compiler in dict.fromkeys((tuple(COMPILER), ("gcc",), ("clang",))):
        if shutil.which(compiler[0]) and list(compiler) != quickest:
            test_compiler(list(compiler), "part", part)
    test_kernel_header()


CONFORM, CORPUS, CHECK, COMMON = map(os.path.abspath, (CONFORM, CORPUS, CHECK, COMMON))
ANSWERS = read_answers()
run_in_folder(main)
