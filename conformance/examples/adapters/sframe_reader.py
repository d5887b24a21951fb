#!/usr/bin/env python3
"""A second, independent reader of the SFrame stack trace format, from the manuals' words alone.

A profile is a version of the manual: v1, v2, v2e1, v2e2 or v3. Each manual section has one method.
Docstrings give the section's number as in version 2 / version 3; version 1 has 1.x where 2 has 2.x.
A finding is "forbidden" (the words forbid it, or nobody can read on) or "open" (a choice is left).
A line "CHOICE" marks a reading that no manual decides; choices.md tells what else it could be.
A rejected section gives a partial dump ("?" for what has no meaning), but no look-up and no trace.
"""
from __future__ import annotations
import argparse
import struct
import sys
from dataclasses import dataclass, field
from typing import NamedTuple

SFRAME_MAGIC = 0xDEE2
VERSIONS = {'v1': 1, 'v2': 2, 'v2e1': 2, 'v2e2': 2, 'v3': 3}  # each profile's sfp_version
FLAGS = {0x1: 'sorted', 0x2: 'frame-pointer', 0x4: 'pcrel'}
ABIS = {1: ('aarch64', 'big', 'aarch64-be'), 2: ('aarch64', 'little', 'aarch64-le'),
        3: ('amd64', 'little', 'amd64'), 4: ('s390x', 'big', 's390x')}
# CHOICE: SP, FP and RA registers are the ABI's DWARF numbers; the manuals name no numbers.
REGISTERS = {'amd64': (7, 6, 16), 'aarch64': (31, 29, 30), 's390x': (15, 11, 14)}
HEADER_SIZE, ATTRIBUTE_SIZE = 28, 5
FDES = {1: ('iIIIB', 17), 2: ('iIIIBBH', 20), 3: ('qII', 16)}  # version 3: the FDE index entry
# CHOICE: RA_OFFSET_INVALID and FIXED_RA_INVALID are 0, like v3's padding word; no value is given.
OFFSET_INVALID = 0
# CHOICE: the CFA offset is 8 * offset1 - (-160): DUMP.md has 8 and 160, the manuals no values.
S390X_FACTOR, S390X_ADJUSTMENT, S390X_SP_VAL_OFFSET = 8, -160, -160
ROWS_PER_BYTE = 16  # A limit of this reader: rows that it reads (shared ones again) for each byte.
MASK64 = (1 << 64) - 1
CFA = -1  # The base of a rule that starts from the CFA. Other bases are DWARF register numbers.
# Each finding's section (of version 2, then of version 3 if it differs) and the decisive words.
FORBIDDEN = {
    'missing': ('2.2', 'bytes missing: the section ends before what its header describes'),
    'magic': ('2.1', 'not "the magic number for SFrame section: 0xdee2"'),
    'version': ('2.1.2', 'not the version that this manual describes'),
    'flags': ('2.1.3', '"currently undefined flags must be set to zero" (0x2 is for "1-2" only)'),
    'abi': ('2.2.1', 'not one of the "identifiable ABI/arch values", or not the target\'s one'),
    'tile': ('2.2', 'the FDEs do not end at or before sfh_freoff, "the start of the next section"'),
    'num_fres': ('2.2', 'not "the number of SFrame FREs in the section"'),
    'sorted': ('2.1.3', 'the flag is set, but the entries are not "sorted on PC"'),
    'attribute': ('-/2.3.2', 'bytes missing: the FDE attribute is not in the FRE sub-section'),
    'block': ('2.3.2/2.3.3.1', '"PC % REP_BLOCK_SIZE" has no value for a block of 0 bytes'),
    'fde type': ('-/2.3.3.2', 'the format "defines two types of Function Descriptor Entries"'),
    'fre type': ('2.3.3/2.3.3.3', 'the format "defines three types of SFrame FRE entries"'),
    'limit': ('2.4', 'more than 16 rows for each byte: a limit of this reader, not of the manual'),
    'fre': ('2.4', 'bytes missing: the row does not end inside the FRE sub-section'),
    'info': ('2.4.1', 'not a "valid value" of the size, or more than "upto 3" offsets (v1, v2)'),
    'regnum': ('3.3', 'a negative number is no "DWARF register number"'),
    'pair': ('-/3.2', 'control data without offset data: a row "carries a pair of data words"'),
    'reg_p': ('-/A', 'a CFA rule not from a register, but then "reg_p MUST be set"')}
