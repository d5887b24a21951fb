#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `meson install` gives a user who has no source tree: the programs find their files, and the examples are built
with the installed files alone, by make and by CMake. A TAP producer.

usage: test_installed.py MESON BUILD SOURCE VERSION COMPILER...
"""
import glob
import json
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', '..', '..', 'conformance', 'tests', 'cli'))
from common import ok, read, read_bytes, run, run_in_folder, skip, write

MESON, BUILD, SOURCE, VERSION = sys.argv[1:5]
COMPILER = sys.argv[5:]
# Without the corpus and other large data: what is installed of these, the list of the build says.
TAGS = 'runtime,devel,man,examples,sources'
# A function with two rows, as the dump of a section and as the answers to look-ups.
DUMP = '''sframe-dump 1
section version=2 endian=little abi=amd64 flags=sorted fixed-fp=0 fixed-ra=-8 aux=0 fdes=1 fres=2 fre-len=6
fde 0 start=0x401000 size=0x20 pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=2
fre 0.0 at=0x0 cfa=sp+8 ra=*(cfa-8) fp=same mangled=0
fre 0.1 at=0x1 cfa=sp+16 ra=*(cfa-8) fp=same mangled=0
'''
ADDRESS, PCS = '0x400000', ['0x401000', '0x401004', '0x401020']
ANSWERS = '''pc 0x401000 fde=0 fre=0 cfa=sp+8 ra=*(cfa-8) fp=same
pc 0x401004 fde=0 fre=1 cfa=sp+16 ra=*(cfa-8) fp=same
pc 0x401020 none
'''


class Place:
    """An installation in a scratch folder (DESTDIR), and the environment in which tools look there."""

    def __init__(self, root):
        options = {option['name']: option['value'] for option in json.loads(read(os.path.join(BUILD, 'meson-info', 'intro-buildoptions.json')))}
        self.root = root
        self.path = {kind: os.path.join(options['prefix'], options[kind])
                     for kind in ('bindir', 'datadir', 'includedir', 'libdir', 'mandir')}
        unset = ('MESON', 'PKG_CONFIG', 'LD_')
        self.env = {key: value for key, value in os.environ.items() if not key.startswith(unset)}
        self.env.update({'CC': ' '.join(COMPILER), 'PATH': self.at('bindir') + os.pathsep + self.env.get('PATH', ''),
                         'PKG_CONFIG_PATH': self.at('libdir', 'pkgconfig')})
        # They name the prefix, where nothing was put.
        for path in glob.glob(self.at('libdir', 'pkgconfig', '*.pc')):
            write(path, read(path).replace('prefix=', 'prefix=' + root, 1))

    def at(self, kind, *names):
        """The path of an installed file."""
        return os.path.join(self.root + self.path[kind], *names)

    def run(self, *words, cwd='/', **more):
        return run(*words, cwd=cwd, env={**self.env, **more}, stdin=subprocess.DEVNULL, stderr=subprocess.STDOUT)


def check_list(place):
    """What is installed, by the list of the build: the files that the tags leave out too."""
    listed = set(json.loads(read(os.path.join(BUILD, 'meson-info', 'intro-installed.json'))).values())
    wanted = {
        'bindir': ['sframe-ref', 'sframe-gen', 'sframe-conform'],
        'libdir': ['libsfr.a', 'libsfr.so.1', 'pkgconfig/sfr.pc', 'pkgconfig/sframe-adapter.pc'],
        'includedir': ['sfr/sfr.h', 'sfr/sfr_encode.h', 'sfr/sfr_text.h', 'sfr/sfr_registers.h',
                       'sframe-conform/sframe_adapter.h'],
        'mandir': ['man1/sframe-ref.1', 'man1/sframe-gen.1', 'man1/sframe-conform.1', 'man1/sframe-conform-run.1',
                   'man5/sframe-dump.5', 'man5/sframe-corpus.5', 'man5/sframe-conform-adapter.5',
                   'man7/sframe-conform-outcomes.7'],
        'datadir': ['sframe-conform/adapters/sframe-ref.conf', 'sframe-conform/known/causes.txt',
                    'sframe-conform/producers', 'sframe-conform/examples/my-adapter/Makefile',
                    'doc/sframe-conformance/DUMP.md', 'doc/sframe-conformance/REGISTERS.md', 'sframe-gen/recipes',
                    'sframe-ref/src/sfr.h', 'sframe-ref/examples/Makefile'] +
                   [folder % name for name in ('sframe-ref', 'sframe-gen', 'sframe-conform') for folder in
                    ('bash-completion/completions/%s', 'zsh/site-functions/_%s', 'fish/vendor_completions.d/%s.fish')],
    }
    paths = [os.path.join(place.path[kind], name) for kind, names in wanted.items() for name in names]
    missing = [path for path in paths if path not in listed and not os.path.exists(place.root + path)]
    ok(not missing, 'nothing is missing', missing)


def check_generator(place, work):
    recipes = place.at('datadir', 'sframe-gen', 'recipes')
    differ = run('diff', '-r', os.path.join(SOURCE, 'gen', 'recipes'), recipes)
    ok(differ.returncode == 0, 'all recipes are installed, and the lists beside them', differ.stdout)
    # The others rest on this area; the test `corpus-is-current` makes all of them.
    for area in sorted(set(next(os.walk(recipes))[1]) - {'preamble'}):
        shutil.rmtree(os.path.join(recipes, area))
    said = place.run('sframe-gen', 'list', cwd=work)
    ok(said.returncode == 0 and '/preamble/baseline\t' in said.stdout, 'sframe-gen finds them', said.stdout[-400:])
    os.makedirs(os.path.join(work, 'tree', 'gen', 'recipes'))
    said = place.run('sframe-gen', 'list', cwd=os.path.join(work, 'tree'))
    ok(said.returncode == 2 and 'gen/recipes: has no AREA/NAME.recipe' in said.stdout,
       'the recipes of a source tree come before the installed ones', said.stdout)


def check_pkg_config(place):
    for name in ('sfr', 'sframe-adapter'):
        said = place.run('pkg-config', '--modversion', name)
        ok(said.stdout.strip() == VERSION, '%s.pc has the version' % name, said.stdout)
    said = place.run('pkg-config', '--cflags', '--libs', 'sframe-adapter')
    words = said.stdout.split()
    ok('-I' + place.at('includedir', 'sframe-conform') in words and all(w.startswith('-I') for w in words),
       'an adapter needs a header only', said.stdout)


def outside(place, folder, source, package):
    """The headers that a source gets from the source tree or the build."""
    flags = place.run('pkg-config', '--cflags', package).stdout.split()
    said = place.run(*COMPILER, '-std=c11', '-M', source, *flags, cwd=folder)
    files = said.stdout.replace('\\\n', ' ').split()[1:]
    ours = (os.path.abspath(SOURCE) + os.sep, os.path.abspath(BUILD) + os.sep)
    files = [os.path.realpath(os.path.join(folder, path)) for path in files]
    return [said.stdout] if said.returncode else [path for path in files if path.startswith(ours)]


def check_adapter(place, work):
    folder = os.path.join(work, 'my-adapter')
    shutil.copytree(place.at('datadir', 'sframe-conform', 'examples', 'my-adapter'), folder)
    said = place.run('make', '-C', folder, 'CFLAGS=-O0 -Wall -Wextra -Werror')  # the build optimizes its header, which takes long
    if not ok(said.returncode == 0, 'the example of an adapter is built', said.stdout):
        return
    ok(outside(place, folder, 'my-adapter.c', 'sframe-adapter') == [], 'with the installed header alone')
    said = place.run('sframe-conform', 'list')
    ok(said.returncode == 4 and said.stdout.startswith('sframe-conform: ' + place.at('datadir', 'sframe-conform', '')),
       'its corpus, which is not installed here, would be that of its own root', said.stdout)
    said = place.run('sframe-conform', 'check-adapter', '--adapter', './my-adapter.conf', cwd=folder)
    ok(said.returncode == 0, 'and the installed sframe-conform finds it fit', said.stdout)
    lines = read(os.path.join(folder, 'my-adapter.c')).count('\n')
    ok(lines <= 30, 'it is short', lines)


def make_elf(place, folder):
    """A shared library with SFrame data, from a source of the example; None if this system's assembler writes none."""
    elf = os.path.join(folder, 'file.so')
    for more in ([], ['-fno-integrated-as']):
        made = place.run(*COMPILER, '-std=c11', '-fPIC', '-shared', *more, '-Wa,--gsframe', '-o', elf, 'file.c',
                         cwd=folder)
        if made.returncode == 0:
            return elf
    return None


