#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The folder of `sframe-conform export --kernel`: what is in it, the driver with the reference as its reader and with
planted mistakes, and the module and the KUnit suite on a fake of Linux. And `sframe-conform import` of what they print.

usage: export_kernel.py CONFORM SOURCE COMPILER...
"""
import functools
import glob
import json
import os
import re
import shutil
import signal
import subprocess
import sys

from common import USAGE, ended, no_report, ok, read, run_in_folder, write
from corpus_part import copy_folders, read_case

CONFORM, SOURCE = map(os.path.abspath, sys.argv[1:3])
COMPILER, CORPUS = sys.argv[3:], "corpus"
# What is exported here, which is loaded dozens of times: without the largest areas, whose cases ask for nothing that others do not.
OTHERS = [f"{place}/{area}" for place in ("v3/s390x-big", "v2e1/s390x-big") for area in ("fre-info", "pcmask", "preamble", "sequence", "unwind")]
AREAS = [f"v3/amd64-little/{area}" for area in os.listdir(os.path.join(SOURCE, "corpus/v3/amd64-little")) if area not in ("boundary", "encode", "pairs")]
PLACES = (*AREAS, *OTHERS, "v3/aarch64-big/preamble", "v3/aarch64-little/preamble")
HERE = os.path.join(SOURCE, "conformance", "tests", "kernel")
STRICT = ["-std=c11", "-O1", "-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Werror"]
FREE = [*STRICT, "-ffreestanding", "-fno-stack-protector", "-Wframe-larger-than=1024"]
CORE = ("names", "header", "fde", "fre", "rules", "check", "check_fde", "check_fre", "find", "unwind")
OPS = ("decode", "lookup", "unwind", "sequence")
PLANTS = ("lenient", "strict", "row", "frame", "state", "failed", "lazy", "overread", "hang", "dodge")


def run(*command, cpu_seconds=200):
    """A hang ends with SIGPROF."""
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=None if "export" in command else no_report(),
                          preexec_fn=lambda: signal.setitimer(signal.ITIMER_PROF, cpu_seconds))


def export(folder, *args):
    return run(CONFORM, "export", "--corpus", CORPUS, "--kernel", folder, *args)


@functools.cache
def keys_of(name):
    """The keys of a case."""
    return read_case(os.path.join(CORPUS, name + ".case"))[0]


@functools.cache
def rows(*places):
    """The rows of the indexes for folders such as v3/amd64-little, by id, that a kernel can be asked."""
    found = {}
    for index in ("index.tsv", "real/index.tsv"):
        keys, *lines = [line.split("\t") for line in read(os.path.join(CORPUS, index)).splitlines()]
        for line in lines:
            row = dict(zip(keys, line))
            place = f"{row['profile']}/{row['abi']}-{row['order']}"
            two = row["op"] == "unwind" and place in places and "second" in keys_of(row["id"])
            if place in places and row["op"] in OPS and not row["file"].endswith(".elf") and not two:
                found[row["id"]] = row
    return found


# ---- The folder ----

def snapshot(folder):
    return {name: read(os.path.join(folder, name)) for name in os.listdir(folder)}


def refused(status, what, folder, *args, says=""):
    before = sorted(os.listdir("."))
    p = export(folder, *args)
    ok(p.returncode == status and says in p.stderr and p.stdout == "" and sorted(os.listdir(".")) == before, what, f"{p.returncode}: {p.stderr}")


def test_folder():
    wanted = rows("v3/amd64-little")
    p = export("cases")
    ok(p.returncode == 0 and p.stdout == f"cases: {len(wanted)} cases\n", f"the {len(wanted)} cases of version 3 for AMD64 that the index has", p.stdout + p.stderr)
    ids = set(re.findall(r'\.id = "([^"]*)"', read("cases/sframe_corpus_v3_amd64_little.c")))
    ok(ids == set(wanted), "are in the folder, and no others", sorted(ids ^ set(wanted))[:5])
    first = snapshot("cases")
    ok(f"\n#define SFRAME_NUM_CASES {len(wanted)}\n" in first["sframe_groups.h"], "their number stands in sframe_groups.h")
    ok(all(text.split("\n")[0].lstrip("/*# <!-").startswith("Made by `sframe-conform export --") for text in first.values()), "each file says who made it")
    p = export("cases")
    ok(p.returncode == 0 and snapshot("cases") == first, "a second export replaces it with the same", p.stderr)
    missing = [name for name in re.findall(r"`(sframe_\w+\.[ch])`", first["README.md"]) if name not in first]
    ok(not missing, "the files that README.md names are there", missing)
    write("cases/sframe_user", "")
    ok(run("make", "-C", "cases", "clean", "KERNEL=/none").returncode == 0 and snapshot("cases") == first, "`make clean` leaves what was exported")
    for name, text in (("reader.c", "int x;\n"), ("sframe_module.c", "/* mine */\n"), ("sframe_run.o", "")):
        shutil.rmtree("own", ignore_errors=True)
        shutil.copytree("cases", "own")
        write(os.path.join("own", name), text)
        refused(4, f"a folder with another {name} is not replaced", "own", says=f"own: has `{name}`")
        ok(read(os.path.join("own", name)) == text, "  and nothing changed")
    run(CONFORM, "export", "--corpus", CORPUS, "--c", "arrays", "v3/amd64-little/preamble/*")
    p = export("arrays", "v3/amd64-little/preamble/*")
    ok(p.returncode == 0 and "Kbuild" in os.listdir("arrays"), "an export of arrays alone is replaced", p.stderr)


def test_wrong_usage():
    refused(4, "two byte orders are refused", "none", "v3/aarch64-*/preamble/*", says="one ABI and byte order")
    refused(USAGE, "so is an unknown one", "none", "--order", "middle", says="--order takes little or big")
    p = export("other-abi", "--abi", "aarch64", "--order", "big", "--profile", "v3")
    ok(p.returncode == 0 and p.stdout == f"other-abi: {len(rows('v3/aarch64-big'))} cases\n", "another ABI and byte order", p.stdout + p.stderr)
    refused(4, "and two ABIs", "none", "v3/*/preamble/*", says="one ABI and byte order")
    refused(USAGE, "--kernel with --c", "none", "--c", "other", says="give it alone")
    refused(4, "the folder above must be there", "not/there", says="not/there: ")


# ---- Programs ----

def compiled(sources, out, *options, compiler=None, flags=FREE):
    """Compiles into the folder `out`; the objects."""
    os.makedirs(out, exist_ok=True)
    p = subprocess.run([*(compiler or COMPILER), *flags, *options, "-c", *map(os.path.abspath, sources)], cwd=out, capture_output=True, text=True)
    if p.returncode != 0:
        ok(False, f"{out} is compiled", p.stderr)
    return [os.path.join(out, os.path.basename(s)[:-2] + ".o") for s in sources]


def link(out, *objects):
    p = run(*COMPILER, "-o", out, *objects)
    return p.returncode == 0 or ok(False, f"{out} is linked", p.stderr)


def compile_core():
    """The reference's core with its generated tables, and the reader that is made of it, also under another name."""
    registers = os.path.join(SOURCE, "ref", "registers")
    os.makedirs("tables")
    for kind, name in (("header", "sfr_registers.h"), ("source", "sfr_registers.c")):
        run(sys.executable, os.path.join(registers, "make_registers.py"), kind, registers, os.path.join("tables", name))
    include = ["-I" + os.path.join(SOURCE, "ref"), "-I" + os.path.abspath("tables"), "-I" + os.path.abspath("cases")]
    core = compiled([os.path.join(SOURCE, "ref", name + ".c") for name in CORE] + ["tables/sfr_registers.c"], "core", *include)
    reader = os.path.join(SOURCE, "conformance", "examples", "kernel", "reader.c")
    good = compiled([reader], "good", *include, "-Dsframe_reader=sframe_good_reader")
    return core + compiled([reader], "reader", *include), core + good


