#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints which conditions of the core the corpus does not show, from the output of `llvm-cov export`; for
ci/trust/coverage.sh.

usage: coverage.py [--mcdc | --fuzzed] TOP LLVM-JSON KNOWN
  --mcdc    LLVM-JSON has the modified condition/decision coverage, too
  --fuzzed  what was measured is not the corpus: no reason counts, and all may be left out
exit status: 0 all are shown or explained; 1 not; 2 a file cannot be read

A condition is shown if it was true and was false and, with --mcdc in a decision of several conditions, if it alone
once changed the result. Otherwise KNOWN explains its name, which says what is missing:

    FILE FUNCTION: CONDITION: never true | never false | never reached | never decides

If one function has several conditions with the same text, they are numbered: `CONDITION #2`. A label of a
`switch` is a condition; it is false when another label is taken. A constant is one too, which llvm-cov leaves
out of its own shares. A function in a header is compiled into many files: its counts are added, and a
condition decides if it does in one of them.
"""
import collections
import glob
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), os.path.join(HERE, 'mutants')]
import mutate  # noqa: E402
import reasons  # noqa: E402


# ---- Conditions ----

def functions_of(text):
    """{line: name of its function}."""
    source = mutate.Source(text)
    names = {}
    for token, place in zip(source.tokens, source.places):
        if place.function:
            names.setdefault(text.count('\n', 0, token.start) + 1, place.function)
    return names


def print_differences(left, known, known_name):
    """Prints each of {name: place} that is not in the list of reasons, and each entry that is not needed. Returns how many."""
    wrong = 0
    for name, place in left.items():
        if name not in known:
            print('not shown: %s: %s' % (place, name))
            wrong += 1
    for name, (line, _) in known.items():
        if name not in left:
            print('%s:%d: shown, or no such condition: %s' % (known_name, line, name))
            wrong += 1
    return wrong


# An entry of llvm-cov: the place (line and column of start and end), two counts, two files, the kind; and of a decision
# whether each of its conditions decides, and what values they had.
FORMS = {False: '2.0.1', True: '3.1.0'}
PLACE, TRUE, FALSE, KIND, DECIDES, VALUES = slice(0, 4), 4, 5, 8, 9, 10
KIND_BRANCH, KIND_DECISION, KIND_CONDITION = 4, 5, 6

# What is measured.
CORE = re.compile(r'ref/(?!(common|elf|examples|json|kernel|options|registers|tool|tests)/)')

# sides: [times true, times false]. decides is None for a condition that is a whole decision.
Condition = collections.namedtuple('Condition', 'file line name sides decides')


def read_file(file):
    """({place: [times true, times false]}, places of the conditions of decisions, {place of a decision: [decides, ...]})."""
    sides, parts, decisions, measured = {}, set(), {}, set()
    for entry in file['branches']:
        if entry[KIND] not in (KIND_BRANCH, KIND_CONDITION):
            raise ValueError('%s:%d: a branch of unknown kind' % (file['filename'], entry[0]))
        counts = sides.setdefault(tuple(entry[PLACE]), [0, 0])
        counts[0] += entry[TRUE]
        counts[1] += entry[FALSE]
        if entry[KIND] == KIND_CONDITION:
            parts.add(tuple(entry[PLACE]))
    for entry in file.get('mcdc_records', ()):
        if entry[KIND] != KIND_DECISION:
            raise ValueError('%s:%d: a decision of unknown kind' % (file['filename'], entry[0]))
        place = tuple(entry[PLACE])
        decisions[place] = [a or b for a, b in zip(decisions.get(place, entry[DECIDES]), entry[DECIDES])]
        if entry[VALUES]:
            measured.add(place)
    for expansion in file['expansions']:
        if expansion['branches']:
            raise ValueError('%s:%d: a macro has conditions, which are not read' % (file['filename'], expansion['source_region'][0]))
    check_measured(file['filename'], sides, decisions, measured)
    return sides, parts, decisions


def check_measured(name, sides, decisions, measured):
    """clang 23 keeps no values of a decision that chooses between structures, and does not say so."""
    for place in sorted(set(decisions) - measured):
        first = min(p for p in sides if place[:2] <= p[:2])
        if any(sides[first]):
            raise ValueError('%s:%d: clang does not measure this decision; give it a name: const bool x = ...' % (name, place[0]))


def assign(name, parts, decisions):
    """{place of a condition: does it decide?}. Each belongs to the smallest decision around it."""
    found = {}
    for place in sorted(decisions, key=lambda d: (d[2] - d[0], d[3] - d[1])):
        mine = sorted(p for p in parts if place[:2] <= p[:2] and p[2:] <= place[2:] and p not in found)
        if len(mine) != len(decisions[place]):
            raise ValueError('%s:%d: %d conditions in a decision of %d' % (name, place[0], len(mine), len(decisions[place])))
        found.update(zip(mine, decisions[place]))
    if len(found) != len(parts):
        raise ValueError('%s: a condition without a decision' % name)
    return found


def text_at(lines, place):
    """The source at a place, with single spaces."""
    first, start, last, end = place
    part = lines[first - 1:last]
    part[-1] = part[-1][:end - 1]
    part[0] = part[0][start - 1:]
    return ' '.join(' '.join(part).split())


def conditions_of(top, file):
    """All conditions of a file, in their order; none of a file that is not of the core."""
    name = os.path.relpath(file['filename'], top)
    if not CORE.match(name):
        return
    with open(file['filename'], encoding='utf-8') as source:
        text = source.read()
    functions, lines = functions_of(text), text.split('\n')
    sides, parts, decisions = read_file(file)
    decides = assign(name, parts, decisions)
    places = sorted(sides)
    names = ['%s %s: %s' % (name, functions.get(p[0], '-'), text_at(lines, p)) for p in places]
    count, seen = collections.Counter(names), collections.Counter()
    for place, of in zip(places, names):
        seen[of] += 1
        yield Condition(name, place[0], of if count[of] == 1 else '%s #%d' % (of, seen[of]), sides[place], decides.get(place))


def missing(condition):
    """What is not shown of a condition, or None."""
    was_true, was_false = (count > 0 for count in condition.sides)
    if was_true and was_false:
        return 'never decides' if condition.decides is False else None
    return 'never false' if was_true else 'never true' if was_false else 'never reached'


def share(part, whole):
    return '%d of %d (%.2f %%)' % (part, whole, 100.0 * part / whole) if whole else '-'


def print_sums(found, known):
    branches = sum(1 for c in found for count in c.sides if count > 0)
    inside = [c for c in found if c.decides is not None]
    explained = sum(1 for c in found if missing(c) and '%s: %s' % (c.name, missing(c)) in known)
    print('branches %s, MC/DC %s, explained %d' % (share(branches, 2 * len(found)), share(sum(c.decides for c in inside), len(inside)), explained))


# ---- The command ----

def judge(option, top, data, known, known_name):
    mcdc = option == '--mcdc'
    if data['version'] != FORMS[mcdc]:
        raise ValueError('llvm-cov writes form %s, not %s' % (data['version'], FORMS[mcdc]))
    files = data['data'][0]['files']
    # What no object has that was linked has no conditions here.
    for name in sorted(set(filter(CORE.match, glob.glob('ref/**/*.c', root_dir=top, recursive=True)))
                       - {os.path.relpath(f['filename'], top) for f in files}):
        raise ValueError('%s is not measured' % name)
    found = [c for f in files for c in conditions_of(top, f)]
    if not found or mcdc and not any(c.decides is not None for c in found):
        raise ValueError('no decisions')
    left = {'%s: %s' % (c.name, missing(c)): '%s:%d' % (c.file, c.line) for c in found if missing(c)}
    if option == '--fuzzed':
        known = {}
    elif not mcdc:
        known = {name: entry for name, entry in known.items() if not name.endswith(': never decides')}
    wrong = print_differences(left, known, known_name)
    print_sums(found, known)
    return 1 if wrong and option != '--fuzzed' else 0


def main(option, top, measured, known_file):
    with open(measured, encoding='utf-8') as file:
        data = json.load(file)
    return judge(option, top, data, reasons.by_entry(known_file), os.path.relpath(known_file, top))


if __name__ == '__main__':
    words = sys.argv[1:] if sys.argv[1:2] in (['--mcdc'], ['--fuzzed']) else ['', *sys.argv[1:]]
    if len(words) != 4:
        sys.exit(__doc__)
    try:
        sys.exit(main(*words))
    except (OSError, ValueError, KeyError, IndexError) as error:
        sys.stderr.write('error: %s: %s\n' % (words[2], error))
        sys.exit(2)
