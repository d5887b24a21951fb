#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that every file has a licence, its own or that of REUSE.toml, and that the texts are there. A TAP producer."""
import fnmatch
import glob
import os
import re
import shutil
import subprocess
import sys
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'conformance', 'tests', 'cli'))
from common import ok, plan  # noqa: E402

TOP = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..'))
# At the start of a line, behind the sign of a comment: elsewhere it is a text about licences. In two parts here, so that
# it is none of this file.
NAMED = re.compile(rb'^(?:#|//|/\*|\.\\"|--|<!--)? ?SPDX-License-' rb'Identifier: ([\w.() -]+?)(?: ?\*/| ?-->|\\n.*)?$', re.M)
START = 2000  # bytes of a file in which its licence stands
DATA = '0BSD OR CC0-1.0'

def names_in(expression):
    return {word for word in re.split(r'[\s()]+', expression) if word and word not in ('OR', 'AND', 'WITH')}


def files():
    """What git has, or all there is in an archive of it."""
    if shutil.which('git'):
        p = subprocess.run(['git', '-C', TOP, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], capture_output=True)
        if p.returncode == 0 and p.stdout:
            return sorted(path for path in p.stdout.decode().split('\0') if path and os.path.exists(os.path.join(TOP, path)))
    found = []
    for folder, folders, names in os.walk(TOP):
        # Build folders and the history are not part of it.
        folders[:] = [name for name in folders if name != '.git' and not os.path.isdir(os.path.join(folder, name, 'meson-private'))]
        found += [os.path.relpath(os.path.join(folder, name), TOP) for name in names]
    return sorted(found)


def licence_of(path, tables):
    """The licence of a file: its own, or that of the last table that fits it."""
    with open(os.path.join(TOP, path), 'rb') as f:
        own = NAMED.search(f.read(START))
    if own:
        return own[1].decode()
    fits = [table['SPDX-License-Identifier'] for table in tables if fnmatch.fnmatch(path, table['path'].replace('**', '*'))]
    return fits[-1] if fits else ''


def main():
    try:
        import tomllib
    except ImportError:
        print('1..0 # SKIP this Python has no tomllib')
        return
    with open(os.path.join(TOP, 'REUSE.toml'), 'rb') as f:
        tables = tomllib.load(f)['annotations']
    ok(licence_of('corpus/index.tsv', tables) == DATA and licence_of('meson.build', tables) == 'MIT'
       and licence_of('conformance/adapter.h', tables) == '0BSD', 'the last table that fits counts, and a file\'s own word first')
    texts = {os.path.basename(path)[:-len('.txt')] for path in glob.glob(os.path.join(TOP, 'LICENSES', '*.txt'))}
    licences = {path: licence_of(path, tables) for path in files() if not path.startswith('LICENSES/')}
    used = set().union(*map(names_in, licences.values()))
    ok(len(licences) > 1000 and all(licences.values()), 'every file has a licence', [path for path, name in licences.items() if not name][:20])
    ok(used == texts, 'LICENSES/ has the text of each, and no other', sorted(used ^ texts))
    wrong = [path for path, name in licences.items() if path.startswith('corpus/') and name != DATA]
    ok(not wrong, 'the corpus has one licence', wrong[:20])
    ok(all('licence: %s\n' % DATA in open(os.path.join(TOP, path), encoding='utf-8').read()
           for path in licences if re.fullmatch(r'corpus/v3/amd64-little/.*\.case', path)), 'which the cases name')
    plan()


main()