def compile_driver(folder):
    """The driver and the cases of a folder, without a reader and a main."""
    sources = [s for s in glob.glob(os.path.join(folder, "*.c"))
               if not re.search(r"sframe_(user|module|kunit|linux|reader_template)\.c", s)]
    # Megabytes of arrays, by the quickest compiler that is installed. Those of a small folder are compiled strictly.
    arrays = [s for s in sources if "_corpus_" in s and os.path.getsize(s) > 1 << 20 and shutil.which("tcc")]
    place = folder + ".o", "-I" + os.path.abspath(folder)
    quick = compiled(arrays, *place, compiler=["tcc"], flags=["-std=c11"]) if arrays else []
    return quick + compiled([s for s in sources if s not in arrays], *place)


def make_plant(number, good, driver):
    name = PLANTS[number - 1]
    objects = compiled([os.path.join(HERE, "plants.c")], "plant-" + name, "-I" + os.path.abspath("cases"), f"-DPLANT={number}")
    link("user-" + name, *objects, *good, *driver)


def cannot_move(op, addr, start, end):
    """Does the text wrap around the end of memory where it is, or where a program's memory is? And has the program no such
    address, where a trace has to be asked?"""
    user, whole = 1 << 47, 1 << 64
    return start >= end or end > whole - 2 * user or addr - start > user or (op == "UNWIND" and addr >= user)


