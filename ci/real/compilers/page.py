#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the page of results.json from judge.py, with the cause of each difference. For ci/real/compilers.sh.

usage: page.py RESULTS CAUSES [summary]
exit status: 0 every difference and failure has a cause; 1 one has none; 2 nothing was judged, or a file cannot be read
"""
import collections
import json
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..'))
import reasons  # noqa: E402

AGREEMENTS = ('equal', 'weaker', 'wrong', 'uncompared')
# By what is printed for it.
GROUPS = (('wrong', '**wrong**'), ('violation', '**wrong**'), ('assembler', '**assembler fails**'),
          ('compiler', 'compiler fails'), ('judge', '**judge fails**'), ('weaker', 'weaker'),
          ('uncompared', 'uncompared'), ('doubt', 'doubt'))
MAX_WHERE = 4
ABOUT = '''The functions are generated: `ci/real/compilers/functions.py SEED FIRST LAST` prints them again. All have also
`-fPIC -fasynchronous-unwind-tables -fno-exceptions`. A range is a run of PCs in which neither side changes. *Weaker*:
SFrame says less, but nothing wrong. *Uncompared*: one side has nothing there, or a rule that the other cannot express.
The judge compares an assembler's two accounts of one text in an object that is not linked; whether a compiler's
directives are true is not asked. llvm-mc writes SFrame data for AMD64 alone, and as 2.40 and 2.44 write none for s390x.

After `no-function`, the words say what is unusual in the directives of those functions, such as a CFA from another
register than SP and FP (`cfa-of-`). A tool that fails is asked again with fewer functions, until those that it fails
for are known.
'''


def cell(text):
    return text.replace('|', '\\|').replace('\n', ' ')


def some(words):
    """A few of them, and how many more there are."""
    words = sorted(words)
    more = len(words) - MAX_WHERE
    return ', '.join(words[:MAX_WHERE] if more > 1 else words) + (f' and {more} more' if more > 1 else '')


def counts(result):
    if result['state'] != 'judged':
        return result['state'].split(':')[0].replace('the ', '')
    failed = sum(f['agreement'] in ('assembler', 'compiler', 'judge') for f in result['findings'])
    text = ' / '.join(f"{result['ranges'].get(key, 0):,}" for key in AGREEMENTS)
    return text + (f' ({failed} failed)' if failed else '')


def print_totals(results):
    total, functions, failed = collections.defaultdict(collections.Counter), collections.Counter(), collections.Counter()
    for r in results:
        key = r['abi'], r['assembler'], r['compiler']
        total[key].update(r['ranges'])
        functions[key] += r['functions']
        failed[key] += sum(f['agreement'] in ('assembler', 'compiler', 'judge') for f in r['findings'])
    print('## Every compiler and assembler, all flags\n')
    print('| ABI | assembler | compiler | functions | ranges | equal | weaker | wrong | uncompared | failures |')
    print('|---|---|---|--:|--:|--:|--:|--:|--:|--:|')
    for key in sorted(total):
        cells = ' | '.join(f'{total[key][a]:,}' for a in AGREEMENTS)
        print(f'| {" | ".join(key)} | {functions[key]:,} | {total[key].total():,} | {cells} | {failed[key]:,} |')


def print_flags(results, abi):
    """A row for each compiler and set of flags, and a column for each assembler."""
    of_abi = [r for r in results if r['abi'] == abi]
    assemblers = sorted({r['assembler'] for r in of_abi})
    rows = {}
    for r in of_abi:
        rows.setdefault((r['compiler'], r['flags']), {})[r['assembler']] = counts(r)
    print(f'\n### {abi}\n')
    print(f'| compiler | flags | {" | ".join(assemblers)} |')
    print('|---|---|' + '---|' * len(assemblers))
    for (compiler, flags), cells in rows.items():
        print(f'| {compiler} | `{flags}` | {" | ".join(cell(cells.get(a, "")) for a in assemblers)} |')


def kind_of(function):
    """The name of a function without its number, but with what the compiler adds to it, such as .cold."""
    match = re.match(r'(\w+)_\d{3,}((?:\.[a-z]+)?)', function)
    return match[1] + match[2] if match else function


class Found:
    """All findings with one agreement, ABI, assembler, text and cause."""

    def __init__(self):
        self.count, self.functions, self.compilers, self.flags, self.kinds, self.first = 0, set(), set(), set(), set(), ''

    def add(self, where, f):
        self.compilers.add(where['compiler'])
        self.flags.add(f"`{where['flags']}`")
        self.kinds.add(kind_of(f['function']))
        self.functions.add((where['compiler'], where['flags'], f['function']))
        self.count += f['count']
        self.first = self.first or f"{where['compiler']} `{where['flags']}`: `{f['detail'] or f['function']}`"


def collect(everything, causes):
    """{(agreement, ABI, assembler, what, cause): Found}. What a compiler does is the same for all assemblers."""
    found, seen = collections.defaultdict(Found), set()
    rows = [(r, f) for r in everything['results'] for f in r['findings']]
    rows += [(c, {**c, 'agreement': 'compiler', 'count': 1, 'detail': ''}) for c in everything['compiler_failures']]
    for where, f in rows:
        assembler = '-' if f['agreement'] == 'compiler' else where['assembler']
        why = causes.find(f['agreement'], where['abi'], assembler, where['compiler'], where['flags'],
                          kind_of(f['function']), f['what'])
        if assembler == '-':
            if (where['compiler'], where['abi'], where['flags'], f['function']) in seen:
                continue
            seen.add((where['compiler'], where['abi'], where['flags'], f['function']))
        found[f['agreement'], where['abi'], assembler, f['what'], why].add(where, f)
    return found


def print_findings(found):
    """Returns how many have no cause."""
    unexplained = 0
    print('\n## Differences and their causes\n')
    if not found:
        print('None.')
        return 0
    print('| | ABI, assembler | what | times | functions | compilers | flags | kinds | cause | the first |')
    print('|---|---|---|--:|--:|---|---|---|---|---|')
    order = [name for name, _ in GROUPS]
    for key, entry in sorted(found.items(), key=lambda e: (order.index(e[0][0]), str(e[0][1:]))):
        agreement, abi, assembler, what, why = key
        if not why and agreement != 'doubt':
            unexplained += 1
        print(f'| {dict(GROUPS)[agreement]} | {abi}{", " + assembler if assembler != "-" else ""} | {cell(what)} | '
              f'{entry.count:,} | {len(entry.functions):,} | {some(entry.compilers)} | {some(entry.flags)} | '
              f'{some(entry.kinds)} | {cell(why or ("" if agreement == "doubt" else "UNEXPLAINED"))} | '
              f'{cell(entry.first)} |')
    return unexplained


def print_warnings(results):
    said = collections.Counter()
    for r in results:
        for text, count in r['warnings'].items():
            said[r['abi'], r['assembler'], text] += count
    if said:
        print('\n## What the assemblers say\n')
        print('| ABI | assembler | warning | times |')
        print('|---|---|---|--:|')
        for (abi, assembler, text), count in sorted(said.items()):
            print(f'| {abi} | {assembler} | {cell(text)} | {count:,} |')


def page(path, causes_path, is_summary):
    """The summary has the sums alone, and stands in the tree."""
    with open(path, encoding='utf-8') as file:
        everything = json.load(file)
    causes, results = reasons.Patterns(causes_path, 7), everything['results']
    print('# SFrame data of compiled functions, compared with their call frame information\n')
    print(f"Written by `ci/real/compilers.sh`, with seed {everything['seed']} and {everything['functions']} functions "
          'for each compiler, ABI and set\nof flags.\n')
    print(ABOUT)
    print_totals(results)
    if is_summary:
        print('\n`ci/real/compilers.sh --page FILE` writes the page with each set of flags, difference and warning. The '
              'defects\nfound, with their smallest sources: [defects](../../ci/real/compilers/defects.md).')
        return 0
    print('\n## Every set of flags\n\nIn a cell: ranges that are equal / weaker / wrong / uncompared.')
    for abi in sorted({r['abi'] for r in results}):
        print_flags(results, abi)
    unexplained = print_findings(collect(everything, causes))
    print_warnings(results)
    if everything['missing']:
        print('\n## Not installed\n')
        print('\n'.join(f'- {name}, {abi}' for name, abi in everything['missing']))
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'defects.md'), encoding='utf-8') as file:
        print('\n' + file.read(), end='')
    causes.print_unused()
    if not any(r['functions'] for r in results):
        print('error: no function was judged', file=sys.stderr)
        return 2
    return 1 if unexplained else 0


if __name__ == '__main__':
    if len(sys.argv) not in (3, 4) or sys.argv[3:] not in ([], ['summary']):
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    try:
        sys.exit(page(sys.argv[1], sys.argv[2], len(sys.argv) > 3))
    except (OSError, ValueError) as error:
        print(f'error: {error}', file=sys.stderr)
        sys.exit(2)
