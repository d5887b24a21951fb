# SPDX-License-Identifier: MIT
"""sframe-conform promote: from inputs to drafts. Usage: promote.py SFRAME-CONFORM SFRAME-GEN SFRAME-REF SOURCE"""
import hashlib
import os
import shutil
import struct
import subprocess
import sys

from common import USAGE, ok, run_in_folder, write
from corpus_part import copy_folders

CONFORM, GEN, REF, SOURCE = map(os.path.abspath, sys.argv[1:5])
CORPUS = os.path.join(SOURCE, 'corpus')


def check(what, good, said=''):
    ok(good, what, said)


def run(*args, env=None):
    p = subprocess.run(args, capture_output=True, text=True, timeout=200, env={**os.environ, **(env or {})})
    return p.returncode, p.stdout + p.stderr


def promote(corpus, *args, **more):
    return run(CONFORM, 'promote', '--corpus', corpus, *args, **more)


def folder_for(folder, name):
    """A new folder for drafts."""
    path = os.path.join(folder, name)
    shutil.rmtree(path, ignore_errors=True)
    os.mkdir(path)
    return path


def read(path, mode='r'):
    with open(path, mode) as f:
        return f.read()


def fault_of(path, profile):
    """What sframe-ref says of it."""
    return run(REF, 'check', '--profile', profile, path)[1]


def draft_is_a_recipe(folder, small, section):
    """What the generator makes of the draft is refused for what the draft says."""
    out = folder_for(folder, 'out')
    status, said = promote(small, '--story', 'what it found', '--name', 'found-it', '-o', out, section)
    check('a new fault is drafted', status == 0, said)
    draft = read(os.path.join(out, 'found-it.recipe'))
    check('with provenance', 'from %s, 52 bytes, sha256 ' % os.path.basename(section) in draft, draft)
    check('as a recipe', 'title: what it found\nclauses: ALL-FDI-06\nfor: v1 amd64\nparent: preamble/baseline\n'
          'set: fde[0].info = 0x3\nexpect: reject bad-fre-type at fde[0].info\n' in draft, draft)
    check('the input is beside it', len(read(os.path.join(out, 'found-it.input'), 'rb')) <= 52)
    recipes, made = os.path.join(folder, 'recipes'), os.path.join(folder, 'made')
    os.makedirs(os.path.join(recipes, 'preamble'))
    os.makedirs(os.path.join(recipes, 'new'))
    shutil.copy(os.path.join(SOURCE, 'gen/recipes/preamble/baseline.recipe'), os.path.join(recipes, 'preamble'))
    shutil.copy(os.path.join(out, 'found-it.recipe'), os.path.join(recipes, 'new'))
    status, said = run(GEN, 'build', '--recipes', recipes, '--out', made, '--fresh')
    check('the generator takes the draft', status == 0, said)
    case = os.path.join(made, 'v1/amd64-little/new/found-it.case')
    check('and makes the case', os.path.exists(case) and 'class: bad-fre-type\nrange: 0x2c-0x2d\n' in read(case))
    status, said = promote(made, section)
    check('which is there from then on', status == 1 and 'v1/amd64-little/new/found-it' in said, said)
    before = sorted((n, read(os.path.join(out, n), 'rb')) for n in os.listdir(out))
    status, said = promote(small, '--name', 'found-it', '-o', out, section)
    check('nothing is written over', status == 4 and 'exists already' in said and
          before == sorted((n, read(os.path.join(out, n), 'rb')) for n in os.listdir(out)), said)
    os.unlink(os.path.join(out, 'found-it.input'))
    status, said = promote(small, '--name', 'found-it', '-o', out, section)
    check('nor is half a draft written', status == 4 and 'exists already' in said and os.listdir(out) == ['found-it.recipe'], said)
    os.symlink('nowhere', os.path.join(out, 'found-it.input'))
    os.rename(os.path.join(out, 'found-it.recipe'), os.path.join(out, 'kept.recipe'))
    status, said = run(CONFORM, 'promote', '--corpus', small, '--name', 'found-it', '-o', out, section)
    check('nor over a link that leads nowhere', status == 4 and 'exists already' in said and
          sorted(os.listdir(out)) == ['found-it.input', 'kept.recipe'], said)
    os.unlink(os.path.join(out, 'found-it.input'))
    os.rename(os.path.join(out, 'kept.recipe'), os.path.join(out, 'found-it.recipe'))
    status, said = run(CONFORM, 'promote', '--corpus', small, '--name', 'found-it', '-o', '-', section)
    check('`-o -` prints the draft', status == 0 and '\ntitle: ' in said and not os.path.exists('-'), said)
    nasty = os.path.join(folder, 'a\nset: hdr.version = 0x9\n\x1b[31m')
    shutil.copy(section, nasty)
    status, said = promote(small, nasty)
    lines = said.split('\n')
    check('a file name stays in its comment', status == 0 and len([x for x in lines if x.startswith('set: ')]) == 1 and
          [x for x in lines if x.startswith('# from a set: hdr.version = 0x9 ')] and '\x1b' not in said, said)


