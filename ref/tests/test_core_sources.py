#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The core as `meson install` offers it to those who take sources: the folder alone is compiled without a C library. Its
undefined symbols and its stack are measured, and held to its README. A TAP producer.

usage: test_core_sources.py MESON BUILD COMPILER...
"""
import glob
import os
import re
import shutil
import sys
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'conformance', 'tests', 'cli'))
from common import ok as check, read, run as start, run_in_folder, write  # noqa: E402

MESON, BUILD = sys.argv[1:3]
COMPILER = sys.argv[3:]
STRICT = ['-std=c11', '-O2', '-ffreestanding', '-nostdlib', '-fno-stack-protector', '-Wall', '-Wextra', '-Werror']
MAX_FRAME, MAX_CHAIN = 1024, 2048
# A function of the folder's that breaks what is promised: the checks must notice.
BAD = '''#include <stddef.h>
void *malloc(size_t);
int sfr_bad(void *(*use)(void *));
int sfr_bad(void *(*use)(void *)) { char big[4096]; return use(malloc(use(big) != NULL)) != NULL; }
'''


def run(command, folder):
    p = start(*command, cwd=folder)
    p.stdout += p.stderr
    return p


def install(folder):
    """Installs the sources alone; returns their folder."""
    said = run([MESON, 'install', '-C', BUILD, '--no-rebuild', '--tags', 'sources', '--destdir', folder], '.')
    homes = [path for path, _, names in os.walk(folder) if 'sfr.h' in names]
    return homes[0] if check(said.returncode == 0 and len(homes) == 1, 'the sources are installed', said.stdout) else None


def build(home, out, compiler, *options):
    """Compiles all files of a folder and links them, with the objects that are there, to one object; the compiler's words if it
    fails."""
    os.makedirs(out, exist_ok=True)
    said = run([*compiler, *STRICT, *options, '-c', *sorted(glob.glob(os.path.join(home, '*.c')))], out)
    if said.returncode == 0:
        said = run([*compiler, '-nostdlib', '-r', '-o', 'core.o', *sorted({*glob.glob('*.o', root_dir=out)} - {'core.o'})], out)
    return said.stdout if said.returncode != 0 else ''


def undefined(out):
    return {line.split()[-1] for line in run(['nm', '-u', 'core.o'], out).stdout.splitlines()}


def frames(out):
    """{function: bytes} from the compiler's own reports; a frame without a bound is infinite."""
    found = {}
    for path in glob.glob(os.path.join(out, '*.su')):
        for place, size, kind in (line.split('\t') for line in read(path).splitlines()):
            found[place.split(':')[-1]] = float('inf') if kind == 'dynamic' else int(size)
    return found


def longest_chain(out):
    """The most that a chain of calls needs, and the chain, from the call graph of gcc. The caller's functions are not in it."""
    sizes, calls, known = {}, {}, {}
    for path in glob.glob(os.path.join(out, '*.ci')):
        text = read(path)
        sizes.update((name, int(size)) for name, size in
                     re.findall(r'node: \{ title: "([^"]+)" label: "[^"]*\\n(\d+) bytes \((?:static|dynamic,bounded)\)', text))
        for caller, called in re.findall(r'edge: \{ sourcename: "([^"]+)" targetname: "([^"]+)"', text):
            calls.setdefault(caller, set()).add(called)

    def deepest(name):
        if name not in known:
            known[name] = (float('inf'), [name])  # what a recursion finds
            below = max((deepest(called) for called in calls.get(name, ())), default=(0, []))
            known[name] = (sizes.get(name, 0) + below[0], [name] + below[1])
        return known[name]
    return max((deepest(name) for name in sizes), default=(0, []))


def check_symbols(out, allowed):
    seen = undefined(out)
    print('# undefined: ' + ' '.join(sorted(seen)))
    check(seen and seen <= allowed, 'nothing else is undefined than the README says', seen - allowed)
    bad = shutil.copytree(out, out + '-bad')
    write(os.path.join(bad, 'bad.c'), BAD)
    said = build(bad, bad, COMPILER, '-fstack-usage')
    check(said == '' and undefined(bad) - allowed == {'malloc'}, 'a call of malloc would be noticed', said)
    check(frames(bad).get('sfr_bad', 0) > MAX_FRAME, 'so would a large frame')


def check_stack(out, has_graph):
    sizes = frames(out)
    worst = max(sizes, key=sizes.get, default=None)
    if check(len(sizes) > 30, 'the compiler says how much stack each function needs', sizes):
        print('# the largest frame: %s, %s bytes' % (worst, sizes[worst]))
        check(sizes[worst] < MAX_FRAME, 'no function needs %d bytes' % MAX_FRAME, sizes)
    if not has_graph:
        print('# this compiler does not write its call graph')
        return
    total, chain = longest_chain(out)
    print('# the deepest chain: %s bytes, %s' % (total, ' '.join(os.path.basename(name) for name in chain)))
    check(0 < total < MAX_CHAIN, 'no chain of calls needs %d bytes, and none recurses' % MAX_CHAIN, chain)


def check_left_out(home, out, allowed):
    """What the README says that a reader can leave out."""
    left = re.findall(r'`(\w+)\.c`', re.search(r'can leave out (.*?), but not ', read(os.path.join(home, 'README.md')), re.S)[1])
    kept = [name for name in glob.glob('*.o', root_dir=out) if name[:-2] not in ['core', *left]]
    said = run([*COMPILER, '-nostdlib', '-r', '-o', 'core.o', *kept], out)
    check(left and said.returncode == 0 and undefined(out) <= allowed, 'nor without what a reader can leave out',
          undefined(out) - allowed)


def check_32_bits(home, scratch, allowed):
    """With headers of another machine it would not be the folder alone."""
    cross = shutil.which('i686-linux-gnu-gcc')
    if cross:
        out = os.path.join(scratch, 'i686')
        said = build(home, out, [cross], '-fno-pic', '-O0')
        check(said == '' and undefined(out) <= allowed | {'__umoddi3'}, 'for 32 bits only __umoddi3 is needed too',
              said or undefined(out))


def main(scratch):
    home = install(scratch)
    if not home:
        return
    words = set(re.findall(r'`([^`]+)`', read(os.path.join(home, 'README.md'))))
    check({'memset', 'strcmp', '__umoddi3', 'sfr.h', 'sfr_registers.c'} <= words, 'the README names what is needed', words)
    missing = [w for w in words if re.fullmatch(r'(sfr\w*|check\w*|find)\.[ch]', w) and not os.path.exists(os.path.join(home, w))]
    check(not missing, 'each file that it names is there', missing)
    allowed = {'memset', 'memcpy', 'memmove', 'memcmp', 'strcmp'}
    out = os.path.join(scratch, 'out')
    said = build(home, out, COMPILER, '-fstack-usage', '-fcallgraph-info=su')
    has_graph = 'callgraph-info' not in said
    if not has_graph:
        said = build(home, out, COMPILER, '-fstack-usage')
    if check(said == '', 'it compiles alone, freestanding, without a warning', said):
        check_symbols(out, allowed)
        check_stack(out, has_graph)
        check_left_out(home, out, allowed)
    said = build(home, os.path.join(scratch, 'general'), COMPILER, '-O0', '-mgeneral-regs-only')
    if 'general-regs-only' in said:
        print('# this compiler cannot refuse floating point')
    else:
        check(said == '', 'no floating point', said)
    check_32_bits(home, scratch, allowed)


run_in_folder(main)
