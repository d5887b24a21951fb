# SPDX-License-Identifier: MIT
"""The decided questions that the meaning of an accepted section rests on, for the cases of real sections. gen/corpus/decided.c
says it of the sections that the generator makes, by their model.
"""
import os
import re
import struct
import sys

REGISTERS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "ref", "registers")
sys.path.append(REGISTERS)
import rows  # noqa: E402
from rows import PROFILES  # noqa: E402, F401

FDES = {"v1": ("iIIIB", 17), "v3": ("qII", 16)}


def cells(name, *columns):
    return [row.cells for row in rows.read(REGISTERS, name, *columns, unique=False)[0]]


def register(profile):
    """The questions that are decided in this profile: not by the text."""
    policies = {row[0] for row in cells("policies", 6, 7) if row[2] not in ("acceptable", "none") and profile in row[1].split()}
    return {row[0] for row in cells("basis_policies", 4)
            if row[0] in policies and row[2] != "text" and (row[1] == "*" or profile in row[1].split())}


def in_table(head, entries, at, size, profile, addr):
    """Questions of the header and the table of functions."""
    yield "AMB-010", entries and addr
    yield "AMB-027", not entries
    yield "AMB-042", [entry[2] for entry in entries] != sorted(entry[2] for entry in entries)
    yield "AMB-043", profile == "v3" and entries and (addr + at) % 8
    yield "AMB-045", profile == "v1" and len(entries) > 1
    starts = [(entry[0] + at + size * i if "pcrel" in head["flags"] else entry[0]) for i, entry in enumerate(entries)]
    is_sorted = "sorted" in head["flags"]
    for one, other in zip(starts, starts[1:]):
        yield "AMB-020", not is_sorted and one > other
        yield "AMB-021", is_sorted and "pcrel" in head["flags"] and one + size > other
        yield "AMB-022", is_sorted and one == other


def in_function(func, lines, family, words):
    """Questions of a function and its rows; `words`: how many each has."""
    last, width, flex = int(lines[-1]["at"], 0) if lines else 0, int(func["fre"][-1]), func["type"] == "flex"
    yield "AMB-018", int(func["size"], 0) == 0
    yield "AMB-049", func["pc"] != "mask" and func["rep"] != "0"
    yield "AMB-073", width > (4 if last > 0xffff else 2 if last > 0xff else 1)
    for i, (row, count) in enumerate(zip(lines, words)):
        if count == 0:
            continue
        cfa = re.search(r"[+-]\d+", row["cfa"])
        yield "AMB-06C", cfa and (int(cfa[0]) < 0 or int(cfa[0]) % 2)
        yield "AMB-074", i > 0 and all(row[key] == lines[i - 1][key] for key in ("cfa", "ra", "fp", "mangled"))
        yield "AMB-081", flex and count == 2
        yield "AMB-065" if flex else "AMB-064", family == "s390x"
        if family == "aarch64" and not flex:
            yield "AMB-050", count == 2
            yield "AMB-057", count > 1
            yield "AMB-061", count == 1


def decided(data, dump, profile, addr):
    """The ids, ascending. The dump is the reference's."""
    lines = [(line.split()[0], dict(re.findall(r"(\S+)=(\S+)", line))) for line in dump.partition("\n\n")[0].splitlines()[1:]]
    head = lines[0][1]
    order = ">" if head["endian"] == "big" else "<"
    form, size = FDES.get(profile, ("iIIIBBH", 20))
    (fdeoff, freoff), base = struct.unpack_from(order + "II", data, 20), 28 + data[7]
    entries = [struct.unpack_from(order + form, data, base + fdeoff + size * i) for i in range(int(head["fdes"]))]
    found = {question for question, rests in in_table(head, entries, base + fdeoff, size, profile, addr) if rests}
    functions = [i for i, (kind, _) in enumerate(lines) if kind == "fde"] + [len(lines)]
    for entry, first, end in zip(entries, functions, functions[1:]):
        func, at, words = lines[first][1], base + freoff + entry[2] + 5 * (profile == "v3"), []
        for _ in range(first + 1, end):
            info = data[at + int(func["fre"][-1])]
            words.append(info >> 1 & 15)
            at += int(func["fre"][-1]) + 1 + (words[-1] << (info >> 5 & 3))
        found |= {question for question, rests in
                  in_function(func, [keys for _, keys in lines[first + 1:end]], head["abi"].split("-")[0], words) if rests}
    return sorted(found & register(profile))
