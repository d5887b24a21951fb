#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The man pages: their sections, and whether they say what the programs do. A TAP producer.

usage: test_manual.py SOURCE FOLDER NAME=PROGRAM...

FOLDER is where the build puts the pages that are made from Markdown.
"""
import glob
import os
import re
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, '..'), os.path.join(HERE, '..', '..', '..', 'conformance', 'tests', 'cli')]
import manual
import table
from common import ok, plan, read, run, skip

SOURCE, FOLDER = sys.argv[1:3]
PROGRAMS = dict(word.split('=', 1) for word in sys.argv[3:])
PAGES = {'sframe-ref': 'ref/tool/sframe-ref.1', 'sframe-gen': 'gen/sframe-gen.1',
         'sframe-conform': 'conformance/man/sframe-conform.1'}
# The pages that sframe-conform(1) leads to: one for each command, and those that several commands share.
PARTS = {os.path.basename(path)[:-2]: path
         for path in sorted(glob.glob(os.path.join(SOURCE, 'conformance', 'man', 'sframe-conform-*')))}
# The folders whose sources are in each program, but for tests and programs of their own.
SOURCES = {'sframe-ref': ['ref'], 'sframe-gen': ['gen'],
           'sframe-conform': ['conformance', 'fuzz/promote', 'fuzz/parts']}
NOT_SOURCES = ('/tests/', '/bench/', '/adapters/', '/producers/', '/examples/', '/kernel/')
SECTIONS = ['NAME', 'SYNOPSIS', 'DESCRIPTION', 'EXIT STATUS', 'EXAMPLES', 'SEE ALSO']
PART_SECTIONS = ['NAME', 'SYNOPSIS', 'DESCRIPTION', 'OPTIONS', 'EXIT STATUS', 'SEE ALSO']
MADE = {'sframe-dump': 'ref/DUMP.md', 'sframe-corpus': 'corpus/README.md'}
# getenv("NAME"), and the start of an entry of the environment.
READS = re.compile(r'getenv\("(\w+)"\)|"([A-Z_]+)="')


def plain(page):
    """The page's text without fonts and requests, each line end and run of spaces as one space."""
    text = re.sub(r'\\f.|\\&|\\c$', '', page, flags=re.M).replace('\\-', '-').replace('\\ ', ' ')
    return ' '.join(re.sub(r'^\.[A-Z]{1,2} ?', '', text, flags=re.M).replace('"', '').split())


def check_form(name, page):
    head = re.search(r'^\.TH (\S+) \d "\d{4}-\d\d-\d\d" "sframe-conformance" '
                     '"(?:User Commands|File Formats|Miscellaneous)"$', page, re.M)
    ok(head and head[1].replace('\\-', '-') == name.upper(), name + ': name, section and date', page[:200])
    tail = page.rsplit('.SH SEE ALSO\n', 1)
    ok(len(tail) == 2 and '.SH' not in tail[1], name + ': SEE ALSO is the last section')
    also = set(re.findall(r'(sframe-[\w-]+) \((\d)\)', tail[-1].replace('\\-', '-')))
    parts = {(other, path[-1]) for other, path in PARTS.items()}
    others = {(other, '1') for other in PAGES} | {(other, '5') for other in MADE}
    if name in PARTS:
        ok(('sframe-conform', '1') in also and also <= others | parts, name + ': and names the main page', also)
        return
    wanted = others - {(name, '1'), (name, '5')} | (parts if name == 'sframe-conform' else set())
    ok(also == wanted, name + ': and names the other pages', also ^ wanted)


def run_together(page):
    """Lines like `.IR file . Then the next`: a request with two fonts puts its words together without spaces."""
    found = []
    for line in page.split('\n'):
        request = re.match(r'\.(?:BR|RB|IR|RI|BI|IB) (.*)', line)
        words = re.findall(r'"[^"]*"|(?:\\ |\S)+', request[1]) if request else []
        words = [re.sub(r'\\f.|"', '', word) for word in words]
        if any(re.search('[a-z][a-z]$|[.,;:]$', a) and re.match('[A-Z]?[a-z]', b) for a, b in zip(words, words[1:])):
            found.append(line)
    return found


def check_lint(name, path):
    joined = run_together(read(path))
    ok(not joined, name + ': no words run together', joined)
    for command in (['mandoc', '-T', 'lint', '-W', 'warning'], ['groff', '-man', '-Tutf8', '-ww', '-P-c', '-z']):
        what = '%s: %s has no warning' % (name, command[0])
        if not shutil.which(command[0]):
            skip(what, 'there is no ' + command[0])
            continue
        said = run(*command, path)
        ok(said.returncode == 0 and not said.stdout + said.stderr, what, said.stdout + said.stderr)


