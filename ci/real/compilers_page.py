#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the page of results.json from compilers.py, with the cause of each difference. For ci/real/compilers.sh.

usage: compilers_page.py RESULTS CAUSES
exit status: 0 every difference and failure has a cause; 1 one has none; 2 nothing was judged, or a file cannot be read
"""
import collections
import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import reasons  # noqa: E402

AGREEMENTS = ('equal', 'weaker', 'wrong', 'uncompared')
# By what is printed for it.
GROUPS = (('wrong', '**wrong**'), ('violation', '**wrong**'), ('assembler', '**assembler fails**'),
          ('compiler', 'compiler fails'), ('judge', '**judge fails**'), ('weaker', 'weaker'),
          ('uncompared', 'uncompared'), ('doubt', 'doubt'))
MAX_WHERE = 4
ABOUT = '''The functions are generated: `ci/real/compilers_c.py SEED FIRST LAST` prints them again. All have also
`-fPIC -fasynchronous-unwind-tables -fno-exceptions`. A range is a run of PCs in which neither side changes. *Weaker*:
SFrame says less, but nothing wrong. *Uncompared*: one side has nothing there, or a rule that the other cannot express.
The judge compares an assembler's two accounts of one text; whether a compiler's directives are true is not asked.

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


def collect(results, causes):
    """{(agreement, ABI, assembler, what, cause): [count, functions, compilers, flags, kinds, the first one]}."""
    found = {}
    for r in results:
        for f in r['findings']:
            # What a compiler does is the same for all assemblers.
            assembler = '-' if f['agreement'] == 'compiler' else r['assembler']
            why = causes.find(f['agreement'], r['abi'], assembler, r['compiler'], r['flags'], f['kind'], f['what'])
            entry = found.setdefault((f['agreement'], r['abi'], assembler, f['what'], why), [0, set(), set(), set(), set(), ''])
            where = f"{r['compiler']} {r['flags']}, {f['function']}"
            entry[0] += f['count']
            entry[1].add(where)
            entry[2].add(r['compiler'])
            entry[3].add(f"`{r['flags']}`")
            entry[4].add(f['kind'])
            shortest = f"{r['compiler']} `{r['flags']}`: `{f['detail'] or f['function']}`"
            entry[5] = entry[5] or shortest
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
              f'{entry[0]:,} | {len(entry[1]):,} | {some(entry[2])} | {some(entry[3])} | {some(entry[4])} | '
              f'{cell(why or ("" if agreement == "doubt" else "UNEXPLAINED"))} | {cell(entry[5])} |')
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


def page(path, causes_path):
    with open(path, encoding='utf-8') as file:
        everything = json.load(file)
    causes, results = reasons.Patterns(causes_path, 7), everything['results']
    print('# SFrame data of compiled functions, compared with their call frame information\n')
    print(f"Written by `ci/real/compilers.sh --page`, with seed {everything['seed']} and {everything['functions']} functions "
          'for each compiler, ABI and set\nof flags.\n')
    print(ABOUT)
    print_totals(results)
    print('\n## Every set of flags\n\nIn a cell: ranges that are equal / weaker / wrong / uncompared.')
    for abi in sorted({r['abi'] for r in results}):
        print_flags(results, abi)
    unexplained = print_findings(collect(results, causes))
    print_warnings(results)
    if everything['missing']:
        print('\n## Not installed\n')
        print('\n'.join(f'- {name}, {abi}' for name, abi in everything['missing']))
    causes.print_unused()
    if not any(r['functions'] for r in results):
        print('error: no function was judged', file=sys.stderr)
        return 2
    return 1 if unexplained else 0


if __name__ == '__main__':
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    try:
        sys.exit(page(sys.argv[1], sys.argv[2]))
    except (OSError, ValueError) as error:
        print(f'error: {error}', file=sys.stderr)
        sys.exit(2)
