#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the known-failure file of an implementation from one or more of its runs, with a reason for each entry.

usage: explain.py [--corpus DIR] FILE RESULTS...

FILE is the known-failure file NAME-RELEASE.known to write; RESULTS are results.jsonl files of runs on the whole corpus. A case
whose outcome differs between runs gets all its outcomes. Failures above the level of the runs are left out, unless they break
every level, as a crash does. A failure that no rule explains is written as `unexplained`, which
excuses nothing: find the cause and add a rule. A rule must hold for every case that it matches, so check the bytes of some.
"""
import argparse
import json
import os
import re
import sys

sys.dont_write_bytecode = True
import known_file

HERE = os.path.dirname(os.path.abspath(__file__))
# Missing checks, by the fault class of the accepted case.
LENIENT = {
    'aux-header-out-of-bounds': 'B14: does not check that the auxiliary header and what follows it lie inside the section',
    'bad-abi': 'AMB-006: accepts any ABI identifier',
    'bad-fde-type': 'AMB-04A: treats an undefined FDE type as the default one',
    'bad-fre-type': 'AMB-04A: accepts an undefined FRE type of a function without FREs',
    'bad-fixed-ra': 'AMB-058: does not check the fixed RA offset against the ABI',
    'bad-flex-cfa': 'AMB-086: accepts a flexible CFA without a register',
    'bad-flex-word-count': 'AMB-084: accepts a flexible FRE that ends inside a pair of words',
    'bad-rep-size': 'AMB-079: accepts a repeated block of no bytes',
    'fre-count-mismatch': "AMB-038: does not compare the header's number of FREs with the sum over the FDEs",
    'not-sorted': 'B61: does not check that FDEs are sorted when the flag says so (AMB-025)',
}
ROWS = 'B14: does not check that FREs lie inside the FRE sub-section and the section (AMB-034)'
# Faults that make a reader without bounds checks leave the section or read the wrong bytes.
OUTSIDE = {
    'attribute-out-of-bounds': "B50: does not check that a function's attribute lies inside the FREs",
    'aux-header-out-of-bounds': LENIENT['aux-header-out-of-bounds'],
    'fde-table-out-of-bounds': 'B14: does not check that FDEs lie inside the section (AMB-034)',
    'fre-count-out-of-bounds': ROWS,
    'fre-offset-out-of-bounds': ROWS,
    'fre-table-out-of-bounds': ROWS,
    'truncated-fre': ROWS,
}
NOT_TILED = 'AMB-031: does not check that each part of the section starts where the previous one ends'
IGNORES_FREOFF = "B5: ignores the header's offset of the FREs (AMB-031)"
IGNORES_FDEOFF = "B5: ignores the header's offset of the FDEs (AMB-032)"
SIGNED_LOOKUP = 'SIZE-SIGN: treats the unsigned function size as a signed number'
SIGNED_SIZE = 'SIZE-SIGN: shows the unsigned function size as a signed number'
NO_FIXED_RA = 'AMB-05B: shows `u` for the RA of AMD64, although the header has its fixed offset'
V1_STRIDE = 'B40: reads the 17-byte functions of version 1 as if they had the 20 bytes of version 2 (AMB-007)'
DOUBLE_FREE = 'B15: frees a buffer twice when an allocation of sfh_fre_len bytes fails (AMB-034)'
BY_NAME = 'AMB-111: finds the section only by its name'
DAMAGED = 'B67: looks up FREs without checking their size code, or does not tell a damaged FRE from none'
# Assertions of libsframe, by function.
ASSERTIONS = (
    ('sframe_fre_start_addr_size', 'AMB-04A: fails an assertion on an undefined FRE type'),
    ('sframe_decode_fre', 'B13: fails an assertion on an FRE with more words than it has room for'),
    ('sframe_decoder_get_fre', 'B28: fails an assertion on an FRE that starts beyond its function (AMB-071)'),
    ('sframe_get_reg_name', 'AMB-006: fails an assertion on an unknown ABI with a flexible function'),
    ('dump_sframe_func_fres_flex', 'AMB-084: fails an assertion on a flexible FRE without a pair for the CFA'),
)
# A reader may name any of several deliberate faults, so these are informational there.
EXCUSED = {'pass', 'wrong-output', 'too-lenient', 'too-strict', 'inconsistent'}
LEVELS = ('safe', 'read', 'refuse', 'validate', 'strict')
# These break every level.
UNSAFE = {'crash', 'timeout', 'limit', 'state-dependent'}
# Faults of one FRE that sframe_decoder_get_fre() reports.
REFUSED_ROWS = ('bad-word-count', 'bad-word-size', 'bad-flex-word-count', 'fre-start-beyond-function')


class Corpus:
    def __init__(self, folder):
        self.folder = folder

    def text(self, case_id):
        with open(os.path.join(self.folder, case_id + '.case'), encoding='utf-8') as f:
            return f.read()

    def value(self, case_id, key):
        found = re.search('^' + key + ': (.*)$', self.text(case_id), re.M)
        return found.group(1) if found else ''

    def section(self, case_id):
        path = os.path.join(self.folder, os.path.dirname(case_id), self.value(case_id, 'file'))
        with open(path, 'rb') as f:
            return f.read()

    def function(self, case_id, number):
        """The fde line of a function, from the case that decodes the section of this look-up."""
        decoded = re.sub('-(lookup|sequence)$', '', case_id)
        if not os.path.exists(os.path.join(self.folder, decoded + '.case')):
            return ''   # only its look-ups are kept
        found = re.search('^fde ' + number + ' .*$', self.text(decoded), re.M)
        return found.group(0) if found else ''


class Result:
    """One case with its outcomes in all runs."""
    def __init__(self, record, guarded, gate):
        self.id = record['id']
        self.counts = LEVELS.index(record['level']) <= LEVELS.index(gate)   # also if it is not UNSAFE
        self.guarded = guarded   # every access outside a buffer crashes
        self.area = record['area']
        self.op = record['op']
        self.order = record['order']
        self.profile = record['profile']
        self.expect = record['expect']
        self.name = record['class'] or record['policy'] or ''
        self.multi = record['multi-fault']
        self.expected = record['expected'] or ''
        self.seen = record['seen'] or ''
        self.message = ''
        self.outcomes = {}

    def add(self, record):
        outcome = record['outcome']
        if outcome == 'wrong-output' or (outcome == 'crash' and self.guarded):
            outcome += ':' + record['detail']
        self.outcomes[outcome] = True
        if outcome != 'pass' and (record['message'] or not self.message):
            self.message = record['message'] or ''
            self.expected, self.seen = record['expected'] or '', record['seen'] or ''

    def has(self, outcome):
        return any(o.split(':')[0] == outcome for o in self.outcomes)

    def is_excused(self):
        names = {o.split(':')[0] for o in self.outcomes}
        return names <= {'pass'} or (not names & UNSAFE if not self.counts else self.multi and names <= EXCUSED)

    def keys(self):
        found = [o.split(':')[1] for o in self.outcomes if o.startswith('wrong-output:')]
        return found[0] if found else ''


def is_gnu(peer):
    return not peer.startswith('llvm')


def is_dump(peer):
    """The tools that print the text of libsframe's dump_sframe()."""
    return peer.startswith(('readelf', 'objdump'))


