#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The adapter for GNU poke, with a fake poke: the section names what the fake prints.

usage: poke_adapter.py ADAPTER
"""
import os
import signal
import subprocess
import sys

from common import ok, run, run_in_folder, write

ADAPTER = os.path.abspath(sys.argv[1])

FAKE = f"""#!{sys.executable} -S
import os, sys
start = os.environ["FAKE_START"]
print(start, flush=True)
if not start.startswith("ready"):
    sys.exit(1)
for line in sys.stdin:
    with open(os.environ["SFRAME_POKE_SECTION"], "rb") as f:
        said = f.read()
    if said.startswith(b"exit "):
        sys.exit(int(said[5:]))
    if said.startswith(b"signal "):
        os.kill(os.getpid(), int(said[7:]))
    sys.stdout.buffer.write(said)
    sys.stdout.flush()
with open(os.environ["FAKE_ENDED"], "w") as f:
    f.write("ended")
"""

AMD64 = b"s 1 1 3 0 -8 0 2 3 10 0\n"
AARCH64 = b"s 1 3 1 0 0 4 1 1 5 1\n"
NONSENSE = [b"", b"end\n", b"f 0 1 0 0 0 0\nend\n", AMD64 + b"r 0 0 0 1\nend\n", AMD64 + AMD64 + b"end\n", b"s 1 1 3\nend\n",
            b"s 1 1 4 0 0 0 0 0 0 0\nend\n", b"s 1 1 3 0 -8 0 2 3 10 0 7\nend\n", b"s 1 1 3 0 -8 0 2 3 x 0\nend\n",
            AMD64 + b"f 0 1 1 0 0 3\nend\n", AMD64 + b"f 99999999999999999999 1 1 0 0 0\nend\n",
            AMD64 + b"f 0 1 1 0 0 0\nr 0 0 2 1 8\nend\n", AMD64 + b"f 0 1 1 0 0 0\nr 0 0 16 1" + b" 1" * 16 + b"\nend\n",
            AMD64 + b"f 0 1 1 0 0 0\nr 0 0 1 1  8\nend\n", AMD64 + b"f 0 1 1 0 0 0\nr 0 0 1 1 -\nend\n", b"x" * 5000 + b"\nend\n"]


class Adapter:
    """One run of the adapter with the fake; `ended` is the file that the fake writes when its input ends."""

    def __init__(self, folder, start="ready 5.0", poke="poke"):
        self.ended = os.path.join(folder, "ended")
        if os.path.exists(self.ended):
            os.remove(self.ended)
        env = dict(os.environ, FAKE_START=start, FAKE_ENDED=self.ended)
        self.process = subprocess.Popen([ADAPTER, os.path.join(folder, poke), "unused.pk"], env=env, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def ask(self, kind, payload):
        """Returns the payload of the answer, or None if there is none."""
        try:
            self.process.stdin.write(b"@%s 1 %d\n" % (kind, len(payload)) + payload)
            self.process.stdin.flush()
        except BrokenPipeError:
            return None
        head = self.process.stdout.readline().split()
        return self.process.stdout.read(int(head[2])) if len(head) == 3 else None

    def case(self, section, abi=b"amd64", order=b"little"):
        return self.ask(b"case", b"op: decode\ncontainer: raw\nprofile: v1\nabi: " + abi + b"\norder: " + order
                        + b"\naddr: 0x400000\n\n" + section)

    def end(self):
        """Returns the exit status and what it said."""
        said = self.process.communicate(timeout=30)[1]
        return self.process.returncode, said.decode(errors="replace")


def check_dumps(folder):
    write(os.path.join(folder, "poke"), FAKE, 0o755)
    a = Adapter(folder)
    hello = a.ask(b"hello", b"protocol: 1\nmax-answer: 100000\n\n")
    ok(hello and b"\nname: poke\nversion: 5.0\nprofiles: v1\n" in b"\n" + hello, "the hello has what poke said", hello)
    got = a.case(AMD64 + b"f 4294963200 16 2 1 0 0\nr 0 0 1 1 8\n\0r 4 0 2 0 16 -16\nf 256 4 1 0 1 2\nr 4294967295 1 0 1\nend\n")
    ok(got == b"""status: accept

