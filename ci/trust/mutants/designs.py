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
mutant may have several `in:`. Also:

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

# old, new: lists of lines; line: of the `in:`
Change = collections.namedtuple('Change', 'file function old new line')
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

class Reader:
    """Reads one file line by line."""

    def __init__(self, path):
        self.path, self.found, self.line = path, [], 0
        self.begin()

    def begin(self):
        self.start, self.keys, self.changes, self.survives, self.block = 0, {}, [], {}, None

    def wrong(self, why, line=None):
        return Wrong('%s:%d: %s' % (self.path, line or self.line, why))

    def take(self, line):
        if line.startswith('#'):
            return
        if not line.strip():
            self.end()
        elif line[0] in '+-' and (line == line[0] or line[1] == ' '):
            self.take_code(line[0], line[2:])
        else:
            key, colon, value = line.partition(': ')
            if not colon or not value.strip():
                raise self.wrong("expected 'key: value', '- CODE' or '+ CODE'")
            self.take_key(key, value.strip())

    def take_code(self, sign, code):
        if not self.changes:
            raise self.wrong("expected 'in: FILE' before this line")
        change = self.changes[-1]
        if sign == '+' and not change.old:
            raise self.wrong("expected lines with '-' before those with '+'")
        if sign == '-' and change.new:
            raise self.wrong("expected 'in: FILE' before another block of '-'")
        (change.old if sign == '-' else change.new).append(code)

    def take_key(self, key, value):
        if not self.start:
            if key != 'name':
                raise self.wrong("expected 'name:' first")
            self.start = self.line
        if key == 'in':
            words = value.split()
            if len(words) > 2:
                raise self.wrong("expected 'in: FILE' or 'in: FILE FUNCTION'")
            self.end_change()
            self.changes.append(Change(words[0], words[1] if len(words) == 2 else None, [], [], self.line))
        elif self.changes:
            raise self.wrong("expected '%s:' before the first 'in:'" % key)
        elif key == 'survives':
            self.take_survives(value)
        elif key in self.keys:
            raise self.wrong("'%s:' is given twice; an empty line ends a mutant" % key)
        elif key not in ('name', 'what', 'for', 'equivalent'):
            raise self.wrong("unknown key '%s'" % key)
        elif key == 'name' and not re.fullmatch('[a-z0-9]+(-[a-z0-9]+)*', value):
            raise self.wrong('expected a name of a-z, 0-9 and dashes')
        else:
            self.keys[key] = (value, self.line)

    def take_survives(self, value):
        where, _, reason = value.partition(' ')
        if where not in WORDS or len(reason) < 20:
            raise self.wrong("expected 'survives: full|plain|both REASON', with a reason of at least 20 characters")
        for adapter in WORDS[where]:
            if adapter in self.survives:
                raise self.wrong("'survives: %s' is given twice" % adapter)
            self.survives[adapter] = reason

    def end_change(self):
        if self.changes and not self.changes[-1].old:
            raise self.wrong("expected lines with '-' after this", self.changes[-1].line)
        if self.changes and self.changes[-1].old == self.changes[-1].new:
            raise self.wrong('this changes nothing', self.changes[-1].line)

    def end(self):
        """A mutant is complete."""
        if not self.start:
            return
        if 'what' not in self.keys:
            raise self.wrong("the mutant has no 'what:'", self.start)
        if not self.changes:
            raise self.wrong("the mutant has no 'in:'", self.start)
        self.end_change()
        value = {key: text for key, (text, _) in self.keys.items()}
        if len(value.get('equivalent', 'x' * 20)) < 20:
            raise self.wrong('expected a reason of at least 20 characters', self.keys['equivalent'][1])
        if 'equivalent' in value and self.survives:
            raise self.wrong('an equivalent mutant survives everywhere', self.start)
        try:
            cells = select(value.get('for', 'all'))
        except ValueError as error:
            raise self.wrong(str(error), self.keys['for'][1]) from None
        self.found.append(Design(value['name'], value['what'], cells, self.changes, value.get('equivalent'), self.survives,
                                 self.path, self.start))
        self.begin()


def read(path):
    reader = Reader(path)
    with open(path, encoding='utf-8') as file:
        for reader.line, line in enumerate(file.read().splitlines(), 1):
            reader.take(line)
    reader.end()
    if not reader.found:
        raise Wrong('%s:1: expected at least one mutant' % path)
    return reader.found


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

def lines_of_function(lines, name):
    """The lines [first, last) of a function, which starts and ends in the first column."""
    for first, line in enumerate(lines):
        if re.match(r'\w.*\b%s\(' % re.escape(name), line) and not line.rstrip().endswith(';'):
            for last in range(first, len(lines)):
                if lines[last].startswith('}'):
                    return first, last + 1
    return None


def change_text(design, change, text):
    lines = text.split('\n')
    first, last = 0, len(lines)

    def wrong(why):
        return Wrong('%s:%d: %s' % (design.path, change.line, why))

    if change.function:
        found = lines_of_function(lines, change.function)
        if not found:
            raise wrong('%s has no function %s' % (change.file, change.function))
        first, last = found
    old = [line.strip() for line in change.old]
    places = [i for i in range(first, last - len(old) + 1) if [line.strip() for line in lines[i:i + len(old)]] == old]
    if len(places) != 1:
        where = '%s%s' % (change.file, ' in ' + change.function if change.function else '')
        raise wrong("these lines occur %s in %s: '%s'"
                    % ('%d times' % len(places) if places else 'nowhere', where, old[0]))
    return '\n'.join(lines[:places[0]] + change.new + lines[places[0] + len(old):])


def apply(design, texts):
    """{file: changed text}, from {file: text} with files relative to ref/."""
    changed = {}
    for change in design.changes:
        if change.file not in texts:
            raise Wrong('%s:%d: no file of the reference: %s' % (design.path, change.line, change.file))
        changed[change.file] = change_text(design, change, changed.get(change.file, texts[change.file]))
    return changed