def is_early(peer):
    """2.40 and 2.44, which mostly ignore the header's offsets."""
    return peer.endswith(('2.40', '2.44'))


def explain_outside(peer, r):
    """Reads the wrong bytes. The outcome is chance, except when an allocation fails."""
    if 'double free' in r.message:
        return DOUBLE_FREE
    if r.has('limit'):
        return 'B14: allocates what a length field says without checking it against the section size (AMB-034)'
    if not is_gnu(peer):
        return 'AMB-034: lets FREs lie anywhere in the section, whatever the length of the FRE sub-section'
    if r.name == 'fre-offset-out-of-bounds' and r.order == 'big' and r.has('crash'):
        return ('B64: checks that an FRE lies inside the section only after swapping its bytes (AMB-034)' if is_early(peer) else
                'B65: swaps the bytes of an FRE after the end of the section, which passes the bounds test (AMB-034)')
    if is_early(peer) and 'freoff' in r.id:
        return IGNORES_FREOFF
    return OUTSIDE[r.name]


def explain_crash(peer, r):
    if r.name == 'AMB-007':
        return V1_STRIDE if peer.endswith('2.44') and '/older-v1-' in r.id else None
    if r.name == 'byte-order-mismatch':
        return 'B14: reads counts and lengths in the wrong byte order, and then past the section'
    if r.name == 'AMB-071':
        return 'B28: fails an assertion on an FRE that starts at the end of its function (AMB-071)'
    if r.name == 'AMB-032':
        return IGNORES_FDEOFF
    if r.name == 'subsections-not-tiled':
        return IGNORES_FREOFF if is_early(peer) else NOT_TILED
    if r.name == 'bad-version':
        return 'AMB-001: reads a body by the version number alone, and fails an assertion on what it finds'
    if 'crash:SIGSEGV' in r.outcomes:
        return ROWS
    for function, reason in ASSERTIONS:
        if function + ':' in r.message:
            return reason
    if r.name == 'bad-flex-word-count':
        return LENIENT[r.name]
    return None


