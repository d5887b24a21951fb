#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks every quote of ref/registers/basis.txt, basis_policies.txt and errata.txt against the manuals: the words must stand
in that manual, in that section.

usage: ci/trust/quotes.py [--registers DIR] FOLDER
  --registers DIR  a folder with other registers
  FOLDER           has manuals named "The SFrame Format", anywhere below it and under any names. The sentence "This manual
                   describes version ..." in them tells which they are. `ci/real/peers.sh manuals-bookworm manuals-trixie
                   manuals-sid` fetches those of Debian: versions 1, 2 and 3

Forms: Info and plain text as makeinfo writes it (each may be compressed with gzip), and one HTML page. Mark-up, quotation
marks and white space do not count. Both forms show their sections; of a text without headings only the words are checked,
and the output says so. A quote of a manual that is not in FOLDER is counted as unchecked.
Exit status: 0 all quotes that could be checked are found; 1 some are not; 2 usage, or no manual
"""
import argparse
import gzip
import html
import os
import re
import sys
from types import SimpleNamespace

sys.dont_write_bytecode = True
REGISTERS = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "ref", "registers"))
sys.path.insert(0, REGISTERS)
from basis import Quote  # noqa: E402
from make_errata import Errata, quotes_of  # noqa: E402
from make_registers import Registers  # noqa: E402

EDITION = re.compile(r"This manual describes\s+[Vv]ersion\s+(\d)(?:\s+\(errata\s+(\d)\))?\s+of\s+the\s+SFrame")
EDITIONS = {("1", None): "v1", ("2", None): "v2", ("2", "1"): "v2e1", ("3", None): "v3"}
LARGEST = 4 << 20

# Headings: their number, or what stands in its place.
NUMBER = r"(\d+(?:\.\d+)*|Appendix [A-Z]|Overview)"
UNDERLINED = re.compile(rf"^{NUMBER}\b[^\n]*\n[*=.-]{{4,}}\n", re.M)
HTML = re.compile(rf"<h[1-6][^>]*>(?:<span[^>]*>)?\s*{NUMBER}\b.*?</h[1-6]>", re.S)

# ---- Sections ----

def split(text, pattern):
    """{number: text} of a text, by its headings."""
    headings, sections = list(pattern.finditer(text)), {}
    for heading, end in zip(headings, [h.start() for h in headings[1:]] + [len(text)]):
        number = heading[1].replace("Appendix", "").strip()
        sections[number] = sections.get(number, "") + text[heading.start():end]
    return sections


# ---- Mark-up ----

def plain_info(text):
    text = re.sub(r"\x1f\n?File:[^\n]*\n|^File: [^\n]*Node: [^\n]*\n", "\n", text, flags=re.M)
    return re.sub(r"\*[Nn]ote\s[^:]*::", " ", text)


def plain_html(text):
    text = re.sub(r"(?:[Ss]ee\s+)?<a\s[^>]*class=\"p?xref\"[^>]*>.*?</a>", " ", text, flags=re.S)
    return html.unescape(re.sub(r"<[^>]*>", "", text))


def bare(text):
    """The words without what the forms write differently: bullets, emphasis, quotation marks, white space."""
    text = re.sub(r"^\s*[-\u2212\u2022]\s+", "", text, flags=re.M)
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r"(?<![\w*\\])([*_])(\w[^*_]{0,60}[\w:])\1(?!\w)", r"\2", text)
    text = re.sub(r"--+|[\u2010-\u2014\u2212]", "-", text)
    return re.sub(r"[\s\\`'\"\u2018\u2019\u201c\u201d]", "", text)


# ---- Manuals ----

