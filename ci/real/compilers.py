#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles generated C functions (compilers_c.py) with each compiler and set of flags, assembles the text with each
assembler, and judges the objects. For ci/real/compilers.sh.

usage: compilers.py CONFORM DIR SEED FUNCTIONS JOBS

DIR/compilers and DIR/assemblers have lines NAME, ABI, COMMAND, with a tab between. A compiler's command makes assembly
text; the flags, the source, -o and the text are added. An assembler's gets -o, the object and the text. DIR/results.json
holds what was found, for compilers_page.py. A tool that fails is asked again with halves of the functions, until those
that it fails for are known.
exit status: 0 DIR/results.json is written; 2 it cannot be
"""
import collections
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading

sys.dont_write_bytecode = True
import compilers_c  # noqa: E402

SECONDS = 60
LOG_BYTES = 1 << 16

# (ABI, start of the compiler's name, flags); * is any.
FLAGS = [
    ('*', '*', '-O0'),
    ('*', '*', '-O1 -fomit-frame-pointer'),
    ('*', '*', '-O2 -fomit-frame-pointer'),
    ('*', '*', '-O3 -fomit-frame-pointer'),
    ('*', '*', '-Os -fomit-frame-pointer'),
    ('*', '*', '-O2 -fno-omit-frame-pointer'),
    ('amd64', '*', '-O2 -fno-omit-frame-pointer -mno-omit-leaf-frame-pointer'),
    ('aarch64', '*', '-O2 -fno-omit-frame-pointer -mno-omit-leaf-frame-pointer'),
    ('*', '*', '-O2 -fstack-clash-protection'),
    ('*', '*', '-O2 -fstack-protector-all'),
    ('*', '*', '-O2 -ffunction-sections -g'),
    ('*', '*', '-O2 -fpatchable-function-entry=8,4'),
    ('amd64', '*', '-O2 -mno-red-zone'),
    ('amd64', '*', '-O2 -mstackrealign'),
    ('amd64', '*', '-O2 -fcf-protection -pg'),
    ('amd64', '*', '-O2 -mapxf -DNO_INTERRUPTS'),
    ('amd64', 'gcc', '-O2 -fsplit-stack'),
    ('amd64', 'gcc', '-O2 -mcall-ms2sysv-xlogues'),
    ('amd64', 'gcc', '-O2 -maccumulate-outgoing-args'),
    ('aarch64', '*', '-O2 -mbranch-protection=standard'),
    ('aarch64', '*', '-O2 -mbranch-protection=pac-ret+leaf+b-key'),
    ('aarch64', 'clang', '-O2 -mbranch-protection=pac-ret+pc'),
    ('aarch64', '*', '-O2 -march=armv8.2-a+sve'),
    ('aarch64', '*', '-O2 -ffixed-x18 -fsanitize=shadow-call-stack'),
    ('s390x', '*', '-O2 -march=z13'),
    ('s390x', '*', '-O2 -mbackchain'),
    ('s390x', '*', '-O2 -mbackchain -mpacked-stack -msoft-float'),
    ('s390x', 'gcc', '-O2 -fsplit-stack'),
]
ALWAYS = ['-w', '-fPIC', '-fasynchronous-unwind-tables', '-fno-exceptions']
# clang does not tell the assembler what -march allows.
ARCHITECTURE = {'-march=armv8.2-a+sve': '\t.arch armv8.2-a+sve\n'}

# By number, as in DWARF: those that may be the base of the CFA in every version.
BASES = {'amd64': {'6', '7', '%rbp', '%rsp', 'rbp', 'rsp'}, 'aarch64': {'29', '31', 'w29', 'x29', 'wsp', 'sp'},
         's390x': {'11', '15', '%r11', '%r15'}}
FP_AND_RA = {'amd64': None, 'aarch64': (('29', 'w29', 'x29'), ('30', 'w30', 'x30')),
             's390x': (('11', '%r11'), ('14', '%r14'))}
USUAL = {'startproc', 'endproc', 'def_cfa', 'def_cfa_offset', 'def_cfa_register', 'adjust_cfa_offset', 'offset',
         'rel_offset', 'restore', 'remember_state', 'restore_state', 'sections'}


class Failure(Exception):
    """`who` did not do its part: compiler, assembler or judge."""

    def __init__(self, who, what):
        super().__init__(what)
        self.who, self.what = who, what


def plain(text):
    """Without places, names and numbers, which differ from run to run."""
    text = re.sub(r"[`'‘’\"][^`'‘’\"]*[`'‘’\"]", 'X', text)
    return re.sub(r'\b(0x[0-9a-f]+|\d+)\b', 'N', text).strip()[:100]


def first_error(log):
    lines = [line for line in log.splitlines() if re.search(r'\berror\b|^Error', line, re.I)] or log.splitlines()
    return plain(re.sub(r'^.*?\berror: *', '', lines[0], flags=re.I)) if lines else 'no message'


def run(who, command, made):
    """Runs a tool that makes a file. Returns what it says."""
    log = made + '.log'
    if os.path.exists(made):
        os.remove(made)
    try:
        with open(log, 'wb') as out:
            status = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, timeout=SECONDS,
                                    check=False).returncode
    except subprocess.TimeoutExpired:
        raise Failure(who, f'takes more than {SECONDS} s') from None
    except OSError as error:
        raise Failure(who, f'does not start: {error.strerror}') from None
    with open(log, 'rb') as said:
        text = said.read(LOG_BYTES).decode('utf-8', 'replace')
    if status < 0:
        raise Failure(who, f'dies of signal {-status} ({signal.Signals(-status).name})')
    if status > 0 and re.search('internal (compiler )?error|PLEASE (submit|ATTACH)|fatal error: error in backend', text, re.I):
        raise Failure(who, f'breaks off: {first_error(text)}')
    if status > 0:
        raise Failure(who, f'refuses: {first_error(text)}')
    if not os.path.exists(made) or os.path.getsize(made) == 0:
        raise Failure(who, 'says that all is well, and writes nothing')
    return text


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
    words = set()
    saved = {operands[0] for name, operands in directives if name in ('offset', 'rel_offset')}
    for name, operands in directives:
        if name not in USUAL:
            words.add(name.replace('_', '-'))
        elif name in ('def_cfa', 'def_cfa_register') and operands[0] not in BASES[abi]:
            words.add(f'cfa-of-{operands[0].strip("%")}')
    if FP_AND_RA[abi] and saved & set(FP_AND_RA[abi][0]) and not saved & set(FP_AND_RA[abi][1]):
        words.add('fp-without-ra')
    return '+'.join(sorted(words)) or 'usual'


class Combination:
    """One compiler, ABI, set of flags and assembler."""

    def __init__(self, setting, compiler, abi, flags, assembler):
        self.setting, self.compiler, self.abi, self.flags, self.assembler = setting, compiler, abi, flags, assembler
        self.ranges, self.findings, self.warnings = collections.Counter(), [], collections.Counter()
        self.functions, self.profile, self.state = 0, '', 'judged'

    def path(self, first, last, ending):
        words = [self.compiler[0], self.abi, self.flags, f'{first}-{last}']
        if ending != 's':
            words.insert(3, self.assembler[0])
        return os.path.join(self.setting.dir, 'made', re.sub(r'[^\w.+=,-]', '_', '_'.join(words)) + '.' + ending)

    def find(self, agreement, name, what, count=1, detail=''):
        match = re.match(r'(\w+)_\d{3,}((?:\.[a-z]+)?)', name)
        self.findings.append({'agreement': agreement, 'function': name, 'kind': match[1] + match[2] if match else name,
                              'what': what, 'count': count, 'detail': detail})

    def judge(self, first, last):
        """All functions of a range; on a failure its halves, down to one function."""
        try:
            self.judge_once(first, last)
        except Failure as failure:
            if self.hopeless(failure):
                self.state = f'the {failure.who} {failure.what}'
                self.find(failure.who, '*', failure.what)
            elif last - first == 1:
                self.find(failure.who, compilers_c.name(first), failure.what)
            else:
                middle = (first + last) // 2
                self.judge(first, middle)
                self.judge(middle, last)

    def hopeless(self, failure):
        """Whether the tool fails with the simplest function too."""
        try:
            Combination(self.setting, self.compiler, self.abi, self.flags, self.assembler).judge_once(0, 0)
        except Failure as again:
            return again.who == failure.who
        return False

    def compile(self, first, last):
        """The same text serves every assembler."""
        made = self.path(first, last, 's')
        with self.setting.locks[made]:
            if made not in self.setting.texts:
                self.setting.texts[made] = self.compile_anew(made, first, last)
        result = self.setting.texts[made]
        if isinstance(result, Failure):
            raise result
        return made

    def compile_anew(self, made, first, last):
        source, flags = made[:-1] + 'c', self.flags.split()
        if '-fomit-frame-pointer' in flags:
            flags.append('-DOMITS_FP')
        with open(source, 'w', encoding='ascii') as out:
            out.write(compilers_c.source(self.setting.seed, first, last) if first < last else compilers_c.SIMPLEST)
        try:
            run('compiler', [*shlex.split(self.compiler[2]), *ALWAYS, *flags, source, '-o', made], made)
        except Failure as failure:
            return failure
        with open(made, encoding='utf-8', errors='replace') as text:
            content = text.read()
        if self.compiler[0].startswith('clang'):
            content = ''.join(ARCHITECTURE.get(flag, '') for flag in flags) + content
            with open(made, 'w', encoding='utf-8') as out:
                out.write(content)
        if '.cfi_startproc' not in content and re.search(r'^\w+_\d{3,}:', content, re.M):
            return Failure('compiler', 'writes no call frame information')
        return None

    def judge_once(self, first, last):
        text = self.compile(first, last)
        made = self.path(first, last, 'o')
        said = run('assembler', [*shlex.split(self.assembler[2]), '-o', made, text], made)
        report = made + '.json'
        with open(report, 'wb') as out:
            try:
                status = subprocess.run([self.setting.conform, 'producer', '--json', made], stdin=subprocess.DEVNULL,
                                        stdout=out, stderr=subprocess.DEVNULL, timeout=SECONDS, check=False).returncode
            except subprocess.TimeoutExpired:
                raise Failure('judge', f'takes more than {SECONDS} s') from None
        try:
            with open(report, encoding='utf-8') as read:
                file = json.load(read)['files'][0]
        except (ValueError, KeyError, IndexError):
            raise Failure('judge', f'gives no report, exit status {status}') from None
        with open(text, encoding='utf-8', errors='replace') as read:
            self.take(file, function_texts(read.read()))
        for line in said.splitlines():
            if 'warning: ' in line.lower():
                self.warnings[plain(re.sub('^.*?warning: *', '', line, flags=re.I))] += 1

    def take(self, file, directives):
        """Counts the report of one object."""
        if file['state'] == 'unreadable':
            raise Failure('judge', f'cannot read the object: {plain(file["why"])}')
        if file['state'] == 'no-sframe':
            if directives:
                raise Failure('assembler', 'writes no SFrame data')
            return
        self.profile = file['profile']
        self.functions += file['cfi_functions']
        self.ranges.update(file['ranges'])
        for wrong in file['wrong']:
            rules = '; '.join(f'{d["what"]}: SFrame {d["sframe"]}, CFI {d["cfi"]}' for d in wrong['differences'])
            self.find('wrong', wrong['place'].split('+0x')[0], ','.join(
                f'{d["what"]}:{plain(d["sframe"])}/{plain(d["cfi"])}' for d in wrong['differences']), 1,
                f'{wrong["place"]}: {rules} [{wrong["differences"][0]["clause"]}]')
        for function in file['functions']:
            name = function['name'].split('+0x')[0]
            for agreement in ('weaker', 'uncompared'):
                if function[agreement]:
                    self.find(agreement, name, f'{function["reason"]}:{unusual(directives.get(name, []), self.abi)}',
                              function[agreement], function['name'])
        for complaint in file['complaints']:
            self.find(complaint['severity'], '*', f'{complaint["clause"] or complaint["area"]}: {plain(complaint["text"])}',
                      1, complaint['text'])

    def result(self):
        return {'compiler': self.compiler[0], 'abi': self.abi, 'flags': self.flags, 'assembler': self.assembler[0],
                'state': self.state, 'profile': self.profile, 'functions': self.functions, 'ranges': self.ranges,
                'findings': self.findings, 'warnings': self.warnings}


class Setting:
    def __init__(self, conform, folder, seed):
        self.conform, self.dir, self.seed = conform, folder, seed
        self.texts, self.locks = {}, collections.defaultdict(threading.Lock)


def read_tools(path):
    with open(path, encoding='utf-8') as file:
        tools = [tuple(line.rstrip('\n').split('\t')) for line in file if line.strip()]
    for tool in tools:
        if len(tool) != 3 or tool[1] not in BASES or not shlex.split(tool[2]):
            raise ValueError(f'{path}: expected NAME, ABI and COMMAND with tabs between: {tool[0]}')
    return tools


def is_there(tool):
    return shutil.which(shlex.split(tool[2])[0]) is not None


def combinations(setting, compilers, assemblers):
    """Those of tools that are there, by text, so that two that need the same text seldom meet."""
    found = []
    for compiler in filter(is_there, compilers):
        for abi, start, flags in FLAGS:
            if abi in ('*', compiler[1]) and (start == '*' or compiler[0].startswith(start)):
                found += [Combination(setting, compiler, compiler[1], flags, assembler)
                          for assembler in filter(is_there, assemblers) if assembler[1] == compiler[1]]
    return found


def main(conform, folder, seed, functions, jobs):
    try:
        compilers, assemblers = (read_tools(os.path.join(folder, name)) for name in ('compilers', 'assemblers'))
    except (OSError, ValueError) as error:
        print(f'error: {error}', file=sys.stderr)
        return 2
    os.makedirs(os.path.join(folder, 'made'), exist_ok=True)
    all_of_them = combinations(Setting(conform, folder, seed), compilers, assemblers)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for done, _ in enumerate(pool.map(lambda c: c.judge(0, functions), all_of_them), 1):
            if done % 50 == 0:
                print(f'== {done} of {len(all_of_them)}', file=sys.stderr)
    found = {'seed': seed, 'functions': functions, 'results': [c.result() for c in all_of_them],
             'missing': [tool[:2] for tool in compilers + assemblers if not is_there(tool)]}
    with open(os.path.join(folder, 'results.json'), 'w', encoding='ascii') as out:
        json.dump(found, out)
    return 0


if __name__ == '__main__':
    if len(sys.argv) != 6 or not all(word.isdecimal() for word in sys.argv[4:]):
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5])))
