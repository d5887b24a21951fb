# SPDX-License-Identifier: MIT
"""Lists of known failures: a reason in the first column, then its entries `ID OUTCOMES`, each after two spaces.

An ID may be a pattern, as conformance/judge/known_pattern.h describes it. This module also works without the rest of
this program.
"""
import re

from faults import Fault

OUTCOMES = ("crash", "state-dependent", "timeout", "limit", "protocol", "undeclared-skip", "too-lenient", "too-strict",
            "wrong-output", "inconsistent")
UNSAFE = frozenset(("crash", "timeout", "limit", "state-dependent"))
MAX_BYTES, MAX_ENTRIES, MAX_KEYLESS, MAX_ALTERNATIVES = 4 << 20, 32768, 256, 64
UNEXPLAINED = "unexplained"
COMMENTS = """# Known failures: a reason, then each case that fails for it as ID OUTCOME. The list is exact: an entry that
# passes, fails in another way or matches no case makes a run fail.
"""
# A part, or an alternative: words, of which one may be a star.
PLAIN = re.compile(r"[^*{},/]+")
STARRED = re.compile(r"(?:[^*{},/]*-)?\*(?:-[^*{},/]*)?")
GROUPED = re.compile(r"((?:[^*{},/]*-)?)\{([^{}/]*,[^{}/]*)\}((?:-[^*{},/]*)?)")


# ---- Patterns

def _expression(words, is_part):
    if words == "*" and is_part:
        return "[^/]+"
    if not words or not (PLAIN.fullmatch(words) or STARRED.fullmatch(words)):
        return None
    return re.escape(words).replace(r"\*", "[^-/]+")


def compile_pattern(pattern):
    """A regular expression that takes time linear in the id; None if the pattern is none."""
    parts, alternatives = [], 0
    if not re.fullmatch("[!-~]+", pattern):
        return None
    for part in pattern.split("/"):
        group = GROUPED.fullmatch(part)
        if group:
            several = [_expression(words, False) for words in group[2].split(",")]
            alternatives += len(several)
            made = None if None in several else re.escape(group[1]) + f"(?:{'|'.join(several)})" + re.escape(group[3])
        else:
            made = _expression(part, True) if part else ""
        if made is None:
            return None
        parts.append(made)
    return re.compile("/".join(parts)) if alternatives <= MAX_ALTERNATIVES else None


def alternatives(pattern):
    """The patterns that it is made of: one for each alternative of each group."""
    parts = pattern.split("/")
    found = []
    for i, part in enumerate(parts):
        group = GROUPED.fullmatch(part)
        for words in group[2].split(",") if group else ():
            found.append("/".join([*parts[:i], group[1] + words + group[3], *parts[i + 1:]]))
    return found or [pattern]


def is_plain(text):
    """Is it an id, which stands for itself in a list?"""
    return re.fullmatch("[!-~]+", text) is not None and not re.search("[*{},]", text)


def key_of(text):
    """The first word of the last part, which ids have in common with the patterns that match them, or None."""
    word = text.rpartition("/")[2].partition("-")[0]
    return None if "*" in word or "{" in word else word


# ---- Lists

class Entry:
    def __init__(self, pattern, outcomes, reason, line=0):
        self.pattern, self.outcomes, self.reason, self.line = pattern, outcomes, reason, line

    @property
    def words(self):
        """The outcomes without details."""
        return [word.partition(":")[0] for word in self.outcomes.split("|")]

    def allows(self, outcome, detail):
        return allows(self.outcomes, outcome, detail)


def allows(outcomes, outcome, detail):
    return any(word in (outcome, f"{outcome}:{detail or ''}") for word in outcomes.split("|"))


def is_unexplained(reason):
    return reason == UNEXPLAINED or reason.startswith(UNEXPLAINED + ":")


def _outcomes_wrong(outcomes):
    names = []
    for i, word in enumerate(outcomes.split("|")):
        name, colon, detail = word.partition(":")
        if name == "pass" and (i == 0 or colon) or name not in OUTCOMES + ("pass",) or (colon and not detail) or " " in word:
            return "the second word is not a failing outcome (see sframe-conform(1))"
        names.append(name)
    if "pass" in names and not {"crash", "state-dependent"} & set(names):
        return "`pass` needs `crash` or `state-dependent` beside it: only what depends on chance may pass"
    return None


