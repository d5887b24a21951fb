# SPDX-License-Identifier: MIT
"""Random objects for links, as assembly with call frame information. An object is a list of functions; a function is a
dictionary that can be made smaller: its marker, name, kind of symbol, section, alignment and steps. A step is the lines of
one or two directives and of the code after them."""
from program import TARGETS

MARK = b"SFRM"
# What a push adds to the CFA, the slots of a frame, and the marks of assembly.
PUSH = {"amd64": (8, ((6, -16),)), "aarch64": (32, ((29, -32), (30, -24))), "s390x": (0, ((11, -72), (14, -48)))}
# What instructions are aligned to, as a power of two: assemblers do not align a section for them.
LEAST_ALIGN = {"amd64": 0, "aarch64": 2, "s390x": 1}
TYPE = {"amd64": "@", "aarch64": "%", "s390x": "@"}
CALLS = {"amd64": " call {0}@PLT\n", "aarch64": " bl {0}\n", "s390x": " brasl %r14,{0}@PLT\n"}
ADDRESSES = {"amd64": " mov {0}@GOTPCREL(%rip),%rax\n",
             "aarch64": " adrp x0,:got:{0}\n ldr x0,[x0,:got_lo12:{0}]\n", "s390x": " lgrl %r1,{0}@GOTENT\n"}
# Functions of the library that the links may use.
LIBRARY = [f"outer{i}" for i in range(6)]
GROUPS = 5


def marker(number):
    """Each function's code begins with one, so that it is found whatever a linker does to symbols and sections."""
    return MARK + number.to_bytes(4, "little")


def code(size):
    return f" .zero {size}\n"


def random_steps(rng, abi):
    """Frames that every assembler expresses: a push, the frame pointer, growth, a state that is remembered, and the end of
    the frame; calls and code between them. `{0}` is for the name of what is called."""
    t, (push, saved), steps, size = TARGETS[abi], PUSH[abi], [], rng.choice((4, 4, 8, 12, 40))
    leave = f" .cfi_def_cfa {t.sp}, {t.entry}\n" + "".join(f" .cfi_restore {r}\n" for r, _ in saved) + code(4)
    for _ in range(rng.choice((0, 1, 1, 2, 3, 6))):
        offset = t.entry + push
        slots = "".join(f" .cfi_offset {r}, {slot}\n" for r, slot in saved)
        steps.append((f" .cfi_def_cfa_offset {offset}\n" if push else "") + slots + code(rng.choice((4, 8, size))))
        if rng.random() < 0.6:
            steps.append(f" .cfi_def_cfa_register {t.fp}\n" + code(rng.choice((4, 8))))
        else:
            for _ in range(rng.randint(0, 3)):
                offset += 8 * rng.randint(1, 40)
                steps.append(f" .cfi_def_cfa_offset {offset}\n" + code(4))
        for _ in range(rng.choice((0, 0, 1, 2, 4))):
            steps.append(rng.choice((CALLS, CALLS, ADDRESSES))[abi])
        if rng.random() < 0.1:
            steps.append(code(rng.choice((64, 300, 300, 70000))))
        if rng.random() < 0.3:
            steps += [" .cfi_remember_state\n" + code(4), leave, " .cfi_restore_state\n" + code(8)]
        steps.append(leave)
    return steps


def random_function(rng, abi, number, first):
    """`first` is the first function of its object: global, so that other objects can call it."""
    place = rng.choice(("text", "text", "own", "own", "shared", "group", "cold"))
    kind = "global" if first else rng.choice(("global", "hidden", "hidden", "local", "weak"))
    f = {"number": number, "name": f"f_{number}", "kind": kind, "place": place, "align": rng.choice((0, 2, 4, 4, 6)),
         "steps": random_steps(rng, abi), "extra": []}
    if place == "group":
        f["kind"], f["name"] = "weak", f"grouped_{rng.randrange(GROUPS)}"
    if place == "shared":
        f["kind"] = "weak" if kind == "global" else kind
    if rng.random() < 0.05:
        f["extra"].append("signal")
    if rng.random() < 0.06 and kind == "global" and place != "group":
        f["extra"].append("resolver")
    return f


def random_object(rng, abi, base):
    """Functions with the markers base, base + 1, ...; their calls are set by set_targets()."""
    found = {}
    for i in range(rng.choice((1, 1, 2, 2, 3, 4, 7))):
        f = random_function(rng, abi, base + i, i == 0)
        found.setdefault(f["name"], f)
    return list(found.values())


def set_targets(rng, objects):
    """Calls go to the own object, to global functions of others, and to the library."""
    outside = [f["name"] for o in objects for f in o if f["kind"] == "global"] + LIBRARY * 3
    for functions in objects:
        own = [f["name"] for f in functions]
        for f in functions:
            f["steps"] = [step.format(rng.choice(own if rng.random() < 0.3 else outside)) if "{0}" in step else step
                          for step in f["steps"]]


def section_of(f, kind):
    name, flags, group = {"own": (f".text.{f['name']}", "ax", ""), "shared": (".text.shared", "ax", ""),
                          "cold": (".text.unlikely", "ax", ""), "group": (f".text.{f['name']}", "axG", f",{f['name']},comdat"),
                          "text": ("", "", "")}[f["place"]]
    return f' .section {name},"{flags}",{kind}progbits{group}\n' if name else " .text\n"


def symbol_of(f):
    if f["kind"] == "local":
        return ""
    text = f" .weak {f['name']}\n" if f["kind"] == "weak" else f" .globl {f['name']}\n"
    return text + (f" .hidden {f['name']}\n" if f["kind"] == "hidden" else "")


def function_text(f, abi):
    kind, name, is_resolver, align = TYPE[abi], f["name"], "resolver" in f["extra"], max(f["align"], LEAST_ALIGN[abi])
    out = [section_of(f, kind), f" .p2align {align}\n" if align else "", symbol_of(f),
           f" .type {name}, {kind}{'gnu_indirect_function' if is_resolver else 'function'}\n", f"{name}:\n .cfi_startproc\n",
           " .cfi_signal_frame\n" if "signal" in f["extra"] else "",
           " .byte " + ", ".join(f"{b:#x}" for b in marker(f["number"])) + "\n", *f["steps"],
           f" .cfi_endproc\n .size {name}, .-{name}\n"]
    return "".join(out)


def object_text(functions, abi):
    return "".join(function_text(f, abi) for f in functions) + ' .section .note.GNU-stack,"",%progbits\n'


def library_text(abi):
    return " .text\n" + "".join(f" .globl {n}\n .type {n}, {TYPE[abi]}function\n{n}: .zero 8\n .size {n}, 8\n" for n in LIBRARY)
