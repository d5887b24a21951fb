# SPDX-License-Identifier: MIT
"""Some random functions in a row: tried, and the finds among them shrunk and grouped."""
import program
from causes import Causes, Find, Known, known_of
from draw import draw
from expect import expect
from program import Body, Statement
from shrink import Shrinker, fewer, shrink_all
from trial import KINDS, Verdict

# Of so many functions that have the directives of a known cause one is looked at all the same, so that a second cause
# beside it is found, too.
LOOKED_AT = 8
UNLIKELY, POSSIBLE, LIKELY = range(3)


# ---- What makes a function simpler. Equal causes must end in equal functions.

def to_plain(s, t):
    """A directive that does the same in another way."""
    if s.op != "def_cfa":
        return s
    return s._replace(op="def_cfa_offset", reg=0) if s.reg == t.sp else s._replace(op="def_cfa_register", n=0)


def to_small(s, t):
    """A number that fits one byte."""
    small = {"def_cfa": t.entry + 16, "def_cfa_offset": t.entry + 16, "adjust_cfa_offset": 16, "offset": -16, "val_offset": -16,
             "rel_offset": 0, "cfa_expression": 0, "cfa_memory": 0, "expression": 0, "val_expression": 0, "skip": 300 * t.unit}
    return s._replace(n=small[s.op]) if s.op in small else s


def to_other(s, t):
    """One of the other registers for all of them."""
    operands = program.WORDS[s.op]
    if "reg" in operands and s.reg not in (t.sp, t.fp, t.ra):
        s = s._replace(reg=3)
    return s._replace(other=9) if "other" in operands and s.other not in (t.fp, t.sp) else s


def to_sum(body, at, target):
    """The whole number, where the assembler adds to one."""
    s = body.statements[at]
    if s.op not in ("adjust_cfa_offset", "rel_offset"):
        return body
    _, (_, _, offset), *_ = expect(Body(body.marks, (*body.statements[:at + 1], Statement("nop"))), target)[-1]
    return body.changed(at, Statement("def_cfa_offset", n=offset) if s.op == "adjust_cfa_offset" else
                        Statement("offset", s.reg, n=s.n - offset))


# In the order in which they are tried. One escape is any that SFrame has no use for.
SIMPLER = (lambda s, _: Statement("nop") if s.op == "skip" else s, lambda s, _: s._replace(form=""),
           lambda s, _: Statement("same_value", 3, form="escape") if s.form else s,
           lambda s, _: s._replace(form="escape") if s.form else s, to_plain, to_small, to_other)


def body_shrinker(body, target, avoids=lambda body: False):
    def valid(candidate):
        return candidate if expect(candidate, target) is not None and not avoids(candidate) else None

    def change(at, how):
        return lambda thing: valid(thing.changed(at, how(thing.statements[at], target)))

    def changes(thing):
        for mark in thing.marks:
            yield lambda thing, mark=mark: valid(thing._replace(marks=tuple(m for m in thing.marks if m != mark)))
        for at in range(len(thing.statements)):
            yield lambda thing, at=at: valid(to_sum(thing, at, target))
            for how in SIMPLER:
                yield change(at, how)

    return Shrinker(body, lambda thing: len(thing.statements), lambda thing, start, end: valid(thing.without(start, end)), changes)


def shrink_finds(trial, finds, avoids=lambda body: False):
    """Those of one function, all at once."""
    by = [(find, body_shrinker(find.bodies[0], trial.target, avoids)) for find in finds]
    owner = {id(s): find for find, s in by}

    def shows(live):
        verdicts = trial.all([s.candidate for s in live])
        return [owner[id(s)].is_shown_by(v) and not v.together for s, v in zip(live, verdicts)]

    shrink_all([s for _, s in by], shows)
    for find, s in by:
        find.bodies = (s.thing,)


