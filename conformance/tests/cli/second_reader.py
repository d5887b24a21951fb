#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The second reader of the format (examples/adapters/sframe_reader.py) against the corpus: its list of disagreements is
exact, it refuses what cannot be read, and no bytes make it fail.

usage: second_reader.py CONFORM CORPUS EXAMPLES REGISTERS
"""
import collections
import functools
import glob
import os
import random
import re
import signal
import sys
import tempfile

from common import no_report, ok, plan, read, read_bytes, results_of, run, write
from corpus_part import read_index

CONFORM, CORPUS, EXAMPLES, REGISTERS = (os.path.abspath(path) for path in sys.argv[1:5])
sys.path += [EXAMPLES, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "ci")]
import reasons
import sframe_reader

LIST = os.path.join(EXAMPLES, "sframe_reader.disagreements")
PAGE = os.path.join(EXAMPLES, "sframe_reader.md")
# What can be a disagreement about the format. A crash or a wrong message never is.
ABOUT_FORMAT = ("too-lenient", "too-strict", "wrong-output")
REASON = re.compile(r"(\S+): text: (corpus|reader|open)\. \S.{19,}")
# What a person can read beside the manual.
MOST_LINES = 750
# The reader does not change any more, and what it is given is the same each time.
MUTANTS, SEED = 600, 1
# For one section; the slowest of them takes a fraction of a second.
SECONDS = 20


def read_cells():
    """The lines of the index, as lists."""
    return [line.rstrip("\n").split("\t") for _, line in sorted(read_index(CORPUS)[1].items())]


# The adapter, but it keeps what it read for the next questions about a section, which follow in the order of ids, and all answers:
# a run's second pass asks for a third of them again.
QUICK = f"""import functools, gc, sys
sys.path.insert(0, {EXAMPLES!r})
sys.pycache_prefix = {sys.pycache_prefix!r}
import sframe_framed
gc.disable()
sframe_framed.reader.Reader = functools.lru_cache(maxsize=64)(sframe_framed.reader.Reader)
sframe_framed.answer = functools.lru_cache(maxsize=None)(sframe_framed.answer)
sframe_framed.main()
"""


def run_corpus():
    """One object for each case that the reader was asked about, and the summary."""
    with tempfile.TemporaryDirectory(prefix="sframe-second-reader.") as folder:
        quick = write(os.path.join(folder, "quick.py"), QUICK)
        adapter = write(os.path.join(folder, "quick.conf"), read(os.path.join(EXAMPLES, "sframe-reader.conf")).replace("{here}/sframe_framed.py", quick)
                        + "growth-time: 0\n")
        p = run(CONFORM, "run", "--level", "strict", "--corpus", CORPUS, "--seed", "0", "-j", "1", "--report", folder, "--adapter", adapter, env=no_report())
        ok(p.returncode in (0, 1), "the reader is asked about the whole corpus", p.stdout + p.stderr)
        _, *lines = results_of(folder)
    return [line for line in lines if line["type"] == "case" and line["outcome"] != "skipped"], lines[-1]


def outcome_of(result):
    return ":".join(filter(None, (result["outcome"], result["detail"])))


def matched(results, entries):
    """Each result with the first entry that fits it, or None. `entries` are those of reasons.Patterns: question, id, outcome."""
    @functools.lru_cache(maxsize=None)
    def about(questions):
        return [entry for entry in entries if any(map(entry[2][0].fullmatch, questions))]

    return [(result, next((entry for entry in about((*result["decided"], "-")) if entry[2][1].fullmatch(result["id"])), None))
            for result in results]


def compare(results, entries):
    """What is wrong with a list of disagreements: texts."""
    used = set()
    for result, entry in matched(results, entries):
        name, outcome = result["id"], outcome_of(result)
        if entry:
            used.add(entry[0])
        if result["outcome"] not in ABOUT_FORMAT and outcome != "pass":
            yield f"{name} {outcome}: no reading of the format"
        elif entry and not entry[2][2].fullmatch(outcome):
            yield f"line {entry[0]}: {name} {outcome}"
        elif not entry and outcome != "pass":
            yield f"{name} {outcome}: a new disagreement"
    yield from (f"line {entry[0]}: stale: {entry[1]}" for entry in entries if entry[0] not in used)


def check_compare():
    """The comparison finds what it should, in a list that is right but for one thing."""
    results = [{"id": name, "outcome": outcome, "detail": detail, "decided": decided} for name, outcome, detail, decided in (
        ("v1/a", "pass", None, ["Q-1"]), ("v1/b", "too-lenient", None, ["Q-0", "Q-1"]), ("v1/c", "wrong-output", "fre.fp", []),
        ("v1/d", "crash", "SIGSEGV", []))]
    good = ["Q-1 v1/b too-lenient", "- v1/c wrong-output:*.fp"]
    for what, count, entries, wanted in (
            ("an exact list", 3, good, []),
            ("an exception before the rest of a question", 3, ["Q-1 v1/a pass", "Q-1 * too-lenient", good[1]], []),
            ("a new disagreement", 3, good[:1], ["v1/c wrong-output:fre.fp: a new disagreement"]),
            ("another outcome", 3, ["Q-1 v1/b too-strict", good[1]], ["line 2: v1/b too-lenient"]),
            ("another question", 3, [good[0], "Q-1 v1/c wrong-output:*"], ["v1/c wrong-output:fre.fp: a new disagreement", "line 3: stale: Q-1 v1/c wrong-output:*"]),
            ("an entry that is not needed", 3, good + ["- v1/b too-lenient"], ["line 4: stale: - v1/b too-lenient"]),
            ("a pattern that is too wide", 3, ["Q-1 v1/[ab] too-lenient", good[1]], ["line 2: v1/a pass"]),
            ("a crash", 4, good + ["- v1/d crash:SIGSEGV"], ["v1/d crash:SIGSEGV: no reading of the format"])):
        with tempfile.NamedTemporaryFile("w", suffix=".list") as file:
            file.write("A reason.\n" + "".join(f"  {entry}\n" for entry in entries))
            file.flush()
            found = list(compare(results[:count], reasons.Patterns(file.name, 3).entries))
        ok(found == wanted, f"the comparison: {what}", found)


def check_reasons(entries):
    """Each names a question or a clause that there is, and the side that the text is on. Returns them by reason."""
    ids = set(re.findall(r"^([A-Z0-9]+-[A-Z0-9-]+) \|", "".join(read(os.path.join(REGISTERS, name)) for name in
                                                                 ("policies.txt", "clauses.txt")), re.M))
    matches = {entry[3]: REASON.fullmatch(entry[3]) for entry in entries}
    bad = [reason for reason, match in matches.items() if not match or match[1] not in ids]
    ok(not bad, "each reason has a question and the side of the text", bad)
    shown = sorted(re.findall(r"^\| ([A-Z0-9-]+) \| (corpus|reader|open) \|", read(PAGE), re.M))
    ok(shown == sorted(match.groups() for match in matches.values() if match), "the page shows the same questions and sides", shown)
    return {reason: f"{match[1]} {match[2]}" for reason, match in matches.items() if match}


def check_corpus():
    results, summary = run_corpus()
    asked = {result["id"] for result in results}
    # The test `merges` asks a program beside the reader for merges.
    raw = {cell[0] for cell in read_cells() if cell[2].endswith(".sframe") and cell[8] != "merge"}
    ok(raw <= asked, "no raw section is left out", sorted(raw - asked))
    entries = reasons.Patterns(LIST, 3).entries
    sides = check_reasons(entries)
    found = list(compare(results, entries))
    ok(not found, "the list of disagreements is exact", "\n".join(found))
    counts = collections.Counter(sides.get(entry[3]) for result, entry in matched(results, entries) if entry and result["outcome"] != "pass")
    print("# disagreements: " + ", ".join(f"{side} {count}" for side, count in sorted(counts.items(), key=str)))
    refused = [result for result in results if result["level"] == "refuse"]
    # A disagreement here would mean that the reader invents data. Such an entry would need more than a line in the list.
    lenient = [result["id"] for result in refused if result["outcome"] != "pass"]
    ok(len(refused) > 1500 and not lenient, f"{len(refused)} sections of level refuse are refused", lenient)
    right = {level: "%(right)d/%(asked)d" % counts for level, counts in summary["levels"].items()}
    print("# right by level: " + ", ".join(f"{level} {share}" for level, share in right.items()))


# ---- Any bytes ---------------------------------------------------------------------------

def on_alarm(_signal, _frame):
    raise TimeoutError(f"more than {SECONDS} seconds")


def read_all(rng, section):
    """Decodes, looks up and traces; returns what is wrong with the answers, or None. `section`: the reader's arguments."""
    report, dump = sframe_reader.decode(*section)
    starts = [function.start for function in report.functions[:4]]
    pcs = starts + [start + rng.randrange(64) for start in starts] + [rng.getrandbits(64)]
    answers = sframe_reader.lookup(*section, pcs)[1]
    registers = {"pc": rng.choice(pcs), "sp": 0x7000, "fp": 0x7100, "r30": pcs[0], "r14": pcs[0]}
    memory = {0x7000 + 8 * i: rng.choice(pcs + [0x7000 + 8 * i + 16]) for i in range(64)}
    trace = sframe_reader.unwind(*section, registers, memory, 0, 16)[1]
    if report.forbidden:
        return "answers about a rejected section" if answers or trace else None
    if len(answers) != 1 + len(pcs) or not trace[-1].startswith("end "):
        return "lines are missing"
    return "a dump of an accepted section with values that have no meaning" if "?" in "".join(dump + answers + trace) else None


