#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests of ci/real/own_reader.py on texts typed by hand: it reads them, and sees every kind of
difference."""
import os
import subprocess
import sys
import tempfile
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'conformance', 'tests', 'cli'))
from common import ok as check, plan  # noqa: E402

OWN_READER = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'real', 'own_reader.py')
AMD = '''sframe-dump 1
section version=2 endian=little abi=amd64 flags=sorted fixed-fp=0 fixed-ra=-8 aux=0 fdes=2 fres=3 fre-len=10
fde 0 start=0x1000 size=0x20 pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=2
fre 0.0 at=0x0 cfa=sp+8 ra=*(cfa-8) fp=same mangled=0
fre 0.1 at=0x1 cfa=fp+16 ra=*(cfa-8) fp=*(cfa-16) mangled=0
fde 1 start=0x1020 size=0x10 pc=mask fre=addr1 type=default key=a signal=0 rep=16 fres=1
fre 1.0 at=0x0 cfa=sp-16 ra=*(cfa-8) fp=same mangled=0
'''
AMD_TEXT = '''Contents of the SFrame section .sframe:
  Header :

    Version: SFRAME_VERSION_2
    Flags: SFRAME_F_FDE_SORTED
    CFA fixed RA offset: -8
    Num FDEs: 2
    Num FREs: 3

  Function Index :

    func idx [0]: pc = 0x1000, size = 32 bytes
    STARTPC         CFA       FP        RA
    0000000000001000  sp+8      u         f
    0000000000001001  fp+16     c-16      f

    func idx [1]: pc = 0x1020, size = 16 bytes
    STARTPC[m]      CFA       FP        RA
    0000000000000000  sp+-16    u         f
'''
LLVM = '''sframe-dump 1
section version=2 endian=little abi=amd64 flags=pcrel fixed-fp=0 fixed-ra=-8 aux=0 fdes=1 fres=1 fre-len=4
fde 0 start=0x13bc size=0x12 pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=1
fre 0.0 at=0x1 cfa=sp+16 ra=*(cfa-8) fp=*(cfa-16) mangled=0
'''
LLVM_TEXT = '''SFrame section '.sframe' {
  Header {
    Version: V2 (0x2)
    Flags [ (0x4)
      FDEFuncStartPCRel (0x4)
    ]
    ABI: AMD64EndianLittle (0x3)
    CFA fixed RA offset: -8
    Num FDEs: 1
    Num FREs: 1
  }
  Function Index [
    FuncDescEntry [0] {
      PC: 0x13BC
      Size: 0x12
      Num FREs: 1
      Info {
        FRE Type: Addr1 (0x0)
        FDE Type: PCInc (0x0)
      }
      FREs [
        Frame Row Entry {
          Start Address: 0x13BD
          Return Address Signed: No
          Base Register: SP (0x1)
          CFA Offset: 16
          RA Offset: -8
          FP Offset: -16
        }
      ]
    }
  ]
}
'''


def ask(reader, text, dump, verdict='accept', status='0', table=''):
    """Exit status, note, messages."""
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for name, content in (('text', text), ('dump', dump), ('table', table)):
            names.append(os.path.join(folder, name))
            with open(names[-1], 'w', encoding='utf-8') as file:
                file.write(content)
        run = subprocess.run([sys.executable, OWN_READER, reader, status, names[0], names[1], verdict, names[2]],
                             capture_output=True, text=True, check=False)
        return run.returncode, run.stdout, run.stderr


def agrees(reader, text, dump, values, title):
    status, note, messages = ask(reader, text, dump)
    check((status, note, messages) == (0, '', f'{values} values agree\n'), title)


def differs(reader, text, dump, old, new, what, title):
    assert old in text, old
    status, note, messages = ask(reader, text.replace(old, new, 1), dump)
    check(status == 1 and note == '' and f': {what}' in messages, title)


GNU = 'GNU readelf 2.47'
agrees(GNU, AMD_TEXT, AMD, 35, 'a text of version 2')
agrees('llvm-readelf 22', LLVM_TEXT, LLVM, 16, 'a text of llvm-readelf')
agrees(GNU, AMD_TEXT.replace('fp+16     c-16      f', 'fp+16c-16f'), AMD, 35, 'columns that touch')
for old, new, what in (
        ('VERSION_2', 'VERSION_3', 'section.version of -: 2 here, 3 there'),
        ('SFRAME_F_FDE_SORTED', 'NONE', 'section.flags of -: sorted here, none there'),
        ('offset: -8', 'offset: -16', 'section.fixed-ra of -: -8 here, -16 there'),
        ('Num FREs: 3', 'Num FREs: 4', 'section.fres of -: 3 here, 4 there'),
        ('pc = 0x1000', 'pc = 0x1001', 'fde.start of 0: 0x1000 here, 0x1001 there'),
        ('32 bytes', '33 bytes', 'fde.size of 0: 0x20 here, 0x21 there'),
        ('32 bytes', '32 bytes, pauth = B key', 'fde.key of 0: a here, b there'),
        ('STARTPC[m]', 'STARTPC   ', 'fde.pc of 1: mask here, inc there'),
        ('1001  fp', '1002  fp', 'fre.at of 0.1: 0x1 here, 0x2 there'),
        ('fp+16', 'sp+16', 'fre.cfa of 0.1: fp+16 here, sp+16 there'),
        ('sp+-16', 'sp+16', 'fre.cfa of 1.0: sp-16 here, sp+16 there'),
        ('c-16', 'c-24', 'fre.fp of 0.1: *(cfa-16) here, *(cfa-24) there'),
        ('u         f', 'u         u', 'fre.ra of 0.0: *(cfa-8) here, same there'),
        ('u         f', 'u         f[s]', 'fre.mangled of 0.0: 0 here, 1 there'),
        ('    0000000000001001  fp+16     c-16      f\n', '', 'fre.shown of 0.1: yes here, no there')):
    differs(GNU, AMD_TEXT, AMD, old, new, what, what)
for old, new, what in (
        ('FDEFuncStartPCRel (0x4)', '', 'section.flags of -: pcrel here, none there'),
        ('Size: 0x12', 'Size: 0x13', 'fde.size of 0: 0x12 here, 0x13 there'),
        ('Addr1', 'Addr2', 'fde.fre of 0: addr1 here, addr2 there'),
        ('0x13BD', '0x13BE', 'fre.at of 0.0: 0x1 here, 0x2 there'),
        ('SP (0x1)', 'FP (0x0)', 'fre.cfa of 0.0: sp+16 here, fp+16 there'),
        ('FP Offset: -16', '', 'fre.fp of 0.0: *(cfa-16) here, same there')):
    differs('llvm-readelf 22', LLVM_TEXT, LLVM, old, new, what, what)

wrong = AMD_TEXT.replace('u         f', 'u         u')
row = 'B1: known\n  GNU readelf 2\\.4. | amd64 | fre\\.ra | \\*\\(cfa-8\\) | same\n'
check(ask(GNU, wrong, AMD, table=row)[:2] ==
      (0, f'reader: {GNU}\n\ndiffers: fre.ra of 0.0 1.0: *(cfa-8) here, same there\nwhy: B1: known\n'),
      'an explained difference is a note')
check(ask(GNU, wrong, AMD, table=row.replace('amd64', 's390x'))[0] == 1, 'an explanation for another ABI')
check(ask(GNU, wrong, AMD, table=row.replace('2\\.4.', '2\\.3.'))[0] == 1, 'an explanation for another release')
check(ask(GNU, AMD_TEXT, AMD, status='1')[0] == 1, 'a reader that fails on an accepted section')
check(ask(GNU, AMD_TEXT, AMD, verdict='reject')[0] == 1, 'a reader that accepts a rejected section')
check(ask(GNU, '', AMD, verdict='reject', status='1') == (0, '', '0 values agree\n'),
      'a reader that refuses a rejected section agrees')
check(ask(GNU, '', AMD, verdict='reject', status='139')[0] == 1, 'a reader that breaks on a rejected section')
check(ask(GNU, AMD_TEXT + 'something else\n', AMD)[0] == 2, 'an unknown line')
check(ask(GNU, 'readelf: no section\n', AMD)[0] == 2, 'not a dump')
check(ask('llvm-readelf 22', AMD_TEXT, LLVM)[0] == 2, 'the text of another reader')
plan()
