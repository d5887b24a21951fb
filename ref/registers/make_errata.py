#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the page of proposed errata.

usage: make_errata.py DIR OUTPUT

DIR holds errata.txt, whose head describes its form, and the registers that its
proposals cite: policies.txt and clauses.txt. A broken proposal is an error with
file and line, and so is an open question that no proposal names.
"""
import collections
import re
import sys
import textwrap

sys.dont_write_bytecode = True
from rows import fail, read

MANUALS = {"v1": "Version 1", "v2": "Version 2", "v2e1": "Version 2 (Errata 1)", "v3": "Version 3"}
FIELDS = ["questions", "today", "why", "shown", "where", "words"]
# Questions with these verdicts have several right answers, so that the manual owes readers one.
OPEN = ("acceptable", "mixed")
# The part that is no proposals, but the order in which to send them.
FIRST = "What to send first"
MANUAL = rf"(?:{'|'.join(MANUALS)})(?:@\d+\.\d+)?"
QUOTE = re.compile(rf'({MANUAL}(?: {MANUAL})*) ([A-Z0-9]\S*) "(.+)"')
HEAD = """# Proposed errata

Made from `ref/registers/errata.txt` by `make_errata.py`: do not edit.

This page is for the editors of "The SFrame Format", the manuals of GNU binutils
from Version 1 to Version 3. Each proposal quotes words of a manual that leave a
question open or answer it twice, says who reads them how, and proposes other
words. Each stands alone; the most important come first. A section number alone
is of the manual that the quote names; the proposed words are for the newest
manual unless they say otherwise.

