#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Random functions before this system's assembler and before fakes, each with one defect.

usage: produce_random.py CONFORM CASES
"""
import json
import os
import re
import signal
import subprocess
import sys
import time

from common import USAGE, ended, ok, read, skip
from producer_support import can_sframe, expect, fake, lab, produce, run, run_in_folder, use, write

CONFORM, CASES = map(os.path.abspath, sys.argv[1:3])
use(CONFORM)
# How many functions GNU as gets, and how many finds and how many known causes these show at least.
FUNCTIONS, FINDS, CAUSES = 150, 5, 3
LIST = os.path.join(CASES, "known", "as-2.40-amd64.random")
# How many the fakes get: each find is made smaller, which takes the time. What GNU as gets wrong is known.
SOME = "30"
# Known causes that those show. A list is checked before each run, and with a fake every cause needs a file of its own.
FEW = "few.known"
KNOWN = ["--known", FEW]


def without_assembler():
    expect("an assembler that is not there", produce("--as", "./not-there", "--random", "9"), 4, "cannot be started")
    dies = fake("dies", "kill -SEGV $$\n")
    expect("an assembler that dies", produce("--as", dies, "--random", "9"), 1, "crash:SIGSEGV",
           "no random one was tried")
    expect("an assembler that writes nothing", produce("--as", fake("nothing", "exit 0\n"), "--random", "9"), 1,
           "NEW", " nothing ")
    empty = fake("empty", 'while [ "$1" != -o ]; do shift; done\n: >"$2"\n')
    expect("an assembler that writes an empty file", produce("--as", empty, "--random", "9"), 1, " nothing ")
    refuses = fake("refuses", "echo no >&2\nexit 1\n")
    expect("an assembler that refuses a plain function", produce("--as", refuses, "--random", "9"), 1, " refused ")
    for options in (["--random", "x"], ["--random", "0"], ["--seed", "1"], ["--random", "1", "case"],
                    ["--random", "1", "-j", "0"], ["--random", "1", "--write-known", "x"], ["--random", "1", "--results", "-"]):
        p = run(CONFORM, "produce", "--as", "as", *options)
        ok(p.returncode == USAGE and p.stderr, f"a wrong command line: {' '.join(options)}", p.stderr)


def no_folder():
    for option, name in (("--keep", "no/folder"), ("--results", "no/folder/x"), ("--write-known", "no/folder/x")):
        words = ["--random", "9"] * (option == "--results")
        ended(produce("--as", "true", *words, option, name), 4, f"{option}: a folder that is not there", "no/folder: there is no such folder", out="")


def bad_lists():
    for text, said in (("offset 6, -16\n", "no reason"), ("why\n  oops nop\n", "is no kind"),
                       ("why\n  lost jump\n", "not a statement"), ("why\n  lost restore_state; nop\n", "not valid")):
        ended(produce("--as", "true", "--random", "1", "--known", write("bad", text)), 4, f"a list of known causes with a mistake: {said}", "bad:")


# ---- With GNU as ----

def wrapper(name, change):
    """GNU as for a changed source: the last argument."""
    return fake(name, f'for in in "$@"; do :; done\n{change}\nexec as --gsframe "$@"\n')


def new_finds(text):
    """{the command printed below a NEW line: the line without its count}"""
    return {command: " ".join(found) for *found, command in
            re.findall(r"^NEW +[0-9]+ (\S+) (.*)\n +(.*)$", text, re.MULTILINE)}


def confirmed(p):
    """What is NEW is kept by --results, and shown by the command below it, as it stands there."""
    found = new_finds(p.stdout)
    records = [json.loads(line) for line in read("results.jsonl").splitlines()]
    kept = {r["command"]: r["kind"] + " " + r["program"] for r in records if r.get("standing") == "new"}
    ok(found and found == kept, "--results has what is printed", f"{p.stdout}{kept}")
    ok(records[0]["type"] == "run" and records[0]["complete"] and
       sum(r["count"] for r in records[1:]) >= records[0]["wrong"] > 0, "and the sums", records[0])
    path = os.path.dirname(CONFORM) + ":" + os.environ["PATH"]
    denied = []
    for command, cause in list(found.items())[:2]:
        again = run("sh", "-c", command, env=dict(os.environ, PATH=path))
        if again.returncode != 1 or new_finds(again.stdout).get(command) != cause:
            denied.append(f"{command}\n{again.stdout}{again.stderr}")
    ok(not denied, f"2 of {len(found)} printed commands show what they were printed for", "\n".join(denied))
    return list(found)[:2]


def few_causes():
    """Writes the list, of what is new without one. Returns how many are."""
    p = produce("--as", "as --gsframe", "--random", SOME, "--known", write("none", "# none\n"), "--results", "results.jsonl")
    new = [r for r in map(json.loads, read("results.jsonl").splitlines()) if r.get("standing") == "new"]
    ok(p.returncode == bool(new) and p.stdout.count("NEW ") == len(new), "without a list all is new", p.stdout)
    write(FEW, "why\n" + "".join(f"  {':'.join(filter(None, (r['kind'], r['detail'])))} {r['program']}\n" for r in new))
    return len(new)


def fakes():
    wrong = wrapper("wrong", "sed -i 's/adjust_cfa_offset \\(-*[0-9]*\\)/adjust_cfa_offset 8+\\1/' \"$in\"")
    p = produce("--as", wrong, "--random", SOME, "--keep", ".", "--known", write("a list", read(FEW)), "--results", "results.jsonl")
    expect("rows that differ from the directives, in both sections", p, 1, "wrong-cfa adjust_cfa_offset 16; nop")
    shown = confirmed(p)
    cases = [name for name in os.listdir(".") if name.startswith("random-") and
             "adjust_cfa_offset 16" in read(name) and "wrong-cfa" in read(name)]
    ok(len(cases) == 1, "one case for the cause", cases)
    source = read(cases[0]) if cases else ""
    ok(source.count("\t.cfi_") == 3 and "#: abi amd64\n" in source and "#: function f0 equal\n" in source,
       "the case is the smallest program", source)
    listed = produce("--as", "as", "--cases", ".", "--list")
    ok(listed.returncode == 0 and cases and cases[0][:-2] in listed.stdout, "it is a producer case", listed.stderr)
    ok(any(f"\n# {command}\n" in source for command in shown), "it names one of those two commands", source)
    fails = wrapper("fails", 'grep -q "same_value 6" "$in" && kill -ABRT $$\ngrep -q "undefined 6" "$in" && exit 0\n'
                    'if grep -q "undefined 7" "$in"; then echo no >&2; exit 1; fi')
    expect("an assembler that dies of some functions, writes nothing for others, and refuses valid ones",
           produce("--as", fails, "--random", SOME, *KNOWN), 1, "crash:SIGABRT same_value 6\n", "nothing undefined 6\n",
           "refused undefined 7\n", SOME + " functions")


def not_again():
    """An assembler that dies of one file, once: nobody can repeat that, so it is not NEW."""
    # The file of the known causes has fewer functions.
    once = wrapper("once", 'if [ ! -e died ] && grep -q "^f9:" "$in"; then touch died; kill -ABRT $$; fi')
    p = produce("--as", once, "--random", SOME, *KNOWN, "--results", "results.jsonl")
    expect("a find that is not seen again", p, 7, "UNSURE       1 crash:SIGABRT ", "seen once, but not by: ",
           "0 of 0 new causes, 1 unsure")
    ok('"standing":"unsure"' in read("results.jsonl"), "its standing is a word", read("results.jsonl"))


def lists():
    crash = wrapper("crash", 'if grep -q "same_value 6" "$in"; then kill -ABRT $$; fi')
    p = produce("--as", crash, "--random", SOME, "--known", write("more.known", read(FEW) + "  crash:SIGABRT same_value 6\n"))
    ok("NEW" not in "".join(line for line in p.stdout.splitlines(True) if "SIGABRT" in line) and
       re.search(r"known +[1-9][0-9]* crash:SIGABRT same_value 6\n +why\n", p.stdout), "a known cause", p.stdout)
    right = next(str(i) for i in range(100)
                 if produce("--as", "as --gsframe", "--random", "1", "--from", str(i)).returncode == 0)
    p = produce("--as", "as --gsframe", "--random", "1", "--from", right, "--known", write("known", "why\n  crash:SIGABRT same_value 6\n"))
    expect("an entry whose program is right is stale", p, 2, "STALE", "no longer fails so: why")


def interrupted():
    """The fake stops at the second file: the run ends there and says how to go on."""
    slow = wrapper("slow", 'if [ -e first ]; then touch second; sleep 600; fi; touch first')
    with subprocess.Popen([CONFORM, "produce", "--as", slow, "--random", "9000", "--seed", "5", "-j", "1", *KNOWN],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as p:
        while not os.path.exists("second") and p.poll() is None:
            time.sleep(0.01)
        p.send_signal(signal.SIGINT)
        out, err = p.communicate()
    ok("interrupted; go on with: " in out and "--random 9000 --from 0 --seed 5" in out and p.returncode in (2, 5, 7),
       "an interrupted run", f"{p.returncode} {out} {err}")


def this_system(new):
    says = run("as", "--version").stdout
    if not re.search(r"^GNU assembler .*[ )]2\.40", says):
        skip("random functions by GNU as 2.40", "it is not GNU as 2.40")
        return
    one = produce("--toolchain", "as-2.40-amd64", "--random", str(FUNCTIONS), "--seed", "1")
    expect(f"{FUNCTIONS} random functions: all finds are of known causes", one, 0, "0 of 0 new causes, 0 unsure")
    found = re.search(r"finds: (\d+) of (\d+) known", one.stdout)
    ok(found and int(found[1]) > FINDS and int(found[2]) > CAUSES, "many finds", one.stdout)
    p = lab("random", "--count", "9", "--log", "new/log", "as-2.40-amd64")
    ok(p.returncode == 0 and os.path.exists("new/log/as-2.40-amd64.jsonl"), "the log's folder is made", p.stderr)
    os.mkdir("temporary")
    p = run(sys.executable, os.path.join(CASES, "..", "lab"), "random", "--runner", CONFORM, "--count", "0", env={**os.environ, "TMPDIR": "temporary"})
    ok(p.returncode == 0 and os.listdir("temporary") == [], "without a log no folder stays", p.stderr)
    ok(CAUSES < new < 9, "without the list there are new ones, as few as the fakes take for known", new)


def main():
    without_assembler()
    no_folder()
    bad_lists()
    if can_sframe("as") and os.uname().machine == "x86_64":
        new = few_causes()
        fakes()
        not_again()
        lists()
        interrupted()
        this_system(new)
    else:
        skip("GNU as", "no assembler for x86-64 that writes SFrame data")


run_in_folder(main)
