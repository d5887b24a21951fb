#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes README.md of this folder from the *.known files and causes.txt, or checks that it is up to date.

The numbers of the levels are those of MATRIX.md.

usage: summary.py [--check]
"""
import os
import sys

sys.dont_write_bytecode = True
import known_file
import matrix

HERE = os.path.dirname(os.path.abspath(__file__))
# The worst outcome first: a case with several counts for its worst.
RANK = ('crash', 'state-dependent', 'timeout', 'limit', 'protocol', 'undeclared-skip', 'too-lenient', 'too-strict',
        'wrong-output', 'inconsistent')
TOP = """# Known failures

`NAME.known` lists the cases that one release of one implementation fails: a
reason, then its entries `ID OUTCOME`. A reason is one or more tokens and what
goes wrong; `causes.txt` describes the defect of each token.

The {lists} lists, each an implementation of [MATRIX.md](MATRIX.md), are of four
code bases: GNU binutils with libsframe, LLVM, glibc and GNU poke. That page also
has {linkers} linkers, of two more: mold and gold. What they get wrong is
[on a page of its own](../producers/corpus-objects.md). Debian has no seventh code
base that reads SFrame today. Its newest kernel source has no reader
(`ci/real/linux_source.sh` looks). `ci/real/peers.sh` says which
releases of binutils Debian has. On 2026-11-23 sid and
experimental also had elfutils 0.196, libunwind 1.8.1, perf 7.2, systemtap 5.6,
sysprof 51, valgrind 3.27 and framehop 0.13, which do not know the format, and gdb
18.1, which has GNU's library.

A run with `--known NAME` compares each outcome with the list. It fails on a new
failure and on an entry that no longer fails in the listed way. To update a list,
run the whole corpus and merge the results. Where outcomes depend on memory
layout, give the results of several runs:

    list=conformance/known/readelf-2.40.known
    sframe-conform run --adapter readelf-2.40 --report r1
    sframe-conform report --format known --known $list -o $list r1 r2

Entries that still hold keep their reasons. A new entry takes the reason of the
entries with the same cause. If they have none, or several, its reason is
`unexplained: CAUSE`, which excuses nothing: find out why, and name it.

`summary.py` makes this page from the lists, `causes.txt` and
[MATRIX.md](MATRIX.md), which counts passed, failed and skipped cases by area; a
test compares them.

A list has failures up to the level `validate`, and crashes, time-outs and
broken limits in any case. It leaves out failures at the level `strict`, cases
that the implementation does not claim to read (another version or ABI), and
wrong answers on sections with several deliberate faults (`multi-fault`), which
are informational. What only this suite's reading forbids in a section is
therefore no defect here unless it crashes: unordered FREs, FREs beyond the end
of their function, flags that versions 1 and 2 do not define, more words than
the ABI names, and bytes after the FREs.

readelf, objdump and libsframe of one release share their code, so most defects
show in all three. libsframe also answers look-ups and encodes. Its adapter puts
an unreadable page after each block of memory, so that every access past a
block's end is a crash.

Some lists are of development versions between releases. libsframe-2.43 and its
encoder are 2.43.50, compiled from the source of GDB 16; readelf-2.43 is 2.43.90,
which became 2.44. They fail the same cases as 2.44. readelf-2.45 is 2.45.50 of
25 November 2025, before it read version 3.

