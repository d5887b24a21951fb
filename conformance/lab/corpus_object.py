# SPDX-License-Identifier: MIT
"""Objects whose .sframe is a section of the corpus, with relocations for its start fields as an assembler writes them."""
import struct

from link_objects import TYPE, marker

HEADER, ENTRY = 28, {1: 17, 2: 20, 3: 16}
MOST_FUNCTIONS, SPACE, FIRST_MARKER = 64, 32, 1 << 20
# Relocations of 4 and 8 bytes relative to themselves.
RELOCATIONS = {"amd64": ("R_X86_64_PC32", "R_X86_64_PC64"), "aarch64": ("R_AARCH64_PREL32", "R_AARCH64_PREL64"),
               "s390x": ("R_390_PC32", "R_390_PC64")}
ORDERS = {"little": ("<", b"\xe2\xde"), "big": (">", b"\xde\xe2")}


def start_fields(section, order, magic):
    """(offset, is it wide) of each start field, as far as the header can be believed."""
    if len(section) < HEADER or section[:2] != magic or section[2] not in ENTRY:
        return []
    version, aux = section[2], section[7]
    count, = struct.unpack_from(order + "I", section, 8)
    first, = struct.unpack_from(order + "I", section, 20)
    places = [HEADER + aux + first + i * ENTRY[version] for i in range(min(count, MOST_FUNCTIONS))]
    return [(p, version == 3) for p in places if p + (8 if version == 3 else 4) <= len(section)]


def source(section, type_, target):
    """The object as assembly; its .sframe has that type. Its functions follow each other in the code. The addend is the same
    whatever a start counts from: a linker that knows the format adds the rest."""
    abi, order = target.split("-")
    code = "".join(f" .byte {', '.join(map(str, marker(FIRST_MARKER + i)))}\n .fill {SPACE - 8}, 1, 0xc3\n" for i in range(2 * MOST_FUNCTIONS))
    data = "".join(f" .byte {', '.join(map(str, section[at:at + 64]))}\n" for at in range(0, len(section), 64))
    relocations = "".join(f" .reloc {place}, {RELOCATIONS[abi][wide]}, .text+{SPACE * i}\n"
                          for i, (place, wide) in enumerate(start_fields(section, *ORDERS[order])))
    return f" .text\n .globl of_corpus\n .type of_corpus, {TYPE[abi]}function\nof_corpus:\n{code} .size of_corpus, .-of_corpus\n" \
           f' .section .sframe,"a",{TYPE[abi]}{type_}\n .p2align 3\n{data}{relocations} .section .note.GNU-stack,"",{TYPE[abi]}progbits\n'
