#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The completion of each program in each shell that this system has. A TAP producer.

usage: test_completion.py FOLDER NAME=PROGRAM...

FOLDER is where the build puts the files of completion.
"""
import os
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..'), os.path.join(HERE, '..', '..', '..', 'conformance', 'tests', 'cli')]
import completion
from common import USAGE, ok, plan, read, skip, write

FOLDER = os.path.abspath(sys.argv[1])
PROGRAMS = {name: os.path.abspath(path) for name, path in (word.split('=', 1) for word in sys.argv[2:])}
SCRIPT = os.path.join(HERE, '..', 'completion.py')
SHELLS = {'bash': '%s', 'zsh': '_%s', 'fish': '%s.fish'}
WAIT = 60
# What the help says of a command that needs libelf, in a program without it.
ABSENT = 'not in this program'

# The start of a line, and the words that its last word can become. The current folder has section.bin, which is a file,
# and sections, which is a folder.
LINES = [
    ('sframe-ref du', ['dump']),
    ('sframe-ref --vers', ['--version']),
    ('sframe-ref dump --lay', ['--layout']),
    ('sframe-ref check --lay', []),
    ('sframe-ref dump --profile v2e', ['v2e1', 'v2e2']),
    ('sframe-ref dump --by seg', ['segment']),
    ('sframe-ref dump --nth sec', []),
    ('sframe-ref dump section.', ['section.bin']),
    ('sframe-ref dump -o section.', ['section.bin']),
    ('sframe-ref dump --json --par', ['--partial']),
    ('sframe-ref dump --addr check --par', ['--partial']),
    ('sframe-ref clauses section.', []),
    ('sframe-gen cov', ['coverage']),
    ('sframe-gen build --fr', ['--fresh']),
    ('sframe-gen list --fr', []),
    ('sframe-gen build --out secti', ['sections/']),
    ('sframe-conform ru', ['run']),
    ('sframe-conform run --adapter one-', ['one-1.0']),
    ('sframe-conform run --adapter section.', ['section.bin']),
    ('sframe-conform run --level val', ['validate']),
    ('sframe-conform run --report secti', ['sections/']),
    ('sframe-conform run section.', []),
    ('sframe-conform diff --format ma', ['markdown']),
    ('sframe-conform diff --format ta', []),
    ('sframe-conform report --format ju', ['junit']),
    ('sframe-conform report section.', ['section.bin']),
    ('sframe-conform help prom', ['promote']),
]


def run(*words, cwd='.', env=None):
    return subprocess.run(words, cwd=cwd, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, timeout=WAIT, check=False)


# ---- Shells -----------------------------------------------------------------------------------

def bash_answers(scripts, work, lines):
    """What each line becomes: bash splits it at "=" too and calls the function."""
    script = 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); %s; printf "%%s\\n" "${COMPREPLY[@]}"'
    for line in lines:
        words = line.replace('=', ' = ').split(' ')
        said = run('bash', '--norc', '-c', script % completion.function_name(words[0]), os.path.join(scripts, words[0]),
                   *words, cwd=work)
        # The shell itself puts the slash after the name of a folder.
        yield [word + '/' * os.path.isdir(os.path.join(work, word)) for word in said.stdout.split()], said.stderr


def check_shell(shell, work):
    """Each shell can read what is made for it; bash completes all lines, with scripts that know the adapter file one-1.0."""
    if not shutil.which(shell):
        skip('completion in ' + shell, 'there is no ' + shell)
        return
    scripts = os.path.join(work, 'scripts-' + shell)
    os.mkdir(scripts)
    for program in PROGRAMS:
        names = ['run:adapter=%s/adapters/*.conf' % work] if program == 'sframe-conform' else []
        made = os.path.join(scripts, SHELLS[shell] % program)
        said = run(sys.executable, SCRIPT, shell, program, os.path.join(FOLDER, program + '.table'), made, *names)
        ok(said.returncode == 0, '%s: the completion of %s is made' % (shell, program), said.stderr)
        for path in (made, os.path.join(FOLDER, SHELLS[shell] % program)):
            said = run(shell, '-n', path)
            ok(said.returncode == 0 and not said.stderr, '%s -n takes the completion of %s' % (shell, program), said.stderr)
    if shell != 'bash':
        return
    lines = LINES + [('sframe-ref dump --profile=v2e', ['v2e1', 'v2e2'])]
    for (line, wanted), (seen, more) in zip(lines, bash_answers(scripts, work, [line for line, _ in lines])):
        ok(sorted(seen) == wanted, '%s: %s' % (shell, line), (seen, more))


# ---- Tables -------------------------------------------------------------------------------------

def check_help(name, program, commands):
    """The table has the commands and options of the help, and nothing else."""
    page = run(program, '--help').stdout
    shown = [line.split()[0] for line in page.split('commands:\n')[1].split('\n\n')[0].splitlines() if line[2] != ' ']
    listed = [c.name for c in commands]
    ok(shown == listed, '%s: the table has the commands of --help' % name, (shown, listed))
    ok('--completion-table' not in page, '%s: the help does not show the table' % name)
    for command in commands:
        if ABSENT in command.help:
            skip('%s %s: the table has its options' % (name, command.name), command.help)
            continue
        said = run(program, command.name, '--help')
        lines = [line.split() for line in said.stdout.splitlines() if line.startswith('  -')]
        shown = {word for words in lines for word in words[:2] if word.startswith('--')}
        listed = {'--' + option.name for option in command.options}
        ok(shown == listed, '%s %s: the table has its options' % (name, command.name),
           shown ^ listed)


def check_choices(name, program, commands, has_elf):
    """The program refuses another value, and lists those that the completion offers."""
    nonsense = 'no-such-value'
    for command in commands:
        # Without its two files `diff` refuses the command line before it looks at the format.
        files = ['/no/such/file'] * {'report': 1, 'diff': 2}.get(command.name, 0)
        for option in (o for o in command.options if o.choices()):
            if option.name == 'by' and not has_elf:
                skip('%s %s --by' % (name, command.name), 'it was built without libelf')
                continue
            said = run(program, command.name, '--' + option.name, nonsense, *files)
            found = completion.CHOICES.search(said.stderr)
            taken = set(found[0].replace(',', '').split()) - {'or'} if found else set()
            ok(said.returncode == USAGE and taken == set(option.choices()) and len(taken) > 1,
               '%s %s --%s takes %s' % (name, command.name, option.name, ' '.join(option.choices())), said.stderr)


def check_bad_tables(work):
    for text, wanted, *more in (('', 'the table is empty'),
                                ('option\tx\t\t\tan x\n', 'line 1 of the table is no command'),
                                ('command\tx\t\tdo x\nx\n', 'line 2 of the table is no command'),
                                ('command\tx\t\tdo x\n', 'there is no such option: x:y', 'x:y=*.z')):
        table = write(os.path.join(work, 'table'), text)
        said = run(sys.executable, SCRIPT, 'bash', 'x', table, os.path.join(work, 'out'), *more)
        ok(said.returncode == 1 and wanted in said.stderr, 'a bad table: ' + wanted, said.stderr)


def main():
    work = tempfile.mkdtemp(prefix='sframe-completion.')
    try:
        for folder in ('sections', 'adapters'):
            os.mkdir(os.path.join(work, folder))
        write(os.path.join(work, 'section.bin'), '')
        write(os.path.join(work, 'adapters', 'one-1.0.conf'), '')
        tables = {name: completion.read_table(read(os.path.join(FOLDER, name + '.table')), {}) for name in PROGRAMS}
        has_elf = not any(ABSENT in command.help for command in tables['sframe-conform'])
        for name, program in PROGRAMS.items():
            check_help(name, program, tables[name])
            check_choices(name, program, tables[name], has_elf)
        check_bad_tables(work)
        for shell in SHELLS:
            check_shell(shell, work)
    finally:
        shutil.rmtree(work)


main()
plan()
