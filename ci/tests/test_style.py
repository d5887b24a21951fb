#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the form of the C files, as CONTRIBUTING.md describes it, and the words of titles. A TAP producer."""
import os
import re
import shutil
import subprocess
import sys
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'conformance', 'tests', 'cli'))
from common import ok, plan, read, run, skip  # noqa: E402

TOP = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..'))
FOLDERS = ('ref', 'gen', 'conformance', 'fuzz', 'ci')
# C sources that are data: inputs of compilers.
DATA = 'conformance/producers/'
HOME = {'sfr': 'ref', 'gen': 'gen', 'sfc': 'conformance', 'sfa': 'conformance', 'fuzz': 'fuzz', 'sfk': 'fuzz'}
MAX_COMPLEXITY = 20

LONG, SPACE = re.compile('.{121}'), re.compile(r'\t|\s$')
# In two parts, so that it is no licence of this file.
LICENCE = re.compile(r'(/\*|//) SPDX-License-' r'Identifier: (MIT|0BSD)( |$)')
# By path: upwards, or from the top of the tree.
BY_PATH = re.compile(r'\s*#\s*include "(\.\./|(%s)/)' % '|'.join(FOLDERS))
# What is defined or declared in the first column.
NAMED = re.compile(r'(?:(?:struct|enum|union) (\w+) \{|[a-z][\w ]*[ *](\w+)\()')
# A text that is emptied by its length alone keeps its old bytes; those of an answer's are sent by their number.
EMPTIED = re.compile(r'(\w+)(?:\.|->)len = (?:\S+ = )*0;')
QUESTION = re.compile(r'(?<!AMBIGUITY )AMB-')
# Say `after`, `past the end of` and `a bare header`.
STRANGE = re.compile(r'(?i)\bbehind (the|its|an?) (end|section|fres?|header|last|file|function|table|code)\b'
                     r'|one behind the other|header alone|is reckoned|nobody vouches')


def check(found, what):
    """Passes if nothing is found."""
    ok(not found, what, '\n'.join(found[:40]))


def matching(pattern, lines):
    """PATH:NUMBER: LINE of those that match; `lines` is {path: lines}."""
    return ['%s:%d: %s' % (path, number, line) for path, text in lines.items() for number, line in enumerate(text, 1)
            if pattern.search(line)]


def emptied(lines):
    """Where a text gets the length 0, but no NUL in the next line."""
    for path, text in lines.items():
        for number, line in enumerate(text):
            match = EMPTIED.search(line)
            if match and match[1] != 'answer' and match[1] + '->data' not in text[number + 1]:
                yield '%s:%d: %s' % (path, number + 1, line)


def check_patterns():
    text = {'a': ['x' * 120], 'b': ['x' * 121], 'c': ['x '], 'd': ['\tx'], 'e': ['#include "../x.h"'],
            'f': ['#include "gen/x.h"'], 'g': ['#include "generous.h"'], 'h': ['/* AMB-001 */'],
            'i': ['/* AMBIGUITY AMB-001 */'], 'j': ['/* A byte behind the section. */'], 'k': ['/* It hides behind one. */']}
    for pattern, wanted in ((LONG, 'b'), (SPACE, 'cd'), (BY_PATH, 'ef'), (QUESTION, 'h'), (STRANGE, 'j')):
        found = ''.join(line[0] for line in matching(pattern, text))
        check([] if found == wanted else [found], 'the pattern %s finds what it should' % pattern.pattern)
    bare = list(emptied({'a': ['    s->err.len = 0;', '    x();'], 'b': ['    b->len = 0;', "    b->data[0] = '\\0';"],
                         'c': ['    s->in.len = s->err.len = s->sent = 0;', '']}))
    check([] if [line[0] for line in bare] == ['a', 'c'] else bare, 'texts that are emptied by their length are found')
    names = [NAMED.match(line) for line in
             ('struct a {', 'static inline int b(void)', 'char *c(int d);', 'struct e;', '    int f(void);')]
    found = [match and (match[1] or match[2]) for match in names]
    check([] if found == ['a', 'b', 'c', None, None] else [str(found)], 'the pattern of names finds what it should')