class Index:
    """Finds the ids that a pattern matches."""

    def __init__(self, ids):
        self.ids, self.there, self.by_key = list(ids), set(ids), {}
        for i in self.ids:
            self.by_key.setdefault(key_of(i), []).append(i)

    def matches(self, pattern):
        if is_plain(pattern):
            return {pattern} & self.there
        key = key_of(pattern)
        return filter(compile_pattern(pattern).fullmatch, self.ids if key is None else self.by_key.get(key, ()))


class List:
    """`comments` are the lines above the first reason, `entries` in the order of the file."""

    def __init__(self, path, text):
        self.path, self.entries = path, []
        self.comments = re.match(r"(?:\n*#[^\n]*\n)*", text)[0]
        reason, state = None, "none"
        lines = text.split("\n")
        for number, line in enumerate(lines[:-1] if lines[-1] == "" else lines, 1):
            if re.match("  [^ ]", line):
                if reason is None:
                    self._wrong(number, "expected a reason in the first column before this entry")
                self._add(number, line[2:], reason)
                state = "entries"
            elif line.startswith(" "):
                self._wrong(number, "expected an entry after two spaces, or a reason in the first column")
            elif state == "reason" and line and not line.startswith("#"):
                reason += " " + line
            elif state == "reason":
                self._wrong(number, "expected an entry for the reason above, after two spaces")
            elif line and not line.startswith("#"):
                reason, state = line, "reason"
            else:
                reason, state = None, "none"
        if state == "reason":
            self._wrong(number, "expected an entry for the reason above, after two spaces")
        if sum(key_of(entry.pattern) is None for entry in self.entries) > MAX_KEYLESS:
            raise Fault(f"{path}: more than {MAX_KEYLESS} entries do not say how the last part of their ids begins")

    def _wrong(self, number, what):
        raise Fault(f"{self.path}:{number}: {what}")

    def _add(self, number, text, reason):
        pattern, space, outcomes = text.partition(" ")
        if not space:
            self._wrong(number, "expected `ID OUTCOME`")
        if len(self.entries) == MAX_ENTRIES:
            self._wrong(number, f"more than {MAX_ENTRIES} entries")
        if not is_plain(pattern) and not compile_pattern(pattern):
            self._wrong(number, f"{pattern}: is no pattern of ids")
        if _outcomes_wrong(outcomes):
            self._wrong(number, _outcomes_wrong(outcomes))
        self.entries.append(Entry(pattern, outcomes, reason, number))

    def by_id(self, ids):
        """{id: its entry} of those ids that have one. A Fault if one has two."""
        index, found = Index(ids), {}
        for entry in self.entries:
            for i in index.matches(entry.pattern):
                first = found.setdefault(i, entry)
                if first is not entry:
                    self._wrong(entry.line, f"{i} has an entry at line {first.line} too")
        return found


def read(path):
    try:
        with open(path, "rb") as f:
            content = f.read(MAX_BYTES + 1)
    except OSError as error:
        raise Fault(f"{path}: cannot be read: {error.strerror}") from None
    odd = re.search(rb"[\0-\x09\x0b-\x1f\x7f]", content)
    if odd:
        raise Fault(f"{path}:{content.count(10, 0, odd.start()) + 1}: has the control byte 0x{odd[0][0]:02x}")
    if len(content) > MAX_BYTES:
        raise Fault(f"{path}: is larger than {MAX_BYTES >> 20} MiB")
    try:
        return List(path, content.decode())
    except UnicodeDecodeError as error:
        raise Fault(f"{path}:{content.count(10, 0, error.start) + 1}: is not UTF-8") from None


def triples(path):
    """(pattern, outcomes, reason) of the entries, in order."""
    return sorted((entry.pattern, entry.outcomes, entry.reason) for entry in read(path).entries)


def text_of(comments, entries):
    """Reasons in their order, and the entries (pattern, outcomes, reason) of each, in theirs."""
    groups = {}
    for pattern, outcomes, reason in entries:
        groups.setdefault(reason, []).append(f"  {pattern} {outcomes}\n")
    return (comments or COMMENTS) + "".join(f"\n{reason}\n" + "".join(lines) for reason, lines in sorted(groups.items()))
