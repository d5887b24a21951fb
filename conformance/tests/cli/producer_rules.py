#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every kind of rule that both call frame information and SFrame data can express: a file where
they agree, and the same with one change of the SFrame data, which must be reported with function,
PCs, both rules and clause.

usage: producer_rules.py CONFORM CLAUSES
"""
import os
import shutil
import sys

from common import ended, ok, skip
from producer_made import (ABIS, FLEX, FP, KEY_B, MANGLED, MASK, NO_SFRAME, SIGNAL, SIMPLE, SP, function, make, register,
                           row)
from producer_support import judge, run, run_in_folder, use

CLAUSES = {}


def read_clauses(path):
    with open(path, encoding="utf-8") as f:
        for line in f:
            parts = [p.strip() for p in line.split("|")]
            if len(parts) > 3:
                CLAUSES[parts[0]] = parts[1].split()


def expect_equal(path, what, ranges):
    status, f, err = judge(path)
    ok(status == 0 and f.get("ranges") == {"equal": ranges, "weaker": 0, "wrong": 0, "uncompared": 0}, f"{what}: equal",
       f"{status} {f} {err}")


def expect_wrong(path, what, *expected):
    """Each: place, number of bytes, what differs, the rule of SFrame, the rule of the call frame information, clause."""
    status, f, err = judge(path)
    seen = [(w["place"], int(w["end"], 16) - int(w["start"], 16), d["what"], d["sframe"], d["cfi"], d["clause"])
            for w in f.get("wrong", []) for d in w["differences"]]
    strange = [s[5] for s in seen if f["profile"] not in CLAUSES.get(s[5], [])]
    ok(status == 1 and seen == list(expected) and not strange, f"{what}: wrong", f"{status} {seen} {strange} {err}")


def expect_less(path, what, agreement, reasons, status=0):
    seen, f, err = judge(path)
    ok(seen == status and f.get("reasons") == reasons and f["ranges"][agreement] == sum(reasons.values())
       and f["ranges"]["wrong"] == 0, f"{what}: {agreement}, {', '.join(reasons)}", f"{seen} {f} {err}")


def kinds(name, abi, version, right, *wrong, errata=False, equal):
    """A right file, and one for each change of its only function."""
    expect_equal(make(name, abi, version, [right], errata=errata), name, equal)
    for number, (changes, *expected) in enumerate(wrong):
        marks = changes.pop("marks", right["marks"])
        expect_wrong(make(f"{name}-{number}", abi, version, [{**right, **changes, "marks": marks}], errata=errata),
                     f"{name}, change {number}", *expected)


# ---- AMD64 ----

PUSHED = {1: ".cfi_def_cfa_offset 16; .cfi_offset 6, -16", 4: ".cfi_def_cfa_register 6", 8: ".cfi_def_cfa 7, 8"}
PUSHED_ROWS = [row(0, SP, 8), row(1, SP, 16, -16), row(4, FP, 16, -16), row(8, SP, 8, -16)]


def amd64_frames():
    for version, errata, clauses in ((1, False, ("ALL-FRE-17", "V12-FRE-18")), (2, False, ("ALL-FRE-17", "V12-FRE-18")),
                                     (2, True, ("V2E1-AMD-01", "V2E1-AMD-03")), (3, True, ("V2E1-AMD-01", "V2E1-AMD-03"))):
        kinds(f"frame-v{version}{'e' if errata else ''}", "amd64", version, function("f", 10, PUSHED, PUSHED_ROWS),
              ({"rows": [row(0, SP, 8), row(1, SP, 24, -16)] + PUSHED_ROWS[2:]},
               ("f+0x1", 3, "cfa", "sp+24", "sp+16", clauses[0])),
              ({"rows": PUSHED_ROWS[:2] + [row(4, SP, 16, -16)] + PUSHED_ROWS[3:]},
               ("f+0x4", 4, "cfa", "sp+16", "fp+16", clauses[0])),
              ({"rows": PUSHED_ROWS[:3] + [row(8, SP, 8)]},
               ("f+0x8", 2, "fp", "same", "*(cfa-16)", clauses[1])),
              ({"rows": PUSHED_ROWS[:2] + [row(6, FP, 16, -16)] + PUSHED_ROWS[3:]},
               ("f+0x4", 2, "cfa", "sp+16", "fp+16", clauses[0])),
              errata=errata, equal=4)


# The frame of a function that aligns its stack: the CFA is kept in r10, then in a slot below the FP.
ALIGNED = {5: ".cfi_def_cfa 10, 0", 14: ".cfi_escape 0x10, 6, 2, 0x76, 0", 17: ".cfi_escape 0x0f, 3, 0x76, 0x78, 6",
           24: ".cfi_def_cfa 7, 8; .cfi_restore 6"}
ALIGNED_ROWS = [row(0, 0, register(7), 8), row(5, 0, register(10), 0),
                row(14, 0, register(10), 0, 0, register(6, True), 0),
                row(17, 0, register(6, True), -8, 0, register(6, True), 0), row(24, 0, register(7), 8)]


def amd64_flexible():
    kinds("realigned", "amd64", 3, function("drap", 25, ALIGNED, ALIGNED_ROWS, FLEX),
          ({"rows": ALIGNED_ROWS[:3] + [row(17, 0, register(6, True), -16, 0, register(6, True), 0), ALIGNED_ROWS[4]]},
           ("drap+0x11", 7, "cfa", "*(fp-16)", "*(fp-8)", "FLX-20")),
          ({"rows": ALIGNED_ROWS[:1] + [row(5, 0, register(11), 0)] + ALIGNED_ROWS[2:]},
           ("drap+0x5", 9, "cfa", "r11", "r10", "FLX-09")),
          ({"rows": ALIGNED_ROWS[:2] + [row(14, 0, register(10), 0)] + ALIGNED_ROWS[3:]},
           ("drap+0xe", 3, "fp", "same", "*(fp+0)", "FLX-14")), equal=5)
    expect_less(make("realigned-v1", "amd64", 1, [function("drap", 25, ALIGNED, [], NO_SFRAME),
                                                  function("f", 10, PUSHED, PUSHED_ROWS)]),
                "a realigned frame without a function", "weaker", {"no-function": 1})
    # Version 2 cannot express it, so the usual rules are wrong.
    expect_wrong(make("realigned-v2", "amd64", 2, [function("drap", 25, ALIGNED, [row(0, SP, 8)])]),
                 "a realigned frame with the usual rules",
                 ("drap+0x5", 9, "cfa", "sp+8", "r10", "ALL-FRE-17"),
                 ("drap+0xe", 3, "cfa", "sp+8", "r10", "ALL-FRE-17"),
                 ("drap+0xe", 3, "fp", "same", "*(fp+0)", "V12-FRE-18"),
                 ("drap+0x11", 7, "cfa", "sp+8", "*(fp-8)", "ALL-FRE-17"),
                 ("drap+0x11", 7, "fp", "same", "*(fp+0)", "V12-FRE-18"))
    moved = {0: ".cfi_offset 16, -24"}
    kinds("ra-elsewhere", "amd64", 3, function("f", 8, moved, [row(0, 0, register(7), 8, 2, -24)], FLEX),
          ({"rows": [row(0, 0, register(7), 8)]}, ("f", 8, "ra", "*(cfa-8)", "*(cfa-24)", "FLX-14")),
          ({"rows": [row(0, 0, register(7), 8, 2, -16)]}, ("f", 8, "ra", "*(cfa-16)", "*(cfa-24)", "FLX-14")),
          ({"rows": [row(0, SP, 8)], "marks": ()}, ("f", 8, "ra", "*(cfa-8)", "*(cfa-24)", "V2E1-AMD-02")), equal=1)
    expect_wrong(make("ra-elsewhere-v1", "amd64", 1, [function("f", 8, moved, [row(0, SP, 8)])]),
                 "RA elsewhere in version 1", ("f", 8, "ra", "*(cfa-8)", "*(cfa-24)", "ALL-HDR-21"))
    kinds("ra-in-register", "amd64", 3, function("f", 8, {0: ".cfi_register 16, 2"},
                                                 [row(0, 0, register(7), 8, register(2), 0)], FLEX),
          ({"rows": [row(0, 0, register(7), 8, register(3), 0)]}, ("f", 8, "ra", "r3", "r2", "FLX-14")),
          ({"rows": [row(0, 0, register(7), 8, register(2, True), 0)]},
           ("f", 8, "ra", "*(r2+0)", "r2", "FLX-14")), equal=1)
    kinds("fp-in-register", "amd64", 3, function("f", 8, {3: ".cfi_register 6, 12"}, [
        row(0, 0, register(7), 8), row(3, 0, register(7), 8, 0, register(12), 0)], FLEX),
          ({"rows": [row(0, 0, register(7), 8)]}, ("f+0x3", 5, "fp", "same", "r12", "FLX-14")), equal=2)


def outermost():
    undefined = {0: ".cfi_undefined 16", 4: ".cfi_offset 16, -8"}
    kinds("outermost", "amd64", 3, function("start", 8, undefined, [bytes([0, 0]), row(4, SP, 8)]),
          ({"rows": [row(0, SP, 8)]}, ("start", 4, "ra", "*(cfa-8)", "undefined", "V2E2-FRE-12")),
          ({"rows": [bytes([0, 0])]}, ("start+0x4", 4, "ra", "undefined", "*(cfa-8)", "V2E2-FRE-12")),
          ({"rows": []}, ("start+0x4", 4, "ra", "undefined", "*(cfa-8)", "V3-FDE-12")), equal=2)
    kinds("outermost-errata", "amd64", 2, function("start", 8, undefined, [bytes([0, 0]), row(4, SP, 8)]),
          ({"rows": [row(0, SP, 8)]}, ("start", 4, "ra", "*(cfa-8)", "undefined", "V2E2-FRE-12")),
          errata=True, equal=2)
    expect_equal(make("outermost-whole", "amd64", 3, [function("start", 8, {0: ".cfi_undefined 16"}, [])]),
                 "a function without rows", 1)
    expect_wrong(make("outermost-v1", "amd64", 1, [function("start", 8, undefined, [row(0, SP, 8)])]),
                 "an outermost frame in version 1", ("start", 4, "ra", "*(cfa-8)", "undefined", "ALL-HDR-21"))


def signals():
    frame = {0: ".cfi_signal_frame; .cfi_def_cfa 7, 96"}
    rows = [row(0, SP, 96)]
    kinds("signal", "amd64", 3, function("returns", 9, frame, rows, SIGNAL),
          ({"marks": ()}, ("returns", 9, "signal", "no", "yes", "V3-FDI-09")),
          ({"cfi": {0: ".cfi_def_cfa 7, 96"}}, ("returns", 9, "signal", "yes", "no", "V3-FDI-09")),
          equal=1)
    for version in 1, 2:
        expect_less(make(f"signal-v{version}", "amd64", version, [function("returns", 9, frame, rows)]),
                    f"a signal frame in version {version}", "weaker", {"signal-unsaid": 1})
    expect_less(make("signal-only", "amd64", 3, [function("returns", 9, frame, [], SIGNAL)]),
                "a signal frame and no rows", "weaker", {"signal-only": 1})


# ---- Stubs ----

# PLT entries of 16 bytes: 11 of them before the push.
STUB = ".cfi_escape 0x0f, 11, 0x77, 8, 0x80, 0, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22"
STUB_ROWS = [row(0, SP, 8), row(11, SP, 16)]


def stubs():
    section = ".plt"
    for version, errata, clause in ((2, False, "ALL-FRE-17"), (2, True, "V2E1-AMD-01"), (3, True, "V2E1-AMD-01")):
        kinds(f"stubs-v{version}{'e' if errata else ''}", "amd64", version,
              function("stubs", 48, {0: STUB}, STUB_ROWS, MASK, rep=16, section=section),
              ({"rows": [row(0, SP, 8), row(10, SP, 16)]},
               *((f"stubs+0x{16 * i + 10:x}", 1, "cfa", "sp+16", "sp+8", clause) for i in range(3))),
              ({"rep": 32}, ("stubs+0x10", 11, "cfa", "sp+16", "sp+8", clause)), errata=errata, equal=6)
        # Entries of .plt.got push nothing: described like those of .plt, their ends are wrong.
        kinds(f"got-stubs-v{version}{'e' if errata else ''}", "amd64", version,
              function("got", 32, {}, [row(0, SP, 8)], MASK, rep=8, section=".plt.got"),
              ({"rows": STUB_ROWS, "rep": 16}, ("got+0xb", 5, "cfa", "sp+16", "sp+8", clause),
               ("got+0x1b", 5, "cfa", "sp+16", "sp+8", clause)), errata=errata, equal=1)
    # Version 1 has no size of a block, and readers mask (AMB-078). With entries of 16 bytes, 11 cannot be a mask.
    expect_less(make("stubs-v1", "amd64", 1, [function("stubs", 48, {0: STUB}, STUB_ROWS, MASK, section=section)]),
                "stubs of version 1 that mean remainders", "uncompared", {"v1-mask": 3})
    expect_wrong(make("stubs-v1-wrong", "amd64", 1, [function("stubs", 16, {0: STUB}, [row(0, SP, 8), row(11, SP, 24)],
                                                              MASK, section=section)]),
                 "stubs of version 1 that are right in no way", ("stubs+0xb", 1, "cfa", "sp+24", "sp+16", "ALL-FRE-17"),
                 ("stubs+0xc", 3, "cfa", "sp+8", "sp+16", "ALL-FRE-17"),
                 ("stubs+0xf", 1, "cfa", "sp+24", "sp+16", "ALL-FRE-17"))


# ---- AArch64 ----

SIGNED = {4: ".cfi_negate_ra_state", 8: ".cfi_def_cfa_offset 32; .cfi_offset 29, -32; .cfi_offset 30, -24",
          12: ".cfi_def_cfa_register 29", 16: ".cfi_restore 29; .cfi_restore 30; .cfi_def_cfa 31, 0",
          20: ".cfi_negate_ra_state"}
SIGNED_ROWS = [row(0, SP, 0), row(4, SP, 0, more=MANGLED), row(8, SP, 32, -24, -32, more=MANGLED),
               row(12, FP, 32, -24, -32, more=MANGLED), row(16, SP, 0, more=MANGLED), row(20, SP, 0)]


def aarch64(abi):
    kinds(f"stubs-{abi}", abi, 3, function("stubs", 48, {}, [row(0, SP, 0)], MASK, rep=16, section=".plt"),
          ({"rows": [row(0, SP, 0), row(12, SP, 16)]},
           *((f"stubs+0x{at:x}", 4, "cfa", "sp+16", "sp", "A64-01") for at in (12, 28, 44))), equal=1)
    for version, clauses in ((1, ("ALL-FRE-17", "V12-FRE-18", "V12-FRE-18")), (2, ("ALL-FRE-17", "V12-FRE-18", "V12-FRE-18")),
                             (3, ("A64-01", "A64-02", "A64-03"))):
        f = function("signs", 24, SIGNED, SIGNED_ROWS)
        kinds(f"{abi}-v{version}", abi, version, f,
              ({"rows": SIGNED_ROWS[:4] + [row(16, SP, 0)] + SIGNED_ROWS[5:]},
               ("signs+0x10", 4, "pac", "not signed", "signed", "ALL-FRE-13")),
              ({"rows": [row(0, SP, 0, more=MANGLED)] + SIGNED_ROWS[1:]},
               ("signs", 4, "pac", "signed", "not signed", "ALL-FRE-13")),
              ({"rows": SIGNED_ROWS[:3] + [row(12, FP, 48, -24, -32, more=MANGLED)] + SIGNED_ROWS[4:]},
               ("signs+0xc", 4, "cfa", "fp+48", "fp+32", clauses[0])),
              ({"rows": SIGNED_ROWS[:2] + [row(8, SP, 32, -32, -24, more=MANGLED)] + SIGNED_ROWS[3:]},
               ("signs+0x8", 4, "ra", "*(cfa-32)", "*(cfa-24)", clauses[1]),
               ("signs+0x8", 4, "fp", "*(cfa-24)", "*(cfa-32)", clauses[2])),
              ({"rows": SIGNED_ROWS[:2] + [row(8, SP, 32, -24, more=MANGLED)] + SIGNED_ROWS[3:]},
               ("signs+0x8", 4, "fp", "same", "*(cfa-32)", clauses[2])), equal=6)
    keyed = {0: ".cfi_b_key_frame", **SIGNED}
    told = [(f"signs+0x{at:x}", 4, "key", "A", "B") for at in (4, 8, 12, 16)]
    for version, clause in ((2, "V2-FDI-02"), (3, "V3-FDI-04")):
        kinds(f"{abi}-key-v{version}", abi, version, function("signs", 24, keyed, SIGNED_ROWS, KEY_B),
              ({"marks": ()}, *((*t, clause) for t in told)), equal=6)
    expect_less(make(f"{abi}-key-v1", abi, 1, [function("signs", 24, keyed, SIGNED_ROWS)]), f"{abi}: key B in version 1",
                "weaker", {"key-unsaid": 4})
    kinds(f"{abi}-undefined", abi, 3, function("start", 8, {0: ".cfi_undefined 30"}, [bytes([0, 0])]),
          ({"rows": [row(0, SP, 0)]}, ("start", 8, "ra", "same", "undefined", "V2E2-FRE-12")), equal=1)
    kinds(f"{abi}-flexible", abi, 3, function("f", 8, {0: ".cfi_register 30, 16", 4: ".cfi_offset 29, -16"}, [
        row(0, 0, register(31), 0, register(16), 0), row(4, 0, register(31), 0, register(16), 0, 2, -16)], FLEX),
          ({"rows": [row(0, 0, register(31), 0, register(17), 0), row(4, 0, register(31), 0, register(16), 0, 2, -16)]},
           ("f", 4, "ra", "r17", "r16", "FLX-14")), equal=2)


# ---- s390x ----

def s390x():
    kinds("stubs-s390x", "s390x", 3, function("stubs", 64, {}, [row(0, SP, 0)], MASK, rep=32, section=".plt"),
          ({"rows": [row(0, SP, 0), row(28, SP, 1)]},
           *((f"stubs+0x{at:x}", 4, "cfa", "sp+168", "sp+160", "S390-02") for at in (28, 60))), equal=1)
    saved = {6: ".cfi_offset 14, -48; .cfi_offset 11, -72", 10: ".cfi_def_cfa_offset 320", 16: ".cfi_def_cfa_register 11",
             20: ".cfi_restore 14; .cfi_restore 11; .cfi_def_cfa 15, 160"}
    rows = [row(0, SP, 0), row(6, SP, 0, -48, -72), row(10, SP, 20, -48, -72), row(16, FP, 20, -48, -72), row(20, SP, 0)]
    for version in 2, 3:
        kinds(f"s390x-v{version}", "s390x", version, function("f", 22, saved, rows),
              ({"rows": rows[:2] + [row(10, SP, 21, -48, -72)] + rows[3:]},
               ("f+0xa", 6, "cfa", "sp+328", "sp+320", "S390-02")),
              ({"rows": rows[:2] + [row(10, SP, 20, 0, -72)] + rows[3:]},
               ("f+0xa", 6, "ra", "same", "*(cfa-48)", "S390-03")),
              ({"rows": rows[:2] + [row(10, SP, 20, -48)] + rows[3:]},
               ("f+0xa", 6, "fp", "same", "*(cfa-72)", "S390-07")), errata=True, equal=5)
    moved = {4: ".cfi_register 14, 16; .cfi_register 11, 17"}
    kinds("s390x-registers-v2", "s390x", 2, function("f", 8, moved, [row(0, SP, 0), row(4, SP, 0, 33, 35)]),
          ({"rows": [row(0, SP, 0), row(4, SP, 0, 37, 35)]}, ("f+0x4", 4, "ra", "r18", "r16", "S390-08")),
          ({"rows": [row(0, SP, 0), row(4, SP, 0, 33)]}, ("f+0x4", 4, "fp", "same", "r17", "S390-08")),
          ({"rows": [row(0, SP, 0), row(4, SP, 0, 33, -72)]}, ("f+0x4", 4, "fp", "*(cfa-72)", "r17", "S390-08")),
          errata=True, equal=2)
    flexible = [row(0, 0, register(15), 0), row(4, 0, register(15), 0, register(16), 0, register(17), 0)]
    kinds("s390x-registers-v3", "s390x", 3, function("f", 8, moved, flexible, FLEX),
          ({"rows": flexible[:1] + [row(4, 0, register(15), 0, register(16), 0, register(18), 0)]},
           ("f+0x4", 4, "fp", "r18", "r17", "FLX-14")),
          ({"rows": [row(0, SP, 0)], "marks": ()}, ("f+0x4", 4, "ra", "same", "r16", "S390-12"),
           ("f+0x4", 4, "fp", "same", "r17", "S390-12")), equal=2)
    kinds("s390x-undefined", "s390x", 3, function("start", 8, {0: ".cfi_undefined 14"}, [bytes([0, 0])]),
          ({"rows": [row(0, SP, 0)]}, ("start", 8, "ra", "same", "undefined", "V2E2-FRE-12")), equal=1)


# ---- The caller's SP ----

# For each ABI: the columns of SP and FP, the CFA of a function that has done nothing (SP and this), a row that says so, a
# row 16 bytes deeper, how SFrame's SP is spelled, what it is from the CFA, and the clause of version 3.
SP_OF = {"amd64": (7, 6, 8, row(0, SP, 8), row(4, SP, 24), "cfa+0", 0, "UNW-06"),
         "aarch64": (31, 29, 0, row(0, SP, 0), row(4, SP, 16), "cfa+0", 0, "UNW-06"),
         "s390x": (15, 11, 160, row(0, SP, 0), row(4, SP, 2), "cfa-160", -160, "S390-11")}


def stack_pointer(abi):
    """What contradicts the implied value is wrong; what another place holds cannot be decided."""
    sp, fp, cfa, usual, deeper, implied, value, clause = SP_OF[abi]
    breg = 0x70 + sp

    def made(directives, version=3, rows=(usual,), later=None):
        cfi = {4: directives} if later is None else {4: directives, 8: later}
        return make(f"sp-{abi}-{len(os.listdir())}", abi, version, [function("f", 16, cfi, list(rows))])

    def wrong(name, directives, said, length=12, version=3, named=clause, **more):
        expect_wrong(made(directives, version, **more), f"{abi}: SP {name}", ("f+0x4", length, "sp", implied, said, named))

    wrong("by value", f".cfi_val_offset {sp}, {value + 16}", f"cfa{value + 16:+}")
    wrong("lost", f".cfi_undefined {sp}", "undefined")
    wrong("lost for a while", f".cfi_undefined {sp}", "undefined", 4, later=f".cfi_restore {sp}")
    wrong("lost in a state", f".cfi_remember_state; .cfi_undefined {sp}", "undefined", 4, later=".cfi_restore_state")
    wrong("by an expression", f".cfi_escape 0x16, {sp}, 2, {breg}, 1", "sp+1")
    wrong("unchanged in a deeper frame", f".cfi_def_cfa_offset {cfa + 16}; .cfi_same_value {sp}", "sp", rows=(usual, deeper))
    for version in (1, 2) if abi != "s390x" else ():
        wrong(f"lost in version {version}", f".cfi_undefined {sp}", "undefined", version=version, named="ALL-FRE-17")
    for name, directives in (("with the implied value", f".cfi_val_offset {sp}, {value}"),
                             ("with the implied value of an expression", f".cfi_escape 0x16, {sp}, 2, {breg}, {cfa + value}")):
        expect_equal(made(directives), f"{abi}: SP {name}", 1)
    for reason, directives in (("sp-slot", f".cfi_offset {sp}, -24"), ("sp-slot", f".cfi_escape 0x10, {sp}, 2, {0x70 + fp}, 0"),
                               ("sp-register", f".cfi_register {sp}, 9"),
                               ("sp-expression", f".cfi_escape 0x16, {sp}, 5, {breg}, 8, 0x73, 0, 0x22")):
        expect_less(made(directives), f"{abi}: {directives}", "uncompared", {reason: 1})


def more_stack_pointers():
    """What one ABI alone has: the slot of s390x, and a flexible function."""
    wide = [row(0, 0, register(7), 8)]
    expect_wrong(make("sp-flexible", "amd64", 3, [function("f", 16, {4: ".cfi_undefined 7"}, wide, FLEX)]), "SP of a flexible function",
                 ("f+0x4", 12, "sp", "cfa+0", "undefined", "FLX-18"))
    if shutil.which(ABIS["s390x"][0]):
        expect_equal(make("sp-slot-s390x", "s390x", 3, [function("f", 16, {4: ".cfi_offset 15, -40"}, [row(0, SP, 0)])]),
                     "s390x: SP in its usual slot", 1)


# ---- Return columns, .debug_frame ----

def return_columns():
    usual = [row(0, SP, 8)]
    plain = {0: ".cfi_return_column 0"}
    expect_wrong(make("column", "amd64", 1, [function("f", 8, plain, usual)]), "a return column other than the usual one",
                 ("f", 8, "ra", "*(cfa-8)", "r0", "ALL-HDR-21"))
    expect_equal(make("column-saved", "amd64", 3, [function("f", 8, {0: ".cfi_return_column 0; .cfi_offset 0, -8"}, usual)]),
                 "a return column other than the usual one, saved where RA is", 1)
    expect_wrong(make("column-same", "amd64", 3, [function("f", 8, {0: ".cfi_return_column 6; .cfi_same_value 6"}, usual)]),
                 "the FP's column as the return column", ("f", 8, "ra", "*(cfa-8)", "fp", "V2E1-AMD-02"))
    expect_less(make("column-simple", "amd64", 3, [function("f", 8, {0: ".cfi_def_cfa 7, 8"}, usual, SIMPLE)]), "no rule for RA",
                "uncompared", {"ra-unspecified": 1})
    if shutil.which(ABIS["aarch64"][0]):
        expect_wrong(make("column-aarch64", "aarch64", 3, [function("f", 8, {0: ".cfi_return_column 16"}, [row(0, SP, 0)])]),
                     "AArch64: another return column", ("f", 8, "ra", "same", "r16", "A64-02"))


def debug_frames():
    """.debug_frame is compared where there is no .eh_frame, with its own form of CIEs, and relocated."""
    head = [" .cfi_sections .debug_frame"]
    f = function("f", 10, PUSHED, PUSHED_ROWS)
    for name, more in (("debug", head), ("both", [" .cfi_sections .eh_frame, .debug_frame"])):
        path = make(name, "amd64", 3, [f], head=more)
        expect_equal(path, f"call frame information: {name}", 4)
        ok(judge(path)[1]["cfi"] == ("debug_frame" if name == "debug" else "eh_frame"), f"{name}: which section it was")
    changed_rows = {**f, "rows": PUSHED_ROWS[:1] + [row(1, SP, 24, -16)] + PUSHED_ROWS[2:]}
    expect_wrong(make("debug-wrong", "amd64", 3, [function("g", 8, {}, [row(0, SP, 8)]), changed_rows], head=head),
                 "a wrong row by .debug_frame", ("f+0x1", 3, "cfa", "sp+24", "sp+16", "V2E1-AMD-01"))
    ended(run("ld", "-shared", "-o", "debug.so", "debug.o"), 0, "a linked file with .debug_frame")
    expect_equal("debug.so", "a linked file with .debug_frame", 4)
    expect_equal(make("debug-signal", "amd64", 3, [function("f", 9, {0: ".cfi_signal_frame; .cfi_def_cfa 7, 96"}, [row(0, SP, 96)], SIGNAL)],
                      head=head), "a signal frame in .debug_frame", 1)
    if shutil.which(ABIS["aarch64"][0]):
        keyed = {0: ".cfi_b_key_frame", **SIGNED}
        expect_equal(make("debug-key", "aarch64", 3, [function("signs", 24, keyed, SIGNED_ROWS, KEY_B)], head=head),
                     "key B in .debug_frame", 6)
    if shutil.which(ABIS["s390x"][0]):
        expect_equal(make("debug-s390x", "s390x", 3, [function("f", 8, {}, [row(0, SP, 0)])], head=head), "s390x: .debug_frame", 1)


# ---- What cannot be compared ----

def uncompared():
    usual = [row(0, SP, 8)]
    for reason, directives in (
            ("cfa-expression", ".cfi_escape 0x0f, 5, 0x77, 8, 0x73, 0, 0x22"),
            ("ra-expression", ".cfi_escape 0x10, 16, 5, 0x77, 8, 0x73, 0, 0x22"),
            ("fp-expression", ".cfi_escape 0x10, 6, 5, 0x77, 8, 0x73, 0, 0x22"), ("fp-undefined", ".cfi_undefined 6")):
        expect_less(make(reason, "amd64", 2, [function("f", 8, {0: directives}, usual)]), "the call frame information",
                    "uncompared", {reason: 1})
    expect_less(make("unreadable-row", "amd64", 3, [function("f", 8, {}, [bytes([0, 7 << 1, *range(7)])])]), "a broken row",
                "uncompared", {"unreadable-row": 1}, status=1)
    expect_less(make("unreadable-cfi", "amd64", 2, [function("f", 8, {0: ".cfi_escape 0x3c"}, usual)]),
                "an unknown instruction", "uncompared", {"unreadable-cfi": 1}, status=1)


def main():
    read_clauses(sys.argv[2])
    if not shutil.which("as") or os.uname().machine != "x86_64":
        print("1..0 # SKIP no assembler for x86-64")
        return
    amd64_frames()
    amd64_flexible()
    outermost()
    signals()
    for abi, tests in (("aarch64", lambda: aarch64("aarch64")), ("aarch64be", lambda: aarch64("aarch64be")),
                       ("s390x", s390x)):
        if shutil.which(ABIS[abi][0]):
            tests()
        else:
            skip(abi, f"no {ABIS[abi][0]}")
    stubs()
    for abi in SP_OF:
        if shutil.which(ABIS[abi][0]):
            stack_pointer(abi)
    more_stack_pointers()
    return_columns()
    debug_frames()
    uncompared()


use(sys.argv[1])
sys.argv[2] = os.path.abspath(sys.argv[2])
run_in_folder(main)
