#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Each file that this build installs is in one Debian package: dh_missing would say so only when a release is made. A TAP
producer.

    test_packages.py MESON-INFO PREFIX LIBDIR
"""
import fnmatch
import glob
import json
import os
import sys
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'conformance', 'tests', 'cli'))
from common import ok, plan, read  # noqa: E402

INSTALLS = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'release', 'debian', '*.install')
# debian/rules builds without it: it is a file of its own in a release.
ELSEWHERE = ('usr/share/sframe-conform/explore.html',)


def packages_of(path, patterns):
    """A pattern names files, or folders with all that is in them. As of a shell, * does not match a slash."""
    parts = path.split('/')
    return {package for package, pattern in patterns for words in [pattern.split('/')]
            if len(words) <= len(parts) and all(map(fnmatch.fnmatchcase, parts, words))}


def main():
    info, prefix, libdir = sys.argv[1:]
    patterns = [(os.path.basename(path), line) for path in glob.glob(INSTALLS) for line in read(path).split()]
    # Debian's folder of libraries is named after the machine.
    libraries = os.path.join(prefix, libdir) + '/'
    files = sorted('usr/lib/any/' + path.removeprefix(libraries) if path.startswith(libraries) else 'usr' + path.removeprefix(prefix) for path in json.loads(read(os.path.join(info, 'intro-installed.json'))).values())
    wrong = [f'{path}: {sorted(found) or "in no package"}' for path in files for found in [packages_of(path, patterns)]
             if len(found) != 1 and path not in ELSEWHERE]
    ok(files and not wrong, f'each of {len(files)} files is in one package', '\n'.join(wrong))
    unused = [f'{package}: {pattern}' for package, pattern in patterns if not any(packages_of(path, [(package, pattern)]) for path in files)]
    # Meson does not list the links of a shared library. A build without libelf or libarchive lacks more.
    whole = all(any(name in path for path in files) for name in ('libsfr_elf.a', '.tar.zst'))
    ok(not whole or not [line for line in unused if '.so' not in line], 'each pattern is of files that are installed', '\n'.join(unused))
    ok(packages_of('usr/share/nothing', patterns) == set(), 'a file that is in none is seen')
    plan()


main()
