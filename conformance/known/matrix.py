#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes MATRIX.md, implementations by areas, from results of runs on the whole corpus, or checks it.

usage: matrix.py CONFORM RESULTS...           write the page; RESULTS are results.jsonl files or their folders, one for each list
       matrix.py --check [CONFORM RESULTS...] check in TAP that the page is consistent and matches the corpus, and RESULTS if given

`ci/real/matrix.sh` makes the results and calls this. Without RESULTS, a page older than the corpus is an expected failure (TODO):
adding cases must not require thirteen implementations.
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

Each cell counts the cases of the corpus ({cases} in all) that an implementation
passed, failed and skipped. It skips cases of versions, ABIs and operations that it
does not claim to support. Its list, linked in the table's head, names each
failed case with the reason; [README.md](README.md#distinct-defects) describes
the defects. Wrong answers on sections with several deliberate faults
(`multi-fault`) are informational: they are counted here but are on no list.
`ci/real/matrix.sh` makes this page with `sframe-conform report --format matrix`.

Some implementations read memory out of bounds, so a few cases pass in one run
and fail in the next. The lists mark them with `|pass`.

"""
MARK = 'Hash of the questions in the corpus: `{}`.'


def fail(text):
    sys.stderr.write('matrix.py: ' + text + '\n')
    sys.exit(2)


def corpus_hash():
    """The hash in results files: over both indexes."""
    digest = hashlib.sha256()
    for name in ('index.tsv', os.path.join('real', 'index.tsv')):
        path = os.path.join(CORPUS, name)
        if os.path.exists(path):
            with open(path, 'rb') as f:
                digest.update(f.read())
    return digest.hexdigest()


def questions_hash():
    """The hash over questions and right verdicts, without the words of the cases, which change more often than the numbers."""
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
            fail(f'{path}: is not a run on the whole current corpus')
        if name in by_name:
            fail(f'{path}: {name} is given twice')
        by_name[name] = path
    missing = [name for name in names if name not in by_name]
    if missing:
        fail('no results of ' + ', '.join(missing))
    table = subprocess.run([conform, 'report', '--format', 'matrix'] + [by_name[n] for n in names], stdout=subprocess.PIPE, check=True,
                           encoding='utf-8').stdout
    head, rest = table.split('\n', 1)
    cells = head.strip('| ').split(' | ')
    links = [f'[{cell}]({name}.known)' for cell, name in zip(cells[1:], names)]
    cases = read_header(paths[0])['cases']
    return TOP.format(cases=cases) + '| area | ' + ' | '.join(links) + ' |\n' + rest + '\n' + MARK.format(questions_hash()) + '\n'


def read_page(text):
    """The names of the columns, the rows as {area: [(passed, failed, skipped)]}, the checksum. The rows of levels follow from the lists."""
    rows = [line.strip('| \n').split(' | ') for line in text.splitlines() if line.startswith('| ') and not line.startswith('| level ')]
    names = [re.search(r'\]\((.*)\.known\)', cell)[1] for cell in rows[0][1:]]
    table = {row[0]: [tuple(int(n) if n != '-' else 0 for n in cell.split(' / ')) for cell in row[1:]] for row in rows[1:]}
    return names, table, re.search('corpus: `([0-9a-f]{64})`', text)[1]


def count_entries(name):
    """For each area: how many cases the list has, and how many of these may pass."""
    counts = {}
    for case, outcomes, _, _ in known_file.read(os.path.join(HERE, name + '.known')):
        area = 'real' if case.startswith('real/') else case.split('/')[2]
        every, perhaps = counts.get(area, (0, 0))
        counts[area] = every + 1, perhaps + ('pass' in outcomes.split('|'))
    return counts


def count_shown():
    """For each area: cases with several deliberate faults, whose wrong answers are on no list."""
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
    tap.ok(names == listed(), 'the page has every implementation with a list', why=f'{names} {listed()}')
    areas = [area for area in table if area != 'all']
    tap.ok(all(len({sum(cell) for cell in row}) == 1 for row in table.values()), 'an area has the same number of cases for all')
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
        tap.ok(not wrong, f'{name} fails the cases of its list', why='; '.join(wrong))


def check_results(tap, names, table, conform, paths):
    """The same numbers, except where chance decides."""
    _, seen, _ = read_page(make_page(conform, paths))
    for i, name in enumerate(names):
        entries = count_entries(name)
        wrong = [f'{area}: {row[i]}, now {seen[area][i]}' for area, row in table.items() if area != 'all'
                 and abs(row[i][1] - seen[area][i][1]) > entries.get(area, (0, 0))[1]]
        tap.ok(not wrong and list(seen) == list(table), f'{name}: the page matches the results', why='; '.join(wrong))


def check(arguments):
    tap = Tap()
    with open(PAGE, encoding='utf-8') as f:
        text = f.read()
    names, table, checksum = read_page(text)
    tap.ok(text.startswith(TOP.format(cases=sum(table['all'][0])) + '| area |'), 'the page states the number of cases that it counts')
    check_sums(tap, names, table)
    fresh = tap.ok(checksum == questions_hash(), 'the page matches the corpus',
                   todo='' if arguments else 'run ci/real/matrix.sh: the corpus has changed since')
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
