# SPDX-License-Identifier: MIT
"""Objects whose .sframe is a section of the corpus, with relocations for its start fields as an assembler
writes them."""
import struct

from elf_file import File
from link_objects import marker

HEADER, ENTRY = 28, {1: 17, 2: 20, 3: 16}
MOST_FUNCTIONS, SPACE = 64, 32
FIRST_MARKER = 1 << 20
# The machine of an ELF file, and its relocations of 4 and 8 bytes relative to themselves.
MACHINES = {"amd64": (62, 2, 24), "aarch64": (183, 261, 260), "s390x": (22, 5, 23)}
ORDERS = {"little": ("<", 1, b"\xe2\xde"), "big": (">", 2, b"\xde\xe2")}
NAMES = ("", ".text", ".sframe", ".rela.sframe", ".symtab", ".strtab", ".shstrtab", ".note.GNU-stack")


def start_fields(section, order, magic):
    """(offset, width) of each start field, as far as the header can be believed."""
    if len(section) < HEADER or section[:2] != magic or section[2] not in ENTRY:
        return []
    version, aux = section[2], section[7]
    count, = struct.unpack_from(order + "I", section, 8)
    first, = struct.unpack_from(order + "I", section, 20)
    width = 8 if version == 3 else 4
    places = [HEADER + aux + first + i * ENTRY[version] for i in range(min(count, MOST_FUNCTIONS))]
    return [(p, width) for p in places if p + width <= len(section)]


def relocations(section, target):
    """The functions follow each other in the code. The addend is the same whatever a start counts from: a
    linker that knows the format adds the rest."""
    abi, order = target.split("-")
    _, pc32, pc64 = MACHINES[abi]
    order, _, magic = ORDERS[order]
    found = b""
    for i, (place, width) in enumerate(start_fields(section, order, magic)):
        found += struct.pack(order + "QQq", place, (1 << 32) | (pc64 if width == 8 else pc32), SPACE * i)
    return found


def code():
    """A marker for each function."""
    return b"".join(marker(FIRST_MARKER + i).ljust(SPACE, b"\xc3") for i in range(2 * MOST_FUNCTIONS))


def fixed_offsets(path):
    """The header's fixed offsets of FP and RA, of an object whose section has a header."""
    section = File(path).named(".sframe")
    return File(path).data[section["offset"] + 5:section["offset"] + 7]


def strings(names):
    """A string table, and the offset of each name."""
    table, offsets = b"", []
    for name in names:
        offsets.append(len(table))
        table += name.encode() + b"\0"
    return table, offsets


def build(section, type_, target):
    """The bytes of the object, whose .sframe has that type. Symbol 1 is that of .text; the one after it makes it a known function."""
    order, elf_order, _ = ORDERS[target.split("-")[1]]
    machine = MACHINES[target.split("-")[0]][0]
    names, name_offsets = strings(NAMES)
    labels, label_offsets = strings(("", "of_corpus"))
    text = code()
    symbols = bytes(24) + struct.pack(order + "IBBHQQ", 0, 3, 0, 1, 0, 0) + \
        struct.pack(order + "IBBHQQ", label_offsets[1], 0x12, 0, 1, 0, len(text))
    # type, flags, content, link, info, alignment, size of an entry
    sections = ((0, 0, b"", 0, 0, 0, 0), (1, 6, text, 0, 0, 16, 0), (type_, 2, section, 0, 0, 8, 0),
                (4, 0x40, relocations(section, target), 4, 2, 8, 24), (2, 0, symbols, 5, 2, 8, 24), (3, 0, labels, 0, 0, 1, 0),
                (3, 0, names, 0, 0, 1, 0), (1, 0, b"", 0, 0, 1, 0))
    body, heads = b"", b""
    for name, (kind, flags, content, link, info, align, entry) in zip(name_offsets, sections):
        body += bytes(-len(body) % 16)
        heads += struct.pack(order + "IIQQQQIIQQ", name, kind, flags, 0, 64 + len(body) if kind else 0, len(content), link, info,
                             align, entry)
        body += content
    body += bytes(-len(body) % 16)
    elf = b"\x7fELF\x02" + bytes([elf_order, 1]) + bytes(9) + \
        struct.pack(order + "HHIQQQIHHHHHH", 1, machine, 1, 0, 0, 64 + len(body), 0, 64, 0, 0, 64, len(sections), 6)
    return elf + body + heads
