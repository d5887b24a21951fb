#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the commands of README.md and of the examples' page as they stand there, in a scratch folder with the programs
of the build in PATH, and holds the blocks that are no commands against the files that they show. A TAP producer.

usage: test_readme.py SOURCE BUILD
"""
import functools
import os
import re
import shutil
import subprocess
import sys
import tempfile

SOURCE, BUILD = map(os.path.abspath, sys.argv[1:3])
sys.path.insert(0, os.path.join(SOURCE, 'conformance/tests/cli'))
from common import ok as check, plan, read, run, skip, write
from corpus_part import copy_folders

PAGES = ('README.md', 'conformance/examples/README.md')
# The part of the corpus that the programs find: some of what the example does, and what it accepts by mistake.
PLACES = ('v3/amd64-little/preamble', 'v3/amd64-little/fde-info', 'v2/amd64-little/pcmask')

# Its main() covers the PC that the page looks up.
PROGRAM = 'int main(int n, char **v) { int s = 0; for (int i = 0; i < n; i++) s += v[i][0] * 7 + s / 3; return s; }\n'

# {command: (exit status, what its output or a file it made must have)}. `{ID}` is a case. In the order of the page.
EXPECTED = {
    'ci/conform.sh': (0, r'== readelf-[0-9.]+\n(.*\n)+== +read next: .*/report/readelf-[0-9.]+/re'),
    'ci/test.sh': (0, 'test.sh: ready for its long work'),
    'sframe-conform check-adapter --adapter my-adapter.conf': (0, r'(?m)^ok +hello: my-reader '),
    'sframe-conform run --adapter my-adapter.conf --report out': (1, 'too-lenient'),
    'sframe-conform producer program.o library.so': (0, r'library\.so'),
    'sframe-conform produce --toolchain as-2.40-amd64': (0, r'(?m)^63 cases: .* 0 wrong, 0 stale$'),
    'sframe-conform export --json corpus.json': (0, ''),
    'sframe-conform export --c arrays': (0, ''),
    'gcc -Wa,--gsframe -no-pie -o prog prog.c': (0, ''),
    'sframe-ref check prog': (0, r'prog: accepted'),
    'sframe-ref dump prog': (0, r'^sframe-dump 1\nsection '),
    'sframe-ref find prog --pc 0x401136': (0, r'(?m)^pc 0x401136 fde=[0-9]+ fre=[0-9]+ cfa='),
    'sframe-ref clauses bad-rep-size': (0, 'V2-FDE-10'),
    'sframe-ref check corpus/v2/amd64-little/pcmask/block-of-0.sframe': (1, ''),
    'sframe-conform run --adapter readelf --known readelf': (0, 'known failures'),
    'sframe-conform report out other/results.jsonl --format html -o both.html': (0, ''),
    'sframe-conform site pages out other/results.jsonl': (0, ''),
    'sframe-conform diff last-week/results.jsonl out': (0, ''),
    'sframe-conform report --format defects -o defects out': (0, ''),
    'sframe-conform report --format badge -o level.svg out': (0, ''),
    'sframe-conform export --kernel cases': (0, ''),
    'sframe-conform explain ID': (0, 'bad-rep-size'),
}
# What a comment adds to the command before it.
THEN = {'sframe-conform produce --toolchain as-2.40-amd64 --random 5000': (0, ' 0 of 0 new causes, 0 unsure')}
# Files that a command makes, as its comment says.
MADE = {'sframe-conform run --adapter my-adapter.conf --report out': ['out/report.html', 'out/results.jsonl'],
        'sframe-conform site pages out other/results.jsonl': ['pages/index.html'],
        'sframe-conform report out other/results.jsonl --format html -o both.html': ['both.html'],
        'sframe-conform report --format defects -o defects out': ['defects'],
        'sframe-conform export --json corpus.json': ['corpus.json'], 'sframe-conform export --c arrays': ['arrays'],
        'sframe-conform report --format badge -o level.svg out': ['level.svg'], 'sframe-conform export --kernel cases': ['cases/README.md']}
# What of a command is longer or shorter here. Each entry of a list of known failures needs its cases in the corpus, but few are
# asked about: the tests `readelf-2.40` and `objdump-2.40` have the others. ci/real/random.sh tries more functions.
WHOLE = '--corpus ' + os.path.join(SOURCE, 'corpus')
HERE = {' ID': ' v2/amd64-little/pcmask/block-of-0', '--random 5000': '--random 100', 'ci/conform.sh': 'ci/conform.sh ' + WHOLE,
        '--known readelf': f"--known readelf {WHOLE} 'v1/amd64-little/f[dr]e-info/*'"}
# What runs elsewhere, because it is what builds the programs that are run here.
ELSEWHERE = {'meson setup build && ninja -C build && meson test -C build': 'whoever runs this test has done so',
             'tar -xf sframe-runner-1.1.0.tar.xz && cd sframe-runner-1.1.0': 'the test `action`',
             'bin/sframe-ci --adapter my-adapter.conf --base old/results.jsonl': 'the test `action`'}


def blocks(text):
    """The blocks that are indented or fenced, as [language, lines]."""
    found, fence, before = [], None, ''
    for line in text.split('\n'):
        if line.startswith('```'):
            fence = None if fence else line[3:] or 'text'
            if fence:
                found.append([fence, []])
        elif fence:
            found[-1][1].append(line)
        elif line.startswith('    '):
            if not before.startswith('    '):
                found.append(['', []])
            found[-1][1].append(line[4:])
        before = line
    return found


def copy_build(build, tree):
    """The build's programs, of which the runner takes this tree for its own."""
    for place, own in (('', ('conformance',)), ('conformance', ('process', 'sframe-conform')), ('conformance/process', ('source-tree',))):
        os.makedirs(os.path.join(build, place))
        for name in os.listdir(os.path.join(BUILD, place)):
            if name not in own:
                os.symlink(os.path.join(BUILD, place, name), os.path.join(build, place, name))
    shutil.copy(os.path.join(BUILD, 'conformance/sframe-conform'), os.path.join(build, 'conformance'))
    write(os.path.join(build, 'conformance/process/source-tree'), tree + '\n')