def duplicates(folder):
    """Each class of fault that one field shows is in the corpus, and nothing is written."""
    for id_, fault in (('v1/amd64-little/fde-info/fre-type-3', 'bad-fre-type at fde[0].info'),
                       ('v3/s390x-big/preamble/bad-magic-0000', 'bad-magic at hdr.magic'),
                       ('v2e2/aarch64-little/fre-order/descending-addr1', 'fre-not-increasing at fre[0][1].start')):
        path, out = os.path.join(CORPUS, id_ + '.sframe'), folder_for(folder, 'none')
        status, said = promote(PART, '-o', out, '--profile', id_.split('/')[0], path)
        check('%s is a duplicate' % id_, status == 1 and fault in said, said)
        check('nothing is written for it', os.listdir(out) == [])
    none = os.path.join(folder, 'not', 'there')
    status, said = run(CONFORM, 'promote', '-o', none, '--while', 'exit 1', path)
    check('a folder that cannot be made is refused before the work', status == 4 and none in said, said)
    status, said = promote(PART, '-o', os.path.join(folder, 'new'), '--profile', 'v2e2', path)
    check('no empty folder stays', status == 1 and not os.path.exists(os.path.join(folder, 'new')), said)


def duplicates_by_profile(folder):
    """What names no version is judged by no profile, and is found again by any."""
    for name, data in (('two', b'\xe2\xde'), ('version-9', b'\xe2\xde\x09' + bytes(25)), ('one', b'\xe2')):
        status, said = promote(PART, write(os.path.join(folder, name), data))
        check('%s: a fault that is known' % name, status == 1 and 'the corpus has this finding' in said, said)


def duplicates_by_command(folder):
    """A case with the same refusal is not a duplicate if the command does not fail with it."""
    id_ = 'v1/amd64-little/fde-info/fre-type-3'
    data = bytearray(read(os.path.join(CORPUS, id_ + '.sframe'), 'rb'))
    struct.pack_into('<I', data, 28 + 4, 0x5eed)
    path = write(os.path.join(folder, 'crashes'), data)
    status, said = promote(PART, path)
    check('the reference refuses it as it does a case', status == 1, said)
    script = write(os.path.join(folder, 'reader.py'), b'import os, signal, sys\ndata = open(sys.argv[1], "rb").read()\n'
                   b'if data[32:36] == b"\\xed\\x5e\\0\\0": os.kill(os.getpid(), signal.SIGSEGV)\n')
    out = folder_for(folder, 'crash')
    status, said = promote(PART, '--while', '%s -S %s' % (sys.executable, script), '-o', out, '--name',
                       'crash', path)
    check('an input that crashes a reader is drafted too', status == 0 and sorted(os.listdir(out)) == ['crash.input', 'crash.md'], said)
    check('with what crashes it', read(os.path.join(out, 'crash.input'), 'rb')[32:36] == b'\xed\x5e\0\0')
    status, said = promote(PART, '--while', 'false', path)
    check('if the command fails with the case too, the corpus has it', status == 1 and 'bad-fre-type' in said, said)


