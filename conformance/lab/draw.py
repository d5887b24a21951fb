# SPDX-License-Identifier: MIT
"""Random functions. Each uses a random few of the features below, so that a feature that one assembler gets wrong does
not hide the others. A function is a frame as compilers write it, in any order, or a mixture of directives."""
import random

from expect import expect
from program import BY_ESCAPE_ALONE, CODE, Body, Fault, Statement, escape_bytes

# The chance of each feature is 1 in this.
FEATURES = {"cfa": 2, "cfa-by-fp": 2, "fp-saved": 2, "ra-saved": 2, "restored": 2, "states": 2, "others": 2, "pac": 2,
            "cfa-other": 8, "fp-elsewhere": 8, "fp-same": 8, "fp-lost": 8, "ra-elsewhere": 8, "ra-lost": 8, "expressions": 8,
            "odd": 8, "large": 8, "early": 8, "late": 8, "huge": 1000, "odd-saves": 1000, "tight": 40, "sp": 16, "ra-value": 16,
            "escapes": 12}
SIZES = (2, 3, 5, 62, 63, 64, 65, 254, 255, 256, 257, 1000, 65534, 65535, 65536, 70000)
EDGES = (120, 127, 128, 136, 255, 256, 1016, 1024, 32760, 32767, 32768, 32776, 65528, 65536, 524280, 524288, 262136, 262144,
         0x7ffffff0, 0x7ffffff8, 0x7fffffff, 0x40000000)
HUGE = (0x80000000, 0x80000008, 0x100000008, 0x7ffffffffffffff0)
NOP = Statement("nop")