def test_places(good, driver, wanted):
    """Readers that take the address of the bytes for that of the section, or that read user memory."""
    text = read("cases/sframe_corpus_v3_amd64_little.c")
    records = {name: (op, *(int(n, 16) for n in numbers)) for name, op, *numbers in re.findall(
        r'\.id = "([^"]+)",(?:(?!\n    },).)*?\.op = SFRAME_OP_(\w+),(?:(?!\n    },).)*?\.addr = (0x\w+),(?:(?!\n    },).)*?'
        r'\.text_start = (0x\w+),\s+\.text_end = (0x\w+)', text, re.S)}
    ranges = re.findall(r"\.text_start = (0x[0-9a-f]+),\s+\.text_end = (0x[0-9a-f]+)", text)
    whole = [(start, end) for start, end in ranges if int(start, 16) >= int(end, 16)]
    ok(len(ranges) >= len(wanted) and set(whole) <= {("0x0", "0x0")} and len(whole) < 20, "every section has a range of text", (len(ranges), whole))
    for where in ("OWN", "USER"):
        objects = compiled([os.path.join(HERE, "places.c")], "where-" + where, "-I" + os.path.abspath("cases"), f"-DWHERE=SFRAME_WHERE_{where}")
        link("user-" + where, *objects, *good, *driver)
        p = run("./user-" + where, "--level", "4")
        results, why = parse(p.stdout)
        skipped = {name for name, (_, directive) in results.items() if directive == "SKIP"}
        ok(p.returncode == 0 and set(results) == set(wanted) and why == dict.fromkeys(skipped, "not-moved"), f"{where}: all that is asked is right", p.stdout[-400:] + str(list(why.items())[:3]))
        wrong = {name for name in skipped if where == "USER" or not cannot_move(*records[name])}
        ok(not wrong, "  and that is all that can be asked there", sorted(wrong))
        ok(any(wanted[name]["op"] == "unwind" for name in set(results) - skipped), "  traces too", sorted(skipped))


def parse(text):
    """The results by id: outcome, directive, and the words of `# outcome:` lines by id."""
    results, why, seen = {}, {}, None
    for line in text.splitlines():
        match = re.fullmatch(r"(ok|not ok) (\d+) (\S+)(?: # (\w+) .*)?", line)
        if line.startswith("# outcome: "):
            seen = line[11:]
        elif match:
            results[match[3]] = (match[1], match[4])
            if seen:
                why[match[3]] = seen
            seen = None
    return results, why


def levels_of(text):
    return {name: (int(right), int(asked)) for name, right, asked in re.findall(r"^# level (\w+): (\d+) of (\d+)$", text, re.M)}


