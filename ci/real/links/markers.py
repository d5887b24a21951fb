# SPDX-License-Identifier: MIT
"""Judges a link by markers: each function's code begins with a number of its own, so that it is found
in the output whatever the linker did to symbols and sections."""
import os
import re

from elf_file import File, SHF_ALLOC
from stubs import is_stubs, judge_stubs
from union import dump, judge_emitted, judge_rules, meaning

SHF_EXECINSTR, SHT_PROGBITS = 4, 1
MARK = b"SFRM"
NO_SECTION, EMPTY = "there is no section named", r"section [0-9]+ \(.*\) is empty"


def marker(number):
    return MARK + number.to_bytes(4, "little")


def find(file):
    """The addresses of each marker in the code of a file."""
    found = {}
    for s in file.sections:
        if s["type"] == SHT_PROGBITS and s["flags"] & SHF_ALLOC and s["flags"] & SHF_EXECINSTR:
            code = file.data[s["offset"]:s["offset"] + s["size"]]
            for match in re.finditer(MARK + b"(....)", code, re.S):
                found.setdefault(int.from_bytes(match[1], "little"), []).append(s["addr"] + match.start())
    return found


class Input:
    """An object file: the functions that its SFrame data describe, by marker."""

    def __init__(self, ref, path):
        self.path, self.functions = path, {}
        file = File(path)
        self.marks = find(file)
        self.kind, functions = dump(ref, path)
        if self.kind is None:
            if file.named(".sframe") and file.named(".sframe")["size"]:
                raise ValueError(f"{path}: {functions}")
            return
        for number, addresses in self.marks.items():
            for f in functions.pop(addresses[0], []):
                self.functions[number] = f
        if functions:
            raise ValueError(f"{path}: a described function has no marker")


class Verdict:
    """`wrong` has what is wrong, as (what, detail); `lacks` what is missing without harm."""

    def __init__(self):
        self.wrong, self.lacks, self.functions, self.rows, self.dropped = [], [], 0, 0, 0

    def add(self, what, detail=""):
        self.wrong.append((what, detail))


def take(verdict, functions, inputs, marks, kind):
    """Each surviving function must have its rows. Takes them out of `functions`. Returns how many of
    another version have none."""
    missing = 0
    for one in inputs:
        for number, f in one.functions.items():
            for address in marks.get(number, []):
                some = functions.get(address, [])
                same = [g for g in some if meaning(g) == meaning(f)]
                if same:
                    some.remove(same[0])
                    verdict.functions += 1
                    verdict.rows += len(f["rows"])
                elif some:
                    verdict.add("a function has other rules", f"marker {number} at 0x{address:x} of {os.path.basename(one.path)}")
                    some.clear()
                elif one.kind == kind:
                    verdict.add("a function is lost", f"marker {number} at 0x{address:x} of {os.path.basename(one.path)}")
                else:
                    missing += 1
    return missing


def judge_rest(verdict, functions, output):
    """All that is left must be stubs."""
    stubs = [(s["addr"], s["addr"] + s["size"]) for s in output.sections if is_stubs(s)]
    for address, some in sorted(functions.items()):
        if some and not any(a <= address < b for a, b in stubs):
            verdict.add("a description is of no function", f"0x{address:x}, {some[0]['size']} bytes")


def judge_absent(verdict, why, survivors, ended):
    """An output without data that could be read."""
    is_empty = bool(re.fullmatch(EMPTY, why))
    if not why.startswith(NO_SECTION) and not is_empty:
        verdict.add("no data: " + why)
    elif ended.names_sframe():
        verdict.dropped = survivors
    elif survivors:
        verdict.add("there are no data, and not a word about it", f"{survivors} functions")
    elif is_empty:
        verdict.add("the section is empty, without a header")


def judge(ref, conform, path, inputs, ended):
    """Judges the output at `path`; `ended` is how the linker ended."""
    verdict, output = Verdict(), File(path)
    marks = find(output)
    kind, functions = dump(ref, path)
    survivors = sum(number in marks for one in inputs for number in one.functions)
    if kind is None:
        judge_absent(verdict, functions, survivors, ended)
        return verdict
    count = sum(map(len, functions.values()))
    left = {address: list(some) for address, some in functions.items()}
    missing = take(verdict, left, inputs, marks, kind)
    if missing and not ended.names_sframe():
        verdict.add("functions of another version are dropped without a word", f"{missing} functions")
    elif missing:
        verdict.dropped = missing
    judge_rest(verdict, left, output)
    notes = []
    judge_stubs(output, functions, kind[0], notes)
    judge_emitted(output, kind[0], count, notes)
    judge_rules(conform, path, notes)
    for note in notes:
        if note.startswith("lacks "):
            verdict.lacks.append(note[6:])
        else:
            verdict.add(note)
    return verdict


def group(what):
    """A finding without what differs from link to link: numbers and names."""
    what, colon, places = what.partition("call frame information: ")
    if colon:
        kinds = {re.sub(r"\+0x[0-9a-f]+$", "", place) for place in places.split(", ")}
        what += colon + ", ".join(sorted({kind if kind.startswith(".") else "F" for kind in kinds}))
    what = re.sub(r"\b[\w.-]+\.o\b", "X.o", what)
    what = re.sub(r"0x[0-9a-f]+|\b[0-9]+\b", "N", what)
    return re.sub(r"\bf_N\b|\bgrouped_[0-9]", "F", re.sub(r"\b[a-z0-9_]+-linux-gnu-ld:", "ld:", what))