class Manual:
    """The bare words of a manual, as a whole and by section. edition: such as v2@2.44, where editions differ."""

    def __init__(self, name, path, text):
        self.path, self.edition = path, name
        is_html = re.search(r"<html|<!DOCTYPE html", text, re.I)
        headings, plain = (HTML, plain_html) if is_html else (UNDERLINED, plain_info)
        self.sections = {n: bare(plain(t)) for n, t in split(text, headings).items()}
        self.words = bare(plain(text))
        if name == "v2":
            # Binutils 2.44 added a chapter about the ABIs, without a new number.
            self.edition += "@2.44" if bare("Irrespective of the ABI") in self.words else "@2.41"

    def find(self, quote):
        """None if the quote stands in its section, else where it stands, or that it does not."""
        words = bare(quote.words)
        if words not in self.words:
            return "does not have the words"
        if not self.sections or words in self.sections.get(quote.section, ""):
            return None
        others = [n for n, text in self.sections.items() if words in text]
        return f"has the words in section {' and '.join(others) or '?'}, not in {quote.section}:"


def content(path):
    """The text of a file, or None if it is no text, or too large."""
    try:
        if os.path.getsize(path) > LARGEST:
            return None
        with (gzip.open if path.endswith(".gz") else open)(path, "rb") as f:
            return f.read(LARGEST).decode("utf-8").replace("\xa0", " ")
    except (OSError, EOFError, UnicodeDecodeError):
        return None


def read_manuals(folder):
    """{edition: [Manual]} of all manuals below the folder."""
    manuals = {}
    for place, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            path = os.path.join(place, name)
            text = content(path)
            # Markup can part the words of the sentence only by lines.
            edition = text and EDITION.search(text)
            if not edition:
                continue
            known = EDITIONS.get(edition.groups())
            if known is None:
                print(f"{path}: a manual of an unknown version, not used: {' '.join(edition.group().split())}")
                continue
            manuals.setdefault(known, []).append(Manual(known, path, text))
            if not manuals[known][-1].sections:
                print(f"{path}: no numbered headings: sections are not checked")
    return manuals


# ---- Quotes ----

def check(bases, manuals):
    """Prints what is wrong; returns the numbers of found, missing and (by manual) unchecked quotes."""
    found, missing, unchecked = 0, 0, {}
    for rows in bases:
        for row in rows:
            for quote in row.quotes:
                for name in quote.manuals:
                    asked = [m for m in manuals.get(name.partition("@")[0], []) if name in (m.edition, m.edition.partition("@")[0])]
                    if not asked:
                        unchecked[name] = unchecked.get(name, 0) + 1
                    for manual in asked:
                        what = manual.find(quote)
                        found, missing = found + (what is None), missing + (what is not None)
                        if what:
                            print(f'{quote.where}: {row.name}: {name} ({manual.path}) {what} "{quote.words}"', file=sys.stderr)
    return found, missing, unchecked


def errata(registers):
    """The words that proposed errata quote, as rows of check()."""
    path = os.path.join(registers, "errata.txt")
    rows = []
    for proposal in Errata(path).proposals if os.path.exists(path) else []:
        where = proposal.fields["today"][0]
        quotes = [Quote(where, manuals, section, words) for manuals, section, words in quotes_of(proposal)]
        rows.append(SimpleNamespace(name=proposal.name, quotes=quotes))
    return [rows]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--registers", default=REGISTERS)
    parser.add_argument("folder")
    arguments = parser.parse_args()
    bases = Registers(arguments.registers).bases
    manuals = read_manuals(arguments.folder)
    if not manuals:
        print(f"error: {arguments.folder} has no manual of the SFrame format; fetch Debian's with\n"
              "  ci/real/peers.sh manuals-bookworm manuals-trixie manuals-sid", file=sys.stderr)
        return 2
    for files in manuals.values():
        for manual in files:
            print(f"{manual.edition}: {manual.path}")
    found, missing, unchecked = check(list(bases.values()) + errata(arguments.registers), manuals)
    print(f"{found} quotes found, {missing} not found, {sum(unchecked.values())} unchecked")
    for name, count in unchecked.items():
        print(f"  {count} unchecked: no manual of {name}")
    return 1 if missing else 0


sys.exit(main())
