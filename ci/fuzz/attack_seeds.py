#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the seed files of an attack (ci/fuzz/attack.sh): small valid files of one kind.

usage: attack_seeds.py KIND OUT TOP
  elf      objects, libraries and programs of this system's compiler, with and without .sframe, and sections
  known    the first reasons of each known-failure file, with some of their entries
  adapter  every adapter file with its included files inside of it
  recipe   the small recipes
"""
import glob
import os
import re
import subprocess
import sys

SOURCE = '''extern int other(int *);
static int square(int x) { return x * x; }
int f(int n) { int a[20]; other(a); return square(a[n]) + n; }
int g(int n) { return n > 0 ? f(n - 1) + f(n) : other(&n); }
void h(void) { }
int *p;
int main(void) { return g(*p); }
int other(int *q) { return *q; }
'''
# Ways to make a file of it.
FLAGS = {'o': ['-c'], 'sections.o': ['-c', '-ffunction-sections'], 'gz.o': ['-c', '-g', '-gz'],
         'so': ['-shared', '-fPIC', '-nostdlib'], 'exe': ['-static', '-nostdlib', '-e', 'main']}


def run(command, **more):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more).returncode


def write(out, name, text):
    with open(os.path.join(out, name), 'w', encoding='utf-8', newline='') as file:
        file.write(text)


def read(path):
    with open(path, encoding='utf-8', newline='') as file:
        return file.read()


def make_elf(out, top):
    compiler = os.environ.get('CC', 'cc').split()
    source = os.path.join(out, 'source.c')
    write(out, 'source.c', SOURCE)
    for kind, more in (('plain', []), ('sframe', ['-Wa,--gsframe'])):
        for name, flags in FLAGS.items():
            # An assembler without --gsframe makes none; the sections below have it in files of our own.
            run(compiler + ['-O1', *more, *flags, source, '-o', os.path.join(out, f'{kind}.{name}')])
        if os.path.exists(os.path.join(out, f'{kind}.so')):
            run(['strip', '-o', os.path.join(out, f'{kind}.stripped.so'), os.path.join(out, f'{kind}.so')])
    os.remove(source)
    for number, path in enumerate(sorted(glob.glob(os.path.join(top, 'corpus/v*/*/f*/*.sframe')))):
        if number % 7 == 0 and os.path.getsize(path) <= 1024:
            with open(path, 'rb') as file, open(os.path.join(out, f'{number}.sframe'), 'wb') as copy:
                copy.write(file.read())


def make_known(out, top):
    for path in glob.glob(os.path.join(top, 'conformance/known/*.known')):
        parts = read(path).rstrip('\n').split('\n\n')
        short = ['\n'.join(line for n, line in enumerate(part.split('\n')) if n < 6) for part in parts[:8]]
        write(out, os.path.basename(path), '\n\n'.join(short) + '\n')


def whole(path):
    """The text of an adapter file, with those that it includes."""
    return re.sub(r'^include: (\S+)\n', lambda m: whole(os.path.join(os.path.dirname(path), m[1])), read(path), flags=re.M)


def make_adapter(out, top):
    for folder in ('conformance/adapters', 'conformance/examples/adapters'):
        for path in glob.glob(os.path.join(top, folder, '*.conf')):
            text = ''.join(line for line in whole(path).splitlines(True) if not line.startswith('#') and line != '\n')
            write(out, os.path.basename(path), text)


def make_recipe(out, top):
    for number, path in enumerate(sorted(glob.glob(os.path.join(top, 'gen/recipes/*/*.recipe')))):
        if os.path.getsize(path) <= 600:
            write(out, f'{number}.recipe', read(path))


def main(kind, out, top):
    os.makedirs(out, exist_ok=True)
    {'elf': make_elf, 'known': make_known, 'adapter': make_adapter, 'recipe': make_recipe}[kind](out, top)
    return 0 if os.listdir(out) else 1


if __name__ == '__main__':
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
