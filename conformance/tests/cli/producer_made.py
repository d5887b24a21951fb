# SPDX-License-Identifier: MIT
"""Writes object files: call frame information by directives, SFrame data byte by byte, so that any
version can have any data for any code, right or wrong."""
import struct

from producer_support import assemble

# Tool, byte order, ABI byte and fixed RA byte.
ABIS = {
    "amd64": ("as", "<", 3, -8, ()),
    "aarch64": ("aarch64-linux-gnu-as", "<", 2, 0, ("-EL",)),
    "aarch64be": ("aarch64-linux-gnu-as", ">", 1, 0, ("-EB",)),
    "s390x": ("s390x-linux-gnu-as", ">", 4, 0, ()),
}
FP, SP = 0, 1
MASK, FLEX, SIGNAL, KEY_B, MANGLED, NO_SFRAME, NO_CFI = "mask", "flex", "signal", "key_b", 128, "no_sframe", "no_cfi"
SIMPLE = "simple"  # a CIE without rules


def row(start, base, *words, more=0):
    """One row with words of one byte, signed or not."""
    return bytes([start, base | len(words) << 1 | more] + [w & 255 for w in words])


def register(number, loaded=False):
    """The control word of a flexible function for an offset from a register."""
    return number << 3 | loaded << 1 | 1


def function(name, size, cfi, rows, *marks, rep=0, covers=None, section=".text"):
    """`cfi`: directives by the offset where they apply. `covers`: its size in the SFrame data."""
    return {"name": name, "size": size, "cfi": cfi, "rows": rows, "marks": marks, "rep": rep,
            "covers": size if covers is None else covers, "section": section}


def text_of(f):
    lines = [f" .section {f['section']}, \"ax\", @progbits", " .balign 16", f" .type {f['name']}, @function", f"{f['name']}:"]
    at = 0
    if NO_CFI not in f["marks"]:
        lines.append(" .cfi_startproc simple" if SIMPLE in f["marks"] else " .cfi_startproc")
        for offset, directives in sorted(f["cfi"].items()):
            lines += [f" .zero {offset - at}"] + [" " + d for d in directives.split(";")]
            at = offset
    lines.append(f" .zero {f['size'] - at}")
    if NO_CFI not in f["marks"]:
        lines.append(" .cfi_endproc")
    return lines + [f" .size {f['name']}, . - {f['name']}"]


def entry_of(version, f, at, order):
    """Start relocation, the rest of the FDE, and in version 3 the bytes before the rows."""
    marks = f["marks"]
    info = (MASK in marks) << 4 | (KEY_B in marks) << 5
    if version == 3:
        return (f" .quad {f['name']} - .", struct.pack(order + "II", f["covers"], at),
                struct.pack(order + "HBBB", len(f["rows"]), info | (SIGNAL in marks) << 7, FLEX in marks, f["rep"]))
    tail = bytes([info]) if version == 1 else bytes([info, f["rep"], 0, 0])
    return (f" .long {f['name']} - .", struct.pack(order + "III", f["covers"], at, len(f["rows"])) + tail, b"")


def spell(data):
    return " .byte " + ", ".join(map(str, data)) if data else ""


def section_of(abi, version, errata, functions, name=".sframe, \"a\"", tail=""):
    """`name` and `tail` are the parts of a .section directive before and after the type."""
    _, order, number, fixed_ra, _ = ABIS[abi]
    told = [f for f in functions if NO_SFRAME not in f["marks"]]
    fdes, fres = [], b""
    for f in told:
        start, fde, attribute = entry_of(version, f, len(fres), order)
        fdes += [start, spell(fde)]
        fres += attribute + b"".join(f["rows"])
    flags = 4 if version == 3 or errata else 0
    header = struct.pack(order + "HBBBbbBIIIII", 0xdee2, version, flags, number, 0, fixed_ra, 0, len(told),
                         sum(len(f["rows"]) for f in told), len(fres), 0, len(told) * {1: 17, 2: 20, 3: 16}[version])
    kind = "@0x6ffffff4" if version == 3 or errata else "@progbits"
    return [f" .section {name}, {kind}{tail}", " .balign 8", spell(header)] + fdes + [spell(fres)]


def make(name, abi, version, functions, errata=False, more=(), head=()):
    """Assembles an object; `head` and `more` are lines to add before and after, such as those of another section."""
    tool, *_, options = ABIS[abi]
    lines = list(head) + [line for f in functions for line in text_of(f)] + section_of(abi, version, errata, functions) + list(more)
    return assemble(tool, name, "\n".join(lines) + "\n", *options)
