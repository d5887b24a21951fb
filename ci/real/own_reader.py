#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the output of a toolchain's own reader about a section with the reference's dump, value
by value.

usage: own_reader.py READER STATUS TEXT DUMP VERDICT EXPLANATIONS

READER is `GNU readelf RELEASE` or `llvm-readelf RELEASE`, followed by `, object` for a file that
was not linked; STATUS is its exit status, TEXT its output, DUMP the reference's dump, VERDICT the
reference's verdict (accept or reject), EXPLANATIONS the list of explained differences. Everything
in the text is compared. Prints a note about the differences, if any.
Exit status: 0; 1, with messages, if a difference is not explained; 2 if this does not understand a
text.
"""
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import reasons  # noqa: E402


class Strange(Exception):
    pass


class Model:
    """Values by place and key. A value may be a set of possible meanings."""

    def __init__(self):
        self.values = {}

    def put(self, place, key, value):
        self.values[(place, key)] = value


# ---- The canonical dump ----

def read_dump(lines):
    model = Model()
    if lines[:1] != ['sframe-dump 1']:
        raise Strange('not a dump')
    for line in lines[1:]:
        words = line.split(' ')
        place = ('section',) if words[0] == 'section' else (words[0], words[1])
        for word in words[len(place):]:
            key, value = word.split('=', 1)
            model.put(place, key, value)
    return model


# ---- GNU readelf ----

GNU_FLAGS = {'SFRAME_F_FDE_SORTED': 'sorted', 'SFRAME_F_FRAME_POINTER': 'frame-pointer',
             'SFRAME_F_FDE_FUNC_START_PCREL': 'pcrel'}
PLACE = r'[ufU]|c[+-]-?\d+|(?:sp|fp|r\d+)\+-?\d+|\((?:sp|fp|r\d+)[+-]\d+\)'
GNU_ROW = re.compile(r'([0-9a-f]{16})  (?:(RA undefined)|'
                     r'((?:sp|fp|r\d+)\+-?\d+|\((?:sp|fp|r\d+)[+-]\d+\)) *(' + PLACE + r') *(' + PLACE + r')(\[s\])?)')
GNU_FUNCTION = re.compile(r'func idx \[(\d+)\]: pc = 0x([0-9a-f]+), size = (-?\d+) bytes(.*)')


def signed(text):
    number = int(text.replace('+-', '-'))
    return f'{number:+d}'


def gnu_place(text, fixed, flex):
    """Where a register is saved. `c-16` is a slot, but in a flexible function it may also be a
    value."""
    if text == 'u':
        return 'same'
    if text == 'f':
        return f'*(cfa{fixed:+d})' if fixed else 'f, without a fixed offset'
    if text == 'U':
        return 'U' if fixed else 'same'
    if text[0] == '(':
        return '*' + text
    base, number = re.fullmatch(r'([a-z]+\d*?)([+-].*|)', text).groups() if text[0] == 'c' \
        else re.fullmatch(r'([a-z]+\d*)(\+.*)', text).groups()
    if base == 'c':
        slot = f'*(cfa{signed(number)})'
        return {slot, f'cfa{signed(number)}'} if flex else slot
    return base if int(number) == 0 else base + signed(number)


def gnu_cfa(text):
    if text[0] == '(':
        return '*' + text
    base, number = text.split('+', 1)
    return base + signed(number)


def gnu_header(lines, model):
    """Reads the lines up to `Function Index`. Returns the fixed RA offset."""
    text = '\n'.join(lines)
    version = re.search(r'^    Version: SFRAME_VERSION_(\d)$', text, re.M)
    flags = re.search(r'^    Flags: ((?:\w+,\s+)*\w+)$', text, re.M)
    fixed_ra = re.search(r'^    CFA fixed RA offset: (-?\d+)$', text, re.M)
    fixed_fp = re.search(r'^    CFA fixed FP offset: (-?\d+)$', text, re.M)
    counts = [re.search(rf'^    Num {what}: (\d+)$', text, re.M) for what in ('FDEs', 'FREs')]
    if not version or not flags or not all(counts):
        raise Strange('not the header of a section')
    names = re.split(r',\s+', flags[1])
    model.put(('section',), 'version', version[1])
    model.put(('section',), 'flags', 'none' if names == ['NONE'] else ','.join(GNU_FLAGS[name] for name in names))
    model.put(('section',), 'fdes', counts[0][1])
    model.put(('section',), 'fres', counts[1][1])
    if version[1] != '1':
        model.put(('section',), 'fixed-ra', fixed_ra[1] if fixed_ra else '0')
        model.put(('section',), 'fixed-fp', fixed_fp[1] if fixed_fp else '0')
    return int(fixed_ra[1]) if fixed_ra else 0


def gnu_function(match, columns, model):
    number, pc, size, more = match.groups()
    place = ('fde', number)
    words = [word for word in more.split(', ') if word]
    flex = False
    for key, value in (('key', 'a'), ('signal', '0'), ('type', 'default')):
        model.put(place, key, value)
    for word in words:
        attributes = re.fullmatch(r'attr = "([SF]+)"', word)
        if word == 'pauth = B key':
            model.put(place, 'key', 'b')
        elif attributes:
            flex = 'F' in attributes[1]
            model.put(place, 'signal', '01'['S' in attributes[1]])
            model.put(place, 'type', 'flex' if flex else 'default')
        else:
            raise Strange(f'unknown words after a function: {word}')
    mask = columns.startswith('STARTPC[m]')
    if not mask and not columns.startswith('STARTPC '):
        raise Strange(f'expected columns, found: {columns}')
    model.put(place, 'start', f'0x{int(pc, 16):x}')
    model.put(place, 'size', f'0x{int(size):x}' if int(size) >= 0 else size)
    model.put(place, 'pc', 'mask' if mask else 'inc')
    return flex, 0 if mask else int(pc, 16)


def gnu_row(match, place, first, fixed, flex, model):
    pc, undefined, cfa, fp, ra, mangled = match.groups()
    model.put(place, 'at', f'0x{int(pc, 16) - first:x}')
    model.put(place, 'cfa', 'none' if undefined else gnu_cfa(cfa))
    model.put(place, 'ra', 'undefined' if undefined else gnu_place(ra, fixed, flex))
    model.put(place, 'fp', 'none' if undefined else gnu_place(fp, fixed, flex))
    model.put(place, 'mangled', '01'[bool(mangled)])


def read_gnu(lines):
    model = Model()
    lines = [line.rstrip() for line in lines]
    start = next((i for i, line in enumerate(lines) if line.strip() == 'Function Index :'), None)
    if start is None:
        raise Strange('no function index')
    fixed = gnu_header(lines[:start], model)
    flex, first, number, rows, columns_next = False, 0, None, 0, False
    for i, line in enumerate(lines[start + 1:], start + 1):
        function, row = GNU_FUNCTION.fullmatch(line.strip()), GNU_ROW.fullmatch(line.strip())
        if function:
            number, rows, columns_next = function[1], 0, True
            model.put(('fde', number), 'fres', '0')
            flex, first = gnu_function(function, lines[i + 1].strip(), model)
        elif row and number is not None:
            gnu_row(row, ('fre', f'{number}.{rows}'), first, fixed, flex, model)
            rows += 1
            model.put(('fde', number), 'fres', str(rows))
        elif columns_next:
            columns_next = False
        elif line:
            raise Strange(f'unknown line: {line}')
    return model


# ---- llvm-readelf ----

LLVM_SECTION = {'CFA fixed FP offset (unused)': 'fixed-fp', 'CFA fixed FP offset': 'fixed-fp',
                'CFA fixed RA offset': 'fixed-ra', 'Auxiliary header length': 'aux', 'Num FDEs': 'fdes',
                'Num FREs': 'fres', 'FRE subsection length': 'fre-len'}
LLVM_FLAGS = (('FDESorted', 'sorted'), ('FramePointer', 'frame-pointer'), ('FDEFuncStartPCRel', 'pcrel'))
LLVM_ABI = {'AArch64EndianBig': 'aarch64-be', 'AArch64EndianLittle': 'aarch64-le', 'AMD64EndianLittle': 'amd64'}


def llvm_value(text, key, where):
    """The text after `key: ` in a block, without a number in brackets."""
    match = re.search(rf'^\s*{re.escape(key)}: (\S+)', text, re.M)
    if not match:
        raise Strange(f'{where} has no {key}')
    return match[1]


def llvm_row(text, place, pc, mask, model):
    at = int(llvm_value(text, 'Start Address', place), 16)
    model.put(place, 'at', f'0x{at if mask else at - pc:x}')
    model.put(place, 'mangled', '01'[llvm_value(text, 'Return Address Signed', place) == 'Yes'])
    offsets = {}
    for what in ('CFA', 'RA', 'FP'):
        match = re.search(rf'^\s*{what} Offset: (-?\d+)', text, re.M)
        offsets[what] = int(match[1]) if match else None
    base = llvm_value(text, 'Base Register', place).lower()
    model.put(place, 'cfa', 'none' if offsets['CFA'] is None else f'{base}{offsets["CFA"]:+d}')
    for what in ('RA', 'FP'):
        model.put(place, what.lower(), 'same' if offsets[what] is None else f'*(cfa{offsets[what]:+d})')


def llvm_function(text, number, model):
    place = ('fde', number)
    head, *rows = text.split('Frame Row Entry {')
    # In an object PC is a block with the relocation and its target.
    pc = int(llvm_value(head, 'Start Address' if 'PC {' in head else 'PC', place), 16)
    mask = {'PCInc': False, 'PCMask': True}[llvm_value(head, 'FDE Type', place)]
    model.put(place, 'start', f'0x{pc:x}')
    model.put(place, 'size', llvm_value(head, 'Size', place).lower())
    model.put(place, 'pc', 'mask' if mask else 'inc')
    model.put(place, 'fre', llvm_value(head, 'FRE Type', place).lower())
    match = re.search(r'Repetitive block size(?: \(unused\))?: (\w+)', head)
    if match:
        model.put(place, 'rep', str(int(match[1], 0)))
    model.put(place, 'fres', llvm_value(head, 'Num FREs', place))
    if int(llvm_value(head, 'Num FREs', place)) != len(rows):
        raise Strange(f'{place} shows {len(rows)} rows')
    for i, row in enumerate(rows):
        llvm_row(row, ('fre', f'{number}.{i}'), pc, mask, model)


def read_llvm(lines):
    model = Model()
    text = '\n'.join(lines)
    if not re.match(r"\s*SFrame section '\.sframe' \{", text):
        raise Strange('not a section')
    head, *functions = re.split(r'FuncDescEntry \[\d+\] \{', text)
    model.put(('section',), 'version', llvm_value(head, 'Version', 'header').replace('V', ''))
    model.put(('section',), 'abi', LLVM_ABI.get(llvm_value(head, 'ABI', 'header'), 'unknown'))
    flags = [ours for theirs, ours in LLVM_FLAGS if re.search(rf'^\s*{theirs} \(', head, re.M)]
    model.put(('section',), 'flags', ','.join(flags) if flags else 'none')
    for theirs, ours in LLVM_SECTION.items():
        match = re.search(rf'^\s*{re.escape(theirs)}: (-?\d+)', head, re.M)
        if match:
            model.put(('section',), ours, match[1])
    for number, function in enumerate(functions):
        llvm_function(function, str(number), model)
    return model


# ---- Comparison ----

def compare(reference, seen):
    """{(key, reference's value, reader's value): places} of what differs, and the number of values
    that agree."""
    differences, agree = {}, 0
    for (place, key), value in seen.values.items():
        ours = reference.values.get((place, key), 'nothing')
        if ours == value or isinstance(value, set) and ours in value:
            agree += 1
            continue
        theirs = ' or '.join(sorted(value)) if isinstance(value, set) else value
        where = place[1] if len(place) > 1 else '-'
        differences.setdefault((f'{place[0]}.{key}', ours, theirs), []).append(where)
    shown = {place for place, _ in seen.values}
    missing = sorted({place for place, _ in reference.values} - shown)
    for place in missing:
        differences.setdefault((f'{place[0]}.shown', 'yes', 'no'), []).append(place[1] if len(place) > 1 else '-')
    return differences, agree


def main(reader, status, text_path, dump_path, verdict, explanations):
    with open(dump_path, encoding='utf-8') as file:
        reference = read_dump(file.read().splitlines())
    with open(text_path, encoding='utf-8', errors='replace') as file:
        lines = file.read().splitlines()
    # Readers exit with 1 for data that they refuse; another status means that the reader broke.
    own_verdict = {'0': 'accept', '1': 'reject'}.get(status, f'exit status {status}')
    differences, agree = {}, 0
    if status == '0':
        differences, agree = compare(reference, (read_llvm if reader.startswith('llvm') else read_gnu)(lines))
    if own_verdict != verdict:
        differences[('section.verdict', verdict, own_verdict)] = ['-']
    table, blocks, unexplained = reasons.Patterns(explanations, 5, ' | '), [], 0
    abi = reference.values[(('section',), 'abi')]
    for (key, ours, theirs), places in differences.items():
        why = table.find(reader, abi, key, ours, theirs)
        if why is None:
            unexplained += 1
            print(f'{reader}: {key} of {" ".join(places)}: {ours} here, {theirs} there', file=sys.stderr)
            continue
        at = '' if places == ['-'] else ' of ' + ' '.join(places)
        blocks.append(f'differs: {key}{at}: {ours} here, {theirs} there\nwhy: {why}\n')
    print(f'{agree} values agree', file=sys.stderr)
    if blocks:
        print(f'reader: {reader}\n' + ''.join('\n' + block for block in blocks), end='')
    return 1 if unexplained else 0


if __name__ == '__main__':
    if len(sys.argv) != 7:
        sys.exit(__doc__)
    try:
        sys.exit(main(*sys.argv[1:]))
    except (Strange, KeyError, AttributeError, ValueError) as strange:
        print(f'own_reader.py: {sys.argv[1]}: {type(strange).__name__}: {strange}', file=sys.stderr)
        sys.exit(2)
