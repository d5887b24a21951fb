#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Shows which harness calls which public function, from the built objects, and fails on a function that none calls.
A TAP producer; the table is in its comments (meson test -v harness_reach).

usage: test_reach.py NM SOURCE LIBSFR.SO HARNESS=OBJECT[,OBJECT]...

The objects are the harness's own code; what libraries below it call is not counted. fuzz/unreached.known has the
exceptions.
"""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import reasons  # noqa: E402
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'conformance', 'tests', 'cli'))
from common import ok as check, plan, read  # noqa: E402


def declared(text):
    """The functions that a header declares."""
    text = re.sub(r'/\*.*?\*/|typedef[^;]*;|^\s*#.*?$', ' ', text, flags=re.S | re.M)
    return set(re.findall(r'\b(sfr_\w+)\(', text))


def read_headers(folder):
    """{header: functions} of ref/sfr*.h and ref/*/sfr*.h."""
    found = {}
    for where in [folder] + sorted(e.path for e in os.scandir(folder) if e.is_dir()):
        for name in sorted(os.listdir(where)):
            if re.fullmatch(r'sfr\w*\.h', name):
                found[name] = declared(read(os.path.join(where, name)))
    return found


def symbols(nm, options, paths):
    run = subprocess.run([nm, *options, '--format=posix', *paths], stdout=subprocess.PIPE, text=True, check=True)
    return {line.split()[0].split('@')[0] for line in run.stdout.splitlines() if line.startswith('sfr_')}


def judge(functions, reach, excused):
    """The functions that no harness calls, and the exceptions that are not needed."""
    missing = {f for f in functions if not any(f in called for called in reach.values())}
    return sorted(missing - set(excused)), sorted(set(excused) - missing)


def check_judge():
    """The judge sees what it has to see."""
    reach = {'a': {'sfr_x'}, 'b': {'sfr_x', 'sfr_y'}}
    check(judge({'sfr_x', 'sfr_z'}, reach, {}) == (['sfr_z'], []), 'a function that none calls is seen')
    check(judge({'sfr_x'}, reach, {'sfr_x': 1, 'sfr_gone': 1}) == ([], ['sfr_gone', 'sfr_x']), 'a reason that is not needed is seen')
    check(declared('/* sfr_no() */ typedef int sfr_fn(int);\n#define M sfr_m(1)\nint sfr_a(void);\nstruct sfr_s *sfr_b(int (*f)(int));')
          == {'sfr_a', 'sfr_b'}, 'a header declares its functions, and nothing else')
    with tempfile.NamedTemporaryFile('w', suffix='.known') as file:
        file.write('A reason that is long enough to be one.\n  sfr_z\n')
        file.flush()
        check(judge({'sfr_z'}, reach, reasons.by_entry(file.name)) == ([], []), 'reasons are read from a list')


def print_table(functions, reach):
    wide = max(map(len, functions))
    print('# %-*s %s' % (wide, 'function', ' '.join(reach)))
    for name in sorted(functions):
        print('# %-*s %s' % (wide, name, ' '.join(('x' if name in called else '-').ljust(len(harness))
                                                  for harness, called in reach.items()).rstrip()))


def main():
    nm, source, library = sys.argv[1:4]
    headers = read_headers(os.path.join(source, 'ref'))
    functions = set().union(*headers.values())
    reach = {}
    for argument in sys.argv[4:]:
        harness, objects = argument.split('=')
        reach[harness] = symbols(nm, ['-u'], objects.split(',')) & functions
    check_judge()
    exported = symbols(nm, ['-D', '--defined-only'], [library])
    in_headers = functions - headers['sfr_elf.h']
    check(exported == in_headers, 'the library exports what its headers declare', '\n'.join(sorted(exported ^ in_headers)))
    check(len(functions) >= 50, 'there are %d public functions' % len(functions))
    for harness, called in reach.items():
        check(called, '%s calls %d of them' % (harness, len(called)))
    excused = reasons.by_entry(os.path.join(source, 'fuzz', 'unreached.known'))
    missing, unneeded = judge(functions, reach, excused)
    check(not missing, 'a harness calls each public function',
          '\n'.join('%s: no harness calls it; add a property (fuzz/README.md), or a reason to fuzz/unreached.known' % f
                    for f in missing))
    check(not unneeded, 'each exception is needed',
          '\n'.join('fuzz/unreached.known:%d: not needed: %s' % (excused[f][0], f) for f in unneeded))
    print_table(functions, reach)
    plan()


if __name__ == '__main__':
    main()