def foreign_names(lines):
    """Names that have the prefix of another folder."""
    for path, text in lines.items():
        for number, line in enumerate(text, 1):
            match = NAMED.match(line)
            name = match and (match[1] or match[2])
            home = name and HOME.get(name.split('_')[0])
            if home and not path.startswith((home + '/', 'ci/')):
                yield '%s:%d: %s' % (path, number, name)


def output_of(command):
    return run(*command, cwd=TOP, stdin=subprocess.DEVNULL, stderr=subprocess.STDOUT).stdout.splitlines()


def check_format(paths):
    what = 'clang-format changes nothing'
    if not shutil.which('clang-format'):
        skip(what, 'clang-format is not installed')
        return
    version = re.search(r'version (\d+)', ' '.join(output_of(['clang-format', '--version'])))
    if not version or version[1] != '14':
        skip(what, 'clang-format 14 is not installed')
        return
    p = run('clang-format', '--dry-run', '-Werror', *paths, cwd=TOP, stdin=subprocess.DEVNULL, stderr=subprocess.STDOUT)
    lines = p.stdout.splitlines()
    check([line for line in lines if 'error:' in line] or (lines[:3] or ['no output'] if p.returncode != 0 else []), what)


def check_complexity(paths):
    what = 'no function outside of tests has a complexity above %d' % MAX_COMPLEXITY
    if not shutil.which('pmccabe'):
        skip(what, 'pmccabe is not installed')
        return
    rows = [row for row in (line.split('\t') for line in output_of(['pmccabe', *paths])) if len(row) == 6]
    check([] if len(rows) > 1000 else ['%d functions' % len(rows)], 'pmccabe counts the functions')
    check(['%s: %s' % (row[5], row[0]) for row in rows if int(row[0]) > MAX_COMPLEXITY], what)


def read_titles():
    """The first line of each recipe, which becomes the title of its cases."""
    titles = {}
    for place, _, names in os.walk(os.path.join(TOP, 'gen', 'recipes')):
        for path in (os.path.join(place, name) for name in names if name.endswith('.recipe')):
            with open(path, encoding='utf-8') as file:
                titles[os.path.relpath(path, TOP)] = [file.readline().rstrip('\n')]
    return titles


def main():
    lines = {}
    for folder in FOLDERS:
        for place, _, names in os.walk(os.path.join(TOP, folder)):
            for name in sorted(names):
                path = os.path.relpath(os.path.join(place, name), TOP)
                if name.endswith(('.c', '.h')):
                    lines[path] = read(os.path.join(TOP, path)).split('\n')[:-1]
    titles = read_titles()
    check_patterns()
    check([] if len(titles) >= 700 and all(title[0].startswith('title: ') for title in titles.values()) else
          ['%d' % len(titles)], 'each recipe begins with its title')
    check(matching(STRANGE, {**lines, **titles}) + matching(re.compile(r'\bbehind\b'), titles),
          'words are plain')
    check([] if len(lines) >= 250 else ['%d' % len(lines)], 'there are C files')
    check(matching(LONG, lines), 'no line has more than 120 columns')
    check(matching(SPACE, lines), 'no line has a tab, or ends with a space')
    check([path for path, text in lines.items() if not LICENCE.match(text[0])], 'each begins with its licence')
    check(matching(BY_PATH, lines), 'no #include goes up, or into another folder by its path')
    check(list(foreign_names(lines)), 'no name has the prefix of another folder')
    check(list(emptied(lines)), 'no text is emptied by its length alone: sfc_buffer_clear() and its like do it')
    check(matching(QUESTION, {path: text for path, text in lines.items() if re.match('ref/(?!tests/|sfr[.a-z_]*h$)', path)}),
          'the reference marks each open question AMBIGUITY AMB-nnn')
    lines = {path: text for path, text in lines.items() if not path.startswith(DATA)}
    check_format(list(lines))
    check_complexity([path for path in lines if path.endswith('.c') and '/tests/' not in path])
    plan()


main()