def test_reference(program, wanted):
    p = run(program, "--level", "4")
    results, _ = parse(p.stdout)
    lines = p.stdout.splitlines()
    ok(p.returncode == 0 and lines[:2] == ["KTAP version 1", f"1..{len(wanted)}"] and lines[-1] == "# sframe_conformance: passed", f"{program}: a whole KTAP", p.stdout[-500:])
    ok(list(results) and set(results) == set(wanted) and set(results.values()) == {("ok", None)}, f"{program}: all {len(wanted)} cases are right", p.stdout[-500:])
    asked = [line.split(" ", 3)[3] for line in lines if line.startswith("# asks ")]
    ok(asked == list(results), f"{program}: each case is named before it is asked")
    expected = {level: sum(row["level"] == level and "multi-fault" not in keys_of(name) for name, row in wanted.items()) for level in ("read", "refuse", "validate", "strict")}
    expected["safe"] = len(wanted)
    ok(levels_of(p.stdout) == {level: (n, n) for level, n in expected.items()}, f"{program}: as many of each level as the index has", levels_of(p.stdout))
    ok("# level reached: strict\n" in p.stdout, f"{program}: the highest level is reached")
    return p.stdout


def test_options(wanted):
    name = sorted(wanted)[0]
    p = run("./user", "--only", name)
    ok(p.returncode == 0 and parse(p.stdout)[0] == {name: ("ok", None)} and "\n1..1\n" in p.stdout, "--only asks one case", p.stdout)
    p = run("./user", "--only", "no/such/case")
    ok(p.returncode == 2 and "nothing was asked" in p.stdout, "an unknown case passes nothing", p.stdout)
    for args in (("--level", "0"), ("--level", "5"), ("--level",), ("--what", "1")):
        ended(run("./user", *args), 2, f"wrong usage: {' '.join(args)}", "usage: ", out="")


@functools.cache
def planted(name):
    return run("./user-" + name)


def test_plants(wanted):
    by = lambda key, value: {name for name, row in wanted.items() if row[key] == value}
    rejected, accepted = by("verdict", "reject"), by("verdict", "accept")
    p = run("./user-lenient", "--level", "4")
    results, why = parse(p.stdout)
    wrong = {name for name, (word, _) in results.items() if word == "not ok"}
    decoded = by("op", "decode") & rejected
    ok(p.returncode == 1 and decoded <= wrong and not wrong & accepted, "who accepts all is wrong about every section to refuse", sorted(decoded - wrong)[:3])
    ok(levels_of(p.stdout)["refuse"][0] == 0 and "# level reached: safe\n" in p.stdout and {why[name] for name in decoded} == {"too-lenient"},
       "and reaches `safe`", p.stdout[-400:])
    p = run("./user-lenient", "--level", "2")
    todo = {name for name, (_, directive) in parse(p.stdout)[0].items() if directive == "TODO"}
    ok({wanted[name]["level"] for name in todo if "multi-fault" not in keys_of(name)} == {"validate", "strict"}, "above the level that counts, wrong answers are marked")
    p = planted("strict")
    results, why = parse(p.stdout)
    ok(p.returncode == 1 and all(why.get(name) == "too-strict" for name in accepted) and all(results[name] == ("ok", None) for name in rejected)
       and "# level reached: safe\n" in p.stdout, "who refuses all is right only about what is to be refused", p.stdout[-400:])
    for name, op, word in (("row", "lookup", "wrong-output"), ("frame", "unwind", "wrong-output"), ("state", "lookup", "state-dependent"), ("failed", None, "failed")):
        p = planted(name)
        results, why = parse(p.stdout)
        found = {case for case, w in why.items() if w == word and op in (None, wanted[case]["op"])}
        ok(p.returncode == 1 and found and p.stdout.endswith("# sframe_conformance: failed\n"), f"the mistake `{name}` is {word}", p.stdout[-400:])
        ok(word == "wrong-output" or "# level reached: none\n" in p.stdout, f"  and {'shown' if word == 'wrong-output' else 'breaks every level'}", p.stdout[-400:])
    p = planted("lazy")
    skipped = {name for name, (_, directive) in parse(p.stdout)[0].items() if directive == "SKIP"}
    ok(p.returncode == 0 and skipped == by("op", "decode"), "a reader that checks no whole section is not asked to decode", p.stdout[-300:])


