# SPDX-License-Identifier: MIT
"""The rules that the directives of a function state, and which of them a version has words for.

A rule is (kind, register, offset), and its text is that of ref/DUMP.md.
"""
import functools
import types

from program import size_of

SAME, UNDEFINED, NONE = ("same", 0, 0), ("undefined", 0, 0), ("none", 0, 0)
CFA_OPS = ("def_cfa", "def_cfa_register", "def_cfa_offset", "adjust_cfa_offset", "cfa_expression", "cfa_memory")
MAX_REMEMBERED, MAX_ROWS = 32, 60000
MOST = 1 << 63
BY_EXPRESSION = "by an expression"


class State(types.SimpleNamespace):
    """`count` is the assembler's own count of the CFA's offset, which rel_offset and adjust_cfa_offset use; None after
    bytes that it does not follow, BY_EXPRESSION if half of the rule cannot be changed."""

    def copy(self):
        return State(**vars(self))


def initial(body, target):
    is_simple = "simple" in body.marks
    ra = SAME if not target.ra_is_on_stack else NONE if is_simple else ("mem-cfa", 0, -8)
    return State(cfa=NONE if is_simple else ("reg", target.sp, target.entry), ra=ra, fp=SAME, sp=("cfa", 0, target.sp_value),
                 mangled=False, count=0 if is_simple else target.entry)


def change_cfa(now, s):
    """False if half of a rule is changed that there is not."""
    if s.op in ("def_cfa", "cfa_expression", "cfa_memory"):
        is_plain = s.op == "def_cfa"
        now.cfa = ("mem-reg" if s.op == "cfa_memory" else "reg", s.reg if is_plain else s.other, s.n)
    else:
        kind, reg, offset = now.cfa
        if kind != "reg" or now.count == BY_EXPRESSION or (s.op == "adjust_cfa_offset" and (s.form or now.count is None)):
            return False
        offset = s.n if s.op == "def_cfa_offset" else offset + s.n if s.op == "adjust_cfa_offset" else offset
        if not -MOST <= offset < MOST:
            return False
        now.cfa = "reg", s.reg if s.op == "def_cfa_register" else reg, offset
    if s.form or s.op.startswith("cfa_"):
        now.count = None if s.form else BY_EXPRESSION
    elif s.op != "def_cfa_register" or now.count is not None:
        now.count = now.cfa[2]
    return True


def rule_of(now, first, s, which):
    """The rule that a statement gives; None if it cannot."""
    op = s.op
    if op == "offset":
        return "mem-cfa", 0, s.n
    if op == "rel_offset":
        ok = not s.form and isinstance(now.count, int) and now.cfa[0] == "reg" and -MOST <= s.n - now.count < MOST
        return ("mem-cfa", 0, s.n - now.count) if ok else None
    if op == "restore":
        return getattr(first, which)
    if op == "same_value":
        return ("reg", s.reg, 0) if which == "sp" else SAME
    if op == "register":
        return "reg", s.other, 0
    return {"val_offset": ("cfa", 0, s.n), "undefined": UNDEFINED, "expression": ("mem-reg", s.other, s.n),
            "val_expression": ("reg", s.other, s.n)}[op]


