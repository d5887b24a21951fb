#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes MATRIX.md of this folder, implementations by areas, from results of runs on the whole corpus; or checks it.

usage: matrix.py CONFORM RESULTS...           write the page; RESULTS are results.jsonl files or their folders, one of each list here
       matrix.py --check [CONFORM RESULTS...] check that the page fits together and is of the corpus as it is, in the Test Anything
                                              Protocol; with RESULTS also that it says what they say

`ci/matrix.sh` makes the results, and calls this. Without RESULTS, a page that is older than the corpus is a test that is
expected to fail: who adds cases need not have thirteen implementations at hand.
"""
import hashlib
import json
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
import known_file

HERE = os.path.dirname(os.path.abspath(__file__))
CORPUS = os.path.join(HERE, '..', '..', 'corpus')
PAGE = os.path.join(HERE, 'MATRIX.md')
TOP = """# Implementations and areas

How many of the {cases} cases of the corpus each implementation passed, failed and skipped, by area. Skipped are cases of versions, ABIs and
questions that it does not claim to know. What it fails is on the list behind its name, each case with its reason, and what is
behind these reasons is listed in [README.md](README.md#distinct-defects). On no list, and counted here all the same, are wrong answers about
sections with several faults on purpose (`multi-fault`), which gate nothing. `ci/matrix.sh` makes this page, by `sframe-conform report --format matrix`.

Some implementations read memory that is not theirs, so that a few cases turn out as chance has it: as `pass` in one run and as a failure in
the next. Their lists say which (`|pass`).

"""
MARK = 'The questions of the corpus that this is of: `{}`.'


def fail(text):
    sys.stderr.write('matrix.py: ' + text + '\n')
    sys.exit(2)


def corpus_hash():
    """As results files have it: of both indexes."""
    digest = hashlib.sha256()
    for name in ('index.tsv', os.path.join('real', 'index.tsv')):
        path = os.path.join(CORPUS, name)
        if os.path.exists(path):
            with open(path, 'rb') as f:
                digest.update(f.read())
    return digest.hexdigest()


def questions_hash():
    """Of what is asked and which verdict is right, without the words of the cases: those change more often than numbers do."""
    digest = hashlib.sha256()
    for name in ('index.tsv', os.path.join('real', 'index.tsv')):
        path = os.path.join(CORPUS, name)
        if os.path.exists(path):
            with open(path, encoding='utf-8') as f:
                columns = f.readline().rstrip('\n').split('\t')
                kept = [i for i, column in enumerate(columns) if column != 'case-sha256']
                for line in f:
                    cells = line.rstrip('\n').split('\t')
                    digest.update(('\t'.join(cells[i] for i in kept) + '\n').encode())
    return digest.hexdigest()


def listed():
    return sorted(f[:-len('.known')] for f in os.listdir(HERE) if f.endswith('.known'))


def read_header(path):
    if os.path.isdir(path):
        path = os.path.join(path, 'results.jsonl')
    with open(path, encoding='utf-8') as f:
        return json.loads(f.readline())


def make_page(conform, paths):
    names, by_name = listed(), {}
    for path in paths:
        header = read_header(path)
        name = os.path.basename(header['adapter'])[:-len('.conf')]
        if name not in names:
            fail(f'{path}: {name} has no list of known failures here')
        if header['corpus-sha256'] != corpus_hash() or header['selected'] != header['cases']:
            fail(f'{path}: is not of the whole corpus as it is')
        if name in by_name:
            fail(f'{path}: {name} is there twice')
        by_name[name] = path
    missing = [name for name in names if name not in by_name]
    if missing:
        fail('there are no results of ' + ', '.join(missing))
    table = subprocess.run([conform, 'report', '--format', 'matrix'] + [by_name[n] for n in names], stdout=subprocess.PIPE, check=True,
                           encoding='utf-8').stdout
    head, rest = table.split('\n', 1)
    cells = head.strip('| ').split(' | ')
    links = [f'[{cell}]({name}.known)' for cell, name in zip(cells[1:], names)]
    cases = read_header(paths[0])['cases']
    return TOP.format(cases=cases) + '| area | ' + ' | '.join(links) + ' |\n' + rest + '\n' + MARK.format(questions_hash()) + '\n'


def read_page(text):
    """The names of the columns, the rows as {area: [(passed, failed, skipped)]}, the checksum."""
    rows = [line.strip('| \n').split(' | ') for line in text.splitlines() if line.startswith('| ')]
    names = [re.search(r'\]\((.*)\.known\)', cell)[1] for cell in rows[0][1:]]
    table = {row[0]: [tuple(int(n) if n != '-' else 0 for n in cell.split(' / ')) for cell in row[1:]] for row in rows[1:]}
    return names, table, re.search('of: `([0-9a-f]{64})`', text)[1]


def count_entries(name):
    """For each area: how many cases fail as the list has it, and how many of these may pass."""
    counts = {}
    for case, outcomes, _, _ in known_file.read(os.path.join(HERE, name + '.known')):
        area = 'real' if case.startswith('real/') else case.split('/')[2]
        every, perhaps = counts.get(area, (0, 0))
        counts[area] = every + 1, perhaps + ('pass' in outcomes.split('|'))
    return counts


def count_shown():
    """For each area: cases with several faults on purpose, of which wrong answers are on no list."""
    shown = {}
    for folder, _, files in os.walk(CORPUS):
        for file in files:
            if file.endswith('.case'):
                with open(os.path.join(folder, file), encoding='utf-8') as f:
                    if '\nmulti-fault: ' in f.read().split('\n\n', 1)[0]:
                        parts = os.path.relpath(folder, CORPUS).split(os.sep)
                        area = 'real' if parts[0] == 'real' else parts[2]
                        shown[area] = shown.get(area, 0) + 1
    return shown


class Tap:
    def __init__(self):
        self.count, self.failed = 0, 0

    def ok(self, good, what, todo='', why=''):
        self.count += 1
        print(f'{"" if good else "not "}ok {self.count} - {what}{" # TODO " + todo if todo and not good else ""}')
        if not good and why:
            print('# ' + why)
        self.failed += not good and not todo
        return good

    def done(self):
        print(f'1..{self.count}')
        sys.exit(self.failed > 0)


def check_sums(tap, names, table):
    tap.ok(names == listed(), 'the page has each implementation that has a list', why=f'{names} {listed()}')
    areas = [area for area in table if area != 'all']
    tap.ok(all(len({sum(cell) for cell in row}) == 1 for row in table.values()), 'each area has as many cases for all')
    tap.ok(all(tuple(sum(table[a][i][k] for a in areas) for k in range(3)) == table['all'][i] for i in range(len(names))),
           'the areas add up')


def check_lists(tap, names, table):
    shown = count_shown()
    for i, name in enumerate(names):
        entries, wrong = count_entries(name), []
        for area, row in table.items():
            every, perhaps = entries.get(area, (0, 0))
            if area != 'all' and not every - perhaps <= row[i][1] <= every + shown.get(area, 0):
                wrong.append(f'{area}: {row[i][1]} failed, {every} listed')
        tap.ok(not wrong, f'{name} fails as many cases as its list has', why='; '.join(wrong))


def check_results(tap, names, table, conform, paths):
    """The same numbers but for those that chance decides."""
    _, seen, _ = read_page(make_page(conform, paths))
    for i, name in enumerate(names):
        entries = count_entries(name)
        wrong = [f'{area}: {row[i]}, now {seen[area][i]}' for area, row in table.items() if area != 'all'
                 and abs(row[i][1] - seen[area][i][1]) > entries.get(area, (0, 0))[1]]
        tap.ok(not wrong and list(seen) == list(table), f'{name}: the numbers of the page are those of the results', why='; '.join(wrong))


def check(arguments):
    tap = Tap()
    with open(PAGE, encoding='utf-8') as f:
        text = f.read()
    names, table, checksum = read_page(text)
    tap.ok(text.startswith(TOP.format(cases=sum(table['all'][0])) + '| area |'), 'the page begins with as many cases as it counts')
    check_sums(tap, names, table)
    fresh = tap.ok(checksum == questions_hash(), 'the page is of the corpus as it is',
                   todo='' if arguments else 'run ci/matrix.sh: cases have come or gone since')
    if fresh:
        check_lists(tap, names, table)
    if fresh and arguments:
        check_results(tap, names, table, arguments[0], arguments[1:])
    tap.done()


def main():
    arguments = sys.argv[1:]
    if arguments[:1] == ['--check'] and len(arguments) != 2:
        check(arguments[1:])
    elif len(arguments) < 2 or arguments[0].startswith('-'):
        fail('usage: matrix.py [--check] CONFORM RESULTS...')
    page = make_page(arguments[0], arguments[1:])
    with open(PAGE, 'w', encoding='utf-8') as f:
        f.write(page)


if __name__ == '__main__':
    try:
        main()
    except (OSError, ValueError, LookupError, subprocess.CalledProcessError) as error:
        fail(f'{type(error).__name__}: {error}')