def stops(folder, small):
    """An interrupt, or a command that is gone, is not taken for a failure: nothing is drafted."""
    section = os.path.join(CORPUS, 'v1/amd64-little/random/40-functions.sframe')
    for what, deed, expected, words in (
            ('interrupted', 'kill -INT $$', 130, 'interrupted'), ('interrupted inside', 'exit 130', 130, 'interrupted'),
            ('quit', 'kill -QUIT $$', 130, 'interrupted'), ('gone', 'exit 127', 4, 'cannot be run')):
        for after in (0, 3):
            out, tries = folder_for(folder, 'stopped'), os.path.join(folder, 'tries')
            write(tries, b'')
            script = write(os.path.join(folder, 'stops.sh'), (
                'echo >>"%s"\n[ $(wc -l <"%s") -le %d ] || %s\nexit 1\n' % (tries, tries, after, deed)).encode())
            status, said = promote(small, '--while', 'sh ' + script, '-o', out, section)
            check('%s after %d tries' % (what, after), status == expected and words in said and os.listdir(out) == [], (status, said))
            check('and not asked again', read(tries).count('\n') == after + 1, read(tries).count('\n'))


def scratch(folder, small):
    """The command gets a file in TMPDIR, which is taken away."""
    section = os.path.join(CORPUS, 'v1/amd64-little/preamble/baseline.sframe')
    tmp, seen = os.path.join(folder, "it's a folder"), os.path.join(folder, 'seen')
    os.mkdir(tmp)
    script = write(os.path.join(folder, 'where.sh'), ('printf "%%s" "$1" >"%s"\nexit 1\n' % seen).encode())
    status, said = promote(small, '--while', 'sh ' + script, section, env={'TMPDIR': tmp})
    check('the scratch file is in TMPDIR', read(seen).startswith(tmp + '/sframe-conform.'), (status, said, read(seen)))
    check('and is taken away', os.listdir(tmp) == [], os.listdir(tmp))


def foreign_corpus(folder, section):
    """A corpus whose ids are no PROFILE/ABI-ORDER/AREA/NAME has no parents for recipes."""
    for id_ in ('plain', 'one/two'):
        corpus = os.path.join(folder, 'foreign')
        shutil.rmtree(corpus, ignore_errors=True)
        os.makedirs(os.path.join(corpus, os.path.dirname(id_)))
        with open(os.path.join(CORPUS, 'index.tsv'), encoding='utf-8') as f:
            head = f.readline()
            row = next(line for line in f if line.startswith('v1/amd64-little/preamble/baseline\t')).split('\t')
        text = read(os.path.join(CORPUS, row[0] + '.case')).replace('id: %s\n' % row[0], 'id: %s\n' % id_).encode()
        write(os.path.join(corpus, id_ + '.case'), text)
        shutil.copy(os.path.join(CORPUS, row[0] + '.sframe'), os.path.join(corpus, os.path.dirname(id_)))
        row[0], row[2], row[11] = id_, os.path.join(os.path.dirname(id_), 'baseline.sframe'), hashlib.sha256(text).hexdigest()
        write(os.path.join(corpus, 'index.tsv'), (head + '\t'.join(row)).encode())
        status, said = promote(corpus, section)
        check('the id `%s` has no place for a recipe' % id_, status == 0 and said.startswith('| `') and 'parent:' not in said, said)


