#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the cases of the corpus cover, and what they leave out: the clauses in each profile, the fault classes, the answers to
open questions, the known bugs, the test ideas, and the cells. A cell is a profile and an ABI with its byte order. What no case
covers needs a reason in coverage.txt, bugs.txt or ideas.txt of the recipes; gen/recipes/README.md describes them.

usage: ci/trust/covered.py [CORPUS [RECIPES]]
Prints how much there is, and what is left out without a reason or has one that it does not need.
exit status: 0 nothing is; 1 something is; 2 a list or a case cannot be read, or wrong usage
"""
import collections
import glob
import itertools
import os
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path += [os.path.join(TOP, *room) for room in (('ref', 'registers'), ('conformance', 'lab'), ('conformance', 'report'))]
import corpus_index  # noqa: E402
import reason_lists  # noqa: E402
import rows  # noqa: E402
from rows import PROFILES  # noqa: E402

KINDS = ('accept', 'reject')
OPS = ('decode', 'lookup', 'unwind', 'encode', 'sequence', 'merge')
WORDS = ('without', 'untriggered', 'answer', 'unanswered', 'thin')
VERDICTS = ('accept', 'reject', 'policy')
CELLS = [(profile, abi) for profile in PROFILES for abi in ('amd64-little', 'aarch64-big', 'aarch64-little', 's390x-big')
         if abi != 's390x-big' or profile not in ('v1', 'v2')]
NEEDED = ('id', 'clauses', 'op', 'expect', 'origin')
MIN_CASES = 100

Note = collections.namedtuple('Note', 'place words profiles')


def read_notes(folder, name):
    """The entries of a list: WORD... [PROFILES], without profiles for all."""
    path, notes = os.path.join(folder, name), []
    for number, entry, _ in reason_lists.read(path):
        words, bracket, inside = entry.partition('[')
        profiles = inside.removesuffix(']').split() if bracket else PROFILES
        if not words.split() or not profiles or not set(profiles).issubset(PROFILES) or inside.endswith(']') != bool(bracket):
            raise ValueError(f'{path}:{number}: expected WORD... [PROFILES], got \'{entry}\'')
        notes.append(Note(f'{path}:{number}', words.split(), set(profiles)))
    return notes


def read_case(path):
    """The keys of a case file, with its cell and recipe."""
    case = corpus_index.head(path)
    if not case.keys() >= set(NEEDED) or case['op'] not in OPS or case['expect'] not in VERDICTS:
        raise ValueError(f'{path}: expected {", ".join(NEEDED)}, an op and a verdict')
    case['cell'] = tuple(case['id'].split('/')[:2])
    case['clauses'] = tuple(case['clauses'].split())
    case['catches'] = case.get('catches', '').split()
    case['recipe'] = case['origin'].removeprefix('gen/recipes/').removesuffix('.recipe')
    case['kind'] = KINDS[case['expect'] == 'reject']
    if case['cell'] not in CELLS:
        raise ValueError(f'{path}: {case["id"]} is in no cell')
    return case


class Coverage:
    """The cases, the registers and the lists; each method prints a sum and adds the holes that it finds."""

    def __init__(self, corpus, recipes, registers):
        self.cases = [read_case(path) for profile in PROFILES
                      for path in sorted(glob.glob(os.path.join(corpus, profile, '**', '*.case'), recursive=True))]
        if not self.cases:
            raise ValueError(f'{corpus}: has no cases')
        self.recipes = {case['recipe'] for case in self.cases}
        self.notes, self.bugs, self.ideas = (read_notes(recipes, name) for name in ('coverage.txt', 'bugs.txt', 'ideas.txt'))
        self.clause_profiles = {row.name: set(row.cells[1].split()) for row in rows.read(registers, 'clauses', 6)[0]}
        self.faults = {row.name: row.cells for row in rows.read(registers, 'faults', 7)[0]}
        policies = rows.read(registers, 'policies', 6, 7)[0]
        self.policies = {row.name: [] if row.cells[3] == '-' else row.cells[3].split() for row in policies}
        self.about_ends = {row.name for row in policies if len(row.cells) == 7}
        for case in self.cases:
            if not self.clause_profiles.keys() >= set(case['clauses']):
                raise ValueError(f'{case["id"]}: a clause is unknown')
            if 'policy' in case and case['policy'] not in self.policies:
                raise ValueError(f'{case["id"]}: a question is unknown')
        self.holes = []
        for note in self.notes:
            self.expect(note, note.words[0] in WORDS, f'expected one of {", ".join(WORDS)}')

    def expect(self, note, is_right, why):
        if not is_right:
            self.holes.append(f'{note.place}: {why}')
        return is_right

    def excuses(self, *words):
        return [note for note in self.notes if note.words[0] in words]

    # ---- The registers ----------------------------------------------------------------------------------------------

    def clauses_without(self, have):
        """{(clause, kind): the profiles with a reason}"""
        excused = collections.defaultdict(set)
        for note in self.excuses('without'):
            kind, *names = note.words[1:] or ['']
            if not self.expect(note, kind in KINDS and names, "expected 'without accept CLAUSE...' or 'without reject CLAUSE...'"):
                continue
            for name in names:
                if self.expect(note, name in self.clause_profiles, f"unknown clause '{name}'"):
                    mine = note.profiles & self.clause_profiles[name]
                    self.expect(note, mine and not mine & (have[name, kind] | excused[name, kind]),
                                f'{name} has {kind} cases or another reason in a profile named here, or does not have the profile')
                    excused[name, kind] |= mine
        return excused

    def cover_clauses(self):
        have = collections.defaultdict(set)
        for case in self.cases:
            if 'multi-fault' not in case and 'refusal' not in case:
                for clause in case['clauses']:
                    have[clause, case['kind']].add(case['cell'][0])
        excused = self.clauses_without(have)
        for clause, kind in itertools.product(self.clause_profiles, KINDS):
            self.holes += [f'clause {clause} has no {kind} case in profile {profile}, and no reason in coverage.txt'
                           for profile in sorted(self.clause_profiles[clause] - have[clause, kind] - excused[clause, kind])]
        accepting, rejecting = (sum(len(have[clause, kind]) for clause in self.clause_profiles) for kind in KINDS)
        print(f'{len(self.clause_profiles)} clauses; clause x profile: accepting {accepting}, rejecting {rejecting}, the rest with a reason')

    def cover_faults(self):
        counts = collections.Counter(case.get('class') or case.get('doubt') for case in self.cases if 'multi-fault' not in case)
        excused = set()
        for note in self.excuses('untriggered'):
            name = note.words[-1]
            if self.expect(note, len(note.words) == 2 and name in self.faults, "expected 'untriggered CLASS'"):
                self.expect(note, not counts[name], f'{counts[name]} cases trigger {name}')
                excused.add(name)
        self.holes += [f'no case triggers fault class {name}' for name in self.faults if not counts[name] and name not in excused]
        print(f'{len(self.faults)} fault classes, {sum(counts[name] > 0 for name in self.faults)} triggered')

    def shown_answers(self):
        """{(policy, answer)} that a case shows: one of its readings, or that the section may be read or not. A stack trace
        shows all answers about its end, and a merge all but a refusal. A reject shows `reject` where its class depends on
        the question."""
        shown = set()
        for case in self.cases:
            policy = case.get('policy') or self.faults.get(case.get('class'), '----')[3]
            if 'readings' in case:
                answers = case['readings'].split()
            elif case['expect'] == 'policy' and (case['op'] == 'merge' or (case['op'] == 'unwind' and policy in self.about_ends)):
                answers = [answer for answer in self.policies[policy] if answer != 'refuse']
            else:
                answers = ['accept', 'reject'] if case['expect'] == 'policy' else ['reject']
            shown.update((policy, answer) for answer in answers)
        return shown

    def answers_excused(self, shown):
        """{(policy, answer)} with a reason"""
        excused, gives = set(), {(case['recipe'], case['kind']) for case in self.cases}
        for note in self.excuses('answer', 'unanswered'):
            word, policy, answer, *names = (note.words + ['', ''])[:max(3, len(note.words))]
            if not self.expect(note, answer in self.policies.get(policy, ()) and (policy, answer) not in excused
                               and (word == 'answer') == bool(names),
                               "expected once 'answer POLICY ANSWER RECIPE...' or 'unanswered POLICY ANSWER'"):
                continue
            excused.add((policy, answer))
            self.expect(note, (policy, answer) not in shown, f"cases already show '{answer}' of {policy}")
            for name in names:
                self.expect(note, (name, KINDS[answer != 'accept']) in gives, f"no recipe '{name}' makes a case that shows '{answer}'")
        return excused

    def cover_policies(self):
        shown = self.shown_answers()
        excused, asked = self.answers_excused(shown), [(policy, answer) for policy, answers in self.policies.items() for answer in answers]
        self.holes += [f"no case shows answer '{answer}' of policy {policy}, and no reason is given"
                       for policy, answer in asked if not {(policy, answer)} & (shown | excused)]
        print(f'{len(asked)} answers to open questions, {len(shown.intersection(asked))} shown by cases, the rest with a reason')

    # ---- Bugs and ideas ---------------------------------------------------------------------------------------------

    def expect_once(self, notes):
        first = {}
        for note in notes:
            place = first.setdefault(note.words[0], note.place)
            self.expect(note, place == note.place, f'{note.words[0]} is already in line {place.rpartition(":")[2]}')
        return first

    def cover_bugs(self):
        caught, listed = collections.defaultdict(set), self.expect_once(self.bugs)
        for case in self.cases:
            for bug in case['catches']:
                caught[bug].add(case['recipe'])
        for note in self.bugs:
            bug, *word = note.words
            names = ' '.join(sorted(caught[bug]))
            if self.expect(note, word in (['case'], ['none']), "expected 'ID case' or 'ID none'"):
                self.expect(note, (word == ['case']) == bool(names), f'{names or "no recipe"} catches {bug}')
        self.holes += [f'{" ".join(sorted(names))} catches {bug}, which bugs.txt does not list' for bug, names in caught.items()
                       if bug not in listed]
        print(f'{len(self.bugs)} known bugs, {sum(bool(caught[bug]) for bug in listed)} caught, the rest with a reason')

    def cover_ideas(self):
        self.expect_once(self.ideas)
        for note in self.ideas:
            self.expect(note, len(note.words) > 1, "expected 'ID RECIPE...' or 'ID none'")
            for name in note.words[1:] if note.words[1:] != ['none'] else ():
                self.expect(note, name in self.recipes, f"no recipe '{name}'")
        print(f'{len(self.ideas)} test ideas, {sum(note.words[1:] != ["none"] for note in self.ideas)} with a recipe, '
              'the rest with a reason\n')

    # ---- Cells ------------------------------------------------------------------------------------------------------

    def thin_excused(self, reached, fullest):
        """{(cell, op)} with a reason."""
        excused = set()
        for note in self.excuses('thin'):
            cell, op = (tuple(note.words[1].split('/')), note.words[2]) if len(note.words) == 3 else ((), '')
            if self.expect(note, cell in CELLS and op in OPS, "expected 'thin PROFILE/ABI-ORDER OP'"):
                count, most = len(reached[cell, op]), fullest[family(cell), op]
                self.expect(note, is_thin(count, most),
                            f"{note.words[1]} has {count} of the {most} {op} recipes of its ABI's fullest cell; this needs no reason")
                excused.add((cell, op))
        return excused

    def cover_cells(self):
        reached, verdicts, fullest = collections.defaultdict(set), collections.Counter(), collections.Counter()
        for case in self.cases:
            verdicts[case['cell'], case['expect']] += 1
            reached[case['cell'], case['op']].add(case['recipe'])
        for (cell, op), recipes in reached.items():
            fullest[family(cell), op] = max(fullest[family(cell), op], len(recipes))
        excused = self.thin_excused(reached, fullest)
        print('Cells (recipes that reach it; ! below half of the fullest cell of the ABI, - a reason instead; then cases)')
        print(f'{"":20}', *(f'{op:10}' for op in OPS), *(f'{verdict:>6}' for verdict in VERDICTS))
        for cell in CELLS:
            name, text = '/'.join(cell), []
            for op in OPS:
                count, most = len(reached[cell, op]), fullest[family(cell), op]
                mark = '' if not is_thin(count, most) else '-' if (cell, op) in excused else '!'
                text.append(f'{count}{mark}')
                if mark == '!':
                    self.holes.append(f'{count} {op} recipes reach {name}, and {most} the fullest cell of its ABI: expected half as '
                                      'many and one at least, or a reason in coverage.txt')
            counts = [verdicts[cell, verdict] for verdict in VERDICTS]
            print(f'{name:20}', *(f'{item:10}' for item in text), *(f'{count:6}' for count in counts))
            if sum(counts) < MIN_CASES:
                self.holes.append(f'{name} has only {sum(counts)} cases')
        print(f'{len(self.recipes)} recipes, {len(self.cases)} cases')


def family(cell):
    return cell[1].split('-')[0]


def is_thin(count, most):
    """Of a question that no cell of the ABI is asked, every cell is thin."""
    return 2 * count < most or most == 0


def main(corpus=os.path.join(TOP, 'corpus'), recipes=os.path.join(TOP, 'gen', 'recipes')):
    try:
        coverage = Coverage(corpus, recipes, os.path.join(TOP, 'ref', 'registers'))
    except (OSError, ValueError) as error:
        print(f'error: {error}', file=sys.stderr)
        return 2
    for cover in (coverage.cover_clauses, coverage.cover_faults, coverage.cover_policies, coverage.cover_bugs,
                  coverage.cover_ideas, coverage.cover_cells):
        cover()
    for hole in coverage.holes:
        print(hole, file=sys.stderr)
    if coverage.holes:
        print(f'{len(coverage.holes)} holes; add a recipe, or a reason to coverage.txt, bugs.txt or ideas.txt in {recipes}',
              file=sys.stderr)
    return 1 if coverage.holes else 0


if __name__ == '__main__':
    if len(sys.argv) > 3 or any(word.startswith('-') for word in sys.argv[1:]):
        print(__doc__.strip())
        sys.exit(0 if sys.argv[1] in ('-h', '--help') else 2)
    sys.exit(main(*sys.argv[1:]))
