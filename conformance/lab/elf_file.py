# SPDX-License-Identifier: MIT
"""Sections of ELF files. For the judges of linkers."""
import pathlib
import struct

from program import Fault

ET_REL, SHT_PROGBITS, SHF_ALLOC, SHF_EXECINSTR = 1, 1, 2, 4


class BadFile(Fault):
    """Not an ELF file that can be read."""


class File:
    """A 64-bit ELF file. The sections of an object are laid out as by
    sframe-ref: in their order from address 0, aligned, with an unused byte after each."""

    def __init__(self, path):
        self.data = pathlib.Path(path).read_bytes()
        try:
            self.read()
        except (struct.error, IndexError, ValueError) as error:
            raise BadFile(f"{path}: not a 64-bit ELF file that can be read: {error}") from error

    def read(self):
        if self.data[:5] != b"\x7fELF\x02":
            raise ValueError("no ELF header")
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

    def get(self, form, at):
        return struct.unpack_from(self.order + form, self.data, at)

    def bytes_of(self, section):
        return self.data[section["offset"]:section["offset"] + section["size"]]

    def text(self, at):
        return self.data[at:self.data.index(0, at)].decode()

    def lay_out(self):
        at = 0
        for s in self.sections[1:]:
            if s["flags"] & SHF_ALLOC:
                align = max(s["align"], 1)
                s["addr"] = (at + align - 1) // align * align
                at = s["addr"] + s["size"] + 1

    def named(self, name):
        return next((s for s in self.sections if s["name"] == name), None)
