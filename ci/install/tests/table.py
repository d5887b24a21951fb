# SPDX-License-Identifier: MIT
"""The tables of commands and options that the programs print for completion, for the tests; complete.sh has their form."""
import re
import subprocess

CHOICES = re.compile(r'(?:[a-z0-9]+, )*[a-z0-9]+ or [a-z0-9]+\b')


def choices_of(text):
    """The values that a help or a message lists as "a, b or c"."""
    found = CHOICES.search(re.sub(r' \([^)]*\)', '', text))
    return re.split(', | or ', found[0]) if found else []


def commands_of(program):
    """{command: {'--option': (what it takes, help)}}, in their order."""
    said = subprocess.run([program, '--completion-table'], stdout=subprocess.PIPE, text=True, check=True).stdout
    commands = {}
    for line in said.splitlines():
        kind, name, *columns = line.split('\t')
        if kind == 'command':
            _arguments, _help = columns
            options = commands[name] = {}
        else:
            _letter, value, text = columns
            options['--' + name] = (value, text)
    return commands
