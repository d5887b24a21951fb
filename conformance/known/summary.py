#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes README.md of this folder from the known-failure files and causes.txt, or checks that it is up to date.

usage: summary.py [--check]
"""
import os
import sys

sys.dont_write_bytecode = True
import known_file

HERE = os.path.dirname(os.path.abspath(__file__))
# Outcomes by how bad they are: a case with several counts for the worst.
RANK = ('crash', 'state-dependent', 'timeout', 'limit', 'protocol', 'undeclared-skip', 'too-lenient', 'too-strict',
        'wrong-output', 'inconsistent')
TOP = """# What implementations get wrong

`NAME.known` lists the cases of the corpus that an implementation fails, with what comes out in place of the right answer and
why. A run with `--known NAME` holds it to that list both ways: it can only get shorter on purpose. This page is made of those
lists by `summary.py`, and a test sees that it is; `explain.py` writes a list from the results of runs.

Cases that an implementation does not claim to read (another version, another ABI) are not in its list, nor are wrong answers
about sections with several faults on purpose (`multi-fault`), which gate nothing.

The same code stands behind readelf, objdump and libsframe of a release, so that most causes show in all three; libsframe is
asked for look-ups and as an encoder too, with an unreadable page behind each block of memory, so that each access outside is a
crash there.

How many cases of each area each of them passes, fails and skips is in [MATRIX.md](MATRIX.md).
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
                    fail(f'causes.txt: {token}: has no sentence, or is there twice')
                causes[token] = sentence
    return causes


def read_known(name, causes):
    """(id, worst outcome, tokens, sentence) of each entry."""
    entries = []
    for case_id, outcomes, reason, number in known_file.read(os.path.join(HERE, name + '.known')):
        tokens, _, sentence = reason.partition(': ')
        tokens = tokens.split(', ')
        for token in tokens:
            if not sentence or token not in causes:
                fail(f'{name}.known:{number}: "{token}" is no cause of causes.txt')
        words = [o.split(':')[0] for o in outcomes.split('|')]
        entries.append((case_id, min((w for w in words if w in RANK), key=RANK.index), tokens, sentence))
    return entries


def add_totals(lines, known):
    outcomes = [o for o in RANK if any(e[1] == o for entries in known.values() for e in entries)]
    lines += ['## How many', '', '| implementation | ' + ' | '.join(outcomes) + ' | all |',
              '|---|' + '---:|' * (len(outcomes) + 1)]
    for name, entries in known.items():
        counts = [sum(e[1] == o for e in entries) for o in outcomes]
        lines.append(f'| [{name}]({name}.known) | ' + ' | '.join(map(str, counts)) + f' | {len(entries)} |')
    lines += ['', 'A case that may turn out in several ways counts for the worst, which stands further left.', '']


def add_defects(lines, known, causes):
    """Each cause once, the worst first: what comes of it at worst, who has it, and a case that shows it."""
    defects = []
    for token, sentence in causes.items():
        having = {name: [e for e in entries if token in e[2]] for name, entries in known.items()}
        every = [e for entries in having.values() for e in entries]
        worst = min((e[1] for e in every), key=RANK.index)
        # The case that shows nothing else, if there is one.
        shown = min(every, key=lambda e: (e[1] != worst, len(e[2]), e[0]))
        releases = {}
        for name, entries in having.items():
            if entries:
                tool, _, release = name.rpartition('-')
                releases.setdefault(tool, []).append(release)
        who = '; '.join(f'{tool} {", ".join(numbers)}' for tool, numbers in releases.items())
        defects.append((RANK.index(worst), token, sentence, worst, who, shown[0]))
    lines += ['## Distinct defects', '',
              f'{len(defects)} of them, the worst first; each has a part of its own below. Numbers that start with AMB- are '
              'questions which the texts of', 'the format leave open, or answer only in passing (`ref/REGISTERS.md`): what is a '
              'defect there is the answer that this suite', 'holds to be the only one that the texts bear out.', '',
              '| | what is wrong | at worst | where | for example |', '|---|---|---|---|---|']
    for _, token, sentence, worst, who, case_id in sorted(defects, key=lambda d: d[0]):
        lines.append(f'| [{token}](#{token.lower()}) | {sentence} | {worst} | {who} | `{case_id}` |')
    lines.append('')


def add_cause(lines, token, sentence, known):
    lines += [f'### {token}', '', sentence, '', '| implementation | cases | for example | what it does |', '|---|---:|---|---|']
    for name, entries in known.items():
        sentences = {}
        for case_id, _, tokens, what in entries:
            if token in tokens:
                parts = what.split('; ')
                own = parts[tokens.index(token)] if len(parts) == len(tokens) else what
                sentences.setdefault(own, []).append(case_id)
        for what, ids in sorted(sentences.items()):
            lines.append(f'| {name} | {len(ids)} | `{ids[0]}` | {what} |')
    lines.append('')


def make_page():
    causes = read_causes()
    names = sorted(f[:-len('.known')] for f in os.listdir(HERE) if f.endswith('.known'))
    known = {name: read_known(name, causes) for name in names}
    used = {t for entries in known.values() for e in entries for t in e[2]}
    if set(causes) - used:
        fail('causes.txt: nothing has the cause ' + ', '.join(sorted(set(causes) - used)))
    lines = TOP.splitlines() + ['']
    add_totals(lines, known)
    add_defects(lines, known, causes)
    lines += ['## Causes', '']
    for token in causes:
        add_cause(lines, token, causes[token], known)
    return '\n'.join(lines[:-1]) + '\n'


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
    print(('' if same else 'not ') + 'ok 1 - README.md is what summary.py makes of the known-failure files')
    if not same:
        print('# run conformance/known/summary.py')
        sys.exit(1)


if __name__ == '__main__':
    main()
