# SPDX-License-Identifier: MIT
"""Shared by the tests of `sframe-conform produce` and `producer`: runs, and changes of single bytes of an ELF file."""
import json
import os
import shutil
import struct
import sys

import common
from common import load_program, read_bytes, run, run_here, run_in_folder as run_there, write
from junit_file import suites_of

CONFORM = ""
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../report"))
LAB = load_program(os.path.join(HERE, "../../lab"), "lab")


def use(conform):
    """Sets the sframe-conform to run."""
    global CONFORM
    CONFORM = os.path.abspath(conform)


def judge(path, *options):
    """Exit status, the JSON object of the file, and stderr."""
    p = run(CONFORM, "producer", "--json", *options, path)
    try:
        return p.returncode, json.loads(p.stdout)["files"][0], p.stderr
    except (ValueError, KeyError, IndexError):
        return p.returncode, {"state": "no JSON: " + p.stdout[:200]}, p.stderr


def lab(command, *words):
    """What the program of `sframe-conform produce` and `producer` does with words that sframe-conform takes."""
    return run_here(LAB, command, "--runner", CONFORM, "--data", "none", *words)


def produce(*words):
    return lab("produce", *words)


def expect(what, p, status, *said):
    """The exit status, and texts that must be in the output."""
    text = p.stdout + p.stderr
    common.ok(p.returncode == status and all(s in text for s in said), what, f"status {p.returncode}\n{text}")


def fake(name, script):
    """A tool, called as `sh NAME`."""
    return "sh " + write(os.path.abspath(name), script)


def junit(name):
    """The only suite of a JUnit document, and its tests."""
    suite, = suites_of(common.read(name), name)
    return suite, suite.findall("testcase")


def must(*command):
    """Runs a tool without which there is nothing to test."""
    p = run(*command)
    if p.returncode != 0:
        raise SystemExit(f"Bail out! {command}: {p.stderr}")


def assemble(tool, name, source, *options):
    must(tool, *options, "-o", name + ".o", write(name + ".s", source))
    return name + ".o"


def can_sframe(tool):
    return shutil.which(tool) and "--gsframe" in run(tool, "--help").stdout


class Elf:
    """A 64-bit ELF file, for small changes."""

    def __init__(self, path):
        self.data = bytearray(read_bytes(path))
        self.order = ">" if self.data[5] == 2 else "<"
        self.shoff, = self.get("Q", 40)
        self.names = self.section(self.get("H", 62)[0])

    def get(self, form, at):
        return struct.unpack_from(self.order + form, self.data, at)

    def put(self, form, at, *values):
        struct.pack_into(self.order + form, self.data, at, *values)

    def section(self, index):
        """The position of its header, its offset and its size."""
        at = self.shoff + index * 64
        return (at, *self.get("QQ", at + 24))

    def find(self, name):
        for i in range(1, self.get("H", 60)[0]):
            at, offset, size = self.section(i)
            start = self.names[1] + self.get("I", at)[0]
            if self.data[start:self.data.index(0, start)] == name.encode():
                return at, offset, size
        raise SystemExit(f"Bail out! there is no section {name}")

    def rows(self, fde):
        """Version 1 and 2: positions in the file of the FREs of one function, by their starts. ADDR1 rows only."""
        _, base, _ = self.find(".sframe")
        version = self.data[base + 2]
        fdeoff, freoff = self.get("II", base + 20)
        at = base + 28 + fdeoff + fde * (17 if version == 1 else 20)
        fre, num = self.get("II", at + 8)
        pos, found = base + 28 + freoff + fre, {}
        for _ in range(num):
            info = self.data[pos + 1]
            found[self.data[pos]] = pos
            pos += 2 + (info >> 1 & 15) * (1 << (info >> 5 & 3))
        return found

    def save(self, name):
        return write(name, bytes(self.data))


def changed(source, name, change):
    elf = Elf(source)
    change(elf)
    return elf.save(name)


def run_in_folder(main):
    """Runs the tests in a temporary folder, with tools that speak English, and prints the plan."""
    os.environ["LC_ALL"] = "C"
    run_there(main)
