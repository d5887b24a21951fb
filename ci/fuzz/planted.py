#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The defects of ci/fuzz/planted/, in the form of ci/trust/mutants/designs.py; the name of a file is the harness that finds them.

usage: planted.py       prints name, harness and file of each defect
       planted.py NAME  prints its file with the defect
exit status: 0; 1 a defect does not apply to the sources, or there is none of this name
"""
import os
import sys

# A build runs this: the folder of the sources stays as it is.
sys.dont_write_bytecode = True
TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')
sys.path.insert(0, os.path.join(TOP, 'ci', 'trust', 'mutants'))
import designs  # noqa: E402


def plant(defect):
    """Its only file, and the text of that with the defect."""
    [file] = {change.file for change in defect.changes}
    with open(os.path.join(TOP, 'ref', file), encoding='utf-8') as source:
        return os.path.normpath(os.path.join('ref', file)), designs.apply(defect, {file: source.read()})[file]


def main(names):
    status, found = 0, [d for d in designs.read_all(os.path.join(TOP, 'ci', 'fuzz', 'planted')) if not names or d.name in names]
    for defect in found:
        try:
            file, text = plant(defect)
            print(text if names else '%s %s %s\n' % (defect.name, designs.area(defect), file), end='')
        except designs.Wrong as error:
            print(error, file=sys.stderr)
            status = 1
    return status if found else 'no defect %s' % names[0]


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