def prepare(folder):
    """What the page takes for granted: the tree, an implementation, programs, and older results."""
    for name in os.listdir(SOURCE):
        if name not in ('.git', 'build', 'corpus'):
            os.symlink(os.path.join(SOURCE, name), os.path.join(folder, name))
    copy_folders(os.path.join(SOURCE, 'corpus'), PLACES, os.path.join(folder, 'corpus'))
    copy_build(os.path.join(folder, '.build/gcc'), folder)
    example = os.path.join(SOURCE, 'conformance/examples/foreign')
    shutil.copy(os.path.join(example, 'my-adapter.conf'), folder)
    for name, text in (('prog.c', PROGRAM), ('program.c', 'int f(void) { return 1; }\n')):
        write(os.path.join(folder, name), text)
    for command in (['cc', '-I.build/gcc/conformance/include', '-I' + example, '-o', 'my-adapter',
                     os.path.join(example, 'my-adapter.c'), os.path.join(example, 'reader.c')],
                    ['gcc', '-Wa,--gsframe', '-fPIC', '-c', '-o', 'program.o', 'program.c'],
                    ['gcc', '-shared', '-o', 'library.so', 'program.o']):
        p = run(*command, cwd=folder)
        check(p.returncode == 0, ' '.join(command)[:60], p.stderr)


def environment(folder):
    places = [os.path.join(folder, '.build/gcc', place) for place in ('conformance', 'ref/tool', 'gen')]
    # The scripts of ci/ neither install nor build here, and ask a part of the corpus.
    return dict(os.environ, PATH=':'.join(places + [os.environ['PATH']]), SFRAME_CI_CHECK='1',
                SFRAME_BUILD_ROOT=os.path.join(folder, '.build'))


