# SPDX-License-Identifier: MIT
"""The whole runner with implementations that lie, crash, hang, flood and print junk, each with pinned results. Prints TAP.

    runner.py CONFORM REF FAKE CORPUS

The reference answers `decode`, so that the runner's own two questions are answered; look-ups misbehave.
"""
import filecmp
import os
import re
import sys

from common import ended, no_report, ok, read, read_bytes, reference_config, results_of, run, run_in_folder, write
from corpus_part import copy_corpus, read_case

CONFORM, REF, FAKE, CORPUS = map(os.path.abspath, sys.argv[1:5])
# An accept, a reject and a policy as `decode`, an accept and a reject as `lookup`, and an accept in another form.
ACCEPTED, REJECTED = "v1/amd64-little/preamble/baseline", "v1/amd64-little/preamble/bad-magic-dee3"
OPEN, OTHER = "v1/amd64-little/aux-header/skipped-1-byte", "v3/s390x-big/preamble/baseline"
LOOKED_UP, REFUSED = "v1/amd64-little/preamble/baseline-lookup", "v1/amd64-little/refused/magic-lookup"
# The dump of the runner's own plain section.
DUMP = """sframe-dump 1
section version=1 endian=little abi=amd64 flags=sorted fixed-fp=0 fixed-ra=-8 aux=0 fdes=1 fres=1 fre-len=3
fde 0 start=0x1100 size=0x10 pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=1
fre 0.0 at=0x0 cfa=sp+8 ra=*(cfa-8) fp=same mangled=0
"""


def make_adapter(name, lookup, more="", decode=f"{REF} dump --raw"):
    more = f"unsupported: exit 77\nlookup-command: {FAKE} {lookup} {{raw}} {{pcs}}\n{more}"
    config = reference_config("fake", FAKE, decode, more)
    config = config.replace(f"{FAKE} --version", f"{FAKE} version").replace("^sframe-ref ([0-9][0-9.]*)$", "^fake (.*)$")
    write(name + ".conf", config.replace("; stderr :0x", ""))


def run_adapter(name, *options):
    """The results go to the folder NAME, and no report is made; a list is made without either."""
    more = {} if "--write-known" in options else {"env": no_report()}
    return run(CONFORM, "run", "--corpus", "corpus", "--adapter", f"./{name}.conf", *(["--report", name] if more else []), *options, **more)


def says(p, status, text, what):
    """It ends with this status, and has written this to one of its streams."""
    return ok(p.returncode == status and text in p.stdout + p.stderr, what, f"status {p.returncode}\n{p.stdout}{p.stderr}")


def outcomes_of(name):
    return {outcome: count for outcome, count in results_of(name)[-1]["outcomes"].items() if count}


# ---- Outcomes

# A name, what the fake does for a look-up, more of the adapter file, options; the exit status, the outcomes beside `skipped`,
# and what is said of the look-up that must be accepted.
MISBEHAVIOURS = (
    ("sane", "print ROWS", "", "", 0, {"pass": 5}, {"outcome": "pass", "detail": None}),
    ("segv", "signal 11", "", "", 1, {"pass": 3, "crash": 2}, {"outcome": "crash", "detail": "SIGSEGV"}),
    ("abort", "signal 6", "", "", 1, {"pass": 3, "crash": 2}, {"outcome": "crash", "detail": "SIGABRT"}),
    ("hang", "hang x", "", "--limit-seconds 1", 1, {"pass": 3, "timeout": 2}, {"outcome": "timeout", "detail": None}),
    ("flood", "flood 1", "output-kib: 64\n", "", 1, {"pass": 3, "limit": 2}, {"outcome": "limit", "detail": "output"}),
    ("spin", "spin x", "cpu-seconds: 1\nseconds: 60\n", "", 1, {"pass": 3, "limit": 2}, {"outcome": "limit", "detail": "cpu"}),
    ("junk", "junk x", "", "", 1, {"pass": 3, "protocol": 2}, {"message": "line 1 of the dump: is not"}),
    ("odd", "exit 42", "", "", 1, {"pass": 3, "protocol": 2}, {"message": "no rule of the adapter file fits exit status 42"}),
    ("silent", "exit 0", "", "", 1, {"pass": 3, "protocol": 2}, {"message": "line 1 of the dump: the text is empty"}),
    ("cannot", "exit 77", "", "", 1, {"pass": 3, "undeclared-skip": 2}, {"outcome": "undeclared-skip"}),
    ("lenient", "accept-all ROWS", "", "", 1, {"pass": 4, "too-lenient": 1}, {"outcome": "pass"}),
    ("gated", "accept-all ROWS", "", "--level read", 0, {"pass": 4, "too-lenient": 1}, {"outcome": "pass"}),
    ("gated2", "accept-all ROWS", "level: read\n", "", 0, {"pass": 4, "too-lenient": 1}, {"outcome": "pass"}),
    ("gated3", "accept-all ROWS", "level: read\n", "--level refuse", 1, {"pass": 4, "too-lenient": 1}, {"outcome": "pass"}),
    ("strict", "reject-all x", "", "", 1, {"pass": 4, "too-strict": 1}, {"outcome": "too-strict"}),
    ("wrong", "print OTHER", "", "", 1, {"pass": 4, "wrong-output": 1},
     {"outcome": "wrong-output", "detail": "pc.found,pc.fp", "message": None, "expected": "pc 0x4000ff none"}),
    ("once", "crash-once MARK ROWS", "", f"-j 1 {LOOKED_UP}", 1, {"state-dependent": 1},
     {"message": "first crash SIGABRT, then, run again alone, pass"}),
    ("reported", "exit 99", "crash: exit 99\n", "", 1, {"pass": 3, "crash": 2}, {"outcome": "crash", "detail": "reported"}),
    ("nul", "nul x", "crash: stderr ^ERROR: y$\n", "", 1, {"pass": 3, "crash": 2}, {"outcome": "crash", "detail": "reported"}),
    ("names", "print ROWS", "reject-names: finding\n", "", 0, {"pass": 5}, {"outcome": "pass"}),
    ("inconsistent", "print ROWS", "policy: AMB-044 reject\n", "", 1, {"pass": 4, "inconsistent": 1}, {"outcome": "pass"}),
    ("consistent", "print ROWS", "policy: AMB-044 accept\n", "", 0, {"pass": 5}, {"outcome": "pass"}),
)


