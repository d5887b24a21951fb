# SPDX-License-Identifier: MIT
"""A valid corpus, and changes of one line: each is an error that names file and line. Prints TAP. The test `export` compares
all keys and bodies that are read of the whole corpus, and `explain` what is shown of them.

    case_files.py CONFORM
"""
import hashlib
import os
import sys

from common import ended, read, run, run_in_folder, write

CONFORM = os.path.abspath(sys.argv[1])
ERROR = 4
# Version 1, sorted, AMD64, fixed RA -8; one function of 16 bytes at section + 0x100 with one row: CFA = SP + 8.
SECTION = bytes.fromhex("e2de01010300f8000100000001000000030000000000000011000000"
                        "0001000010000000000000000100000000000308")
DUMP = """sframe-dump 1
section version=1 endian=little abi=amd64 flags=sorted fixed-fp=0 fixed-ra=-8 aux=0 fdes=1 fres=1 fre-len=3
fde 0 start=0x1100 size=0x10 pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=1
fre 0.0 at=0x0 cfa=sp+8 ra=*(cfa-8) fp=same mangled=0
"""
ROWS = "sframe-dump 1\npc 0x10ff none\npc 0x1100 fde=0 fre=0 cfa=sp+8 ra=*(cfa-8) fp=same\npc 0x1110 none\n"
ACCEPTED = "v1/amd64-little/area-a/accepted.case"
LOOKED_UP = "v1/amd64-little/area-a/looked-up.case"
OPEN = "v1/amd64-little/area-a/open.case"
REJECTED = "v1/amd64-little/area-b/rejected.case"
LOOKED_UP_REJECT = "v1/amd64-little/area-b/rejected-look-up.case"
OTHER = "v3/s390x-big/area-b/other.case"
HEADER = "id\trev\tfile\tsize\tsha256\tprofile\tabi\torder\top\tverdict\tclass\tcase-sha256\tlevel\n"


def sha256(data):
    return hashlib.sha256(data if isinstance(data, bytes) else data.encode()).hexdigest()


def write_case(path, op, verdict, more="", body=""):
    """Writes a case and its section below `corpus`; returns its line of the index."""
    case, (profile, machine) = path[:-len(".case")], path.split("/")[:2]
    rejects = verdict == "reject"
    section = b"\xe3" + SECTION[1:] if rejects else SECTION
    faulty = "level: refuse\nclass: bad-magic\nrange: 0x0-0x2\n" if rejects else ""
    pcs = "pcs: 0x10ff 0x1100 0x1110\n" if op == "lookup" else ""
    text = (f"id: {case}\nrev: 1\ntitle: a case of the tests\nclauses: ALL-PRE-02\nprofile: {profile}\naddr: 0x1000\n"
            f"file: {os.path.basename(case)}.sframe\nsize: {len(section)}\nsha256: {sha256(section)}\nop: {op}\n{pcs}"
            f"expect: {verdict}\n{faulty}{more}origin: typed in a test\nlicence: 0BSD OR CC0-1.0\n\n{body}")
    os.makedirs(os.path.dirname("corpus/" + path), exist_ok=True)
    write("corpus/" + path, text)
    with open(f"corpus/{case}.sframe", "wb") as file:
        file.write(section)
    cells = [case, "1", case + ".sframe", str(len(section)), sha256(section), profile, *machine.split("-"), op, verdict]
    return "\t".join([*cells, "bad-magic" if rejects else "-", sha256(text), "refuse" if rejects else "read"]) + "\n"


def write_corpus():
    rows = [write_case(ACCEPTED, "decode", "accept", body=DUMP), write_case(LOOKED_UP, "lookup", "accept", body=ROWS),
            write_case(OPEN, "decode", "policy", "policy: AMB-044\n", DUMP), write_case(REJECTED, "decode", "reject"),
            write_case(LOOKED_UP_REJECT, "lookup", "reject"), write_case(OTHER, "decode", "reject")]
    return write("corpus/index.tsv", HEADER + "".join(rows))


