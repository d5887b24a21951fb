#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the build keeps rooms apart. A room is a folder with its own library and compiler
flags. A TAP producer.

usage: test_rooms.py BUILD

Meson tells the rooms and their flags, in the order of their definition: a room may use those before
it. With its flags, an #include of a header of a later folder must fail, and each of its own headers
must compile alone. Of a header that a source includes before all else the build has shown that.
"""
import json
import os
import re
import sys
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'conformance', 'tests', 'cli'))
from common import ok as check, plan, read, run  # noqa: E402

BUILD = os.path.abspath(sys.argv[1])


def introspect(name):
    return json.loads(read(os.path.join(BUILD, 'meson-info', 'intro-%s.json' % name)))


def read_folders(top):
    """{folder: (command to compile a C file, whether it has a library)}, in the order of Meson. The
    first target with a file in a folder, and defined there or above, counts."""
    folders = {}
    for target in introspect('targets'):
        for part in target['target_sources']:
            for source in part.get('sources', ()) if part.get('language') == 'c' else ():
                folder = os.path.relpath(os.path.dirname(source), top)
                if not os.path.normpath(source).startswith(os.path.dirname(target['defined_in']) + '/'):
                    continue
                is_library = target['type'] in ('static library', 'shared library')
                command = [*part['compiler'], *part['parameters'], '-fdiagnostics-color=never', '-fsyntax-only']
                if not folder.startswith('..') and folder not in folders:
                    folders[folder] = command, is_library
    return folders


def compile_text(command, text):
    p = run(*command, '-xc', '-', cwd=BUILD, input=text + 'extern int nothing;\n', env={**os.environ, 'LC_ALL': 'C'})
    return p.returncode, p.stdout + p.stderr


def included_first(top, folder):
    """The headers of a folder that begin one of its sources."""
    for name in os.listdir(os.path.join(top, folder)):
        if name.endswith('.c'):
            first = re.search(r'^#.*', read(os.path.join(top, folder, name)), re.M)
            match = first and re.fullmatch(r'#include "([^"/]+)"', first[0])
            if match:
                yield match[1]


def check_upward(room, command, later):
    """`later`: (folder, header). The first must fail to compile, and none may be found."""
    status, said = compile_text(command, '#include "%s"\n' % later[0][1])
    check(status != 0 and ('not found' in said or 'No such file' in said),
          '%s: to include %s of %s fails' % (room, later[0][1], later[0][0]), said)
    text = ''.join('#if __has_include("%s")\n#error found %s/%s\n#endif\n' % (header, folder, header)
                   for folder, header in later)
    status, said = compile_text(command, text)
    check(status == 0, '%s: no header of later folders can be included' % room, said)


def main():
    top = os.path.dirname(next(path for path in introspect('buildsystem_files') if path.endswith('/ref/meson.build')))
    top = os.path.dirname(top)
    folders = read_folders(top)
    headers = {folder: sorted(name for name in os.listdir(os.path.join(top, folder)) if name.endswith('.h'))
               for folder in folders}
    order = list(folders)
    rooms = [folder for folder in order if folders[folder][1] and '/tests' not in folder]
    check(len(rooms) >= 12, 'there are %d rooms' % len(rooms), ' '.join(rooms))
    for room in rooms:
        command = folders[room][0]
        # Folders of one library are one room: ref/encode/ belongs to ref/.
        at = order.index(room)
        # A header of an earlier folder may have the same name.
        earlier = {header for folder in order[:at + 1] for header in headers[folder]}
        later = [(folder, header) for folder in order[at + 1:] if folders[folder][0] != command
                 for header in headers[folder] if header not in earlier]
        if later:
            check_upward(room, command, later)
    # Headers of tests and adapters are parts of programs.
    for folder in order:
        if '/tests' in folder or folder.endswith('/adapters'):
            continue
        for header in sorted(set(headers[folder]).difference(included_first(top, folder))):
            status, said = compile_text(folders[folder][0], '#include "%s"\n' % os.path.join(top, folder, header))
            check(status == 0, '%s/%s compiles alone' % (folder, header), said)
    plan()


main()
