# SPDX-License-Identifier: MIT
"""What the instructions of a linker's stubs say of the CFA, and whether the SFrame data agree."""
from elf_file import SHF_ALLOC


def is_stubs(section):
    return section["name"].startswith(".plt") or section["name"] == ".iplt"


def rules_at(f, version, offset):
    """The rules at an offset; for a stub in version 1, by both readings (AMB-078)."""
    def last(offset, reading=lambda offset, at: offset):
        return next((r["cfa"] for r in reversed(f["rows"]) if int(r["at"], 16) <= reading(offset, int(r["at"], 16))), None)

    if f["pc"] == "inc":
        return [last(offset)]
    return [last(offset % f["rep"])] if version > 1 else [last(offset % 16), last(offset, lambda offset, at: offset & at)]


UNKNOWN = "unknown"
X86 = ((b"\xff\x35", 6, 8), (b"\x68", 5, 8), (b"\xff\x25", 6, None), (b"\xf2\xff\x25", 7, None), (b"\xe9", 5, None),
       (b"\xf2\xe9", 6, None), (b"\xf3\x0f\x1e\xfa", 4, 0), (b"\x41\x53", 2, 8), (b"\x41\xbb", 6, 0))


def x86(code, at):
    """(size, what it pushes; None: it jumps) of the instruction, or None if no stub has it."""
    return next(((size, push) for opcode, size, push in X86 if code.startswith(opcode, at)), None)


# Mask, value, and what the instructions of AArch64's stubs push; all are little-endian: bti c, stp x16,x30,[sp,#-16]!,
# adrp x16, ldr x17,[x16], add x16,x16, autia1716, br x17, nop.
A64_NOP = 0xd503201f
A64 = ((0xffffffff, 0xd503245f, 0), (0xffffffff, 0xa9bf7bf0, 16), (0x9f00001f, 0x90000010, 0),
       (0xffc003ff, 0xf9400211, 0), (0xffc003ff, 0x91000210, 0), (0xffffffff, 0xd503219f, 0),
       (0xffffffff, 0xd61f0220, None), (0xffffffff, A64_NOP, 0))
# Between entries: brk #1000 is mold's, and ld leaves the entry of an unresolved symbol empty.
A64_PADDING = (A64_NOP, 0xd4207d00, 0)


def a64_word(code, at):
    return int.from_bytes(code[at:at + 4], "little")


def a64(code, at):
    """As x86()."""
    return next(((4, push) for mask, value, push in A64 if a64_word(code, at) & mask == value), None)


def entry(instruction, code, depth):
    """The CFA at each byte of a stub, as far as its jump; UNKNOWN from an unexpected instruction on."""
    told = []
    while len(told) < len(code):
        fit = instruction(code, len(told))
        if not fit:
            return told + [UNKNOWN] * (len(code) - len(told))
        size, push = fit
        told += [f"sp+{depth}"] * size
        # A lazy entry of x86-64 goes on after its first jump.
        if push is None and not (instruction is x86 and code.startswith(b"\x68", len(told))):
            break
        depth += push or 0
    return told[:len(code)]


def x86_section(name, code):
    """The CFA at each byte. The first entry of .plt is jumped to from the others: in GNU's and lld's layout, after a push;
    mold's pushes R11 itself and has 32 bytes. ld leaves the entry of an unresolved symbol empty."""
    # An entry of .plt.got without IBT is a jump and two bytes of padding.
    size = 8 if name == ".plt.got" and b"\xf3\x0f\x1e\xfa" not in code else 16
    first, depth = (16, 16) if code.startswith(b"\xff\x35") else (32, 8) if code.startswith(b"\xf3\x0f\x1e\xfa\x41\x53") else (size, 8)
    told = []
    for start in (0, *range(first, len(code), size)):
        block = code[start:start + size if start else first]
        told += [None] * (start - len(told)) + (entry(x86, block, 8 if start else depth) if any(block) else [])
    return told + [None] * (len(code) - len(told))


def a64_section(code):
    """As x86_section(). An entry ends with its branch, and the padding after that does not run. Only the first entry pushes."""
    told = []
    while len(told) < len(code):
        is_padding = told and a64_word(code, len(told)) in A64_PADDING
        told += [None] * 4 if is_padding else entry(a64, code[len(told):], 0)
    return told


def truth(file, section):
    """The CFA at each byte of a section of stubs. Those of s390x are not decoded: they have no frame,
    so SP is 160 bytes below the CFA (the register save area of the ABI)."""
    code = file.bytes_of(section)
    machine, = file.get("H", 18)
    if machine == 22:
        return ["sp+160"] * len(code)
    if machine == 183:
        return a64_section(code)
    return x86_section(section["name"], code) if machine == 62 else [UNKNOWN] * len(code)


def judge_stubs(file, functions, version, lacks, wrong):
    """Compares every byte of every stub. `lacks` gets what is not described. Returns how many are right."""
    right = 0
    for s in file.sections:
        if not is_stubs(s) or not s["flags"] & SHF_ALLOC:
            continue
        told, bad, missing = truth(file, s), [], 0
        if UNKNOWN in told:
            wrong.append(f"{s['name']}: {told.count(UNKNOWN)} bytes cannot be checked: unexpected instruction "
                         f"at +0x{told.index(UNKNOWN):x}")
        for offset, cfa in enumerate(told):
            pc = s["addr"] + offset
            f = next((f for a, some in functions.items() for f in some if a <= pc < a + int(f["size"], 16)), None)
            if not f:
                missing += 1
            elif cfa not in (None, UNKNOWN) and cfa not in rules_at(f, version, pc - int(f["start"], 16)):
                bad.append(offset)
            else:
                right += cfa not in (None, UNKNOWN)
        if missing:
            lacks.append(f"{s['name']}: {missing} bytes of {s['size']} are not described")
        if bad:
            wrong.append(f"{s['name']}: {len(bad)} bytes are described wrongly, the first at +0x{bad[0]:x}")
    return right
