# SPDX-License-Identifier: MIT
"""Many ids as few patterns, each of which matches no other case of the corpus."""
import functools
import itertools
import re

from known_list import MAX_ALTERNATIVES, compile_pattern

# A line of a list is this long at most, unless it is about one case.
WIDTH = 100
PROFILE, CELL, NAME = range(3)


def place(case_id):
    """The form of its family, with places for profile, ABI with byte order, and name, and these; None for an id of another form."""
    parts = case_id.split("/")
    if len(parts) != 4:
        return None
    if parts[0] == "real":
        return "real/{}/{}/{}", tuple(parts[1:])
    return "{}/{}/" + parts[2] + "/{}", (parts[0], parts[1], parts[3])


@functools.lru_cache(maxsize=None)
def in_order(text):
    """A key that orders numbers by value."""
    return [(0, int(word, 0), "") if re.fullmatch("0x[0-9a-f]+|0|[1-9][0-9]*", word) else (1, 0, word) for word in re.split("[-/]", text)]


def _group(values):
    return values[0] if len(values) == 1 else "{" + ",".join(values) + "}"


def _stem(names):
    """How many words they have in common at their start and at their end; each keeps one."""
    names = [name.split("-") for name in names]
    shortest = min(map(len, names)) - 1
    start = next((i for i in range(shortest) if len({n[i] for n in names}) > 1), shortest)
    end = next((i for i in range(shortest - start) if len({n[-1 - i] for n in names}) > 1), shortest - start)
    return start, end


class Family:
    """The ids of an area, each as its three values. It writes those of a block as texts, with stars if they then match no more."""

    def __init__(self, form):
        self.form, self.ids, self.by_name = form, set(), {}

    def add(self, values):
        self.ids.add(values)
        self.by_name.setdefault(values[NAME], []).append(values)

    def count(self, texts):
        """How many ids the pattern matches."""
        in_profile, in_cell, in_name = (compile_pattern(text).fullmatch for text in texts)
        start = re.match("[^*{]*", texts[NAME])[0]
        names = [start] if start == texts[NAME] else [n for n in self.by_name if n.startswith(start) and in_name(n)]
        return sum(bool(in_profile(v[PROFILE]) and in_cell(v[CELL])) for n in names for v in self.by_name[n])

    def cells(self, values):
        yield "*"
        for i, form in ((0, "{}-*"), (1, "*-{}")):
            words = [value.split("-")[i] for value in values]
            for word in sorted({w for w in words if words.count(w) > 1}):
                rest = [value for value, w in zip(values, words) if w != word]
                yield _group([form.format(word), *rest])

    def names(self, values):
        start, end = _stem(values)
        words = [value.split("-") for value in values]
        before, after = words[0][:start], words[0][len(words[0]) - end:]
        middle = sorted(("-".join(w[start:len(w) - end]) for w in words), key=in_order)
        if start and not any("-" in m or not m for m in middle):
            yield "-".join([*before, "*", *after])
        yield "-".join([*before, _group(middle), *after])

    def plain_texts(self, sets):
        """Without stars."""
        *_, name = self.names(sets[NAME]) if len(sets[NAME]) > 1 else sets[NAME]
        return [_group(sets[PROFILE]), _group(sets[CELL]), name]

    @functools.lru_cache(maxsize=None)
    def texts(self, sets, number):
        """The shortest texts for the three sets, which stand for `number` ids."""
        found = self.plain_texts(sets)
        name = list(self.names(sets[NAME])) if len(sets[NAME]) > 1 else []
        for axis, candidates in ((CELL, self.cells(sets[CELL])), (PROFILE, ["*"]), (NAME, name[:-1])):
            if len(sets[axis]) == 1:
                continue
            for text in candidates:
                tried = [*found[:axis], text, *found[axis + 1:]]
                if self.count(tried) == number:
                    found = tried
                    break
        return found


def _grow(seed, axes, family, left, candidates, room):
    """A block of ids that are all left: it gets one value after the other. Returns (ids, its pattern)."""
    def fits(sets, number):
        return sum(map(len, sets)) <= MAX_ALTERNATIVES and any(
            len(family.form.format(*texts(sets))) <= room for texts in (family.plain_texts, lambda s: family.texts(tuple(map(tuple, s)), number)))

    sets, ids = [[value] for value in seed], [seed]
    stem = "".join(seed[NAME].partition("-")[:2]) if "-" in seed[NAME] else ""
    for axis in axes:
        for value in candidates[axis]:
            if value in sets[axis] or (axis == NAME and (not stem or not value.startswith(stem))):
                continue
            new = [v for v in itertools.product(*sets[:axis], [value], *sets[axis + 1:]) if v in family.ids]
            if not new or any(v not in left for v in new):
                continue
            wider = [*sets[:axis], sorted([*sets[axis], value], key=in_order), *sets[axis + 1:]]
            if fits(wider, len(ids) + len(new)):
                sets, ids = wider, ids + new
    return ids, family.form.format(*family.texts(tuple(map(tuple, sets)), len(ids)))


def _fold_family(family, wanted, room):
    """The patterns for the wanted values."""
    left, made = set(wanted), []
    while left:
        seed = min(left, key=lambda v: (in_order(v[NAME]), v))
        candidates = [sorted({v[axis] for v in left}, key=in_order) for axis in range(3)]
        blocks = [_grow(seed, axes, family, left, candidates, room) for axes in itertools.permutations(range(3))]
        ids, pattern = max(blocks, key=lambda b: (len(b[0]), -len(b[1]), b[1]))
        made.append(pattern)
        left.difference_update(ids)
    return made


def fold(entries, ids):
    """[(pattern, outcomes, reason)] that stand for entries {id: (outcomes, reason)}. `ids` are those of all cases."""
    families, wanted, made = {}, {}, []
    for case_id in ids:
        where = place(case_id)
        if where:
            families.setdefault(where[0], Family(where[0])).add(where[1])
    for case_id, what in entries.items():
        where = place(case_id)
        if where and where[1] in families.get(where[0], Family("")).ids:
            wanted.setdefault((where[0], *what), []).append(where[1])
        else:
            made.append((case_id, *what))
    for (form, outcomes, reason), values in wanted.items():
        room = WIDTH - len("  " + " " + outcomes)
        made += [(pattern, outcomes, reason) for pattern in _fold_family(families[form], values, room)]
    return sorted(made, key=lambda e: (e[2], _order(e[0])))


def _order(pattern):
    """Families, then names, then profiles and ABIs."""
    where = place(pattern)
    return ([where[0], *map(in_order, where[1][::-1])] if where else [pattern]), pattern