def check_programs(place, sources, folder, section, what):
    """The examples that were built in the folder: what they print, and which library they take."""
    shared = {'LD_LIBRARY_PATH': place.at('libdir')}
    for name, kind, more in (('find-pc', 'shared', shared), ('find-pc-static', 'static', {})):
        program = os.path.join(folder, name)
        if not ok(os.path.exists(program), '%s: %s is built' % (what, name)):
            continue
        said = place.run(program, section, ADDRESS, *PCS, **more)
        ok(said.returncode == 0 and said.stdout == ANSWERS, '%s: %s prints the rows' % (what, name), said.stdout)
        is_shared = b'libsfr.so.1' in read_bytes(program)
        ok(is_shared == (kind == 'shared'), '%s: %s takes the %s library' % (what, name, kind))
    said = place.run(os.path.join(folder, 'find-pc'), __file__, ADDRESS, *PCS, **shared)
    ok(said.returncode == 1 and 'malformed' in said.stdout, what + ': find-pc refuses what is no section', said.stdout)
    if not os.path.exists(place.at('libdir', 'pkgconfig', 'sfr-elf.pc')):
        skip(what + ': count-functions', 'libsfr was built without libelf')
        return
    elf = make_elf(place, sources)
    if not elf:
        skip(what + ': count-functions', 'this assembler writes no SFrame data')
        return
    said = place.run(os.path.join(folder, 'count-functions'), elf, **shared)
    lines = place.run('sframe-ref', 'dump', '-q', elf).stdout.count('\nfde ')
    ok(said.returncode == 0 and said.stdout == '%d\n' % lines and lines > 0, what + ': count-functions counts',
       said.stdout)


