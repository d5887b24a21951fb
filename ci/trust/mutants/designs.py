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

def read_change(lines, wrong):
    """An `in:` and its lines of code."""
    (at, _, value), *code = lines
    words, signs = value.split(), [sign for _, sign, _ in code]
    if len(words) > 2:
        raise wrong("expected 'in: FILE' or 'in: FILE FUNCTION'", at)
    change = Change(words[0], words[1] if len(words) == 2 else None, [text for _, sign, text in code if sign == '-'],
                    [text for _, sign, text in code if sign == '+'], at)
    if signs[:1] == ['+']:
        raise wrong("expected lines with '-' before those with '+'", code[0][0])
    if signs != sorted(signs, reverse=True):
        raise wrong("expected 'in: FILE' before another block of '-'", at)
    if not change.old:
        raise wrong("expected lines with '-' after this", at)
    if change.old == change.new:
        raise wrong('this changes nothing', at)
    return change


def read_keys(lines, wrong):
    """{key: (value, line)} of what stands before the first `in:`, and {adapter: reason}."""
    keys, survives = {}, {}
    for at, key, value in lines:
        where, _, reason = value.partition(' ')
        if key in ('-', '+'):
            raise wrong("expected 'in: FILE' before this line", at)
        if key == 'survives':
            if where not in WORDS or len(reason) < 20:
                raise wrong("expected 'survives: full|plain|both REASON', with a reason of at least 20 characters", at)
            if survives.keys() & set(WORDS[where]):
                raise wrong("'survives: %s' is given twice" % where, at)
            survives.update(dict.fromkeys(WORDS[where], reason))
        elif key in keys:
            raise wrong("'%s:' is given twice; an empty line ends a mutant" % key, at)
        elif key not in ('name', 'what', 'for', 'equivalent'):
            raise wrong("unknown key '%s'" % key, at)
        else:
            keys[key] = (value, at)
    return keys, survives


def read_design(path, lines):
    """One mutant: its lines as (number, key or sign, text)."""
    def wrong(why, line=lines[0][0]):
        return Wrong('%s:%d: %s' % (path, line, why))

    starts = [i for i, line in enumerate(lines) if line[1] == 'in'] + [len(lines)]
    keys, survives = read_keys(lines[:starts[0]], wrong)
    value = collections.defaultdict(str, {key: text for key, (text, _) in keys.items()})
    for at, key, _ in lines[starts[0]:]:
        if key not in ('in', '-', '+'):
            raise wrong("expected '%s:' before the first 'in:'" % key, at)
    if lines[0][1] != 'name':
        raise wrong("expected 'name:' first")
    if not re.fullmatch('[a-z0-9]+(-[a-z0-9]+)*', value['name']):
        raise wrong('expected a name of a-z, 0-9 and dashes')
    if not value['what'] or len(starts) == 1:
        raise wrong("the mutant has no '%s:'" % ('in' if value['what'] else 'what'))
    if 'equivalent' in keys and len(value['equivalent']) < 20:
        raise wrong('expected a reason of at least 20 characters', keys['equivalent'][1])
    if 'equivalent' in keys and survives:
        raise wrong('an equivalent mutant survives everywhere')
    try:
        cells = select(value['for'] or 'all')
    except ValueError as error:
        raise wrong(str(error), keys['for'][1]) from None
    changes = [read_change(lines[first:end], wrong) for first, end in zip(starts, starts[1:])]
    return Design(value['name'], value['what'], cells, changes, value['equivalent'] or None, survives, path, lines[0][0])


def read(path):
    designs, lines = [], []
    with open(path, encoding='utf-8') as file:
        for number, line in enumerate([*file.read().splitlines(), ''], 1):
            key, colon, value = line.partition(': ')
            if re.match(r'[-+]($| )', line):
                lines.append((number, line[0], line[2:]))
            elif line.strip() and line[0] != '#':
                if not colon or not value.strip():
                    raise Wrong("%s:%d: expected 'key: value', '- CODE' or '+ CODE'" % (path, number))
                lines.append((number, key, value.strip()))
            elif not line.strip() and lines:
                designs.append(read_design(path, lines))
                lines = []
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
