# SPDX-License-Identifier: MIT
"""Judges a linker's output: its SFrame data must be the union of the inputs' rows. Functions are found by their markers."""
import json
import os
import re

import steps
from elf_file import SHF_ALLOC, SHF_EXECINSTR, SHT_PROGBITS, File
from link_objects import MARK
from program import Fault
from stubs import is_stubs, judge_stubs


# The clause of a linked section that is not marked as sorted.
SORTED = "ALL-FLG-01"
# The bytes of a section's header, and of an entry of its table of functions by version.
HEADER, ENTRY = 28, {1: 17, 2: 20, 3: 16}


def output_of(command):
    """What a tool of ours prints, and its errors. It must not die: that would be no answer."""
    ended = steps.run(command, seconds=120, most=1 << 28)
    if ended.how != "exit":
        raise Fault(f"{command[0]} fails: {ended.how} {ended.code}: {command[-1]}")
    return ended


def dump(ref, path):
    """The kind of version, the functions by address, and the fixed offsets of FP and RA; or None and what is wrong."""
    ended = output_of([ref, "--json", "dump", path])
    if ended.code != 0:
        file = json.loads(output_of([ref, "--json", "check", path]).out)["files"][0]
        wrong = [f"{f['clause']}: {f['message']} ({f['value']})" + (f", fde {f['fde']}" if "fde" in f else "") +
                 (f" fre {f['fre']}" if "fre" in f else "") for f in file.get("findings", ()) if f["severity"] == "violation"]
        return None, file.get("error") or (wrong + ["no dump is made"])[0], None
    found = json.loads(ended.out)
    section, functions = found["section"], {}
    for f in found["functions"]:
        functions.setdefault(int(f["start"], 16), []).append(f)
    # Errata 1 is version 2, too, but stores start fields in another way (AMB-001).
    return (section["version"], "pcrel" in section["flags"]), functions, (section["fixed-fp"], section["fixed-ra"])


def meaning(f):
    """What linking must not change in a function."""
    rows = [tuple(sorted((k, v) for k, v in r.items() if k != "index")) for r in f["rows"]]
    return f["size"], f["pc"], f["key"], f["signal"], f["rep"], f["type"], rows


