# SPDX-License-Identifier: MIT
"""Compiles C functions (c_functions) with each compiler and set of flags, assembles the text with each assembler, and
compares the SFrame data of the objects with their call frame information. For ci/real/compilers.sh, which says what a command
gets. A tool that fails is asked again with halves of the functions, until those that it fails for are known, be they few.
"""
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import sys

import c_functions
import page
import reason_lists
import steps
from c_texts import FLAGS, SECONDS, Failure, Texts, function_texts, plain, run, unusual
from cases import AGREEMENTS, findings
from tools import given_or_found

# Functions for which an assembler fails, before the others that it fails for are left alone.
MAX_FAILED, UNEXPLAINED = 4, 'UNEXPLAINED'
FAILED = ('assembler', 'compiler', 'judge')
# By what is printed for it.
GROUPS = {'wrong': '**wrong**', 'violation': '**wrong**', 'assembler': '**assembler fails**', 'compiler': 'compiler fails',
          'judge': '**judge fails**', 'weaker': 'weaker', 'uncompared': 'uncompared', 'doubt': 'doubt'}


class Combination:
    """One compiler with one set of flags, and one assembler."""

    def __init__(self, conform, texts, assembler):
        self.conform, self.texts, self.assembler, self.failed = conform, texts, assembler, 0
        self.ranges, self.findings = collections.Counter(), []
        self.found = {'compiler': texts.compiler, 'abi': texts.abi, 'flags': texts.flags, 'assembler': assembler[0], 'state': 'judged',
                      'profile': '', 'functions': 0, 'ranges': self.ranges, 'findings': self.findings}

    def find(self, agreement, name, what, count=1, detail=''):
        self.findings.append({'agreement': agreement, 'function': name, 'what': what, 'count': count, 'detail': detail})

    def judge(self, first, last):
        """All functions of a range; on a failure its halves, down to one function."""
        try:
            self.judge_once(first, last)
        except Failure as failure:
            if self.hopeless(failure):
                self.found['state'] = f'{failure.who} {failure.what}'
                self.find(failure.who, '*', failure.what)
            elif last - first == 1:
                self.find(failure.who, c_functions.name(first), failure.what)
                self.failed += failure.who != 'compiler'
            elif self.failed >= MAX_FAILED:
                self.find(failure.who, '*', 'fails too often; functions are left out', last - first)
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
        run('assembler', [*self.assembler[2], '--gsframe', '-o', made, text], made)
        ended = steps.run([self.conform, 'producer', '--json', made], seconds=SECONDS, most=1 << 30)
        try:
            file = json.loads(ended.out if ended.how == 'exit' else '')['files'][0]
        except (ValueError, KeyError, IndexError):
            raise Failure('judge', f'gives no report: {ended.how} {ended.code}') from None
        self.take(file, function_texts(pathlib.Path(text).read_text('utf-8', 'replace')))

    def take(self, file, directives):
        """Counts the report of one object."""
        if file['state'] == 'unreadable':
            raise Failure('judge', f'cannot read the object: {plain(file["why"])}')
        if file['state'] == 'no-sframe':
            if directives:
                raise Failure('assembler', 'writes no SFrame data')
            return
        self.found['profile'] = file['profile']
        self.found['functions'] += file['cfi_functions']
        self.ranges.update(file['ranges'])
        for found in findings(file, lambda d: f'{d["what"]}:{plain(d["sframe"])}/{plain(d["cfi"])}',
                              lambda name: f':{unusual(directives.get(name, []), self.texts.abi)}'):
            self.find(*found)
        if file['ranges']['wrong'] > len(file['wrong']):
            self.find('wrong', '*', 'not kept by the judge', file['ranges']['wrong'] - len(file['wrong']))
        for complaint in file['complaints']:
            self.find(complaint['severity'], '*', f'{complaint["clause"] or complaint["area"]}: {plain(complaint["text"])}',
                      1, complaint['text'])

    def result(self, number):
        """What is found for so many functions."""
        self.judge(0, number)
        return {**self.found, 'failed': sum(f['agreement'] in FAILED and (f['agreement'] != 'compiler' or f['function'] == '*')
                                            for f in self.findings)}


# ---- All combinations

