#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What ci/real/kernel.sh does with files.

usage: kernel.py initramfs OUT INIT MODULE PARAMETERS  an initramfs (newc) of the three, with a console
       kernel.py judge CONSOLE USER CASES RESULTS      judges a boot by its KTAP, which must be that of the program, and by
                                                      the results that were made of it
       kernel.py stopped CONSOLE USER                  both runs ended within the same case
exit status: 0 all is right; 1 answers are wrong, or differ; 2 the KTAP is missing or incomplete
"""
import json
import os
import re
import sys

OURS = re.compile(r'KTAP version 1|1\.\.\d+|(not )?ok \d+ |# ')
STAMP = re.compile(r'\[ *\d+\.\d+\] ?')
RESULT = re.compile(r'(not ok|ok) (\d+) (\S+)(?: # (SKIP|TODO) .*)?')
ASKS = re.compile(r'# asks (\d+) (\S+)')
LAST = '# sframe_conformance: '


class Incomplete(Exception):
    """The KTAP cannot be judged."""


def entry(name, mode, data=b'', number=0, device=(0, 0)):
    """An entry of a cpio archive."""
    fields = (number, mode, 0, 0, 1, 0, len(data), 0, 0, *device, len(name) + 1, 0)
    head = b'070701' + b''.join(b'%08X' % field for field in fields) + name.encode() + b'\0'
    return head + b'\0' * (-len(head) % 4) + data + b'\0' * (-len(data) % 4)


def make_initramfs(out, init, module, parameters):
    with open(init, 'rb') as file:
        init = file.read()
    with open(module, 'rb') as file:
        module = file.read()
    with open(out, 'wb') as file:
        file.write(entry('dev', 0o040755, number=1) + entry('dev/console', 0o020600, number=2, device=(5, 1))
                   + entry('init', 0o100755, init, 3) + entry('module.ko', 0o100644, module, 4)
                   + entry('parameters', 0o100644, parameters.encode(), 5) + entry('TRAILER!!!', 0))


def ktap_of(path):
    """Our lines of a log, without the time that the kernel writes in front of each; and all lines."""
    with open(path, encoding='utf-8', errors='replace') as file:
        lines = [STAMP.sub('', line.rstrip('\r\n'), count=1) if line.startswith('[') else line.rstrip('\r\n') for line in file]
    start = lines.index('KTAP version 1') if 'KTAP version 1' in lines else len(lines)
    return [line for line in lines[start:] if OURS.match(line)], lines


def last_asked(lines):
    """The last case that was asked, and whether its result is there."""
    asked, done = None, True
    for line in lines:
        match = ASKS.fullmatch(line)
        if match:
            asked, done = match[2], False
        elif RESULT.fullmatch(line):
            done = True
    return asked, done


def judge(console, user, cases, results):
    """`sframe-conform import` has counted and compared; what is left is that a program says the same, and that all was asked."""
    lines, whole = ktap_of(console)
    if not os.path.exists(results):
        raise Incomplete('the console has no KTAP that can be imported; its last lines:\n' + '\n'.join(whole[-12:]))
    for line in lines:
        if line.startswith(('# level ', '# Totals: ', LAST)):
            print(line)
    with open(results, encoding='utf-8') as file:
        summary = json.loads(file.read().splitlines()[-1])
    if not summary['complete'] or lines[1] != '1..%d' % cases:
        raise Incomplete('it is incomplete, or not of %d cases; the last question is %s' % (cases, last_asked(lines)[0]))
    expected = ktap_of(user)[0]
    if lines != expected:
        first = next((pair for pair in zip(lines, expected) if pair[0] != pair[1]), ('another number of lines', ''))
        print('the program says something else: kernel %r, program %r' % first)
        return 1
    print('the program says the same, %d lines' % len(lines))
    return 0 if summary['status'] == 0 and lines[-1] == LAST + 'passed' else 1


def stopped(console, user):
    """A crash or an endless loop: neither run has an end, and both name the case."""
    seen = [last_asked(ktap_of(path)[0]) for path in (console, user)]
    same = seen[0] == seen[1] and seen[0][0] and not seen[0][1]
    print('%s: kernel %s, program %s' % ('both ended within the same case' if same else 'they did not end within one case',
                                         seen[0][0], seen[1][0]))
    return 0 if same else 1


def main():
    command, *args = sys.argv[1:]
    try:
        if command == 'initramfs':
            make_initramfs(*args)
            return 0
        return judge(args[0], args[1], int(args[2]), args[3]) if command == 'judge' else stopped(*args)
    except Incomplete as error:
        print('error: ' + str(error))
        return 2


sys.exit(main())