def explain_lenient(peer, r, refused):
    if is_dump(peer) and r.name in REFUSED_ROWS and r.id in refused:
        return 'DUMP-ERROR: goes on when the library refuses an FRE, and shows uninitialised memory'
    if r.name == 'undefined-flag':
        return None if is_gnu(peer) else 'B60: ignores undefined flags'
    if r.name == 'subsections-not-tiled':
        return NOT_TILED if peer.endswith('2.47') else IGNORES_FREOFF
    if r.name == 'bad-abi' and 's390x-before' in r.id and peer.endswith('2.47'):
        return 'AMB-001: reads every version 2 section by the errata: accepts the ABI of s390x'
    return LENIENT.get(r.name)


def join(reasons):
    """"B20: ...", "AMB-05B: ..." becomes "B20, AMB-05B: ...; ..."."""
    parts = [reason.split(': ', 1) for reason in reasons]
    return ', '.join(p[0] for p in parts) + ': ' + '; '.join(p[1] for p in parts)


WRONG = (
    # question, keys, implementations, reason
    ('', 'section.flags', 'readelf|objdump', 'B20: shows only the last of two flags'),
    ('', 'fde.size', 'readelf|objdump', SIGNED_SIZE),
    ('', 'fre.ra', r'(readelf|objdump)-2\.40', NO_FIXED_RA),
    ('AMB-048', 'fde.signal', 'readelf|objdump', "V3-BIT: shows version 3's signal bit in version 2, where it is unused"),
    ('AMB-032', 'fde.start', r'2\.47', 'B6: adds a field position that lacks sfh_fdeoff to a start (AMB-032)'),
    ('AMB-059', 'fre.fp', r'2\.40|llvm', "AMB-059: ignores the header's fixed FP offset"),
    ('AMB-059', '(fre|pc).fp', r'2\.47', "AMB-059: takes the header's fixed FP offset for a register word of s390x"),
    ('AMB-067', '(fre|pc).cfa', r'2\.47', 'AMB-067: multiplies the CFA word of s390x in 32 bits'),
    ('AMB-055', 'fre.mangled', r'2\.47', 'AMB-055: does not show that the RA of an FRE without words is mangled'),
    ('AMB-060', 'fre.ra', r'2\.47', 'AMB-060: shows an RA word of 0 as padding, which only s390x has'),
    ('AMB-087', 'fre.ra', r'2\.47', 'CFA-SUM: shows a sum and the value stored at it alike (AMB-087)'),
    ('AMB-005', '.*section.abi', 'llvm', 'B43: does not know the s390x ABI or how it stores the CFA'),
)


