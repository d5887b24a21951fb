#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs toolchains over the producer cases: this system's, by its toolchain file, and fakes with one
defect each.

usage: produce.py CONFORM CASES
"""
import os
import re
import shutil
import subprocess
import sys

from common import USAGE, ended, ok, read, skip
from producer_support import assemble, can_sframe, expect, fake, junit, lab, produce, run, run_in_folder, use, write

CONFORM, CASES = map(os.path.abspath, sys.argv[1:3])
use(CONFORM)
TOOLCHAINS = os.path.join(CASES, "toolchains")
import known_list


def conf(name):
    """The keys of a toolchain file."""
    lines = read(os.path.join(TOOLCHAINS, name + ".conf")).splitlines()
    return dict(line.split(": ", 1) for line in lines if line and line[0] != "#")


def is_here(name):
    """Whether this system has all of the toolchain's tools, and the assembler of its version."""
    keys = conf(name)
    if not all(shutil.which(keys[k].split()[0]) for k in ("as", "ld", "cc") if k in keys):
        return False
    says = run(keys["as"].split()[0], "--version").stdout
    return re.search(keys["for-version"], says, re.M) is not None


# ---- Without any toolchain ----

def cases_of(abi):
    found = set()
    for name in os.listdir(CASES):
        if name.endswith((".s", ".c")):
            abis = re.search(r"^(?:#|//): abi (.*)$", read(os.path.join(CASES, name)), re.M).group(1)
            if abi in abis.split():
                found.add(name[:-2])
    return found


def lists():
    write("listed.conf", "about: a\nabi: s390x\nas: ./not-there\nfor-version: x\n")
    listed = run(CONFORM, "produce", "--toolchain", "./listed.conf", "--list")
    ok(listed.returncode == 0 and {line.split(": ")[0] for line in listed.stdout.splitlines()} == cases_of("s390x"),
       "the cases of a missing toolchain", listed.stderr)
    for abi, least in (("amd64", 30), ("aarch64", 22), ("s390x", 20)):
        listed = produce("--list", "--abi", abi).stdout.splitlines()
        names = [line.split(": ")[0] for line in listed]
        ok(set(names) == cases_of(abi) and len(names) >= least and names == sorted(names),
           f"all cases of {abi} are listed in order: {len(names)}", listed)
    listed = [line.split(": ")[0] for line in run(CONFORM, "produce", "--toolchains").stdout.splitlines()]
    ok(listed == sorted(c[:-5] for c in os.listdir(TOOLCHAINS)) and len(listed) >= 8, "all toolchains are listed",
       listed)


def usage():
    for what, words, said in (("neither toolchain nor assembler", (), "--toolchain or --as is missing"), ("another ABI", ("--as", "as", "--abi", "vax"), "--abi takes aarch64"),
                              ("no assembler", ("--as", " "), "--as needs a command"),
                              ("a known-failure file of some cases", ("--as", "as", "--write-known", "k", "c-empty"), "needs all")):
        expect(what, run(CONFORM, "produce", *words), USAGE, said)
    expect("no such folder", produce("--as", "as", "--cases", "nowhere"), 4, "nowhere")
    expect("no such case", produce("--as", "as", "no-such-case"), 4, "there is no case no-such-case")
    expect("a case in C without a compiler", produce("--as", "true", "c-alloca"), 4, "c-alloca is in C: give --cc")
    expect("a case of the linker without one", produce("--as", "true", "amd64-partial-link"), 4,
           "amd64-partial-link is about the linker: give --ld")
    os.mkdir("nothing")
    expect("no cases at all", produce("--as", "as", "--cases", "nothing"), 5, "0 cases:")
    expect("no such toolchain", produce("--toolchain", "as-1.0"), 4, "as-1.0.conf")


