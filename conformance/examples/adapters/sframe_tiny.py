#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""An adapter for sframe-conform with its own small SFrame reader, in Python without packages.

A model for adapters in other languages: the lower half is the protocol (PROTOCOL.md), the upper
half is the implementation under test. It reads versions 1 and 2 (with both errata) for AMD64 and
AArch64, in either byte order, and answers `decode` and `lookup`.
"""
import struct
import sys

HELLO = [
    ("protocol", "1"),
    ("name", "sframe-tiny"),
    ("version", "1.0"),
    ("profiles", "v1 v2 v2e1 v2e2"),
    ("abis", "aarch64 amd64"),
    ("orders", "little big"),
    ("ops", "decode lookup"),
]

# ---- The reader --------------------------------------------------------------------------

AARCH64_BIG, AARCH64_LITTLE, AMD64 = 1, 2, 3
ABI_NAMES = {AARCH64_BIG: "aarch64-be", AARCH64_LITTLE: "aarch64-le", AMD64: "amd64"}
SORTED, FRAME_POINTER, PCREL = 0x1, 0x2, 0x4
FLAG_NAMES = [(SORTED, "sorted"), (FRAME_POINTER, "frame-pointer"), (PCREL, "pcrel")]
HEADER_SIZE = 28
MOST_STEPS_PER_BYTE = 16


class Rejected(Exception):
    """The section breaks a rule of the format; the text says which."""


def require(good, why):
    if not good:
        raise Rejected(why)


class Row:
    """One FRE: its start in the function, and its rules as text of the dump."""

    def __init__(self, start, info, words, section):
        self.start = start
        self.mangled = info >> 7
        if not words:
            self.cfa, self.ra, self.fp = "none", "undefined", "none"
            return
        fp_word = 1 if section.abi == AMD64 else 2
        self.cfa = f"{'sp' if info & 1 else 'fp'}{words[0]:+d}"
        if section.abi == AMD64:
            self.ra = slot(section.fixed_ra)
        else:
            self.ra = slot(words[1]) if len(words) > 1 else "same"
        self.fp = slot(words[fp_word]) if len(words) > fp_word else slot(section.fixed_fp) if section.fixed_fp else "same"

    def rules(self):
        return f"cfa={self.cfa} ra={self.ra} fp={self.fp}"


def slot(offset):
    return f"*(cfa{offset:+d})"


class Function:
    """One FDE and its rows."""

    def __init__(self, section, index):
        at = section.fde_start + index * section.fde_size
        start, self.size, self.fre_offset, self.num_fres, info = section.unpack("iIIIB", at)
        self.rep = section.unpack("B", at + 17)[0] if section.version == 2 else 0
        self.distance = start + (at if section.flags & PCREL else 0)
        self.start = (section.addr + self.distance) % 2**64
        self.fre_type, self.mask = info & 0xf, info >> 4 & 1
        self.key = "b" if section.abi != AMD64 and info & 0x20 else "a"
        require(self.fre_type <= 2, "the FRE type is not 0, 1 or 2")
        require(not self.mask or section.version == 1 or self.rep > 0, "a block size of 0")
        require(self.fre_offset <= section.fre_len, "the rows lie outside the sub-section")
        self.rows = list(self.read_rows(section))

    def read_rows(self, section):
        at = section.fre_start + self.fre_offset
        before = -1
        for _ in range(self.num_fres):
            section.step()
            width = 1 << self.fre_type
            require(at + width + 1 <= section.fre_end, "the sub-section ends inside this row")
            start, info = section.unpack("BHI"[self.fre_type] + "B", at)
            count, code = info >> 1 & 0xf, info >> 5 & 3
            require(code != 3, "the word size code 3")
            section.check_count(count)
            require(start > before, "the rows are not in ascending order")
            require(start <= self.size, "the row starts after its function")
            at += width + 1
            require(at + count * (1 << code) <= section.fre_end, "the sub-section ends inside this row")
            yield Row(start, info, section.unpack("bhi"[code] * count, at), section)
            at += count * (1 << code)
            before = start

    def find_row(self, pc, version):
        """The index of the row for a PC in this function, or None."""
        offset, found = (pc - self.start) % 2**64, None
        if self.mask and version > 1:
            offset %= self.rep
        for number, row in enumerate(self.rows):
            if (offset & row.start) >= row.start if self.mask and version == 1 else row.start <= offset:
                found = number
        return found


class Section:
    """A whole section, judged by a profile. Raises Rejected if it breaks a rule."""

    def __init__(self, data, addr, profile):
        self.data, self.addr, self.profile, self.steps = data, addr, profile, 0
        self.read_header()
        self.functions = [Function(self, i) for i in range(self.num_fdes)]
        require(sum(f.num_fres for f in self.functions) == self.num_fres, "the number of rows is wrong")
        if self.flags & SORTED:
            for before, after in zip(self.functions, self.functions[1:]):
                require(before.distance <= after.distance, "flagged as sorted, but is not")

    def unpack(self, form, at):
        return struct.unpack_from(self.order + form, self.data, at)

    def step(self):
        """Functions may share rows. A small section must not take forever."""
        self.steps += 1
        require(self.steps <= MOST_STEPS_PER_BYTE * len(self.data), "rows shared too often")

    def check_count(self, count):
        least = 0 if self.profile == "v2e2" else 1
        most = 2 if self.abi == AMD64 and self.profile in ("v2e1", "v2e2") else 3
        require(least <= count <= most, "a wrong number of words")

    def read_header(self):
        size = len(self.data)
        require(size >= HEADER_SIZE, "shorter than the header")
        require(self.data[:2] in (b"\xe2\xde", b"\xde\xe2"), "bad magic")
        self.order = "<" if self.data[0] == 0xe2 else ">"
        (_, self.version, self.flags, self.abi, self.fixed_fp, self.fixed_ra, self.aux, self.num_fdes, self.num_fres,
         self.fre_len, fdeoff, freoff) = self.unpack("HBBBbbBIIIII", 0)
        require(self.version == (1 if self.profile == "v1" else 2), "bad version")
        require(self.flags & ~(0x7 if self.profile in ("v2e1", "v2e2") else 0x3) == 0, "an undefined flag")
        # s390x is not declared, so the runner sends none of its sections; its number is invalid here.
        require(self.abi in ABI_NAMES, "an ABI that this reader does not know")
        require((self.abi == AARCH64_BIG) == (self.order == ">"), "the byte order is not the ABI's")
        require((self.fixed_ra != 0) == (self.abi == AMD64), "the fixed RA offset is not the ABI's")
        self.fde_size = 17 if self.version == 1 else 20
        header_end = HEADER_SIZE + self.aux
        self.fde_start, self.fre_start = header_end + fdeoff, header_end + freoff
        self.fre_end = self.fre_start + self.fre_len
        require(self.fde_start + self.num_fdes * self.fde_size <= size, "the functions do not fit")
        require(self.fre_start == self.fde_start + self.num_fdes * self.fde_size, "a gap between functions and rows")
        require(self.fre_end <= size, "the rows do not fit")
        require(not any(self.data[self.fre_end:]), "bytes after the rows")

    def dump(self):
        names = [name for bit, name in FLAG_NAMES if self.flags & bit]
        yield (f"section version={self.version} endian={'little' if self.order == '<' else 'big'} abi={ABI_NAMES[self.abi]} "
               f"flags={','.join(names) or 'none'} fixed-fp={self.fixed_fp} fixed-ra={self.fixed_ra} aux={self.aux} "
               f"fdes={self.num_fdes} fres={self.num_fres} fre-len={self.fre_len}")
        for i, f in enumerate(self.functions):
            yield (f"fde {i} start={f.start:#x} size={f.size:#x} pc={'mask' if f.mask else 'inc'} "
                   f"fre=addr{1 << f.fre_type} type=default key={f.key} signal=0 rep={f.rep} fres={f.num_fres}")
            for j, row in enumerate(f.rows):
                yield f"fre {i}.{j} at={row.start:#x} {row.rules()} mangled={row.mangled}"

    def look_up(self, pc):
        inside = [(f.distance, i) for i, f in enumerate(self.functions) if f.start <= pc < f.start + f.size]
        number = max(inside)[1] if inside else None
        row = self.functions[number].find_row(pc, self.version) if inside else None
        if row is None:
            return f"pc {pc:#x} none"
        return f"pc {pc:#x} fde={number} fre={row} {self.functions[number].rows[row].rules()}"


# ---- The protocol ------------------------------------------------------------------------

KNOWN_KEYS = ("op", "container", "profile", "abi", "order", "addr", "pcs", "regs", "mem", "pac-mask", "max", "sort")


def parse(payload):
    """Returns the keys and the body of a payload."""
    keys = {}
    while True:
        line, payload = payload.split(b"\n", 1)
        if not line:
            return keys, payload
        key, value = line.decode("utf-8").split(": ", 1)
        keys[key] = value


def is_declared(keys):
    declared = dict(HELLO)
    return all(keys.get(key) in declared[words].split()
               for key, words in (("op", "ops"), ("profile", "profiles"), ("abi", "abis"), ("order", "orders"))
               ) and keys.get("container", "raw") == "raw"


def answer(payload):
    """Returns the payload of a `result`."""
    try:
        keys, body = parse(payload)
        if any(key.startswith("!") and key[1:] not in KNOWN_KEYS for key in keys) or not is_declared(keys):
            return "status: unsupported\n\n"
        section = Section(body, int(keys["addr"], 16), keys["profile"])
        if keys["op"] == "decode":
            lines = section.dump()
        else:
            lines = [section.look_up(int(pc, 16)) for pc in keys["pcs"].split()]
        return "status: accept\n\nsframe-dump 1\n" + "".join(line + "\n" for line in lines)
    except Rejected as why:
        return f"status: reject\nmessage: {why}\n\n"
    except Exception as why:  # pylint: disable=broad-except
        # A bug of this program is not a verdict on the section.
        print(f"{type(why).__name__}: {why}", file=sys.stderr)
        return "status: internal\n\n"


def main():
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    while True:
        head = source.readline()
        if not head:
            return 0
        kind, number, length = head.decode("ascii").rstrip("\n").split(" ")
        payload = source.read(int(length))
        if kind == "@bye":
            return 0
        if kind == "@hello":
            kind, text = "hello", "".join(f"{key}: {value}\n" for key, value in HELLO) + "\n"
        else:
            text = answer(payload) if kind == "@case" else "status: unsupported\n\n"
            kind = "result"
        data = text.encode("utf-8")
        sink.write(f"@{kind} {number} {len(data)}\n".encode("ascii") + data)
        sink.flush()


if __name__ == "__main__":
    sys.exit(main())