def question(r, corpus):
    """The question that a wrong answer is about: the case's own, or one whose only right answer the section asks for."""
    if not r.name and r.area != 'elf' and corpus.section(r.id)[5] != 0:
        return 'AMB-059'
    if not r.name and ' ra=undefined ' in r.expected:
        return 'AMB-055'
    return r.name


def explain_wrong(peer, r, corpus):
    if r.name == 'AMB-032' and is_early(peer):
        return IGNORES_FDEOFF
    asked, reasons = question(r, corpus), []
    for key in r.keys().split(','):
        # Each wrong key has its own reason, unless one reason covers all keys.
        for name, keys, peers, reason in WRONG:
            if (not name or name == asked) and re.search(peers, peer):
                if re.fullmatch(keys, r.keys()):
                    return reason
                if re.fullmatch(keys, key):
                    reasons.append(reason)
                    break
        else:
            return None
    return join(reasons)


def distance(corpus, r):
    """From the section to the first PC with a wrong answer."""
    pc, addr = int(r.expected.split()[1], 16), int(corpus.value(r.id, 'addr'), 16)
    return (pc - addr + (1 << 63)) % (1 << 64) - (1 << 63)


def explain_mask(peer, r, corpus, line):
    """A look-up in a function of repeated blocks."""
    after = 'B8: finds an FRE for a PC after the last function'
    if ' none' in r.expected:
        return after
    if peer.endswith('2.40'):
        return 'AMB-078: applies the mask of version 1 to something other than the distance from the start'
    if distance(corpus, r) < 0:
        return 'B10: takes the distance of the PC from the section, which is negative, modulo the block (AMB-077)'
    block = re.search(' rep=([0-9]+)', line)
    if int(corpus.value(r.id, 'addr'), 16) % int(block.group(1)) != 0:
        section = 'B10: takes the distance of the PC from the section modulo the block, not that from the function or the PC (AMB-077)'
        return join([after, section]) if 'pc.found' in r.keys() else section
    # The distance from the section and the PC have the same remainder, and the PC's is a right answer.
    return after if r.name == 'AMB-077' and 'pc.found' in r.keys() else None


def explain_lookup(peer, r, corpus):
    if r.has('crash') or r.has('limit'):
        return explain_outside(peer, r) if r.name in OUTSIDE else explain_crash(peer, r)
    if r.has('too-lenient'):
        return explain_lenient(peer, r, ()) or OUTSIDE.get(r.name) or DAMAGED
    flags = corpus.section(r.id)[3]
    late = peer.endswith('2.47')
    if not flags & 1:
        return 'AMB-024: looks up only in sorted sections'
    if late and not flags & 4:
        return 'B47: looks up as if starts were PC-relative, although that flag is clear (AMB-015)'
    if question(r, corpus) in ('AMB-059', 'AMB-067'):
        return explain_wrong(peer, r, corpus)
    if r.name == 'AMB-032':
        return ('B6: adds a field position that lacks sfh_fdeoff to a start (AMB-032)' if late else IGNORES_FDEOFF)
    if r.area == 'outermost' or 'outermost-function' in r.id or ' fre=none ' in r.expected:
        return 'AMB-092: finds nothing in a function that is outermost as a whole'
    if re.search('/zeros?-(inside-another|at-same-start)-lookup$', r.id):
        return 'ZERO-SIZE: lets an empty function hide another one that covers its address'
    found = re.search('fde=([0-9]+)', r.expected)
    line = corpus.function(r.id, found.group(1) if found else '0')
    if ' pc=mask' in line:
        return explain_mask(peer, r, corpus, line)
    if late and ' none' in r.expected:
        return 'B46: compares distances in 32 bits and finds functions that are 4 GiB away (AMB-016)'
    size = re.search(' size=0x([0-9a-f]+)', line)
    if not line and re.search('/boundary/(function-sizes|starts-addr4)', r.id):
        return SIGNED_LOOKUP   # only the look-ups of these large functions are kept
    if size and int(size.group(1), 16) > 0x7fffffff:
        return SIGNED_LOOKUP
    start = re.search(' start=0x([0-9a-f]+)', line)
    if size and int(start.group(1), 16) + int(size.group(1), 16) - int(corpus.value(r.id, 'addr'), 16) >= 1 << 31:
        return 'B46: keeps the distance from the section in 32 bits, also for the end of a function (AMB-010)'
    if distance(corpus, r) < 0:
        return 'BELOW: finds no function that starts below the section (AMB-010)'
    return None


