#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The adapter for the pickle sframe.pk of GNU poke 5 or later, which describes version 1.

    sframe-poke POKE [SCRIPT]

It starts POKE once, with poke.pk from its own folder or another SCRIPT, and puts each section in a file that poke
opens. When poke ends at a section, this program ends in the same way, so that the runner sees it and starts both
again. The pickle gives fields; what their words mean is written here, after the manual of version 1.
"""
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile

# Exit statuses before the hello; 69: the implementation is not installed (PROTOCOL.md).
NOT_INSTALLED, BROKEN = 69, 70
# Poke's address space. It collects garbage, and a sound section takes it 200 MB.
POKE_MEMORY = 4 << 30
# The exceptions' codes in poke's own pkl-rt.pk: out of bounds, end of file, constraint.
REJECTING = ("4", "6", "10")
DECLARED = {"profile": "v1", "abi": "aarch64 amd64", "order": "little big", "op": "decode", "container": "raw"}
ABIS, AMD64 = {1: "aarch64-be", 2: "aarch64-le", 3: "amd64"}, 3
FLAGS = ("none", "sorted", "frame-pointer", "sorted,frame-pointer")


class Nonsense(Exception):
    """Poke's answer is not understood."""


def stop(status, what, why):
    print(f"sframe-poke: {what}: {why}", file=sys.stderr)
    sys.exit(status)


class Poke:
    """The program, and the file of its section, which has no name: poke inherits it."""

    def __init__(self, poke, script):
        self.section = tempfile.TemporaryFile()
        env = dict(os.environ, SFRAME_POKE_SECTION=f"/dev/fd/{self.section.fileno()}")
        try:
            self.child = subprocess.Popen(
                [poke, "-q", "--quiet", "--color=no", "-L", script], env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                pass_fds=[self.section.fileno()], preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (POKE_MEMORY, POKE_MEMORY)))
        except OSError as error:
            stop(NOT_INSTALLED if isinstance(error, FileNotFoundError) else BROKEN, poke, error.strerror)

    def line(self):
        """The next line. A zero byte ends each text that poke writes."""
        line = self.child.stdout.readline()
        if not line.endswith(b"\n"):
            self.end_with()
        return line.replace(b"\0", b"")[:-1].decode("ascii", "replace")

    def end_with(self):
        """Ends as poke did."""
        status = self.child.wait()
        if status < 0:
            if -status != signal.SIGKILL:
                signal.signal(-status, signal.SIG_DFL)
            os.kill(os.getpid(), -status)
        stop(status or BROKEN, "poke ended", "it did not finish its answer")

    def version(self):
        """Poke says `ready VERSION` when it has loaded the pickle. A release without it is not what this adapter is for."""
        line = self.line()
        if "cannot load `sframe'" in line:
            stop(NOT_INSTALLED, "this poke has no sframe.pk", line)
        if not re.match("ready .", line):
            stop(BROKEN, "poke does not run its script", line)
        return line[6:]

    def ask(self, section):
        """Its lines about a section up to the last one, `end` or `error CODE NAME`."""
        self.section.seek(0)
        self.section.truncate()
        self.section.write(section)
        self.section.flush()
        try:
            self.child.stdin.write(b"\n")
            self.child.stdin.flush()
        except BrokenPipeError:
            pass
        while not (line := self.line()).startswith("error ") and line != "end":
            yield line
        yield line


def numbers(text):
    found = [int(word) for word in text.split(" ")[1:]] if re.fullmatch("( -?[0-9]{1,19})+", text) else []
    if not found or max(map(abs, found)) >= 1 << 63:
        raise Nonsense
    return found


def address(number):
    return hex(number & (1 << 64) - 1)


def section_line(text):
    """The line, and the ABI and fixed offsets that its rows need. The grammar has no other versions, and version 1 no
    other flags: such a section must be rejected."""
    version, flags, abi, fp, ra, aux, fdes, fres, fre_len, big = numbers(text)
    return (f"section version={version if 1 <= version <= 3 else '?'} endian={'big' if big else 'little'} abi={ABIS[abi]} "
            f"flags={FLAGS[flags] if 0 <= flags < 4 else '?'} fixed-fp={fp} fixed-ra={ra} aux={aux} fdes={fdes} fres={fres} "
            f"fre-len={fre_len}"), abi, fp, ra


