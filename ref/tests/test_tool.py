#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sframe-ref from the outside: where its output goes, what it refuses, what it says. A TAP producer.

usage: test_tool.py SFRAME-REF SECTION BUILD-FOLDER [slow]

With `slow`, where the program is, it is not given a gigabyte to read.
"""
import json
import os
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import threading
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'conformance', 'tests', 'cli'))
from common import ok as check, plan, read_bytes  # noqa: E402

TOOL, SECTION, BUILD = (os.path.abspath(arg) for arg in sys.argv[1:4])
SLOW = sys.argv[4:] == ['slow']
CORPUS = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'corpus')


def run(*args, **more):
    more.setdefault('stdin', subprocess.DEVNULL)
    more.setdefault('stdout', subprocess.PIPE)
    p = subprocess.run([more.pop('program', TOOL), *args], stderr=subprocess.PIPE, timeout=120, **more)
    p.err = p.stderr.decode(errors='backslashreplace')
    return p


def content(path):
    """The bytes of a file, None if there is no such file."""
    if not os.path.exists(path):
        return None
    return read_bytes(path)


def put(path, data, mode=0o644):
    with open(path, 'wb') as f:
        f.write(data)
    os.chmod(path, mode)


# The exit status for wrong usage: EX_USAGE of <sysexits.h>.
USAGE = 64
# Options mean the same with it.
os.environ['POSIXLY_CORRECT'] = '1'
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
    check('none/new: No such file' in p.err, 'the message says no such folder', p.err)


def test_fifo():
    os.mkfifo('fifo')
    got = []
    reader = threading.Thread(target=lambda: got.append(content('fifo')), daemon=True)
    reader.start()
    dump_to('fifo', 'a FIFO')
    reader.join(10)
    check(os.path.exists('fifo') and not os.path.isfile('fifo'), 'a FIFO is still one')
    check(got == [DUMP], 'a FIFO: its reader gets the dump', got)


def test_special_input():
    os.mkfifo('in')
    put('lib.a', b'!<thin>\n')
    for path, text in ('in', 'is a FIFO or'), ('/dev/zero', 'a device; name an ordinary file'), ('lib.a', "an archive of objects; take them out with 'ar x'"):
        says(run('check', path), 2, path + ': ', text, name=f'{path} as input')


def test_device():
    os.symlink('/dev/null', 'null')
    before = os.lstat('/dev/null')
    dump_to('null', 'a link to a device')
    after = os.lstat('/dev/null')
    check(os.path.islink('null') and before.st_rdev == after.st_rdev and before.st_ino == after.st_ino,
          'the link and the device are still there')
    os.symlink('/dev/full', 'full')
    p = dump_to('full', 'a full device', 2)
    check('full: No space left' in p.err, 'the message says that the device is full', p.err)
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
    for mode in (0o600, 0o755):
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


def put_bad(path):
    """A section with an unknown ABI: it is rejected, and its dump stops after the first line."""
    data = bytearray(content(SECTION))
    data[4] = 0
    put(path, data)
    return bytes(data)


def says(p, status, *texts, name):
    check(p.returncode == status and all(text in p.err for text in texts), name, (p.returncode, p.err))


def test_check_json():
    put_bad('unknown-abi')
    p = run('check', '--json', 'nosuch', SECTION, '.', 'unknown-abi')
    try:
        files = json.loads(p.stdout)['files']
    except ValueError:
        files = []
    check(len(files) == 4, 'check --json: an entry for every file', p.stdout)
    check(p.returncode == 2, 'check --json: the worst status', p.returncode)
    if len(files) == 4:
        check(files[0] == {'file': 'nosuch', 'error': 'No such file or directory'}, 'a file that is not there',
              files[0])
        check(files[1]['accepted'] and files[1]['findings'] == [], 'an accepted section', files[1])
        check(files[2] == {'file': '.', 'error': 'is a directory'}, 'a folder', files[2])
        check(not files[3]['accepted'] and files[3]['findings'][0]['start'] == 4, 'a rejected section', files[3])
    p = run('find', '--partial', '--json', '--pc', '0x110', '--pc', '1', 'unknown-abi')
    check(json.loads(p.stdout)['lookups'] == [{'pc': '0x110', 'reject': True}, {'pc': '0x1'}], 'a row that cannot be read is not none', p.stdout)


def put_damaged(path, functions, rows):
    """A version 2 section for AMD64 in which every function claims the same rows. All of them start at
    0, where only the first may. Padding that is not 0 is a doubt."""
    fres = b'\0\3\x08' * rows
    fdes = b''.join(struct.pack('<iIIIBBH', 0x1000 + 16 * i, 16, 0, rows, 0, 0, 1) for i in range(functions))
    put(path, struct.pack('<HBBBbbBIIIII', 0xdee2, 2, 0, 3, 0, -8, 0, functions, functions * rows, len(fres), 0, len(fdes))
        + fdes + fres)


def test_many_findings():
    put_damaged('damaged', 150, 3)
    every = run('check', '--all', 'damaged')
    said = re.search(rb'\((\d+) violations?, (\d+) doubts?\)', every.stdout)
    count = sum(int(n) for n in said.groups()) if said else 0
    check(count > 300 and len(every.err.splitlines()) == count, 'check --all prints every finding', (count, every.stdout))
    p = run('check', 'damaged')
    lines = p.err.splitlines()
    check(lines[:100] == every.err.splitlines()[:100] and len(lines) == 101, 'without it the first 100', len(lines))
    check(lines[-1] == f'damaged: {count - 100} more findings (--all prints them)', 'and how many more', lines[-1])
    check(p.stdout == every.stdout, 'the verdict counts all of them', p.stdout)
    lines = run('dump', 'damaged').err.splitlines()
    check(len(lines) == 101 and not any('[doubt' in line for line in lines), 'dump: the first 100 violations', len(lines))
    for words, shown in ((['--json'], 100), (['--json', '--all'], count)):
        entry = json.loads(run('check', *words, 'damaged').stdout)['files'][0]
        check(len(entry['findings']) == shown and entry.get('left_out', 0) == count - shown, ' '.join(words), len(entry['findings']))
    os.mkdir('ended')
    gone, messages = os.pipe()
    os.close(gone)
    ended = subprocess.run([TOOL, 'check', '--all', 'damaged', '-o', 'ended/out'], stderr=messages, check=False).returncode
    os.close(messages)
    check(ended == -signal.SIGPIPE and os.listdir('ended') == [], 'what is ended leaves no file', (ended, os.listdir('ended')))


def test_first_violation():
    """It is shown even after a hundred doubts, because it decides."""
    put_damaged('doubts', 150, 1)
    data = bytearray(content('doubts'))
    # The last function has a row of its own, which must start at 0.
    struct.pack_into('<I', data, 28 + 20 * 149 + 8, 3)
    struct.pack_into('<I', data, 16, 6)
    put('doubts', bytes(data[:-3]) + b'\0\3\x08' + b'\0\x63\x08')
    lines = run('check', 'doubts').err.splitlines()
    check(len(lines) == 102 and '[doubt' not in lines[100] and all('[doubt' in line for line in lines[:100]),
          'the first violation is shown after 100 doubts', lines[98:])


def test_huge_count():
    """20,000 functions claim 2^32 - 1 rows each, out of 64."""
    put_damaged('huge', 20000, 64)
    data = bytearray(content('huge'))
    for f in range(20000):
        data[28 + 20 * f + 12:28 + 20 * f + 16] = b'\xff' * 4
    put('huge', data)
    for command in ('check', 'dump'):
        p = run(command, 'huge')
        check(p.returncode == 1 and 0 < len(p.err) + len(p.stdout) < 20000, f'{command}: little text for many findings',
              (p.returncode, len(p.err), len(p.stdout)))


def has_libelf():
    return b'"libelf"' in content(f'{BUILD}/meson-info/intro-dependencies.json')


def test_foreign_file():
    """An ELF file for another machine than its section (SFR-ELF-TARGET)."""
    if not has_libelf():
        check(True, 'a foreign file # SKIP no libelf')
        return
    foreign = os.path.join(CORPUS, 'v2/amd64-little/elf/other-machine.elf')
    says(run('check', foreign), 0, 'the file is for aarch64-le, the section says amd64', name='check of a foreign file')
    check(run('check', '-q', foreign).err == '', 'not with --quiet')
    entry = json.loads(run('check', '--json', foreign).stdout)['files'][0]
    check(entry.get('file_abi') == 'aarch64-le', 'in JSON it is said too', entry)
    put('riscv.elf', content(foreign)[:18] + b'\xf3\0' + content(foreign)[20:])
    says(run('check', 'riscv.elf'), 0, 'the file is for another ABI, the section says amd64', name='a machine without SFrame')
    entry = json.loads(run('check', '--json', foreign.replace('other-machine', 'linked')).stdout)['files'][0]
    check('file_abi' not in entry, 'and of no other file', entry)
    says(run('check', os.path.join(CORPUS, 'v3/amd64-little/elf/two-sections.elf')), 2, 'pick one, 0 to 1, with --nth', name='two sections')


def test_names():
    names = {
        b'a\x1b[31m\nb': ('a\\x1b[31m\\x0ab', 'a\x1b[31m\nb'),
        b'c1\xc2\x9b4m\x7f': ('c1\\xc2\\x9b4m\\x7f', 'c1\u009b4m\x7f'),
        b'\xed\xa0\x80\xf0\x9f\x90\x84': ('\\xed\\xa0\\x80\U0001f404', '\ufffd\ufffd\ufffd\U0001f404'),
        b'back\\slash"': ('back\\slash"', 'back\\slash"'),
    }
    for name, (shown, in_json) in names.items():
        put_bad(name)
        p = run('check', name)
        check(p.err.startswith(shown + ':0x4-0x5: '), f'a finding names {name}', p.err)
        check(p.stdout.decode(errors='replace').startswith(shown + ': '), f'the summary names {name}', p.stdout)
        p = run('check', '--json', name)
        check(all(byte >= 32 or byte == 10 for byte in p.stdout), f'JSON without control bytes: {name}', p.stdout)
        check(json.loads(p.stdout)['files'][0]['file'] == in_json, f'JSON has the name {name}', p.stdout)
        os.remove(name)
        check(run('dump', name).err.startswith(f'sframe-ref: {shown}: No such'), f'a message names {name}', p.err)
    check(run('a\x1bb').err.startswith("sframe-ref: unknown command 'a\\x1bb'"), 'a message names a command')


def test_output_of_all():
    put_bad('bad')
    put_damaged('damaged', 150, 3)
    with open('/dev/full', 'wb') as full:
        for args, status in ((['--version'], None), (['--help'], None), (['clauses'], 0), (['clauses', '--json', 'faults'], 0),
                             (['check', SECTION, 'bad'], 1), (['check', '--json', '--all', SECTION, 'damaged'], 1), (['dump', SECTION], 0),
                             (['dump', '--json', SECTION], 0), (['find', '--pc', '0x110', SECTION], 0), (['extract', '-q', SECTION], 0),
                             (['unwind', '--pc', '0x110', '--sp', '8', '--fp', '9', SECTION], 0)):
            plain, name = run(*args), ' '.join(args).replace(SECTION, 'SECTION')
            says(run(*args, stdout=full), 2, 'sframe-ref: <stdout>: No space left', name=f'{name} to a full device')
            if status is None:
                continue
            p = run(*args, '-o', 'file')
            check(plain.stdout and p.stdout == b'' and content('file') == plain.stdout,
                  f'{name} -o: what standard output would get', p.err)
            check(p.returncode == status and p.err == plain.err, f'{name} -o: status and messages', (p.returncode, p.err))
            says(run(*args, '-o', '/dev/full'), 2, 'No space left', name=f'{name} -o: a full device')
            os.remove('file')


def test_option_messages():
    state = ['--pc', '0x110', '--sp', '8', '--fp', '9']
    for args, *texts in (
            (['dump', '--nth', '5000000000', SECTION], '--nth', "'5000000000'"),
            (['dump', '--raw', '--nth', '0', SECTION], '--raw and --nth cannot be used together'),
            (['dump', '--raw', '--by', 'name', SECTION], '--raw and --by cannot be used together'),
            # Without libelf nothing knows the ways.
            *([(['dump', '--by', 'foo', SECTION], '--by')] if has_libelf() else []),
            (['dump', '--raw', '--elf', SECTION], '--raw', '--elf'),
            # What ref/options/ says of every command line, the test `runs` has.
            (['dump', '--patrial', SECTION], "unknown option --patrial (did you mean '--partial'?);"),
            ([], 'expected a command'),
            (['judge', SECTION], "unknown command 'judge'"),
            (['judge', '--help'], "unknown command 'judge'"),
            (['dump'], 'dump takes one FILE, not 0'),
            (['dump', '--addr', 'x', SECTION], '--addr', "'x'"),
            (['dump', '--profile', 'v4', SECTION], '--profile', "'v4'"),
            (['unwind', '--reg', '1', SECTION], '--reg', "'1'"),
            (['find', SECTION], '--pc ADDRESS'),
            (['unwind', SECTION, *state, '--max', '0'], '--max', 'at least 1'),
            (['unwind', SECTION, *state[2:]], '--pc'),
            (['unwind', SECTION, *state, '--stack', SECTION], '--stack-addr'),
            (['unwind', SECTION, *state, '--stack-addr', '0'], '--stack FILE'),
            (['clauses', '--json', 'nosuch'], "'nosuch'")):
        p = run(*args)
        says(p, USAGE, *texts, '; see sframe-ref --help\n', name=f'message for {" ".join(args).replace(SECTION, "SECTION")}')
        check(p.stdout == b'' and p.err.startswith('sframe-ref: '), 'and nothing else', (p.stdout, p.err))
    says(run('clauses', '--raw'), USAGE, 'clauses does not take --raw; it is an option of: dump, check,', name='an option of others')
    says(run('unwind', SECTION, *state, '--max', '1', '--reg', '7=1'), 0, '--reg 7 has no effect: it is the register of --sp', name='unwind with all that it needs')
    for words in ['--nth', '0'], ['--by', 'name']:
        says(run('dump', *words, SECTION), 2, f'{words[0]} is for ELF files', SECTION, name=f'{words[0]} and a raw section')


def test_encode():
    head = ('sframe-dump 1\nsection version=2 endian=little abi=amd64 flags=none fixed-fp=0 fixed-ra=-8 aux=0 '
            'fdes=2 fres=0 fre-len=0')
    fdes = [f'start={start} size=0x0 pc=inc fre=addr2 type=default key=a signal=0 rep=0 fres=0' for start in ('0x200', '0x100')]

    def text(tail=None):
        of_section = '' if tail is None else f' fdeoff=0 freoff=40 aux-bytes=- tail={tail}'
        of_fde = '' if tail is None else ' info=0x1 info2=0x0 pad=0x0 off=0'
        return ''.join([head, of_section, *(f'\nfde {i} {fde}{of_fde}' for i, fde in enumerate(fdes)), '\n']).encode()
    put('two.txt', text())
    for option, order in ((), ['0x200', '0x100']), (('--sort',), ['0x100', '0x200']), (('--canonical',), ['0x100', '0x200']):
        run('encode', *option, 'two.txt', '-o', 'two.sframe')
        starts = re.findall(r'start=(\S+)', run('dump', 'two.sframe').stdout.decode())
        check(starts == order, f'encode {" ".join(option)}: the order of functions', starts)
    put('many.txt', re.sub(rb'fdes=.*', b'fdes=5 fres=0 fre-len=0\n', head.encode()) + b''.join(
        b'fde %d %s\n' % (i, fdes[0].replace('0x0', '0x8').replace('rep=0', f'rep={i}').encode()) for i in range(5)))
    run('encode', '--canonical', 'many.txt', '-o', 'many.sframe')
    reps = re.findall(r'rep=(\d)', run('dump', 'many.sframe').stdout.decode())
    check(reps == list('01234'), 'functions that nothing puts in order stay as they are', reps)
    put('huge.txt', text(2000000000))
    says(run('encode', 'huge.txt', '-o', 'huge.sframe'), 2, 'nearly all padding; lower fdeoff=', name='a dump that asks for gigabytes')
    check(content('huge.sframe') is None, 'and no file of it')


def test_standard_input():
    with open('after-junk', 'w+b') as f:
        f.write(b'junk' + content(SECTION))
        f.seek(4)
        f.flush()
        p = run('dump', '-', stdin=f)
        check(p.stdout == DUMP and f.read() == b'', 'standard input that is a file, from where it stands', p.err)
        f.seek(0, os.SEEK_END)
        says(run('dump', '-', stdin=f), 1, '<stdin>:', name='standard input at its end')
    p = run('dump', '-', stdin=None, input=content(SECTION))
    check(p.stdout == DUMP, 'standard input that is a pipe', p.err)
    says(run('check', '-', '-', stdin=None, input=content(SECTION)), 2, '<stdin>: is named twice', name='it is not read as empty')
    with open('large', 'w+b') as f:
        f.truncate((1 << 30) + 1)
        says(run('check', '-', stdin=f), 1, 'bad-magic', name='a large file as standard input is not copied')
    put('version', read_bytes('/proc/version'))
    check(run('check', '/proc/version').err.split()[1:] == run('check', 'version').err.split()[1:],
          'a file of /proc is read')


def test_endless_pipe():
    if SLOW:
        return
    head = subprocess.Popen(['head', '-c', str((1 << 30) + 1), '/dev/zero'], stdout=subprocess.PIPE)
    p = run('check', '-', stdin=head.stdout)
    head.stdout.close()
    head.wait()
    says(p, 2, '<stdin>: more than 1 GiB', name='a limit for what is read from a pipe')


def put_functions(path, count):
    """Adjacent functions without rows."""
    table = b''.join(struct.pack('<iIIIBBxx', 0x1000 + 16 * i, 16, 0, 0, 0, 0) for i in range(count))
    put(path, struct.pack('<HBBBbbBIIIII', 0xdee2, 2, 1, 3, 0, -8, 0, count, 0, 0, 0, len(table)) + table)


def test_shrinking_file():
    # Each waits for a reader of what it prints, and has not read all of the file by then.
    for what, command, put_file, name in (
            ('dumped', ['dump', 'shrinks'], lambda path: put_functions(path, 20000), 'stdout'),
            ('checked', ['check', '--all', 'shrinks', '-o', 'made'], lambda path: put_damaged(path, 20000, 1), 'stderr')):
        put_file('shrinks')
        before = set(os.listdir('.'))
        p = subprocess.Popen([TOOL, *command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        select.select([getattr(p, name)], [], [], 60)
        os.truncate('shrinks', 0)
        said = p.communicate(timeout=60)[1].decode()
        check(p.returncode == 2 and said.endswith('sframe-ref: shrinks: became shorter while it was read\n'),
              f'a file that becomes shorter while it is {what}', (p.returncode, said[-200:]))
        check(set(os.listdir('.')) == before, 'nothing is left behind', os.listdir('.'))
    put_functions('shrinks', 200)
    p = run('unwind', 'shrinks', '--pc', '0x1000', '--sp', '0', '--fp', '0', '--stack', 'shrinks', '--stack-addr', '0x7000')
    check(p.returncode == 0, 'a file that stays as it is, mapped twice', (p.returncode, p.err))


def closed(streams, *args):
    return run('-c', f'exec "$@" {streams}', 'sh', TOOL, *args, program='sh')


def test_closed_streams():
    put_bad('bad')
    want = run('dump', '--partial', 'bad')
    check('stops here' in want.err, 'there is a message while the output is open', want.err)
    for streams in ('2>&-', '>&- 2>&-', '<&- >&- 2>&-', '<&-'):
        p = closed(streams, 'dump', '--partial', 'bad', '-o', 'out')
        check(p.returncode == 1 and content('out') == want.stdout, f'{streams}: no message in the output file',
              content('out'))
    says(closed('>&-', 'dump', SECTION), 2, '<stdout>: Bad file descriptor', name='closed standard output is an error')
    says(closed('<&-', 'dump', '-'), 2, '<stdin>: Bad file descriptor', name='closed standard input is an error')


with tempfile.TemporaryDirectory() as scratch:
    os.chdir(scratch)
    check(DUMP.startswith(b'sframe-dump 1\n'), 'there is a dump to compare with')
    for name, test in list(globals().items()):
        if not name.startswith('test_'):
            continue
        try:
            test()
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            check(False, f'{name} goes on to its end', error)
    os.chdir('/')
plan()
