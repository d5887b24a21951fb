#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Judges mutants of the reference by the corpus: changed tokens for ci/trust/mutants.sh, mistakes of design for
ci/trust/designs.sh. Each describes its options; `tokens` or `designs` is the first one."""
import argparse
import collections
import os
import re
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(os.path.dirname(HERE))]
import designs  # noqa: E402
import harness  # noqa: E402
import mutate  # noqa: E402
import reasons  # noqa: E402
from harness import CORE, READER, WRITER, Failure  # noqa: E402

KNOWN = os.path.join(HERE, 'mutants.known')
FOLDER = os.path.join(os.path.dirname(HERE), 'designs')
ADAPTERS = ('full', 'plain')
# The required shares of killed tokens.
MIN, MIN_PLAIN = 99.0, 97.0
# Of killed mistakes of design, and of their pairs with cells.
MIN_DESIGNS, MIN_PAIRS = {'full': 98.0, 'plain': 97.0}, {'full': 95.0, 'plain': 93.0}
# The end of a reason that explains a survivor, which still counts as one.
TOO_LARGE = 'too large to keep'


# ---- Tokens ----

class Token(collections.namedtuple('Job', 'file mutant')):
    """A mutant of one token."""

    def changes(self, texts):
        """{file: changed text}"""
        return {self.file: mutate.apply(texts[self.file], self.mutant)}


def name_of(job):
    return '%s %s' % (job.file, job.mutant.name)


def list_jobs(project, only, prefix=''):
    return [Token(prefix + name, mutant) for name, text in project.texts.items() if not only or name in only
            for mutant in mutate.mutants(text)]


def stale_entries(known, results):
    """Errors in the entries after all mutants were judged: (line, message)."""
    outcomes = {name_of(r.job): r.outcome for r in results}
    for name, (line, _) in known.items():
        if name not in outcomes:
            yield line, 'no such mutant: %s' % name
        elif outcomes[name] in ('killed', 'unbuilt'):
            yield line, 'not a survivor but %s: %s' % (outcomes[name], name)


def concerned(known, files):
    """The entries about files that were judged as a whole, or about unknown files."""
    return {name: entry for name, entry in known.items() if name.split(' ')[0] in files or name.split(' ')[0] not in CORE}


def print_one(result, known, verbose):
    """As soon as it is judged: all take long."""
    explained = result.outcome == 'survivor' and name_of(result.job) in known
    what = 'explained' if explained else {'unbuilt': 'not built', 'unjudged': 'not judged'}.get(result.outcome, result.outcome)
    if verbose or what in ('survivor', 'not built', 'not judged'):
        print('%s: ref/%s:%d: %s%s' % (what, result.job.file, result.job.mutant.line, result.job.mutant.name,
                                       result.why and ' -- ' + result.why), flush=True)


def print_results(results, known):
    count = collections.Counter(r.outcome for r in results)
    explained = sum(1 for r in results if r.outcome == 'survivor' and name_of(r.job) in known)
    survivors = count['survivor'] - explained
    judged = count['killed'] + survivors
    # If none is left, all are equivalent, or none could be built or judged.
    score = 100.0 * count['killed'] / judged if judged else 0.0 if count['unbuilt'] + count['unjudged'] else 100.0
    print('mutants: %d (%d make the same code, %d explained as equivalent, %d out of sight, %d not built, %d not judged)'
          % (len(results), count['same'], explained, count['unseen'], count['unbuilt'], count['unjudged']))
    print('killed: %d of %d, survivors: %d' % (count['killed'], judged, survivors))
    print('score: %.2f %%' % score)
    return score


def choose_tokens(jobs, again):
    """The jobs that the output of an earlier run names, or all. None is an error: a score of
    nothing says nothing."""
    if again:
        with open(again, encoding='utf-8') as file:
            lines = (re.fullmatch(r'(?:survivor|not judged): ref/([^:]+):\d+: (.*?)(?: -- .*)?', line.rstrip('\n')) for line in file)
            names = {'%s %s' % (line[1], line[2]) for line in lines if line}
        jobs = [job for job in jobs if name_of(job) in names]
    if not jobs:
        raise Failure('no mutant to judge' + (': %s names none of these files' % again if again else ''))
    return jobs


def print_jobs(jobs, known):
    """All names; fails if an explanation is for a name that is not among them."""
    for job in jobs:
        print('ref/%s:%d: %s' % (job.file, job.mutant.line, job.mutant.name))
    gone = set(known) - set(map(name_of, jobs))
    for name in sorted(gone):
        print('mutants.known:%d: no such mutant: %s' % (known[name][0], name), file=sys.stderr)
    return 1 if gone else 0


def prepare(options):
    scratch = os.path.join(options.build, 'plain' if options.plain else 'mutants')
    if options.plain:
        return harness.prepare_answers(options.top, options.build, scratch, True)
    return harness.prepare_reference(options.top, options.build, scratch)


def main_tokens(options):
    unknown = set(options.names) - set(CORE) - {'reader', 'writer'}
    if unknown:
        raise Failure('%s is not a file of the core; expected %s' % (sorted(unknown)[0], ' '.join(CORE)))
    files = set(options.names or ['reader'])
    files |= set(READER if 'reader' in files else []) | set(WRITER if 'writer' in files else [])
    known = reasons.by_entry(KNOWN)
    if options.list:
        return print_jobs(list_jobs(harness.Project(os.path.join(options.top, 'ref'), CORE, None, None), files), concerned(known, files))
    project = prepare(options)
    jobs = choose_tokens(list_jobs(project, files), options.again)
    results = harness.judge_all(project, jobs, options.j, lambda result: print_one(result, known, options.verbose))
    score = print_results(results, known)
    stale = [] if options.again else list(stale_entries(concerned(known, files), results))
    for line, message in stale:
        print('%s:%d: %s' % (os.path.relpath(KNOWN, options.top), line, message))
    if any(r.outcome == 'unjudged' for r in results):
        raise Failure('not every mutant was judged; save this output to a file and use --again')
    return 1 if stale or score < (MIN_PLAIN if options.plain else MIN) else 0


# ---- Designs ----

# counts, cases: of each adapter, how many cases kill the mutant, and the first one; cells: {cell: (full, plain)}
Verdict = collections.namedtuple('Verdict', 'counts cases cells')



class Design:
    def __init__(self, design):
        self.design, self.file = design, design.changes[0].file

    def changes(self, texts):
        return designs.apply(self.design, texts)


def read_verdict(text):
    """What judge_designs.c printed."""
    found = re.fullmatch(r'full ([0-9]+) (\S+) plain ([0-9]+) (\S+)((?: \S+ [0-9]+ [0-9]+)*)', text)
    if not found:
        raise Failure('not a verdict: %s' % text)
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
            except Failure as error:
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


def judge(project, chosen, workers, verbose):
    check(chosen, project.texts)
    results = harness.judge_all(project, [Design(d) for d in chosen], workers, print_design if verbose else lambda result: None)
    return [Judged(r) for r in results]

def percent(part, whole):
    return 100.0 * part / whole if whole else 100.0


def print_design(result):
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


def choose_designs(found, names):
    """The mutants of these areas and names, or all."""
    areas = {designs.area(d) for d in found}
    unknown = set(names) - areas - {d.name for d in found}
    if unknown:
        raise Failure('%s is neither an area (%s) nor a mutant' % (sorted(unknown)[0], ' '.join(sorted(areas))))
    return [d for d in found if not names or d.name in names or designs.area(d) in names]


def check(found, texts):
    """Fails unless every mutant fits the sources and changes them."""
    for design in found:
        for name, text in designs.apply(design, texts).items():
            if text == texts[name]:
                raise designs.Wrong('%s:%d: this changes nothing' % (design.path, design.line))


def main_designs(options):
    chosen = choose_designs(designs.read_all(FOLDER), options.names)
    if options.list:
        for d in chosen:
            print('%s:%d: %s: %s' % (os.path.relpath(d.path), d.line, d.name, d.what))
        return 0
    # Several may run at the same time.
    with tempfile.TemporaryDirectory(prefix='designs-', dir=options.build) as scratch:
        project = harness.prepare_answers(options.top, options.build, scratch, False)
        judged = judge(project, chosen, options.j, options.verbose)
    return print_report(judged, MIN_DESIGNS, MIN_PAIRS, options.cells)


# ---- The command ----

def parse_arguments(kind, arguments):
    parser = argparse.ArgumentParser(prog='ci/trust/%s.sh' % ('mutants' if kind == 'tokens' else kind), add_help=False)
    parser.add_argument('--top', required=True)
    parser.add_argument('--build', required=True)
    parser.add_argument('-j', type=int, default=os.cpu_count())
    parser.add_argument('--list', action='store_true')
    parser.add_argument('--verbose', action='store_true')
    parser.add_argument('names', nargs='*')
    if kind == 'tokens':
        parser.add_argument('--plain', action='store_true')
        parser.add_argument('--again')
    else:
        parser.add_argument('--cells', action='store_true')
    return parser.parse_args(arguments)


def main(kind, *arguments):
    options = parse_arguments(kind, arguments)
    return main_tokens(options) if kind == 'tokens' else main_designs(options)


if __name__ == '__main__':
    try:
        sys.exit(main(*sys.argv[1:]))
    except (Failure, designs.Wrong, OSError, ValueError) as error:
        sys.stderr.write('error: %s\n' % error)
        sys.exit(2)
