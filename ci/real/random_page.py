#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the page of random runs from what `sframe-conform produce --random --results` wrote, for ci/real/random.sh.

usage: random_page.py DIR             with a file NAME.jsonl for each toolchain
       random_page.py --finds FILE    prints the sums of one, and what is not in its list as it should be
"""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import reasons  # noqa: E402

KNOWN = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../conformance/producers/known')
HEAD = """# Random functions

What `ci/real/random.sh` found. Each function is random but valid, and is judged three times: its SFrame rows, its
`.eh_frame` and the rules that its directives state must agree. `sframe-conform produce --random N --seed S` makes the
same functions again; --from repeats one. A find is one kind of difference in one function. It is shrunk to the fewest
directives, and finds with the same kind and directives are one cause; several causes may be one defect, and the lists
in `known/*.random` join them. A find that has the kind and the directives of a known cause is put down to it without
being shrunk, except in one function of eight: a new defect that shows itself only beside a known one may be missed. What
was new in a run stands with the reason that its list has for it now. llvm-mc for AArch64 leaves every function out, a plain
one too, so there is nothing to try.

| toolchain | seed | functions | right | wrong | finds of known causes | new finds |
| --- | --- | --- | --- | --- | --- | --- |"""


def name_of(path):
    return os.path.basename(path)[:-len('.jsonl')]


def load(path):
    """The record of the run, and those of its causes."""
    with open(path, encoding='utf-8') as file:
        run, *records = [json.loads(line) for line in file]
    return run, records


def words(record):
    """A find as the lists have it."""
    return record['kind'] + (':' + record['detail'] if record['detail'] else '') + ' ' + record['program']


def print_finds(path):
    run, records = load(path)
    count = dict.fromkeys(('known', 'stale', 'new', 'unsure'), 0)
    for record in records:
        count[record['standing']] += record['count']
    print('%-18s %d functions, %d right, %d wrong%s; finds of known causes: %d, new: %d, unsure: %d' % (
        name_of(path), run['tried'], run['tried'] - run['wrong'], run['wrong'], '' if run['complete'] else ', not complete',
        count['known'], count['new'], count['unsure']))
    for record in records:
        if record['standing'] != 'known':
            print('  %s %d %s\n    %s' % (record['standing'], record['count'], words(record),
                                       record['reason' if record['standing'] == 'stale' else 'command']))


def read(path):
    """The record of the run, and {reason: [finds, smallest program]}, with the reasons of the list as it is now."""
    known = {entry: reason for _, entry, reason in reasons.read(os.path.join(KNOWN, name_of(path) + '.random'))}
    run, records = load(path)
    run.update(known=0, new=0)
    causes = {}
    for record in records:
        is_known = record['standing'] in ('known', 'stale')
        shown = words(record)
        reason = record['reason'] if is_known else known.get(shown, record['standing'] + ': ' + record['kind'])
        run['known' if is_known else 'new'] += record['count']
        cause = causes.setdefault(reason, [0, None])
        cause[0] += record['count']
        if cause[1] is None or len(shown) < len(cause[1]):
            cause[1] = shown
    return run, causes


def main():
    if sys.argv[1] == '--finds':
        print_finds(sys.argv[2])
        return 0
    folder = sys.argv[1]
    found = {name[:-6]: read(os.path.join(folder, name)) for name in sorted(os.listdir(folder)) if name.endswith('.jsonl')}
    print(HEAD)
    for name, (run, _) in found.items():
        print('| %s | %s | %s | %s | %s | %s | %s |' % (name, run['seed'], run['tried'], run['tried'] - run['wrong'],
                                                        run['wrong'], run['known'], run['new']))
    for name, (_, causes) in found.items():
        print('\n## %s\n\n| finds | cause | smallest program |\n| --- | --- | --- |' % name)
        for reason, (count, program) in sorted(causes.items(), key=lambda item: (-item[1][0], item[0])):
            print('| %d | %s | `%s` |' % (count, reason, program.replace('|', '\\|')))
    return 0 if found else 1


sys.exit(main())
