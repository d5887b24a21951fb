# SPDX-License-Identifier: MIT
"""Finds, their causes, and lists of known causes. A cause is a kind of fault with the shape of the program that shows it."""
import program
import reason_lists
from expect import expect
from program import Fault
from trial import KINDS, OF_FILE


class Find:
    """What a program shows. Of several functions, one does."""
    __slots__ = ("kind", "detail", "bodies", "index", "confirmed")

    def __init__(self, kind, detail, bodies, index=0):
        self.kind, self.detail, self.bodies, self.index, self.confirmed = kind, detail, tuple(bodies), index, False

    def what(self):
        return self.kind + (":" + self.detail if self.detail else "")

    def words(self):
        return self.what() + " " + program.program_line(self.bodies)

    def is_like(self, other):
        return (self.kind, self.detail) == (other.kind, other.detail)

    def shape(self, target):
        shapes = [program.shape_of(b, target) for b in self.bodies]
        return tuple(word for i, shape in enumerate(shapes) for word in (("|",) if i else ()) + shape)

    def key(self, target):
        return f"{self.what()} {'; '.join(self.shape(target))}"

    def is_shown_by(self, verdict):
        return verdict.kinds.get(self.kind) == self.detail

    def is_shown(self, trial, bodies=None):
        return any(map(self.is_shown_by, trial.all(list(bodies or self.bodies))))


class Known:
    """An entry of a list."""

    def __init__(self, find, reason, target):
        self.find, self.reason, self.count, self.is_stale, self.shape = find, reason, 0, False, find.shape(target)
        self.words = set(self.shape)

    def covers(self, find, shape):
        return self.find.is_like(find) and self.words <= set(shape) and program.contains(shape, self.shape)


def read_known(path, target):
    found = []
    for number, entry, reason in reason_lists.read(path):
        what, _, line = entry.partition(" ")
        kind, _, detail = what.partition(":")
        try:
            if kind not in KINDS or (detail and kind not in OF_FILE):
                raise Fault(f"'{what}' is no kind of find")
            bodies = program.read_program(line)
            if any(expect(body, target) is None for body in bodies):
                raise Fault("the program is not valid")
        except Fault as error:
            raise Fault(f"{path}:{number}: {error}") from None
        found.append(Known(Find(kind, detail, bodies), reason, target))
    return found


def known_of(known, find, target):
    shape = find.shape(target)
    return next((k for k in known if k.covers(find, shape)), None)


class Causes:
    """{key: [find, count]}; the first find that was confirmed, or the first, stands for its cause."""

    def __init__(self, target):
        self.target, self.all = target, {}

    def add(self, find, count=1):
        entry = self.all.setdefault(find.key(self.target), [find, 0])
        first = entry[0]
        if (not find.confirmed, find.index) < (not first.confirmed, first.index):
            entry[0] = find
        entry[1] += count

    def items(self):
        """The most frequent first."""
        return [self.all[key] for key in sorted(self.all, key=lambda key: (-self.all[key][1], key))]
