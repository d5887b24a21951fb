# SPDX-License-Identifier: MIT
"""Reads and checks what each row of the registers rests on: basis.txt and basis_policies.txt."""
import collections
import re

from rows import PROFILES, fail, profiles_of, read

BASES = ["text", "practice", "inference", "ours"]
REGISTERS = ["clauses", "faults", "refusals"]
MOST_WORDS = 40

# The section of the version 3 manual that has the words of errata 2.
ERRATA_SECTION = "1.3"
# Editions of a manual that differ in words, by the first binutils release with each.
EDITIONS = {"v2": ["2.41", "2.44"]}
QUOTE = re.compile(r'((?:(?:v1|v2|v2e1|v3)(?:@\d+\.\d+)? )+)(Overview|A|\d+(?:\.\d+)*) "([^"]+)"(?:; |$)')
# A case id, or a file of the corpus of real sections.
CASE = re.compile(r"\b(?:corpus/real/|(?:real/)?(?:v1|v2|v2e1|v2e2|v3)/[a-z0-9]+-[a-z]+/)[\w/.-]*\w")


# Words that stand in a section of these manuals. `v2` means each edition of it, `v2@2.44` one.
Quote = collections.namedtuple("Quote", "where manuals section words")


def quotes_of(where, evidence):
    """The quotes of a text row: MANUALS SECTION "words", separated by '; '."""
    quotes, at = [], 0
    while at < len(evidence):
        found = QUOTE.match(evidence, at)
        if not found:
            fail(where, f'expected MANUALS SECTION "words" (manuals: v1 v2 v2e1 v3) at \'{evidence[at:at + 40]}\'')
        words = found.group(3)
        for manual in found.group(1).split():
            name, _, edition = manual.partition("@")
            if edition and edition not in EDITIONS.get(name, []):
                fail(where, f"'{manual}' is no edition of {name}; those are {EDITIONS}")
        if len(words.split()) > MOST_WORDS:
            fail(where, f"a quote has more than {MOST_WORDS} words: '{words}'")
        quotes.append(Quote(where, found.group(1).split(), found.group(2), words))
        at = found.end()
    return quotes


def profiles_with_words(quote, manual):
    """Version 2 errata 2 has no manual of its own: its words are those of errata 1, and one section of version 3."""
    manual = manual.partition("@")[0]
    if manual == "v2e1":
        return ["v2e1", "v2e2"]
    return ["v3", "v2e2"] if manual == "v3" and quote.section == ERRATA_SECTION else [manual]


class BasisRow:
    """What one row of a register rests on, in some of its profiles."""

    def __init__(self, row, register, held):
        self.where, self.register = row.where, register
        self.name, profiles, self.basis, self.evidence = row.cells
        self.profiles = held if profiles == "*" else profiles_of(row.where, profiles)
        self.quotes = []
        for p in self.profiles:
            if p not in held:
                fail(row.where, f"{self.name} does not hold in {p}")
        if self.basis not in BASES:
            fail(row.where, f"unknown basis '{self.basis}': expected one of {' '.join(BASES)}")
        if not self.evidence:
            fail(row.where, f"{self.name} has no evidence")

    def check(self, known):
        if self.basis == "text":
            self.check_quotes()
        elif self.basis == "practice" and not CASE.search(self.evidence):
            fail(self.where, "practice needs a case id or a file of corpus/real/ that shows it")
        prefixes = {name.split("-")[0] for name in known if "-" in name and name[0].isupper()}
        for word in re.findall(r"\b[A-Z][A-Z0-9]*-[A-Z0-9-]*[A-Z0-9]\b", re.sub(r'"[^"]*"', "", self.evidence)):
            if word.split("-")[0] in prefixes and word not in known:
                fail(self.where, f"the evidence names '{word}', which is no clause and no policy")

    def check_quotes(self):
        self.quotes = quotes_of(self.where, self.evidence)
        quoted = set()
        for quote in self.quotes:
            for manual in quote.manuals:
                serves = profiles_with_words(quote, manual)
                if not set(serves) & set(self.profiles):
                    fail(self.where, f"section {quote.section} of {manual} does not speak for {' '.join(self.profiles)}")
                quoted.update(serves)
        for p in self.profiles:
            if p not in quoted:
                fail(self.where, f"no quote is from the manual of {p}")


def read_bases(folder, held, places):
    """The basis of each row of each register, as {(register, name): rows}. held: its profiles, by (register, name).
    places: file and line of each."""
    found = {key: [] for key in held}
    known = {name for register, name in held if register in ("clauses", "policies")}
    for name, register in (("basis", None), ("basis_policies", "policies")):
        for row in read(folder, name, 4, unique=False)[0]:
            of = register or row.section
            if of not in REGISTERS + ["policies"]:
                fail(row.where, f"expected this row below one of {' '.join(f'[{r}]' for r in REGISTERS)}")
            if (of, row.name) not in held:
                fail(row.where, f"'{row.name}' is not in {of}.txt")
            basis = BasisRow(row, of, held[of, row.name])
            basis.check(known)
            for other in found[of, row.name]:
                for p in basis.profiles:
                    if p in other.profiles:
                        fail(row.where, f"{row.name} has a basis in {p} already, at {other.where}")
            found[of, row.name].append(basis)
    for (register, name), rows in found.items():
        missing = [p for p in held[register, name] if not any(p in row.profiles for row in rows)]
        rows.sort(key=lambda row: row.profiles)
        if missing:
            fail(places[register, name], f"{name} has no basis in {' '.join(missing)}: basis*.txt needs a row")
    return found


def summary(rows):
    """`text`, or `inference (v1 v2), text (v2e1 v2e2 v3)`."""
    by_basis = {}
    for row in rows:
        by_basis.setdefault(row.basis, []).extend(row.profiles)
    if len(by_basis) == 1:
        return next(iter(by_basis))
    return ", ".join(f"{b} ({' '.join(p for p in PROFILES if p in ps)})" for b, ps in by_basis.items())
