# SPDX-License-Identifier: MIT
"""Random objects, as assembly with call frame information. An object is a list of functions; a
function is a dictionary that can be made smaller: its marker, name, kind of symbol, section,
alignment and steps. A step is one or two directives and the bytes of code after them."""
import markers

# What each ABI calls SP and FP, where the CFA is at the entry, and the register slots of a frame.
ABIS = {
    "amd64": {"sp": 7, "fp": 6, "entry": 8, "push": 8, "saved": ((6, -16),), "unit": 1, "type": "@"},
    "aarch64": {"sp": 31, "fp": 29, "entry": 0, "push": 32, "saved": ((29, -32), (30, -24)), "unit": 4, "type": "%"},
    "s390x": {"sp": 15, "fp": 11, "entry": 160, "push": 0, "saved": ((11, -72), (14, -48)), "unit": 2, "type": "@"},
}
CALLS = {"amd64": " call {}@PLT\n", "aarch64": " bl {}\n", "s390x": " brasl %r14,{}@PLT\n"}
ADDRESSES = {"amd64": " mov {}@GOTPCREL(%rip),%rax\n",
             "aarch64": " adrp x0,:got:{0}\n ldr x0,[x0,:got_lo12:{0}]\n", "s390x": " lgrl %r1,{}@GOTENT\n"}
# Functions of the library that the links may use.
LIBRARY = [f"outer{i}" for i in range(6)]
GROUPS = 5


def random_steps(rng, abi):
    """Frames that every assembler expresses: a push, the frame pointer, growth, a state that is
    remembered, and the end of the frame; calls and code between them."""
    steps, size = [], rng.choice((4, 4, 8, 12, 40))
    for _ in range(rng.choice((0, 1, 1, 2, 3, 6))):
        steps.append(["push", rng.choice((4, 8, size))])
        if rng.random() < 0.6:
            steps.append(["fp", rng.choice((4, 8))])
        else:
            steps += [["grow", 8 * rng.randint(1, 40), 4] for _ in range(rng.randint(0, 3))]
        for _ in range(rng.choice((0, 0, 1, 2, 4))):
            steps.append([rng.choice(("call", "call", "address")), None])
        if rng.random() < 0.1:
            steps.append(["code", rng.choice((64, 300, 300, 70000))])
        if rng.random() < 0.3:
            steps += [["remember", 4], ["leave", 4], ["back", 8]]
        steps.append(["leave", 4])
    return steps


def random_function(rng, abi, number, first):
    """`first` is the first function of its object: global, so that other objects can call it."""
    place = rng.choice(("text", "text", "own", "own", "shared", "group", "cold"))
    kind = "global" if first else rng.choice(("global", "hidden", "hidden", "local", "weak"))
    f = {"number": number, "name": f"f_{number}", "kind": kind, "place": place, "align": rng.choice((0, 2, 4, 4, 6)),
         "steps": random_steps(rng, abi), "extra": []}
    if place == "group":
        f["kind"], f["group"] = "weak", rng.randrange(GROUPS)
        f["name"] = f"grouped_{f['group']}"
    if place == "shared":
        f["kind"] = "weak" if kind == "global" else kind
    if rng.random() < 0.05:
        f["extra"].append("signal")
    if rng.random() < 0.06 and kind == "global" and place != "group":
        f["extra"].append("resolver")
    return f


def random_object(rng, abi, base):
    """Functions with the markers base, base + 1, ...; their calls are set by set_targets()."""
    functions = [random_function(rng, abi, base + i, i == 0) for i in range(rng.choice((1, 1, 2, 2, 3, 4, 7)))]
    seen, result = set(), []
    for f in functions:
        if f["name"] not in seen:
            result.append(f)
        seen.add(f["name"])
    return result


def set_targets(rng, objects):
    """Calls go to the own object, to global functions of others, and to the library."""
    outside = [f["name"] for o in objects for f in o if f["kind"] == "global"] + LIBRARY * 3
    for functions in objects:
        own = [f["name"] for f in functions]
        for f in functions:
            for step in f["steps"]:
                if step[0] in ("call", "address"):
                    step[1] = rng.choice(own if rng.random() < 0.3 else outside)