OPEN = {
    'flags': ('2.1.3', 'an undefined flag: "further flags may be added in future"'),
    'fixed': ('2.2', 'not AMD64\'s "CFA - 8", or a fixed offset that "may be" used where tracked'),
    'auxhdr': ('2.2', 'an auxiliary header: no ABI gives its bytes a meaning'),
    'gap': ('2.2', 'bytes of nothing, but "the two sub-sections tile the SFrame section"'),
    'num_fres': ('2.2', 'not the number of different rows: are shared or unused rows counted?'),
    'aligned': ('2.3/2.3.1', '"naturally aligned" in memory, or only inside the structure?'),
    'address': ('2.3', '"virtual memory address", but a signed 32-bit field: relative to what?'),
    'keys': ('2.3/2.3.1', 'sorted by PC or by the field, but not both; the manual says each'),
    'array': ('2.3', '"a sorted array" is not sorted, but the flag for this is clear'),
    'range': ('2.3/2.3.1', 'silent: a function that is empty, wraps or overlaps another one'),
    'unused': ('2.3.1/2.3.3', '"unused" bits or bytes are not 0 (pauth_key: but on AArch64)'),
    'mask': ('2.3.2/2.3.3.1', 'the formula for PCMASK: is PC absolute or relative to the start?'),
    'no fres': ('2.3/1.2', 'silent: a function without FREs, and no default one or a signal frame'),
    's390x sp': ('-/A', 'flexible rules on s390x: "sp = cfa", but "SP = CFA +" -160 in 3.1.3'),
    'row': ('2.4', 'silent: rows not in order, not inside the function, or the first not at 0'),
    'bytes': ('2.4', 'silent: several functions, or none, use these bytes of the FRE sub-section'),
    'no words': ('2.4.1', 'silent: a row without offsets has no meaning before errata 2'),
    'words': ('2.4', 'more words than the ABI uses, or AArch64 has 2 where it is "either 1 or 3"'),
    'odd': ('-/3.1.3', 'an odd offset: a slot, or version 2\'s "DWARF register number"?'),
    'control': ('-/3.2', 'control data has "unused" bits, or those "effective only if reg_p is 1"')}

class EndOfTrace(Exception):
    """Internal: the trace ends at this frame; the argument is the word after "end"."""

class Rule(NamedTuple):
    kind: str  # 'none', 'same', 'undefined', '?' (rejected section), or 'sum': base + offset
    base: int = CFA
    offset: int = 0
    deref: bool = False  # the value is in memory, at the sum

# A finding's bytes are start to end - 1. The end of an FRE is the position after its last word.
Finding = NamedTuple('Finding', [('start', int), ('end', int), ('section', str), ('why', str)])
Fre = NamedTuple('Fre', [('sfre_start_address', int), ('end', int), ('cfa', Rule), ('ra', Rule),
                         ('fp', Rule), ('fre_mangled_ra_p', int)])
Words = tuple[int, ...]
NONE, SAME, UNDEFINED, UNKNOWN = Rule('none'), Rule('same'), Rule('undefined'), Rule('?')
Header = NamedTuple('Header', [(name, int) for name in (
    'sfp_magic', 'sfp_version', 'sfp_flags', 'sfh_abi_arch', 'sfh_cfa_fixed_fp_offset',
    'sfh_cfa_fixed_ra_offset', 'sfh_auxhdr_len', 'sfh_num_fdes', 'sfh_num_fres', 'sfh_fre_len',
    'sfh_fdeoff', 'sfh_freoff')])

@dataclass
class Function:
    """An FDE, with the names of version 2; None is what could not be read or has no meaning."""
    index: int
    where: tuple[int, int]  # the bytes of the FDE (version 3: of its index entry)
    sfde_func_start_address: int  # the field as stored
    place: int  # the start address before it wraps at 64 bits
    start: int  # the start address
    sfde_func_size: int
    sfde_func_num_fres: int | None = None
    sfde_func_rep_size: int | None = None
    fretype: int | None = None
    fdetype: int | None = None  # version 3: default or flexible
    pcmask: int | None = None
    pauth_key: int | None = None
    signal_p: int | None = None
    outermost: bool = False
    rows: list[Fre] = field(default_factory=list)

@dataclass
class Report:
    forbidden: list[Finding] = field(default_factory=list)
    open: list[Finding] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    @property
    def verdict(self) -> str:
        return 'reject' if self.forbidden else 'accept'

def show_code(code: int | None, *names: str) -> str:
    return '?' if code is None else names[code] if names else str(code)