class Draw:
    def __init__(self, target, seed, index):
        self.target, self.out, self.depth = target, [], 0
        self.random = random.Random(f"{seed}/{index}").random
        self.has = {name for name, chance in FEATURES.items() if self.one_in(chance)}
        if target.abi != "aarch64":
            self.has.discard("pac")

    def below(self, limit):
        return int(self.random() * limit)

    def one_in(self, n):
        return self.random() * n < 1

    def pick(self, things):
        return things[self.below(len(things))]

    def add(self, op, reg=0, other=0, n=0):
        form = ""
        if "escapes" in self.has and op not in BY_ESCAPE_ALONE and self.one_in(3):
            form = self.pick(("escape", "escape", "long", "and"))
            if form == "and" and not (self.out and self.out[-1].form):
                form = "escape"
            try:
                escape_bytes(Statement(op, reg, other, n, form))
            except Fault:
                form = ""
        self.out.append(Statement(op, reg, other, n, form))

    # ---- Code and numbers

    def code(self):
        if self.one_in(3):
            most = len(SIZES) if "large" in self.has and self.one_in(4) else 9
            self.out.append(Statement("skip", n=self.target.unit * SIZES[self.below(most)]))
        else:
            self.out.append(NOP)

    def size(self):
        """A number of bytes, mostly small."""
        has = self.has
        if "huge" in has and self.one_in(4):
            return self.pick(HUGE)
        n = self.pick(EDGES) if "large" in has and self.one_in(2) else 8 * (1 + self.below(12))
        if "odd" in has:
            return n + 1 + self.below(7) if self.one_in(3) else n
        return n & ~7

    def cfa_offset(self):
        n = self.size()
        if "odd" in self.has and self.one_in(12):
            return -(n & 0xff)
        return n + self.target.entry if self.target.entry == 160 and n < 0x40000000 else n

    def save_size(self):
        """A multiple of 8, which DWARF's factor demands."""
        n = self.size()
        return n if "odd-saves" in self.has else n & ~7

    def other(self):
        return self.pick(self.target.others)

    # ---- Directives

    def change_cfa(self):
        t, has, what = self.target, self.has, self.below(5)
        if "cfa-other" in has and self.one_in(4):
            if self.one_in(2):
                self.add("def_cfa", self.other(), n=self.cfa_offset())
            else:
                self.add("def_cfa_register", self.other())
        elif "expressions" in has and self.one_in(8):
            n = 0 if self.one_in(2) else -8 * self.below(9)
            self.add(self.pick(("cfa_memory", "cfa_expression")), other=t.fp if self.one_in(2) else self.other(), n=n)
        elif "cfa-by-fp" in has and what == 0:
            self.add("def_cfa_register", self.pick((t.fp, t.sp)))
        elif "cfa-by-fp" in has and what == 1:
            self.add("def_cfa", self.pick((t.fp, t.sp)), n=self.cfa_offset())
        elif what == 2:
            self.add("adjust_cfa_offset", n=self.size() if self.one_in(2) else -8)
        elif what == 3:
            self.add("def_cfa", t.sp, n=self.cfa_offset())
        else:
            self.add("def_cfa_offset", n=self.cfa_offset())

    def save(self, reg):
        n = self.save_size()
        if self.one_in(5) and "odd" not in self.has:
            self.add("rel_offset", reg, n=16 if n > 0x40000000 else n)
        else:
            self.add("offset", reg, n=n if "odd" in self.has and self.one_in(9) else -n)

    def by_expression(self, reg, base):
        self.add("expression" if self.one_in(2) else "val_expression", reg, base if self.one_in(2) else self.other(), 8 * self.below(4))

    def first(self, *choices):
        """Does the first of (feature, n, directive) that the function has, with a chance of 1 in n."""
        for feature, n, do in choices:
            if feature in self.has and (n == 1 or self.one_in(n)):
                do()
                return

    def change_fp(self):
        fp = self.target.fp
        self.first(("fp-same", 3, lambda: self.add("same_value", fp)),
                   ("fp-lost", 4, lambda: self.add("undefined", fp)),
                   ("fp-elsewhere", 3, lambda: self.add("register", fp, self.other())),
                   ("expressions", 3, lambda: self.by_expression(fp, fp)),
                   ("expressions", 3, lambda: self.add("val_offset", fp, n=-self.save_size())),
                   ("restored", 3, lambda: self.add("restore", fp)),
                   ("fp-saved", 1, lambda: self.save(fp)))

    def change_ra(self):
        """On amd64 RA is always on the stack, mostly where the call put it."""
        t, ra = self.target, self.target.ra
        is_usual = t.ra_is_on_stack and "ra-elsewhere" not in self.has
        self.first(("ra-lost", 4, lambda: self.add("undefined", ra)),
                   ("ra-value", 3, lambda: self.add("same_value", ra) if self.one_in(2) else self.add("val_offset", ra, n=-8 * self.below(4))),
                   ("ra-elsewhere", 3, lambda: self.add("register", ra, self.other())),
                   ("expressions" if "ra-elsewhere" in self.has else "", 3, lambda: self.by_expression(ra, t.fp)),
                   ("restored", 3, lambda: self.add("restore", ra)),
                   ("ra-saved", 1, lambda: self.add("offset", ra, n=-8) if is_usual else self.save(ra)))

    def change_sp(self):
        sp = self.target.sp
        (lambda: self.add("val_offset", sp, n=self.target.sp_value + 8 * self.below(4)),
         lambda: self.add("register", sp, self.other()),
         lambda: self.by_expression(sp, sp),
         lambda: self.add("offset", sp, n=self.pick((-40, -16))),
         *[lambda op=op: self.add(op, sp) for op in ("undefined", "same_value", "restore")])[self.below(7)]()

    def change_other(self):
        reg = self.other()
        (lambda: self.add("restore", reg),
         lambda: self.add("register", reg, self.other()),
         lambda: self.add("same_value", reg),
         *2 * [lambda: self.add("offset", reg, n=-8 * (2 + self.below(14)))])[self.below(5)]()

    def change_state(self):
        if self.depth > 0 and (self.depth == 4 or self.one_in(2)):
            self.depth -= 1
            if "tight" not in self.has:
                self.code()
            self.add("restore_state")
        else:
            self.depth += 1
            self.add("remember_state")

    def directive(self):
        needs, change = (
            *2 * [({"cfa", "cfa-by-fp", "cfa-other"}, self.change_cfa)], *2 * [(None, self.change_fp)], (None, self.change_ra),
            ({"states"}, self.change_state), ({"others"}, self.change_other), ({"sp"}, self.change_sp),
            ({"pac"}, lambda: self.add("negate_ra_state")))[self.below(9)]
        if needs is None or self.has & needs:
            change()

    # ---- Functions

    def mixture(self):
        count = 1 + self.below(3000) if self.one_in(800) else 40 + self.below(100) if self.one_in(20) else 1 + self.below(24)
        if "early" not in self.has:
            self.code()
        for _ in range(count):
            self.directive()
            if not self.one_in(3):
                self.code()
        if "late" not in self.has:
            self.code()

    def frame(self):
        """Saves registers and sets the frame up in any order, then undoes it, perhaps twice."""
        t, has = self.target, self.has
        returns, saves, frame = 1 + self.below(2), 1 + self.below(4), self.cfa_offset()
        if "early" not in has:
            self.code()
        if "pac" in has:
            self.add("negate_ra_state")
        self.add("def_cfa_offset", n=frame)
        for _ in range(saves):
            if self.one_in(3):
                self.code()
            self.save(t.fp if self.one_in(2) else self.other() if t.ra_is_on_stack or self.one_in(3) else t.ra)
        self.code()
        if "cfa-by-fp" in has:
            self.add("def_cfa_register", t.fp)
        for i in range(returns):
            self.code()
            if i + 1 < returns:
                self.add("remember_state")
            for reg in (t.fp,) if t.ra_is_on_stack else (t.fp, t.ra):
                if self.one_in(2):
                    self.add("restore", reg)
            self.add("def_cfa", t.sp, n=t.entry)
            self.code()
            if i + 1 < returns:
                self.add("restore_state")

    def marks(self):
        found = ["signal_frame"] if self.one_in(12) else []
        found += ["b_key_frame"] if self.target.abi == "aarch64" and self.one_in(8) else []
        found += ["simple"] if self.one_in(60) else []
        return tuple(found + ([self.pick(("own_section", "cold_section"))] if self.one_in(12) else []))


def keep_valid(body, target):
    """Takes the statements out that make no sense where they stand."""
    if expect(body, target) is not None:
        return body
    kept = Body(body.marks, ())
    for s in body.statements:
        more = Body(body.marks, kept.statements + (s,))
        if expect(more, target) is not None:
            kept = more
    return kept


def draw(target, seed, index):
    """The same seed and number make the same function."""
    d = Draw(target, seed, index)
    marks = d.marks()
    # Not the usual CFA: assemblers would let other functions share this one's CIE, which has no other rule.
    if "simple" in marks:
        d.out.append(Statement("def_cfa", target.sp, n=target.entry + 8))
    if d.one_in(50) and "simple" not in marks:
        d.add("def_cfa_offset", n=32)  # an empty function
    elif d.one_in(3):
        d.frame()
    else:
        d.mixture()
    return keep_valid(Body(marks, tuple(d.out)), target)


def may_refuse(body):
    """An assembler may refuse numbers that no version holds, also sums of them."""
    statements = [s for s in body.statements if s.op not in CODE]
    return sum(abs(s.n) for s in statements) > 1 << 30 or \
        any(s.n % 8 for s in statements if s.op in ("offset", "rel_offset", "val_offset"))
