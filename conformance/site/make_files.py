#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes C arrays of the style and the script: make_files.py OUT.c OUT.h STYLE SCRIPT."""
import sys

MAX_PART = 400


def literal(text):
    """A C string; a compiler need not take one of more than 4095 bytes."""
    escapes = {'\\': '\\\\', '"': '\\"', '\n': '\\n'}
    return '"' + ''.join(escapes.get(c, c) for c in text) + '"'


def main():
    source, header, style, script = sys.argv[1:]
    with open(source, 'w', encoding='utf-8') as out:
        out.write('#include <stddef.h>\n\n#include "site_files.h"\n')
        for name, path in (('style', style), ('script', script)):
            with open(path, encoding='utf-8') as file:
                text = file.read()
            out.write('\nconst char *const sfc_site_%s[] = {\n' % name)
            for at in range(0, len(text), MAX_PART):
                out.write('    %s,\n' % literal(text[at:at + MAX_PART]))
            out.write('    NULL\n};\n')
    with open(header, 'w', encoding='utf-8') as out:
        out.write('/* The style and the script of a site, in parts; the last one is NULL. */\n#ifndef SFC_SITE_FILES_H\n'
                  '#define SFC_SITE_FILES_H\n\nextern const char *const sfc_site_style[], *const sfc_site_script[];\n\n#endif\n')


main()
