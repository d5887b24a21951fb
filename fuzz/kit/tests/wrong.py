#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The template finds deliberate defects of three readers, and nothing in the readers without them. A TAP producer.

usage: wrong.py REPLAY PIPE EXAMPLES [--draws COUNT] [--cpu SECONDS]

REPLAY is the template with tests/reader.c, PIPE the one for other languages. EXAMPLES has the readers in Python and Perl.
Each reader has eight defects: text that takes the place of another. With --cpu the number of inputs is what fits into so
many CPU seconds, and it is printed how many were needed. Reader A is late, B tells what it finds open, C checks all.
"""
import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', '..', 'conformance', 'tests', 'cli'))
from common import ok as check, plan  # noqa: E402

C_DEFECTS = ['ignores the auxiliary header', 'does not check the end of the FDEs', 'cuts wide starts to 32 bits',
             'a function contains the PC after it', 'reads s390x register words as slots', 'control words have a sign',
             'reads rows past the end of their sub-section', 'a row begins one byte late']
# The reader follows other words than the corpus in s390x's flexible rows.
PYTHON_BASE = [('sframe_framed.py', '"abis": "aarch64 amd64 s390x"', '"abis": "aarch64 amd64"')]
PYTHON = [
    ('PCMASK in version 1 as a remainder', "masked = relative & start if function.pcmask and self.version == 1 else relative",
     "masked = relative"),
    ('a start from the field, whatever the flag says', "(position if self.flags & 0x4 else 0)",
     "(position if self.version == 3 else 0)"),
    ('AArch64 has FP before RA', "for entity in ('ra', 'fp'):", "for entity in (('ra', 'fp') if self.abi == 'amd64' else ('fp', 'ra')):"),
    ('four bytes of a row start as two', "self.unpack(('BB', 'HB', 'IB')[fretype], position)",
     "(lambda s, i: (s & 0xFFFF, i))(*self.unpack(('BB', 'HB', 'IB')[fretype], position))"),
    ('rows may end after their sub-section', "self.forbid('fre', end > self.limit, position, end)",
     "self.forbid('fre', end > len(self.data), position, end)"),
    ('an empty function contains its start', "(pc - f.start) & MASK64 < f.sfde_func_size)",
     "(pc - f.start) & MASK64 < max(f.sfde_func_size, 1))"),
    ('s390x is accepted before errata 1', "self.forbid('abi', target != [self.abi, self.order] or not defined, 4, 5)",
     "self.forbid('abi', target != [self.abi, self.order], 4, 5) if defined else None"),
    ('a mangled RA by the wrong bit', "return Fre(sfre_start_address, end, *rules, sfre_info >> 7)",
     "return Fre(sfre_start_address, end, *rules, sfre_info >> 7 & (sfre_info & 1))"),
]
PERL = [
    ('PC-relative to the section', '$start + ($s->{flags} & $PCREL ? $at : 0)',
     '$start + ($s->{flags} & $PCREL ? $at - $s->{aux} : 0)'),
    ('a 2-byte row start is signed', "numbers($s, ('C', 'S', 'L')[$f->{width}] . 'C', $at)",
     "numbers($s, ('C', 's', 'L')[$f->{width}] . 'C', $at)"),
    ('a word of 0 is no padding on s390x', '!($s->{abi}{scaled} && $ra == 0)', '!($s->{abi}{scaled} && $ra == 1)'),
    ('the CFA of flexible rows is not scaled', 'flexible_rule($s, $code, $control, scale($s, $offset), 1)',
     'flexible_rule($s, $code, $control, $offset, 1)'),
    ('the bit for loads is that of the register', "if $control_bits & 2;", "if ($control_bits & 6) == 6 || ($control_bits & 3) == 2;"),
    ('functions need not be sorted', "demand($in_order || !($s{flags} & $SORTED)", "demand(1 || !($s{flags} & $SORTED)"),
    ('of several rows the first applies', "for my $j (0 .. $#{$f->{rows}}) { $at = $j if", "for my $j (0 .. $#{$f->{rows}}) { $at //= $j if"),
    ('PCMASK rows match as others', '$offset %= $f->{rep} if $f->{mask};', ''),
]


def write_reader(folder, examples, changes):
    """Copies the readers with changes: (file, old text, new text)."""
    for name in ('sframe_framed.py', 'sframe_reader.py', 'sframe_three.pl'):
        with open(os.path.join(examples, name), encoding='utf-8') as file:
            text = file.read()
        for _, old, new in (change for change in changes if change[0] == name):
            if text.count(old) != 1:
                sys.exit('%s does not have %r once' % (name, old))
            text = text.replace(old, new)
        with open(os.path.join(folder, name), 'w', encoding='utf-8') as file:
            file.write(text)


def run(command, count, env, folder, cpu):
    """Tries `count` inputs, or as many as fit into the CPU time: the difference, the inputs, the seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done, step = 0, count
    while True:
        result = subprocess.run([command, '--draws', str(step), str(done)], env=dict(os.environ, **env), cwd=folder,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        found = re.search('^difference: (?:draw ([0-9]+): )?(.*)', result.stdout + result.stderr, re.M)
        done += step
        if found or result.returncode != 0:
            crash = (result.stderr.strip().splitlines() or ['?'])[-1]
            return found.group(2) if found else 'exit status %d: %s' % (result.returncode, crash), done, seconds
        if seconds >= cpu:
            return None, done, seconds


def main():
    parser = argparse.ArgumentParser()
    for name in ('replay', 'pipe', 'examples'):
        parser.add_argument(name, type=os.path.abspath)
    parser.add_argument('--draws', type=int, default=400)
    parser.add_argument('--cpu', type=float, default=0)
    given = parser.parse_args()
    readers = {
        'A, in C': [(name, None) for name in C_DEFECTS],
        'B, in Python': [(name, ('sframe_reader.py', old, new)) for name, old, new in PYTHON],
        'C, in Perl': [(name, ('sframe_three.pl', old, new)) for name, old, new in PERL],
    }
    total = 0
    for reader, defects in readers.items():
        seen = 0
        for number, (name, change) in enumerate([('none', None)] + defects):
            with tempfile.TemporaryDirectory() as folder:
                base = PYTHON_BASE if 'Python' in reader else []
                write_reader(folder, given.examples, base + ([change] if change else []))
                program = '%s %s' % (('perl', 'sframe_three.pl') if 'Perl' in reader else (sys.executable, 'sframe_framed.py'))
                env = {'SFK_WRONG': str(number)} if 'in C' in reader else {
                    'SFK_ADAPTER': program, 'SFK_LEVEL': 'validate' if 'Perl' in reader else 'refuse'}
                command = given.replay if 'in C' in reader else given.pipe
                why, count, seconds = run(command, given.draws, env, folder, given.cpu)
            if given.cpu:
                print('# %s: %s: %d inputs, %.1f CPU s: %s' % (reader, name, count, seconds, why or 'not found'))
            if number == 0:
                check(not why, 'reader %s: no difference that a question allows%s' % (reader, ': %s' % why if why else ''))
            elif why:
                seen += 1
            else:
                print('# reader %s: not found: %s' % (reader, name))
        total += seen
        print('# reader %s: %d of 8' % (reader, seen))
    check(total >= 22, '%d of 24 defects are found' % total)
    plan()


if __name__ == '__main__':
    main()
