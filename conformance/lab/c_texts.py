# SPDX-License-Identifier: MIT
"""Assembly text of the functions of c_functions by one compiler with one set of flags, and what is unusual in it."""
import os
import pathlib
import re

import c_functions
import steps

# By ABI and start of the compiler's name; * is any.
FLAGS = {
    ('*', '*'): ('-O0', '-O1 -fomit-frame-pointer', '-O2 -fomit-frame-pointer', '-O3 -fomit-frame-pointer', '-Os -fomit-frame-pointer',
                 '-O2 -fno-omit-frame-pointer', '-O2 -fstack-clash-protection', '-O2 -fstack-protector-all', '-O2 -ffunction-sections',
                 '-O2 -fpatchable-function-entry=8,4'),
    ('amd64', '*'): ('-O2 -fno-omit-frame-pointer -mno-omit-leaf-frame-pointer', '-O2 -mno-red-zone', '-O2 -mstackrealign -DNO_EH_RETURN',
                     '-O2 -fcf-protection', '-O2 -mapxf -DNO_INTERRUPTS'),
    ('amd64', 'gcc'): ('-O2 -fsplit-stack', '-O2 -mcall-ms2sysv-xlogues', '-O2 -maccumulate-outgoing-args'),
    ('aarch64', '*'): ('-O2 -fno-omit-frame-pointer -mno-omit-leaf-frame-pointer', '-O2 -mbranch-protection=standard',
                       '-O2 -mbranch-protection=pac-ret+leaf+b-key', '-O2 -march=armv8.2-a+sve',
                       '-O2 -ffixed-x18 -fsanitize=shadow-call-stack'),
    ('aarch64', 'clang'): ('-O2 -mbranch-protection=pac-ret+pc',),
    ('s390x', '*'): ('-O2 -march=z13', '-O2 -mbackchain', '-O2 -mbackchain -mpacked-stack -msoft-float'),
    ('s390x', 'gcc'): ('-O2 -fsplit-stack',)}
ALWAYS = ['-w', '-fPIC', '-fasynchronous-unwind-tables', '-fno-exceptions']
# clang does not tell the assembler what -march allows.
ARCHITECTURE = {'-march=armv8.2-a+sve': '\t.arch armv8.2-a+sve\n'}
# Attributes of AArch64 files, which have nothing to do with frames; assemblers before 2.45 do not know them.
ATTRIBUTES = re.compile(r'^\s*\.aeabi_(subsection|attribute)\b.*\n', re.M)
# By number, as in DWARF: those that may be the base of the CFA in every version.
BASES = {'amd64': {'6', '7', '%rbp', '%rsp', 'rbp', 'rsp'}, 'aarch64': {'29', '31', 'w29', 'x29', 'wsp', 'sp'},
         's390x': {'11', '15', '%r11', '%r15'}}
FP_AND_RA = {'amd64': (set(), set()), 'aarch64': ({'29', 'w29', 'x29'}, {'30', 'w30', 'x30'}), 's390x': ({'11', '%r11'}, {'14', '%r14'})}
USUAL = {'startproc', 'endproc', 'def_cfa', 'def_cfa_offset', 'def_cfa_register', 'adjust_cfa_offset', 'offset',
         'rel_offset', 'restore', 'remember_state', 'restore_state', 'sections'}
SECONDS = 60


# ---- Tools that make a file

class Failure(Exception):
    """`who` did not do its part: compiler, assembler or judge."""

    def __init__(self, who, what):
        super().__init__(what)
        self.who, self.what = who, what


def plain(text):
    """Without places, names of functions and numbers, which differ from run to run."""
    text = re.sub(r"\w+_\d{3,}[\w.]*", 'NAME', text)
    text = re.sub(r"[`'‘’\"|]", '', re.sub('(no such instruction|operands mismatch for|not in a section).*', r'\1', text))
    return re.sub(r'\b(0x[0-9a-f]+|\d+)\b', 'N', text).strip()[:100]


def run(who, command, made):
    """Runs a tool that makes a file."""
    made = steps.make(command, made, seconds=SECONDS)
    if made.state != 'ok':
        raise Failure(who, f"{made.state}: {plain(re.sub(r'^.*?[Ee]rror: *', '', made.line()))}")


# ---- Texts

class Texts:
    def __init__(self, folder, seed, compiler, flags):
        self.folder, self.seed, self.flags = folder, seed, flags
        self.compiler, self.abi, self.command = compiler
        self.made = {}

    def path(self, *words):
        """A file of its own for these words."""
        return os.path.join(self.folder, re.sub(r'[^\w.+=,-]', '_', '_'.join([self.compiler, self.abi, self.flags, *words])))

    def compile(self, name, source):
        made, flags = self.path(name) + '.s', self.flags.split()
        if '-fomit-frame-pointer' in flags:
            flags.append('-DOMITS_FP')
        pathlib.Path(made[:-1] + 'c').write_text(source, 'ascii')
        run('compiler', [*self.command, *ALWAYS, *flags, made[:-1] + 'c', '-o', made], made)
        content = pathlib.Path(made).read_text('utf-8', 'replace')
        if self.compiler.startswith('clang'):
            content = ''.join(ARCHITECTURE.get(flag, '') for flag in flags) + content
        pathlib.Path(made).write_text(re.sub(ATTRIBUTES, '', content), 'utf-8')
        if '.cfi_startproc' not in content and re.search(r'^\w+_\d{3,}:', content, re.M):
            raise Failure('compiler', 'writes no call frame information')
        return made

    def text(self, first, last):
        """The file of a range of functions; of the simplest one if it is empty. The same Failure each time if there is none."""
        if (first, last) not in self.made:
            source = c_functions.source(self.seed, range(first, last)) if first < last else c_functions.SIMPLEST
            try:
                self.made[first, last] = self.compile(f'{first}-{last}', source)
            except Failure as failure:
                self.made[first, last] = failure
        if isinstance(self.made[first, last], Failure):
            raise self.made[first, last]
        return self.made[first, last]


def function_texts(text):
    """{name: its directives of CFI, as (name, operands)}."""
    found, label = {}, ''
    for line in text.splitlines():
        match = re.match(r'([A-Za-z_][\w.$]*):', line)
        if match and not match[1].startswith('.L'):
            label = match[1]
        match = re.match(r'\s*\.cfi_(\w+)\s*([^#]*)', line)
        if match:
            # clang writes the label after .cfi_startproc of a section that it has just begun.
            found.setdefault(label, []).append((match[1], [word.strip() for word in match[2].split('//')[0].split(',')]))
    return found


def unusual(directives, abi):
    """What a reader of SFrame may not be able to say of a function, from its directives."""
    words, (fp, ra) = set(), FP_AND_RA[abi]
    saved = {operands[0] for name, operands in directives if name in ('offset', 'rel_offset')}
    for name, operands in directives:
        if name not in USUAL:
            words.add(name.replace('_', '-'))
        elif name in ('def_cfa', 'def_cfa_register') and operands[0] not in BASES[abi]:
            words.add('cfa-of-' + re.sub(r'%?r?(\d+)$', r'\1', operands[0]))
    if saved & fp and not saved & ra:
        words.add('fp-without-ra')
    return '+'.join(sorted(words)) or 'nothing-unusual'
