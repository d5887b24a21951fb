#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sframe-ref from the outside: where its output goes, what it refuses, what it says. A TAP producer.

usage: test_tool.py SFRAME-REF SECTION
"""
import os
import subprocess
import sys
import tempfile
import threading

TOOL, SECTION = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
number = failed = 0


def check(good, name, seen=''):
    global number, failed
    number += 1
    failed += not good
    print(('ok' if good else 'not ok') + f' {number} - {name}')
    if not good:
        print(''.join(f'# {line}\n' for line in str(seen).splitlines()), end='')


def run(*args, **more):
    more.setdefault('stdin', subprocess.DEVNULL)
    more.setdefault('stdout', subprocess.PIPE)
    p = subprocess.run([TOOL, *args], stderr=subprocess.PIPE, timeout=120, **more)
    p.err = p.stderr.decode(errors='backslashreplace')
    return p


def content(path):
    """The bytes of a file, None if there is no such file."""
    try:
        with open(path, 'rb') as f:
            return f.read()
    except FileNotFoundError:
        return None


def put(path, data, mode=0o644):
    with open(path, 'wb') as f:
        f.write(data)
    os.chmod(path, mode)


DUMP = run('dump', SECTION).stdout


def dump_to(path, name, status=0, folder=None):
    p = run('dump', SECTION, '-o', path, cwd=folder)
    check(p.returncode == status, f'{name}: exit status', (p.returncode, p.err))
    return p


def test_new_file():
    os.umask(0o027)
    dump_to('new', 'a new file')
    check(content('new') == DUMP and os.stat('new').st_mode & 0o777 == 0o640,
          'a new file: content, and mode by the umask')
    os.umask(0o022)
    p = dump_to('none/new', 'no such folder', 2)
    check('none/new: No such file' in p.err, 'no such folder is said', p.err)
    long = 'n' * 250
    dump_to(long, 'a long name')
    check(content(long) == DUMP, 'a long name: content')


def test_fifo():
    os.mkfifo('fifo')
    got = []
    reader = threading.Thread(target=lambda: got.append(content('fifo')), daemon=True)
    reader.start()
    dump_to('fifo', 'a FIFO')
    reader.join(10)
    check(os.path.exists('fifo') and not os.path.isfile('fifo'), 'a FIFO is still one')
    check(got == [DUMP], 'a FIFO: its reader gets the dump', got)


def test_device():
    os.symlink('/dev/null', 'null')
    before = os.lstat('/dev/null')
    dump_to('null', 'a link to a device')
    after = os.lstat('/dev/null')
    check(os.path.islink('null') and before.st_rdev == after.st_rdev and before.st_ino == after.st_ino,
          'the link and the device are still there')
    os.symlink('/dev/full', 'full')
    p = dump_to('full', 'a full device', 2)
    check('full: No space left' in p.err, 'a full device is said', p.err)
    dump_to('.', 'a folder', 2)


def test_standard_output():
    os.symlink('/proc/self/fd/1', 'stdout')
    with open('appended', 'wb') as f:
        f.write(b'before\n')
        f.flush()
        p = run('dump', SECTION, '-o', 'stdout', stdout=f)
    check(p.returncode == 0 and content('appended') == b'before\n' + DUMP and os.path.islink('stdout'),
          'a link to standard output', p.err)


def test_links():
    os.mkdir('sub')
    put('sub/target', b'old', 0o600)
    os.symlink('sub/target', 'link')
    os.symlink('../link', 'sub/link')
    dump_to('sub/link', 'a link to a link to a file')
    check(os.path.islink('link') and os.path.islink('sub/link'), 'the links are still links')
    check(content('sub/target') == DUMP and os.stat('sub/target').st_mode & 0o777 == 0o600,
          'the target is written, and private as before')
    check(sorted(os.listdir('sub')) == ['link', 'target'], 'nothing else is left', os.listdir('sub'))
    os.symlink('sub/later', 'dangling')
    dump_to('dangling', 'a link to nothing')
    check(os.path.islink('dangling') and content('sub/later') == DUMP, 'what a link to nothing stands for is made')
    os.symlink('loop', 'loop')
    dump_to('loop', 'a link to itself', 2)
    put('one', b'old')
    os.link('one', 'two')
    dump_to('one', 'a file with two names')
    check(content('two') == DUMP and os.path.samefile('one', 'two'), 'a file with two names keeps both')


def test_modes():
    for mode in (0o600, 0o755, 0o664):
        put('moded', b'old', mode)
        dump_to('moded', f'mode {mode:o}')
        check(content('moded') == DUMP and os.stat('moded').st_mode & 0o7777 == mode, f'mode {mode:o} is kept')
    if os.geteuid() == 0:
        os.chown('moded', 65534, 65534)
        dump_to('moded', "another's file")
        now = os.stat('moded')
        check((now.st_uid, now.st_gid) == (65534, 65534), "another's file stays theirs")
    else:
        put('read-only', b'old', 0o444)
        dump_to('read-only', 'a file that may not be written to', 2)
        check(content('read-only') == b'old', 'and it is as it was')
        os.mkdir('closed')
        put('closed/file', b'old')
        os.chmod('closed', 0o555)
        dump_to('closed/file', 'a file in a folder that may not be')
        os.chmod('closed', 0o755)
        check(content('closed/file') == DUMP, 'and it is written')


def test_nothing_lost():
    put('kept', b'old')
    put('bad', b'\xe2\xde\x02')
    p = run('dump', 'bad', '-o', 'kept')
    check(p.returncode == 1 and content('kept') == b'old', 'a rejected section leaves the output as it was', p.err)
    left = [name for name in os.listdir('.') if name.startswith('.sframe-ref')]
    check(not left, 'no temporary file is left', left)


with tempfile.TemporaryDirectory() as scratch:
    os.chdir(scratch)
    check(DUMP.startswith(b'sframe-dump 1\n'), 'there is a dump to compare with')
    for name, test in list(globals().items()):
        if name.startswith('test_'):
            test()
    os.chdir('/')
print(f'1..{number}')
sys.exit(failed != 0)