def shrink_together(trial, find):
    """A find of several functions. False if they do not show it."""
    if not find.is_shown(trial):
        return False
    find.bodies = fewer(find.bodies, lambda bodies: find.is_shown(trial, bodies))
    for which in range(len(find.bodies)):
        s = body_shrinker(find.bodies[which], trial.target)

        def with_it(body, which=which):
            return find.bodies[:which] + (body,) + find.bodies[which + 1:]

        shrink_all([s], lambda live: [find.is_shown(trial, with_it(live[0].candidate))])
        find.bodies = with_it(s.thing)
    return True


# ---- A batch

class Batch:
    def __init__(self, trial, known, seed, start, count):
        self.trial, self.known, self.seed, self.start, self.count = trial, known, seed, start, count
        self.causes, self.wrong, self.left_out = Causes(trial.target), 0, 0
        self.crashes = [k for k in known if k.find.kind == "crash"]

    def bodies(self):
        return [draw(self.trial.target, self.seed, self.start + i) for i in range(self.count)]

    def suspicion(self, shape):
        """How likely does it make the assembler crash? It has the directives of a crash that is known, or was found here."""
        words = set(shape)
        found = [c.shape for c in self.crashes if c.words <= words and program.contains(shape, c.shape)]
        return LIKELY if any(program.contains_closely(shape, part) for part in found) else POSSIBLE if found else UNLIKELY

    def run(self):
        bodies = self.bodies()
        levels = [self.suspicion(program.shape_of(body, self.trial.target)) for body in bodies]
        if self.count > 1:
            for i, level in enumerate(levels):
                if level == LIKELY and (self.start + i) % LOOKED_AT:
                    levels[i] = None
        self.left_out = levels.count(None)
        verdicts = [Verdict() for _ in bodies]
        for level, size in ((LIKELY, 1), (POSSIBLE, 1), (UNLIKELY, self.count)):
            self.try_level([i for i, found in enumerate(levels) if found == level], size, bodies, verdicts)
        self.wrong = sum(bool(v.kinds) for v in verdicts)
        self.find_causes(bodies, verdicts)
        return self

    def try_level(self, numbers, size, bodies, verdicts):
        """In files that grow as long as none crashes: where most crash each is nearly alone, else all are soon together."""
        at = 0
        while at < len(numbers):
            some, at = numbers[at:at + size], at + size
            found = self.trial.all([bodies[i] for i in some])
            for i, verdict in zip(some, found):
                verdicts[i] = verdict
            size = (size + 1) // 2 if any("crash" in v.kinds for v in found) else size * 2

    def find_causes(self, bodies, verdicts):
        """Each kind of fault of a function is a find. Crashes come first."""
        finds = [Find(kind, v.kinds[kind], bodies[i:i + (v.together or 1)], self.start + i)
                 for i, v in enumerate(verdicts) for kind in KINDS if kind in v.kinds]
        finds = [f for f in finds if not self.is_put_down(f)]
        for find in (f for f in finds if f.kind == "crash" and len(f.bodies) == 1):
            same = known_of(self.crashes, find, self.trial.target)
            if same:
                find.bodies = same.find.bodies
            else:
                shrink_finds(self.trial, [find])
                self.crashes.append(Known(find, "", self.trial.target))
            self.causes.add(find)
        single = [f for f in finds if f.kind != "crash" and len(f.bodies) == 1]
        shrink_finds(self.trial, single, lambda body: self.suspicion(program.shape_of(body, self.trial.target)) == LIKELY)
        several = [f for f in finds if len(f.bodies) > 1]
        for find in several:
            shrink_together(self.trial, find)
        for find in single + several:
            self.causes.add(find)

    def is_put_down(self, find):
        """To a known cause, without being shrunk."""
        if len(find.bodies) != 1 or (find.index % LOOKED_AT == 0 and find.kind != "crash"):
            return False
        known = known_of(self.known, find, self.trial.target)
        if known:
            find.bodies = known.find.bodies
            self.causes.add(find)
        return known is not None

    def find_others(self, find):
        """A find that did not show itself again alone: with the other functions of its batch that it needs, if these do."""
        find.bodies = tuple(self.bodies())
        return shrink_together(self.trial, find)