def check_misbehaviour():
    for name, lookup, more, options, status, outcomes, accepted in MISBEHAVIOURS:
        for word, path in (("ROWS", "rows.txt"), ("OTHER", "other.txt"), ("MARK", "mark")):
            lookup = lookup.replace(word, os.path.abspath(path))
        make_adapter(name, lookup, more)
        p = run_adapter(name, *options.split())
        ok(p.returncode == status, f"{name}: exit status {status}", p.stdout + p.stderr)
        wanted = outcomes if "once" in name else {**outcomes, "skipped": 1}
        ok(outcomes_of(name) == wanted, f"{name}: outcomes", outcomes_of(name))
        seen = next(line for line in results_of(name) if line.get("id") == LOOKED_UP)
        good = all(seen[key] is None if value is None else (seen[key] or "").startswith(value) for key, value in accepted.items())
        ok(good, f"{name}: {accepted}", seen)


# ---- Broken adapters

PROBE = """e2de01010300f800010000000100000003000000000000001100000000010000
            10000000000000000100000000000308
"""
BROKEN = (  # status 1: it is measured all the same; 3: there is nothing to measure
    ("liar", "accept-all DUMP", 1, "with a damaged magic at address 0x1000, op decode\n  bytes:    "
     + PROBE.replace("e2de", "e3de") + "  expected: rejected\n  seen:     accepted\n"),
    ("refuser", "reject-all x", 1, "broken on the simplest cases:\n"
     "  a plain section (v1, amd64, little endian) at address 0x1000, op decode\n  bytes:    " + PROBE
     + "  expected: accepted\n  seen:     rejected"),
    ("crasher", "signal 11", 3, "must be accepted, but: crashed SIGSEGV"),
    ("hanger", "hang x", 3, "must be accepted, but: did not answer in time"),
    ("babbler", "junk x", 3, "must be accepted, but: broke the protocol"),
    ("silence", "exit 0", 3, "must be accepted, but: broke the protocol"),
)


def change_adapter(name, pattern, new):
    """The sane adapter in another way."""
    write(name + ".conf", re.sub(pattern, new, read("sane.conf"), count=1, flags=re.M))


def check_broken():
    for name, decode, status, said in BROKEN:
        decode = decode.replace("DUMP", os.path.abspath("dump.txt"))
        make_adapter(name, "print " + os.path.abspath("rows.txt"), decode=f"{FAKE} {decode}")
        says(run_adapter(name, "--limit-seconds", "1"), status, said, name)
    for name, key, said in (("missing", "version", "there is no program `no-such-program`"), ("gone", "decode", "cannot be started")):
        change_adapter(name, f"^{key}-command: [^ ]*", f"{key}-command: no-such-program")
        says(run_adapter(name), 3, said, f"one without its {key}-command is broken")
    says(run_adapter("missing", "--tap", "--skip-missing"), 0, "1..0 # SKIP ", "unless that may be skipped")
    change_adapter("old", "^rung:", "for-version: ^9\nrung:")
    says(run_adapter("old"), 5, "fake is version 1.2.3", "another version is not judged")
    says(run_adapter("old", "--tap", "--skip-missing"), 0, "1..0 # SKIP fake is version 1.2.3", "but may be skipped too")


