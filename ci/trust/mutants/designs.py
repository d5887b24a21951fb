# SPDX-License-Identifier: MIT
"""Reads ci/trust/designs/*.designs: mistakes of design by hand, each a change of the reference.

Kept are those that found a gap in the corpus (a commit that brought cases changed the entry too), and for each changed
statement one, two where four or more mistakes of it were tried, three where eight or more.

    # A comment.
    name: find-end-inclusive
    what: the end of a function belongs to it
    for: all but v1
    in: find.c contains
    - return pc - start < size;
    + return pc - start <= size;

A mutant ends at an empty line. `name`: a-z, 0-9 and dashes, unique over all files. `what`: one plain sentence. `for`: the
cells (profile, ABI and byte order) in which it changes anything that can be seen, as recipes have it; all if it is left
out. It is an error if it dies in another. `in: FILE` or `in: FILE FUNCTION`, FILE relative to ref/: the lines after it with `-` are consecutive lines there,
compared without the white space around them; they occur once in the file or function. The lines with `+` replace them. A
mutant may have several `in:`. After `for`, one of these:

    equivalent: REASON             no input tells it from the reference; it is an error if a case does
    survives: full|plain|both REASON   why no case kills it there; it is an error if one does. With a reason that ends
                                   with `too large to keep` it still counts as a survivor
"""
import collections
import glob
import os
import re

PROFILES = ('v1', 'v2', 'v2e1', 'v2e2', 'v3')
ABIS = {'amd64-little': ('amd64', 'little'), 'aarch64-little': ('aarch64', 'little'), 'aarch64-big': ('aarch64', 'big'),
        's390x-big': ('s390x', 'big')}
# As 'v2e1/s390x-big': the folders of the corpus.
CELLS = ['%s/%s' % (p, a) for p in PROFILES for a in ABIS if a != 's390x-big' or p not in ('v1', 'v2')]
WORDS = {'full': ('full',), 'plain': ('plain',), 'both': ('full', 'plain')}

# old, new: lists of lines
Change = collections.namedtuple('Change', 'file function old new')
# survives: {'full': reason, 'plain': reason}; equivalent: a reason, or None
Design = collections.namedtuple('Design', 'name what cells changes equivalent survives path line')


class Wrong(Exception):
    """An error in a file, which it names with the line."""


# ---- Cells ----

def abis_of(word):
    return {abi for abi, families in ABIS.items() if word == abi or word in families}


def select(text):
    """The cells that a selector means: README.md of the recipes, `for`."""
    chosen = set(CELLS)
    for number, group in enumerate(re.split(r'\bbut\b', text)):
        profiles, abis, words = set(), set(), group.split()
        for word in words:
            if word not in PROFILES and word != 'all' and not abis_of(word):
                raise ValueError("expected profiles, ABIs, byte orders, 'all' or 'but', not '%s'" % word)
            profiles |= {word} & set(PROFILES)
            abis |= abis_of(word)
        if not words:
            raise ValueError("expected the cells to choose%s" % (" after 'but'" if number else ''))
        named = {cell for cell in CELLS if (not profiles or cell.split('/')[0] in profiles)
                 and (not abis or cell.split('/')[1] in abis)}
        chosen = chosen - named if number else chosen & named
    if not chosen:
        raise ValueError('no cell is left')
    return [cell for cell in CELLS if cell in chosen]


# ---- One file ----

# The lines of one mutant, without comments. A reason has at least 20 characters.
FORM = re.compile(r"""name:\ (?P<name>[a-z0-9]+(?:-[a-z0-9]+)*)\n  what:\ (?P<what>.+)\n  (?:for:\ (?P<cells>.+)\n)?
    (?:equivalent:\ (?P<equivalent>.{20,})\n | (?P<survives>(?:survives:\ (?:full|plain|both)\ .{20,}\n)+))?
    (?P<changes>(?:in:\ \S+(?:\ \S+)?\n(?:-(?:\ .*)?\n)+(?:\+(?:\ .*)?\n)*)+)""", re.VERBOSE)


def code(block, sign):
    return [line[2:] for line in re.findall(r'(?m)^[-+].*', block) if line[0] == sign]


def read_design(path, at, lines):
    """One mutant, which begins in line `at`."""
    def wrong(why):
        return Wrong('%s:%d: %s' % (path, at, why))

    found = FORM.fullmatch(''.join(line.rstrip() + '\n' for line in lines if not line.startswith('#')))
    if not found:
        raise wrong('expected name, what, perhaps for, equivalent or survives with a reason, and in with its lines, in this order; see designs.py')
    survives = {word: reason for where, reason in re.findall('survives: (\\w+) (.*)', found['survives'] or '') for word in WORDS[where]}
    changes = [Change(file, function or None, code(block, '-'), code(block, '+')) for file, function, block in
               re.findall(r'(?m)^in: (\S+)(?: (\S+))?\n((?:[-+].*\n)+)', found['changes'])]
    try:
        cells = select(found['cells'] or 'all')
    except ValueError as error:
        raise wrong(str(error)) from None
    return Design(found['name'], found['what'], cells, changes, found['equivalent'], survives, path, at)


def read(path):
    """The mutants of a file, between empty lines."""
    with open(path, encoding='utf-8') as file:
        text = file.read()
    designs = []
    for block in re.finditer(r'(?m)(?:^.+\n?)+', text):
        lines = block[0].splitlines()
        first = next((i for i, line in enumerate(lines) if not line.startswith('#')), None)
        if first is not None:
            designs.append(read_design(path, text.count('\n', 0, block.start()) + 1 + first, lines))
    if not designs:
        raise Wrong('%s:1: expected at least one mutant' % path)
    return designs


def read_all(folder):
    """All mutants, in the order of the files' names."""
    found, lines = [], {}
    for path in sorted(glob.glob(os.path.join(folder, '*.designs'))):
        for design in read(path):
            if design.name in lines:
                raise Wrong('%s:%d: the name is also in %s' % (path, design.line, lines[design.name]))
            lines[design.name] = '%s:%d' % (path, design.line)
            found.append(design)
    return found


def area(design):
    return os.path.basename(design.path)[:-len('.designs')]


# ---- The changed text ----

def change_text(design, change, text):
    """In a function: it starts and ends in the first column."""
    def wrong(why):
        return Wrong('%s:%d: %s' % (design.path, design.line, why))

    found = re.search(r'(?ms)^\w[^\n]*\b%s\([^\n]*(?<!;)\n.*?^}' % re.escape(change.function or ''), text) if change.function else None
    if change.function and not found:
        raise wrong('%s has no function %s' % (change.file, change.function))
    old = ''.join(r'[^\S\n]*%s[^\S\n]*\n' % re.escape(line.strip()) for line in change.old)
    places = list(re.compile('^' + old, re.M).finditer(text, *(found.span() if found else ())))
    if len(places) != 1:
        where = '%s%s' % (change.file, ' in ' + change.function if change.function else '')
        raise wrong("these lines occur %s in %s: '%s'" % ('%d times' % len(places) if places else 'nowhere', where, change.old[0].strip()))
    return text[:places[0].start()] + ''.join(line + '\n' for line in change.new) + text[places[0].end():]


def apply(design, texts):
    """{file: changed text}, from {file: text} with files relative to ref/."""
    changed = {}
    for change in design.changes:
        if change.file not in texts:
            raise Wrong('%s:%d: no file of the reference: %s' % (design.path, design.line, change.file))
        changed[change.file] = change_text(design, change, changed.get(change.file, texts[change.file]))
    return changed