def explain_sequence(peer, r, corpus):
    """Look-ups in a row; in a reject a function is damaged."""
    if r.has('crash'):
        return explain_outside(peer, r) if r.name in OUTSIDE else explain_crash(peer, r)
    reason = explain_lookup(peer, r, corpus)
    if reason or r.expect != 'reject' or 'pc.reject' not in r.keys():
        return reason
    return LENIENT.get(r.name) or OUTSIDE.get(r.name) or DAMAGED


# Faults of encoders, by the name of the case.
ENCODER = (
    ('empty-encode', 'ENC-EMPTY: cannot write a section without functions'),
    ('no-rows-encode|signal-without-rows-encode', 'ENC-NO-ROWS: leaves no room for the attribute of a function without FREs, and writes past its buffer'),
    ('far-none-encode|far-sorted-encode|lowest-start-encode|section-relative-encode',
     'ENC-PCREL: cannot write a section without the flag for PC-relative starts'),
    ('unsorted-encode', 'ENC-SORT: always sorts the functions and sets the flag'),
    ('refuse-not-sorted', 'ENC-SORT: sorts functions that must stay unsorted'),
    ('refuse-flag', 'B60: accepts a flag that its version does not have'),
    ('refuse-mask-without-block', 'AMB-079: accepts a repeated block of no bytes'),
    ('refuse-outermost', 'AMB-054: accepts an FRE without words'),
    ('row-at-end-encode', 'B28: fails an assertion on an FRE that starts at the end of its function (AMB-071)'),
    ('refuse-row-order|refuse-row-start-in-order', 'AMB-070: does not check the order of FREs'),
    ('refuse-row-start-0x[0-9a-f]*', 'ENC-WIDTH: fails an assertion on an FRE start that does not fit its width'),
)


def explain_encoder(r):
    for pattern, reason in ENCODER:
        if re.fullmatch(pattern, r.id.rsplit('/', 1)[1]):
            return reason
    return None


def explain_elf(peer, r, corpus):
    """An ELF file with or without a section."""
    objects = r.id.split('/')[-1].startswith(('object', 'large-numbers-object')) or r.id.endswith('/two-sections')
    if r.has('crash'):
        return explain_crash(peer, r)
    if r.has('protocol') and objects:
        return ("B22: shows an object's relocations instead of addresses (AMB-011)" if 'llvm' in peer
                else 'AMB-113: shows all sections of that name')
    if r.has('too-strict') or r.keys() == 'container':
        return BY_NAME
    if r.has('too-lenient'):
        return ('ELF-RELOCATION: shows the stored value where a relocation cannot be applied' if objects
                else 'ELF-HEADER: goes on although the ELF headers say that there is no such section')
    if objects and 'fde.start' in r.keys():
        both = ', AMB-05B' if 'fre.ra' in r.keys() else ''
        return 'B22' + both + ": does not apply an object's relocations (AMB-011)"
    return explain_wrong(peer, r, corpus)


def explain(peer, r, corpus, refused):
    if r.op == 'encode':
        return explain_encoder(r)
    if r.area == 'elf':
        return explain_elf(peer, r, corpus)
    if r.op == 'lookup':
        return explain_lookup(peer, r, corpus)
    if r.op == 'sequence':
        return explain_sequence(peer, r, corpus)
    if r.op != 'decode':
        return None
    if r.has('wrong-output') and not r.has('crash'):
        return explain_wrong(peer, r, corpus)
    if r.name in OUTSIDE:
        return explain_outside(peer, r)
    if r.has('crash') or r.has('state-dependent'):
        return explain_crash(peer, r)
    if r.has('too-lenient') or (r.has('protocol') and r.name == 'bad-fre-type'):
        return explain_lenient(peer, r, refused)
    return None


