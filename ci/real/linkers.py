#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Judges the SFrame data of a linker's output, and writes a page about all. For ci/real/linkers.sh.

usage: linkers.py judge REF CONFORM LOG MODE OUTPUT INPUT...
       linkers.py failed LOG MODE STATUS
       linkers.py page INDEX CAUSES
judge prints counts and then, after tabs, everything that is wrong or, after "lacks", missing;
failed does so if the linker made no file. LOG is the output of the linker, MODE the name of the
link.
"""
import json
import os
import re
import struct
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import reasons  # noqa: E402

ET_REL, SHT_SYMTAB, SHT_RELA, STT_FUNC, SHF_ALLOC = 1, 2, 4, 2, 2


class File:
    """Sections and functions of a 64-bit ELF file. The sections of an object are laid out as by
    sframe-ref: in their order from address 0, aligned, with an unused byte after each."""

    def __init__(self, path):
        with open(path, "rb") as f:
            self.data = f.read()
        self.order = ">" if self.data[5] == 2 else "<"
        self.relocatable = self.get("H", 16)[0] == ET_REL
        shoff, = self.get("Q", 40)
        count, names = self.get("HH", 60)
        fields = ("name", "type", "flags", "addr", "offset", "size", "link", "info", "align", "entsize")
        self.sections = [dict(zip(fields, self.get("IIQQQQIIQQ", shoff + 64 * i))) for i in range(count)]
        start = self.sections[names]["offset"]
        for s in self.sections:
            s["name"] = self.text(start + s["name"])
        if self.relocatable:
            self.lay_out()
        self.names, self.places = {}, {}
        for s in self.sections:
            if s["type"] == SHT_SYMTAB:
                self.read_symbols(s)

    def get(self, form, at):
        return struct.unpack_from(self.order + form, self.data, at)

    def text(self, at):
        return self.data[at:self.data.index(0, at)].decode()

    def lay_out(self):
        at = 0
        for s in self.sections[1:]:
            if s["flags"] & SHF_ALLOC:
                align = max(s["align"], 1)
                s["addr"] = (at + align - 1) // align * align
                at = s["addr"] + s["size"] + 1

    def read_symbols(self, table):
        strings = self.sections[table["link"]]["offset"]
        for i in range(table["size"] // 24):
            name, info, _, section, value, _ = self.get("IBBHQQ", table["offset"] + 24 * i)
            if info & 15 == STT_FUNC and 0 < section < len(self.sections):
                addr = value + (self.sections[section]["addr"] if self.relocatable else 0)
                self.names.setdefault(addr, set()).add(self.text(strings + name))
                self.places.setdefault(self.text(strings + name), set()).add(addr)

    def named(self, name):
        return next((s for s in self.sections if s["name"] == name), None)


def dump(ref, path):
    """The kind of version, and the functions by address; or None and the message of sframe-ref."""
    p = subprocess.run([ref, "--json", "dump", path], capture_output=True, text=True)
    if p.returncode != 0:
        return None, (p.stderr.strip() or p.stdout).split("\n")[0].split(": ", 2)[-1]
    found = json.loads(p.stdout)
    # Errata 1 is version 2, too, but stores start fields in another way (AMB-001).
    kind = (found["section"]["version"], "pcrel" in found["section"]["flags"])
    functions = {}
    for f in found["functions"]:
        functions.setdefault(int(f["start"], 16), []).append(f)
    return kind, functions


def meaning(f):
    """What linking must not change in a function."""
    rows = [tuple(sorted((k, v) for k, v in r.items() if k != "index")) for r in f["rows"]]
    return f["size"], f["pc"], f["key"], f["signal"], f["rep"], f["type"], rows


def compare(functions, output, inputs, wrong):
    """Each function of each input must be in the output, with the same rules. Returns their addresses
    in the output, the number of their rows, and the names of functions that the linker discarded."""
    taken, rows, gone = set(), 0, []
    for file, known in inputs:
        for addr, f in ((a, f) for a, some in known.items() for f in some):
            names = file.names.get(addr, {f"?{addr:x}"})
            places = sorted(p for n in names for p in output.places.get(n, ()))
            if not places:
                gone.append(min(names))
                continue
            same = [p for p in places if p not in taken and meaning(f) in map(meaning, functions.get(p, []))]
            if same:
                taken.add(same[0])
                rows += len(f["rows"])
            else:
                state = "has other rules" if any(p in functions for p in places) else "is lost"
                wrong.append(f"function {min(names)} {state}")
    return taken, rows, gone


# ---- Stubs ----

def rules_at(f, version, offset):
    """The rules at an offset; for a stub in version 1, by both readings (AMB-078)."""
    readings = [offset]
    if f["pc"] != "inc":
        readings = [offset % f["rep"]] if version > 1 else [offset % 16]
    found = []
    for o in readings:
        fit = [r for r in f["rows"] if int(r["at"], 16) <= o]
        found.append(fit[-1]["cfa"] if fit else None)
    if version == 1 and f["pc"] != "inc":
        fit = [r for r in f["rows"] if offset & int(r["at"], 16) >= int(r["at"], 16)]
        found.append(fit[-1]["cfa"] if fit else None)
    return found


UNKNOWN = "unknown"
X86 = ((b"\xff\x35", 6, 8), (b"\x68", 5, 8), (b"\xff\x25", 6, None), (b"\xf2\xff\x25", 7, None), (b"\xe9", 5, None),
       (b"\xf2\xe9", 6, None), (b"\xf3\x0f\x1e\xfa", 4, 0))


def x86_block(code, depth):
    """The CFA at each byte, from the instructions: None after the last jump, UNKNOWN from an
    unexpected instruction on."""
    told, at = [None] * len(code), 0
    while at < len(code):
        fit = next(((size, change) for opcode, size, change in X86 if code.startswith(opcode, at)), None)
        if not fit:
            told[at:] = [UNKNOWN] * (len(code) - at)
            return told
        size, change = fit
        told[at:at + size] = [f"sp+{depth}"] * len(code[at:at + size])
        at += size
        if change is None and code[at:at + 1] != b"\x68":
            return told
        depth += change or 0
    return told


# Mask, value, and change of the stack of the instructions of AArch64's stubs, which are always
# little-endian: bti c, stp x16,x30,[sp,#-16]!, adrp x16, ldr x17,[x16], add x16,x16, autia1716, br
# x17, nop.
A64_BRANCH, A64_NOP = 0xd61f0220, 0xd503201f
A64 = ((0xffffffff, 0xd503245f, 0), (0xffffffff, 0xa9bf7bf0, 16), (0x9f00001f, 0x90000010, 0),
       (0xffc003ff, 0xf9400211, 0), (0xffc003ff, 0x91000210, 0), (0xffffffff, 0xd503219f, 0),
       (0xffffffff, A64_BRANCH, 0), (0xffffffff, A64_NOP, 0))


def a64_section(code):
    """As x86_block(), for a whole section: an entry ends with its branch, and the nops after that do
    not run. Only the first entry pushes."""
    told, depth, is_run = [], 0, True
    for at in range(0, len(code), 4):
        word = int.from_bytes(code[at:at + 4], "little")
        change = next((c for mask, value, c in A64 if word & mask == value), None)
        if change is None:
            return told + [UNKNOWN] * (len(code) - at)
        if not is_run and word != A64_NOP:
            depth, is_run = 0, True
        told += [f"sp+{depth}" if is_run else None] * 4
        depth += change
        is_run = is_run and word != A64_BRANCH
    return told


def truth(file, section):
    """The CFA at each byte of a section of stubs. Those of s390x are not decoded: they have no frame,
    so SP is 160 bytes below the CFA (the register save area of the ABI)."""
    code = file.data[section["offset"]:section["offset"] + section["size"]]
    machine, = file.get("H", 18)
    if machine == 22:
        return ["sp+160"] * len(code)
    if machine == 183:
        return a64_section(code)
    if machine != 62:
        return [UNKNOWN] * len(code)
    block = 8 if section["name"] == ".plt.got" and section["entsize"] == 8 else 16
    told = []
    for at in range(0, len(code), block):
        told += x86_block(code[at:at + block], 16 if section["name"] == ".plt" and at == 0 else 8)
    return told


def judge_stubs(file, functions, version, wrong):
    """Compares every byte of every stub. Returns how many are right."""
    right = 0
    for s in file.sections:
        if not s["name"].startswith(".plt") or not s["flags"] & SHF_ALLOC:
            continue
        told, bad, missing = truth(file, s), [], 0
        if UNKNOWN in told:
            wrong.append(f"{s['name']}: {told.count(UNKNOWN)} bytes cannot be checked: unexpected instruction "
                         f"at +0x{told.index(UNKNOWN):x}")
        for offset, cfa in enumerate(told):
            pc = s["addr"] + offset
            f = next((f for a, some in functions.items() for f in some if a <= pc < a + int(f["size"], 16)), None)
            if not f:
                missing += 1
            elif cfa not in (None, UNKNOWN) and cfa not in rules_at(f, version, pc - int(f["start"], 16)):
                bad.append(offset)
            else:
                right += cfa not in (None, UNKNOWN)
        if missing:
            wrong.append(f"lacks {s['name']}: {missing} bytes of {s['size']} are not described")
        if bad:
            wrong.append(f"{s['name']}: {len(bad)} bytes are described wrongly, the first at +0x{bad[0]:x}")
    return right


def judge_emitted(file, version, count, wrong):
    """Relocations that a linker leaves in a linked file must still be for the start fields."""
    table, section = file.named(".rela.sframe"), file.named(".sframe")
    if file.relocatable or not table or not section:
        return
    entry = {1: 17, 2: 20, 3: 16}[version]
    offsets = [file.get("Q", table["offset"] + 24 * i)[0] - section["addr"] for i in range(table["size"] // 24)]
    beside = [o for o in offsets if not (28 <= o < 28 + entry * count and (o - 28) % entry == 0)]
    if beside:
        wrong.append(f"{len(beside)} of {len(offsets)} emitted relocations are beside the start fields")


# ---- One link ----

def judge_starts(output, functions, taken, wrong):
    """The output has only functions of the inputs and of stubs, and one for each address."""
    for addr, some in sorted(functions.items()):
        stubs = next((s for s in output.sections if s["name"].startswith(".plt")
                      and s["addr"] <= addr < s["addr"] + s["size"]), None)
        name = ", ".join(sorted(output.names.get(addr, {"no name"})))
        if addr not in taken and not stubs:
            wrong.append(f"function at 0x{addr:x} ({name}) is of no input")
        if sum(int(f["size"], 16) > 0 for f in some) > 1:
            wrong.append(f"{len(some)} functions at 0x{addr:x} ({name})")


def judge_rules(conform, path, wrong):
    """The findings of sframe-conform about the file alone."""
    p = subprocess.run([conform, "producer", "--json", path], capture_output=True, text=True)
    file = json.loads(p.stdout)["files"][0]
    if file["state"] != "judged":
        wrong.append(file["why"])
        return
    if file["ranges"]["wrong"]:
        wrong.append(f"{file['ranges']['wrong']} ranges differ from the call frame information: " +
                     ", ".join(sorted({w["place"] for w in file["wrong"]})))
    wrong += [c["text"] for c in file["complaints"]
              if c["severity"] == "violation" or "not marked as sorted" in c["text"]]


def judge(ref, conform, log, mode, path, inputs):
    output, wrong = File(path), []
    kind, functions = dump(ref, path)
    if kind is None:
        print(f"no data\t{functions}")
        return
    # An input without functions has no SFrame data.
    known = [(f, d) for f, d in ((File(i), dump(ref, i)) for i in inputs) if d[0] is not None]
    mine = [(f, d) for f, (k, d) in known if k == kind]
    dropped = sum(map(len, (d for _, (k, d) in known if k != kind)))
    with open(log, encoding="utf-8", errors="replace") as f:
        if dropped and "sframe" not in f.read().lower():
            wrong.append(f"{dropped} functions of another version are dropped without a word")
    taken, rows, gone = compare(functions, output, mine, wrong)
    if mode != "--gc-sections":
        wrong += [f"function {name} is gone" for name in gone]
    judge_starts(output, functions, taken, wrong)
    right = judge_stubs(output, functions, kind[0], wrong)
    judge_emitted(output, kind[0], sum(map(len, functions.values())), wrong)
    judge_rules(conform, path, wrong)
    counts = [f"version {kind[0]}", f"{len(taken)} functions and {rows} rows as in the inputs"]
    counts += [f"{right} bytes of stubs"] if right else []
    counts += [f"{len(gone)} thrown away"] if gone else []
    counts += [f"{dropped} of another version left out"] if dropped else []
    print("\t".join([", ".join(counts)] + wrong))


def failed(log, mode, status):
    """A link that makes no file. To refuse inputs of two versions with a message is right."""
    with open(log, encoding="utf-8", errors="replace") as f:
        lines = [re.sub(r"/[^ ]*/", "", line) for line in f.read().splitlines() if line]
    said = (lines + ["says nothing"])[0]
    if status > 128:
        print(f"no file\tthe linker dies of signal {status - 128}")
    elif "two versions" in mode and re.search("sframe", "\n".join(lines), re.I) and \
            not re.search("internal error|assertion", "\n".join(lines), re.I):
        print(f"refused: {said}")
    else:
        print(f"refused\t{said}")


INTRODUCTION = """# SFrame data from linkers