*Shown by* names cases of this suite ([corpus](../corpus/README.md)) and defects
of real tools (`B` numbers, in `gen/recipes/bugs.txt`). *Questions* are rows of
[REGISTERS.md](REGISTERS.md), which says how this suite answers each until the
manuals do. "The Linux patch series" is that of `kernel/unwind/sframe.c`, seen
as patches only. What is said of GNU and LLVM tools was seen by running them;
what is said of others was seen so or read in their sources.
"""


Proposal = collections.namedtuple("Proposal", "where part name title fields")


class Errata:
    """The proposals by part, and the questions that need no words."""

    def __init__(self, path):
        self.parts, self.proposals, self.first, self.wordless = [], [], [], {}
        self.field = self.part = None
        with open(path, encoding="utf-8") as f:
            for number, line in enumerate(f, 1):
                self.line(f"{path}:{number}", line.rstrip())

    def line(self, where, line):
        if line.startswith("#"):
            return
        if not line or line.startswith(" "):
            self.more(where, line)
        elif line.startswith("== "):
            self.part, self.field = line[3:], None
            self.parts.append(self.part)
        elif line.startswith("["):
            self.head(where, line)
        elif " | " in line and self.field is None and self.part == FIRST:
            self.first.append((where, *(cell.strip() for cell in line.split(" | ", 1))))
        elif " | " in line and self.field is None:
            self.without_words(where, line)
        else:
            self.key(where, line)

    def head(self, where, line):
        match = re.fullmatch(r"\[(E\d+)\] (.+)", line)
        if not match:
            fail(where, "expected [E and a number] and a title")
        if self.part is None:
            fail(where, f"{match[1]} comes before the first part")
        for p in self.proposals:
            if match[1] == p.name:
                fail(where, f"'{p.name}' was already given at {p.where}")
        self.proposals.append(Proposal(where, self.part, match[1], match[2], {}))
        self.field = ""

    def key(self, where, line):
        name, colon, value = line.partition(":")
        if not colon or name not in FIELDS:
            fail(where, f"expected one of {', '.join(FIELDS)}, not '{line[:20]}'")
        if self.field is None:
            fail(where, f"'{name}' belongs to no proposal")
        fields = self.proposals[-1].fields
        if name in fields:
            fail(where, f"'{name}' is given twice")
        fields[name] = (where, [value.strip()] if value.strip() else [])
        self.field = name

    def more(self, where, line):
        if self.field:
            self.proposals[-1].fields[self.field][1].append(line)
        elif line:
            fail(where, "these words belong to no field")

    def without_words(self, where, line):
        name, reason = (cell.strip() for cell in line.split(" | ", 1))
        if name in self.wordless:
            fail(where, f"'{name}' was already given at {self.wordless[name][0]}")
        self.wordless[name] = (where, reason)


def lines_of(proposal, name):
    """The lines of a field, without the blank ones at its end."""
    lines = proposal.fields[name][1]
    while lines and not lines[-1]:
        lines = lines[:-1]
    return [re.sub("^  ", "", line) for line in lines]


def items_of(proposal, name):
    return " ".join(lines_of(proposal, name)).split()


def manual_name(manual):
    """`v2@2.41`: the edition of one binutils release."""
    name, _, edition = manual.partition("@")
    return MANUALS[name] + (f" (binutils {edition})" if edition else "")


def quotes_of(proposal):
    """[(manuals, section, words)] of the field `today`, one quote a line."""
    found = []
    for line in lines_of(proposal, "today"):
        match = QUOTE.fullmatch(line)
        if not match:
            fail(proposal.fields["today"][0], f'expected MANUALS SECTION "words", not \'{line[:40]}\'')
        found.append((match[1].split(), match[2], match[3]))
    return found


def check(errata, policies, clauses):
    asked = set()
    for p in errata.proposals:
        for name in FIELDS:
            if not p.fields.get(name, (None, None))[1]:
                fail(p.where, f"{p.name} has no '{name}'")
        for q in items_of(p, "questions"):
            if q not in policies and q not in clauses:
                fail(p.fields["questions"][0], f"question '{q}' is in neither policies.txt nor clauses.txt")
            asked.add(q)
        quotes_of(p)
    for where, names, _ in errata.first:
        for name in names.split():
            if name not in (p.name for p in errata.proposals):
                fail(where, f"'{name}' is no proposal")
    for name, (where, _) in errata.wordless.items():
        if name not in policies:
            fail(where, f"question '{name}' is not in policies.txt")
        if name in asked:
            fail(where, f"question '{name}' is in a proposal too")
    for name, row in policies.items():
        if row.cells[2] in OPEN and name not in asked and name not in errata.wordless:
            fail(row.where, f"question {name} is {row.cells[2]}, but no proposal of errata.txt names it")


def wrap(text, first="", rest=""):
    """Lines of Markdown in which no character of the text is mark-up."""
    text = re.sub(r"[*<]|(?<!\w)_", lambda m: "\\" + m[0], text)
    return textwrap.wrap(text, 80, initial_indent=first, subsequent_indent=rest, break_long_words=False,
                         break_on_hyphens=False)


def paragraphs(lines, prefix=""):
    """Wrapped paragraphs; lines that are indented further stay as code."""
    out, text = [], []

    def flush():
        if text:
            out.extend(wrap(" ".join(text), prefix, prefix))
            text.clear()

    for line in lines:
        if line and not line.startswith("    "):
            text.append(line)
            continue
        flush()
        out.append((prefix + line).rstrip())
    flush()
    return out


def proposal_page(p):
    out = [f"### {p.name}. {p.title}", "", "Words today:", ""]
    for manuals, section, words in quotes_of(p):
        place = f"Appendix {section}" if section == "A" else section
        names = ", ".join(manual_name(m) for m in manuals)
        out += wrap(f'{names}, {place}: "{words}"', "* ", "  ")
    out += [""] + paragraphs(lines_of(p, "why")) + [""]
    shown = ", ".join(f"`{s}`" if "/" in s else s for s in items_of(p, "shown"))
    line = f"Shown by: {shown}. Questions: {', '.join(items_of(p, 'questions'))}."
    out += paragraphs([line.replace("Shown by: -. ", "")]) + [""]
    out += wrap(f"Proposed words, for {' '.join(lines_of(p, 'where'))}:") + [""]
    return out + paragraphs(lines_of(p, "words"), "> ") + [""]


def page(errata, policies):
    out = HEAD.split("\n") + [f"## {FIRST}", ""]
    for number, (_, names, reason) in enumerate(errata.first, 1):
        out += wrap(f"{' and '.join(names.split())}: {reason}", f"{number}. ", "   ")
    out += [""] if errata.first else []
    for part in errata.parts:
        proposals = [p for p in errata.proposals if p.part == part]
        if proposals:
            out += [f"## {part}", ""]
        for p in proposals:
            out += proposal_page(p)
    out += ["## Questions that need no words", ""]
    for name, (_, reason) in errata.wordless.items():
        question = policies[name].cells[4].strip("?")
        out += wrap(f"{name} ({question}): {reason}", "* ", "  ")
    return "\n".join(out) + "\n"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    folder = sys.argv[1]
    errata = Errata(f"{folder}/errata.txt")
    policies = {row.name: row for row in read(folder, "policies", 6, 7)[0]}
    check(errata, policies, {row.name for row in read(folder, "clauses", 6)[0]})
    with open(sys.argv[2], "w", encoding="utf-8") as f:
        f.write(page(errata, policies))


if __name__ == "__main__":
    main()
