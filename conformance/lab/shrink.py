# SPDX-License-Identifier: MIT
"""Makes what fails smaller, whatever it is made of: functions of directives, objects of a link, functions in C."""


class Shrinker:
    """`remove(thing, start, end)` and each of `changes(thing)`, applied to the thing, give a candidate or None. Pieces are
    taken out first, the largest first, and again after each round of changes that changed something."""
    MOST_ROUNDS = 8

    def __init__(self, thing, length, remove, changes=lambda thing: ()):
        self.thing, self.length, self.remove, self.changes = thing, length, remove, changes
        self.candidate, self.shown, self.steps = None, False, self._steps()

    def _try(self, candidate):
        """Takes the candidate if it still fails."""
        if candidate is None or candidate == self.thing:
            return False
        self.candidate = candidate
        yield
        if self.shown:
            self.thing = candidate
        return self.shown

    def _remove(self):
        changed = True
        while changed:
            changed, chunk = False, max(1, self.length(self.thing) // 2)
            while chunk:
                at = 0
                while at < self.length(self.thing):
                    if (yield from self._try(self.remove(self.thing, at, min(at + chunk, self.length(self.thing))))):
                        changed = changed or chunk == 1
                    else:
                        at += chunk
                chunk //= 2

    def _steps(self):
        for _ in range(self.MOST_ROUNDS):
            yield from self._remove()
            changed = False
            for change in self.changes(self.thing):
                if (yield from self._try(change(self.thing))):
                    changed = True
            if not changed:
                return

    def next(self):
        """Makes the next candidate. False at the end."""
        return next(self.steps, self) is None


def shrink_all(shrinkers, shows):
    """`shows(shrinkers)`: does the candidate of each still fail? They are tried together."""
    live = [s for s in shrinkers if s.next()]
    while live:
        for s, shown in zip(live, shows(live)):
            s.shown = shown
        live = [s for s in live if s.next()]


def shrink(thing, length, remove, shows, changes=lambda thing: ()):
    """One thing. `shows(candidate)`: does it still fail?"""
    s = Shrinker(thing, length, remove, changes)
    shrink_all([s], lambda live: [shows(s.candidate)])
    return s.thing


def fewer(things, shows):
    """Those of some things that are needed, at least one."""
    return shrink(tuple(things), len, lambda all_, start, end: all_[:start] + all_[end:] or None, shows)