def test_ends():
    """A crash and a hang, in its second section: no end, and the last line names the case."""
    for name, status in (("overread", -signal.SIGSEGV), ("hang", -signal.SIGPROF)):
        p = run("./user-" + name, cpu_seconds=0.2)
        ok(p.returncode == status and "# sframe_conformance" not in p.stdout and p.stdout.splitlines()[-1].startswith("# asks "),
           f"after the mistake `{name}` the last line names the case", p.stdout[-200:])


def test_expectation(user, reader):
    """A mistake in the cases instead."""
    export("changed", "v3/amd64-little/fre-info/*")
    text = read("changed/sframe_corpus_v3_amd64_little.c")
    changed = re.sub(r'(pc 0x[0-9a-f]+ fde=\d+ fre=\d+ cfa=sp\+)8 ', r"\g<1>9 ", text, count=1)
    write("changed/sframe_corpus_v3_amd64_little.c", changed)
    link("user-changed", *user, *compile_driver("changed"), *reader)
    p = run("./user-changed")
    ok(changed != text and p.returncode == 1 and "# expected: pc " in p.stdout and " fail:1 " in p.stdout, "a wrong expectation is noticed", p.stdout[-300:])


def test_symbols(driver):
    p = run("nm", "-u", *driver)
    outside = {line.split()[-1] for line in p.stdout.splitlines() if " U " in line and "sframe_" not in line}
    ok(p.returncode == 0 and outside <= {"memcpy", "memset", "memmove", "memcmp", "vsnprintf"}, "of a C library the driver needs vsnprintf alone", outside)


# ---- On a fake of Linux ----

def test_linux(reader, driver, ktap):
    names = set(re.findall(r"#include <((?:linux|kunit)/\w+\.h)>", "".join(snapshot("cases").values())))
    for name in names:
        os.makedirs(os.path.dirname(os.path.join("linux", name)), exist_ok=True)
        write(os.path.join("linux", name), '#include "fake_linux.h"\n')
    include = ["-I" + os.path.abspath("linux"), "-I" + HERE, "-I" + os.path.abspath("cases")]
    # Its own prototypes are the fake's affair.
    flags = ["-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", "-Wno-pedantic"]
    place = compiled(["cases/sframe_linux.c"], "fake-linux", *include, flags=flags)
    link("module", *compiled(["cases/sframe_module.c"], "fake-module", *include, flags=flags), *place, *driver, *reader)
    link("kunit", *compiled(["cases/sframe_kunit.c"], "fake-kunit", *include, flags=flags), *place, *driver, *reader)
    p = run("./module", "", "4")
    ok(p.returncode == 0 and p.stdout == ktap, "the module prints what the program prints", p.stdout[-300:])
    ok([run("./module", "no/such/case").returncode, run("./module", "", "9").returncode] == [2, 3], "and refuses wrong parameters")
    p = run("./kunit")
    good = re.findall(r"^ +ok \d+ (\S+)$", p.stdout, re.M)
    ok(p.returncode == 0 and sorted(good) == sorted(parse(ktap)[0]), "the KUnit suite has a test for each case, and all are right", p.stdout[-300:])
    ok("# level reached: strict\n" in p.stdout, "and says the levels", p.stdout[-300:])
    return place, flags, include


def test_linux_plants(place, flags, include, driver, good):
    objects = [*glob.glob("plant-lenient/*.o"), *good, *driver, *place]
    link("kunit-lenient", *objects, "fake-kunit/sframe_kunit.o")
    ended(run("./kunit-lenient"), 1, "a mistake fails the KUnit suite, up to the level `validate`", out=("too-lenient", " # SKIP"))
    link("module-lenient", *objects, "fake-module/sframe_module.o")
    ok(run("./module-lenient").returncode == 1, "and the module")


# ---- What they print, as results ----

def console(text):
    """As a machine has it: with time stamps, and among the lines of others."""
    lines = ["[    0.000000] Linux version 6.19.0 (nobody@nowhere) #1 SMP", "[    1.000000] KTAP version 1", "[    1.0] ok 1 another/suite", "ok 2 v4l2-compliance"]
    for number, line in enumerate(text.splitlines()):
        lines.append(f"<6>[    2.{number:06}][    T1] {line}")
        if number % 50 == 7:
            lines.append("[    2.500000] usb 1-1: new high-speed USB device")
    return "\r\n".join(lines) + "\r\n"


