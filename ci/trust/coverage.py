#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints which branches the corpus does not take, from the output of gcovr; for
ci/trust/coverage.sh.

usage: coverage.py TOP GCOVR-JSON KNOWN MIN
exit status: 0 enough are taken, and the others are explained; 1 not; 2 a file cannot be read
"""
import collections
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), os.path.join(HERE, 'mutants')]
import mutate  # noqa: E402
import reasons  # noqa: E402


def functions_of(text):
    """{line: name of its function}."""
    source = mutate.Source(text)
    names = {}
    for token, name in zip(source.tokens, source.function):
        if name:
            names.setdefault(text.count('\n', 0, token.start) + 1, name)
    return names


def open_branches(top, data):
    """(number of branches, number of those taken, {name: place} of lines with others)."""
    count, taken, left, seen = 0, 0, {}, collections.Counter()
    for file in sorted(data['files'], key=lambda f: f['file']):
        with open(os.path.join(top, file['file']), encoding='utf-8') as source:
            text = source.read()
        functions, lines = functions_of(text), text.split('\n')
        for line in file['lines']:
            branches = line['branches']
            count += len(branches)
            missing = sum(1 for branch in branches if branch['count'] == 0)
            taken += len(branches) - missing
            if missing == 0:
                continue
            number = line['line_number']
            name = '%s %s: %s [%d of %d]' % (file['file'], functions.get(number, '-'), ' '.join(lines[number - 1].split()), missing,
                                             len(branches))
            seen[name] += 1
            if seen[name] > 1:
                name += ' #%d' % seen[name]
            left[name] = '%s:%d' % (file['file'], number)
    return count, taken, left


def print_differences(left, known, known_name, unexplained, unneeded):
    """Prints each of {name: place} that is not in the list of reasons, and each entry that is not needed. Returns how many."""
    wrong = 0
    for name, place in left.items():
        if name not in known:
            print('%s: %s: %s' % (unexplained, place, name))
            wrong += 1
    for name, (line, _) in known.items():
        if name not in left:
            print('%s:%d: %s: %s' % (known_name, line, unneeded, name))
            wrong += 1
    return wrong


def main(top, measured, known_file, minimum):
    with open(measured, encoding='utf-8') as file:
        count, taken, left = open_branches(top, json.load(file))
    known = reasons.by_entry(known_file)
    if count == 0:
        raise ValueError('%s: no branches' % measured)
    wrong = print_differences(left, known, os.path.relpath(known_file, top), 'not taken', 'fully taken, or no such line')
    share = 100.0 * taken / count
    print('branches: %d, taken by the corpus: %d (%.2f %%), lines with others: %d, explained: %d'
          % (count, taken, share, len(left), sum(1 for name in left if name in known)))
    if share < minimum:
        print('expected at least %g %%' % minimum)
    return 1 if wrong or share < minimum else 0


if __name__ == '__main__':
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    try:
        sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3], float(sys.argv[4])))
    except (OSError, ValueError, KeyError) as error:
        sys.stderr.write('error: %s\n' % error)
        sys.exit(2)
