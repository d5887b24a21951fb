#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Judges mistakes of design in the reference by the corpus. ci/trust/designs.sh starts it and
describes its options."""
import argparse
import collections
import os
import re
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE]
import designs  # noqa: E402
import run  # noqa: E402

FOLDER = os.path.join(os.path.dirname(HERE), 'designs')
ADAPTERS = ('full', 'plain')
# What CONTRIBUTING.md promises.
ENOUGH = 200
# The end of a reason that explains a survivor, which still counts as one.
TOO_LARGE = 'too large to keep'

# counts, cases: of each adapter, how many cases kill the mutant, and the first one; cells: {cell: (full, plain)}
Verdict = collections.namedtuple('Verdict', 'counts cases cells')


class Job:
    def __init__(self, design):
        self.design, self.file = design, design.changes[0].file

    def changes(self, texts):
        return designs.apply(self.design, texts)


# ---- Verdicts ----

def read_verdict(text):
    """What judge_designs.c printed."""
    found = re.fullmatch(r'full ([0-9]+) (\S+) plain ([0-9]+) (\S+)((?: \S+ [0-9]+ [0-9]+)*)', text)
    if not found:
        raise run.Failure('not a verdict: %s' % text)
    words = found[5].split()
    cells = {words[i]: (int(words[i + 1]), int(words[i + 2])) for i in range(0, len(words), 3)}
    return Verdict((int(found[1]), int(found[3])), (found[2], found[4]), cells)


NOTHING = Verdict((0, 0), ('-', '-'), {})


class Judged:
    """A mutant that was judged."""

    def __init__(self, result):
        self.design, self.outcome, self.why = result.job.design, result.outcome, result.why
        self.verdict = NOTHING
        if self.outcome == 'killed':
            try:
                self.verdict = read_verdict(self.why)
            except run.Failure as error:
                self.outcome, self.why = 'unjudged', str(error)

    def dies(self, adapter):
        return self.verdict.counts[ADAPTERS.index(adapter)] > 0

    def dies_in(self, cell, adapter):
        return self.verdict.cells.get(cell, (0, 0))[ADAPTERS.index(adapter)] > 0

    def is_excused(self, adapter):
        """Whether the texts allow it to survive. That a section is too large for the corpus is no excuse, but our choice."""
        return adapter in self.design.survives and not self.design.survives[adapter].endswith(TOO_LARGE)

    def should_die_in(self, cell, adapter):
        return cell in self.design.cells and not self.is_excused(adapter)

    def errors(self):
        """What its entry says that is not so."""
        d = self.design
        if self.outcome == 'unbuilt':
            yield 'the mutant %s: %s' % (d.name, self.why)
        if d.equivalent and self.verdict.counts != (0, 0):
            case = next(case for case in self.verdict.cases if case != '-')
            yield '%s is said to be equivalent, but %s tells it apart' % (d.name, case)
        for a in d.survives:
            if self.dies(a):
                yield '%s is said to survive %s, but %s kills it' % (d.name, a, self.verdict.cases[ADAPTERS.index(a)])
        outside = [cell for cell in self.verdict.cells if cell not in d.cells]
        if outside and not d.equivalent:
            yield '%s is not for %s, but dies there' % (d.name, ', '.join(outside))


def judge(project, chosen, workers, progress, verbose):
    check(chosen, project.texts)
    results = run.judge_all(project, [Job(d) for d in chosen], workers, progress, print_one if verbose else lambda result: None)
    return [Judged(r) for r in results]


# ---- Output ----

def percent(part, whole):
    return 100.0 * part / whole if whole else 100.0


def print_one(result):
    """As soon as it is there: a run takes minutes."""
    j, d = Judged(result), result.job.design
    pairs = ', '.join('%s %d of %d cells (%d cases)' % (a, sum(j.dies_in(c, a) for c in d.cells), len(d.cells),
                                                       j.verdict.counts[i]) for i, a in enumerate(ADAPTERS))
    print('%s: %s' % (d.name, 'equivalent' if d.equivalent else pairs), flush=True)


def print_survivors(judged):
    for j in judged:
        d = j.design
        for a in ADAPTERS:
            if j.dies(a) or d.equivalent or j.outcome in ('unbuilt', 'unjudged'):
                continue
            same = '; the compiler makes the same code of it' if j.outcome == 'same' else ''
            known = d.survives.get(a)
            print('%s (%s): %s:%d: %s: %s%s' % ('explained' if known else 'survivor', a, os.path.relpath(d.path), d.line,
                                               d.name, known or d.what, same))
    for j in judged:
        for i, a in enumerate(ADAPTERS):
            if j.verdict.counts[i] == 1 and not j.design.equivalent:
                print('killed by one case (%s): %s: %s' % (a, j.design.name, j.verdict.cases[i]))


def print_cells(judged, living):
    """The table of cells, and with `living` the pairs that live. Returns the share of killed pairs of each adapter."""
    print('%-22s %18s %18s' % ('cell', *ADAPTERS))
    sums = collections.Counter()
    for cell in designs.CELLS:
        row = []
        for a in ADAPTERS:
            there = [j for j in judged if j.should_die_in(cell, a)]
            killed = sum(j.dies_in(cell, a) for j in there)
            sums[a] += killed
            sums[a, 'all'] += len(there)
            row.append('%d of %d %6.2f %%' % (killed, len(there), percent(killed, len(there))))
        print('%-22s %18s %18s' % (cell, *row))
    print('pairs killed: %s' % ', '.join('%s %d of %d (%.2f %%)' % (a, sums[a], sums[a, 'all'], percent(sums[a], sums[a, 'all']))
                                         for a in ADAPTERS))
    shares = {a: percent(sums[a], sums[a, 'all']) for a in ADAPTERS}
    for j in judged if living else []:
        for cell in j.design.cells:
            where = [a for a in ADAPTERS if j.should_die_in(cell, a) and not j.dies_in(cell, a)]
            if where:
                print('lives: %s: %s (%s)' % (cell, j.design.name, 'both' if len(where) == 2 else where[0]))
    return shares


def print_report(judged, least, least_pairs, living=False):
    """Returns the exit status."""
    count = [j for j in judged if not j.design.equivalent]
    print_survivors(judged)
    errors = ['%s:%d: %s' % (os.path.relpath(j.design.path), j.design.line, e) for j in judged for e in j.errors()]
    unjudged = [j for j in judged if j.outcome in ('unbuilt', 'unjudged')]
    for j in unjudged:
        print('not %s: %s: %s' % ('built' if j.outcome == 'unbuilt' else 'judged', j.design.name, j.why))
    shares = print_cells(count, living)
    print('mutants: %d (%d equivalent, %d not judged)' % (len(judged), len(judged) - len(count), len(unjudged)))
    good = True
    for a in ADAPTERS:
        killed = sum(j.dies(a) for j in count)
        explained = sum(not j.dies(a) and j.is_excused(a) for j in count)
        score = percent(killed, len(count) - explained)
        good = good and score >= least[a] and shares[a] >= least_pairs[a]
        print('%s: %d of %d killed, %.2f %%, at least %g %%, and %.2f %% of the pairs, at least %g %%; %d more survive with an explanation'
              % (a, killed, len(count) - explained, score, least[a], shares[a], least_pairs[a], explained))
    for error in errors:
        print(error)
    return 2 if unjudged else 1 if errors or not good else 0


# ---- The command ----

def choose(found, names, part):
    """The mutants of these areas and names, and of these the I-th of N parts."""
    areas = {designs.area(d) for d in found}
    unknown = set(names) - areas - {d.name for d in found}
    if unknown:
        raise run.Failure('%s is neither an area (%s) nor a mutant' % (sorted(unknown)[0], ' '.join(sorted(areas))))
    chosen = [d for d in found if not names or d.name in names or designs.area(d) in names]
    if part:
        numbers = re.fullmatch(r'([1-9][0-9]{0,3})/([1-9][0-9]{0,3})', part)
        if not numbers or int(numbers[1]) > int(numbers[2]):
            raise run.Failure('expected --part I/N, not %s' % part)
        chosen = chosen[int(numbers[1]) - 1::int(numbers[2])]
    if not chosen:
        raise run.Failure('no mutant to judge')
    return chosen


def reference_texts(names):
    texts = {}
    for name in names:
        with open(os.path.join(run.REF, name), encoding='utf-8') as file:
            texts[name] = file.read()
    return texts


def check(found, texts):
    """Fails unless every mutant fits the sources and changes them."""
    for design in found:
        for name, text in designs.apply(design, texts).items():
            if text == texts[name]:
                raise designs.Wrong('%s:%d: this changes nothing' % (design.path, design.line))


def parse_arguments(arguments):
    parser = argparse.ArgumentParser(prog='ci/trust/designs.sh', add_help=False)
    parser.add_argument('--top', required=True)
    parser.add_argument('--build', required=True)
    parser.add_argument('-j', type=int, default=os.cpu_count())
    parser.add_argument('--part')
    parser.add_argument('--min-full', type=float, default=98.0)
    parser.add_argument('--min-plain', type=float, default=97.0)
    parser.add_argument('--min-full-pairs', type=float, default=95.0)
    parser.add_argument('--min-plain-pairs', type=float, default=93.0)
    parser.add_argument('--cells', action='store_true')
    parser.add_argument('--list', action='store_true')
    parser.add_argument('--verbose', action='store_true')
    parser.add_argument('names', nargs='*')
    return parser.parse_args(arguments)


def main(arguments):
    options = parse_arguments(arguments)
    chosen = choose(designs.read_all(FOLDER), options.names, options.part)
    if options.list:
        for d in chosen:
            print('%s:%d: %s: %s' % (os.path.relpath(d.path), d.line, d.name, d.what))
        return 0
    # Parts may run at the same time.
    with tempfile.TemporaryDirectory(prefix='designs-', dir=options.build) as scratch:
        project = run.prepare_answers(options.top, options.build, scratch, os.path.join(options.top, 'corpus'), 'gcc', False)
        judged = judge(project, chosen, options.j, run.Progress(), options.verbose)
    return print_report(judged, {'full': options.min_full, 'plain': options.min_plain},
                        {'full': options.min_full_pairs, 'plain': options.min_plain_pairs}, options.cells)


if __name__ == '__main__':
    try:
        sys.exit(main(sys.argv[1:]))
    except (run.Failure, designs.Wrong, OSError, ValueError) as error:
        sys.stderr.write('error: %s\n' % error)
        sys.exit(2)