def section_of(f):
    return {"text": " .text\n", "own": f' .section .text.{f["name"]},"ax",{{t}}progbits\n',
            "shared": ' .section .text.shared,"ax",{t}progbits\n',
            "cold": ' .section .text.unlikely,"ax",{t}progbits\n',
            "group": f' .section .text.{f["name"]},"axG",{{t}}progbits,{f["name"]},comdat\n'}[f["place"]]


def symbol_of(f):
    if f["kind"] == "local":
        return ""
    text = f" .weak {f['name']}\n" if f["kind"] == "weak" else f" .globl {f['name']}\n"
    return text + (f" .hidden {f['name']}\n" if f["kind"] == "hidden" else "")


class Frame:
    """Writes the directives of the steps, and skips those that do not fit the frame as it is: a
    smaller function stays right."""

    def __init__(self, abi):
        self.abi, self.out, self.state, self.kept = ABIS[abi], [], ("sp", None, ()), []
        self.state = ("sp", self.abi["entry"], False)
        self.arch = abi

    def code(self, size):
        self.out.append(f" .zero {size}\n")

    def push(self, size):
        base, offset, pushed = self.state
        if base == "sp" and not pushed:
            if self.abi["push"]:
                self.out.append(f" .cfi_def_cfa_offset {offset + self.abi['push']}\n")
            self.out += [f" .cfi_offset {r}, {slot}\n" for r, slot in self.abi["saved"]]
            self.state = (base, offset + self.abi["push"], True)
        self.code(size)

    def fp(self, size):
        if self.state[0] == "sp" and self.state[2]:
            self.out.append(f" .cfi_def_cfa_register {self.abi['fp']}\n")
            self.state = ("fp", *self.state[1:])
        self.code(size)

    def grow(self, by, size):
        base, offset, pushed = self.state
        if base == "sp":
            self.out.append(f" .cfi_def_cfa_offset {offset + by}\n")
            self.state = (base, offset + by, pushed)
        self.code(size)

    def leave(self, size):
        if self.state != ("sp", self.abi["entry"], False):
            self.out.append(f" .cfi_def_cfa {self.abi['sp']}, {self.abi['entry']}\n")
            self.out += [f" .cfi_restore {r}\n" for r, _ in self.abi["saved"] if self.state[2]]
            self.state = ("sp", self.abi["entry"], False)
        self.code(size)

    def remember(self, size):
        self.kept.append(self.state)
        self.out.append(" .cfi_remember_state\n")
        self.code(size)

    def back(self, size):
        if self.kept:
            self.state = self.kept.pop()
            self.out.append(" .cfi_restore_state\n")
        self.code(size)

    def call(self, name):
        self.out.append(CALLS[self.arch].format(name))

    def address(self, name):
        self.out.append(ADDRESSES[self.arch].format(name))


def function_text(f, abi):
    kind, frame = ABIS[abi]["type"], Frame(abi)
    for step, *values in f["steps"]:
        getattr(frame, step)(*values)
    is_resolver = "resolver" in f["extra"]
    out = [section_of(f).format(t=kind), f" .p2align {f['align']}\n" if f["align"] else "", symbol_of(f),
           f" .type {f['name']}, {kind}{'gnu_indirect_function' if is_resolver else 'function'}\n", f"{f['name']}:\n",
           " .cfi_startproc\n", " .cfi_signal_frame\n" if "signal" in f["extra"] else "",
           " .byte " + ", ".join(f"{b:#x}" for b in markers.marker(f["number"])) + "\n", *frame.out,
           " .cfi_endproc\n", f" .size {f['name']}, .-{f['name']}\n"]
    return "".join(out)


def object_text(functions, abi):
    return "".join(function_text(f, abi) for f in functions) + ' .section .note.GNU-stack,"",%progbits\n'


def library_text(abi):
    kind = ABIS[abi]["type"]
    return " .text\n" + "".join(f" .globl {n}\n .type {n}, {kind}function\n{n}: .zero 8\n .size {n}, 8\n" for n in LIBRARY)