def left_out():
    """The entries of existing cases that were not run are not stale; all others are."""
    os.mkdir("few")
    says = fake("says.sh", "echo 'Error: no' >&2\nexit 1\n")
    head = "#: abi amd64\n#: about nothing\n#: function first equal\n"
    for name, text in (("one.s", head), ("joined.s", head + "#: link -r\n"), ("far.s", head.replace("amd64", "s390x")),
                       ("text.c", head.replace("#:", "//:"))):
        write("few/" + name, text)
    options = ["--as", says, "--cases", "few", "--known", "few.known"]
    entries = "it refuses\n  one too-strict:as:refused\n"
    write("few.known", entries + "it crashes\n  joined crash\n  text crash\n")
    expect("cases without their tools are left out", produce(*options), 0,
           "1 cases: 0 right, 1 known, 0 wrong, 0 stale")
    expect("their entries stay", produce(*options, "--write-known", "new.known"), 0)
    ok("\nit crashes\n  joined crash\n  text crash\n\nit refuses\n  one too-strict:as:refused\n" in read("new.known"), "in a list that is written", read("new.known"))
    expect("with the tools they are run", produce(*options, "--ld", "false"), 2, "stale: joined fails in another way")
    write("few.known", entries + "it crashes\n  gone crash\n")
    expect("entries without a case are stale", produce(*options), 2, "there is no test gone")
    expect("if cases are named, too", produce(*options, "one"), 2, "there is no test gone")
    write("few.known", entries + "it crashes\n  far crash\n")
    expect("and those of another ABI's cases", produce(*options), 2, "there is no test far")


def toolchain_files():
    right = "about: a\nabi: amd64\nas: false\nfor-version: x\n"
    for text, said in (("about a\n", "mine.conf:1: not a line"),
                       (right + "forversion: 3\n", "mine.conf:5: unknown key forversion; do you mean for-version?"),
                       (right + "abi: amd64\n", "mine.conf:5: duplicate key"),
                       ("about: a\nabi: amd64\n", "the key as is missing"),
                       (right.replace("amd64", "vax"), "mine.conf:2: abi is amd64"),
                       (right.replace("false", "./not-there"), "install it, or name its folder with --bin"),
                       (right, "--version fails"),
                       (right.replace("false", "echo 2.40").replace("x\n", "[\n"), "mine.conf:4: for-version: is not an extended"),
                       (right.replace("x\n", 501 * "x" + "\n"), "mine.conf:4: for-version: is longer than 500 bytes"),
                       (right.replace("false", "echo 2.40").replace("x\n", "^2.41\n"), "wrong assembler: '"),
                       (right + "known: gone\n", "gone")):
        write("mine.conf", text.replace("false", "true") if "gone" in said else text)
        if "gone" in said:
            write("mine.conf", right.replace("false", "echo").replace("x\n", "version\n") + "known: gone\n")
        expect(f"a toolchain file: {said}", produce("--toolchain", "./mine.conf"), 4, said)


def own_toolchain():
    """A file of three lines, in a folder of its own: paths are from there."""
    os.makedirs("mine/bin")
    shutil.copy(write("tool", "#!/bin/sh\nexec true\n"), "mine/bin/tool")
    os.chmod("mine/bin/tool", 0o755)
    for line in ("as: bin/tool", "as: {here}/bin/tool", "as: sh {here}/bin/tool -x"):
        write("mine/own.conf", f"abi: s390x\n{line}\nld: true\n")
        p = produce("--toolchain", "mine/own.conf", "s390x-frame")
        expect(f"a toolchain of three lines: {line}", p, 1, "WRONG s390x-frame: wrong-output", "expected: first equal", "seen: ",
               "1 cases: 0 right, 0 known, 1 wrong, 0 stale")
    p = produce("--toolchain", "as-2.40-amd46")
    expect("a name that is nearly one", p, 4, "do you mean as-2.40-amd64?")
    p = produce("--as", "true", "amd64-word-width")
    expect("a case that is nearly one", p, 4, "do you mean amd64-word-widths?")
    p = run(CONFORM, "produce", "--as", "true", env=dict(os.environ, SFRAME_PYTHON="./no-python"))
    expect("without Python it says what to install", p, 4, "produce needs Python 3: apt-get install python3")