def try_command(folder, command, expected, output=None):
    status, pattern = expected
    words = functools.reduce(lambda text, old: text.replace(old, HERE[old]), HERE, command)
    p = run('sh', '-c', words, cwd=folder, env=environment(folder), stdin=subprocess.DEVNULL, stderr=subprocess.STDOUT, errors='replace')
    check(p.returncode == status and re.search(pattern, p.stdout), command, 'status %d\n%s' % (p.returncode, p.stdout))
    if output is not None:
        check(p.stdout.splitlines() == output, 'it prints what the page shows', p.stdout)
    missing = [name for name in MADE.get(command, ()) if not os.path.exists(os.path.join(folder, name))]
    if command in MADE:
        check(not missing, 'it makes ' + ' '.join(MADE[command]), missing)
    if 'out/results.jsonl' in MADE.get(command, ()) and not missing:
        for other in ('other', 'last-week'):
            os.makedirs(os.path.join(folder, other), exist_ok=True)
            shutil.copy(os.path.join(folder, 'out/results.jsonl'), os.path.join(folder, other))


def try_block(folder, lines):
    """Commands, one a line; after `$ COMMAND` what it prints."""
    seen = []
    for at, line in enumerate(lines):
        if not line or (at > 0 and not line.startswith('$ ') and any(l.startswith('$ ') for l in lines[:at])):
            continue
        command = re.sub(r' +# .*', '', line.removeprefix('$ '))
        seen.append(command)
        if command in ELSEWHERE:
            skip(command, ELSEWHERE[command])
        elif command not in EXPECTED:
            check(False, 'a command that this test does not know: ' + command)
        elif command not in seen[:-1]:
            output = [l for l in lines[at + 1:] if l] if line.startswith('$ ') else None
            try_command(folder, command, EXPECTED[command], output)
        then = re.search(r'# .*; then (--.*)', line)
        if then:
            longer = command + ' ' + then[1]
            check(longer in THEN, 'what its comment adds is known', longer)
            try_command(folder, longer, THEN.get(longer, (0, '')))
    return seen


def try_c(folder, lines):
    write(os.path.join(folder, 'example.c'), '#include <sfr.h>\n#define use(...) ((void)0)\n'
          'void example(const void *data, size_t size, uint64_t addr, uint64_t pc);\n'
          'void example(const void *data, size_t size, uint64_t addr, uint64_t pc)\n{\n' +
          '\n'.join(line for line in lines if not line.startswith('#include')) + '\n}\n')
    p = run('cc', '-std=c11', '-Wall', '-Werror', '-fsyntax-only', '-I' + os.path.join(SOURCE, 'ref'), '-I' + os.path.join(BUILD, 'ref'), 'example.c', cwd=folder)
    check(p.returncode == 0, 'the C example compiles', p.stderr)


def is_shown(folder, lines, path):
    there = [line for line in read(os.path.join(folder, path)).splitlines() if not re.match('#|about:', line)]
    check([line for line in lines if line] == there, 'the block is ' + path, there)


def main():
    found = [block for page in PAGES for block in blocks(read(os.path.join(SOURCE, page)))]
    probe = run('sh', '-c', 'echo | as --gsframe -o /dev/null -')
    if probe.returncode != 0 or os.uname().machine != 'x86_64':
        print('1..0 # SKIP no assembler for AMD64 that writes SFrame data')
        return
    seen = []
    with tempfile.TemporaryDirectory(prefix='sframe-readme.') as folder:
        prepare(folder)
        for language, lines in found:
            if language == 'c':
                try_c(folder, lines)
            elif language == 'meson':
                check(lines == read(os.path.join(SOURCE, 'conformance/examples/foreign/meson.build')).splitlines(), 'the piece of Meson is that of the example')
            elif language:
                check(False, 'a block of a language that this test does not know: ' + language)
            elif lines[0].startswith('name: '):
                is_shown(folder, lines, 'my-adapter.conf')
            else:
                seen += try_block(folder, lines)
    gone = sorted(set(EXPECTED) - set(seen))
    check(not gone, 'each command that this test knows is in a page', gone)
    plan()


main()
