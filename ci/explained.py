# SPDX-License-Identifier: MIT
"""Files that explain what a measurement leaves over: reasons in plain words, each followed by the indented names it is for.

A line that begins with # is a comment. Entries are exact: one that is no longer needed is an error.
"""


def read_known(path):
    """{name: (line, reason)}; ValueError for a file that is not of this form."""
    known, reason, fresh = {}, '', True
    with open(path, encoding='utf-8') as file:
        for number, line in enumerate(file, 1):
            if line.startswith('#') or not line.strip():
                fresh = True
            elif not line[0].isspace():
                reason = line.strip() if fresh else reason + ' ' + line.strip()
                fresh = False
            else:
                name = line.strip()
                if len(reason) < 20:
                    raise ValueError('%s:%d: there is no reason above it' % (path, number))
                if name in known:
                    raise ValueError('%s:%d: is explained twice, first in line %d' % (path, number, known[name][0]))
                known[name] = number, reason
                fresh = True
    return known
