#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The corpus stays small enough to be carried in other projects' trees: its files and their bytes.
usage: test_corpus_budget.py CORPUS"""
import os
import sys
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'conformance', 'tests', 'cli'))
from common import ok as check, plan  # noqa: E402

MAX_FILES = 40_000
MAX_BYTES = 44_000_000


def size_of(folder):
    """Number of files, their bytes, and the bytes by first folder."""
    files, by_part = 0, {}
    for path, _, names in os.walk(folder):
        part = os.path.relpath(path, folder).split(os.sep)[0]
        files += len(names)
        by_part[part] = by_part.get(part, 0) + sum(os.lstat(os.path.join(path, name)).st_size for name in names)
    return files, sum(by_part.values()), by_part


def over(files, size):
    return [f'{have} {what}, at most {most} may be there: {advice}'
            for have, most, what, advice in ((files, MAX_FILES, 'files', 'narrow `for:` or `vary:` of a large family'),
                                             (size, MAX_BYTES, 'bytes', 'look for large dumps'))
            if have > most]


files, size, by_part = size_of(sys.argv[1])
check(files > 10_000, f'the corpus is there: {files} files, {size} bytes', 'it is too small to be the corpus')
wrong = over(files, size)
check(not wrong, f'it is within {MAX_FILES} files and {MAX_BYTES} bytes', [*wrong, *sorted(by_part.items())])
plan()