def loads(what, *selection):
    ended(run(CONFORM, "list", "--corpus", "corpus", *selection), 0, what, "")


def refused(message, what, *selection):
    """The corpus is not loaded, and this is said."""
    ended(run(CONFORM, "list", "--corpus", "corpus", *selection), ERROR, f"{what}: {message}", message, "")


def change(path, *edits, listed=True):
    """Changes one file of a fresh corpus. If it is listed, the index has the checksum of the changed case."""
    index, path = write_corpus(), "corpus/" + path
    before = after = read(path)
    for old, new in edits:
        assert old in after, old
        after = after.replace(old, new, 1)
    write(path, after)
    if listed and path != index:
        write(index, read(index).replace(sha256(before), sha256(after)))


LAST_KEY = "licence: 0BSD OR CC0-1.0\n"
SINGLE = "op: lookup\npcs: 0x10ff 0x1100 0x1110"
IN_TURN = "op: sequence\npcs: 0x10ff 2:0x1100 0x1110\n"
SECOND = "second: v1/amd64-little/area-a/open.sframe\n"
ZEROS = "0" * 64
CHANGES = (
    (ACCEPTED, "id: v1/amd64-little/area-a/accepted", "id: v1/amd64-little/area-a/other", ":1: id: is not the path"),
    (ACCEPTED, "rev: 1", "rev: 0", ":2: rev: is not a number"),
    (ACCEPTED, "rev: 1", "rev: 01", ":2: rev: is not a number"),
    (ACCEPTED, "title: a case", "title:  a case", ":3: the value is empty, has a space"),
    (ACCEPTED, "title: a case of the tests\n", "", ":1: the key `title` is missing"),
    (ACCEPTED, "title: a case of the tests\n", "title: x\nrev: 1\n", ":4: rev: is given twice"),
    (ACCEPTED, "rev: 1\ntitle: a case of the tests\n", "title: a case of the tests\nrev: 1\n",
     ":3: rev: comes too late"),
    (ACCEPTED, "rev: 1", "revision: 1", ":2: revision: is not a key"),
    (ACCEPTED, "rev: 1", "rev 1", ":2: expected `key: value`"),
    (ACCEPTED, "rev: 1", "rev: 1\x01", ":2: the value is empty, has a space"),
    (ACCEPTED, "clauses: ALL-PRE-02", "clauses: ALL-PRE-02 ALL-PRE-99", ":4: clauses: names a clause"),
    (ACCEPTED, "profile: v1", "profile: v4", ":5: profile: is not v1, v2,"),
    (ACCEPTED, "profile: v1", "profile: v2", "index.tsv:2: the profile of v1/amd64-little/area-a/accepted"),
    (ACCEPTED, "addr: 0x1000", "addr: 1000", ":6: addr: is not a hexadecimal"),
    (ACCEPTED, "file: accepted", "file: ../area-a/accepted", ":7: file: is not the section file"),
    (ACCEPTED, "size: 48", "size: 47", ":8: size: "),
    (ACCEPTED, "sha256: ", "sha256: 0", ":9: sha256: is not 64"),
    (ACCEPTED, "op: decode", "op: guess", ":10: op: is not decode, lookup, unwind, encode, sequence or merge"),
    (ACCEPTED, "op: decode", "op: decode\npcs: 0x1", ":11: pcs: is not allowed in this case"),
    (ACCEPTED, "expect: accept", "expect: maybe", ":11: expect: is not accept, reject or policy"),
    (ACCEPTED, "expect: accept", "expect: reject", ":1: the key `level` is missing"),
    (ACCEPTED, "expect: accept", "expect: accept\nlevel: strict", ":12: level: is not allowed in this case"),
    (ACCEPTED, "expect: accept", "expect: accept\nlevel: read", ":12: level: is not refuse, validate or strict"),
    (REJECTED, "level: refuse\n", "", ":1: the key `level` is missing"),
    (REJECTED, "level: refuse", "level: safe", ":12: level: is not refuse, validate or strict"),
    (REJECTED, "level: refuse", "level: strict", "index.tsv:5: the level of v1/amd64-little/area-b/rejected"),
    (REJECTED, "class: bad-magic\n", "", ":1: the key `class` is missing"),
    (ACCEPTED, "expect: accept", "expect: accept\nalso: bad-abi 0x4-0x5", ":12: also: is not allowed in this case"),
    (REJECTED, "0x0-0x2\n", "0x0-0x2\nalso: bad-abi\n", ":15: also: is not `CLASS 0xSTART-0xEND` parts"),
    (REJECTED, "0x0-0x2\n", "0x0-0x2\nalso: bad-abi 0x5-0x4\n", ":15: also: is not `CLASS"),
    (REJECTED, "0x0-0x2\n", "0x0-0x2\nalso: bad-abi 0x4-0x5;bad-version 0x2-0x3\n", ":15: also: is not `CLASS"),
    (REJECTED, "0x0-0x2\n", "0x0-0x2\nalso: bad-smell 0x4-0x5\n",
     ":15: also: names what is not a fault class that rejects"),
    (REJECTED, "0x0-0x2\n", "0x0-0x2\nalso: bad-abi 0x4-0x5; zero-tail 0x4-0x5\n",
     ":15: also: names what is not a fault class that rejects"),
    (REJECTED, "0x0-0x2\n", "0x0-0x2\nalso: bad-abi 0x4-0x31\n", ":15: also: ends after the section"),
    (REJECTED, "0x0-0x2\n", "0x0-0x2\nreadings: accept\n", ":15: readings: is not allowed in this case"),
    (OPEN, "AMB-044\n", "AMB-044\nreadings: maybe\n", ":13: readings: is not a list of different accepting"),
    (OPEN, "AMB-044\n", "AMB-044\nreadings: reject\n", ":13: readings: is not a list of different accepting"),
    (OPEN, "AMB-044\n", "AMB-044\nreadings: accept accept\n", ":13: readings: is not a list of different"),
    (OPEN, "licence: 0BSD OR CC0-1.0\n\nsframe-dump 1\n", "licence: 0BSD OR CC0-1.0\n\nsframe-dump 1\n\n",
     ":15: the body is not a valid dump"),
    (ACCEPTED, "expect: accept", "expect: accept\nclass: bad-magic", ":12: class: is not allowed in this case"),
    (ACCEPTED, "expect: accept", "expect: accept\ndoubt: zero-tail", ":12: doubt: is not allowed in this case"),
    (ACCEPTED, "expect: accept", "expect: accept\nparent: v1/none", ":1: the key `patch` is missing"),
    (ACCEPTED, "expect: accept", "expect: accept\nparent: v1/none\npatch: 0x0 e2 e3",
     ":1: parent: there is no case v1/none"),
    (ACCEPTED, "expect: accept", "expect: accept\nparent: v1/none\npatch: 0 e2 e3", ":13: patch: is not"),
    (ACCEPTED, "expect: accept", "expect: accept\nparent: v1/none\npatch: 0x0 e2", ":13: patch: is not"),
    (ACCEPTED, "expect: accept", "expect: accept\nparent: v1/none\npatch: 0x0 e2 e3; 0x1 d -", ":13: patch: is not"),
    (ACCEPTED, "sframe-dump 1\n", "sframe-dump 2\n", ":14: the body is not a valid dump: line 1 of the dump"),
    (ACCEPTED, "sframe-dump 1\n", "\nsframe-dump 1\n", ":14: the body is not a valid dump: line 1 of the dump"),
    (LOOKED_UP, "pcs: 0x10ff 0x1100", "pcs: 0x1100 0x10ff", ":17: this row is not for the next PC"),
    (LOOKED_UP, "pcs: 0x10ff 0x1100 0x1110", "pcs: 0x10ff 0x1100 0x1110 0x1",
     ":15: the body must have a row for each PC"),
    (LOOKED_UP, "pcs: 0x10ff 0x1100 0x1110", "pcs: 0x10ff 0x1100", ":19: this row is not for the next PC"),
    (LOOKED_UP, LAST_KEY, LAST_KEY + "signal-pcs: 0x1100 0x1101\n", ":15: signal-pcs: names a PC that is not"),
    (LOOKED_UP, LAST_KEY, LAST_KEY + "signal-pcs: 2:0x1100\n", ":15: signal-pcs: names a PC that is not"),
    (LOOKED_UP, "licence: ", "signal-pcs: 0x1100\nlicence: ", ":15: licence: comes too late"),
    (ACCEPTED, LAST_KEY, LAST_KEY + "signal-pcs: 0x1100\n", ":14: signal-pcs: "),
    (LOOKED_UP, "pcs: 0x10ff", "pcs: 10ff", ":11: pcs: is not a list"),
    (LOOKED_UP, "pcs: 0x10ff 0x1100 0x1110\n", "", ":1: the key `pcs` is missing"),
    (LOOKED_UP, SINGLE, "op: unwind", ":1: the key `regs` is missing"),
    (LOOKED_UP, SINGLE, "op: unwind\nregs: pc=0x1 sq=0x2", ":11: regs: is not registers"),
    (LOOKED_UP, SINGLE, "op: unwind\nregs: pc=1", ":11: regs: is not registers"),
    (LOOKED_UP, SINGLE, "op: unwind\nregs: pc=0x1\nmem: 7=0x1", ":12: mem: is not words"),
    (LOOKED_UP, SINGLE, "op: unwind\nregs: pc=0x1\npac-mask: 7", ":12: pac-mask: is not"),
    (LOOKED_UP, SINGLE, "op: unwind\nregs: pc=0x1\nmax: 0", ":12: max: is not 1 to 256"),
    (LOOKED_UP, SINGLE, "op: unwind\nregs: pc=0x1 r10=0x2", ":15: the body is not a valid dump"),
    (LOOKED_UP, "pcs: 0x10ff", "pcs: 2:0x10ff", ":11: pcs: is not a list"),
    (LOOKED_UP, SINGLE, "op: sequence\npcs: 0x10ff 0x1100 0x1110", "index.tsv:3: the op of"),
    (LOOKED_UP, SINGLE, "op: sequence\npcs: 0x10ff 2:0x1100 0x1110", ":1: PCs with `2:` and the key"),
    (LOOKED_UP, SINGLE, "op: sequence\npcs: 0x10ff 2: 0x1110", ":11: pcs: is not a list"),
    (LOOKED_UP, SINGLE, "op: sequence\npcs: 0x10ff 3:0x1100 0x1110", ":11: pcs: is not a list"),
    (LOOKED_UP, SINGLE + "\n", SINGLE + "\nsecond: v1/x.sframe\n", ":12: second: is not allowed in this case"),
    (LOOKED_UP, SINGLE + "\n", IN_TURN + "second: ../x.sframe\n", ":12: second: is not a section file"),
    (LOOKED_UP, SINGLE + "\n", IN_TURN + "second: v1/x.case\n", ":12: second: is not a section file"),
    (LOOKED_UP, SINGLE + "\n", IN_TURN + SECOND, ":1: the key `second-addr` is missing"),
    (LOOKED_UP, SINGLE + "\n", IN_TURN + SECOND + "second-addr: 4096\n", ":13: second-addr: is not a hexa"),
    (LOOKED_UP, SINGLE + "\n", IN_TURN + SECOND + "second-addr: 0x0\n", ":1: the key `second-sha256` is missing"),
    (LOOKED_UP, SINGLE + "\n", IN_TURN + SECOND + "second-addr: 0x0\nsecond-sha256: " + ZEROS + "\n",
     ":14: second-sha256: "),
    (LOOKED_UP, SINGLE + "\n",
     "op: sequence\npcs: 0x10ff 0x1100 0x1110\n" + SECOND + "second-addr: 0x0\nsecond-sha256: " + ZEROS + "\n",
     ":1: PCs with `2:` and the key"),
    (LOOKED_UP, SINGLE, "op: sequence\npcs: 0x10ff 0x1100", ":19: this row is not for the next PC"),
    (LOOKED_UP_REJECT, SINGLE, "op: sequence\npcs: 0x10ff 0x1100 0x1110", ":18: the body is not a valid dump"),
    (ACCEPTED, "op: decode", "op: encode", ":1: the key `result` is missing"),
    (ACCEPTED, "op: decode", "op: encode\nsort: no", ":11: sort: is not yes"),
    (ACCEPTED, "op: decode", "op: encode\nfit: no", ":11: fit: is not yes"),
    (ACCEPTED, "op: decode", "op: decode\nfit: yes", ":11: fit: is not allowed in this case"),
    (OPEN, "op: decode", "op: encode", ":1: the key `result` is missing"),
    (ACCEPTED, "op: decode", "op: encode\nresult: ../area-a/accepted.sframe", ":11: result: is not a section file"),
    (ACCEPTED, "op: decode", "op: encode\nresult: accepted.dump", ":11: result: is not a section file"),
    (ACCEPTED, "op: decode", "op: encode\nresult: accepted.sframe", "index.tsv:2: the op of"),
    (ACCEPTED, "op: decode", "op: decode\nresult: accepted.sframe", ":11: result: is not allowed in this case"),
    (ACCEPTED, "addr: 0x1000", "addr: 0x1000\ncontainer: coff", ":7: container: is not elf"),
    (LOOKED_UP, "addr: 0x1000", "addr: 0x1000\ncontainer: elf", ":7: container: is not allowed in this case"),
    (ACCEPTED, "expect: accept", "expect: accept\nerror: damaged", ":12: error: is not allowed in this case"),
    (REJECTED, "class: bad-magic", "error: torn", ":13: error: is not an error"),
    (REJECTED, "class: bad-magic", "error: damaged", ":13: error: is not allowed in this case"),
    (REJECTED, "op: decode", "op: encode", ":1: the key `refusal` is missing"),
    (REJECTED, "class: bad-magic", "refusal: bad-rep-size\nclass: bad-magic",
     ":13: refusal: is not allowed in this case"),
    (REJECTED, "class: bad-magic", "refusal: bad-smell", ":13: refusal: is not in the register"),
    (REJECTED, "class: bad-magic", "at: fre 1", ":13: at: is not a line"),
    (REJECTED, "class: bad-magic", "at: row 1.0", ":13: at: is not a line"),
    (REJECTED, "op: decode\nexpect: reject\nlevel: refuse\nclass: bad-magic\nrange: 0x0-0x2",
     "op: encode\nexpect: reject\nlevel: refuse\nrefusal: bad-rep-size\nat: fde 0",
     "index.tsv:5: the op of"),
    (ACCEPTED, "expect: accept", "mem: 0x1=0x2\nexpect: accept", ":11: mem: is not allowed in this case"),
    (OPEN, "policy: AMB-044", "policy: AMB-999", ":12: policy: is not in the register"),
    (ACCEPTED, "CC0-1.0\n", "CC0-1.0\ndecided: AMB-999\n", ":14: decided: names a question that"),
    (ACCEPTED, "CC0-1.0\n", "CC0-1.0\ndecided: AMB-100 AMB-112\ndecided: AMB-100\n", ":15: decided: is given"),
    (OPEN, "policy: AMB-044\n", "", ":1: the key `policy` is missing"),
    (REJECTED, "class: bad-magic", "class: zero-tail", ":13: class: is not a fault class that rejects"),
    (REJECTED, "class: bad-magic", "class: no-such-fault", ":13: class: is not a fault class that rejects"),
    (REJECTED, "class: bad-magic", "class: bad-version", "index.tsv:5: the class of v1/amd64-little/area-b/rejected"),
    (REJECTED, "range: 0x0-0x2", "range: 0x2-0x0", ":14: range: is not"),
    (REJECTED, "range: 0x0-0x2", "range: 0x0-0x31", ":14: range: ends after the section"),
    (ACCEPTED, "origin: ", "multi-fault: two\norigin: ", ":12: multi-fault: is not allowed in this case"),
    (ACCEPTED, "origin: ", "parent-open: why\norigin: ", ":12: parent-open: is not allowed in this case"),
    (REJECTED, "origin: ", "elsewhere: why\norigin: ", ":15: elsewhere: is not allowed in this case"),
    (REJECTED, "CC0-1.0\n\n", "CC0-1.0\n\nsframe-dump 1\n", ":18: a rejected section has no dump"),
    # Changes that leave a valid case.
    (ACCEPTED, "title: a case", "title: a cane", ":1: the case file was changed: its sha256 is "),
    (ACCEPTED, "fp=same", "fp=none", ":1: the case file was changed"),
    (LOOKED_UP, "addr: 0x1000", "addr: 0x2000", ":1: the case file was changed"),
    ("index.tsv", "id\trev", "id\trevision", "index.tsv:1: the columns are not those"),
    ("index.tsv", "accepted\t1\t", "accepted\t2\t", "index.tsv:2: the rev of v1/amd64-little/area-a/accepted"),
    ("index.tsv", "accepted.sframe\t48", "accepted.sframe\t49", "index.tsv:2: the size of"),
    ("index.tsv", "decode\taccept", "lookup\taccept", "index.tsv:2: the op of"),
    ("index.tsv", "decode\taccept", "decode\treject", "index.tsv:2: the verdict of"),
    ("index.tsv", "amd64\tlittle", "amd64\tmiddle", "index.tsv:2: the order of"),
    ("index.tsv", "\tread\n", "\tsafe\n", "index.tsv:2: the level of"),
    ("index.tsv", "\tdecode", "", "index.tsv:2: expected 13 cells"),
    ("index.tsv", "v1/amd64-little/area-a/accepted\t", "../v1/amd64-little/area-a/accepted\t",
     "index.tsv:2: the id or file is not a path inside"),
    ("index.tsv", "v1/amd64-little/area-a/accepted\t", "v1/amd64-little/area-a/nothing\t",
     "v1/amd64-little/area-a/nothing.case: cannot be opened"),
)