def bad_tools():
    linked = {"amd64-partial-link", "amd64-gc-sections"}
    right = {c for c in cases_of("amd64") if c.startswith("amd64-")} - linked
    may_refuse = {"amd64-fp-offset-33-bits", "amd64-offset-33-bits", "amd64-restore-state-alone"}
    p = produce("--as", "sh says.sh")
    ok(p.returncode == 1 and p.stdout.count("too-strict as:refused") == len(right - may_refuse)
       and not any(f"WRONG {c}:" in p.stdout for c in may_refuse), "an assembler that refuses every case may refuse two",
       p.stdout)
    p = produce("--as", "false")
    ok(p.returncode == 1 and p.stdout.count("too-strict as:refused") == len(right), "but not without a message",
       p.stdout)
    os.mkdir("compiled")
    write("compiled/text.c", "//: abi amd64\n//: about nothing\n//: may-refuse\n//: function first equal\n")
    expect("a compiler may not", produce("--as", "true", "--cc", "sh says.sh", "--cases", "compiled"), 1,
           "too-strict cc:refused")
    expect("an assembler may", produce("--as", "sh says.sh", "--cc", "true", "--cases", "compiled"), 0, "1 right")
    for tool, words in (("assembler", ("--as", "./none")), ("linker", ("--as", "true", "--ld", "./none"))):
        expect(f"a missing {tool}", produce(*words, "amd64-word-widths"), 4, f"the {tool} cannot be started: ./none: No such file or directory")
    crash = fake("crash.sh", "kill -SEGV $$\n")
    expect("an assembler that crashes", produce("--as", crash, "amd64-word-widths"), 1, "crash as:SIGSEGV")
    tells = fake("tells.sh", "echo 'x.s: Internal error (Aborted).' >&2\nexit 1\n")
    expect("one that reports its crash", produce("--as", tells, "amd64-word-widths"), 1, "crash as:reported")
    expect("a compiler that crashes", produce("--as", "as", "--cc", crash, "c-empty"), 1, "crash cc:SIGSEGV")
    os.mkdir("cases")
    write("cases/bad.s", "#: abi amd64\n#: function first perfect\n")
    expect("a bad description: its line", produce("--as", "as", "--cases", "cases"), 4, "cases/bad.s:2:")
    os.unlink("cases/bad.s")


# ---- With this system's assembler ----

WITHOUT = " .text\n .globl first\n .type first, @function\nfirst:\n .cfi_startproc\n nop\n ret\n .cfi_endproc\n" \
          " .size first, . - first\n"


def fake_files():
    """An assembler that gives a file of ours for every source."""
    assemble("as", "with", WITHOUT, "--gsframe")
    assemble("as", "without", WITHOUT)
    copy = fake("copy.sh", 'cp "$ORIGINAL" "$2"\n')
    write("cases/one.s", "#: abi amd64\n#: about nothing\n#: function first equal\n")
    for name, status, said in (("with.o", 0, "1 cases: 1 right, 0 known, 0 wrong, 0 stale\nall right\n"), ("without.o", 1, "no section named .sframe")):
        os.environ["ORIGINAL"] = os.path.abspath(name)
        expect(f"an assembler that makes {name}", produce("--as", copy, "--cases", "cases"), status, said)
    os.environ["ORIGINAL"] = os.path.abspath("with.o")
    record = fake("record.sh", 'echo "$@" >called; cp "$ORIGINAL" "$(echo "$@" | sed "s/.*-o //; s/ .*//")"\n')
    expect("a linker is called", produce("--as", copy, "--ld", record + " -shared", "--cases", "cases"), 0, "1 right")
    ok("-shared -o " in read("called"), "with its options", read("called"))
    write("cases/one.s", "#: abi amd64\n#: about nothing\n#: link -r -x\n#: function first equal\n")
    expect("a case has options of its own", produce("--as", copy, "--ld", record + " -shared", "--cases", "cases"), 0)
    ok(read("called").startswith("-r -x -o "), "which replace -shared", read("called"))
    os.environ["ORIGINAL"] = os.path.abspath("without.o")
    write("cases/one.s", "#: abi amd64\n#: about nothing\n#: function first absent\n")
    expect("no data where none are needed", produce("--as", copy, "--cases", "cases"), 0, "1 right")


