#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the completion of a program for a shell from the program's own table of commands and options.

usage: completion.py SHELL PROGRAM TABLE OUT [COMMAND:OPTION=PATTERN...]

SHELL is bash, zsh or fish. TABLE is what `PROGRAM --completion-table` prints: lines of columns with tabs between them,

    command NAME ARGUMENTS HELP
    option NAME LETTER VALUE HELP       an option of the command above; LETTER is its short form, VALUE what it takes

What an option takes is told by the words of the table: a VALUE of FILE, PATH or DIR is one; where the help says "a, b or
c", those are the values. PATTERN, such as FOLDER/*.conf, is for the option of this command: the names of its files are
values too, without folder and ending.
"""
import re
import sys
from dataclasses import dataclass, field

# Names of arguments that are paths.
PATHS = {'FILE', 'PATH', 'DUMP', 'RESULTS', 'OLD', 'NEW', 'INPUT', 'DIR'}
CHOICES = re.compile(r'((?:[a-z0-9]+, )*)([a-z0-9]+) or ([a-z0-9]+)\b')


@dataclass
class Option:
    name: str
    letter: str
    value: str
    help: str
    pattern: str = ''

    def spellings(self):
        return ['--' + self.name] + (['-' + self.letter] if self.letter else [])

    def choices(self):
        """The values that the help lists. What is in brackets explains one of them."""
        if not self.value or self.kind() != 'text':
            return []
        found = CHOICES.search(re.sub(r' \([^)]*\)', '', self.help))
        return found[1].replace(',', ' ').split() + [found[2], found[3]] if found else []

    def kind(self):
        """What follows the option."""
        kinds = {'': 'nothing', 'FILE': 'file', 'PATH': 'file', 'DIR': 'folder'}
        return kinds.get(self.value, 'file' if self.pattern else 'text')


@dataclass
class Command:
    name: str
    arguments: str
    help: str
    options: list = field(default_factory=list)

    def takes_paths(self):
        """Whether an argument is a path. The values of the options that a usage line shows are none."""
        words = re.sub(r'--?[\w-]+ [A-Z]+', '', self.arguments)
        return bool(PATHS & set(re.findall(r'[A-Z]+', words)))

    def takes_command(self):
        return self.arguments == '[COMMAND]'


class BadTable(Exception):
    pass


def read_table(text, patterns):
    commands, used = [], set()
    for number, line in enumerate(text.split('\n')[:-1], 1):
        kind, *columns = line.split('\t')
        if kind == 'command' and len(columns) == 3:
            commands.append(Command(*columns))
        elif kind == 'option' and len(columns) == 4 and commands:
            place = '%s:%s' % (commands[-1].name, columns[0])
            used.add(place)
            commands[-1].options.append(Option(*columns, patterns.get(place, '')))
        else:
            raise BadTable('line %d of the table is no command and no option: %s' % (number, line))
    if not commands:
        raise BadTable('the table is empty')
    if set(patterns) - used:
        raise BadTable('there is no such option: ' + ' '.join(sorted(set(patterns) - used)))
    for command in commands:
        command.options.append(Option('help', 'h', '', 'print the help'))
    return commands


def function_name(program):
    return '_' + program.replace('-', '_')


def quote(text):
    """As one word of a POSIX shell or zsh."""
    return "'" + text.replace("'", "'\\''") + "'"


def ending(pattern):
    return pattern.rsplit('*', 1)[1]


# ---- bash -----------------------------------------------------------------------------------

BASH = '''# Completion of %(program)s for bash, made from the program's own table of options.
%(function)s()
{
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command='' kind=word words='' at
    # Bash makes a word of each "=".
    [[ $cur == = ]] && cur=''
    [[ $prev == = ]] && prev=${COMP_WORDS[COMP_CWORD - 2]}
    for ((at = 1; at < COMP_CWORD; at++)); do
        case ${COMP_WORDS[at]} in
            %(taking)s)
                [[ ${COMP_WORDS[at + 1]} == = ]] && ((at++))
                ((at++)) ;;
            -*) ;;
            *)
                command=${COMP_WORDS[at]}
                break ;;
        esac
    done
    case $command:$prev in
%(values)s
        *:*)
            case $command:$cur in
%(words)s
            esac ;;
    esac
    COMPREPLY=()
    case $kind in
        word) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur") ;;
        file) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur"; compgen -f -- "$cur") ;;
        folder) mapfile -t COMPREPLY < <(compgen -d -- "$cur") ;;
    esac
    # Outside of a completion, as in a test, there are no options to set.
    [[ $kind == word ]] || compopt -o filenames 2>/dev/null
    return 0
}
complete -F %(function)s %(program)s
'''


def bash_value(option):
    """The commands that say what an option takes."""
    if option.choices():
        return 'words=%s' % quote(' '.join(option.choices()))
    if option.pattern:
        return ('kind=file; for at in %s; do at=${at##*/}; words+=" ${at%%%s}"; done'
                % (option.pattern, ending(option.pattern)))
    return 'kind=' + option.kind()


def bash(program, commands):
    values, words = {}, []
    for command in commands:
        for option in command.options:
            if option.kind() != 'nothing':
                places = values.setdefault(bash_value(option), [])
                places += ['%s:%s' % (command.name, spelling) for spelling in option.spellings()]
        spellings = [spelling for option in command.options for spelling in option.spellings()]
        words.append('%s:-*) words=%s ;;' % (command.name, quote(' '.join(spellings))))
    names = quote(' '.join(c.name for c in commands))
    paths = [c.name + ':*' for c in commands if c.takes_paths()]
    words.append(":-*) words='--help -h --version -V' ;;")
    words.append('%s) words=%s ;;' % ('|'.join([':*'] + [c.name + ':*' for c in commands if c.takes_command()]), names))
    words += ['%s) kind=file ;;' % '|'.join(paths)] if paths else []
    taking = sorted({s for c in commands for o in c.options if o.kind() != 'nothing' for s in o.spellings()})
    return BASH % {
        'program': program, 'function': function_name(program), 'taking': '|'.join(taking),
        'values': '\n'.join('        %s) %s ;;' % ('|'.join(places), value) for value, places in values.items()),
        'words': '\n'.join(' ' * 16 + line for line in words)}


# ---- zsh ------------------------------------------------------------------------------------

ZSH = '''#compdef %(program)s
# Completion of %(program)s for zsh, made from the program's own table of options.

%(function)s() {
    local curcontext=$curcontext context state line
    local -A opt_args
    local -a commands
    commands=(
%(commands)s
    )
    _arguments -C \\
        '(- *)'{-h,--help}'[print the help]' '(- *)'{-V,--version}'[print the version]' \\
        '1:command:->command' '*::argument:->argument' && return
    case $state in
        command) _describe command commands ;;
        argument)
            case $line[1] in
%(arguments)s
            esac ;;
    esac
}

%(function)s "$@"
'''


def zsh_text(text):
    """A description in the words of _arguments."""
    return re.sub(r'([\[\]:\\])', r'\\\1', text)


def zsh_option(option):
    spellings = option.spellings()
    action = {'nothing': '', 'text': ': ', 'file': ':_files', 'folder': ':_files -/'}[option.kind()]
    if option.choices():
        action = ':(%s)' % ' '.join(option.choices())
    elif option.pattern:
        # N: none is no error; t: the last part of the path; r: without the ending.
        action = ':{ compadd -- %s; _files }' % zsh_text(option.pattern + '(N:t:r)')
    value = ':' + zsh_text(option.value) + action if option.value else ''
    what = '[%s]%s' % (zsh_text(option.help), value)
    # * as each may come again.
    return "'*'{%s}%s" % (','.join(spellings), quote(what)) if option.letter else quote('*%s%s' % (spellings[0], what))


def zsh(program, commands):
    arguments = []
    for command in commands:
        rest = ["'*:file:_files'"] if command.takes_paths() else []
        rest += ["'1:command:(%s)'" % ' '.join(c.name for c in commands)] if command.takes_command() else []
        lines = [zsh_option(option) for option in command.options] + rest
        arguments.append('%s)\n                    _arguments \\\n%s ;;' % (
            command.name, ' \\\n'.join(' ' * 24 + line for line in lines)))
    return ZSH % {
        'program': program, 'function': function_name(program),
        'commands': '\n'.join('        ' + quote('%s:%s' % (c.name, c.help.replace(':', r'\:'))) for c in commands),
        'arguments': '\n'.join(' ' * 16 + text for text in arguments)}


# ---- fish -----------------------------------------------------------------------------------

def fish_quote(text):
    return "'" + text.replace('\\', '\\\\').replace("'", "\\'") + "'"


def fish_option(option):
    words = ['-l', option.name] + (['-s', option.letter] if option.letter else [])
    if option.choices():
        words += ['-x', '-a', fish_quote(' '.join(option.choices()))]
    elif option.pattern:
        names = '(for f in %s; basename $f %s; end)' % (option.pattern, ending(option.pattern))
        words += ['-r', '-F', '-a', fish_quote(names)]
    else:
        words += {'nothing': [], 'text': ['-x'], 'file': ['-r', '-F'],
                  'folder': ['-x', '-a', fish_quote('(__fish_complete_directories)')]}[option.kind()]
    return ' '.join(words + ['-d', fish_quote(option.help)])


def fish(program, commands):
    head = 'complete -c %s ' % program
    lines = ['# Completion of %s for fish, made from the program\'s own table of options.' % program, head + '-f']
    lines += [head + '-n __fish_use_subcommand -l %s -s %s -d %s' % (name, letter, fish_quote('print the ' + name))
              for name, letter in (('help', 'h'), ('version', 'V'))]
    lines += [head + '-n __fish_use_subcommand -a %s -d %s' % (c.name, fish_quote(c.help)) for c in commands]
    for command in commands:
        here = head + '-n %s ' % fish_quote('__fish_seen_subcommand_from ' + command.name)
        lines += [here + fish_option(option) for option in command.options]
        if command.takes_paths():
            lines.append(here + '-F')
        if command.takes_command():
            lines.append(here + '-a ' + fish_quote(' '.join(c.name for c in commands)))
    return '\n'.join(lines) + '\n'


def main(shell, program, table, out, *patterns):
    with open(table, encoding='utf-8') as file:
        text = file.read()
    try:
        commands = read_table(text, dict(p.split('=', 1) for p in patterns))
    except BadTable as error:
        return 'completion.py: %s: %s' % (table, error)
    made = {'bash': bash, 'zsh': zsh, 'fish': fish}[shell](program, commands)
    with open(out, 'w', encoding='utf-8', newline='\n') as file:
        file.write(made)
    return 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
