#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles generated C functions (functions.py) with each compiler and set of flags, assembles the text with each
assembler, and judges the objects. For ci/real/compilers.sh.

usage: judge.py CONFORM DIR SEED FUNCTIONS JOBS FLAGS

DIR/compilers and DIR/assemblers have lines NAME, ABI, COMMAND, with a tab between. A compiler's command makes assembly
text; the flags, the source, -o and the text are added. An assembler's gets -o, the object and the text. DIR/results.json
holds what was found, for page.py. A tool that fails is asked again with halves of the functions, until those
that it fails for are known.
exit status: 0 DIR/results.json is written; 2 it cannot be
"""
import collections
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
import functions  # noqa: E402
from steps import SECONDS, Failure, plain, run  # noqa: E402
from texts import BASES, FLAGS, Texts, function_texts, unusual  # noqa: E402


# Functions for which an assembler fails, before the others that it fails for are left alone.
MAX_FAILED = 4


class Combination:
    """One compiler with one set of flags, and one assembler."""

    def __init__(self, conform, texts, assembler):
        self.conform, self.texts, self.assembler = conform, texts, assembler
        self.ranges, self.findings, self.warnings = collections.Counter(), [], collections.Counter()
        self.functions, self.failed, self.profile, self.state = 0, 0, '', 'judged'

    def find(self, agreement, name, what, count=1, detail=''):
        self.findings.append({'agreement': agreement, 'function': name, 'what': what, 'count': count, 'detail': detail})

    def judge(self, first, last):
        """All functions of a range; on a failure its halves, down to one function."""
        try:
            self.judge_once(first, last)
        except Failure as failure:
            if failure.who == 'compiler' or self.hopeless(failure):
                self.state = f'the {failure.who} {failure.what}'
                self.find(failure.who, '*', failure.what)
            elif last - first == 1:
                self.find(failure.who, functions.name(first), failure.what)
                self.failed += 1
            elif self.failed >= MAX_FAILED:
                self.find(failure.who, '*', 'fails too often; functions are left out',
                          last - first)
            else:
                middle = (first + last) // 2
                self.judge(first, middle)
                self.judge(middle, last)

    def hopeless(self, failure):
        """Whether the tool fails with the simplest function too."""
        try:
            Combination(self.conform, self.texts, self.assembler).judge_once(0, 0)
        except Failure as again:
            return again.who == failure.who
        return False

    def judge_once(self, first, last):
        text = self.texts.text(first, last)
        made = self.texts.path(self.assembler[0], f'{first}-{last}') + '.o'
        said = run('assembler', [*shlex.split(self.assembler[2]), '-o', made, text], made)
        report = made + '.json'
        with open(report, 'wb') as out:
            try:
                status = subprocess.run([self.conform, 'producer', '--json', made], stdin=subprocess.DEVNULL,
                                        stdout=out, stderr=subprocess.DEVNULL, timeout=SECONDS, check=False).returncode
            except subprocess.TimeoutExpired:
                raise Failure('judge', f'takes more than {SECONDS} s') from None
            except OSError as error:
                raise Failure('judge', f'does not start: {error.strerror}') from None
        try:
            with open(report, encoding='utf-8') as read:
                file = json.load(read)['files'][0]
        except (ValueError, KeyError, IndexError):
            raise Failure('judge', f'gives no report, exit status {status}') from None
        with open(text, encoding='utf-8', errors='replace') as read:
            self.take(file, function_texts(read.read()))
        for line in said.splitlines():
            if 'warning: ' in line.lower():
                self.warnings[plain(re.sub('^.*?warning: *', '', line, flags=re.I))] += 1

    def take(self, file, directives):
        """Counts the report of one object."""
        if file['state'] == 'unreadable':
            raise Failure('judge', f'cannot read the object: {plain(file["why"])}')
        if file['state'] == 'no-sframe':
            if directives:
                raise Failure('assembler', 'writes no SFrame data')
            return
        self.profile = file['profile']
        self.functions += file['cfi_functions']
        self.ranges.update(file['ranges'])
        for wrong in file['wrong']:
            rules = '; '.join(f'{d["what"]}: SFrame {d["sframe"]}, CFI {d["cfi"]}' for d in wrong['differences'])
            self.find('wrong', wrong['place'].split('+0x')[0], ','.join(
                f'{d["what"]}:{plain(d["sframe"])}/{plain(d["cfi"])}' for d in wrong['differences']), 1,
                f'{wrong["place"]}: {rules} [{wrong["differences"][0]["clause"]}]')
        if file['ranges']['wrong'] > len(file['wrong']):
            self.find('wrong', '*', 'not kept by the judge', file['ranges']['wrong'] - len(file['wrong']))
        for function in file['functions']:
            name = function['name'].split('+0x')[0]
            for agreement in ('weaker', 'uncompared'):
                if function[agreement]:
                    self.find(agreement, name, f'{function["reason"]}:{unusual(directives.get(name, []), self.texts.abi)}',
                              function[agreement], function['name'])
        for complaint in file['complaints']:
            self.find(complaint['severity'], '*', f'{complaint["clause"] or complaint["area"]}: {plain(complaint["text"])}',
                      1, complaint['text'])

    def result(self):
        return {'compiler': self.texts.compiler, 'abi': self.texts.abi, 'flags': self.texts.flags,
                'assembler': self.assembler[0], 'state': self.state, 'profile': self.profile, 'functions': self.functions,
                'ranges': self.ranges, 'findings': self.findings, 'warnings': self.warnings}


def read_tools(path):
    with open(path, encoding='utf-8') as file:
        tools = [tuple(line.rstrip('\n').split('\t')) for line in file if line.strip()]
    for tool in tools:
        if len(tool) != 3 or tool[1] not in BASES or not shlex.split(tool[2]):
            raise ValueError(f'{path}: expected NAME, ABI and COMMAND with tabs between: {tool[0]}')
    return tools


def is_there(tool):
    return shutil.which(shlex.split(tool[2])[0]) is not None


def combine(conform, folder, seed, number, compilers, assemblers, only):
    """Those of tools that are there; `only`: with these flags in place of all sets."""
    found = []
    for compiler in filter(is_there, compilers):
        for abi, start, flags in [('*', '*', only)] if only else FLAGS:
            if abi in ('*', compiler[1]) and (start == '*' or compiler[0].startswith(start)):
                texts = Texts(folder, seed, number, compiler, flags)
                found += [Combination(conform, texts, assembler)
                          for assembler in filter(is_there, assemblers) if assembler[1] == compiler[1]]
    return found


def compiler_failures(combinations):
    """What compilers fail for, once for each of their sets of flags."""
    found = []
    for texts in {id(c.texts): c.texts for c in combinations}.values():
        for index, what in texts.failures.items():
            if index is not None:
                found.append({'compiler': texts.compiler, 'abi': texts.abi, 'flags': texts.flags, 'what': what,
                              'function': functions.name(index)})
    return found


def main(conform, folder, seed, number, jobs, only):
    try:
        compilers, assemblers = (read_tools(os.path.join(folder, name)) for name in ('compilers', 'assemblers'))
    except (OSError, ValueError) as error:
        print(f'error: {error}', file=sys.stderr)
        return 2
    made = os.path.join(folder, 'made')
    os.makedirs(made, exist_ok=True)
    everything = combine(conform, made, seed, number, compilers, assemblers, only)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for done, _ in enumerate(pool.map(lambda c: c.judge(0, number), everything), 1):
            if done % 50 == 0:
                print(f'== {done} of {len(everything)}', file=sys.stderr)
    found = {'seed': seed, 'functions': number, 'results': [c.result() for c in everything],
             'compiler_failures': compiler_failures(everything),
             'missing': [tool[:2] for tool in compilers + assemblers if not is_there(tool)]}
    with open(os.path.join(folder, 'results.json'), 'w', encoding='ascii') as out:
        json.dump(found, out)
    return 0


if __name__ == '__main__':
    if len(sys.argv) != 7 or not all(word.isdecimal() for word in sys.argv[4:6]):
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5]), sys.argv[6]))