def smaller(folder, small):
    """A large input becomes small, and shows the same."""
    source = os.path.join(CORPUS, 'v1/amd64-little/random/40-functions.sframe')
    data = bytearray(read(source, 'rb'))
    num_fdes = struct.unpack_from('<I', data, 8)[0]
    data[28 + 17 * (num_fdes // 2) + 16] |= 0x0f
    big = write(os.path.join(folder, 'big'), data)
    out = folder_for(folder, 'smaller')
    status, said = promote(small, '-o', out, '--name', 'less', big)
    check('a large input is drafted', status == 0, said)
    less = os.path.join(out, 'less.input')
    check('it is much smaller', os.path.getsize(less) <= 64 < len(data) // 4, os.path.getsize(less))
    check('it has the same fault', 'bad-fre-type' in fault_of(less, 'v1'), fault_of(less, 'v1'))
    check('the corpus knows it', promote(PART, less)[0] == 1)


def with_a_command(folder, small):
    """An accepted input needs a command that fails with it."""
    good = os.path.join(CORPUS, 'v1/amd64-little/random/40-functions.sframe')
    status, said = promote(small, good)
    check('an accepted input alone shows nothing', status == 4 and '--while' in said, said)
    # Fails for whatever has a function of this size.
    size = struct.unpack_from('<I', read(good, 'rb'), 28 + 17 * 7 + 4)[0]
    script = os.path.join(folder, 'command.py')
    write(script, ('import struct, sys\ndata = open(sys.argv[1], "rb").read()\n'
                   'n = struct.unpack_from("<I", data, 8)[0] if len(data) >= 28 else 0\n'
                   'at = [28 + 17 * i for i in range(n) if 45 + 17 * i <= len(data)]\n'
                   'sys.exit(any(struct.unpack_from("<I", data, a + 4)[0] == %d for a in at))\n' % size).encode())
    out = folder_for(folder, 'command')
    command = '%s -S %s' % (sys.executable, script)
    status, said = promote(small, '--while', command, '--story', 'sizes', '--name', 'sized', '-o', out, good)
    check('with a command it is drafted', status == 0, said)
    sized = os.path.join(out, 'sized.input')
    check('as one function', struct.unpack_from('<I', read(sized, 'rb'), 8)[0] == 1)
    check('that is accepted still', run(REF, 'check', '--profile', 'v1', sized)[0] == 0)
    check('and fails still', subprocess.run(command.split() + [sized], check=False).returncode == 1)
    row = read(os.path.join(out, 'sized.md'))
    check('the line for the table', row.startswith('| `sized.input` | sizes |\n') and command in row, row)
    status, said = promote(small, '--while', 'true', good)
    check('a command that does not fail', status == 4 and 'does not fail' in said, said)
    status, said = promote(small, '--while', '/nowhere/at-all', good)
    check('a missing command', status == 4 and 'cannot be run' in said, said)


def trailers(folder, small):
    """The trailer of the harnesses names the profile: padding that only errata 1 forbids."""
    data = read(os.path.join(CORPUS, 'v2/amd64-little/preamble/baseline.sframe'), 'rb')
    bad = data[:3] + b'\x40' + data[4:]
    for number, profile in ((2, 'v2'), (3, 'v2e1'), (4, 'v2e2')):
        trailer = struct.pack('<QB', 0x12345000, number) + b'\xf5\x5a\x66\x75'
        status, said = promote(small, write(os.path.join(folder, 'trailer'), bad + trailer))
        check('a trailer of %s' % profile, status == 0 and 'judged as %s at address 0x12345000' % profile in said, said)


def usage(folder, small):
    status, said = run(CONFORM, 'promote', '--help')
    check('help', status == 0 and '--while COMMAND' in said)
    for args in ([], ['a', 'b'], ['--profile', 'v9', 'a'], ['--name', 'A/B', 'a'], ['--while', 'a\nb', 'a'], ['--addr', 'x', 'a']):
        status, said = promote(small, *args)
        check('wrong usage: %r' % args[:2], status == USAGE and 'sframe-conform' in said, said)
    status, said = promote(small, os.path.join(folder, 'missing'))
    check('no such input', status == 4 and 'sframe-conform' in said, said)


def main(folder):
    global PART
    # The areas of the cases that are found again here; the whole corpus takes a second to read each time.
    PART = os.path.join(folder, 'part')
    wanted = ['*/*/' + area for area in ('fde-info', 'fre-order', 'preamble', 'version')]
    check('there are such cases', len(copy_folders(CORPUS, wanted, PART, ())) > 300)
    small, recipes = os.path.join(folder, 'small'), os.path.join(folder, 'small-recipes/preamble')
    os.makedirs(recipes)
    shutil.copy(os.path.join(SOURCE, 'gen/recipes/preamble/baseline.recipe'), recipes)
    status, said = run(GEN, 'build', '--recipes', os.path.dirname(recipes), '--out', small, '--fresh')
    check('a corpus of one recipe', status == 0, said)
    bad = os.path.join(CORPUS, 'v1/amd64-little/fde-info/fre-type-3.sframe')
    draft_is_a_recipe(folder, small, bad)
    foreign_corpus(folder, bad)
    for test in (duplicates, duplicates_by_profile, duplicates_by_command):
        test(folder)
    for test in (stops, scratch, smaller, with_a_command, trailers, usage):
        test(folder, small)


run_in_folder(main)
