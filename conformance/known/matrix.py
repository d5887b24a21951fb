#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes MATRIX.md, implementations by levels and areas, from results of runs on the whole corpus, or checks it.

usage: matrix.py CONFORM RESULTS...           write the page; RESULTS are results.jsonl files or their folders, one for each list
       matrix.py --linkers                    take the linkers' levels from their page, and change nothing else
       matrix.py --check [CONFORM RESULTS...] check in TAP that the page is consistent and matches the corpus, and RESULTS if given

`ci/real/matrix.sh` makes the results and calls this. Without RESULTS, a page older than the corpus is an expected failure (TODO):
adding cases must not require these implementations.
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
LINKER_PAGE = os.path.join(HERE, '..', 'producers', 'corpus-objects.md')
TOP = """# Implementations by levels and areas

The numbers are of the whole corpus, {cases} cases. An implementation skips cases
of versions, ABIs and operations that it does not claim to support. Its list,
linked from its name, names each failed case with the reason, up to the level
`validate`; [README.md](README.md#distinct-defects) describes the defects.
`ci/real/matrix.sh` makes this page with `sframe-conform report --format matrix`.

Some implementations read memory out of bounds, so a few cases pass in one run
and fail in the next. The lists mark them with `|pass`.

## By level

Each cell counts right answers and cases asked. An answer is right for `safe` if
it comes in time and without a crash, whatever it says. Cases with several
deliberate faults (`multi-fault`) count for `safe` only. The last column is the
highest level up to which all answers are right. [The corpus](../../corpus/README.md)
describes the levels.

"""
BY_AREA = """
## By area

Each cell counts the cases that an implementation passed, failed and skipped.
Failures at the level `strict` and wrong answers to multi-fault cases are counted
here but are on no list.

"""
LINKERS = """
## Linkers by level

Linkers read the sections of objects and write others. They get the corpus as
objects; [this page](../producers/corpus-objects.md) says how, what a right answer
is, and what is wrong. `ci/real/links.sh --corpus` makes it.

"""
LEVELS = ('safe', 'read', 'refuse', 'validate', 'strict')
UNSAFE = {'crash', 'timeout', 'limit', 'state-dependent'}
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
    head, _, *rows = table.strip().split('\n')
    links = [f'[{cell}]({name}.known)' for cell, name in zip(head.strip('| ').split(' | ')[1:], names)]
    areas = [row for row in rows if not row.startswith('| level ')]
    levels = [row.strip('| ').split(' | ')[1:] for row in rows if row.startswith('| level ')]
    table = ['| area | ' + ' | '.join(links) + ' |', '|---|' + '---:|' * len(links)] + areas
    return (TOP.format(cases=read_header(paths[0])['cases']) + '\n'.join(level_table(links, levels)) + '\n' + BY_AREA + '\n'.join(table)
            + '\n' + LINKERS + '\n'.join(linker_lines()) + '\n\n' + MARK.format(questions_hash()) + '\n')


def linker_page():
    with open(LINKER_PAGE, encoding='utf-8') as f:
        return f.read()


def linker_lines():
    """The table of levels on the page about linkers."""
    _, _, part = linker_page().partition('\n## By level\n')
    return [line for line in part.partition('\n## ')[0].splitlines() if line.startswith('|')]


def update_linkers():
    with open(PAGE, encoding='utf-8') as f:
        before, old = f.read().split(LINKERS)
    with open(PAGE, 'w', encoding='utf-8') as f:
        f.write(before + LINKERS + '\n'.join(linker_lines()) + old[old.rindex('\n\n'):])


def level_table(links, rows):
    """A line for each implementation, from rows `right / wrong` for each level and one of the levels reached."""
    lines = ['| implementation | ' + ' | '.join(LEVELS) + ' | reached |', '|---|' + '---:|' * len(LEVELS) + '---|']
    for link, *cells, reached in zip(links, *rows):
        sums = [tuple(map(int, cell.split(' / '))) for cell in cells]
        shown = [f'{right} of {right + wrong}' if right + wrong else '-' for right, wrong in sums]
        lines.append('| ' + ' | '.join([link, *shown, reached]) + ' |')
    return lines


