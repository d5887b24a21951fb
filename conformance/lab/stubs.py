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


def x86_block(code, depth):
    """The CFA at each byte, from the instructions: None after the last jump, UNKNOWN from an
    unexpected instruction on."""
    told, at = [None] * len(code), 0
    if not any(code):
        # ld leaves the entry of an unresolved symbol empty.
        return told
    while at < len(code):
        fit = next(((size, change) for opcode, size, change in X86 if code.startswith(opcode, at)), None)
        if not fit:
            told[at:] = [UNKNOWN] * (len(code) - at)
            return told
        size, change = fit
        told[at:at + size] = [f"sp+{depth}"] * len(code[at:at + size])
        at += size
        if change is None and code[at:at + 1] != b"\x68":
            return told
        depth += change or 0
    return told


def x86_section(name, code):
    """As x86_block(), for a whole section. The first entry of .plt is jumped to from the others: in
    GNU's and lld's layout, after a push; mold's pushes R11 itself and has 32 bytes."""
    at, told = 0, []
    if code.startswith(b"\xff\x35"):
        at, told = 16, x86_block(code[:16], 16)
    elif code.startswith(b"\xf3\x0f\x1e\xfa\x41\x53"):
        at, told = 32, x86_block(code[:32], 8)
    # An entry of .plt.got without IBT is a jump and two bytes of padding.
    size = 8 if name == ".plt.got" and b"\xf3\x0f\x1e\xfa" not in code else 16
    for start in range(at, len(code), size):
        told += x86_block(code[start:start + size], 8)
    return told


# Mask, value, and change of the stack of the instructions of AArch64's stubs, which are always
# little-endian: bti c, stp x16,x30,[sp,#-16]!, adrp x16, ldr x17,[x16], add x16,x16, autia1716, br
# x17, nop.
A64_BRANCH, A64_NOP = 0xd61f0220, 0xd503201f
A64 = ((0xffffffff, 0xd503245f, 0), (0xffffffff, 0xa9bf7bf0, 16), (0x9f00001f, 0x90000010, 0),
       (0xffc003ff, 0xf9400211, 0), (0xffc003ff, 0x91000210, 0), (0xffffffff, 0xd503219f, 0),
       (0xffffffff, A64_BRANCH, 0), (0xffffffff, A64_NOP, 0))
# Between entries: brk #1000 is mold's, and ld leaves the entry of an unresolved symbol empty.
A64_PADDING = (A64_NOP, 0xd4207d00, 0)


def a64_section(code):
    """As x86_block(), for a whole section: an entry ends with its branch, and the padding after that
    does not run. Only the first entry pushes."""
    told, depth, is_run = [], 0, True
    for at in range(0, len(code), 4):
        word = int.from_bytes(code[at:at + 4], "little")
        if not is_run and word in A64_PADDING:
            told += [None] * 4
            continue
        change = next((c for mask, value, c in A64 if word & mask == value), None)
        if change is None:
            return told + [UNKNOWN] * (len(code) - at)
        depth = depth if is_run else 0
        told += [f"sp+{depth}"] * 4
        depth += change
        is_run = word != A64_BRANCH
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