def check_changes():
    for path, old, new, message in CHANGES:
        # The checksum is checked last, and is what some changes are about.
        change(path, (old, new), listed="was changed" not in message)
        refused(f"corpus/{path if message[0] == ':' else ''}{message}", "a change")
    change(ACCEPTED, ("profile: v1\n", ""), ("CC0-1.0\n", "CC0-1.0\ndecided: AMB-100\n"))
    refused(f"{ACCEPTED}:1: the key `profile` is missing", "an open question in no profile")


def check_readings():
    """A case with two readings, and bodies that are not two dumps."""
    for between, after, message in (
            ("\n", "", ""), ("", "", ": the body is not one dump for each of the readings"),
            ("\n\n", "", ": the body is not a valid dump"),
            ("\n", "\n", ": the body is not one dump for each of the readings")):
        change(OPEN, ("policy: AMB-044\n", "policy: AMB-078\nreadings: offset pc\n"), (DUMP, DUMP + between + DUMP + after))
        if message:
            refused(message, "bad readings")
        else:
            loads("two readings")


def check_sequences():
    """Rows of a damaged function say so in a reject, and nowhere else. The index has another op, which is compared last."""
    right, wrong = " the op of ", ": a sequence has rows with `reject`"
    second = IN_TURN + SECOND + f"second-addr: 0x2000\nsecond-sha256: {sha256(SECTION)}"
    for path, rows, message in (
            (LOOKED_UP, ("0x10ff none", "0x1100 none", "0x1110 none"), right),
            (LOOKED_UP, ("0x10ff none", "0x1100 reject", "0x1110 none"), wrong),
            (LOOKED_UP_REJECT, ("0x10ff none", "0x1100 reject", "0x1110 none"), right),
            (LOOKED_UP_REJECT, ("0x10ff none", "0x1100 none", "0x1110 none"), wrong),
            (LOOKED_UP_REJECT, ("0x10ff reject", "0x1100 none"), ": the body must have a row for each PC")):
        body = "sframe-dump 1\n" + "".join(f"pc {row}\n" for row in rows)
        old = ROWS if path == LOOKED_UP else ""
        change(path, (SINGLE, second), (f"{LAST_KEY}\n{old}", f"{LAST_KEY}\n{body}"))
        refused(message, "a sequence in two sections: " + ", ".join(rows))


