# SPDX-License-Identifier: MIT
"""Functions made of code and CFI directives: as assembly, as one line of text, and as a shape.

One line is `nop; def_cfa_offset 16; nop`: the directives without `.cfi_`, separated by "; ". Functions are separated by
" | ". `nop` is the smallest instruction, `skip N` are N bytes of code. A directive may be written as bytes: `escape X` is
X by a .cfi_escape of its own, `and X` continues the .cfi_escape before it, `long X` has longer numbers than it needs.
"""
import collections
import functools
import re

from files import Fault

# What programs of an ABI are made with. `entry`: at the entry CFA = SP + this; `sp_value`: the caller's SP is CFA + this.
Target = collections.namedtuple("Target", "abi sp fp ra unit nop entry ra_is_on_stack code_factor sp_value others")
TARGETS = {t.abi: t for t in (
    Target("amd64", 7, 6, 16, 1, "nop", 8, True, 1, 0, (0, 1, 2, 3, 10, 11, 12, 15)),
    Target("aarch64", 31, 29, 30, 4, "nop", 0, False, 4, 0, (0, 9, 16, 17, 19, 28, 8, 15)),
    Target("s390x", 15, 11, 14, 2, "nopr", 160, False, 1, -160, (0, 1, 6, 9, 12, 13, 16, 18)))}

# The operands of each word: the fields of Statement.
WORDS = {"nop": (), "skip": ("n",), "def_cfa": ("reg", "n"), "def_cfa_register": ("reg",), "def_cfa_offset": ("n",), "adjust_cfa_offset": ("n",),
         "offset": ("reg", "n"), "rel_offset": ("reg", "n"), "val_offset": ("reg", "n"), "register": ("reg", "other"), "undefined": ("reg",),
         "same_value": ("reg",), "restore": ("reg",), "remember_state": (), "restore_state": (), "negate_ra_state": (),
         "cfa_expression": ("other", "n"), "cfa_memory": ("other", "n"), "expression": ("reg", "other", "n"),
         "val_expression": ("reg", "other", "n")}
CODE = ("nop", "skip")
BY_ESCAPE_ALONE = ("cfa_expression", "cfa_memory", "expression", "val_expression")
FORMS = ("", "escape", "and", "long")
MARKS = ("signal_frame", "b_key_frame", "simple", "own_section", "cold_section")
MAX_REG, MAX_SKIP = 31, 1 << 20
DATA_FACTOR = -8

Statement = collections.namedtuple("Statement", "op reg other n form", defaults=(0, 0, 0, ""))


class Body(collections.namedtuple("Body", "marks statements")):
    """One function. `marks` are in the order of MARKS."""

    def without(self, start, end):
        return Body(self.marks, self.statements[:start] + self.statements[end:])

    def changed(self, at, statement):
        return Body(self.marks, self.statements[:at] + (statement,) + self.statements[at + 1:])


def size_of(body, target):
    return sum(target.unit if s.op == "nop" else s.n for s in body.statements if s.op in CODE)


# ---- One line

def words_of(s, with_form=True):
    values = [str(getattr(s, field)) for field in WORDS[s.op]]
    return (s.form + " " if s.form and with_form else "") + s.op + (" " + ", ".join(values) if values else "")


def line_of(body):
    return "; ".join([*body.marks, *map(words_of, body.statements)]) or "empty"


def read_statement(text):
    form, _, rest = text.partition(" ")
    form, rest = (form, rest) if form in FORMS and form else ("", text)
    op, _, operands = rest.partition(" ")
    wanted = WORDS.get(op)
    values = operands.split(", ") if operands else []
    if wanted is None or len(values) != len(wanted) or not all(re.fullmatch("-?[0-9]{1,19}", v) for v in values):
        raise Fault(f"'{text}' is not a statement of a program")
    s = Statement(op, form=form, **dict(zip(wanted, map(int, values))))
    if not (0 <= s.reg <= MAX_REG and 0 <= s.other <= MAX_REG and -1 << 63 <= s.n < 1 << 63) or \
            (op == "skip" and not 0 < s.n <= MAX_SKIP):
        raise Fault(f"'{text}' is not a statement of a program")
    return s


def read_program(line):
    """The functions of a line. Marks come first."""
    bodies = []
    for text in line.split(" | "):
        words = [w for w in text.split("; ") if w != "empty"]
        marks = tuple(w for w in words if w in MARKS)
        bodies.append(Body(marks, tuple(read_statement(w) for w in words if w not in MARKS)))
    return bodies


def program_line(bodies):
    return " | ".join(map(line_of, bodies))


# ---- Assembly

def leb(value, count):
    """In so many bytes."""
    groups = [value >> 7 * i & 0x7f for i in range(count)]
    return [g | 0x80 for g in groups[:-1]] + groups[-1:]


