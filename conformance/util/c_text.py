# SPDX-License-Identifier: MIT
"""Texts as C, for the scripts that make sources."""
MAX_PART = 400  # a compiler need not take a string of more than 4095 bytes
ESCAPES = {'\\': '\\\\', '"': '\\"', '\n': '\\n', '\t': '\\t'}


def literal(text):
    """A C string."""
    return '"' + ''.join(ESCAPES.get(c, c) for c in text) + '"'


def write_parts(out, declaration, text):
    """An array of strings that together are the text; the last one is NULL."""
    out.write('\n%s[] = {\n' % declaration)
    for at in range(0, len(text), MAX_PART):
        out.write('    %s,\n' % literal(text[at:at + MAX_PART]))
    out.write('    NULL\n};\n')