def section(page, name):
    found = re.search(r'^\.SH %s\n(.*?)(?=^\.SH|\Z)' % name, page, re.M | re.S)
    return found[1] if found else ''


def listed_options(page):
    """Of a list of options, the words at the start of each entry."""
    tags = re.findall(r'^\.TP\n\.\w+ (.*)$', section(page, 'OPTIONS') or section(page, 'DESCRIPTION'), re.M)
    return {word for tag in tags for word in re.findall(r'(--[a-z][\w-]*)', plain(tag))}


def check_command(name, options):
    """The page of a command lists the options of that command, but for --help."""
    if not ok(name in PARTS and PARTS[name].endswith('.1'), name + ': the command has a page'):
        return
    page = read(PARTS[name])
    missing = [title for title in PART_SECTIONS if not section(page, title)]
    ok(not missing, name + ': it has all sections', missing)
    shown = listed_options(page)
    ok(shown == options - {'--help'}, name + ': it lists the options of the command', shown ^ (options - {'--help'}))


def check_options(name, page):
    """Each option of the table is in the page, and the page has no others."""
    commands = table.commands_of(PROGRAMS[name])
    options = {option for taken in commands.values() for option in taken} | {'--help', '--version'}
    if name == 'sframe-conform':
        # `help` has no options, and its page is the main one.
        for command in (command for command in commands if command != 'help'):
            check_command('%s-%s' % (name, command), set(commands[command]))
        return
    text = plain(page)
    missing = sorted(option for option in options if not re.search(re.escape(option) + r'(?![\w-])', text))
    ok(not missing, name + ': each option is in the page', missing)
    shown = listed_options(page)
    ok(len(shown) > 2 and shown <= options, name + ': its list of options has no others', shown - options)
    page = page.replace('\\-', '-')
    missing = [word for word in commands if not re.search(r'\b%s %s\b|^\.B[RI]* "?%s\b' % (name, word, word), page, re.M)]
    ok(not missing, name + ': each command is in the page', missing)


def check_environment(name, page):
    """The variables that the sources read are those of ENVIRONMENT, which is not there if they read none."""
    read_there = set()
    for folder in SOURCES[name]:
        for path in glob.glob(os.path.join(SOURCE, folder, '**', '*.c'), recursive=True):
            if not any(part in path[len(SOURCE):] for part in NOT_SOURCES):
                read_there |= {a or b for a, b in READS.findall(read(path))}
    shown = set(re.findall(r'^\.TP\n\.B (\w+)$', section(page, 'ENVIRONMENT'), re.M))
    ok(shown == read_there, name + ': ENVIRONMENT has what the program reads', (shown, read_there))


def check_made(name):
    """The page from Markdown has the whole text: each word of it, each line of its blocks of code."""
    page, text = read(os.path.join(FOLDER, name + '.5')), read(os.path.join(SOURCE, MADE[name]))
    blocks = re.findall(r'^```\w*\n(.*?)^```', text, re.M | re.S)
    shown = re.findall(r'^\.EX\n(.*?)^\.EE', page, re.M | re.S)
    back = {escaped: chr(char) for char, escaped in manual.ESCAPES.items()}
    bare = [re.sub(r'\\e|\\-|\\\(..|\\&', lambda m: back.get(m[0], ''), block) for block in shown]
    ok(blocks and bare == blocks, name + ': it has each block of code as it is', (bare, blocks))
    # The page has no title, and not the heads of columns.
    text = re.sub(r'^# .*|^\|.*(?=\n\|-)|\]\([^)]*\)', '', text, flags=re.M)
    words = set(re.findall(r'[a-z]{4,}', text.lower()))
    missing = words - set(re.findall(r'[a-z]{4,}', re.sub(r'\\f.', '', page).lower()))
    ok(len(words) > 150 and not missing, name + ': it has the words of the text', missing)


def main():
    for name in PROGRAMS:
        path = os.path.join(SOURCE, PAGES[name])
        page = read(path)
        check_form(name, page)
        check_lint(name, path)
        missing = [title for title in SECTIONS if not section(page, title)]
        ok(not missing, name + ': it has all sections', missing)
        check_options(name, page)
        check_environment(name, page)
    for name, path in PARTS.items():
        check_form(name, read(path))
        check_lint(name, path)
    for name in MADE:
        path = os.path.join(FOLDER, name + '.5')
        check_form(name, read(path))
        check_lint(name, path)
        check_made(name)


main()
plan()