class Reader:
    """2 / 2 SFrame Section: reads one section by the rules of one profile."""
    def __init__(self, data: bytes, profile: str, addr: int, abi: str, order: str) -> None:
        if profile not in VERSIONS or abi not in REGISTERS or order not in ('little', 'big'):
            raise ValueError(f'no such profile, machine or byte order: {profile} {abi} {order}')
        self.data, self.profile, self.addr = data, profile, addr & MASK64
        self.abi, self.order, self.version = abi, order, VERSIONS[profile]
        self.struct_order = '<' if order == 'little' else '>'
        self.early = profile in ('v1', 'v2')  # the manuals before errata 1
        self.sp, self.fp, self.ra = REGISTERS[abi]
        self.fde_layout, self.fde_size = FDES[self.version]
        self.report, self.rows_given = Report(), 0
        self.header: Header | None = None
        self.ranges: list[tuple[int, int]] = []  # the FRE sub-section's bytes that functions use
        self.rows: dict[tuple[int, int, int | None], Fre | None] = {}  # each row is decoded once
        if self.sframe_preamble() and self.sframe_header():
            self.sframe_fde_sub_section()
            self.sframe_fre_sub_section()
        self.report.forbidden.sort()
        self.report.open.sort()

    def finding(self, start: int, end: int, section: str, why: str) -> Finding:
        first, _, third = section.partition('/')
        first = third if third and self.version == 3 else first
        return Finding(start, end, f'1{first[1:]}' if self.version == 1 else first, why)

    def forbid(self, name: str, true: object, start: int, end: int) -> bool:
        """Notes a forbidden (or, in leave, open) thing if the condition is true; returns it."""
        if true:
            self.report.forbidden.append(self.finding(start, end, *FORBIDDEN[name]))
        return bool(true)

    def leave(self, name: str, true: object, start: int, end: int) -> None:
        if true:
            self.report.open.append(self.finding(start, end, *OPEN[name]))

    def unpack(self, layout: str, position: int) -> Words:
        """The fields of a packed structure; callers first make sure that its bytes are there."""
        return struct.unpack_from(self.struct_order + layout, self.data, position)

    def sframe_preamble(self) -> bool:
        """2.1 / 2.1 SFrame Preamble, and 2.1.1 and 2.1.2 on its magic number and version."""
        if self.forbid('missing', len(self.data) < 4, len(self.data), 4):
            return False
        sfp_magic, sfp_version, _ = self.unpack('HBB', 0)
        # CHOICE: the caller names the byte order, so a magic number 0xe2de is a wrong one.
        return not (self.forbid('magic', sfp_magic != SFRAME_MAGIC, 0, 2)
                    or self.forbid('version', sfp_version != self.version, 2, 3))

    def sframe_flags(self, sfp_flags: int) -> None:
        """2.1.3 / 2.1.3 SFrame Flags."""
        self.flags = sfp_flags & (0x3 if self.early else 0x7)
        # CHOICE: v1 and v2 do not say "must be zero", so an undefined flag has no effect.
        self.leave('flags', self.early and sfp_flags != self.flags, 3, 4)
        # CHOICE: a flag that the table defines for versions "1-2" only is undefined in version 3.
        undefined = 0xFA if self.version == 3 else 0xF8
        self.forbid('flags', not self.early and sfp_flags & undefined, 3, 4)

    def sframe_header(self) -> bool:
        """2.2 / 2.2 SFrame Header."""
        size = len(self.data)
        if self.forbid('missing', size < HEADER_SIZE, size, HEADER_SIZE):
            return False
        self.header = header = Header(*self.unpack('HBBBbbBIIIII', 0))
        self.sframe_flags(header.sfp_flags)
        self.sframe_abi_arch(header.sfh_abi_arch)
        self.fixed = {'ra': header.sfh_cfa_fixed_ra_offset, 'fp': header.sfh_cfa_fixed_fp_offset}
        # CHOICE: the fixed RA offset counts as stored, also if it is not AMD64's -8; 0 is "none".
        usual = -8 if self.abi == 'amd64' else OFFSET_INVALID
        self.leave('fixed', self.fixed['ra'] != usual, 6, 7)
        self.leave('fixed', self.fixed['fp'] != OFFSET_INVALID, 5, 6)
        header_end = HEADER_SIZE + header.sfh_auxhdr_len
        if not self.forbid('missing', header_end > size, 7, 8):
            self.leave('auxhdr', header.sfh_auxhdr_len, HEADER_SIZE, header_end)
        self.fde_start = header_end + header.sfh_fdeoff
        self.fre_start = header_end + header.sfh_freoff
        self.fre_end = self.fre_start + header.sfh_fre_len
        self.limit = min(self.fre_end, size)  # where the readable FRE sub-section ends
        fdes_end = self.fde_start + header.sfh_num_fdes * self.fde_size
        self.leave('gap', header.sfh_fdeoff, header_end, self.fde_start)
        self.forbid('tile', fdes_end > self.fre_start, 20, 28)
        # CHOICE: by "tile" the FDE sub-section ends at sfh_freoff, not with the last FDE.
        self.leave('gap', fdes_end < self.fre_start, fdes_end, self.fre_start)
        self.forbid('missing', fdes_end > size, 8, 12)
        self.forbid('missing', self.fre_end > size, 16, 20)
        self.leave('gap', self.fre_end < size, self.fre_end, size)
        return True

    def sframe_abi_arch(self, sfh_abi_arch: int) -> None:
        """2.2.1 / 2.2.1 SFrame ABI/arch Identifier."""
        # CHOICE: a section for another machine, or in its other byte order, is refused.
        *target, self.abi_name = ABIS.get(sfh_abi_arch, ('', '', '?'))
        defined = sfh_abi_arch < 4 or not self.early
        self.forbid('abi', target != [self.abi, self.order] or not defined, 4, 5)

    def sframe_fde_sub_section(self) -> None:
        """2.3 / 2.3 and 2.3.1 SFrame FDE: the array of function descriptor entries."""
        room = max(0, len(self.data) - self.fde_start) // self.fde_size
        count = min(self.header.sfh_num_fdes, room)
        odd = self.addr % 4 or (self.addr + self.fde_start) % (8 if self.version == 3 else 4)
        self.leave('aligned', self.version > 1 and count and odd, 0, self.fde_start + self.fde_size)
        # CHOICE: in v1 and v2, as in v2e1 without its flag, the field counts from the section.
        at = self.fde_start
        self.leave('address', self.early and count and self.addr, at, at + 4)
        for index in range(count):
            self.sframe_fde(index, at + index * self.fde_size)
            self.rows_given += len(self.report.functions[-1].rows)
        self.sorted_functions()

    def sframe_fde(self, index: int, position: int) -> None:
        """2.3 / 2.3.1 SFrame FDE, The SFrame FDE Index: one entry."""
        value, size, start_fre_off, *others = self.unpack(self.fde_layout, position)
        place = self.addr + value + (position if self.flags & 0x4 else 0)  # "the field itself"
        where = (position, position + self.fde_size)
        function = Function(index, where, value, place, place & MASK64, size)
        self.report.functions.append(function)
        self.leave('range', size == 0 or function.start + size > MASK64 + 1, *where)
        first = self.fre_start + start_fre_off
        if self.version == 3:
            self.sframe_fde_attribute(function, first)
            return
        function.sfde_func_num_fres, info, rep_size, padding2 = (*others, 0, 0)[:4]
        function.sfde_func_rep_size = rep_size
        function.signal_p = function.fdetype = 0
        self.leave('unused', padding2, position + 18, position + 20)
        self.sframe_fde_info(function, info, position + 16, position + 17)
        self.sframe_fres(function, first, first)

    def sframe_fde_attribute(self, function: Function, position: int) -> None:
        """- / 2.3.2 The SFrame FDE Attribute, with 2.3.3.2 The SFrame FDE Types."""
        first = position + ATTRIBUTE_SIZE
        fre_off_at = function.where[0] + 12
        if self.forbid('attribute', first > self.limit, fre_off_at, fre_off_at + 4):
            return
        num_fres, info, info2, rep_size = self.unpack('HBBB', position)
        function.sfde_func_num_fres, function.sfde_func_rep_size = num_fres, rep_size
        function.signal_p = info >> 7
        self.sframe_fde_info(function, info, position + 2, position + 4)
        self.leave('unused', info2 & 0xE0, position + 3, position + 4)
        fde_type = info2 & 0x1F
        if not self.forbid('fde type', fde_type > 1, position + 3, position + 4):
            function.fdetype = fde_type
        self.leave('s390x sp', fde_type == 1 and self.abi == 's390x', position + 3, position + 4)
        self.sframe_fres(function, first, position)

    def sframe_fde_info(self, function: Function, info: int, position: int, rep_at: int) -> None:
        """2.3.1 to 2.3.3 / 2.3.3 and its parts: info word or bytes, FDE (PC) types, FRE types."""
        unused = {1: 0xE0, 2: 0xC0, 3: 0x40}[self.version] | (self.abi != 'aarch64') << 5
        self.leave('unused', info & unused, position, position + 1)
        function.pauth_key = (info & ~unused) >> 5 & 1
        if not self.forbid('fre type', info & 0xF > 2, position, position + 1):
            function.fretype = info & 0xF
        mask = function.pcmask = info >> 4 & 1
        size = function.sfde_func_rep_size
        no_block = mask and self.version > 1 and size == 0
        self.forbid('block', no_block and function.sfde_func_num_fres, rep_at, rep_at + 1)
        self.leave('mask', mask and not no_block and (self.version == 1 or function.start % size),
                   position, position + 1)

    def sorted_functions(self) -> None:
        """2.1.3 and 2.3 / 2.1.3 and 2.3.1: "sorted on PC"; and functions that overlap."""
        functions = self.report.functions
        # CHOICE: "sorted" lets equal starts follow each other, and PCs may be wrapped or not.
        keys = ([f.sfde_func_start_address for f in functions], [f.place for f in functions],
                [f.start for f in functions])
        ordered = [key == sorted(key) for key in keys]
        where = (self.fde_start, self.fde_start + len(functions) * self.fde_size)
        flag = self.flags & 0x1
        self.forbid('sorted', flag and not any(ordered), *where)
        self.leave('keys', flag and any(ordered) and not all(ordered), *where)
        self.leave('array', self.early and not flag and not any(ordered), *where)
        last = 0
        for function in sorted(functions, key=lambda one: one.start):
            self.leave('range', function.sfde_func_size and function.start < last, *function.where)
            last = max(last, function.start + function.sfde_func_size)

    def sframe_fres(self, function: Function, first: int, data_start: int) -> None:
        """2.4 / 2.4 SFrame FRE: the rows of one function, one after the other."""
        count = function.sfde_func_num_fres or 0
        # CHOICE: a signal frame without FREs is not an outermost frame (DUMP.md has it so).
        function.outermost = (self.version == 3 and count == 0 and function.fdetype == 0
                              and not function.signal_p)
        self.leave('no fres', count == 0 and not function.outermost, *function.where)
        if function.fretype is None:
            return
        position = first
        room = ROWS_PER_BYTE * len(self.data) - self.rows_given
        for _ in range(min(count, room)):
            key = (position, function.fretype, function.fdetype)
            if key not in self.rows:
                self.rows[key] = self.sframe_fre(*key)
            row = self.rows[key]
            if row is None:
                return
            function.rows.append(row)
            position = row.end
        starts = [row.sfre_start_address for row in function.rows]
        block = function.sfde_func_rep_size if function.pcmask else function.sfde_func_size
        unusual = starts != sorted(set(starts)) or (starts and block and starts[-1] >= block)
        self.leave('row', unusual or (starts and starts[0] > 0), first, position)
        if position > data_start:
            self.ranges.append((data_start, position))
        self.forbid('limit', count > room, *function.where)

    def sframe_fre(self, position: int, fretype: int, fdetype: int | None) -> Fre | None:
        """2.4.1 / 2.4.1 The SFrame FRE Info Word: one row."""
        words_at = position + (2, 3, 5)[fretype]
        if self.forbid('fre', words_at > self.limit, position, words_at):
            return None
        sfre_start_address, sfre_info = self.unpack(('BB', 'HB', 'IB')[fretype], position)
        size_code, count = sfre_info >> 5 & 3, sfre_info >> 1 & 0xF
        self.forbid('info', self.early and count > 3, words_at - 1, words_at)
        end = words_at + (count << size_code)
        if (self.forbid('info', size_code == 3, words_at - 1, words_at)
                or self.forbid('fre', end > self.limit, position, end)):
            return None
        where = (position, end)
        words = self.unpack(f'{count}{"bhi"[size_code]}', words_at)
        # CHOICE: fre_cfa_base_reg_id is 0 for FP and 1 for SP, as in sframe.h; no manual says it.
        base = self.sp if sfre_info & 1 else self.fp
        if count == 0:
            # CHOICE: a row without words is shown as DUMP.md has it: RA undefined.
            self.leave('no words', self.profile in ('v1', 'v2', 'v2e1'), *where)
            rules = [NONE, UNDEFINED, NONE]
        elif fdetype is None:
            rules = [UNKNOWN, UNKNOWN, UNKNOWN]
        elif fdetype == 1:
            controls = self.unpack(f'{count}{"BHI"[size_code]}', words_at)
            rules = self.flexible_fde(words, controls, *where)
        elif self.abi == 's390x' and not self.early:
            rules = self.s390x(words, base, *where)
        else:
            rules = self.stack_offsets(words, base, *where)
        return Fre(sfre_start_address, end, *rules, sfre_info >> 7)

    def stack_offsets(self, words: Words, base: int, start: int, end: int) -> list[Rule]:
        """2.4 SFrame FRE (v1, v2), 3.1 and 3.2 / 3.1.1 and 3.1.2 AMD64, AArch64."""
        rest, rules = list(words[1:]), [Rule('sum', base, words[0])]
        for entity in ('ra', 'fp'):
            # CHOICE: v1 and v2: RA or FP is "being tracked" if the header has no fixed offset.
            by_abi = entity == 'fp' or self.abi != 'amd64'
            tracked = self.fixed[entity] == OFFSET_INVALID if self.early else by_abi
            rules.append(Rule('sum', CFA, rest.pop(0), True) if tracked and rest
                         else self.no_words(entity))
        two = len(words) == 2 and self.abi == 'aarch64' and not self.early
        self.leave('words', rest or two, start, end)
        return rules

    def no_words(self, entity: str) -> Rule:
        """2.2 / 2.2 and 3.2: the rule of RA or FP when a row has no words for it."""
        # CHOICE: s390x never uses fixed offsets ("remains unchanged"), the other ABIs if not 0.
        if self.fixed[entity] != OFFSET_INVALID and self.abi != 's390x':
            return Rule('sum', CFA, self.fixed[entity], True)
        # CHOICE: FP and RA are then unchanged, but AMD64's RA, never in a register, is unknown.
        return NONE if self.abi == 'amd64' and entity == 'ra' else SAME

    def s390x(self, words: Words, base: int, start: int, end: int) -> list[Rule]:
        """3.3 / 3.1.3 s390x."""
        rules = [Rule('sum', base, words[0] * S390X_FACTOR - S390X_ADJUSTMENT), SAME, SAME]
        self.leave('words', len(words) > 3, start, end)
        for i, offset in enumerate(words[1:3], 1):
            if i == 1 and offset == OFFSET_INVALID:
                continue  # "RA remains unchanged"
            rules[i] = Rule('sum', CFA, offset, True)
            self.leave('odd', offset & 1 and self.version == 3, start, end)
            if offset & 1 and self.version == 2:
                negative = self.forbid('regnum', offset < 0, start, end)
                rules[i] = UNKNOWN if negative else Rule('sum', offset >> 1)
        return rules

    def flexible_fde(self, words: Words, controls: Words, start: int, end: int) -> list[Rule]:
        """- / 3.2 Flexible FDE Type Interpretation: the order of the pairs."""
        # CHOICE: 3.2's order of words counts, not the appendix's indexes, which contradict it.
        # CHOICE: on s390x too the flexible CFA offset is as stored: neither scaled nor adjusted.
        rules, at = [UNKNOWN, self.no_words('ra'), self.no_words('fp')], 0
        for i in range(3):
            if at < len(words) and i > 0 and controls[at] == 0:
                at += 1
            elif at < len(words):
                rules[i] = self.control_data(i == 0, controls[at], words[at + 1:at + 2], start, end)
                at += 2
        self.leave('words', at < len(words), start, end)
        return rules

    def control_data(self, is_cfa: bool, control: int, offset: Words, start: int, end: int) -> Rule:
        """- / 3.2 Flexible FDE Type Interpretation: Control Data, Offset Data, Recovery Rules."""
        reg_p, deref_p, regnum = control & 1, control >> 1 & 1, control >> 3
        # CHOICE: only the whole word 0 is padding: 4 (the unused bit alone) starts a pair.
        self.leave('control', control & 4 or (regnum and not reg_p), start, end)
        no_base = self.forbid('reg_p', is_cfa and not reg_p, start, end)
        if self.forbid('pair', not offset, start, end) or no_base:
            return UNKNOWN
        return Rule('sum', regnum if reg_p else CFA, offset[0], bool(deref_p))

    def sframe_fre_sub_section(self) -> None:
        """2.2 / 2.2 SFrame Header: sfh_num_fres; and bytes that several or no functions use."""
        functions, distinct = self.report.functions, len({key[0] for key in self.rows})
        if (len(functions) < self.header.sfh_num_fdes
                or any(len(f.rows) != f.sfde_func_num_fres for f in functions)):
            return  # It was told before what is missing.
        free, last = 0, self.fre_start
        for start, end in sorted(self.ranges) + [(self.fre_end, self.fre_end)]:
            free += max(0, start - last)
            self.leave('bytes', start > last, last, start)
            self.leave('bytes', start < min(last, end), start, min(last, end))
            last = max(last, end)
        count = self.header.sfh_num_fres
        # CHOICE: shared rows count once or each time; unused bytes may be rows of 2 bytes or more.
        possible = distinct <= count <= max(self.rows_given, distinct + free // 2)
        self.forbid('num_fres', not possible, 12, 16)
        self.leave('num_fres', possible and count != distinct, 12, 16)

    def find_function(self, pc: int) -> Function | None:
        """The first function in stored order that has the PC."""
        # CHOICE: of overlapping functions the first one has the PC, even if no row covers it.
        return next((f for f in self.report.functions
                     if (pc - f.start) & MASK64 < f.sfde_func_size), None)

    def find_fre(self, function: Function, pc: int) -> tuple[int | str, Fre | None]:
        """2.3.2 / 2.3.3.1 The SFrame FDE (PC) Types: "look up a matching FRE"."""
        if function.outermost:
            return 'none', Fre(0, 0, NONE, UNDEFINED, NONE, 0)
        # CHOICE: PC is relative to the function's start, as FRE_START_ADDR is, in all formulas.
        relative = (pc - function.start) & MASK64
        if function.pcmask and self.version > 1:
            relative %= function.sfde_func_rep_size or 1
        found, greatest = ('none', None), -1
        for index, row in enumerate(function.rows):
            start = row.sfre_start_address
            # CHOICE: v1's mask formula means (PC & MASK) >= MASK, not C's PC & (MASK >= MASK).
            masked = relative & start if function.pcmask and self.version == 1 else relative
            # CHOICE: of several matching rows take the greatest start, of equal ones the last.
            if masked >= start >= greatest:
                found, greatest = (index, row), start
        return found

    def show(self, rule: Rule, is_cfa: bool = False) -> str:
        """DUMP.md: cfa and rule."""
        if rule.kind != 'sum':
            return rule.kind
        name = {CFA: 'cfa', self.sp: 'sp', self.fp: 'fp'}.get(rule.base, f'r{rule.base}')
        if rule.deref:
            return f'*({name}{rule.offset:+d})'
        # CHOICE: a rule "FP is the value in FP" is shown as stored (fp=fp), not as fp=same.
        return name + (f'{rule.offset:+d}' if is_cfa or rule.offset or rule.base == CFA else '')

    def show_rules(self, row: Fre) -> str:
        return f'cfa={self.show(row.cfa, True)} ra={self.show(row.ra)} fp={self.show(row.fp)}'

    def section_dump(self) -> list[str]:
        """DUMP.md: section-dump, without layout keys."""
        h = self.header
        if h is None:
            return []
        flags = [text for bit, text in FLAGS.items() if self.flags & bit]
        lines = ['sframe-dump 1', (
            f'section version={h.sfp_version} endian={self.order} abi={self.abi_name} '
            f'flags={",".join(flags) or "none"} fixed-fp={h.sfh_cfa_fixed_fp_offset} '
            f'fixed-ra={h.sfh_cfa_fixed_ra_offset} aux={h.sfh_auxhdr_len} fdes={h.sfh_num_fdes} '
            f'fres={h.sfh_num_fres} fre-len={h.sfh_fre_len}')]
        for f in self.report.functions:
            lines.append(
                f'fde {f.index} start={f.start:#x} size={f.sfde_func_size:#x} '
                f'pc={show_code(f.pcmask, "inc", "mask")} '
                f'fre={show_code(f.fretype, "addr1", "addr2", "addr4")} '
                f'type={show_code(f.fdetype, "default", "flex")} '
                f'key={show_code(f.pauth_key, "a", "b")} signal={show_code(f.signal_p)} '
                f'rep={show_code(f.sfde_func_rep_size)} fres={show_code(f.sfde_func_num_fres)}')
            for index, row in enumerate(f.rows):
                lines.append(f'fre {f.index}.{index} at={row.sfre_start_address:#x} '
                             f'{self.show_rules(row)} mangled={row.fre_mangled_ra_p}')
        return lines

    def lookup_line(self, pc: int) -> str:
        """DUMP.md: one line of lookup."""
        f = self.find_function(pc)
        index, row = self.find_fre(f, pc) if f else ('none', None)
        if f is None or row is None:
            return f'pc {pc:#x} none'
        return f'pc {pc:#x} fde={f.index} fre={index} {self.show_rules(row)}'

@dataclass
class Frame:
    """A Generating Stack Traces using SFrame: a frame, and what can be read in it."""
    reader: Reader
    topmost: bool
    pc: int
    registers: dict[int, int | None]  # after the topmost frame: SP and FP only
    memory: dict[int, int]

    def sframe_apply_rule(self, rule: Rule, cfa: int) -> int:
        if not self.topmost and rule.base not in (CFA, self.reader.sp, self.reader.fp):
            raise EndOfTrace('unsafe')
        place = cfa if rule.base == CFA else self.registers.get(rule.base)
        # CHOICE: a rule "none" (no rule for RA) ends the trace as bad-read.
        if place is None or rule.kind != 'sum':
            raise EndOfTrace('bad-read')
        place = (place + rule.offset) & MASK64
        # CHOICE: only 8 bytes at exactly a given address can be read, not parts of two given words.
        if rule.deref and place not in self.memory:
            raise EndOfTrace('bad-read')
        return self.memory[place] if rule.deref else place

    def get_next_frame(self, pac_mask: int) -> Frame:
        """The caller's frame, or EndOfTrace."""
        # CHOICE: the PC of a caller is looked up as it is, not one byte before.
        function = self.reader.find_function(self.pc)
        if function is None:
            raise EndOfTrace('no-fde')
        _, row = self.reader.find_fre(function, self.pc)
        if row is None:
            raise EndOfTrace('no-fre')
        if row.ra == UNDEFINED:
            raise EndOfTrace('outermost')
        cfa = self.sframe_apply_rule(row.cfa, 0)
        # CHOICE: an unchanged RA is in the ABI's RA register, known in the topmost frame only.
        ra_rule = Rule('sum', self.reader.ra) if row.ra == SAME else row.ra
        ra = self.sframe_apply_rule(ra_rule, cfa)
        fp = (self.registers.get(self.reader.fp) if row.fp == SAME
              else self.sframe_apply_rule(row.fp, cfa))
        # CHOICE: on s390x SP is CFA - 160 after flexible rules too (the pseudocode has sp = cfa).
        sp = (cfa + (S390X_SP_VAL_OFFSET if self.reader.abi == 's390x' else 0)) & MASK64
        pc = ra & ~pac_mask if row.fre_mangled_ra_p else ra
        return Frame(self.reader, False, pc, {self.reader.sp: sp, self.reader.fp: fp}, self.memory)

def check(data: bytes, profile: str, addr: int, abi: str, order: str) -> Report:
    return Reader(data, profile, addr, abi, order).report

def decode(data: bytes, profile: str, addr: int, abi: str, order: str) -> tuple[Report, list[str]]:
    reader = Reader(data, profile, addr, abi, order)
    return reader.report, reader.section_dump()

def lookup(data: bytes, profile: str, addr: int, abi: str, order: str, pcs: list[int]
           ) -> tuple[Report, list[str]]:
    reader = Reader(data, profile, addr, abi, order)
    lines = ['sframe-dump 1'] + [reader.lookup_line(pc & MASK64) for pc in pcs]
    return reader.report, [] if reader.report.forbidden else lines

def unwind(data: bytes, profile: str, addr: int, abi: str, order: str, regs: dict[str, int],
           mem: dict[int, int], pac_mask: int, limit: int) -> tuple[Report, list[str]]:
    reader = Reader(data, profile, addr, abi, order)
    if reader.report.forbidden:
        return reader.report, []
    numbers = {'sp': reader.sp, 'fp': reader.fp}
    registers: dict[int, int | None] = {
        numbers[name] if name in numbers else int(name[1:]): value & MASK64
        for name, value in regs.items() if name != 'pc'}
    memory = {address & MASK64: value & MASK64 for address, value in mem.items()}
    frame = Frame(reader, True, regs.get('pc', 0) & MASK64, registers, memory)
    lines, end = ['sframe-dump 1'], 'limit'
    for number in range(limit):
        # CHOICE: a PC, SP or FP that was not given is printed as 0x0.
        sp, fp = (frame.registers.get(register) or 0 for register in (reader.sp, reader.fp))
        lines.append(f'frame {number} pc={frame.pc:#x} sp={sp:#x} fp={fp:#x}')
        try:
            frame = frame.get_next_frame(pac_mask)
        except EndOfTrace as reason:
            end = str(reason)
            break
    return reader.report, lines + [f'end {end}']

def main(arguments: list[str]) -> int:
    """The command line; its last argument is the file."""
    parser = argparse.ArgumentParser(prog='sframe_reader.py', epilog='The last argument is FILE.')
    parser.add_argument('command', choices=('decode', 'check', 'lookup', 'unwind'))
    for name, names in (('profile', VERSIONS), ('abi', REGISTERS), ('order', ('little', 'big'))):
        parser.add_argument(f'--{name}', required=True, choices=list(names))
    for name, standard in (('addr', 0), ('max', 64), ('pac-mask', 0)):
        parser.add_argument(f'--{name}', type=lambda text: int(text, 0), default=standard)
    for name in ('pc', 'regs', 'mem'):
        parser.add_argument(f'--{name}', nargs='+', action='extend', default=[])
    given = parser.parse_args(' '.join(arguments[:-1]).split())
    regs = {name: int(text, 0) for name, text in (pair.split('=') for pair in given.regs)}
    mem = {int(at, 0): int(text, 0) for at, text in (pair.split('=') for pair in given.mem)}
    with open(arguments[-1], 'rb') as file:
        section = (file.read(), given.profile, given.addr, given.abi, given.order)
    report, lines = decode(*section)
    if given.command == 'check':
        lines = [report.verdict]
    elif given.command == 'lookup':
        report, lines = lookup(*section, [int(pc, 0) for pc in given.pc])
    elif given.command == 'unwind':
        report, lines = unwind(*section, regs, mem, given.pac_mask, given.max)
    print(''.join(line + '\n' for line in lines), end='')
    for kind, findings in (('forbidden', report.forbidden), ('open', report.open)):
        for start, end, number, why in findings:
            print(f'{start:#x}-{end:#x}: {kind}: {number}: {why}', file=sys.stderr)
    return 1 if report.forbidden else 0

if __name__ == '__main__':
    try:
        sys.exit(main(sys.argv[1:]))
    except (OSError, ValueError) as error:
        print(f'sframe_reader.py: {error}', file=sys.stderr)
        sys.exit(2)
