#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes C arrays of the style and the script: make_files.py OUT.c OUT.h STYLE SCRIPT."""
import os
import sys

sys.dont_write_bytecode = True
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'util'))
from c_text import write_parts  # noqa: E402


def main():
    source, header, style, script = sys.argv[1:]
    with open(source, 'w', encoding='utf-8') as out:
        out.write('#include <stddef.h>\n\n#include "site_files.h"\n')
        for name, path in (('style', style), ('script', script)):
            with open(path, encoding='utf-8') as file:
                write_parts(out, 'const char *const sfc_site_' + name, file.read())
    with open(header, 'w', encoding='utf-8') as out:
        out.write('/* The style and the script of a site, in parts; the last one is NULL. */\n#ifndef SFC_SITE_FILES_H\n'
                  '#define SFC_SITE_FILES_H\n\nextern const char *const sfc_site_style[], *const sfc_site_script[];\n\n#endif\n')


main()