def known_failures(name):
    """The list is exact in both directions."""
    path = os.path.join(CASES, "known", name + ".known")
    entries = known_list.triples(path)
    first, _, reason = entries[0]
    options = ["--toolchain", name, "--cases", CASES, "--known", "mine.known", first, "amd64-word-widths"]
    write("mine.known", known_list.text_of("", entries[1:]))
    expect(f"{name}: a failure that is not in the list", produce(*options), 1, f"WRONG {first}", "1 wrong, 0 stale")
    write("mine.known", known_list.text_of("", [*entries, ("amd64-word-widths", "wrong-output:first", "it is not")]))
    expect(f"{name}: an entry that passes", produce(*options), 2, "stale: amd64-word-widths passes")
    write("mine.known", known_list.text_of("", [(first, "crash:as:SIGBUS", reason), *entries[1:]]))
    expect(f"{name}: an entry that fails in another way", produce(*options), 2, f"stale: {first} fails in another way")
    write("mine.known", known_list.text_of("", [*entries, ("amd64-zzz", "wrong-output:first", "there is none")]))
    expect(f"{name}: an entry of no case", produce(*options), 2, "there is no test amd64-zzz")
    expect(f"{name}: one case alone", produce("--toolchain", name, first), 0, "1 known", "0 stale")


def smallest(name):
    """The reduced sources: each shows the same defect as its case."""
    folder = os.path.join(CASES, "smallest")
    here = {c[:-2]: read(os.path.join(folder, c)).splitlines()[1][2:] for c in os.listdir(folder)}
    entries = [e for e in known_list.triples(os.path.join(CASES, "known", name + ".known")) if here.get(e[0]) == e[2]]
    write("smallest.known", known_list.text_of("", entries))
    expect(f"{name}: the smallest sources show what their cases do",
           produce("--toolchain", name, "--cases", folder, "--known", "smallest.known",
                   *[e[0] for e in entries]), 0, f"{len(entries)} known, 0 wrong, 0 stale")
    ok(len(entries) >= (2 if "aarch64" in name else 9), f"{name}: there are {len(entries)}")


def system():
    for name in ("as-2.40-amd64", "as-2.40-aarch64"):
        if not is_here(name):
            skip(name, "not the toolchain of this system")
            continue
        abi = conf(name)["abi"]
        p = run(CONFORM, "produce", "--toolchain", name, "--write-known", "written.known", "--junit", "cases.xml")
        expect(f"{name}: wrong in what its known-failure file says", p, 0, f"{len(cases_of(abi))} cases:", " 0 wrong, 0 stale")
        path = os.path.join(CASES, "known", name + ".known")
        ok(read("written.known") == read(path), f"{name}: the list is written unchanged", p.stdout + p.stderr)
        skipped = [c.get("name") for c in junit("cases.xml")[1] if c.find("skipped") is not None]
        ok(skipped == [entry[0] for entry in known_list.triples(path)], f"{name}: JUnit shows them as skipped", skipped)
        os.unlink("written.known")
        smallest(name)
    if is_here("as-2.40-amd64"):
        known_failures("as-2.40-amd64")
        p = lab("smallest", "--peers", "nowhere")
        ok(p.returncode == 0 and p.stdout.count("right: ") >= 1, "each of their lines is needed",
           p.stdout + p.stderr)
        page()


def page():
    """The reports in the readme are those of this toolchain."""
    text = read(os.path.join(CASES, "README.md"))
    shown = re.findall(r"```console\n\$ ([^\n]*)\n\$ ([^\n]*)\n(.*?)```", text, re.S)
    ok(len(shown) == 2, "the readme shows two reports")
    os.mkdir("page")
    for case in re.findall(r"[a-z0-9-]+\.s\b", " ".join(s[0] for s in shown)):
        shutil.copy(os.path.join(CASES, case), "page")
    for (make, judge, report), status in zip(shown, (0, 1)):
        made = subprocess.run(make, shell=True, cwd="page", capture_output=True, text=True)
        p = subprocess.run([CONFORM, *judge.split()[1:]], cwd="page", capture_output=True, text=True)
        ok(made.returncode == 0 and p.returncode == status and p.stdout == report, f"the report of `{judge}`",
           made.stderr + p.stdout + p.stderr)


def main():
    lists()
    usage()
    left_out()
    toolchain_files()
    own_toolchain()
    bad_tools()
    if can_sframe("as") and os.uname().machine == "x86_64":
        fake_files()
    else:
        skip("fakes", "no assembler for x86-64 that writes SFrame data")
    system()
    ended(lab("defects"), 0, "the page of defects agrees with the known-failure files")


run_in_folder(main)
