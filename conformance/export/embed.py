#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes C of text files: embed.py OUT.c HEADER FILE... Of HEADER it makes a text, of the others a table. The first line of
each, which has its licence, is left out."""
import os
import sys

sys.dont_write_bytecode = True
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'util'))
from c_text import literal, write_parts  # noqa: E402


def main():
    out_path, *paths = sys.argv[1:]
    with open(out_path, 'w', encoding='utf-8') as out:
        out.write('#include <stddef.h>\n\n#include "export.h"\n')
        for number, path in enumerate(paths):
            with open(path, encoding='utf-8') as file:
                licence, _, text = file.read().partition('\n')
            if 'SPDX-License-' 'Identifier: MIT' not in licence or not text.isascii():
                sys.exit('%s: the first line is not its licence, or it is not ASCII' % path)
            write_parts(out, 'static const char *const parts_%d' % number, text)
        out.write('\nconst char *const *const sfc_corpus_header = parts_0;\n')
        out.write('\nconst struct sfc_kernel_file sfc_kernel_files[] = {\n')
        for number, path in list(enumerate(paths))[1:]:
            out.write('    { %s, parts_%d },\n' % (literal(os.path.basename(path)), number))
        out.write('    { NULL, NULL }\n};\n')


main()
