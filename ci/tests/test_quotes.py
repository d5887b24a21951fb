#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests of ci/trust/quotes.py and of the checks of make_registers.py, on small manuals and registers
made here; and that the cases which the registers name exist."""
import gzip
import os
import re
import sys
import tempfile
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'conformance', 'tests', 'cli'))
from common import ended, ok as check, plan, run  # noqa: E402

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')
REGISTERS = os.path.join(TOP, 'ref', 'registers')
# Manuals of our own words, in both forms.
INFO = '''\x1f
File: lamps.info,  Node: Top,  Next: Lamps

Lamps
*****

This manual describes version 2 of the SFrame file
format.

2 Lamps
*******

2.1 Lamp header
===============

The lamp is _always_
lit.  *Note Oil::, for the ‘lamp_oil’.

   • The lamp's wick is
     short.

Offset   Name                 Description
-----------------------------------------
0x04     ‘uint8_t lamp_oil’   How much oil
                              is left (7–5).
2.1.1 Oil
---------

A {lamp} burns oil.
'''
HTML = '''<!DOCTYPE html><html><p>This manual describes Version 3 of the SFrame file format.</p>
<ul><li><a href="#Lamp">2.1 Lamp header</a></li></ul>
<h3 class="section" id="Lamp"><span>2.1 Lamp header<a class="copiable-link" href="#Lamp"> &para;</a></span></h3>
<p>The lamp is <em>always</em> lit. See <a class="xref" href="#Oil">Oil</a>, for the
&lsquo;<code>lamp_oil</code>&rsquo;.</p>
<table><tr><td>0x04</td><td><code>uint8_t lamp_oil</code></td><td>How much oil is left (7&ndash;5).</td></tr></table>
<h4 class="subsection">2.1.1 Oil</h4><p>A {lamp} burns oil &gt;= 1.</p></html>
'''

FILES = {
    'clauses': '[A] Lamps\n'
               'LMP-01 | v1 v2 v2e1 v2e2 v3 | 1 | must | R | A lamp is lit.\n'
               'LMP-02 | v2e1 v2e2 v3 | 1 | must | D | A lamp burns oil.\n',
    'faults': 'dark-lamp | violation | - | - | LMP-01 | the lamp | the lamp is not lit\n',
    'policies': 'AMB-001 | v1 v2 | valid | accept | How bright? | bright\n',
    'refusals': 'no-oil | LMP-02 | there is no oil | - | -\nno-room | - | there is no room | - | -\n',
    'basis': '[clauses] Clauses\n'
             'LMP-01 | * | text | v1 1.1 "The lamp is always lit"; v2 v2e1 v3 2.1 "The lamp is always lit"\n'
             'LMP-02 | * | text | v2e1 v3 2.1 "0x04 uint8_t lamp_oil How much oil is left (7-5)"\n'
             '[faults] Faults\n'
             'dark-lamp | v1 | practice | GNU as lights it: v1/amd64-little/lamp/lit\n'
             'dark-lamp | v2 v2e1 v2e2 v3 | inference | a lamp is lit (LMP-01)\n'
             '[refusals] Refusals\n'
             'no-oil | * | inference | LMP-02, section 2.1\n'
             'no-room | * | ours | there is none\n',
    'basis_policies': 'AMB-001 | v1 | ours | nobody says\nAMB-001 | v2 | text | v2 2.1.1 "A {lamp} burns oil"\n',
}


def write(folder, name, content):
    with (gzip.open if name.endswith('.gz') else open)(os.path.join(folder, name), 'wb') as file:
        file.write(content.encode())


def registers(folder, old='', new=''):
    """Writes registers, with one text of theirs replaced."""
    replaced = 0
    for name, content in FILES.items():
        replaced += old != '' and content.count(old)
        write(folder, name + '.txt', content.replace(old, new) if old else content)
    assert replaced or not old, old


def made(old, new, *expected):
    """make_registers.py fails, and says this."""
    with tempfile.TemporaryDirectory() as folder:
        registers(folder, old, new)
        p = run(sys.executable, os.path.join(REGISTERS, 'make_registers.py'), 'source', folder, os.path.join(folder, 'out.c'))
        if not expected:
            ended(p, 0, 'good registers', '')
            return
        good = p.returncode == 1 and all(e in p.stderr for e in expected) and p.stderr.startswith(folder)
        check(good, f'registers: {expected[-1]}', p.stderr)


def quotes(manuals, old='', new=''):
    """Status, output and messages of quotes.py on these manuals."""
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(os.path.join(folder, 'manuals', 'deep'))
        os.mkdir(os.path.join(folder, 'registers'))
        registers(os.path.join(folder, 'registers'), old, new)
        for name, content in manuals.items():
            write(os.path.join(folder, 'manuals'), name, content)
        p = run(os.path.join(TOP, 'ci', 'trust', 'quotes.py'), '--registers', os.path.join(folder, 'registers'),
                os.path.join(folder, 'manuals'))
        return p.returncode, p.stdout.replace(folder, ''), p.stderr.replace(folder, '')


FIRST = re.sub('^2', '1', INFO.replace('version 2', 'version 1'), flags=re.M)
ERRATA = HTML.replace('Version 3', 'version 2 (errata 1)')
ALL = {'a': FIRST, 'b.info.gz': INFO, 'deep/c.html': ERRATA, 'd.html': HTML, 'notes': 'This manual is short.\n'}


def test_registers():
    made('', '')
    made('| practice |', '| hearsay |', 'basis.txt:5: ', "unknown basis 'hearsay'")
    made('dark-lamp | v1 |', 'dim-lamp | v1 |', "basis.txt:5: 'dim-lamp' is not in faults.txt")
    made('dark-lamp | v2 v2e1', 'dark-lamp | v2e1', 'faults.txt:1: dark-lamp has no basis in v2')
    made('AMB-001 | v1 |', 'AMB-001 | v3 |', 'basis_policies.txt:1: AMB-001 does not hold in v3')
    made('no-room | * | ours | there is none\n', '', 'refusals.txt:2: no-room has no basis in v1 v2 v2e1 v2e2 v3')
    made('v2e1 v3 2.1 "0x04', 'v3 2.1 "0x04', 'basis.txt:3: no quote is from the manual of v2e1')
    made('v2e1 v3 2.1 "0x04', 'v1 v2e1 v3 2.1 "0x04', 'basis.txt:3: section 2.1 of v1 does not speak for')
    made('v2 v2e1 v3 2.1 "The lamp is always lit"', 'the lamp is lit', 'basis.txt:2: expected MANUALS SECTION "words"')
    made('v2 v2e1 v3 2.1 "The', 'v2@2.30 v2e1 v3 2.1 "The', "'v2@2.30' is no edition")
    made('is always lit"; v2', 'is ' + 'very ' * 40 + 'lit"; v2', 'basis.txt:2: a quote has more than 40 words')
    made('v1/amd64-little/lamp/lit', 'everywhere', 'basis.txt:5: practice needs a case id or a file')
    made('| ours | there is none', '| ours | see LMP-09', "basis.txt:9: the evidence names 'LMP-09'")
    made('[refusals]', '[rejections]', 'expected this row below one of [clauses] [faults] [refusals]')
    made('| violation | - | -', '| violation | tired | -', "faults.txt:1: stops 'tired' is not one of")
    made('| violation | - | -', '| doubt | - | -', 'faults.txt:1: a doubt needs an open question as its reason')
    made(' | practice | GNU as lights it: v1', ': v1', 'basis.txt:5: expected 4 cells, got 2')


def test_quotes():
    status, out, err = quotes(ALL)
    check(status == 0 and not err and '7 quotes found, 0 not found, 0 unchecked\n' in out, 'all words are found', out + err)
    check('v1: /manuals/a\n' in out and 'v2@2.41: /manuals/b.info.gz\n' in out and 'v2e1: /manuals/deep/c.html\n' in out
          and 'v3: /manuals/d.html\n' in out and 'notes' not in out, 'the content of a file tells its manual', out)
    status, out, err = quotes({'b': INFO})
    check(status == 0 and '2 quotes found, 0 not found, 5 unchecked\n' in out and '2 unchecked: no manual of v2e1' in out
          and '1 unchecked: no manual of v1\n' in out, 'missing manuals', out + err)
    status, out, err = quotes(ALL, 'is always lit"; v2 v2e1', 'is never lit"; v2 v2e1')
    check(status == 1 and err == '/registers/basis.txt:2: LMP-01: v1 (/manuals/a) does not have the words '
          '"The lamp is never lit"\n' and '6 quotes found, 1 not found' in out, 'other words', out + err)
    status, out, err = quotes({**ALL, 'deep/c.html': ERRATA.replace('lit.', 'dim.')})
    check(status == 1 and 'basis.txt:2: LMP-01: v2e1 (/manuals/deep/c.html) does not have' in err, 'a changed manual', err)
    status, out, err = quotes(ALL, 'v2 2.1.1 "A', 'v2 2.1 "A')
    check(status == 1 and err == '/registers/basis_policies.txt:2: AMB-001: v2 (/manuals/b.info.gz) has the words in '
          'section 2.1.1, not in 2.1: "A {lamp} burns oil"\n', 'another section', err)
    status, out, err = quotes(ALL, '2.1.1 "A {lamp} burns oil"', '2.1.1 "A {lamp} burns"')
    check(status == 0, 'a sign that needs mark-up in Info', out + err)
    status, out, err = quotes({'a': 'This manual describes version 7 of the SFrame file format.\n', 'b': INFO})
    check(status == 0 and '/manuals/a: a manual of an unknown version' in out, 'an unknown version', out + err)
    status, out, err = quotes({'b': 'This manual describes version 2 of the SFrame file format.\nThe lamp is always lit. '
                               'A {lamp} burns oil.'})
    check(status == 0 and 'sections are not checked' in out, 'a text without headings', out + err)
    status, out, err = quotes({'notes': 'nothing'})
    check(status == 2 and 'ci/real/peers.sh' in err, 'no manual', out + err)


def test_cases():
    """The cases and files that our own rows name exist."""
    sys.path.insert(0, REGISTERS)
    from basis import CASE
    from make_registers import Registers
    named = {c for rows in Registers(REGISTERS).bases.values() for row in rows if row.basis == 'practice'
             for c in CASE.findall(row.evidence)}
    for name in sorted(named):
        path = os.path.join(TOP, name if name.startswith('corpus/') else f'corpus/{name}.case')
        check(os.path.exists(path), f'{name} exists')
    check(len(named) > 0 and all(re.match('corpus/real/|(real/)?v[123]', n) for n in named), 'practice names cases', named)


test_registers()
test_quotes()
test_cases()
plan()