glibc's reader answers look-ups only, of sections of its own machine, and takes
no size: cases of sections that end too early are not asked of it (`without: size`
in [PROTOCOL.md](../PROTOCOL.md)). 2.43 has the same source as 2.44. Its list with
sanitizers is [sanitized.known](../adapters/glibc/sanitized.known).
"""


def fail(text):
    sys.exit('summary.py: ' + text)


def read_causes():
    causes = {}
    with open(os.path.join(HERE, 'causes.txt'), encoding='utf-8') as f:
        for line in f:
            if line.strip() and not line.startswith('#'):
                token, _, sentence = line.rstrip('\n').partition(' | ')
                if not sentence or token in causes:
                    fail(f'causes.txt: {token}: has no sentence or is given twice')
                causes[token] = sentence
    return causes


def read_known(name, causes):
    """(id, worst outcome, tokens) of each entry."""
    entries = []
    for case_id, outcomes, reason, number in known_file.read(os.path.join(HERE, name + '.known')):
        tokens, _, sentence = reason.partition(': ')
        tokens = tokens.split(', ')
        for token in tokens:
            if not sentence or token not in causes:
                fail(f'{name}.known:{number}: "{token}" is not in causes.txt')
        words = [o.split(':')[0] for o in outcomes.split('|')]
        entries.append((case_id, min((w for w in words if w in RANK), key=RANK.index), tokens))
    return entries


def add_levels(lines):
    lines += ['## Levels', '', 'Right answers of those asked, and the highest level up to which all are right.',
              '[The corpus](../../corpus/README.md) describes the levels; each includes those', 'before it. A crash breaks every level.', '']
    lines += matrix.read_page().level_lines + ['']


def add_totals(lines, known):
    outcomes = [o for o in RANK if any(e[1] == o for entries in known.values() for e in entries)]
    lines += ['## Failures on the lists', '', '| implementation | ' + ' | '.join(outcomes) + ' | all |',
              '|---|' + '---:|' * (len(outcomes) + 1)]
    for name, entries in known.items():
        counts = [sum(e[1] == o for e in entries) for o in outcomes]
        lines.append(f'| [{name}]({name}.known) | ' + ' | '.join(map(str, counts)) + f' | {len(entries)} |')
    lines += ['', 'A case with several possible outcomes counts for the worst, the leftmost.', '']


def add_defects(lines, known, causes):
    """Each cause once, the worst first, with its worst outcome, the implementations and a case that shows it."""
    defects = []
    for token, sentence in causes.items():
        having = {name: [e for e in entries if token in e[2]] for name, entries in known.items()}
        every = [e for entries in having.values() for e in entries]
        worst = min((e[1] for e in every), key=RANK.index)
        # Prefer a case that shows nothing else.
        shown = min(every, key=lambda e: (e[1] != worst, len(e[2]), e[0]))
        releases = {}
        for name, entries in having.items():
            if entries:
                tool, _, release = name.rpartition('-')
                releases.setdefault(tool, []).append(release)
        who = '; '.join(f'{tool} {", ".join(numbers)}' for tool, numbers in releases.items())
        defects.append((worst, f'| {token} | {sentence} | {worst} | {who} | `{shown[0]}` |'))
    lines += ['## Distinct defects', '', f'{len(defects)} defects, the worst first. An AMB- number is a question that the texts of the',
              'format leave open or answer only in passing', '([REGISTERS.md](../../ref/REGISTERS.md)); the defect is then an answer other',
              'than the one that this suite finds in the texts.', '',
              '| id | what is wrong | at worst | where | for example |', '|---|---|---|---|---|']
    lines += [row for _, row in sorted(defects, key=lambda d: RANK.index(d[0]))]


def make_page():
    causes = read_causes()
    names = sorted(f[:-len('.known')] for f in os.listdir(HERE) if f.endswith('.known'))
    known = {name: read_known(name, causes) for name in names}
    used = {t for entries in known.values() for e in entries for t in e[2]}
    if set(causes) - used:
        fail('causes.txt: no list has the cause ' + ', '.join(sorted(set(causes) - used)))
    lines = TOP.format(lists=len(names), linkers=len({line.split('|')[1] for line in matrix.linker_lines()[2:]})).splitlines() + ['']
    add_levels(lines)
    add_totals(lines, known)
    add_defects(lines, known, causes)
    return '\n'.join(lines) + '\n'


def main():
    path = os.path.join(HERE, 'README.md')
    if sys.argv[1:] not in ([], ['--check']):
        fail('usage: summary.py [--check]')
    page = make_page()
    if not sys.argv[1:]:
        with open(path, 'w', encoding='utf-8') as f:
            f.write(page)
        return
    print('1..1')
    with open(path, encoding='utf-8') as f:
        same = f.read() == page
    print(('' if same else 'not ') + 'ok 1 - README.md is what summary.py writes')
    if not same:
        print('# run conformance/known/summary.py')
        sys.exit(1)


if __name__ == '__main__':
    main()