def marked_hash(text):
    """The hash that a page states, in the words of MARK."""
    return re.search(MARK.replace('{}', '([0-9a-f]{64})').replace('.', r'\.'), text)[1]


class Page:
    """What the page says: `names` of its columns, `areas` {area: [(passed, failed, skipped)]}, `levels` {name: [(right, asked)]},
    `reached` {name: level}, `level_lines` and `linker_lines`, the tables of the levels as they are, and `hash`."""
    def __init__(self, text):
        by_level, rest = text.split(BY_AREA)
        by_area, linkers = rest.split(LINKERS)
        self.linker_lines = [line for line in linkers.splitlines() if line.startswith('|')]
        self.level_lines = [line for line in by_level.splitlines() if line.startswith('|')]
        self.levels, self.reached = {}, {}
        for line in self.level_lines[2:]:
            link, *cells, reached = line.strip('| ').split(' | ')
            name = self.name(link)
            self.reached[name] = reached
            self.levels[name] = [tuple(map(int, cell.split(' of '))) if cell != '-' else (0, 0) for cell in cells]
        rows = [line.strip('| ').split(' | ') for line in by_area.splitlines() if line.startswith('| ')]
        self.names = [self.name(link) for link in rows[0][1:]]
        self.areas = {row[0]: [tuple(int(n) if n != '-' else 0 for n in cell.split(' / ')) for cell in row[1:]] for row in rows[1:]}
        self.hash = marked_hash(text)

    @staticmethod
    def name(link):
        return re.search(r'\]\((.*)\.known\)', link)[1]


def read_page():
    with open(PAGE, encoding='utf-8') as f:
        return Page(f.read())


def area_of(case):
    return 'real' if case.startswith('real/') else case.split('/')[2]


def read_cases():
    """{id: (level, has it several deliberate faults)}."""
    cases = {}
    for folder, _, files in os.walk(CORPUS):
        for file in files:
            if file.endswith('.case'):
                with open(os.path.join(folder, file), encoding='utf-8') as f:
                    head = f.read().split('\n\n', 1)[0]
                level = re.search('^level: (.*)$', head, re.M)
                case = os.path.relpath(os.path.join(folder, file[:-len('.case')]), CORPUS).replace(os.sep, '/')
                cases[case] = level[1] if level else 'read', '\nmulti-fault: ' in head
    return cases


def read_entries(name):
    """(id, set of outcomes without details) of each entry of a list."""
    return [(case, {o.split(':')[0] for o in outcomes.split('|')})
            for case, outcomes, _, _ in known_file.read(os.path.join(HERE, name + '.known'))]


def count(entries, key):
    """{key(id): [entries, of which may pass]}."""
    counts = {}
    for case, outcomes in entries:
        both = counts.setdefault(key(case), [0, 0])
        both[0] += 1
        both[1] += 'pass' in outcomes
    return counts


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


def check_sums(tap, page):
    tap.ok(page.names == listed() == list(page.levels), 'the page has every implementation with a list', why=f'{page.names} {listed()}')
    areas = [area for area in page.areas if area != 'all']
    tap.ok(all(len({sum(cell) for cell in row}) == 1 for row in page.areas.values()), 'an area has the same number of cases for all')
    tap.ok(all(tuple(sum(page.areas[a][i][k] for a in areas) for k in range(3)) == page.areas['all'][i]
               for i in range(len(page.names))), 'the areas add up')
    wrong = []
    for name, (passed, failed, _) in zip(page.names, page.areas['all']):
        sums, reached = page.levels[name], 'none'
        for level, (right, asked) in zip(LEVELS, sums):
            if right < asked:
                break
            reached = level if asked else reached
        if sums[0][1] != passed + failed or sum(asked for _, asked in sums[1:]) > sums[0][1] or page.reached[name] != reached:
            wrong.append(name)
    tap.ok(not wrong, 'the levels add up', why=', '.join(wrong))