def uleb(value, pad=0):
    return leb(value, max(1, (value.bit_length() + 6) // 7) + pad)


def sleb(value, pad=0):
    return leb(value, (value ^ value >> 63).bit_length() // 7 + 1 + pad)


def expression(reg, n, pad, more=()):
    code = [0x70 + reg, *sleb(n, pad), *more]
    return [*uleb(len(code)), *code]


# DWARF's instructions. Of two, the first has an unsigned number; that of an offset is factored, and so is each signed one.
OPCODES = {"def_cfa": (0x0c, 0x12), "def_cfa_offset": (0x0e, 0x13), "offset": (0x05, 0x11), "val_offset": (0x14, 0x15),
           "def_cfa_register": (0x0d,), "undefined": (0x07,), "same_value": (0x08,), "restore": (0x06,), "register": (0x09,),
           "remember_state": (0x0a,), "restore_state": (0x0b,), "negate_ra_state": (0x2d,), "expression": (0x10,),
           "val_expression": (0x16,), "cfa_expression": (0x0f,), "cfa_memory": (0x0f,)}


def escape_bytes(s):
    """The DWARF instruction of a directive; a Fault if it has none."""
    if s.op not in OPCODES:
        raise Fault(f"{s.op} has no instruction of its own")
    pad, (code, *signed), is_cfa = 3 if s.form == "long" else 0, OPCODES[s.op], s.op.startswith("def_cfa")
    reg = uleb(s.reg, pad) if "reg" in WORDS[s.op] else []
    if s.op in BY_ESCAPE_ALONE:
        return [code, *reg, *expression(s.other, s.n, pad, (0x06,) if s.op == "cfa_memory" else ())]
    if not signed:
        return [code, *reg, *(uleb(s.other, pad) if "other" in WORDS[s.op] else [])]
    if is_cfa and s.n >= 0:
        return [code, *reg, *uleb(s.n, pad)]
    factored, odd = divmod(s.n, DATA_FACTOR)
    if odd:
        raise Fault("no instruction holds the number")
    return [signed[0], *reg, *sleb(factored, pad)] if is_cfa or factored < 0 else [code, *reg, *uleb(factored, pad)]


def lines_of(body, target):
    """The lines between .cfi_startproc and .cfi_endproc."""
    out = []
    for s in body.statements:
        if s.op == "nop":
            out.append("\t" + target.nop)
        elif s.op == "skip":
            out.append(f"\t.skip {s.n}")
        elif s.form or s.op in BY_ESCAPE_ALONE:
            code = ", ".join(map(hex, escape_bytes(s)))
            if s.form == "and" and out and out[-1].startswith("\t.cfi_escape "):
                out[-1] += ", " + code
            else:
                out.append("\t.cfi_escape " + code)
        else:
            out.append("\t.cfi_" + words_of(s))
    return out


def assembly(body, target, index):
    """Function number `index` of a source."""
    name = f"f{index}"
    section = f'\t.section .text.{name},"ax",%progbits' if "own_section" in body.marks else \
        '\t.section .text.unlikely,"ax",%progbits' if "cold_section" in body.marks else "\t.text"
    marks = [f"\t.cfi_{m}" for m in body.marks if m in ("signal_frame", "b_key_frame")]
    return "\n".join([section, f"\t.type {name}, %function", f"{name}:",
                      "\t.cfi_startproc" + (" simple" if "simple" in body.marks else ""), *marks, *lines_of(body, target),
                      "\t.cfi_endproc", f"\t.size {name}, .-{name}", ""])


# ---- Shapes

def register_kind(target, reg):
    return "sp" if reg == target.sp else "fp" if reg == target.fp else "ra" if reg == target.ra else "other"


def number_kind(target, n):
    """Numbers differ by the width of a word that holds them, and by what the format cannot hold."""
    if not -1 << 31 <= n < 1 << 31:
        return "beyond-32-bits"
    if n % 8:
        return "odd"
    stored = n - (160 if target.entry == 160 else 0)
    return "n" if stored >= -128 and n <= 127 else "n16" if -32768 <= n <= 32767 else "n32"


@functools.lru_cache(maxsize=None)
def statement_shape(s, target):
    if s.op == "nop" or (s.op == "skip" and s.n < 256):
        return "code"
    kinds = [number_kind(target, s.n) if field == "n" else register_kind(target, getattr(s, field)) for field in WORDS[s.op]]
    return " ".join(([s.form] if s.form else []) + [s.op] + kinds)


def shape_of(body, target):
    """The words of a function with the kinds of numbers. Any code is "code"."""
    out = list(body.marks)
    for s in body.statements:
        word = statement_shape(s, target)
        if word != "code" or not out or out[-1] != "code":
            out.append(word)
    return tuple(out) or ("empty",)


def contains(whole, part):
    """Are the words of `part` also in `whole`, in this order?"""
    words = iter(whole)
    return all(word in words for word in part)


def is_code(word):
    return word == "code" or word.startswith("skip ")


def reaches(words, wanted):
    """Goes on to the word that is wanted, over code only if that is code."""
    word = next((word for word in words if word == wanted or (is_code(word) and not is_code(wanted))), None)
    return word == wanted


def contains_closely(whole, part):
    """The same, and where `part` has no code between directives there is none in `whole` either. A single directive has
    no code before it."""
    if len(part) == 1:
        return next((word for word in whole if word == part[0] or is_code(word)), None) == part[0]
    starts = (iter(whole[i + 1:]) for i, word in enumerate(whole) if word == part[0])
    return any(all(reaches(words, wanted) for wanted in part[1:]) for words in starts)