def check_index():
    header, first, second, *more = read(write_corpus()).splitlines(keepends=True)
    for rows, message, what in (
            ([header, first, *more], "looked-up.case:1: the case is not listed in an index.tsv", "a missing line"),
            ([header, first, second, second, *more],
             "index.tsv:4: v1/amd64-little/area-a/looked-up does not sort", "a line twice"),
            ([header, first, second, *more[:-1], more[-1][:-1]], "index.tsv:7: does not end with a newline", "a cut index"),
            ([], "index.tsv:1: is empty", "an empty index")):
        write("corpus/index.tsv", "".join(rows))
        refused(message, what)


def check_real():
    """The sections of real tools have an index of their own."""
    header, first = read(write_corpus()).splitlines(keepends=True)[:2]
    case, *cells = first.split("\t")
    name = "real/v1/amd64-little/accepted"
    os.makedirs("corpus/real/v1/amd64-little")
    text = read(write(f"corpus/{name}.case", read("corpus/" + ACCEPTED).replace(case, name)))
    with open(f"corpus/{name}.sframe", "wb") as file:
        file.write(SECTION)
    refused("accepted.case:1: the case is not listed", "a case that no index lists")
    row = [name, "1", name + ".sframe", *cells[2:-2], sha256(text), cells[-1]]
    write("corpus/real/index.tsv", header + "\t".join(row))
    p = run(CONFORM, "list", "--corpus", "corpus", "--area", "real")
    ended(p, 0, "a second index, whose cases are among the others", "", name)
    write("corpus/real/index.tsv", header + first)
    refused("accepted.case:1: two indexes list it", "a case in both")


def check_bytes():
    """A changed byte must be noticed though the size stays. A case that is not asked for is known by its row in the index."""
    write_corpus()
    path = "corpus/" + ACCEPTED.replace(".case", ".sframe")
    with open(path, "wb") as file:
        file.write(SECTION[:-1] + b"\t")
    refused("accepted.case:9: sha256: ", "a changed byte")
    refused("area-a/accepted.sframe has ", "its file")
    loads("damage elsewhere", "--area", "area-b")
    refused("area-a/accepted.case:9: ", "damage of a wanted case", "--area", "area-a")
    write("corpus/v1/amd64-little/area-b/new.case", "")
    refused("the case is not listed", "a case that no index lists, elsewhere", "--area", "area-b")
    os.unlink("corpus/v1/amd64-little/area-b/new.case")


def main():
    write_corpus()
    loads("a valid corpus is read")
    ended(run(CONFORM, "show", "--corpus", "corpus", "v1/amd64-little/area-a"), ERROR, "an id must match as a whole", "area-a")
    for check in (check_changes, check_readings, check_sequences, check_index, check_bytes, check_real):
        check()


run_in_folder(main)