# ---- Known failures

BOTH = f"why\n  {LOOKED_UP} crash:SIGSEGV\n  {REFUSED} crash\n"
KNOWN = (
    ("both failures are known", "segv", BOTH, 0, "\nknown failures are those in known.txt, which has their reasons\n"),
    ("the block", "segv", BOTH, 0, "\n\nfake 1.2.3: no change (2 known failures, none new)\n"
     "  asked   5 of 6: version 1, amd64, decode and lookup\n  right   3   crashes 2\n  level   none (crashes break `safe`)\n"),
    ("one is not known", "segv", f"why\n  {LOOKED_UP} crash:SIGSEGV\n", 1, "\nfake 1.2.3: 1 unexpected failure, 1 known failure\n"),
    ("one passes now", "sane", f"why\n  {LOOKED_UP} crash\n", 2, f"\n  line 2: {LOOKED_UP}  passes now\n"),
    ("one fails in another way", "abort", BOTH, 2, "known:     line 2: crash:SIGSEGV (why)"),
    ("one is skipped", "sane", f"why\n  {OTHER} crash\n", 2, f"\n  line 2: {OTHER}  is skipped now\n"),
    ("one matches no case", "sane", "why\n  v1/none crash\n", 2, "to take out\n  line 2: v1/none  there is no such case\n"),
    ("one is unexplained", "segv", f"unexplained\n  {LOOKED_UP} crash\nwhy\n  {REFUSED} crash\n", 1,
     "\nfake 1.2.3: 1 unexpected failure, 1 known failure\n"),
    ("a pattern is about one that passes", "abort", f"why\n  v1/*/preamble/* crash\n  {REFUSED} crash\n", 2,
     f"\n  line 2: {ACCEPTED}  passes now\n"),
    ("two entries are about one case", "segv", f"why\n  v1/*/preamble/baseline-lookup crash\n  {LOOKED_UP} crash\n", 4,
     f"known.txt:3: {LOOKED_UP} has an entry at line 2 too"),
    ("the file is wrong", "segv", "why\n  a b\n", 4, "known.txt:2: the second word is not"),
)


def check_known():
    for what, name, text, status, said in KNOWN:
        write("known.txt", text)
        says(run_adapter(name, "--known", "known.txt"), status, said, what)
    says(run_adapter("segv", "--write-known", "written.txt"), 1, "", "writing the file does not make a run pass")
    says(run_adapter("segv", "--known", "written.txt"), 1, "", "nor does a file with unexplained entries")
    text = write("written.txt", re.sub("^unexplained: crashes on.*", "it crashes", read("written.txt"), flags=re.M))
    entries = f"\nit crashes\n  {REFUSED} crash:SIGSEGV\n\nit crashes\n  {LOOKED_UP} crash:SIGSEGV\n"
    ok(read(text).endswith(entries), "what was written", read(text))
    says(run_adapter("segv", "--known", "written.txt"), 0, "", "an explained file does")
    says(run_adapter("segv", "--write-known", "written.txt", "--force", LOOKED_UP), 1, "", "it is replaced if forced")
    says(run_adapter("segv", "--known", "written.txt"), 0, "", "and then nothing that was explained is lost")


# ---- The rest

def check_tap():
    write("known.txt", f"it crashes\n  {LOOKED_UP} crash\nwhy\n  v1/none crash\n")
    p = run_adapter("segv", "--known", "known.txt", "--tap", "--seed", "0")
    ok(p.returncode == 0 and p.stdout == f"""\
ok 1 - {OPEN}
ok 2 - {REJECTED}
ok 3 - {ACCEPTED}
not ok 4 - {LOOKED_UP} # TODO crash: it crashes
not ok 5 - {REFUSED}
# crash SIGSEGV
# fault    bad-magic: the magic is not 0xdee2 in either byte order
# bytes    0x0-0x2 of 0x34: e3 de
# clauses  ALL-PRE-02
# repeat   env ASAN_OPTIONS=detect_leaks=0 {FAKE} signal 11 corpus/v1/amd64-little/refused/magic.sframe 0x400000 0x400104
ok 6 - {OTHER} # SKIP profile not declared
#      1  crashes on bad-magic: the magic is not 0xdee2 in either byte order  [safe/crash/bad-magic]
# next: {CONFORM} explain --corpus corpus {REFUSED}
# fake 1.2.3: 1 unexpected failure, 1 known failure
#   asked   5 of 6: version 1, amd64, decode and lookup
#   right   3   crashes 2
#   level   none (crashes break `safe`)
not ok 7 - line 4 of the list of known failures: there is no case v1/none
1..7
""", "TAP: its lines say what an exit status says elsewhere", p.stdout + p.stderr)