Written by `ci/real/linkers.sh --page`. The output must have every function of
the inputs with the same rules, row by row, and no other functions but stubs. It
must be marked as sorted and follow all rules of `sframe-conform producer`. Only
`--gc-sections` may discard functions. The script decodes the stubs of x86-64
and AArch64: each byte that is described must have the CFA that the instructions
give. It does not decode the stubs of s390x: they have no frame, and their CFA
must be sp+160. A linker may refuse or leave out inputs of two versions, with a
message about SFrame.

*Less*: some stubs are not described, so a trace ends there; nothing is wrong.
"""


def state_of(told):
    if not told:
        return "right"
    return "less" if all(t.startswith("lacks ") for t in told) else "WRONG"


def page(index, causes_path):
    causes, unexplained, results = reasons.Patterns(causes_path, 4), 0, []
    with open(index, encoding="utf-8") as f:
        for line in f:
            linker, target, mode, counts, *wrong = line.rstrip("\n").split("\t")
            told = []
            for w in wrong:
                why = causes.find(linker, target, mode, w)
                unexplained += not why
                told.append(f"{w} ({why or 'UNEXPLAINED'})")
            results.append((linker, target, mode, counts, told))
    print(INTRODUCTION)
    linkers = sorted({r[0] for r in results})
    print("| linker | links | right | less | wrong |\n|---|--:|--:|--:|--:|")
    for linker in linkers:
        states = [state_of(r[4]) for r in results if r[0] == linker]
        counts = " | ".join(str(states.count(s)) for s in ("right", "less", "WRONG"))
        print(f"| {linker} | {len(states)} | {counts} |")
    for linker in linkers:
        print(f"\n## {linker}\n\n| target | link | | what | why not |\n|---|---|---|---|---|")
        for _, target, mode, counts, told in (r for r in results if r[0] == linker):
            print(f"| {target} | {mode} | {state_of(told)} | {counts} | {'; '.join(told).replace('lacks ', '')} |")
    causes.print_unused()
    return 1 if unexplained or not results else 0


def main():
    if sys.argv[1:2] == ["judge"] and len(sys.argv) > 7:
        return judge(*sys.argv[2:7], sys.argv[7:])
    if sys.argv[1:2] == ["failed"] and len(sys.argv) == 5:
        return failed(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    if sys.argv[1:2] == ["page"] and len(sys.argv) == 4:
        return page(*sys.argv[2:])
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, ValueError) as error:
        sys.exit(f"linkers.py: {error}")