def check_make(place, section, folder):
    has_elf = os.path.exists(place.at('libdir', 'pkgconfig', 'sfr-elf.pc'))
    said = place.run('make', '-C', folder, 'CFLAGS=-O2 -Wall -Wextra -Werror', 'find-pc', 'static',
                     *(['count-functions'] if has_elf else []))
    if ok(said.returncode == 0, 'make builds the examples', said.stdout):
        ok(outside(place, folder, 'find-pc.c', 'sfr') == [], 'with the installed headers alone')
        check_programs(place, folder, folder, section, 'make')


def check_cmake(place, section, folder):
    if not shutil.which('cmake'):
        skip('CMake builds the examples', 'there is no cmake')
        return
    out = os.path.join(folder, 'out')
    said = place.run('cmake', '-S', folder, '-B', out, '-G', 'Unix Makefiles')
    if not ok(said.returncode == 0 and 'Warning' not in said.stdout, 'CMake configures the examples', said.stdout):
        return
    said = place.run('cmake', '--build', out)
    if ok(said.returncode == 0, 'and builds them', said.stdout):
        check_programs(place, folder, out, section, 'CMake')


def main(work):
    work = os.path.realpath(work)
    root = os.path.join(work, 'root')
    said = run(MESON, 'install', '-C', BUILD, '--no-rebuild', '--tags', TAGS, '--destdir', root, cwd='/', stderr=subprocess.STDOUT)
    if not ok(said.returncode == 0, 'meson installs', said.stdout):
        return
    place = Place(root)
    check_list(place)
    check_generator(place, work)
    missing = [tool for tool in ('make', 'pkg-config') if not shutil.which(tool)]
    if missing:
        skip('the examples', 'there is no ' + missing[0])
        return
    check_pkg_config(place)
    check_adapter(place, work)
    section = os.path.join(work, 'made.sframe')
    dump = write(os.path.join(work, 'made.dump'), DUMP)
    said = place.run('sframe-ref', 'encode', '--addr', ADDRESS, '-o', section, dump)
    if not ok(said.returncode == 0, 'the installed sframe-ref makes a section', said.stdout):
        return
    for check, name in ((check_make, 'by-make'), (check_cmake, 'by-cmake')):
        folder = os.path.join(work, name)
        shutil.copytree(place.at('datadir', 'sframe-ref', 'examples'), folder)
        check(place, section, folder)


run_in_folder(main)
