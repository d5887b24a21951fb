#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the seed files of an attack (fuzz/attack/): small valid files of one kind.

usage: attack_seeds.py KIND OUT TOP CONFORM
  elf      objects, libraries and programs of this system's compiler, with and without .sframe, and sections
  results  runs of the adapters that are installed, over a few cases each
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
RUNS = (('readelf-2.40', 'v1/amd64-little/preamble/bad*'), ('objdump-2.40', 'v1/amd64-little/abi/u*'),
        ('sframe-ref-framed', 'v3/s390x-big/flex/un*'))


def run(command, **more):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more).returncode


def write(out, name, text):
    with open(os.path.join(out, name), 'w', encoding='utf-8', newline='') as file:
        file.write(text)


def read(path):
    with open(path, encoding='utf-8', newline='') as file:
        return file.read()


def make_elf(out, top, _):
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


def make_results(out, top, conform):
    for number, (adapter, pattern) in enumerate(RUNS):
        report = os.path.join(out, str(number))
        known = os.path.join(top, 'conformance/known', adapter + '.known')
        run([conform, 'run', '--corpus', os.path.join(top, 'corpus'), '--adapter', adapter, '--report', report, '--seed', '0', pattern]
            + (['--known', known] if os.path.exists(known) else []))
        if os.path.exists(os.path.join(report, 'results.jsonl')):
            os.rename(os.path.join(report, 'results.jsonl'), report + '.jsonl')
        for path in glob.glob(os.path.join(report, '*')):
            os.remove(path)
        if os.path.isdir(report):
            os.rmdir(report)


def make_known(out, top, _):
    for path in glob.glob(os.path.join(top, 'conformance/known/*.known')):
        parts = read(path).rstrip('\n').split('\n\n')
        short = ['\n'.join(line for n, line in enumerate(part.split('\n')) if n < 6) for part in parts[:8]]
        write(out, os.path.basename(path), '\n\n'.join(short) + '\n')


def whole(path):
    """The text of an adapter file, with those that it includes."""
    return re.sub(r'^include: (\S+)\n', lambda m: whole(os.path.join(os.path.dirname(path), m[1])), read(path), flags=re.M)


def make_adapter(out, top, _):
    for folder in ('conformance/adapters', 'conformance/examples/adapters'):
        for path in glob.glob(os.path.join(top, folder, '*.conf')):
            text = ''.join(line for line in whole(path).splitlines(True) if not line.startswith('#') and line != '\n')
            write(out, os.path.basename(path), text)


def make_recipe(out, top, _):
    for number, path in enumerate(sorted(glob.glob(os.path.join(top, 'gen/recipes/*/*.recipe')))):
        if os.path.getsize(path) <= 600:
            write(out, f'{number}.recipe', read(path))


def main(kind, out, top, conform):
    os.makedirs(out, exist_ok=True)
    {'elf': make_elf, 'results': make_results, 'known': make_known, 'adapter': make_adapter, 'recipe': make_recipe}[kind](
        out, top, conform)
    return 0 if os.listdir(out) else 1


if __name__ == '__main__':
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
