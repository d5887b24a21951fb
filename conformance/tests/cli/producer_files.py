#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whole files: code that only one side covers, several sections, mixed versions, relocations, and
files that are bad, foreign, stripped or without headers. Each must get its own message and exit
status.

usage: producer_files.py CONFORM HOSTILE
"""
import os
import shutil
import struct
import sys

from common import ended, ok
from producer_made import NO_CFI, NO_SFRAME, SP, function, make, row, section_of, text_of
from producer_support import Elf, changed, judge, lab, must, read_bytes, run, run_in_folder, use, write

CONFORM, HOSTILE = map(os.path.abspath, sys.argv[1:3])
PT_GNU_SFRAME, PT_GNU_EH_FRAME = 0x6474e554, 0x6474e550
ROWS = [row(0, SP, 8)]


def expect(path, what, status, *texts, **members):
    """Checks the exit status, texts of the report or of stderr, and members of the JSON report."""
    seen, f, _ = judge(path)
    p = lab("producer", path)
    text, wrong = p.stdout + p.stderr, {k: f.get(k) for k, v in members.items() if f.get(k) != v}
    missing = [t for t in texts if t not in text]
    ok(seen == p.returncode == status and not wrong and not missing, what, f"{seen} {p.returncode} {wrong} {missing}\n{text}")


def counts(equal=0, weaker=0, wrong=0, uncompared=0):
    return {"equal": equal, "weaker": weaker, "wrong": wrong, "uncompared": uncompared}


def coverage():
    for version in 1, 2, 3:
        path = make(f"sides{version}", "amd64", version, [
            function("both", 16, {}, ROWS), function("unsaid", 16, {}, [], NO_SFRAME), function("alone", 16, {}, ROWS, NO_CFI)])
        expect(path, f"version {version}: code that only one side covers", 0, "no SFrame: unsaid (0x10..0x20)",
               "no .eh_frame: alone (0x20..0x30)", ranges=counts(1, 1, 0, 1), reasons={"no-function": 1, "no-cfi": 1},
               bytes=counts(16, 16, 0, 16))
    expect(make("short", "amd64", 2, [function("f", 16, {}, ROWS, covers=5)]), "a function that SFrame cuts short", 0,
           "no SFrame: f (0x0..0x10)", reasons={"no-function": 1}, bytes=counts(5, 11))
    expect(make("long", "amd64", 2, [function("f", 10, {}, ROWS, covers=16), function("g", 16, {}, ROWS)]),
           "a function that SFrame makes longer", 0, "no .eh_frame: f (0x0..0x10)", reasons={"no-cfi": 1},
           bytes=counts(26, 0, 0, 6))
    expect(make("late", "amd64", 2, [function("f", 16, {}, [row(4, SP, 8)])]), "code before the first row", 0,
           reasons={"no-row": 1}, bytes=counts(12, 4))
    expect(make("outside", "amd64", 2, [function("f", 16, {}, ROWS, covers=99)]), "a function that ends outside of its section",
           1, "WRONG container: function 0, 0x0..0x63, lies outside of the file's code [ALL-LKP-01]")
    expect(make("empty", "amd64", 2, [function("f", 16, {}, [], NO_SFRAME)]), "a section without functions", 0,
           ranges=counts(weaker=1), sframe_functions=0)


def sections():
    f, g = function("first", 16, {}, ROWS), function("second", 16, {}, ROWS, section=".text.other")
    wrong = function("second", 16, {}, [row(0, SP, 16)], section=".text.other")
    bare = dict(g, marks=(NO_SFRAME,))

    def two(name, version, other, errata=True):
        more = section_of("amd64", version, errata, [other], name=".sframe, \"aG\"", tail=", other, comdat")
        return make(name, "amd64", 2, [f, bare], errata=errata, more=more)

    expect(two("two", 2, g), "two sections in an object: both are read", 0,
           "doubt container: there are 2 sections with SFrame data [AMB-113]", ranges=counts(2), sframe_functions=2)
    expect(two("two-wrong", 2, wrong), "two sections: the second is wrong", 1, "WRONG second (0x20..0x30)",
           "cfa: SFrame sp+16, CFI sp+8 [V2E1-AMD-01]", ranges=counts(1, 0, 1))
    expect(two("mixed", 3, g), "versions 2 and 3 in an object", 0, "doubt container: versions 2 and 3 in one file [AMB-114]",
           ranges=counts(2))
    linked = link_two(f, bare, g)
    expect(linked, "two sections in a linked file", 1, "WRONG container: there are 2 sections with SFrame data [AMB-113]",
           "WRONG container: versions 2 and 3 in one file [AMB-114]", ranges=counts(2))


def link_two(f, bare, g):
    """The linker does not change sections of other names; their start fields are relative to themselves."""
    lines = text_of(f) + text_of(bare)
    for name, version, one in ((".one", 2, f), (".two", 3, g)):
        lines += section_of("amd64", version, True, [one], name=f"{name}, \"a\"")
    for command in (("as", "-o", "linked.o", write("linked.s", "\n".join(lines) + "\n")), ("ld", "-shared", "--eh-frame-hdr", "-o", "linked", "linked.o"),
                    ("objcopy", "--rename-section", ".one=.sframe", "linked"),
                    ("objcopy", "--rename-section", ".two=.sframe", "linked")):
        must(*command)
    return "linked"


def relocations(obj):
    def other_type(e):
        e.put("I", e.find(".rela.sframe")[1] + 8, 1)

    def fewer(e):
        at, _, size = e.find(".rela.sframe")
        e.put("Q", at + 32, size - 24)

    def odd(e):
        at, _, size = e.find(".rela.sframe")
        e.put("Q", at + 32, size - 1)

    # The messages of each kind are in ref/tests/test_elf_reloc.c.
    for name, change, says in (
            ("type", other_type, "its type 1 is not a PC-relative one"), ("fewer", fewer, "has no relocation"), ("odd", odd, "")):
        expect(changed(obj, f"rela-{name}.o", change), f"relocations: {name}", 1 if says else 4, says)


def strip_headers(e):
    e.put("Q", 40, 0)
    e.put("HHH", 58, 0, 0, 0)


def segment(e, kind):
    phoff, = e.get("Q", 32)
    for i in range(e.get("H", 56)[0]):
        if e.get("I", phoff + 56 * i)[0] == kind:
            return phoff + 56 * i
    raise SystemExit(f"Bail out! there is no segment of type 0x{kind:x}")


def without_headers(linked):
    def header_byte(index, value):
        def change(e):
            at, = e.get("Q", segment(e, PT_GNU_EH_FRAME) + 8)
            e.put("B", at + index, value)
            strip_headers(e)
        return change

    def no_frames(e):
        e.put("I", segment(e, PT_GNU_EH_FRAME), 0)
        strip_headers(e)

    def no_sframe(e):
        e.put("I", segment(e, PT_GNU_SFRAME), 0)
        strip_headers(e)

    whole = judge(linked)[1]
    expect(changed(linked, "bare.so", strip_headers), "no section headers: still compared", 0,
           ranges=whole["ranges"], bytes=whole["bytes"], cfi_functions=whole["cfi_functions"])
    expect(changed(linked, "no-frames.so", no_frames), "no section headers, no PT_GNU_EH_FRAME: reported", 0,
           "no section header or PT_GNU_EH_FRAME", cfi_functions=0)
    expect(changed(linked, "no-segment.so", no_sframe), "no section headers, no PT_GNU_SFRAME", 5, "nothing to judge")
    # A header may have no table. A count cannot be relative to a place.
    encoding, table = "an unsupported encoding", "has no search table"
    for index, value, says in ((1, 0xff, encoding), (3, 0x1b, encoding), (2, 0x13, encoding),
                               (2, 0x33, encoding), (2, 0xff, table), (3, 0xff, table)):
        expect(changed(linked, f"hdr-{index}-{value}.so", header_byte(index, value)),
               f"a PT_GNU_EH_FRAME with byte {index} 0x{value:x}: not read", 0, "doubt cfi:", says, cfi_functions=0)
    for index, value, says in ((0, 9, "no header of version 1"), (8, 0xff, "is too short"), (4, 0x77, "")):
        expect(changed(linked, f"hdr-{index}.so", header_byte(index, value)), f"a PT_GNU_EH_FRAME with byte {index} changed", 1,
               "WRONG cfi:", says)


def dwarf(obj):
    def byte(offset, value):
        def change(e):
            e.put("B", e.find(".eh_frame")[1] + offset, value)
        return change

    def fde(offset, form, value):
        def change(e):
            _, at, _ = e.find(".eh_frame")
            e.put(form, at + 4 + e.get("I", at)[0] + offset, value)
        return change

    def cut(e):
        at, _, size = e.find(".eh_frame")
        e.put("Q", at + 32, size - 9)

    def compressed(e):
        at, *_ = e.find(".eh_frame")
        e.put("Q", at + 8, 2 | 1 << 11)

    for name, change, says in (
            ("version", byte(8, 77), "+0x0: a CIE has a version that is not 1, 3 or 4"),
            ("augmentation", byte(9, ord("q")), "+0x0: a CIE has an unknown augmentation"),
            ("letter", byte(10, ord("q")), "+0x0: a CIE has an unknown augmentation letter"),
            ("length", byte(3, 0x7f), "+0x0: an entry ends after the section"),
            ("cie", fde(4, "I", 0x7777), "an FDE names a CIE that does not exist"),
            ("fde-length", fde(0, "I", 3), "an entry is too short"),
            ("cut", cut, "an entry ends after the section"),
            ("compressed", compressed, "has no bytes in this file")):
        expect(changed(obj, f"dwarf-{name}.o", change), f".eh_frame: {name}", 1, "WRONG cfi:", says)


def bad_files(obj, linked):
    def put(form, at, value):
        return lambda e: e.put(form, at, value)

    def no_bits(e):
        at, *_ = e.find(".sframe")
        e.put("I", at + 4, 8)

    def hollow(e):
        at, *_ = e.find(".sframe")
        e.put("Q", at + 32, 0)

    whole = read_bytes(obj)
    for name, path, status, says in (
            ("empty", write("empty", b""), 4, "not an ELF file"),
            ("an archive", write("lib.a", b"!<arch>\n"), 4, "cannot be judged: an archive of objects; take them out with 'ar x'"),
            ("no section headers left", write("cut", whole[:100]), 4, "cannot be judged"),
            ("not there", "not-there", 4, "not-there"),
            ("a folder", ".", 4, "."),
            ("of RISC-V", changed(obj, "riscv.o", put("H", 18, 243)), 4, "machine 243"),
            ("of 32 bits", changed(obj, "class32.o", put("B", 4, 1)), 4, "64-bit"),
            ("x86-64 of the other byte order", changed(obj, "order.o", put("B", 5, 2)), 4, "in this byte order"),
            ("section headers after the end", changed(obj, "shoff.o", put("Q", 40, 1 << 40)), 4, "cannot be judged"),
            ("a debug file", changed(linked, "debug.so", no_bits), 5, "SHT_NOBITS"),
            ("an empty section", changed(linked, "hollow.so", hollow), 5, "is empty")):
        expect(path, f"{name}: status {status}", status, says)
    run("objcopy", "-R", ".sframe", "-R", ".rela.sframe", obj, "without.o")
    expect("without.o", "no .sframe", 5, "nothing to judge", state="no-sframe")
    run("objcopy", "-R", ".eh_frame", "-R", ".rela.eh_frame", obj, "alone.o")
    expect("alone.o", "no .eh_frame", 0, "doubt cfi: there is no .eh_frame and no .debug_frame: nothing to compare with",
           ranges=counts(uncompared=2), reasons={"no-cfi": 2})
    run("strip", "-o", "stripped.so", linked)
    expect("stripped.so", "stripped: no names, but still compared", 0, ranges=judge(linked)[1]["ranges"])
    run("strip", "--strip-unneeded", "-o", "unneeded.o", obj)
    expect("unneeded.o", "an object without names", 0, ranges=judge(obj)[1]["ranges"])
    for files, status in (((obj, "without.o", "empty"), 4), (("rela-type.o", "without.o"), 1), ((obj, "without.o"), 5)):
        ended(run(CONFORM, "producer", *files), status, f"of several files the worst status: {status}")


# A kernel's image: the data lie between two symbols, and no loader reads a segment.
IMAGE = """PHDRS { text PT_LOAD FLAGS(7); }
SECTIONS {
  . = 0xffff800080000000;
  .text : { *(.text .text.*) } :text
  .eh_frame : { *(.eh_frame) } :text
  .sframe : { %s KEEP(*(.sframe)) %s } :text
  /DISCARD/ : { *(.note*) *(.comment) }
}
"""


def images(obj):
    missing = "WRONG container: there is no segment of type PT_GNU_SFRAME [ELF-02]"
    for name, symbols in (("kernel", ("__start_sframe = .;", "__end_sframe = .;")), ("half", ("__start_sframe = .;", "")), ("none", ("", ""))):
        write(f"{name}.lds", IMAGE % symbols)
        p = run("ld", "-T", f"{name}.lds", "-o", name, obj)
        if p.returncode != 0:
            ok(False, f"the image {name} is linked", p.stderr)
        elif name == "kernel":
            expect(name, "an image with symbols around its data needs no segment", 0, "an image that is found by symbols",
                   ranges=counts(4), image=True)
        else:
            expect(name, f"an image with symbols around its data: {name}", 1, missing, ranges=counts(4), image=False)
            ok(judge(name, "--image")[0] == 0, f"--image: {name} needs no segment")
    run("strip", "-o", "kernel-stripped", "kernel")
    expect("kernel-stripped", "an image without symbols", 1, missing)
    p = run("ld", "-shared", "-T", "kernel.lds", "-o", "kernel.so", obj)
    ok(p.returncode != 0 or judge("kernel.so")[0] == 1, "a dynamic section: a loader needs the segment", p.stderr)
    p = run("ld", "-r", "-o", "module.ko", obj)
    expect("module.ko", "a module: a relocatable file whose functions are not sorted", 0, ranges=counts(4))


def empty_beside_full():
    full, bare = section_of("amd64", 3, False, [function("f", 16, {}, ROWS)]), ['\t.section .sframe,"a",@0x6ffffff4,unique,7']
    code = text_of(function("f", 16, {}, ROWS))
    for name, lines in (("empty-first", bare + code + full), ("empty-last", code + full + bare)):
        path = write(f"{name}.s", "\n".join(lines) + "\n")
        ended(run("as", "-o", f"{name}.o", path), 0, f"{name} is assembled")
        expect(f"{name}.o", f"two sections, {name}", 0, "doubt container: there are 2 sections for SFrame data, and 1 has no data [AMB-113]",
               ranges=counts(1), sframe_functions=1)
    write("empty-alone.s", "\n".join(bare + code) + "\n")
    run("as", "-o", "empty-alone.o", "empty-alone.s")
    expect("empty-alone.o", "one section, and it is empty", 5, "nothing to judge", "is empty", state="no-sframe")


def many_names(obj):
    """Very many symbols, all at one place, that share one very long name."""
    e = Elf(obj)
    for name, data in ((".symtab", bytes(24) + struct.pack("<IBBHQQ", 1, 2, 0, 1, 0, 16) * 100000),
                       (".strtab", b"\0" + b"x" * 2000000 + b"\0")):
        e.put("QQ", e.find(name)[0] + 24, len(e.data), len(data))
        e.data += data
    e.save("names.o")
    before = os.times().children_user
    _, f, _ = judge("names.o")
    took = os.times().children_user - before
    ok(f.get("functions") and f["functions"][0]["name"] == "x" * 100 and took < 5, "one long name of very many symbols",
       f"{took:.1f} s\n{str(f)[:300]}")


def main():
    if not shutil.which("as") or os.uname().machine != "x86_64":
        print("1..0 # SKIP no assembler for x86-64")
        return
    obj = make("object", "amd64", 1, [function("first", 16, {4: ".cfi_def_cfa_offset 32", 12: ".cfi_def_cfa_offset 8"},
                                               [row(0, SP, 8), row(4, SP, 32), row(12, SP, 8)]),
                                      function("second", 16, {}, ROWS)])
    linked = "object.so"
    p = run("ld", "-shared", "--eh-frame-hdr", "-o", linked, obj)
    coverage()
    sections()
    relocations(obj)
    many_names(make("longest", "amd64", 2, [function("f", 16, {}, [row(4, SP, 8)])]))
    dwarf(obj)
    images(obj)
    empty_beside_full()
    if ok(p.returncode == 0 and judge(linked)[1].get("ranges") == counts(4), "a linked file", p.stderr):
        without_headers(linked)
        bad_files(obj, linked)
    debug = make("debug", "amd64", 2, [function("f", 16, {4: ".cfi_def_cfa_offset 32"}, ROWS)], head=[" .cfi_sections .debug_frame"])
    files = [obj, linked, "bare.so", "two.o", "linked", "mixed.o", debug, "empty-last.o"]
    p = run(HOSTILE, "300", *files)
    judged = int((p.stdout + " 0 0").split()[1])
    ok(p.returncode == 0 and judged > 300, f"damaged copies of {len(files)} files do not crash", p.stdout + p.stderr)
    print(f"# {p.stdout.strip()}")


use(CONFORM)
run_in_folder(main)
