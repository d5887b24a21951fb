#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The template finds deliberate defects of three readers, and nothing in the readers without them. A TAP producer.

usage: wrong.py DIRECT PIPE EXAMPLES [--draws COUNT | --engine draws|libfuzzer|afl --cpu SECONDS --seeds FOLDER] [--from NUMBER]

DIRECT is the template with tests/reader.c, PIPE the one for other languages. EXAMPLES has the readers in Python and Perl.
Each reader has eight defects: text that takes the place of another. With --engine both are built for that engine, and it has
so many CPU seconds for each defect, with all processes; what it needed is printed. Reader A is late, B tells what it finds
open, C checks all. --from: the first reader, 0 to 26, to go on with.
"""
import argparse
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', '..', 'conformance', 'tests', 'cli'))
from common import ok as check, plan, read, read_bytes, write  # noqa: E402

RUN = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', '..', 'ci', 'fuzz', 'run.py')

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
        text = read(os.path.join(examples, name))
        for _, old, new in (change for change in changes if change[0] == name):
            if text.count(old) != 1:
                sys.exit('%s does not have %r once' % (name, old))
            text = text.replace(old, new)
        write(os.path.join(folder, name), text)


def command_of(given, program):
    if not given.engine or given.engine == 'draws':
        return [program, '--draws', str(given.draws if not given.engine else 10 ** 9)]
    if given.engine == 'libfuzzer':
        return [program, '-seed=1', '-max_len=4096', '-timeout=20', given.seeds]
    return ['afl-fuzz', '-s', '1', '-t', '20000', '-V', '86400', '-i', given.seeds, '-o', 'out', '--', program]


def run(given, program, env, folder):
    """The difference that was found, or None; and the CPU seconds."""
    env = dict(os.environ, **env, AFL_NO_UI='1', AFL_SKIP_CPUFREQ='1', AFL_NO_AFFINITY='1', AFL_BENCH_UNTIL_CRASH='1',
               AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES='1', AFL_CUSTOM_MUTATOR_LIBRARY=program + '.so')
    command, ended = command_of(given, program), 0
    with open(os.path.join(folder, 'log.0'), 'wb') as log:
        if not given.engine:
            ended = subprocess.run(command, env=env, cwd=folder, stdout=log, stderr=log, check=False).returncode
    if given.engine:
        os.remove(os.path.join(folder, 'log.0'))
        ended = subprocess.run([sys.executable, RUN, '--spent', 'spent', '--cpu', str(given.cpu), '--log', 'log', '--', *command],
                               env=env, cwd=folder, check=False).returncode
    for crash in glob.glob(os.path.join(folder, 'out/default/crashes/id*'))[:1]:
        with open(os.path.join(folder, 'log.0'), 'wb') as log:
            subprocess.run([program, crash], env=env, cwd=folder, stdout=log, stderr=log, check=False)
    text = read_bytes(os.path.join(folder, 'log.0')).decode(errors='replace')
    found = re.search('^(?:difference|adapter|SUMMARY): (.*)', text, re.M)
    if ended and not found:
        sys.exit('%s ended with %d, and found nothing:\n%s' % (command, ended, text[-2000:]))
    return found and found[1], json.loads(read(os.path.join(folder, 'spent')))['cpu'] if given.engine else 0


def check_edges(given):
    """An adapter is asked for no more than it declares. What cannot be tried does not pass, and a finding stays as it is."""
    with tempfile.TemporaryDirectory() as folder:
        write_reader(folder, given.examples, [('sframe_framed.py', old, new) for old, new in (
            ('"little big"', '"big"'), ('"aarch64 amd64 s390x"', '"aarch64 amd64"'), ('"decode lookup unwind sequence"', '"decode"'),
            ('"unwinds": "second"', '"unwinds": "second", "policy": "AMB-077 accept"'))])
        env = {'SFK_ADAPTER': '%s sframe_framed.py' % sys.executable, 'SFK_WRONG': '4'}
        why, _ = run(given, given.pipe, env, folder)
        check(not why, 'one byte order, no look-ups, and any answer but a refusal%s' % (': %s' % why if why else ''))
        run(given, given.direct, env, folder)
        os.rename(os.path.join(folder, 'difference.sframe'), os.path.join(folder, 'finding'))
        write(os.path.join(folder, 'long'), '0' * 65537)
        tried = [subprocess.run([given.direct, path], cwd=folder, env=dict(os.environ, **env), stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL, check=False).returncode for path in ('finding', '.', 'long')]
        check(tried == [1, 2, 2] and not glob.glob(os.path.join(folder, '*.sframe')),
              'a finding, a folder and a long file end with 1, 2 and 2: %s' % tried)
        write_reader(folder, given.examples, [('sframe_framed.py', '    opened = [', '    sys.exit(1)\n    opened = [')])
        why, _ = run(given, given.pipe, dict(env, SFK_LEVEL='refuse'), folder)
        check(why == 'no answer: the reader crashed' and os.listdir(folder).count('tried.sframe') == 1, 'an input that ends the reader is kept')


def main():
    parser = argparse.ArgumentParser()
    for name in ('direct', 'pipe', 'examples', '--seeds'):
        parser.add_argument(name, type=os.path.abspath)
    parser.add_argument('--draws', type=int, default=400)
    parser.add_argument('--engine', choices=['draws', 'libfuzzer', 'afl'])
    parser.add_argument('--cpu', type=float, default=60)
    parser.add_argument('--from', type=int, default=0, dest='first')
    given = parser.parse_args()
    readers = {
        'A, in C': [(name, None) for name in C_DEFECTS],
        'B, in Python': [(name, ('sframe_reader.py', old, new)) for name, old, new in PYTHON],
        'C, in Perl': [(name, ('sframe_three.pl', old, new)) for name, old, new in PERL],
    }
    total, tried, index = 0, 0, -1
    for reader, defects in readers.items():
        seen = 0
        for number, (name, change) in enumerate([('none', None)] + defects):
            index += 1
            if index < given.first:
                continue
            with tempfile.TemporaryDirectory() as folder:
                write_reader(folder, given.examples, (PYTHON_BASE if 'Python' in reader else []) + ([change] if change else []))
                program = '%s %s' % (('perl', 'sframe_three.pl') if 'Perl' in reader else (sys.executable, 'sframe_framed.py'))
                env = {'SFK_WRONG': str(number)} if 'in C' in reader else {
                    'SFK_ADAPTER': program, 'SFK_LEVEL': 'validate' if 'Perl' in reader else 'refuse'}
                why, seconds = run(given, given.direct if 'in C' in reader else given.pipe, env, folder)
            if given.engine:
                print('# %s: %s: %.1f CPU s: %s' % (reader, name, seconds, why or 'not found'), flush=True)
            if number == 0:
                check(not why, 'reader %s: no difference that a question allows%s' % (reader, ': %s' % why if why else ''))
                continue
            tried += 1
            seen += bool(why)
            if not why and not given.engine:
                print('# reader %s: not found: %s' % (reader, name))
        total += seen
        print('# reader %s: %d of 8' % (reader, seen), flush=True)
    check(tried > 0 and total >= tried - tried // 12, '%d of %d defects are found' % (total, tried))
    if not given.engine:
        check_edges(given)
    plan()


if __name__ == '__main__':
    main()