def is_there(command):
    return shutil.which(command[0]) is not None


def combine(given, folder, tools):
    """Those of tools that are there, with the flags asked for or all sets: a list for each text."""
    # By ABI: a byte order makes no difference here.
    assemblers = [(name, target.partition('-')[0], command) for (target, name), command in tools['as'].items() if target != 'aarch64-big']
    for (target, name), command in tools['cc'].items():
        compiler = name, target.partition('-')[0], command
        for (abi, start), sets in ({('*', '*'): (given['flags'],)} if given.get('flags') else FLAGS).items():
            is_for = is_there(command) and abi in ('*', compiler[1]) and (start == '*' or name.startswith(start))
            for flags in sets if is_for else ():
                texts = Texts(folder, given['seed'], compiler, flags)
                yield [Combination(given['runner'], texts, a) for a in assemblers if is_there(a[2]) and a[1] == compiler[1]]


# ---- The page

def kind_of(function):
    """The name of a function without its number, but with what the compiler adds to it, such as .cold."""
    return re.sub(r'^(\w+)_\d{3,}((?:\.[a-z]+)?).*', r'\1\2', function)


def collect(everything, causes):
    """{(agreement, cause): [times, kinds of functions, the first]}. What a compiler does is the same for all assemblers."""
    found, seen = {}, set()
    for r, f in ((r, f) for r in everything['results'] for f in r['findings']):
        is_compiler, kind = f['agreement'] == 'compiler', kind_of(f['function'])
        place = r['compiler'], r['abi'], r['flags'], f['function']
        if is_compiler and place in seen:
            continue
        seen.update([place] if is_compiler else [])
        tools = r['compiler'] if is_compiler else f"{r['compiler']}, {r['assembler']}"
        why = causes.find(f['agreement'], r['abi'], '-' if is_compiler else r['assembler'], r['compiler'], r['flags'], kind, f['what'])
        # Nothing is wrong with what is doubtful.
        why = why or (f['what'] if f['agreement'] == 'doubt' else f"{UNEXPLAINED}: {r['abi']}, {tools}: {f['what']}")
        entry = found.setdefault((f['agreement'], why), [0, set(), f"{r['abi']}, {tools} `{r['flags']}`: `{f['detail'] or f['function']}`"])
        entry[0] += f['count']
        entry[1].add(kind)
    return dict(sorted(found.items(), key=lambda item: (list(GROUPS).index(item[0][0]), item[0][1])))


def totals(results):
    found = {}
    for r in results:
        total = found.setdefault((r['abi'], r['assembler'], r['compiler']), collections.Counter())
        total.update(r['ranges'])
        total.update(functions=r['functions'], failed=r['failed'])
    return sorted(found.items())


def write_page(given, everything):
    causes, results = reason_lists.Patterns(given['causes'], 7), everything['results']
    found = collect(everything, causes)
    page.write(given.get('page'), 'compilers.md', **everything, totals=totals(results), found=found, agreements=AGREEMENTS, groups=GROUPS)
    causes.print_unused()
    if not any(r['functions'] for r in results):
        raise ValueError('no function was judged')
    return int(any(why.startswith(UNEXPLAINED) for _, why in found))


def main(given, _):
    folder, number, tools = given['dir'], int(given['functions']), given_or_found(given)
    made, kept = os.path.join(folder, 'made'), pathlib.Path(folder, 'results.json')
    shutil.rmtree(made, ignore_errors=True)
    kept.unlink(missing_ok=True)
    os.makedirs(made)
    everything, results = list(combine(given, made, tools)), []
    with concurrent.futures.ThreadPoolExecutor(int(given['jobs'])) as pool:
        for done, some in enumerate(pool.map(lambda of_text: [c.result(number) for c in of_text], everything), 1):
            results += some
            if done % 10 == 0:
                print(f'== {done} of {len(everything)} texts', file=sys.stderr)
    missing = [(name, target.partition('-')[0]) for kind in ('cc', 'as') for (target, name), command in tools[kind].items() if not is_there(command)]
    found = {'seed': given['seed'], 'functions': number, 'results': results, 'missing': missing}
    kept.write_text(json.dumps(found), 'ascii')
    return write_page(given, found)
