#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the reference, the runner and the judge of producers with other programs, on the same bytes in
one run, and prints one table. Read the ratios: times vary with the machine.

usage: bench.py --bench BENCH --ref SFRAME-REF [--conform SFRAME-CONFORM --corpus CORPUS --adapter FILE]
                [--most SECONDS] [--valgrind VALGRIND] [--only PART]... [PROFILE:READER]...

  PROFILE:READER  a libsframe (its name has `.so`), the reader of glibc (libsframe-glibc.so, which
                  `ci/real/glibc.sh --build` makes), a llvm-readobj, or a readelf. PROFILE, v1 to v3, is the
                  version of the sections that it gets: v3:peers/sid/bin/readelf
  --adapter FILE  a framed adapter, which the runner asks the corpus
  --most SECONDS  the most that this may take (2); above it only the time counts, not the runner's share
  --valgrind      counts instructions too, which do not depend on the machine's speed
  --only PART     readers, runner, instructions or producer, and nothing else

Without --adapter there is no part `runner`, without --valgrind no `instructions`. Where no assembler writes SFrame
data, `producer` is skipped.
exit status: 0 all other parts were measured, and the runner and the judge of producers keep their limits; 1 not, or nothing was
"""
import argparse
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time

FUNCTIONS, ROWS, LARGE = 250000, 1200000, (700000, 3360000)
PROFILES, ACTIONS = ('v1', 'v2', 'v2e1', 'v2e2', 'v3'), ('check', 'walk', 'find')
# The most microseconds that the runner may add to a question, with loading and judging, and the fewest cases a second.
MOST_OVERHEAD, LEAST_CASES = 100.0, 5000


def line(what, ours, beside='', theirs='', ratio=None):
    print('%-58s %14s  %-18s %14s %6s' % (what, ours, beside, theirs, '' if ratio is None else '%.2f' % ratio), flush=True)


def command(argv, output='/dev/null', allowed=(0,), **more):
    """(seconds, CPU seconds, most KiB) of a command that must succeed."""
    with open(output, 'wb') as out:
        start = time.monotonic()
        process = subprocess.Popen(argv, stdout=out, **more)
        _, status, used = os.wait4(process.pid, 0)
        seconds = time.monotonic() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in allowed:
        sys.exit('bench.py: exit status %d: %s' % (process.returncode, ' '.join(argv)))
    return seconds, used.ru_utime + used.ru_stime, used.ru_maxrss


def best(argv, **more):
    return tuple(map(min, zip(*(command(argv, **more) for _ in range(3)))))


# ---- The reference beside other readers ----

def elf(section):
    """The section in an ELF file, at its address."""
    names = b'\0.sframe\0.shstrtab\0'
    head = struct.pack('<16sHHIQQQIHHHHHH', b'\x7fELF\2\1\1', 3, 62, 1, 0, 0, 64, 0, 64, 0, 0, 64, 3, 2)
    sections = struct.pack('<64x') + struct.pack('<IIQQQQIIQQ', 1, 1, 2, 0x70000000, 256, len(section), 0, 0, 8, 0)
    sections += struct.pack('<IIQQQQIIQQ', 9, 3, 0, 0, 256 + len(section), len(names), 0, 0, 1, 0)
    return head + sections + section + names


def text(o, profile, reader, folder):
    """The text of sframe-ref beside that of another program."""
    path, out = os.path.join(folder, 'file.so'), os.path.join(folder, 'out')
    with open(path, 'wb') as file:
        file.write(elf(subprocess.run([o.bench, 'write', profile, str(FUNCTIONS), str(ROWS)], stdout=subprocess.PIPE, check=True).stdout))
    theirs = [reader, '--sframe=.sframe' if 'llvm-' in reader else '--sframe', path]
    command(theirs, out)
    if os.path.getsize(out) < ROWS * 10:
        sys.exit('bench.py: %s did not print all rows' % reader)
    a, b = best([o.ref, 'dump', '--profile', profile, path]), best(theirs)
    line('%s: whole programs, text' % profile, '%.3f s' % a[0], os.path.basename(reader), '%.3f s' % b[0], b[0] / a[0])


def large(o, folder):
    path = os.path.join(folder, 'large')
    command([o.bench, 'write', 'v1', *map(str, LARGE)], path)
    seconds, _, peak = best([o.ref, 'check', '--addr', '0x70000000', path])
    line('v1: sframe-ref check, %d MiB' % (os.path.getsize(path) >> 20), '%.3f s' % seconds, 'its memory', '%d MiB' % (peak >> 10))


def readers(o, folder):
    large(o, folder)
    for profile, reader in o.readers:
        if '.so' not in reader:
            text(o, profile, reader, folder)
    for profile, library in [('v1', None)] + [r for r in o.readers if '.so' in r[1]]:
        done = subprocess.run([o.bench, 'compare', profile] + ([library] if library else []), stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            sys.exit('bench.py: no figures of %s:%s; the line above says why' % (profile, library or 'sframe-ref'))
        for what, ours, beside, theirs in (row.split('\t') for row in done.stdout.splitlines()):
            # Beside memory the reference is the slower one, so its share is shown the other way round.
            ratio = None if theirs == '-' else float(ours) / float(theirs) if beside == 'memory' else float(theirs) / float(ours)
            line('%s: %s' % (profile, what), ours + ' ns', *([] if theirs == '-' else [beside, theirs + ' ns', ratio]))
    return True


# ---- Instructions ----

def count(o, profile, action, rows, folder):
    """Instructions for each row or look-up."""
    out = os.path.join(folder, 'callgrind.out')
    done = subprocess.run([o.valgrind, '-q', '--tool=callgrind', '--toggle-collect=measured', '--callgrind-out-file=' + out,
                           o.bench, 'once', profile, action, '25000', str(rows)], stdout=subprocess.PIPE, text=True, check=True)
    with open(out, encoding='ascii') as lines:
        totals = [int(text.split()[1]) for text in lines if text.startswith(('summary:', 'totals:'))]
    if not totals or totals[0] == 0:
        sys.exit('bench.py: callgrind counted nothing')
    return totals[0] / int(done.stdout)


def instructions(o, folder):
    """A second section, whose functions have more rows, tells what a row and what a function needs."""
    for profile in PROFILES:
        check, walk, find = (count(o, profile, action, 120000, folder) for action in ACTIONS)
        row = (count(o, profile, 'check', 360000, folder) * 360000 - check * 120000) / 240000
        line('%s: instructions of a walk, per row' % profile, '%.1f' % walk, 'of a look-up', '%.1f' % find)
        line('%s: instructions of check, per row' % profile, '%.1f' % check, 'a row, a function',
             '%.1f %.1f' % (row, (check - row) * 120000 / 25000))
    return True


# ---- The runner ----

def answer_all(adapter, questions):
    """CPU seconds."""
    with open(questions, 'rb') as file:
        return command([adapter], stdin=file)[1]


def runner(o, folder):
    """The runner beside the adapter alone, which gets all questions at once, so nobody waits for an answer."""
    with open(o.adapter, encoding='utf-8') as file:
        conf = file.read()
    found = re.search('^command: (.*)$', conf, re.M)
    program = found[1].replace('{here}', os.path.dirname(os.path.abspath(o.adapter)))
    environment = dict(os.environ, PATH=os.path.dirname(os.path.abspath(o.conform)) + '/adapters:' + os.environ['PATH'])
    recorder = os.path.join(folder, 'recorder.conf')
    with open(os.path.join(folder, 'record'), 'w', encoding='ascii') as file:
        file.write('#!/bin/sh\ntee "%s/asked.$$" | "%s"\n' % (folder, shutil.which(program, path=environment['PATH'])))
    os.chmod(file.name, 0o755)
    with open(recorder, 'w', encoding='utf-8') as file:
        file.write(conf.replace(found[0], 'command: {here}/record'))
    run = [o.conform, 'run', '--corpus', o.corpus, '--adapter']
    # The shell does not end with the adapter, which the runner says (6).
    command(run + [recorder, '-j', '1'], allowed=(0, 6), env=environment)
    # The one process that was asked all; another was asked before it, whether it works.
    questions = max((os.path.join(folder, name) for name in os.listdir(folder) if name.startswith('asked.')), key=os.path.getsize)
    with open(questions, 'rb') as file:
        cases = len(re.findall(rb'@case [0-9]+ [0-9]+\n', file.read()))
    alone = min(answer_all(shutil.which(program, path=environment['PATH']), questions) for _ in range(3))
    one = best(run + [o.adapter, '-j', '1'], env=environment)
    whole = best(run + [o.adapter], env=environment)
    overhead = (one[1] - alone) / cases * 1e6
    line('runner: CPU, one by one, %d questions' % cases, '%.3f s' % one[1], 'adapter alone', '%.3f s' % alone, one[1] / alone)
    line('runner: what it adds to a case (at most %.0f us)' % MOST_OVERHEAD, '%.1f us' % overhead)
    # On a busy machine the CPU time counts: the time that an idle machine would take.
    taken = min(whole[:2])
    line('runner: the whole corpus (at most %g s)' % o.most, '%.3f s' % whole[0], 'cases a second', '%.0f' % (cases / taken))
    # A sanitizer in the adapter or the runner is slow: then only the time of the whole run counts.
    return taken <= o.most and (o.most > 2 or (overhead <= MOST_OVERHEAD and cases / taken >= LEAST_CASES))


# ---- The judge of producers ----

FUNCTION = ''' .type f{0}, @function
f{0}:
 .cfi_startproc
 push %rbp
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 mov %rsp, %rbp
 .cfi_def_cfa_register 6
 .zero {1}, 0x90
 .cfi_remember_state
 pop %rbp
 .cfi_def_cfa 7, 8
 ret
 .cfi_restore_state
 .zero {2}, 0x90
 pop %rbp
 .cfi_def_cfa 7, 8
 ret
 .cfi_endproc
 .size f{0}, . - f{0}
'''
ONE = ' .type f, @function\nf:\n .cfi_startproc\n%s ret\n .cfi_endproc\n .size f, . - f\n'
ROW = ' push %rbx\n .cfi_def_cfa_offset {0}\n nop\n pop %rbx\n .cfi_def_cfa_offset 8\n'
# What a library is made of, and whether it is linked: the system's linker takes minutes for one function of that size. A
# call to a function of another file has a stub of 16 bytes, which is looked up byte by byte.
SHAPES = {
    'functions': (lambda n: ''.join(FUNCTION.format(i, 1 + i % 97, 1 + i % 31) for i in range(n)), True),
    'one function': (lambda n: ONE % ''.join(ROW.format(16 + 8 * (i % 3)) for i in range(5 * n // 2)), False),
    'stubs': (lambda n: ONE % ''.join(' call g%d@PLT\n' % i for i in range(n // 2)), True),
}


def judge(o, text_of, link, name):
    """CPU seconds, ranges and MiB for a library or object of this text."""
    with open(name + '.s', 'w', encoding='ascii') as file:
        file.write(' .text\n' + text_of)
    subprocess.run(['as', '--gsframe', '-o', name + '.o', name + '.s'], check=True)
    if link:
        subprocess.run(['ld', '-shared', '--eh-frame-hdr', '-o', name + '.so', name + '.o'], check=True)
    judged = [o.conform, 'producer', '--json', name + ('.so' if link else '.o')]
    _, seconds, peak = best(judged, output=name + '.json')
    with open(name + '.json', encoding='ascii') as file:
        return seconds, sum(json.load(file)['files'][0]['ranges'].values()), peak >> 10


def producer(o, folder):
    """Under 5 s and 300 MiB, and the time must not grow faster than the rows."""
    said = subprocess.run(['as', '--help'], stdout=subprocess.PIPE, text=True, check=False).stdout if shutil.which('as') else ''
    if '--gsframe' not in said or os.uname().machine != 'x86_64':
        line('producer: skipped, no assembler that writes SFrame data', '')
        return None
    good = True
    for shape, (make, link) in SHAPES.items():
        seconds, rows, memory = judge(o, make(40000), link, os.path.join(folder, 'whole'))
        half, half_rows, _ = judge(o, make(20000), link, os.path.join(folder, 'half'))
        ratio = seconds / half / (rows / half_rows / 2)
        line('producer: %s, %d ranges, %d MiB' % (shape, rows, memory), '%.3f s' % seconds, 'half of them', '%.3f s' % half, ratio)
        good = good and seconds < 5 and memory < 300 and ratio < 2.5
    return good


PARTS = {'readers': readers, 'runner': runner, 'instructions': instructions, 'producer': producer}


def reader(word):
    found = re.fullmatch('(v1|v2|v2e1|v2e2|v3):(.+)', word)
    if not found:
        raise argparse.ArgumentTypeError('a reader is PROFILE:READER, not %s' % word)
    return found.groups()


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    for name in ('bench', 'ref', 'conform', 'corpus', 'adapter', 'valgrind'):
        parser.add_argument('--' + name)
    parser.add_argument('--most', type=float, default=2.0)
    parser.add_argument('--only', action='append', choices=list(PARTS))
    parser.add_argument('readers', nargs='*', type=reader)
    o = parser.parse_args()
    has = {'readers': o.bench and o.ref, 'runner': o.adapter, 'instructions': o.bench and o.valgrind, 'producer': o.conform}
    print('%-58s %14s  %-18s %14s %6s' % ('', 'ours', 'beside', '', 'ratio'))
    with tempfile.TemporaryDirectory(prefix='sframe-bench-') as folder:
        kept = [part(o, folder) for name, part in PARTS.items() if has[name] and (not o.only or name in o.only)]
    kept = [good for good in kept if good is not None]
    return 0 if kept and all(kept) else 1


if __name__ == '__main__':
    sys.exit(main())