def try_all(rng, sections, what):
    """`sections`: names and the reader's arguments."""
    bad, accepted = [], 0
    signal.signal(signal.SIGALRM, on_alarm)
    for name, section in sections:
        signal.alarm(SECONDS)
        try:
            wrong = read_all(rng, section)
            accepted += not sframe_reader.check(*section).forbidden
        except Exception as why:  # pylint: disable=broad-except
            wrong = f"{type(why).__name__}: {why}"
        signal.alarm(0)
        if wrong:
            bad.append(f"{name} {section[1:]} {section[0].hex()[:400]}: {wrong}")
    ok(sections and not bad, f"{what}: {len(sections)} sections, {accepted} accepted", "\n".join(bad))


def mutate(rng, data):
    """Some bytes of a section become other ones, or numbers at the end of a range, or go, or come twice."""
    data = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 4, 8))):
        at = rng.randrange(len(data) + 1) if rng.random() < 0.5 else rng.randrange(min(len(data), 48) + 1)
        change = rng.randrange(5)
        if change == 0:
            data[at:at + 1] = bytes([rng.getrandbits(8)])
        elif change == 1:
            data[at:at + 1] = bytes([rng.choice((0, 1, 2, 3, 4, 0x7f, 0x80, 0xfe, 0xff))])
        elif change == 2:
            data[at:at + 4] = rng.choice((b"\0\0\0\0", b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\xff\xff\xff\x7f"))
        elif change == 3:
            del data[at:at + rng.choice((1, 4, len(data)))]
        else:
            data[at:at] = data[at:at + rng.choice((1, 3, 8, 20))]
    return bytes(data)


def check_any_bytes():
    rng = random.Random(SEED)
    kinds = [(profile, 0x400000, abi, order) for profile in sframe_reader.VERSIONS
             for abi, order in (("aarch64", "big"), ("aarch64", "little"), ("amd64", "little"), ("s390x", "big"))]
    inputs = sorted(glob.glob(os.path.join(CORPUS, "regress", "*.input")))
    try_all(rng, [(os.path.basename(path), (read_bytes(path), *kind)) for number, path in enumerate(inputs) for kind in kinds[number % 5::5]], "what fuzzing found")
    raw = [cell for cell in read_cells() if cell[2].endswith(".sframe") and cell[8] == "decode"]
    chosen = [rng.choice(raw) for _ in range(MUTANTS)]
    try_all(rng, [(f"mutant {number} of {cell[0]}", (mutate(rng, read_bytes(os.path.join(CORPUS, cell[2]))), cell[5], 0x400000, cell[6], cell[7]))
                  for number, cell in enumerate(chosen)], "changed sections of the corpus")


lines = sum(len(read(os.path.join(EXAMPLES, name)).splitlines()) for name in ("sframe_reader.py", "sframe_framed.py"))
ok(lines <= MOST_LINES, f"the reader and its adapter have at most {MOST_LINES} lines", lines)
check_compare()
check_corpus()
check_any_bytes()
plan()
