#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""A linker of .sframe sections, a model for adapters that answer `merge`. It copies rows as they are, and moves functions."""
import struct

import sframe_framed as framed
import sframe_reader as reader

SORTED, PCREL = 1, 4
HEADER = "HBBBbbBIIIII"  # magic version flags abi fixed-fp fixed-ra aux fdes fres fre-len fdeoff freoff
FDES = {1: "iIIIB", 2: "iIIIBBH", 3: "qII"}  # start, size, offset of the rows, and the rest
framed.HELLO.update(name="sframe-merge", ops="decode merge")


def read(form, section, addr):
    """The header, the functions as (address, size, offset of rows, rest), and the bytes of the rows."""
    head = struct.unpack_from(form + HEADER, section)
    fde, first = struct.Struct(form + FDES[head[1]]), struct.calcsize(form + HEADER) + head[6]
    functions = []
    for at in range(first + head[10], first + head[10] + fde.size * head[7], fde.size):
        start, *rest = fde.unpack_from(section, at)
        functions.append((addr + start + (at if head[2] & PCREL else 0), *rest))
    rows = first + head[11]
    return head, functions, section[rows:rows + head[9]]


def write(form, addr, head, functions, rows):
    """The section of these functions, sorted."""
    fde, magic, version, flags, abi, fp, ra = struct.Struct(form + FDES[head[1]]), *head[:6]
    at, out = struct.calcsize(form + HEADER), b""
    for start, *rest in sorted(functions, key=lambda f: (f[0], f[1] > 0)):
        out += fde.pack(start - addr - (at + len(out) if flags & PCREL else 0), *rest)
    return struct.pack(form + HEADER, magic, version, flags, abi, fp, ra, 0, len(functions), head[8], len(rows), 0, len(out)) + out + rows


def merge(keys, body):
    """The report of a section that is refused, or of the last one; and the merged section, at the address of the first."""
    form, addr = "<" if keys["order"] == "little" else ">", int(keys["addr"], 16)
    sections = framed.sections_of(keys, body, keys["profile"], addr, keys["abi"], keys["order"])
    for section in sections:
        report, _ = reader.decode(*section)
        if report.forbidden:
            return report, b""
    (head, functions, rows), (other, more, more_rows) = [read(form, s[0], s[2]) for s in sections]
    if head[3:6] != other[3:6]:
        raise framed.Refused("the fixed offsets or ABIs of the sections differ")
    more = [(start, size, offset + len(rows), *rest) for start, size, offset, *rest in more]
    head = (*head[:2], head[2] & other[2] | SORTED, *head[3:8], head[8] + other[8])
    return report, write(form, addr, head, functions + more, rows + more_rows)


if __name__ == "__main__":
    framed.answers["merge"] = merge
    framed.main()