def function_line(text, number, addr, abi):
    """The pickle declares the start as an unsigned number."""
    start, size, rows, key, fde_type, fre_type = numbers(text)
    width = {0: "addr1", 1: "addr2", 2: "addr4"}[fre_type]
    return (f"fde {number} start={address(addr + start)} size={address(size)} pc={'mask' if fde_type else 'inc'} fre={width} "
            f"type=default key={'b' if key and abi != AMD64 else 'a'} signal=0 rep=0 fres={rows}")


def row_line(text, number, fp, ra):
    """The rule of RA or FP is the header's offset, else the next word, else unchanged."""
    at, mangled, count, base, *words = numbers(text)
    if count != len(words) or count > 15:
        raise Nonsense
    cfa = f"{'sp' if base == 1 else 'fp'}{words.pop(0):+d}" if words else "none"
    rules = []
    for fixed in (ra, fp):
        offset = fixed or (words.pop(0) if words else None)
        rules.append("same" if offset is None else f"*(cfa{offset:+d})")
    return f"fre {number} at={address(at)} cfa={cfa} ra={rules[0]} fp={rules[1]} mangled={int(mangled != 0)}"


def answer(poke, addr, body):
    """The payload of the answer about a section."""
    dump, functions, rows, context = ["sframe-dump 1"], 0, 0, None
    for line in poke.ask(body):
        try:
            if line.startswith("error "):
                code, name = re.match(r"error (-?\d*)(.*)", line).groups()
                status = f"reject\nmessage: exception{name}" if code in REJECTING else f"internal\nmessage: poke raised exception {line[6:]}"
                return re.sub(r"[^\n -~]", "?", f"status: {status}").strip() + "\n\n"
            if line == "end" and context:
                return "\n".join(["status: accept", "", *dump, ""])
            if line.startswith("s") and not context:
                text, *context = section_line(line[1:])
            elif line.startswith("f") and context:
                text = function_line(line[1:], functions, addr, context[0])
                functions, rows = functions + 1, 0
            elif line.startswith("r") and functions:
                text = row_line(line[1:], f"{functions - 1}.{rows}", *context[1:])
                rows += 1
            else:
                raise Nonsense
        except (Nonsense, ValueError, KeyError):
            # What follows cannot be told from the answer to the next question.
            stop(BROKEN, "poke's answer is not understood", line)
        dump.append(text)


def answer_case(poke, payload):
    head, _, body = payload.partition(b"\n\n")
    keys = dict(line.split(": ", 1) for line in head.decode().split("\n"))
    unknown = any(key.startswith("!") for key in keys)
    if unknown or any(keys.get(key, "raw") not in words.split() for key, words in DECLARED.items()):
        return "status: unsupported\n\n"
    return answer(poke, int(keys["addr"], 16), body)


def main():
    if len(sys.argv) not in (2, 3):
        print("usage: sframe-poke POKE [SCRIPT]\nAnswers the runner's questions with GNU poke and its pickle sframe.pk; "
              "the runner starts it.", file=sys.stderr)
        return 64
    poke = Poke(sys.argv[1], (sys.argv[2:] or [os.path.join(os.path.dirname(os.path.realpath(__file__)), "poke.pk")])[0])
    version = poke.version()
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    while head := source.readline():
        kind, number, length = head.decode("ascii").split()
        payload = source.read(int(length))
        if kind == "@bye":
            break
        if kind == "@hello":
            said = f"protocol: 1\nname: poke\nversion: {version}\n" + "".join(f"{key}s: {words}\n" for key, words in DECLARED.items()) + "\n"
        else:
            said = answer_case(poke, payload) if kind == "@case" else "status: unsupported\n\n"
        sink.write(f"@{'hello' if kind == '@hello' else 'result'} {number} {len(said)}\n{said}".encode())
        sink.flush()
    poke.child.stdin.close()
    return BROKEN if poke.child.wait() else 0


if __name__ == "__main__":
    sys.exit(main())