def outcomes_of(r, leaves_buffer):
    """The outcomes that the entry allows. A command that reads outside its buffers may find anything there."""
    outcomes = set(r.outcomes)
    if leaves_buffer and not outcomes <= {'crash'}:
        outcomes |= {'crash', 'state-dependent'}
        if r.expect != 'reject':
            outcomes = {o for o in outcomes if not o.startswith('wrong-output')} | {'wrong-output'}
        else:
            outcomes |= {'too-lenient', 'pass'} if r.order == 'big' else {'too-lenient'}
    elif leaves_buffer and r.expect == 'reject':
        outcomes |= {'state-dependent', 'too-lenient'} | ({'pass'} if r.order == 'big' else set())
    return '|'.join(sorted(outcomes, key=lambda o: (o == 'pass', o)))


HEADER = """# SPDX-License-Identifier: MIT
#
# Cases that {peer} fails up to the level {gate}, and all in which it crashes
# or breaks a limit, by reason: ID OUTCOME. The list is exact: an entry that passes, fails in another way or
# matches no case makes a run fail. causes.txt explains the word before a reason,
# ref/registers/policies.txt each AMB- number. explain.py wrote this list from runs on a
# little-endian machine.
{more}"""
BY_CHANCE = """#
# When it reads or writes outside its buffers, the outcome depends on memory layout: such an entry
# allows all possible outcomes. The adapter grants 1 GiB of address space.
"""
GUARDED = """#
# The adapter puts an unreadable page after each block of memory, so that every access past its end
# crashes.
"""


def read_runs(paths, guarded):
    """The results by id, and the level up to which failures count in all runs."""
    results, gates = {}, set()
    for path in paths:
        with open(path, encoding='utf-8') as f:
            gate = json.loads(f.readline())['level']
            gates.add(gate)
            for line in f:
                record = json.loads(line)
                if record.get('type') == 'case' and record['outcome'] not in ('skipped', 'not-run'):
                    results.setdefault(record['id'], Result(record, guarded, gate)).add(record)
    if len(gates) != 1:
        sys.exit('explain.py: the runs have different levels: ' + ', '.join(sorted(gates)))
    return results, gates.pop()


def known_of_library(peer):
    """Outcomes by id of the library of the same release. Write its list before those of the tools that use it."""
    path = os.path.join(HERE, 'libsframe-' + peer.rsplit('-', 1)[1] + '.known')
    if peer.startswith('libsframe') or not os.path.exists(path):
        return {}
    return {entry[0]: entry[1] for entry in known_file.read(path)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n', maxsplit=1)[0])
    parser.add_argument('--corpus', default=os.path.join(HERE, '..', '..', 'corpus'))
    parser.add_argument('file')
    parser.add_argument('results', nargs='+')
    options = parser.parse_args()
    peer = os.path.basename(options.file)[:-len('.known')]
    corpus = Corpus(options.corpus)
    results, gate = read_runs(options.results, peer.startswith('libsframe'))
    known = known_of_library(peer)
    entries, unexplained = [], 0
    refused = {r.id for r in results.values() if r.id not in known}
    for case_id, r in sorted(results.items()):
        if r.is_excused():
            continue
        reason = explain(peer, r, corpus, refused)
        unexplained += reason is None
        leaves_buffer = (known and (r.name in OUTSIDE or 'crash:SIGSEGV' in known.get(case_id, ''))
                         and 'double free' not in r.message and reason != BY_NAME)
        entries.append((case_id, outcomes_of(r, leaves_buffer), reason or 'unexplained'))
    more = GUARDED if peer.startswith('libsframe') else BY_CHANCE if is_gnu(peer) else ''
    known_file.write(options.file + '.new', HEADER.format(peer=peer, gate=gate, more=more), entries)
    os.replace(options.file + '.new', options.file)
    print(f'{options.file}: {len(entries)} entries, {unexplained} of them unexplained')
    return 1 if unexplained else 0


if __name__ == '__main__':
    sys.exit(main())