def expect(body, target):
    """The rows as (start, CFA, RA, FP, SP, signed); None if the function makes no sense."""
    now = initial(body, target)
    first, kept, rows, size = now.copy(), [], [], 0
    names = {target.ra: "ra", target.fp: "fp", target.sp: "sp"}
    last_was_escape = False
    for s in body.statements:
        op = s.op
        if s.form == "and" and not last_was_escape:
            return None
        last_was_escape = bool(s.form)
        if op in ("nop", "skip"):
            if now.cfa is NONE or (op == "skip" and s.n % target.unit):
                return None
            rules = now.cfa, now.ra, now.fp, now.sp, now.mangled
            if not rows or rows[-1][1:] != rules:
                rows.append((size, *rules))
            size += target.unit if op == "nop" else s.n
        elif op in CFA_OPS:
            if not change_cfa(now, s):
                return None
        elif op == "remember_state":
            if len(kept) == MAX_REMEMBERED:
                return None
            kept.append((bool(s.form), now.copy()))
        elif op == "restore_state":
            # An assembler counts the states of directives alone.
            if not kept or kept[-1][0] != bool(s.form):
                return None
            now = kept.pop()[1]
            now.count = now.count if not s.form or now.count == BY_EXPRESSION else None
        elif op == "negate_ra_state":
            if target.abi != "aarch64":
                return None
            now.mangled = not now.mangled
        else:
            which = names.get(s.reg)
            rule = rule_of(now, first, s, which or "fp")
            if rule is None or (s.form and op in ("offset", "val_offset") and s.n % 8):
                return None
            if which:
                setattr(now, which, rule)
    return rows


# ---- Texts, as `sframe-conform producer --json --all` has them

@functools.lru_cache(maxsize=1 << 16)
def text(rule, target):
    kind, reg, n = rule
    name = "cfa" if kind.endswith("cfa") else "sp" if reg == target.sp else "fp" if reg == target.fp else f"r{reg}"
    if kind in ("reg", "cfa"):
        return name if kind == "reg" and n == 0 else f"{name}{n:+}"
    return f"*({name}{n:+})" if kind.startswith("mem") else kind


def texts(rows, target):
    return [[row[0], *(text(rule, target) for rule in row[1:5]), row[5]] for row in rows]


def plain(rule, cfa):
    """A rule by the CFA, by the register that the CFA is by."""
    if cfa[0] == "reg" and rule[0] in ("cfa", "mem-cfa"):
        return "reg" if rule[0] == "cfa" else "mem-reg", cfa[1], rule[2] + cfa[2]
    return rule


def implied_sp(row, target):
    """What SFrame implies of the caller's SP against a row of the directives: True, False, or None if nothing decides."""
    cfa, sp = row[1], row[4]
    implied = plain(("cfa", 0, target.sp_value), cfa)
    if sp == UNDEFINED:
        return False
    if sp[0].startswith("mem"):
        return True if target.abi == "s390x" and sp == ("mem-cfa", 0, -40) else None
    given = plain(sp, cfa)
    return given == implied if given[:2] == implied[:2] else None


# ---- What a version has words for

def fits(n):
    return -1 << 31 <= n < 1 << 31


def can_state_saved(rule, target):
    """Unchanged, on the stack, or (s390x) in a register, which is an odd word; so an odd offset is none."""
    is_s390x = target.abi == "s390x"
    if rule[0] == "mem-cfa":
        return fits(rule[2]) and rule[2] != 0 and (not is_s390x or rule[2] % 8 == 0)
    return rule == SAME or (is_s390x and rule[0] == "reg" and rule[2] == 0)


def can_state(row, target, profile):
    _, cfa, ra, fp, _, _ = row
    if ra == UNDEFINED:
        return profile in ("v2e2", "v3")
    if implied_sp(row, target) is not True or cfa[0] != "reg" or cfa[1] not in (target.sp, target.fp) or not fits(cfa[2]) \
            or (target.abi == "s390x" and cfa[2] % 8):
        return False
    if target.ra_is_on_stack:
        return ra == ("mem-cfa", 0, -8) and can_state_saved(fp, target)
    # AMB-051: RA's word comes before FP's, and only s390x has a padding word in its place.
    fp_alone = fp != SAME and ra == SAME
    return can_state_saved(fp, target) and can_state_saved(ra, target) and (not fp_alone or target.abi == "s390x")


def must_state(body, target, profile):
    """Has the version words for all of the function?"""
    rows = expect(body, target)
    return bool(rows) and len(rows) <= MAX_ROWS and size_of(body, target) > 0 and \
        all(can_state(row, target, profile) for row in rows)
