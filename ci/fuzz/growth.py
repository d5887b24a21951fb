#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs each tool on its worst inputs, of sizes n and 8n, and prints how CPU time and output grow.

usage: growth.py --ref SFRAME-REF --conform SFRAME-CONFORM --gen SFRAME-GEN [--size BYTES] [--instructions] [--page FILE] [NAME...]
  --size BYTES    n; the default is 65536
  --instructions  count instructions, with Valgrind, instead of seconds: the same on every machine, however busy
  --page FILE     write the table between the marks of this Markdown file
  NAME            only these inputs
Growth is the exponent between n and 8n: 1 is linear, 2 quadratic. A run of less than 20 ms or 20 million instructions has
none, and less than 10 counts as 10.
exit status: 0 no time grows faster than n^1.35, and no output faster than n^1.2; 1 one does, takes more than
two minutes, or does not read its input; 2 usage
"""
import argparse
import collections
import math
import os
import re
import resource
import struct
import subprocess
import sys
import tempfile

SFRAME_TYPE = 0x6ffffff4
SFRAME_SEGMENT = 0x6474e554
TOOLS = {}
TIME, OUTPUT, LONGEST, LITTLE = 1.35, 1.2, 120, 1 << 17
# Exit statuses of who has read all of an input; a check of an adapter ends with 3, because there is no such program.
READ = (0, 1, 3)
START, END = '<!-- growth -->\n', '<!-- /growth -->\n'


# ---- SFrame sections of version 2, for AMD64 ----

def section(fdes, fres, num_fres, flags=4):
    return struct.pack('<HBBBbbBIIIII', 0xdee2, 2, flags, 3, 0, -8, 0, len(fdes) // 20, num_fres, len(fres), 0, len(fdes)) + fdes + fres


def fde(start, size, off, count, info=0, rep=0):
    return struct.pack('<iIIIBBH', start, size, off, count, info, rep, 0)


def many_functions(size):
    """Each with one row."""
    count = size // 23
    return section(b''.join(fde(16 * i, 16, 3 * i, 1) for i in range(count)), b'\0\x03\x08' * count, count)


def many_rows(size):
    """One function with rows of 4-byte starts."""
    count = size // 6
    fres = b''.join(struct.pack('<IBB', i, 3, 8) for i in range(count))
    return section(fde(0, count, 0, count, 2), fres, count)


def shared_rows(size):
    """As many functions as rows, all with the same rows."""
    count = size // 23
    return section(b''.join(fde(16 * i, 16, 0, count) for i in range(count)), b'\0\x03\x08' * count, count * count & 0xffffffff)


def findings(size):
    """Rows and functions that are all wrong in several ways."""
    count = size // 23
    return section(b''.join(fde(-i, 0, 3 * i + 1, 1, 0x9f, 1) for i in range(count)), b'\xff\xff\xff' * count, 7, 1)


def overlapping(size):
    """Functions that start together, not in order, though the flag says so."""
    count = size // 23
    return section(b''.join(fde((i * 7919) % 64, 0x7fffffff, 3 * i, 1) for i in range(count)), b'\0\x03\x08' * count, count, 5)


def mask(size):
    """One function of repeated blocks with rows of one start."""
    count = size // 3
    return section(fde(0, 0xffffffff, 0, count, 16, 255), b'\0\x03\x08' * count, count)


# ---- ELF files ----

def elf(sections, segments=(), kind=3, headers=True):
    """sections: (name or its offset, type, flags, address, bytes or (offset, size), link, info, entsize)"""
    names, table = b'\0', []
    body = bytearray(64 + 56 * len(segments))
    places = {}
    for name, *rest in [*sections, ('.shstrtab', 3, 0, 0, b'', 0, 0, 0)]:
        at = name
        if isinstance(name, str):
            at = places.setdefault(name, len(names))
            names += name.encode() + b'\0' if at == len(names) else b''
        table.append([at, *rest])
    table[-1][4] = names
    for entry in table:
        if isinstance(entry[4], bytes):
            body += b'\0' * (-len(body) % 8)
            entry[4], data = (len(body), len(entry[4])), entry[4]
            body += data
    for i, (p_type, flags, offset, addr, size) in enumerate(segments):
        offset, size = table[offset[0]][4] if isinstance(offset, tuple) else (offset, size)
        struct.pack_into('<IIQQQQQQ', body, 64 + 56 * i, p_type, flags, offset, addr, addr, size, size, 8)
    body += b'\0' * (-len(body) % 8)
    shoff = len(body)
    rows = [(0, 0, 0, 0, (0, len(table) + 1), len(table), 0, 0)] + table
    if headers:
        for name, sh_type, flags, addr, (offset, size), link, info, entsize in rows:
            body += struct.pack('<IIQQQQIIQQ', name, sh_type, flags, addr, offset, size, link, info, 1, entsize)
    many = len(rows) >= 0xff00
    body[:64] = struct.pack('<16sHHIQQQIHHHHHH', b'\x7fELF\2\1\1', kind, 62, 1, 0, 64 if segments else 0, shoff if headers else 0, 0, 64, 56,
                            len(segments), 64, 0 if many or not headers else len(rows), 0xffff if many else len(rows) - 1 if headers else 0)
    return bytes(body)


def eh_frame(fdes, addr, rows=b''):
    """CIE with absolute addresses of 8 bytes; FDEs (start, size, instructions)."""
    cie = struct.pack('<IB', 0, 1) + b'zR\0' + b'\1\x78\x10\1\x04' + b'\x0c\x07\x08\x90\x01' + rows
    data = struct.pack('<I', len(cie)) + cie
    for start, size, instructions in fdes:
        body = struct.pack('<IQQ', len(data) + 4, start, size) + b'\0' + instructions
        data += struct.pack('<I', len(body)) + body
    return data + b'\0\0\0\0'


ALLOC, EXEC = 2, 6


def linked(data, frames=b'', code=1 << 40, more=()):
    """A library with this section at 0x1000, call frame information, and code from 0x1000 on."""
    return elf([('.text', 8, EXEC, 0, (0, code), 0, 0, 0), ('.sframe', SFRAME_TYPE, ALLOC, 0x1000, data, 0, 0, 0),
                *([('.eh_frame', 1, ALLOC, 0x800000, frames, 0, 0, 0)] if frames else []), *more],
               [(SFRAME_SEGMENT, 4, (1,), 0x1000, 0), (1, 4, 0, 0, 1 << 20)])


def agreeing(size):
    """Functions that agree with their call frame information."""
    count = size // 70
    data = section(b''.join(fde(16 * i, 16, 3 * i, 1) for i in range(count)), b'\0\x03\x08' * count, count)
    return linked(data, eh_frame([(0x1000 + 28 + 20 * i + 16 * i, 16, b'') for i in range(count)], 0))


def varying(size):
    """A CFA that is another at each PC, by an expression of 250 bytes."""
    data = section(fde(0, 0x7fffffff, 0, 1), b'\0\x03\x08', 1)
    expression = b'\x80\0' + b'\x96' * 248
    pad = b'\0' * (size - 400)
    return linked(data, eh_frame([(0x1000, 0x7fffffff, b'\x0f\xfa\1' + expression)], 0), more=[('.pad', 1, 0, 0, pad, 0, 0, 0)])


def frames_and_rows(size):
    """One function of rows and as many rows of call frame information, at other PCs."""
    count = size // 9
    fres = b''.join(struct.pack('<IBB', 3 * i, 3, 8) for i in range(count))
    steps = b''.join(b'\x42\x0e' + bytes([16 + i % 100]) for i in range(count))
    return linked(section(fde(28, count * 3, 0, count, 2), fres, count), eh_frame([(0x1000 + 56, count * 3, steps)], 0))


def segments_and_functions(size):
    """No section headers; segments of code, and functions outside of all. Each comparison is short, so there are ten times as many."""
    count = size // 11
    data = section(b''.join(fde(16 * i, 16, 3 * i, 1) for i in range(count)), b'\0\x03\x08' * count, count)
    code = [(1, 5, 0, 0x10000000 + 4096 * i, 4096) for i in range(min(count, 60000))]
    return elf([('.sframe', SFRAME_TYPE, ALLOC, 0x1000, data, 0, 0, 0)], [(SFRAME_SEGMENT, 4, (0,), 0x1000, 0), *code], headers=False)


def long_names(size):
    """Sections that all have the same long name."""
    count = size // 128
    rest = [(1, 1, ALLOC, 0, (0, 0), 0, 0, 0)] * count
    return elf([('n' * (size // 2), 1, 0, 0, (0, 0), 0, 0, 0), ('.sframe', SFRAME_TYPE, ALLOC, 0x1000, many_functions(1000), 0, 0, 0), *rest])


def same_bytes(size):
    """64 sections .sframe with the same bytes, and 16 .eh_frame."""
    data, frames = findings(size // 2), eh_frame([(i, 1, b'') for i in range(size // 60)], 0)
    at = 64
    pad = ('.pad', 1, 0, 0, data + frames, 0, 0, 0)
    return elf([pad, *[('.sframe', SFRAME_TYPE, ALLOC, 0x1000, (at, len(data)), 0, 0, 0)] * 64,
                *[('.eh_frame', 1, ALLOC, 0x800000, (at + len(data), len(frames)), 0, 0, 0)] * 16])


def relocated(size):
    """An object with a relocation for each function."""
    count = size // 80
    data = section(b''.join(fde(0, 16, 3 * i, 1) for i in range(count)), b'\0\x03\x08' * count, count)
    rela = b''.join(struct.pack('<QQq', 28 + 20 * i, 1 << 32 | 2, 16 * i) for i in range(count))
    symbols = b'\0' * 24 + struct.pack('<IBBHQQ', 1, 2, 0, 1, 0, 16)
    return elf([('.text', 8, EXEC, 0, (0, 16 * count), 0, 0, 0), ('.sframe', SFRAME_TYPE, ALLOC, 0, data, 0, 0, 0),
                ('.rela.sframe', 4, 0, 0, rela, 4, 2, 24), ('.symtab', 2, 0, 0, symbols, 5, 1, 24), ('.strtab', 3, 0, 0, b'\0f\0', 0, 0, 0)], kind=1)


def wrong_functions(size):
    """Symbols with one long name, and functions that all disagree with the call frame information."""
    count = size // 100
    data = section(b''.join(fde(16 * i, 16, 3 * i, 1) for i in range(count)), b'\0\x03\x20' * count, count)
    frames = eh_frame([(0x1000 + 28 + 36 * i, 16, b'') for i in range(count)], 0)
    symbols = b'\0' * 24 + b''.join(struct.pack('<IBBHQQ', 1, 2, 0, 1, 0x1000 + 28 + 36 * i, 16) for i in range(count))
    return linked(data, frames, more=[('.symtab', 2, 0, 0, symbols, 5, 1, 24), ('.strtab', 3, 0, 0, b'\0' + b'n' * (size // 10) + b'\0', 0, 0, 0)])


# ---- Adapter files: a longer one than 1 MiB is refused, so most are half as long ----

BASE = ('name: it\nrung: command\nversion-command: ./no-such-program\nversion-pattern: (.*)\ndecode-command: x {raw}\naccept: exit 0\nreject: exit 1\n'
        'profiles: v1\nabis: amd64\norders: little\nnormaliser: dump\n')


def included(size, folder):
    """Files that include the next one many times; the last one has a comment."""
    for name, text in (('c.inc', '#\n'), ('b.inc', 'include: c.inc\n' * (size // 2048)), ('a.inc', 'include: b.inc\n' * 8)):
        with open(os.path.join(folder, name), 'w', encoding='utf-8') as file:
            file.write(text)
    return BASE + 'include: a.inc\n' * (size // 15)


def recipe(text):
    return lambda size, _: 'title: many\nclauses: ALL-PRE-02\nfor: s390x\n' + text(size) + 'expect: accept\n'


# ---- What is measured ----

def dump(make):
    """The dump of a section."""
    def made(size, folder):
        path = os.path.join(folder, 'section')
        with open(path, 'wb') as file:
            file.write(make(size // 4))
        return subprocess.run([TOOLS['ref'], 'dump', '--partial', '-q', path], stdout=subprocess.PIPE, check=False).stdout
    return made


def raw(make):
    return lambda size, _: make(size)


PCS = ' '.join(f'--pc {i * 7 % 100000:#x}' for i in range(300))
ENCODE = ('ref encode -o /dev/null {path}', 'ref encode --sort --canonical -o /dev/null {path}')
# Valgrind does not follow what becomes a program in Python: its instructions are not counted.
IN_PYTHON = ('conform producer {path} --all', 'conform producer {path} --junit {folder}/junit.xml')
PRODUCER = ('ref check {path}', 'conform producer {path} --json', *IN_PYTHON)
ADAPTER = ('conform check-adapter --adapter {path}',)
BUILD = ('gen build --fresh --recipes {folder}/recipes --out {folder}/corpus',)
FUNCTIONS = ('ref check {path}', 'ref dump {path}', 'ref dump --json --layout {path}', f'ref find {PCS} {{path}}', f'ref find --scan {PCS} {{path}}',
             'ref unwind --pc 0x10 --sp 0 --fp 0 --max 10 {path}')
# The file, what makes it of a size and a folder, and the commands that read it.
INPUTS = {
    'functions': ('input', raw(many_functions), FUNCTIONS),
    'rows': ('input', raw(many_rows), ('ref check {path}', 'ref dump {path}', f'ref find {PCS} {{path}}')),
    'shared-rows': ('input', raw(shared_rows), ('ref check --all --json {path}', 'ref dump --partial {path}', f'ref find --partial {PCS} {{path}}')),
    'findings': ('input', raw(findings), ('ref check --all {path}', 'ref check --all --json {path}', 'ref dump --partial --all {path}')),
    'overlapping': ('input', raw(overlapping), ('ref check --all {path}', 'ref dump --partial {path}', f'ref find --partial --scan {PCS} {{path}}')),
    'mask': ('input', raw(mask), ('ref check --all {path}', 'ref dump --partial {path}', f'ref find --partial {PCS} {{path}}')),
    'encode-functions': ('dump', dump(many_functions), ENCODE),
    'encode-rows': ('dump', dump(many_rows), ENCODE),
    'elf-agreeing': ('file.so', raw(agreeing), PRODUCER),
    'elf-varying': ('file.so', raw(varying), PRODUCER),
    'elf-rows': ('file.so', raw(frames_and_rows), PRODUCER),
    'elf-segments': ('file.so', raw(segments_and_functions), PRODUCER),
    'elf-names': ('file.so', raw(long_names), PRODUCER),
    'elf-same-bytes': ('file.so', raw(same_bytes), PRODUCER),
    'elf-object': ('file.so', raw(relocated), PRODUCER),
    'elf-wrong': ('file.so', raw(wrong_functions), PRODUCER),
    'adapter-words': ('it.conf', lambda size, _: BASE.replace('x {raw}', 'x {raw}' + ' x' * (size // 2)), ADAPTER),
    'adapter-env': ('it.conf', lambda size, _: BASE + ''.join(f'env: A{i}=1\n' for i in range(size // 26)), ADAPTER),
    'adapter-rules': ('it.conf', lambda size, _: BASE + 'crash: exit 3; stderr x\n' * (size // 48), ADAPTER),
    'adapter-includes': ('it.conf', included, ADAPTER),
    'recipe-functions': ('recipes/area/name.recipe',
                         recipe(lambda size: ''.join(f'func: +{0x100 + 16 * i:#x} size=16\n  row: 0 entry\n' for i in range(size // 42))), BUILD),
    'recipe-rows': ('recipes/area/name.recipe',
                    recipe(lambda size: f'func: +0x100 size={size} addr4\n' + ''.join(f'  row: {i:#x} entry\n' for i in range(size // 20))), BUILD),
}
# Those that a tool refuses, which must not take long either, and its exit statuses; a small one of adapter-env is read.
REFUSED = {('adapter-words', 'sframe-conform'): (4,), ('adapter-env', 'sframe-conform'): (3, 4), ('adapter-includes', 'sframe-conform'): (4,),
           ('elf-same-bytes', 'sframe-ref'): (2,)}


def build(name, folder, size, left_out):
    """The size of the input, and the commands."""
    file, make, commands = INPUTS[name]
    path, data = os.path.join(folder, file), make(size, folder)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as out:
        out.write(data if isinstance(data, bytes) else data.encode())
    words = [command.format(path=path, folder=folder).split() for command in commands if command not in left_out]
    return os.path.getsize(path), [[TOOLS[tool], *rest] for tool, *rest in words]


# ---- Measuring ----

def short(command):
    """For the table: the command without paths and repeated words."""
    words = [os.path.basename(word) if '/' in word and not word.startswith('-') else word for word in command]
    return ' '.join(words[:words.index('--pc') + 1] + [words[-1]] if '--pc' in words and 'unwind' not in words else words)


Unit = collections.namedtuple('Unit', 'name short least shown tool')
# CPU seconds of a command, or its instructions.
SECONDS = Unit('s', 0.02, 0.01, '{:.3f}'.format, ())
INSTRUCTIONS = Unit('instructions', 20_000_000, 10_000_000, str,
                    ('valgrind', '--tool=cachegrind', '--cache-sim=no', '--cachegrind-out-file=/dev/null', '--log-file=valgrind'))


def cpu_of_children():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(command, folder, statuses):
    """What it spent, and bytes of output; (None, reason) if it did not end with one of these exit statuses."""
    before = cpu_of_children()
    with open(os.path.join(folder, 'out'), 'w+b') as out:
        ended = subprocess.run([*UNIT.tool, *command], stdin=subprocess.DEVNULL, stdout=out, stderr=out, cwd=folder, check=False,
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))).returncode
        size = out.seek(0, 2)
    if ended not in statuses:
        return None, f'signal {-ended}' if ended < 0 else f'exit status {ended}'
    if UNIT is SECONDS:
        return cpu_of_children() - before, size
    with open(os.path.join(folder, 'valgrind'), encoding='utf-8') as file:
        return int(re.search(r'I +refs: +([0-9,]+)', file.read())[1].replace(',', '')), size


def exponent(first, last, sizes):
    return math.log(last / first) / math.log(sizes[-1] / sizes[0]) if first > 0 and last > 0 else 0.0


def measure_pair(command, longer, small, large, statuses):
    """Both sizes. Where instructions are counted, which takes long, what is quick for the large one stands for both."""
    last = measure(longer, large, statuses)
    is_quick = UNIT is INSTRUCTIONS and last[0] is not None and last[0] < UNIT.short and last[1] < LITTLE
    return last if is_quick else measure(command, small, statuses), last


def judge(name, base):
    """Rows of the table for one input, and whether all is linear."""
    sizes, rows, good = [], [], True
    with tempfile.TemporaryDirectory() as small, tempfile.TemporaryDirectory() as large:
        left_out, built = IN_PYTHON if UNIT is INSTRUCTIONS else (), []
        for folder, factor in (small, 1), (large, 8):
            size, commands = build(name, folder, base * factor, left_out)
            sizes.append(size)
            built.append(commands)
        pairs = [measure_pair(*commands, small, large, REFUSED.get((name, os.path.basename(commands[0][0])), READ)) for commands in zip(*built)]
    for ((first, printed), (last, prints)), command in zip(pairs, map(short, built[1])):
        if first is None or last is None:
            rows.append((name, command, sizes[0], printed if first is None else prints, '', '', ''))
            good = False
            continue
        # Short times are mostly those of starting the program.
        growth = exponent(max(first - START_UP, UNIT.least), max(last - START_UP, UNIT.least), sizes)
        growing = exponent(max(printed, 1), max(prints, 1), sizes)
        # Heads and style sheets are the same for every size.
        fine = (last < UNIT.short or growth <= TIME) and (prints < LITTLE or growing <= OUTPUT)
        good = good and fine
        rows.append((name, command, sizes[-1], UNIT.shown(first), UNIT.shown(last), '-' if last < UNIT.short else f'{growth:.2f}',
                     f'{prints / sizes[-1]:.1f}', f'{growing:.2f}' + ('' if fine else ' **too fast**')))
    return rows, good


def write_page(path, rows):
    with open(path, encoding='utf-8') as file:
        text = file.read()
    head, rest = text.split(START)
    table = ''.join('| ' + ' | '.join(str(cell) for cell in row) + ' |\n' for row in rows)
    with open(path, 'w', encoding='utf-8') as file:
        file.write(head + START + table + END + rest.split(END)[1])


def main():
    global START_UP, UNIT
    parser = argparse.ArgumentParser(usage=__doc__)
    for tool in ('ref', 'conform', 'gen'):
        parser.add_argument(f'--{tool}', required=True)
    parser.add_argument('--size', type=int, default=65536)
    parser.add_argument('--instructions', action='store_true')
    parser.add_argument('--page')
    parser.add_argument('names', nargs='*')
    o = parser.parse_args()
    for name in o.names:
        if name not in INPUTS:
            parser.error(f'unknown input {name}; there are: {" ".join(INPUTS)}')
    TOOLS.update({tool: os.path.abspath(path) for tool, path in (("ref", o.ref), ("conform", o.conform), ("gen", o.gen))})
    UNIT = INSTRUCTIONS if o.instructions else SECONDS
    with tempfile.TemporaryDirectory() as folder:
        START_UP = min(measure([TOOLS['conform'], '--help'], folder, READ)[0] for _ in range(1 if o.instructions else 5))
    head = ('input', 'command', 'bytes (8n)', f'{UNIT.name} (n)', f'{UNIT.name} (8n)', 'growth of time', 'bytes printed a byte', 'growth of output')
    rows, good = [head, ('---',) * len(head)], True
    for name in o.names or INPUTS:
        more, fine = judge(name, o.size)
        rows += more
        good = good and fine
        for row in more:
            print('\t'.join(str(cell) for cell in row), flush=True)
    if o.page:
        write_page(o.page, rows)
    return 0 if good else 1


sys.exit(main())
