# SPDX-License-Identifier: MIT
"""Mutants of a C source text: each changes one comparison, bound, constant, shift, mask, sign,
branch or early return.

Works on tokens, and relies on this project's format: a space follows a binary operator but not a
unary one.
"""
import collections
import re

# `new` replaces the text from start to end. `name` identifies the mutant without line numbers: the
# function, and its line with the change as {old => new}.
Mutant = collections.namedtuple('Mutant', 'start end new line name')
Token = collections.namedtuple('Token', 'kind text start end')

TOKENS = re.compile(r'''
    (?P<skip> \s+ | //[^\n]* | /\*.*?\*/ | ^[ \t]*\#(?:\\\n|[^\n])* )
  | (?P<string> "(?:\\.|[^"\\])*" )
  | (?P<char> '(?:\\.|[^'\\])' )
  | (?P<number> (?:0[xX][0-9a-fA-F]+|[0-9]+)[uUlL]* )
  | (?P<word> [A-Za-z_]\w* )
  | (?P<mark> <<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%&|^~!<>=?:;,.(){}\[\]] )
''', re.VERBOSE | re.DOTALL | re.MULTILINE)

OPERATORS = {
    '<': ['<='], '<=': ['<'], '>': ['>='], '>=': ['>'], '==': ['!='], '!=': ['=='],
    '&&': ['||'], '||': ['&&'], '<<': ['>>'], '>>': ['<<'], '&': ['|'], '|': ['&'], '^': ['&'],
    '+': ['-'], '-': ['+'], '*': ['/'], '/': ['*'], '%': ['/'],
    '+=': ['-='], '-=': ['+='], '*=': ['/='], '/=': ['*='], '%=': ['/='], '&=': ['|='], '|=': ['&='], '<<=': ['>>='],
    '>>=': ['<<='], '++': ['--'], '--': ['++'],
}
UNARY = {'-', '~', '!'}
WORDS = {'true': 'false', 'false': 'true'}
# Macros that are not values, or values that cannot be greater by one.
NOT_CONSTANT = {'NULL', 'PUT', 'COUNT', 'SFR_RARE', 'SFR_EACH_ROW'}
# The fields of the info bytes are pairs of numbers; their definitions are changed instead.
PAIR = re.compile(r'SFR_(FUNC_INFO2?|FRE_INFO)_')
# A macro with its value, in which numbers outside of strings and words are constants of the format.
DEFINE = re.compile(r'^[ \t]*#[ \t]*define[ \t]+(?P<name>\w+)(?:\([^)]*\))?(?P<value>(?:\\\n|[^\n])*)', re.MULTILINE)
DEFINED_NUMBER = re.compile(r'"(?:\\.|[^"\\])*"|/\*.*?\*/|(?<![\w.])(?P<number>0[xX][0-9a-fA-F]+|[0-9]+)[uUlL]*\b')
KEYWORDS = {'return', 'case', 'sizeof', 'else', 'do', 'goto'}
CLOSING = {'(': ')', '[': ']', '{': '}'}


def tokenize(text):
    tokens, at = [], 0
    while at < len(text):
        found = TOKENS.match(text, at)
        if not found:
            raise ValueError('line %d: not a C token: %r' % (text.count('\n', 0, at) + 1, text[at:at + 10]))
        if found.lastgroup != 'skip':
            tokens.append(Token(found.lastgroup, found.group(), found.start(), found.end()))
        at = found.end()
    return tokens


# Where a token stands: its function, how deep in braces, and whether in an enumeration, in the bound of an array that is declared, or
# in an initialiser.
Place = collections.namedtuple('Place', 'function depth in_enum in_bound in_value')


class Source:
    """The tokens of a text, the pairs of brackets, and the place of each token."""

    def __init__(self, text):
        self.text, self.tokens, self.closing, self.places = text, tokenize(text), {}, []
        opened, last = [(None, Place(None, 0, False, False, False))], None
        for i, token in enumerate(self.tokens):
            if token.kind == 'mark' and token.text in CLOSING:
                opened.append((i, self._inside(i, opened[-1][1], last)))
            self.places.append(opened[-1][1])
            if token.kind == 'mark' and token.text in CLOSING.values():
                last, _ = opened.pop()
                self.closing[last] = i

    def is_mark(self, i, text):
        return 0 <= i < len(self.tokens) and self.tokens[i].text == text and self.tokens[i].kind in ('mark', 'word')

    def _inside(self, i, outer, last):
        """The place in the bracket i. `last` is where the pair of brackets before it begins."""
        is_brace = self.is_mark(i, '{')
        is_body = is_brace and self.is_mark(i - 1, ')') and outer.function is None
        return Place(self.tokens[last - 1].text if is_body else outer.function, outer.depth + is_brace,
                     outer.in_enum or is_brace and (self.is_mark(i - 1, 'enum') or self.is_mark(i - 2, 'enum')),
                     outer.in_bound or self.is_mark(i, '[') and self._is_declarator(i), outer.in_value or self.is_mark(i - 1, '='))

    def _is_declarator(self, i):
        """Whether the [ follows a name that follows a type."""
        name, before = self.tokens[i - 1], self.tokens[i - 2] if i >= 2 else None
        if name.kind != 'word' or name.text in KEYWORDS or not before:
            return False
        if before.kind == 'word':
            return before.text not in KEYWORDS
        return before.text == '*' and not self.text[before.end].isspace()

    def is_designator(self, i):
        return self.is_mark(i - 1, '[') and self.is_mark(i + 1, ']') and self.is_mark(i + 2, '=')

    def is_operand(self, i):
        """Whether token i can end an operand, so that an operator after it is binary."""
        token = self.tokens[i]
        return token.kind in ('number', 'char') or token.text in (')', ']', '++', '--') or \
            (token.kind == 'word' and token.text not in KEYWORDS)


