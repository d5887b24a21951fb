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

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, '..', '..', '..', 'conformance', 'tests', 'cli')]
import table
from common import USAGE, ok, read, run as start, run_in_folder, skip, write

FOLDER = os.path.abspath(sys.argv[1])
PROGRAMS = {name: os.path.abspath(path) for name, path in (word.split('=', 1) for word in sys.argv[2:])}
SHELLS = ('bash', 'zsh', 'fish')
WAIT = 60
# What the help says of a command that needs libelf, in a program without it.
ABSENT = 'not in this program'

# The start of a line, and the words that its last word can become. The current folder has section.bin, which is a file,
# and sections, which is a folder.
LINES = [
    ('sframe-ref du', ['dump']),
    ('sframe-ref dump --lay', ['--layout']),
    ('sframe-ref dump --profile v2e', ['v2e1', 'v2e2']),
    ('sframe-ref dump --nth sec', []),
    ('sframe-ref dump section.', ['section.bin']),
    ('sframe-ref dump --json --par', ['--partial']),
    ('sframe-ref dump --addr check --par', ['--partial']),
    ('sframe-ref clauses section.', []),
    ('sframe-gen list --fr', []),
    ('sframe-gen build --out secti', ['sections/']),
    ('sframe-conform run --adapter one-', ['one-1.0']),
    ('sframe-conform run --adapter section.', ['section.bin']),
    ('sframe-conform run section.', []),
    ('sframe-conform diff --format ma', ['markdown']),
    ('sframe-conform report --format ju', ['junit']),
    ('sframe-conform help prom', ['promote']),
]


def run(*words, **more):
    return start(*words, stdin=subprocess.DEVNULL, timeout=WAIT, **more)


# ---- Shells -----------------------------------------------------------------------------------

def prepare(work):
    """The files of completion, as an installation in `work` has them, with the adapter file one-1.0."""
    complete = os.path.join(FOLDER, 'complete')
    data = read(complete).split('data = "')[1].split('"')[0]
    write(os.path.join(work, 'complete'), read(complete).replace(data, os.path.join(work, 'data')))
    os.chmod(os.path.join(work, 'complete'), 0o755)
    os.makedirs(os.path.join(work, 'data', 'adapters'))
    write(os.path.join(work, 'data', 'adapters', 'one-1.0.conf'), '')
    installed = read(os.path.join(FOLDER, 'bash-sframe-ref')).split('< <("')[1].split('"')[0]
    for shell in SHELLS:
        for name in PROGRAMS:
            text = read(os.path.join(FOLDER, '%s-%s' % (shell, name)))
            write(os.path.join(work, '%s-%s' % (shell, name)), text.replace(installed, os.path.join(work, 'complete')))


def bash_answers(line, work, env):
    """Bash splits a line at "=" too and calls the function."""
    words = line.replace('=', ' = ').split(' ')
    script = 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _sframe; printf "%s\\n" "${COMPREPLY[@]}"'
    said = run('bash', '--norc', '-c', script, os.path.join(work, 'bash-' + words[0]), *words, cwd=work, env=env)
    # The shell itself puts the slash after the name of a folder.
    return [word + '/' * os.path.isdir(os.path.join(work, word)) for word in said.stdout.split()], said.stderr


def fish_answers(line, work, env):
    script = 'source %s; complete -C "$argv"' % os.path.join(work, 'fish-' + line.split()[0])
    said = run('fish', '--no-config', '-c', script, line, cwd=work, env=env)
    return [word.split('\t')[0].split('=')[-1] for word in said.stdout.splitlines()], said.stderr


ANSWERS = {'bash': bash_answers, 'fish': fish_answers}


def check_shell(shell, work):
    """Each shell can read what is made for it; bash and fish complete all lines."""
    if not shutil.which(shell):
        skip('completion in ' + shell, 'there is no ' + shell)
        return
    for program in PROGRAMS:
        said = run(shell, '-n', os.path.join(work, '%s-%s' % (shell, program)))
        ok(said.returncode == 0 and not said.stderr, '%s -n takes the completion of %s' % (shell, program), said.stderr)
    env = dict(os.environ, HOME=work, PATH=':'.join([os.path.dirname(path) for path in PROGRAMS.values()] + [os.environ['PATH']]))
    for line, wanted in LINES + [('sframe-ref dump --profile=v2e', ['v2e1', 'v2e2'])] if shell in ANSWERS else ():
        seen, more = ANSWERS[shell](line, work, env)
        ok(sorted(seen) == wanted, '%s: %s' % (shell, line), (seen, more))


# ---- Tables -------------------------------------------------------------------------------------

def check_help(name, program, commands):
    """The table has the commands and options of the help, and nothing else."""
    page = run(program, '--help').stdout
    shown = [line.split()[0] for line in page.split('commands:\n')[1].split('\n\n')[0].splitlines() if line[2] != ' ']
    ok(shown == list(commands), '%s: the table has the commands of --help' % name, (shown, list(commands)))
    ok('--completion-table' not in page, '%s: the help does not show the table' % name)
    for command, options in commands.items():
        said = run(program, command, '--help')
        if ABSENT in page.split('\n  ' + command)[1].split('\n')[0]:
            skip('%s %s: the table has its options' % (name, command), ABSENT)
            continue
        lines = [line.split() for line in said.stdout.splitlines() if line.startswith('  -')]
        shown = {word for words in lines for word in words[:2] if word.startswith('--')}
        ok(shown == {*options, '--help'}, '%s %s: the table has its options' % (name, command), shown ^ {*options, '--help'})


def check_choices(name, program, commands, has_elf):
    """The program refuses another value, and lists those that the help does, which completion offers."""
    for command, options in commands.items():
        # Without its two files `diff` refuses the command line before it looks at the format.
        files = ['/no/such/file'] * {'report': 1, 'diff': 2}.get(command, 0)
        for option, (value, text) in options.items():
            choices = table.choices_of(text) if value not in ('', 'FILE', 'PATH', 'DIR') else []
            # These take a name of the installation, or a file.
            if not choices or option in ('--adapter', '--known', '--toolchain'):
                continue
            if option == '--by' and not has_elf:
                skip('%s %s --by' % (name, command), 'it was built without libelf')
                continue
            said = run(program, command, option, 'no-such-value', *files)
            taken = set(table.choices_of(said.stderr))
            ok(said.returncode == USAGE and taken == set(choices) and len(taken) > 1,
               '%s %s %s takes %s' % (name, command, option, ' '.join(choices)), said.stderr)


def main(work):
    os.mkdir('sections')
    write('section.bin', '')
    prepare(work)
    for name, program in PROGRAMS.items():
        commands = table.commands_of(program)
        check_help(name, program, commands)
        check_choices(name, program, commands, ABSENT not in run(PROGRAMS['sframe-conform'], '--help').stdout)
    for shell in SHELLS:
        check_shell(shell, work)


run_in_folder(main)
