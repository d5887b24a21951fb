#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes a man page from a page in Markdown, so that the two cannot differ.

usage: manual.py PAGE.md NAME SECTION DATE SUMMARY OUT [[FILE.md=]MAN-PAGE...]

It knows the Markdown of this tree's pages: headings, paragraphs, lists with `*`, tables, blocks of code, `code`,
*emphasis* and links. A row of a table becomes an entry of a list, with the head of a column before each cell after the
second. Anything else is an error. The man pages, as sframe-dump(5), are those to see also; links to FILE.md name the
page.
"""
import re
import sys

LINK = re.compile(r'\[([^\]]*)\]\(([^)]*)\)')
# Code, strong, emphasis. The text between the signs has no space at its ends.
MARKED = re.compile(r'`([^`]+)`|\*\*([^*\s](?:[^*]*[^*\s])?)\*\*|\*([^*\s](?:[^*]*[^*\s])?)\*')


class BadPage(Exception):
    pass


# What groff prints as another character of its own accord.
ESCAPES = str.maketrans({'\\': '\\e', '-': '\\-', "'": '\\(aq', '`': '\\(ga', '^': '\\(ha', '~': '\\(ti'})


def escape(text):
    return text.translate(ESCAPES)


def line_of(text):
    """Text at the start of a line: a dot or a quote there would be a request."""
    return '\\&' + text if text.startswith(('.', "'")) else text


def link_text(match, pages):
    """A link to another page is its name; one to an address has the address after it."""
    text, target = match[1], match[2]
    for file, page in pages.items():
        if target.rsplit('/', 1)[-1] == file:
            return '*%s*' % page
    return '%s <%s>' % (text, target) if re.match('https?:', target) else '*%s*' % text


def inline(text, pages):
    """The marks of a line as fonts."""
    text = LINK.sub(lambda match: link_text(match, pages), text)
    out, at = '', 0
    for match in MARKED.finditer(text):
        code, strong, weak = match.groups()
        shown = '\\f%s%s\\fR' % ('I' if weak else 'B', escape(code or strong or weak))
        # Spaces at its ends are a part of it.
        out += escape(text[at:match.start()]) + ('\\(lq%s\\(rq' % shown if code and code != code.strip() else shown)
        at = match.end()
    return out + escape(text[at:])


def cells(row):
    """The cells of a table's row. A bar in code is none between cells."""
    parts = re.findall(r'(?:`[^`]*`|[^|`])+', row.strip().strip('|'))
    return [part.strip() for part in parts]


def table(rows, pages):
    head, lines = cells(rows[0]), []
    if len(rows) < 3 or not re.fullmatch(r'[|\s:-]+', rows[1]):
        raise BadPage('a table without its second line: ' + rows[0])
    for row in rows[2:]:
        columns = cells(row)
        if len(columns) != len(head):
            raise BadPage('%d cells, not %d: %s' % (len(columns), len(head), row))
        tag, *rest = columns
        named = ['%s: %s' % (name, cell) for name, cell in zip(head[2:], rest[1:])]
        lines += ['.TP', '.B ' + inline(tag, pages).replace('\\fB', '').replace('\\fR', '').replace('"', '\\(dq')]
        lines.append(line_of(inline('; '.join([rest[0]] + named), pages)))
    return lines + ['.PP']


def code(lines):
    """A block of code, as it is, and indented."""
    return ['.PP', '.RS 2', '.EX'] + [line_of(escape(line)) for line in lines] + ['.EE', '.RE', '.PP']


def heading(line, pages):
    marks, text = re.fullmatch(r'(#+) (.*)', line).groups()
    text = re.sub(r'\\f.', '', inline(text, pages))
    return [] if marks == '#' else ['.SH ' + text.upper() if marks == '##' else '.SS ' + text]


def blocks(text):
    """The page as lists of lines: what stands between empty lines, and each block of code with its fences."""
    block, fenced = [], False
    for line in text.split('\n'):
        fenced ^= line.startswith('```')
        if line or fenced:
            block.append(line)
        if block and (not line and not fenced or line.startswith('```') and not fenced):
            yield block
            block = []
    if fenced:
        raise BadPage('a block of code has no end')
    if block:
        yield block


def split(block):
    """A block may begin with a paragraph and go on with a list, a table or code, or the other way round."""
    part, kind = [], None
    for line in block:
        if kind == 'code':
            now = 'code'
        else:
            now = ('code' if line.startswith('```') else 'table' if line.startswith('|') else
                   'list' if line.startswith('* ') or kind == 'list' and line.startswith('  ') else
                   'heading' if line.startswith('#') else 'text')
        if kind and now != kind:
            yield kind, part
            part = []
        part, kind = part + [line], now
    yield kind, part


def convert(kind, lines, pages):
    if kind == 'heading':
        return [made for line in lines for made in heading(line, pages)]
    if kind == 'code':
        return code(lines[1:-1])
    if kind == 'table':
        return table(lines, pages)
    if kind == 'list':
        items = re.split(r'^\* ', '\n'.join(lines), flags=re.M)[1:]
        return [made for item in items for made in ('.IP \\(bu 2', line_of(inline(' '.join(item.split()), pages)))] + [
            '.PP']
    if re.match(r'[>+\d]\.? |<', lines[0]):
        raise BadPage('this Markdown is not known here: ' + lines[0])
    return ['.PP', line_of(inline(' '.join(lines), pages))]


def tidy(lines):
    """Without paragraphs that are empty: before a heading, after one, at the end, or twice."""
    out = []
    for line in lines:
        if out and out[-1] == '.PP' and (line == '.PP' or line.startswith(('.S', '.TP', '.IP'))):
            out.pop()
        if not (line == '.PP' and out and out[-1].startswith('.S')):
            out.append(line)
    while out[-1] == '.PP':
        out.pop()
    return out


def page(text, name, section, date, summary, others):
    pages = dict(other.split('=', 1) for other in others if '=' in other)
    body = ['.SH DESCRIPTION']
    for block in blocks(text):
        for kind, lines in split(block):
            body += convert(kind, lines, pages)
    named = sorted(re.fullmatch(r'(?:.*=)?(.*)\((.)\)', other).groups()[::-1] for other in others)
    also = ['.BR %s (%s)' % (escape(other), number) for number, other in named]
    head = ['.\\" SPDX-License-Identifier: MIT',
            '.TH %s %s "%s" "sframe-conformance" "File Formats"' % (name.upper(), section, date),
            '.SH NAME', '%s \\- %s' % (escape(name), escape(summary))]
    return '\n'.join(head + tidy(body) + ['.SH SEE ALSO', ',\n'.join(also)]) + '\n'


def main(source, name, section, date, summary, out, *others):
    with open(source, encoding='utf-8') as file:
        text = file.read()
    try:
        made = page(text, name, section, date, summary, others)
    except BadPage as error:
        return 'manual.py: %s: %s' % (source, error)
    with open(out, 'w', encoding='utf-8', newline='\n') as file:
        file.write(made)
    return 0


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