def change_operator(source, i):
    token = source.tokens[i]
    spaced = source.text[token.end].isspace()
    if token.text in ('&', '*', '+', '-') and not (spaced and source.is_operand(i - 1)):
        if token.text in UNARY:
            yield token.start, token.end, ''
    elif token.text in OPERATORS:
        for new in OPERATORS[token.text]:
            yield token.start, token.end, new
    elif token.text in UNARY:
        yield token.start, token.end, ''


def change_number(number):
    """The texts of the numbers beside a number."""
    digits = number.rstrip('uUlL')
    value = int(digits, 0)
    write = hex if digits[:2] in ('0x', '0X') else str
    for new in [value + 1] + ([value - 1] if value > 0 else []):
        yield write(new) + number[len(digits):]


def change_defines(text):
    """(macro, start, end, new) for each number in the value of a macro."""
    for define in DEFINE.finditer(text):
        for number in DEFINED_NUMBER.finditer(text, define.start('value'), define.end('value')):
            for new in change_number(number.group()) if number['number'] else ():
                yield define['name'], number.start(), number.end(), new


def change_constant(source, i):
    token = source.tokens[i]
    if token.kind == 'char':
        yield token.start, token.end, '(%s + 1)' % token.text
    elif token.kind == 'number':
        for new in change_number(token.text):
            yield token.start, token.end, new
    elif token.text in WORDS:
        yield token.start, token.end, WORDS[token.text]
    elif re.fullmatch(r'[A-Z][A-Z0-9_]+', token.text) and token.text not in NOT_CONSTANT and not PAIR.match(token.text) \
            and not source.is_mark(i + 1, '(') and not source.is_mark(i - 1, 'case') and not source.is_designator(i):
        yield token.start, token.end, '(%s %s 1)' % (token.text, '-' if token.text.endswith('_MAX') else '+')


def end_of_arm(source, i):
    """The index after the arm of a conditional operator that begins at token i."""
    while not (source.tokens[i].text in (',', ';', ')', ']', '}', ':') and source.tokens[i].kind == 'mark'):
        if source.is_mark(i, '?'):
            i = end_of_arm(source, i + 1)
        i = source.closing.get(i, i) + 1
    return i


def change_branch(source, i):
    tokens, text = source.tokens, source.text
    word = tokens[i].text
    if word in ('if', 'while') and source.is_mark(i + 1, '('):
        end = source.closing[i + 1]
        condition = text[tokens[i + 1].end:tokens[end].start]
        yield tokens[i + 1].end, tokens[end].start, '(%s) && false' % condition
        if word == 'if':
            yield tokens[i + 1].end, tokens[end].start, '(%s) || true' % condition
    elif word == '?':
        middle = end_of_arm(source, i + 1)
        end = end_of_arm(source, middle + 1)
        first = tokens[i + 1].start, tokens[middle - 1].end
        second = tokens[middle + 1].start, tokens[end - 1].end
        yield first[0], first[1], text[second[0]:second[1]]
        yield second[0], second[1], '(%s)' % text[first[0]:first[1]]
    elif word == 'case':
        end = next(k for k in range(i, len(tokens)) if tokens[k].text == ':')
        # Without its label, a statement after a jump is not reached; a jump over a declaration does
        # not build.
        yield tokens[i].start, tokens[end].end, ''
    elif word in ('return', 'break', 'continue'):
        end = next(k for k in range(i, len(tokens)) if tokens[k].text == ';')
        if source.places[i].depth > 1 or source.is_mark(i - 1, ')'):
            yield tokens[i].start, tokens[end].end, ';'


def shorten(text):
    return ' '.join(text.split())


def describe(source, start, end, new):
    """The line with the change marked; for a change over several lines, the first and the last
    line."""
    text = source.text
    first = text.rfind('\n', 0, start) + 1
    last = text.find('\n', end)
    old = shorten(text[start:end])
    changed = shorten(new)
    if changed.endswith(' && false'):
        old, changed = old, 'never'
    elif changed.endswith(' || true'):
        old, changed = old, 'always'
    marked = '{%s => %s}' % (old, changed) if changed not in ('', ';') else '{%s dropped}' % old
    return shorten(text[first:start] + marked + text[end:last if last >= 0 else len(text)])


def mutants(text):
    """All mutants of a text: those of its macros, then those of its code, each in its order."""
    source = Source(text)
    found, names = [], collections.Counter()

    def add(context, start, end, new):
        name = '%s: %s' % (context, describe(source, start, end, new))
        names[name] += 1
        if names[name] > 1:
            name += ' #%d' % names[name]
        found.append(Mutant(start, end, new, text.count('\n', 0, start) + 1, name))

    for change in change_defines(text):
        add(*change)
    for i, (token, place) in enumerate(zip(source.tokens, source.places)):
        is_value = place.function is not None or place.in_value or (place.in_enum and token.kind != 'word')
        if place.in_bound or not is_value:
            continue
        for change in (change_operator if token.kind == 'mark' else change_constant, change_branch):
            for start, end, new in change(source, i):
                add(place.function or '-', start, end, new)
    return found


def apply(text, mutant):
    return text[:mutant.start] + mutant.new + text[mutant.end:]