def check_lists(tap, page):
    cases = read_cases()
    unlisted = count([(case, ()) for case, (level, multi) in cases.items() if multi or level == 'strict'], area_of)
    for i, name in enumerate(page.names):
        entries = read_entries(name)
        by_area, wrong = count(entries, area_of), []
        for area, row in page.areas.items():
            every, perhaps = by_area.get(area, (0, 0))
            if area != 'all' and not every - perhaps <= row[i][1] <= every + unlisted.get(area, (0, 0))[0]:
                wrong.append(f'{area}: {row[i][1]} failed, {every} listed')
        by_level = count([e for e in entries if not cases[e[0]][1]], lambda case: cases[case][0])
        by_level['safe'] = [sum(bool(o & UNSAFE) for _, o in entries), sum(bool(o & UNSAFE and o - UNSAFE) for _, o in entries)]
        for level, (right, asked) in zip(LEVELS, page.levels[name]):
            every, perhaps = by_level.get(level, (0, 0))
            if asked - right < every - perhaps or (level != 'strict' and asked - right > every):
                wrong.append(f'{level}: {asked - right} wrong, {every} listed')
        tap.ok(not wrong, f'{name} fails the cases of its list', why='; '.join(wrong))


def check_results(tap, page, conform, paths):
    """The same numbers, except where chance decides."""
    seen = Page(make_page(conform, paths))
    for i, name in enumerate(page.names):
        entries = read_entries(name)
        by_area, chance = count(entries, area_of), sum(len(outcomes) > 1 for _, outcomes in entries)
        wrong = [f'{area}: {row[i]}, now {seen.areas[area][i]}' for area, row in page.areas.items() if area != 'all'
                 and abs(row[i][1] - seen.areas[area][i][1]) > by_area.get(area, (0, 0))[1]]
        wrong += [f'{level}: {was}, now {now}' for level, was, now in zip(LEVELS, page.levels[name], seen.levels[name])
                  if was[1] != now[1] or abs(was[0] - now[0]) > chance]
        tap.ok(not wrong and list(seen.areas) == list(page.areas), f'{name}: the page matches the results', why='; '.join(wrong))


def check(arguments):
    tap = Tap()
    with open(PAGE, encoding='utf-8') as f:
        text = f.read()
    page = Page(text)
    tap.ok(text.startswith(TOP.format(cases=sum(page.areas['all'][0])) + '| implementation |'),
           'the page states the number of cases that it counts')
    check_sums(tap, page)
    tap.ok(page.linker_lines == linker_lines() and len(page.linker_lines) > 2, 'the linkers are those of their page',
           why='run conformance/known/matrix.py --linkers')
    tap.ok(marked_hash(linker_page()) == questions_hash(), 'the page of the linkers matches the corpus',
           todo='run ci/real/links.sh --corpus: the corpus has changed since')
    fresh = tap.ok(page.hash == questions_hash(), 'the page matches the corpus',
                   todo='' if arguments else 'run ci/real/matrix.sh: the corpus has changed since')
    if fresh:
        check_lists(tap, page)
    if fresh and arguments:
        check_results(tap, page, arguments[0], arguments[1:])
    tap.done()


def main():
    arguments = sys.argv[1:]
    if arguments[:1] == ['--check'] and len(arguments) != 2:
        check(arguments[1:])
    elif arguments == ['--linkers']:
        update_linkers()
        return
    elif len(arguments) < 2 or arguments[0].startswith('-'):
        fail('usage: matrix.py [--check] CONFORM RESULTS... | matrix.py --linkers')
    page = make_page(arguments[0], arguments[1:])
    with open(PAGE, 'w', encoding='utf-8') as f:
        f.write(page)


if __name__ == '__main__':
    try:
        main()
    except (OSError, ValueError, LookupError, subprocess.CalledProcessError) as error:
        fail(f'{type(error).__name__}: {error}')