sframe-dump 1
section version=1 endian=little abi=amd64 flags=sorted fixed-fp=0 fixed-ra=-8 aux=0 fdes=2 fres=3 fre-len=10
fde 0 start=0x1003ff000 size=0x10 pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=2
fre 0.0 at=0x0 cfa=sp+8 ra=*(cfa-8) fp=same mangled=0
fre 0.1 at=0x4 cfa=fp+16 ra=*(cfa-8) fp=*(cfa-16) mangled=0
fde 1 start=0x400100 size=0x4 pc=mask fre=addr4 type=default key=a signal=0 rep=0 fres=1
fre 1.0 at=0xffffffff cfa=none ra=*(cfa-8) fp=same mangled=1
""", "a section of AMD64; starts are unsigned, as the pickle has them", got)
    got = a.case(AARCH64 + b"f 0 4 2 1 0 1\nr 0 0 3 1 32 -24 -32\nr 2 0 1 1 0\nend\n", b"aarch64", b"big")
    ok(got == b"""status: accept

sframe-dump 1
section version=1 endian=big abi=aarch64-be flags=sorted,frame-pointer fixed-fp=0 fixed-ra=0 aux=4 fdes=1 fres=1 fre-len=5
fde 0 start=0x400000 size=0x4 pc=inc fre=addr2 type=default key=b signal=0 rep=0 fres=2
fre 0.0 at=0x0 cfa=sp+32 ra=*(cfa-24) fp=*(cfa-32) mangled=0
fre 0.1 at=0x2 cfa=sp+0 ra=same fp=same mangled=0
""", "one of AArch64, shorter than the one before", got)
    got = a.case(b"s 9 128 3 -16 -8 0 0 0 0 0\nend\n")
    ok(got and b"version=? endian=little abi=amd64 flags=? fixed-fp=-16" in got, "what the grammar has no word for is ?", got)
    for text, status in ((b"error 10 constraint violation", b"reject"), (b"error 6 EOF", b"reject"), (b"error 4 out of bounds", b"reject"),
                         (b"error 8 conversion error", b"internal"), (b"error 12 ", b"internal"), (b"error what", b"internal")):
        got = a.case(AMD64 + text + b"\n")
        ok(got and got.startswith(b"status: " + status + b"\n") and got.endswith(b"\n\n"), text.decode() + ": " + status.decode(), got)
    a.process.stdin.write(b"@bye 2 1\n\n")
    status, said = a.end()
    ok(status == 0 and os.path.exists(a.ended), "after bye, poke ends by itself", (status, said))


def check_ends(folder):
    for section, expected in ((b"exit 3", 3), (b"exit 0", 70), (b"signal %d" % signal.SIGSEGV, -signal.SIGSEGV),
                              (b"signal %d" % signal.SIGKILL, -signal.SIGKILL)):
        a = Adapter(folder)
        got = a.case(section)
        status, said = a.end()
        ok(got is None and status == expected, f"{section.decode()}: the adapter ends with {expected}", (got, status, said))
    for i, text in enumerate(NONSENSE):
        a = Adapter(folder)
        got = a.case(text or b"\n")
        status, said = a.end()
        ok(got is None and status == 70 and "is not understood" in said, f"nonsense {i}: no answer, status 70", (got, status, said))


def check_starts(folder):
    for start, poke, expected in (("ready ", "poke", 70), ("warning: odd", "poke", 70), ("poke.pk:9: error: cannot load `sframe'", "poke", 69),
                                  ("ready 5.0", "missing", 69)):
        status, said = Adapter(folder, start, poke).end()
        ok(status == expected and said.startswith("sframe-poke: "), f"{poke} that says {start!r}: status {expected}", (status, said))
    write(os.path.join(folder, "silent"), "#!/bin/sh\nexit 5\n", 0o755)
    status, said = Adapter(folder, poke="silent").end()
    ok(status == 5, "a poke that ends at once", (status, said))
    for arguments in ([], ["a", "b", "c"]):
        p = run(ADAPTER, *arguments, stdin=subprocess.DEVNULL)
        ok(p.returncode == 64 and p.stderr.startswith("usage: "), f"usage, {len(arguments)} arguments", (p.returncode, p.stderr))


run_in_folder(check_dumps, check_ends, check_starts)
