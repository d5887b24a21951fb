# SPDX-License-Identifier: MIT
"""Lists of known failures: a reason in the first column, then its entries `ID OUTCOMES`, each after two spaces.

An ID may be a pattern, as conformance/judge/known.h describes it. This module also works without the rest of
this program.
"""
import collections
import functools
import os
import re

import files
from files import Fault

OUTCOMES = ("crash", "state-dependent", "timeout", "limit", "protocol", "undeclared-skip", "too-lenient", "too-strict",
            "wrong-output", "inconsistent")
MAX_BYTES, MAX_ENTRIES, MAX_KEYLESS, MAX_ALTERNATIVES = 4 << 20, 32768, 256, 64
UNEXPLAINED = "unexplained"
COMMENTS = """# Known failures: a reason, then each case that fails for it as ID OUTCOME. The list is exact: an entry that
# passes, fails in another way or matches no case makes a run fail.
"""
# Words, of which one may be a star; a part of a pattern is that, or has a group of them among other words, or is empty.
STARRED = r"(?:[^*{},/]+|(?:[^*{},/]*-)?\*(?:-[^*{},/]*)?)"
PART = re.compile(rf"(?:[^*{{}},/]*-)?\{{{STARRED}(?:,{STARRED})+\}}(?:-[^*{{}},/]*)?|{STARRED}|")
# What a pattern is as a regular expression, after re.escape.
EXPRESSIONS = {r"\{": "(?:", ",": "|", r"\}": ")", r"\*": "[^-/]+"}
FAILURE = rf"(?:{'|'.join(OUTCOMES)})(?::[^ |]+)?"
ALLOWED = re.compile(rf"{FAILURE}(?:\|(?:{FAILURE}|pass))*")


# ---- Patterns

@functools.lru_cache(maxsize=1 << 16)
def compile_pattern(pattern):
    """A regular expression that takes time linear in the id; None if the pattern is none."""
    if pattern.count("{") + pattern.count(",") > MAX_ALTERNATIVES or not re.fullmatch("[!-~]+", pattern) \
            or not all(map(PART.fullmatch, pattern.split("/"))):
        return None
    parts = ["[^/]+" if part == "*" else re.escape(part) for part in pattern.split("/")]
    return re.compile(re.sub(r"\\[{}*]|,", lambda m: EXPRESSIONS[m[0]], "/".join(parts)))


def alternatives(pattern):
    """The patterns that it is made of: one for each alternative of each group."""
    groups = re.finditer(r"\{(.*?)\}", pattern)
    return [pattern[:g.start()] + words + pattern[g.end():] for g in groups for words in g[1].split(",")] or [pattern]


def is_plain(text):
    """Is it an id, which stands for itself in a list?"""
    return re.fullmatch("[!-~]+", text) is not None and not re.search("[*{},]", text)


def key_of(text):
    """The first word of the last part, which ids have in common with the patterns that match them, or None."""
    word = text.rpartition("/")[2].partition("-")[0]
    return None if "*" in word or "{" in word else word


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


# ---- Lists

class Entry(collections.namedtuple("Entry", "pattern outcomes reason line")):
    @property
    def words(self):
        """The outcomes without details."""
        return [word.partition(":")[0] for word in self.outcomes.split("|")]

    def allows(self, outcome, detail):
        return allows(self.outcomes, outcome, detail)


def allows(outcomes, outcome, detail):
    return any(word in (outcome, f"{outcome}:{detail or ''}") for word in outcomes.split("|"))


def entries_of(path, text):
    """(line number, entry, reason) of any list of this form (gen/common/reasons.h)."""
    # A reason may go on in the next line as long as no entry follows.
    reason, may_go_on = None, False
    for number, line in enumerate(text.removesuffix("\n").split("\n"), 1):
        is_reason = line and line[0] not in " #"
        if re.match("  [^ ]", line):
            if reason is None:
                raise Fault(f"{path}:{number}: expected a reason in the first column before this entry")
            yield number, line[2:], reason
        elif line.startswith(" "):
            raise Fault(f"{path}:{number}: expected an entry after two spaces, or a reason in the first column")
        elif is_reason:
            reason = f"{reason} {line}" if may_go_on else line
        elif may_go_on:
            break
        else:
            reason = None
        may_go_on = is_reason
    if may_go_on:
        raise Fault(f"{path}:{number}: expected an entry for the reason above, after two spaces")


class List:
    """`comments` are the lines above the first reason, `entries` in the order of the file."""

    def __init__(self, path, text):
        self.path, self.entries = path, []
        self.comments = re.match(r"(?:\n*#[^\n]*\n)*", text)[0]
        for number, entry, reason in entries_of(path, text):
            self._add(number, entry, reason)
        if sum(key_of(entry.pattern) is None for entry in self.entries) > MAX_KEYLESS:
            raise Fault(f"{path}: more than {MAX_KEYLESS} entries do not say how the last part of their ids begins")

    def _wrong(self, number, what):
        raise Fault(f"{self.path}:{number}: {what}")

    def _add(self, number, text, reason):
        pattern, space, outcomes = text.partition(" ")
        entry = Entry(pattern, outcomes, reason, number)
        if not space:
            self._wrong(number, "expected `ID OUTCOME`")
        if len(self.entries) == MAX_ENTRIES:
            self._wrong(number, f"more than {MAX_ENTRIES} entries")
        if not is_plain(pattern) and not compile_pattern(pattern):
            self._wrong(number, f"{pattern}: is no pattern of ids")
        if not ALLOWED.fullmatch(outcomes):
            self._wrong(number, "the second word is not a failing outcome (see sframe-conform(1))")
        if "pass" in entry.words and not {"crash", "state-dependent"} & set(entry.words):
            self._wrong(number, "`pass` needs `crash` or `state-dependent` beside it: only what depends on chance may pass")
        self.entries.append(entry)

    def unmatched(self, index):
        """(entry, pattern) of entries, and parts of some, that are about no case."""
        return [(entry, pattern) for entry in self.entries for pattern in alternatives(entry.pattern) if not any(True for _ in index.matches(pattern))]

    def by_id(self, ids):
        """{id: its entry} of those ids that have one. A Fault if one has two."""
        index, found = Index(ids), {}
        for entry in self.entries:
            for i in index.matches(entry.pattern):
                first = found.setdefault(i, entry)
                if first is not entry:
                    self._wrong(entry.line, f"{i} has an entry at line {first.line} too")
        return found


def read(path, is_included=False):
    """A list that is only `include: FILE`, after comments, stands for another one in the same folder."""
    content, _ = files.read_bytes(path, MAX_BYTES)
    try:
        text = content.decode()
        odd = re.search("[\0-\x09\x0b-\x1f\x7f-\x9f]", text)
        if odd:
            raise Fault(f"{path}:{text.count(chr(10), 0, odd.start()) + 1}: has the control byte 0x{ord(odd[0]):02x}")
        other = re.fullmatch(r"(?:#.*\n|\n)*include: ([^/\n]+)\n", text)
        return read(os.path.join(os.path.dirname(path), other[1]), True) if other and not is_included else List(path, text)
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