def imported(text, *args, says=""):
    """The results of an import: (exit status, records by id, summary)."""
    write("console.log", text)
    shutil.rmtree("imported", ignore_errors=True)
    p = run(CONFORM, "import", "--corpus", CORPUS, "--report", "imported", *args, "console.log")
    if p.returncode > 2:
        return p.returncode, {}, p.stderr
    header, *records, summary = map(json.loads, read("imported/results.jsonl").splitlines())
    ok(header["implementation"] in ("the reference", "a planted mistake") and says in p.stdout + p.stderr, f"  {len(records)} results are imported", p.stdout[-600:] + p.stderr)
    return p.returncode, {r["id"]: r for r in records}, summary


def outcomes(text):
    """What the KTAP says of each case, in the words of results."""
    results, why = parse(text)
    words = {"failed": "protocol", "unknown-status": "protocol", "not-run": "protocol", "not-moved": "skipped"}
    return {name: words.get(why[name], why[name]) if name in why else "skipped" if directive == "SKIP" else "pass"
            for name, (_, directive) in results.items()}


def test_import(ktap):
    status, records, summary = imported(console(ktap), "--level", "strict", says="all that was asked passes")
    ok(status == 0 and summary["complete"] and {name: r["outcome"] for name, r in records.items()} == outcomes(ktap), "who is right passes", summary.get("outcomes"))
    status, again, _ = imported(run("./kunit").stdout, "--level", "strict")
    ok(status == 0 and {name: r["outcome"] for name, r in again.items()} == outcomes(ktap), "from the KUnit suite, too")
    for name in ("lenient", "strict", "row", "state", "failed", "lazy"):
        text = planted(name).stdout
        status, records, summary = imported(console(text))
        ok(status == (0 if name == "lazy" else 1) and {i: r["outcome"] for i, r in records.items()} == outcomes(text), f"the mistake `{name}` is what the KTAP says", summary.get("outcomes"))
        ok(all(r["cause"] for r in records.values() if r["outcome"] not in ("pass", "skipped")), "  and each failure has a cause")
        wrong = [r for r in records.values() if r["outcome"] == "wrong-output"]
        ok(name != "row" or wrong and all(r["detail"] and r["seen"] for r in wrong), "  with its keys", wrong[:1])
    _, records, summary = imported(planted("strict").stdout, "--needs", "sorted")
    ok(records["v3/amd64-little/sorting/flag-clear-lookup"]["missing"] == ["sorted"] and summary["left-out"]["cases"] < summary["outcomes"]["too-strict"], "--needs", summary)
    status, records, summary = imported(planted("dodge").stdout)
    ok(status == 1 and summary["outcomes"]["undeclared-skip"] > 0 == summary["outcomes"]["skipped"], "who does not answer about some sections fails", summary["outcomes"])
    text = planted("row").stdout
    failed = sorted(name for name, word in outcomes(text).items() if word != "pass")
    write("row.known", "the row before\n" + "".join(f"  {name} wrong-output\n" for name in failed))
    status, records, _ = imported(text, "--known", "row.known")
    ok(status == 0 and {records[name]["standing"] for name in failed} <= {"known", "shown"}, "known failures are known", status)
    write("row.known", read("row.known") + f"  {sorted(set(records) - set(failed))[0]} wrong-output\n")
    ok(imported(text, "--known", "row.known")[0] == 2, "and a stale entry is noticed")
    text = run("./user-overread").stdout
    status, records, summary = imported(console(text), says="ends before the driver does")
    crashed = [name for name, r in records.items() if r["outcome"] == "crash"]
    ok(status == 1 and not summary["complete"] and crashed == [text.splitlines()[-1].split()[-1]], "a crash is that of the last case", crashed)
    cut, last = ktap[:ktap.rindex("# asks ")], ktap[ktap.rindex("# asks "):].split()[3]
    for before, after in (("", ""), (run("./user", "--only", last).stdout, ""), ("", f"# asks 9999 {last}"[:-2])):
        status, _, summary = imported(before + cut + after, says="ends before the driver does")
        ok(status == 1 and not summary["complete"], "an output without its end is no pass, even after a whole one", summary.get("outcomes"))


