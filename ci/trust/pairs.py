#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which features of sections meet in the corpus: every two in an accepted section, and in one without an open question if
they have none; every three of the strong factors; and every fault with every feature of what it strikes in a rejected one.
gen/recipes/pairs.txt lists them. They are found in the
bytes of the cases, whichever recipe made these, and not in what the generator chose.

usage: ci/trust/pairs.py [CORPUS [PAIRS.TXT]]
Prints what does not meet, though pairs.txt gives no reason, and for each profile and ABI how much meets.
exit status: 0 all meets; 1 something does not; 2 the table or the corpus is wrong
"""
import bisect
import collections
import functools
import itertools
import operator
import os
import struct
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.append(os.path.join(TOP, 'conformance', 'report'))
import corpus_index  # noqa: E402

SCOPES = ('section', 'function', 'row')
FAMILIES = ('amd64', 'aarch64', 's390x')
PROFILES = ('v1', 'v2', 'v2e1', 'v2e2', 'v3')
SP_FP = {'amd64': (7, 6), 'aarch64': (31, 29), 's390x': (15, 11)}
ENTRIES = {1: ('iIIIB', 17), 2: ('iIIIBBH', 20), 3: ('qII', 16)}
LARGEST = 1 << 16  # bytes of a section that is looked at: larger ones have thousands of equal rows
FAR = 1 << 24
UNLIKE = ('byte-order', 'version', 'abi')  # areas whose sections contradict the profile or ABI of their folder


# ---- The table ------------------------------------------------------------------------------------------------------

class Table:
    """The levels of one profile and ABI: by name, (factor, scope, strong)."""
    def __init__(self, path, profile, family):
        self.levels, self.faults, self.nevers, known = {}, {}, set(), set()
        factor = None
        with open(path, encoding='utf-8') as f:
            lines = [(number, line.rstrip()) for number, line in enumerate(f, 1)]
        for number, line in lines:
            words, select = line.split(), ''
            if not words or words[0].startswith('#'):
                continue
            if words[0].startswith('['):
                select, rest = line.split('[')[1].split(']')
                words = rest.split()
            applies = self.applies(select.split(), profile, family)
            if not line.startswith(' '):
                factor = words
            elif factor[0] == 'never':
                for names in itertools.product(*(word.split('|') for word in words)) if applies else ():
                    if not known.issuperset(names):
                        raise ValueError(f'{path}:{number}: no level above has such a name')
                    self.nevers.add(frozenset(names))
            else:
                known.add(words[0])
                if applies and factor[1] == 'fault':
                    self.faults[words[0]] = factor[0]
                elif applies:
                    self.levels[words[0]] = (factor[1], SCOPES.index(factor[0]), 'strong' in factor,
                                             any(word.startswith(('doubt=', 'open=')) for word in words))

    @staticmethod
    def applies(select, profile, family):
        abis, profiles = [w for w in select if w in FAMILIES], [w for w in select if w in PROFILES]
        return (not abis or family in abis) and (not profiles or profile in profiles)

    def may_meet(self, one, other):
        a, b = self.levels.get(one), self.levels[other]
        return not (a and (a[0] == b[0] or (a[3] and b[3]))) and frozenset((one, other)) not in self.nevers

    def wanted(self):
        """All that must meet, each sorted."""
        twos = {two for two in itertools.combinations(sorted(self.levels), 2) if self.may_meet(*two)}
        yield from twos
        for three in itertools.combinations(sorted(name for name, level in self.levels.items() if level[2]), 3):
            if twos.issuperset(itertools.combinations(three, 2)) and frozenset(three) not in self.nevers:
                yield three
        for fault, scope in self.faults.items():
            yield from ((fault, name) for name, level in self.levels.items()
                        if level[1] <= SCOPES.index(scope) and self.may_meet(fault, name))


# ---- Sections -------------------------------------------------------------------------------------------------------

class Section:
    """A valid section: the sets of levels of its rows, functions and itself, and where they lie."""
    def __init__(self, data, profile, abi, addr, encoded):
        self.data, self.profile, self.addr = data, profile, addr
        self.family, order = abi.split('-')
        self.byte_order = '>' if order == 'big' else '<'
        (_, self.version, self.flags, _, self.fixed_fp, self.fixed_ra, aux, count, _, fre_len, fdeoff, freoff) = struct.unpack_from(
            self.byte_order + 'HBBBbbBIIIII', data)
        self.fdes, self.fres = 28 + aux + fdeoff, 28 + aux + freoff
        self.fre_end = self.fres + fre_len
        self.functions = [self.function(number) for number in range(count)]
        own = self.own_levels(order, aux, encoded)
        self.places = [(0, len(data), own)]  # start, end, levels of what lies there; later ones lie in earlier ones
        for function in self.functions:
            levels = own | function['levels']
            self.places.append((*function['entry'], levels))
            if self.version == 3:
                self.places.append((*function['attribute'], levels))
            self.places += [(start, end, levels | row) for start, end, row in function['rows']]

    def unpack(self, form, at):
        return struct.unpack_from(self.byte_order + form, self.data, at)

    def function(self, number):
        form, size = ENTRIES[self.version]
        at = self.fdes + number * size
        start, length, offset, *rest = self.unpack(form, at)
        run = self.fres + offset
        if self.version == 3:
            count, info, info2, block = self.unpack('HBBB', run)
            attribute = (run, run + 5)
        else:
            count, info, block = (rest + [0])[:3]
            info2, attribute = 0, (run, run)
        function = {'at': start + (at if self.flags & 4 else 0), 'size': length, 'offset': offset, 'info': info,
                    'flex': info2 & 31 == 1, 'block': block, 'count': count, 'entry': (at, at + size), 'attribute': attribute}
        function['rows'] = list(self.rows(function))
        function['end'] = function['rows'][-1][1] if count else attribute[1]
        return function

    def rows(self, function):
        at, width = function['attribute'][1], 1 << (function['info'] & 15)
        for _ in range(function['count']):
            info = self.data[at + width]
            words = at + width + 1
            end = words + ((info >> 1 & 15) << (info >> 5 & 3))
            yield at, end, self.row_levels(function, info, words)
            at = end

    def row_levels(self, function, info, words):
        count, size = info >> 1 & 15, info >> 5 & 3
        levels = {'mangled' if info & 128 else 'not-mangled'}
        if count == 0:
            return levels | {'no-words'}
        control = self.unpack('BHI'[size], words)[0] if function['flex'] else 0
        sp, fp = SP_FP[self.family]
        if function['flex']:
            levels |= {f'flex{count}', 'loaded' if control & 2 else {sp: 'sp', fp: 'fp'}.get(control >> 3, 'other')}
        else:
            pair = 'cfa-fp' if self.family == 'amd64' else 'cfa-ra'
            levels |= {{1: 'only-cfa', 2: pair, 3: 'cfa-ra-fp'}.get(count), 'sp' if info & 1 else 'fp'}
        return levels | {('w1', 'w2', 'w4')[size]}

    def own_levels(self, order, aux, encoded):
        functions, canonical = self.functions, 'canonical' if encoded else 'free'
        ascending = [f['at'] for f in functions] == sorted(f['at'] for f in functions)
        offsets = [f['offset'] for f in functions]
        used = len(set().union(*(range(self.fres + f['offset'], f['end']) for f in functions)))
        usual_ra = {'amd64': -8}.get(self.family, 0)
        where = {'above' for f in functions if f['at'] >= 0} | {'below' for f in functions if f['at'] + f['size'] <= 0}
        levels = {order, 'pcrel' if self.flags & 4 else 'from-section', 'fp-flag' if self.flags & 2 else 'no-fp-flag', canonical,
                  'fixed-fp' if self.fixed_fp else 'no-fixed-fp', *(where if len(where) == 1 else ()),
                  'high' if self.addr >> 63 else 'odd' if self.addr % 8 else 'aligned',
                  'few' if len(functions) <= 3 else 'many',
                  'both-kinds' if any(f['flex'] for f in functions) else 'default-only'}
        if self.flags & 1:
            levels.add('sorted')
        elif not ascending:
            levels.add('unsorted')
        if len(set(offsets)) > 1:
            levels.add('runs-in-order' if offsets == sorted(offsets) else 'runs-moved')
        extra = {name for name, there in (('aux', aux), ('fixed-ra', self.fixed_ra != usual_ra),
                                          ('gap', used < self.fre_end - self.fres)) if there}
        levels |= extra or {'no-extra'}
        ends = sorted((f['at'] + f['size'], f['at']) for f in functions)
        for function in functions:
            function['levels'] = self.function_levels(function, ends)
        return levels

    def function_levels(self, function, ends):
        info, size, block = function['info'], function['size'], function['block']
        pc = 'inc'
        if info & 16:
            pc = 'mask' if self.profile == 'v1' else 'mask24' if block & (block - 1) else 'mask16'
        levels = {('addr1', 'addr2', 'addr4')[info & 15], pc, 'key-b' if info & 32 else 'key-a',
                  'signal' if self.version == 3 and info & 128 else 'no-signal', 'flex' if function['flex'] else 'default',
                  'empty' if size == 0 else 'small' if size < 256 else 'medium' if size < 65536 else 'large',
                  f'rows{function["count"] if function["count"] < 3 else 6}'}
        # Which of two empty functions at one place comes first, the bytes do not say.
        alike = [end for end in ends if end == (function['at'], function['at'])]
        before = bisect.bisect_right(ends, (function['at'], function['at'])) - 1 - len(alike) * (size == 0)
        if len(alike) > 1 and size == 0:
            levels.add('adjacent')
        if before >= 0:
            distance = function['at'] - ends[before][0]
            levels.add('adjacent' if distance == 0 else 'near' if distance < FAR else 'far')
        return levels

    def meetings(self):
        return {frozenset(levels) for _, _, levels in self.places}

    def struck(self, start):
        """The levels of the smallest thing that has this byte."""
        return min((end - at, number, levels) for number, (at, end, levels) in enumerate(self.places) if at <= start < end)[2]


# ---- The corpus -----------------------------------------------------------------------------------------------------

def read_corpus(corpus):
    """Of each accepted case (id, profile, family, sets of levels that meet, None, has it an open question?), of each rejected
    one (id, profile, family, levels of what is struck, fault, False)."""
    sections, rejects, found = {}, [], []
    entries = [entry for entry in corpus_index.rows(corpus) if not entry['id'].startswith('real/')]
    open_ids = {entry['id'] for entry in entries if entry['verdict'] == 'policy'}
    encoded = {entry['id'].removesuffix('-encode') for entry in entries if entry['op'] == 'encode'}
    for entry in entries:
        profile, abi, area = entry['id'].split('/')[:3]
        if entry['op'] != 'decode' or not entry['file'].endswith('.sframe'):
            continue
        if entry['verdict'] == 'reject':
            rejects.append(entry)
        elif int(entry['size']) <= LARGEST and area not in UNLIKE:
            case = corpus_index.head(os.path.join(corpus, entry['id'] + '.case'))
            with open(os.path.join(corpus, entry['file']), 'rb') as f:
                data = f.read()
            try:
                section = Section(data, profile, abi, int(case['addr'], 16), entry['id'] in encoded)
            except (struct.error, LookupError) as error:
                raise ValueError(f'{entry["id"]}: no section that can be read: {error}') from None
            sections[entry['id']] = section
            is_open = not open_ids.isdisjoint(entry['id'] + tail for tail in ('', '-lookup', '-unwind', '-encode'))
            found.append((entry['id'], profile, section.family, section.meetings(), None, is_open))
    for entry in rejects:
        case = corpus_index.head(os.path.join(corpus, entry['id'] + '.case'))
        parent = sections.get(case.get('parent'))
        if parent and 'multi-fault' not in case and 'also' not in case and 'class' in case:
            start = int(case['range'].split('-')[0], 16)
            # What was put in after the section strikes the section.
            levels = parent.struck(start) if start < len(parent.data) else parent.places[0][2]
            found.append((entry['id'], entry['profile'], parent.family, {frozenset(levels)}, case['class'], False))
    return found


def unmet(table, found):
    """What must meet and does not; how much must. What has no question must meet without one."""
    # Bits: in which sets of levels each is, of questions that are not open and of those that are.
    having, struck = {False: collections.Counter(), True: collections.Counter()}, collections.defaultdict(set)
    for number, (levels, fault, is_open) in enumerate({(levels, *case[4:]) for case in found for levels in case[3]}):
        if fault:
            struck[fault] |= levels
        else:
            for name in levels:
                having[is_open][name] |= 1 << number

    def meet(meeting, is_open):
        return functools.reduce(operator.and_, (having[is_open][name] for name in meeting))

    def is_met(meeting):
        if meeting[0] in table.faults:
            return meeting[1] in struck[meeting[0]]
        return meet(meeting, False) or (meet(meeting, True) and any(table.levels[name][3] for name in meeting))
    wanted = list(table.wanted())
    return [meeting for meeting in wanted if not is_met(meeting)], len(wanted)


def report(found, path):
    """Prints what does not meet; returns how much that is."""
    missing = 0
    for profile, family in itertools.product(PROFILES, FAMILIES):
        if family == 's390x' and profile in ('v1', 'v2'):
            continue
        table = Table(path, profile, family)
        lacking, count = unmet(table, [case for case in found if case[1:3] == (profile, family)])
        for meeting in lacking:
            print(f'{profile} {family}: {" and ".join(meeting)} do not meet')
        print(f'{profile} {family}: {count - len(lacking)} of {count}')
        missing += len(lacking)
    return missing


def main(corpus=os.path.join(TOP, 'corpus'), path=os.path.join(TOP, 'gen', 'recipes', 'pairs.txt')):
    try:
        return 1 if report(read_corpus(corpus), path) else 0
    except (ValueError, OSError) as error:
        print(f'pairs.py: {error}', file=sys.stderr)
        return 2


if __name__ == '__main__':
    if sys.argv[1:] in (['-h'], ['--help']):
        print(__doc__.strip())
        sys.exit(0)
    if len(sys.argv) > 3 or any(word.startswith('-') for word in sys.argv[1:]):
        print('pairs.py: expected a corpus and a table at most; see --help', file=sys.stderr)
        sys.exit(2)
    sys.exit(main(*sys.argv[1:]))