def judge_emitted(file, version, count, wrong):
    """Relocations that a linker leaves in a linked file must still be for the start fields."""
    table, section = file.named(".rela.sframe"), file.named(".sframe")
    if file.relocatable or not table or not section:
        return
    # offset and info of each; ld -q --gc-sections turns those of discarded functions into type 0, none.
    found = [file.get("QQ", table["offset"] + 24 * i) for i in range(table["size"] // 24)]
    offsets = [offset - section["addr"] for offset, info in found if info & 0xffffffff]
    beside = [o for o in offsets if not (HEADER <= o < HEADER + ENTRY[version] * count and (o - HEADER) % ENTRY[version] == 0)]
    if beside:
        wrong.append(f"{len(beside)} of {len(offsets)} emitted relocations are beside the start fields")


def judge_rules(conform, path, wrong):
    """The findings of sframe-conform about the file alone."""
    file = json.loads(output_of([conform, "producer", "--json", path]).out)["files"][0]
    if file["state"] != "judged":
        wrong.append(file["why"])
        return
    if file["ranges"]["wrong"]:
        wrong.append(f"{file['ranges']['wrong']} ranges differ from the call frame information: " +
                     ", ".join(sorted({w["place"] for w in file["wrong"]})))
    wrong += [c["text"] for c in file["complaints"] if c["severity"] == "violation" or c["clause"] == SORTED]


# ---- Functions

def markers(file):
    """The addresses of each marker in the code of a file."""
    found = {}
    for s in file.sections:
        if s["type"] == SHT_PROGBITS and s["flags"] & SHF_ALLOC and s["flags"] & SHF_EXECINSTR:
            for match in re.finditer(MARK + b"(....)", file.bytes_of(s), re.S):
                found.setdefault(int.from_bytes(match[1], "little"), []).append(s["addr"] + match.start())
    return found


class Input:
    """An object file: the functions that its SFrame data describe, by marker."""

    def __init__(self, ref, path):
        self.path, self.functions, file = path, {}, File(path)
        self.kind, functions, self.fixed = dump(ref, path)
        if self.kind is None:
            if has_data(file):
                raise Fault(f"{path}: {functions}")
            return
        for mark, addresses in markers(file).items():
            for f in functions.pop(addresses[0], []):
                self.functions[mark] = f
        if functions:
            raise Fault(f"{path}: a described function has no marker")


def has_data(file):
    section = file.named(".sframe")
    return section is not None and section["size"] > 0


class Verdict:
    """What became of a link that ended as `made`. `state` is that of steps.Made, or right, less, left out or wrong. `wrong`
    has what is wrong, as (what, detail); `lacks` what is missing without harm. How many functions are as in the inputs,
    how many of another version are left out, and how many bytes of stubs are right."""

    def __init__(self, made):
        self.made, self.state, self.wrong, self.lacks = made, made.state, [], []
        self.functions = self.dropped = self.stubs = 0

    def add(self, what, detail=""):
        self.wrong.append((what, detail))

    def findings(self):
        """What is wrong and what is missing, as (what, detail)."""
        return self.wrong + [("lacks " + what, "") for what in self.lacks]

    def groups(self):
        return {group(what) for what, _ in self.findings()}


def take(verdict, functions, inputs, marks, kind):
    """Each surviving function must have its rows. Takes them out of `functions`. Returns how many of another version have
    none."""
    missing = 0
    for one in inputs:
        for mark, f in one.functions.items():
            for address in marks.get(mark, []):
                some, where = functions.get(address, []), f"{mark} at 0x{address:x} of {os.path.basename(one.path)}"
                same = [g for g in some if meaning(g) == meaning(f)]
                if same:
                    some.remove(same[0])
                    verdict.functions += 1
                elif some:
                    verdict.add("a function has other rules", where)
                    some.clear()
                elif one.kind == kind:
                    verdict.add("a function is lost", where)
                else:
                    missing += 1
    return missing


def judge_rest(verdict, functions, output):
    """All that is left must be stubs."""
    stubs = [(s["addr"], s["addr"] + s["size"]) for s in output.sections if is_stubs(s)]
    for address, some in sorted(functions.items()):
        if some and not any(a <= address < b for a, b in stubs):
            verdict.add("a description is of no function", f"0x{address:x}, {some[0]['size']} bytes")


def judge_absent(verdict, output, why, survivors):
    """An output without data that could be read."""
    if has_data(output):
        verdict.add("no data: " + why)
    elif verdict.made.names_sframe():
        verdict.dropped = survivors
    elif survivors:
        verdict.add("there are no data, and not a word about it", f"{survivors} functions")
    elif output.named(".sframe"):
        verdict.add("the section is empty, without a header")


def judge(verdict, tools, path, inputs):
    """Judges the output at `path`."""
    output = File(path)
    marks = markers(output)
    kind, functions, _ = dump(tools.ref, path)
    if kind is None:
        judge_absent(verdict, output, functions, sum(mark in marks for one in inputs for mark in one.functions))
        return
    left = {address: list(some) for address, some in functions.items()}
    verdict.dropped = take(verdict, left, inputs, marks, kind)
    if verdict.dropped and not verdict.made.names_sframe():
        verdict.add("functions of another version are dropped without a word", f"{verdict.dropped} functions")
    judge_rest(verdict, left, output)
    notes = []
    verdict.stubs = judge_stubs(output, functions, kind[0], verdict.lacks, notes)
    judge_emitted(output, kind[0], sum(map(len, functions.values())), notes)
    judge_rules(tools.conform, path, notes)
    for note in notes:
        verdict.add(note)


def group(what):
    """A finding without what differs from link to link: numbers and names."""
    what, colon, places = what.partition("call frame information: ")
    if colon:
        kinds = {re.sub(r"\+0x[0-9a-f]+$", "", place) for place in places.split(", ")}
        what += colon + ", ".join(sorted({kind if kind.startswith(".") else "F" for kind in kinds}))
    what = re.sub(r"\b[\w.-]+\.o\b", "X.o", what)
    what = re.sub(r"0x[0-9a-f]+|\b[0-9]+\b", "N", what)
    return re.sub(r"\bf_N\b|\bgrouped_[0-9]", "F", re.sub(r"\b[a-z0-9_]+-linux-gnu-ld:", "ld:", what))
