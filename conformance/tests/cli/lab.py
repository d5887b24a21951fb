#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The lab without a toolchain: the rules that directives state, programs as text and as bytes, shapes, the shrinker,
toolchain files, and random functions. A TAP producer."""
import os
import sys

sys.path += [os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", room) for room in ("lab", "report")]
from common import ok, plan
import draw
import expect
import program
import shrink

T = program.TARGETS


def rows(abi, line, wanted):
    """The rows as "START CFA RA FP SP [signed]", separated by "; "; SP is left out where it is the implied one."""
    t = T[abi]
    try:
        found = expect.expect(program.read_program(line)[0], t)
    except program.Fault as error:
        ok(str(error) == wanted, f"{abi}: {line}", error)
        return
    implied = expect.text(("cfa", 0, t.sp_value), t)
    seen = "not valid" if found is None else "; ".join(
        " ".join([str(r[0]), *r[1:4], *([r[4]] if r[4] != implied else []), *(["signed"] if r[5] else [])]) for r in expect.texts(found, t))
    ok(seen == wanted, f"{abi}: {line}", seen)


def cfa():
    rows("amd64", "empty", "")
    rows("amd64", "nop", "0 sp+8 *(cfa-8) same")
    rows("s390x", "nop; def_cfa_offset 176; nop", "0 sp+160 same same; 2 sp+176 same same")
    rows("amd64", "nop; def_cfa_offset 16; def_cfa_register 6; skip 300; def_cfa 7, 8; nop",
         "0 sp+8 *(cfa-8) same; 1 fp+16 *(cfa-8) same; 301 sp+8 *(cfa-8) same")
    rows("amd64", "adjust_cfa_offset 24; nop; adjust_cfa_offset -8; nop", "0 sp+32 *(cfa-8) same; 1 sp+24 *(cfa-8) same")
    rows("amd64", "nop; def_cfa_offset 8; nop; def_cfa_offset 16; def_cfa_offset 24; nop", "0 sp+8 *(cfa-8) same; 2 sp+24 *(cfa-8) same")
    rows("amd64", "cfa_expression 10, -8; nop; cfa_memory 6, -16; nop", "0 r10-8 *(cfa-8) same; 1 *(fp-16) *(cfa-8) same")
    for line in ("cfa_memory 6, -16; def_cfa_offset 8; nop", "cfa_expression 6, 0; def_cfa_offset 8; nop", "simple; nop",
                 "adjust_cfa_offset 9223372036854775807; nop", "escape def_cfa 7, 16; adjust_cfa_offset 8; nop",
                 "escape def_cfa 7, 16; rel_offset 6, 8; nop", "and offset 6, -16; nop", "escape offset 6, -13; nop"):
        rows("amd64", line, "not valid")
    rows("amd64", "escape def_cfa 6, 16; def_cfa_offset 24; nop", "0 fp+24 *(cfa-8) same")


def registers():
    rows("amd64", "offset 6, -16; nop; restore 6; nop", "0 sp+8 *(cfa-8) *(cfa-16); 1 sp+8 *(cfa-8) same")
    rows("amd64", "def_cfa_offset 32; rel_offset 6, 8; nop", "0 sp+32 *(cfa-8) *(cfa-24)")
    rows("amd64", "register 6, 11; undefined 16; nop", "0 sp+8 undefined r11")
    rows("amd64", "val_offset 6, -16; nop; same_value 6; nop; undefined 6; nop",
         "0 sp+8 *(cfa-8) cfa-16; 1 sp+8 *(cfa-8) same; 2 sp+8 *(cfa-8) undefined")
    rows("amd64", "expression 6, 10, 24; restore 16; nop", "0 sp+8 *(cfa-8) *(r10+24)")
    rows("aarch64", "offset 29, -16; offset 30, -8; nop; restore 30; nop", "0 sp *(cfa-8) *(cfa-16); 4 sp same *(cfa-16)")
    rows("amd64", "undefined 7; nop; restore 7; nop", "0 sp+8 *(cfa-8) same undefined; 1 sp+8 *(cfa-8) same")
    rows("s390x", "val_offset 15, 0; nop; val_offset 15, -160; nop", "0 sp+160 same same cfa+0; 2 sp+160 same same")


def states():
    rows("amd64", "restore_state; nop", "not valid")
    rows("amd64", "escape remember_state; restore_state; nop", "not valid")
    rows("amd64", "remember_state; offset 6, -16; nop; restore_state; nop", "0 sp+8 *(cfa-8) *(cfa-16); 1 sp+8 *(cfa-8) same")
    rows("amd64", "remember_state; def_cfa_offset 24; remember_state; def_cfa_register 6; nop; restore_state; nop; restore_state; nop",
         "0 fp+24 *(cfa-8) same; 1 sp+24 *(cfa-8) same; 2 sp+8 *(cfa-8) same")
    # The count of rel_offset goes back, too.
    rows("amd64", "remember_state; def_cfa_offset 64; nop; restore_state; rel_offset 6, 0; nop",
         "0 sp+64 *(cfa-8) same; 1 sp+8 *(cfa-8) *(cfa-8)")
    rows("aarch64", "negate_ra_state; remember_state; negate_ra_state; nop; restore_state; nop", "0 sp same same; 4 sp same same signed")
    rows("aarch64", "skip 3", "not valid")
    for line in ("jump 3", "offset 6", "offset 32, -8", "long", "escape jump"):
        rows("amd64", "nop; " + line, f"'{line}' is not a statement of a program")


def escapes():
    """A directive as bytes; DWARF 5, 6.4.2 and 7.6."""
    for abi, line, wanted in (
            ("amd64", "escape offset 6, -16", ["0x5, 0x6, 0x2"]), ("amd64", "escape offset 6, 16", ["0x11, 0x6, 0x7e"]),
            ("amd64", "long offset 6, -16", ["0x5, 0x86, 0x80, 0x80, 0x0, 0x82, 0x80, 0x80, 0x0"]),
            ("amd64", "escape def_cfa 7, 200", ["0xc, 0x7, 0xc8, 0x1"]), ("amd64", "escape def_cfa_offset -8", ["0x13, 0x1"]),
            ("amd64", "escape undefined 7; and same_value 16", ["0x7, 0x7, 0x8, 0x10"]),
            ("amd64", "expression 6, 7, -128", ["0x10, 0x6, 0x3, 0x77, 0x80, 0x7f"]),
            ("amd64", "long val_expression 6, 7, -1", ["0x16, 0x86, 0x80, 0x80, 0x0, 0x5, 0x77, 0xff, 0xff, 0xff, 0x7f"]),
            ("s390x", "escape val_offset 15, -160", ["0x14, 0xf, 0x14"]), ("amd64", "cfa_memory 6, -8", ["0xf, 0x3, 0x76, 0x78, 0x6"])):
        seen = program.lines_of(program.read_program(line)[0], T[abi])
        ok(seen == ["\t.cfi_escape " + w for w in wanted], line, seen)


def words():
    """What a version has words for."""
    for abi, profile, line, wanted in (
            ("amd64", "v1", "nop", True), ("amd64", "v3", "undefined 7; nop", False), ("amd64", "v3", "offset 7, -16; nop", False),
            ("s390x", "v3", "offset 15, -40; nop", True), ("s390x", "v3", "offset 15, -48; nop", False), ("amd64", "v1", "undefined 16; nop", False),
            ("amd64", "v3", "undefined 16; nop", True), ("aarch64", "v1", "offset 29, -16; nop", False), ("amd64", "v1", "register 6, 3; nop", False),
            ("amd64", "v3", "val_offset 7, 0; nop", True), ("amd64", "v1", "def_cfa 3, 8; nop", False), ("amd64", "v1", "same_value 7; nop", False)):
        seen = expect.must_state(program.read_program(line)[0], T[abi], profile)
        ok(seen == wanted, f"{abi}, {profile}: {line} {'must' if wanted else 'need not'} be stated", seen)


def shapes():
    def split(text):
        return tuple(text.split("; "))

    for whole, part, far, near in (
            ("code; offset fp n; code", "offset fp n", True, False), ("code; offset fp n16; code", "offset fp n", False, False),
            ("offset fp n; code", "code; offset fp n", False, False), ("code; remember_state; offset fp n; restore_state",
                                                                         "remember_state; restore_state", True, True),
            ("remember_state; code; restore_state", "remember_state; restore_state", True, False),
            ("restore fp", "restore fp", True, True)):
        seen = program.contains(split(whole), split(part)), program.contains_closely(split(whole), split(part))
        ok(seen == (far, near), f"{part} in {whole}", seen)


def refused():
    for line, wanted in (("nop; def_cfa_offset 1073741824; adjust_cfa_offset -8", True), ("def_cfa_offset 1073741824; nop", False),
                         ("offset 6, -12; nop", True), ("skip 1048576; def_cfa_offset 13; nop", False)):
        ok(draw.may_refuse(program.read_program(line)[0]) == wanted, f"{line} {'may' if wanted else 'may not'} be refused")


def smaller():
    tried = []

    def shows(things):
        tried.append(things)
        return {3, 17} <= set(things)

    ok(shrink.fewer(range(40), shows) == (3, 17) and len(tried) < 120, "two things of forty that are needed", tried)
    ok(shrink.fewer("a", lambda things: True) == ("a",), "of one thing none can be left out")
    ok(shrink.fewer("abc", lambda things: False) == ("a", "b", "c"), "nothing is taken that does not fail")
    down = shrink.shrink((9, 9), len, lambda t, start, end: t[:start] + t[end:] or None, lambda t: sum(t) > 4,
                         lambda t: [lambda t, i=i: t[:i] + (t[i] - 1,) + t[i + 1:] for i in range(len(t))])
    ok(sum(down) == 5 or len(down) == 1, "changes and removals are repeated", down)


def drawn():
    for abi, t in T.items():
        bodies, wrong, count, ops = [draw.draw(t, 7, i) for i in range(1000)], [], 0, set()
        for i, body in enumerate(bodies):
            found = expect.expect(body, t)
            count += len(found or ())
            ops |= {(s.op, s.form) for s in body.statements}
            if found is None or body != draw.draw(t, 7, i) or program.read_program(program.line_of(body)) != [body]:
                wrong.append(program.line_of(body))
        ok(not wrong, f"{abi}: random functions are valid, repeatable and readable", wrong[:3])
        ok(count > 2000, f"{abi}: they have rows: {count}")
        missing = set(program.WORDS) - {op for op, _ in ops} - (set() if abi == "aarch64" else {"negate_ra_state"})
        ok(not missing and {form for _, form in ops} == set(program.FORMS), f"{abi}: each directive is among them, in each form", missing)


for test in (cfa, registers, states, escapes, words, shapes, refused, smaller, drawn):
    test()
plan()