def test_bad_imports(ktap):
    lines = ktap.splitlines(keepends=True)
    first = next(i for i, line in enumerate(lines) if line.startswith("# asks "))
    name, n = lines[first].split()[-1], ktap.count("# asks ")
    def changed(*replaced):
        return "".join(lines[:first] + list(replaced) + lines[first + 2:])
    asks, result = lines[first:first + 2]
    for what, text, says in (
            ("no output of the driver", "hello\n", "has no line `# asks N ID`"), ("an empty file", "", "has no line `# asks N ID`"),
            ("the output of an older driver", re.sub(r"# corpus: .*\n", "", ktap), "has no line `# corpus: "),
            ("another corpus", re.sub(r"# corpus: (\S+) .*", r"# corpus: \1 " + "0" * 64, ktap), "name that corpus with --corpus"),
            ("two runs", ktap + ktap, "was asked before"), ("an unknown case", changed("# asks 1 v3/no/such\n", "ok 1 v3/no/such\n"), "there is no case 'v3/no/such'"),
            ("another result", changed(asks, "ok 1 v3/no/such\n"), "that was not asked just before: v3/no/such"),
            ("two results", changed(asks, result, result), f"a second result of {name}"),
            ("a failure without an outcome", changed(asks, "not " + result), f"there is no outcome of {name}"),
            ("a case that the console lost", changed(), "lost lines of the driver before the question about"),
            ("the last case lost", re.sub(r"# asks (?!.*# asks ).*?(?=# level safe)", "", ktap, flags=re.S), f"counts {n} results, and {n - 1} are here"),
            ("a result lost at the end", re.sub(r"ok (?!.*\nok )[^\n]*\n", "", ktap, flags=re.S), f"counts {n} results, and {n - 1} are here"),
            ("an outcome that is made up", changed(asks, "# outcome: \033[31m\n", "not " + result), "the driver has no outcome")):
        status, _, error = imported(text)
        ok(status == 4 and says in error and "\033" not in error and not os.path.exists("imported"), f"{what} is refused", error)
    ok(run(CONFORM, "import", "none.log").returncode == 4 and run(CONFORM, "import").returncode == USAGE, "so is a file that is not there")


def main():
    copy_folders(os.path.join(SOURCE, "corpus"), PLACES, CORPUS)
    test_folder()
    test_wrong_usage()
    wanted = rows("v3/amd64-little")
    reader, good = compile_core()
    driver = compile_driver("cases")
    test_symbols([o for o in driver if "corpus" not in o])
    user = compiled(["cases/sframe_user.c"], "main", "-I" + os.path.abspath("cases"), flags=STRICT)
    link("user", *user, *driver, *reader)
    ktap = test_reference("./user", wanted)
    test_options(wanted)
    link("user-template", *user, *driver, *compiled(["cases/sframe_reader_template.c"], "template", "-Icases", "-I" + os.path.abspath("cases")))
    ended(run("./user-template"), 2, "the template passes nothing", out=(f" skip:{len(wanted)} ", "# level reached: none\n"))
    for number in range(1, len(PLANTS) + 1):
        make_plant(number, good + user, driver)
    test_plants(wanted)
    test_places(good + user, driver, wanted)
    test_ends()
    test_expectation(user, reader)
    place, flags, include = test_linux(reader, driver, ktap)
    test_linux_plants(place, flags, include, driver, good)
    test_import(ktap)
    test_bad_imports(ktap)
    p = export("others", *(place + "/*" for place in OTHERS))
    wanted = {name: row for name, row in rows("v3/s390x-big", "v2e1/s390x-big").items() if name.startswith(tuple(OTHERS))}
    ok(p.returncode == 0 and f": {len(wanted)} cases" in p.stdout, "patterns choose several versions of another machine", p.stdout + p.stderr)
    link("user-others", *compiled(["others/sframe_user.c"], "others-main", "-I" + os.path.abspath("others"), flags=STRICT), *compile_driver("others"), *reader)
    test_reference("./user-others", wanted)


run_in_folder(main)