def check_selection():
    for options, status, outcomes in (
            ("--area preamble", 0, {"pass": 3, "skipped": 1}), ("--profile v1", 0, {"pass": 5}),
            ("--profile v3", 5, {"skipped": 1}), ("--abi s390x", 5, {"skipped": 1}),
            ("*/baseline-lookup", 0, {"pass": 1}), ("v1/*/bad-magic* */magic-lookup", 0, {"pass": 2})):
        seen = run_adapter("sane", *options.split()).returncode, outcomes_of("sane")
        ok(seen == (status, outcomes), f"{options}: exit status {status}, outcomes", seen)


def check_commands():
    p = run(CONFORM, "list", "--corpus", "corpus", "--area", "preamble", "--profile", "v1")
    rows = [(REJECTED, "decode\treject\trefuse"), (ACCEPTED, "decode\taccept\tread"), (LOOKED_UP, "lookup\taccept\tread")]
    titles = [read_case(f"corpus/{case}.case")[0]["title"] for case, _ in rows]
    ended(p, 0, "list", "", out="".join(f"{case}\t{row}\t{title}\n" for (case, row), title in zip(rows, titles)))
    p = run(CONFORM, "show", "--corpus", "corpus", "--elf", "case.elf", "--raw", "case.raw", ACCEPTED)
    section = read_bytes(f"corpus/{ACCEPTED}.sframe")
    ok(p.returncode == 0 and read_bytes("case.raw") == section == read_bytes("case.elf")[64:64 + len(section)],
       "show writes the section bare and wrapped", p.stderr)
    ended(run(CONFORM, "show", "--corpus", "corpus", LOOKED_UP), 0, "show prints the case and its bytes",
          out=("pcs: 0x4000ff 0x400100 ", "\n0x0000  e2 de  "))


def check_encoder():
    """An adapter that can encode only: the questions of the runner, and those of the corpus, of which none is."""
    for command, more, status, said in (
            ("print", "", 5, ""), ("refuse", "", 5, ""), ("refuse", "reject-names: finding\n", 5, ""),
            ("accept-all", "", 1, "with a row after its function at address 0x1000, op encode\n  dump:     sframe-dump 1|"),
            ("reject-all", "", 1, "a plain dump (v1, amd64, little endian) at address 0x1000, op encode\n  dump:     sframe-"),
            ("print", "reject-names: finding\n", 3, "the first line of stderr is not a refusal")):
        change_adapter("encoder", "^decode-command:(.*\n)*", f"encode-command: {FAKE} encode-{command} {{dump}} {{sort}}\n"
                       "accept: exit 0\nreject: exit 1\nnormaliser: readelf\nprofiles: v1\nabis: amd64\norders: little\n" + more)
        says(run_adapter("encoder"), status, said, f"an encoder: {command} {more}".rstrip())


def check_jobs():
    """What is written must not depend on who was faster."""
    names = ("results.jsonl", "report.md", "report.html", "junit.xml")
    for jobs in "14":
        run(CONFORM, "run", "--corpus", "corpus", "--adapter", "./segv.conf", "--report", "jobs" + jobs, "--seed", jobs, "-j", jobs,
            env={**os.environ, "SOURCE_DATE_EPOCH": "1000000000"})
        for name in names:
            text = re.sub(r'"seconds":[0-9.]*| time="[0-9.]*"', "", read(f"jobs{jobs}/{name}"))
            write(f"{jobs}.{name}", re.sub("(?m)^.*seed.*$", lambda line: re.sub("[0-9]", "", line[0]), text))
    differ = [name for name in names if not filecmp.cmp("1." + name, "4." + name, shallow=False)]
    ok(not differ and not os.path.exists("jobs1/results.jsonl.part"),
       "one thread and four, in any order, write the same files but for the time it took", differ)
    left = [name for name in os.listdir(".") if name.startswith("sframe-conform.")]
    ok(not left, "no folder is left", left)


def main(folder):
    os.environ["TMPDIR"] = folder
    copy_corpus(CORPUS, [ACCEPTED, REJECTED, OPEN, LOOKED_UP, REFUSED, OTHER], "corpus")
    rows = read_case(f"corpus/{LOOKED_UP}.case")[1]
    write("rows.txt", rows)
    found = rows.replace("pc 0x4000ff none", "pc 0x4000ff fde=0 fre=0 cfa=sp+8 ra=*(cfa-8) fp=same")
    write("other.txt", found.replace("fp=*(cfa-16)", "fp=none"))
    write("dump.txt", DUMP)
    for check in (check_misbehaviour, check_broken, check_known, check_tap, check_selection, check_commands, check_encoder, check_jobs):
        check()


run_in_folder(main)
