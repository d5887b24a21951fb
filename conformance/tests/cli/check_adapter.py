# SPDX-License-Identifier: MIT
"""What check-adapter says of adapters with the mistakes of beginners: it must say how to fix them. Prints TAP.

    check_adapter.py CONFORM CORPUS
"""
import os
import re
import subprocess
import sys

from common import ok, run, run_in_folder, write
from corpus_part import copy_corpus

CONFORM, CORPUS = (os.path.abspath(path) for path in sys.argv[1:3])

# What both adapters begin with, and how they read. MODE is their mistake.
START = '''
import os
import sys

MODE = sys.argv[1]
out = sys.stdout.buffer


def send(kind, seq, payload, announced=None):
    data = b"@%s %d %d\\n" % (kind, seq, len(payload) if announced is None else announced) + payload
    out.write(data)
    if MODE != "unflushed" or kind == b"hello":
        out.flush()
'''
LOOP = '''
while True:
    line = sys.stdin.buffer.readline()
    if not line:
        break
    kind, seq, length = line[1:].split()
    payload = sys.stdin.buffer.read(int(length))
    head, _, body = payload.partition(b"\\n\\n")
    if kind == b"bye":
        if MODE == "answers-bye":
            send(b"result", int(seq), b"status: unsupported\\n\\n")
        if MODE == "leaks":
            sys.stderr.write("=====\\n==7==ERROR: LeakSanitizer: detected memory leaks\\n\\nDirect leak of 8 bytes\\nSUMMARY: 8 bytes\\n")
            sys.exit(23)
        break
    if kind == b"hello":
        send(b"hello", int(seq), b"protocol: 1\\nname: tiny\\nversion: 1\\nprofiles: v1\\nabis: amd64\\norders: little\\nops: " + OPS
             + (b"\\npolicy: AMB-044 maybe" if MODE == "odd-policy" else b"") + b"\\n\\n")
    elif kind == b"case":
        answer(int(seq), dict(line.split(": ", 1) for line in head.decode().split("\\n")), body)
    else:
        send(b"result", int(seq), b"status: unsupported\\n\\n")
'''

# One that only checks the magic.
ADAPTER = '''
OPS = b"validate"


def decode(body):
    if MODE == "traceback" or (MODE == "traceback-on-empty" and not body):
        return body[7:][0] / 0 if body[7:] and MODE == "traceback" else {"magic": 1}["version"]
    return len(body) > 28 and body[:2] in (b"\\xe2\\xde", b"\\xde\\xe2")


def answer(seq, keys, body):
    if keys.get("op") != "validate" or keys.get("profile") != "v1" or any(key.startswith("!") for key in keys):
        return send(b"result", seq, b"status: unsupported\\n\\n")
    payload = b"status: accept\\n\\n" if decode(body) and MODE != "refuses" else b"status: reject\\n\\n"
    if MODE == "too-long":
        return send(b"result", seq, payload, len(payload) + 100)
    if MODE == "no-newline":
        out.write(b"@result")
        return out.flush()
    if MODE == "prints":
        out.write(b"decoding a section\\n")
    if MODE == "dies":
        os._exit(3)
    if MODE == "dies-when-asked-again" and answer.last == body:
        os._exit(3)
    answer.last = body
    if MODE == "dies-on-newer-keys" and "some-day" in keys:
        os._exit(4)
    if MODE == "chatters":
        out.write(b"@result %d %d\\n" % (seq, len(payload)) + payload)
    return send(b"result", seq, payload)


answer.last = None
if MODE == "dies-at-once":
    raise RuntimeError("the library is too old")
if MODE == "silent":
    sys.stdin.buffer.read()
'''

FLUSH = "flush stdout after each answer"
FRAMES = "write only frames to stdout"
PLAIN = "a plain section and a damaged one"
# A reader that decodes and encodes one section. MODE is what it writes wrongly.
DECODER = '''
OPS = b"encode sequence" if "encoder" in MODE else b"decode lookup" if MODE == "far" else b"decode"
WRONG = {
    "decimal": ("size=0x10", "size=16"), "base": ("cfa=sp+8", "cfa=zz+8"),
    "extra": ("mangled=0", "mangled=0 note=1"), "twice": ("mangled=0", "mangled=0 fp=same"), "order": ("fdes=1 fres=1", "fres=1 fdes=1"),
    "address": ("start=0x1100", "start=0x100"), "unknown": ("ra=*(cfa-8)", "ra=?"), "class": ("", ""),
}.get(MODE, ("", ""))
DUMP = """sframe-dump 1
section version=1 endian=little abi=amd64 flags=sorted fixed-fp=0 fixed-ra=-8 aux=0 fdes=1 fres=1 fre-len=3
fde 0 start=0x1100 size=0x10 pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=1
fre 0.0 at=0x0 cfa=sp+8 ra=*(cfa-8) fp=same mangled=0
"""


def find(keys, pc):
    second = pc.startswith("2:")
    start = (int(keys.get("second-addr", "0x0"), 16) if second else int(keys["addr"], 16)) + 256
    at = int(pc[2:] if second else pc, 16)
    hit = f"fde=0 fre=0 cfa=sp+{80 if MODE == 'far' else 8} ra=*(cfa-8) fp=same" if start <= at < start + 16 else "none"
    return f"pc {hex(at)} {hit}\\n"


def answer_of(keys, body):
    if keys.get("op") not in OPS.decode().split() or keys.get("profile") != "v1" or any(key.startswith("!") for key in keys):
        return "status: unsupported\\n\\n"
    if keys["op"] == "encode":
        return "status: reject\\n\\n" if b"at=0x11 " in body or MODE == "deaf-encoder" else "status: accept\\n\\nbytes"
    if body[:2] != b"\\xe2\\xde" or int(keys.get("second-size", "0")) > len(body):
        return "status: reject\\nclass: bad-smell\\n\\n" if MODE == "class" else "status: reject\\n\\n"
    if keys["op"] in ("sequence", "lookup"):
        return "status: accept\\n\\nsframe-dump 1\\n" + "".join(find(keys, pc) for pc in keys["pcs"].split())
    return "status: accept\\n\\n" + (DUMP.replace(*WRONG) if WRONG[0] else DUMP)


def answer(seq, keys, body):
    send(b"result", seq, answer_of(keys, body).encode())
'''

SYNTAX = "fix: the frame is right, and what is in it is not: write dumps by the grammar of DUMP.md, byte for byte"
VALUE = "fix: the syntax is right, and the value is not: check that the adapter passes bytes, address and profile"
HIDDEN = "fix: show the value; or, if the tool cannot, name this key after `unobservable:` in the adapter file"
# Mode; the checks that fail, `@` for the plain sections; and what the report must say.
DECODERS = [
    ("right", [], ["the adapter is fit for a run"]),
    ("decimal", [PLAIN], ["line 3 of the dump: `size=16` of `fde 0` must be a number such as 0x1f: hexadecimal with `0x`", SYNTAX]),
    ("base", [PLAIN], ["line 4 of the dump: `cfa=zz+8` of `fre 0.0` must be none, REGISTER+N or *(REGISTER+N), with sp, fp or r", SYNTAX]),
    ("extra", [PLAIN], ["line 4 of the dump: `note` is not a key of a line `fre`", SYNTAX]),
    ("twice", [PLAIN], ["line 4 of the dump: the key `fp` is given twice", SYNTAX]),
    ("order", [PLAIN], ["line 2 of the dump: ` fdes=VALUE` must be where \" fres=1 fdes=1 fre-len=3\" is", SYNTAX]),
    ("class", [PLAIN], ["result: class: bad-smell is not in the register of fault classes", "keys as `result` in PROTOCOL.md says"]),
    ("address", [PLAIN], ["another meaning (fde.start): expected \"fde 0 start=0x1100 size", "seen \"fde 0 start=0x100 size", VALUE]),
    ("unknown", [PLAIN], ["fre.ra is `?`, but the adapter does not declare it as unobservable; expected \"fre 0.0 at=0x0", HIDDEN]),
    ("far", ["a look-up in a plain section and a damaged one"], ["expected \"pc 0x1100 fde=0 fre=0 cfa=sp+8 ", "seen \"pc 0x1100 fde=0 fre=0 cfa=sp+80 ", VALUE]),
    ("encoder", [], ["ok    two sections in turn", "ok    a second section longer than the body", "ok    a plain dump and a wrong one"]),
    ("deaf-encoder", ["a plain dump and a wrong one"], ["a plain dump (v1, amd64, little endian) must be accepted, but: rejected"]),
]

# Mode; the checks that fail; and what the report must say.
MODES = [
    ("right", [], ["the adapter is fit for a run"]),
    ("unflushed", [PLAIN], ["the adapter did not answer in time: nothing arrived: is stdout flushed?", FLUSH]),
    ("too-long", [PLAIN], ["did not answer in time: it wrote 16 bytes of a frame that announced 116: ", FLUSH]),
    ("no-newline", [PLAIN], ["did not answer in time: it wrote 7 bytes, and no newline after @TYPE SEQ LENGTH"]),
    ("prints", [PLAIN], ["stdout has \"decoding a section\" where a line \"@TYPE SEQ LENGTH\" must be", FRAMES]),
    ("dies", [PLAIN], ["the adapter crashed: exit-3", "it must not end before `bye`", "skip  all other checks"]),
    ("traceback", [PLAIN], ["line 20, in decode | return body", "ZeroDivisionError: division by zero"]),
    ("traceback-on-empty", ["an empty body"], ["KeyError: 'version'", "it must not end before `bye`"]),
    ("dies-when-asked-again", [PLAIN, "the same question repeated", "the greatest number"],
     ["FAIL  the same question repeated: the adapter crashed: exit-3\n      fix: it must not end before `bye`"]),
    ("dies-on-newer-keys", ["a key that need not be understood"], ["the adapter crashed: exit-4", "it must not end before `bye`"]),
    ("answers-bye", ["bye"], ["wrote 34 bytes after `bye`", "write nothing after the last answer"]),
    ("chatters", [PLAIN], ["broke the protocol: wrote 32 bytes more than the 16 that its answer announced", FRAMES]),
    ("leaks", ["bye"], ["exit-23: ERROR: LeakSanitizer: detected memory leaks\n", "under a leak checker, free all memory"]),
    ("dies-at-once", ["hello"], ["exit-1: ", "RuntimeError: the library is too old", "it ended before its hello: run its command"]),
    ("odd-policy", ["hello"], ["odd-policy.conf: its hello:8: policy: `maybe` is not an answer to AMB-044; it has accept reject", "declare an answer that REGISTERS.md has"]),
    ("refuses", [PLAIN], ["a plain section (v1, amd64, little endian) must be accepted, but: rejected",
                          "skip  an empty body: not judged, because the plain section is refused\n",
                          "skip  the same question repeated: not judged", "skip  a key that need not be understood: not judged",
                          "skip  the greatest number: not judged", "ok    a key that must be understood\n"]),
    ("silent", ["hello"], ["did not come in time: nothing arrived: is stdout flushed?", "flush stdout after it"]),
]


def check_adapter(*words, **more):
    return run(CONFORM, "check-adapter", *words, stderr=subprocess.STDOUT, **more)


def check_command(name, script, keys, **env):
    """What is said of a command that is this script."""
    path = write(name + ".sh", script, 0o755)
    conf = write(name + ".conf", f"name: {name}\nrung: command\nversion-command: ./{path} version\nversion-pattern: (.*)\naccept: exit 0\n"
                                 f"profiles: v1\nabis: amd64\norders: little\n{keys}")
    return check_adapter("--adapter", "./" + conf, env={**os.environ, **env})


# An encoder that runs once for each dump. It refuses a row after its function.
ENCODER = """#!/bin/sh
[ "$1" = version ] && { echo 1.0; exit; }
grep -q 'at=0x11' "$1" && exit 1
echo bytes
"""
# A tool that says yes or no. MODE is what it does with a damaged section.
CHECKER = """#!/bin/sh
[ "$1" = version ] && { echo 1.0; exit; }
case $(od -An -N2 -tx1 "$1") in
" e2 de") echo "the section is fine";;
*) echo "no magic" >&2; exit STATUS;;
esac
"""
REJECTS = "decode-command: ./{} {{raw}}\nreject: exit 2; stderr no magic\n"


def check_commands(folder):
    os.mkdir("tmp")
    p = check_command("encoder", ENCODER, "encode-command: ./encoder.sh {dump} {sort}\nreject: exit 1\nnormaliser: dump\n", TMPDIR=os.path.join(folder, "tmp"))
    ok(p.returncode == 0 and "ok    a plain section" in p.stdout and "skip  odd sections: " in p.stdout, "an encoder as a command", p.stdout)
    ok(not os.listdir("tmp"), "it leaves no file", os.listdir("tmp"))
    for status, fits in ((2, True), (3, False)):
        p = check_command("checker", CHECKER.replace("STATUS", str(status)), "ops: validate\n" + REJECTS.format("checker.sh"))
        ok(p.returncode == (0 if fits else 3) and ", ops validate\n" in p.stdout, f"a tool that says yes or no, exit status {status}", p.stdout)
    ok("no rule of the adapter file fits exit status 3" in p.stdout and "needs a rule `accept` or `reject` that fits" in p.stdout, "what it lacks is said", p.stdout)
    # Its verdicts are right and its text is no dump: nothing is said of its rules, which fit.
    p = check_command("bad", CHECKER.replace("STATUS", "2").replace("the section is fine", "sframe-dump 1"), "normaliser: dump\n" + REJECTS.format("bad.sh"))
    ok(p.returncode == 3 and p.stdout.count("fix: stdout must be what `normaliser` reads") == p.stdout.count("FAIL  ") == 2
       and "must be accepted, but: broke the protocol: " in p.stdout, "text that is no dump: the advice is about the text alone", p.stdout)


def check_more():
    """--trace shows what passes, and --corpus says how much a run would ask."""
    p = check_adapter("--adapter", "./right.conf", "--trace")
    for text in ("> @hello 1 34\n      > protocol: 1\n", "> op: decode\n", "> 48 bytes: e2de0101", "< status: accept\n      < sframe-dump 1\n", "> 1048576 bytes: 0000"):
        ok("      " + text in p.stdout, "--trace: " + " ".join(text.split()), p.stdout)
    ok("ok    a plain section" in p.stdout and p.returncode == 0, "and what is judged", p.stdout)
    p = check_adapter("--adapter", "./bad.conf", "--trace")
    ok("bad.sh case.sframe\n      < sframe-dump 1\n      < exit status 0\n" in p.stdout and "\n      2 no magic\n      < exit status 2\n" in p.stdout,
       "--trace of a command, and of its stderr", p.stdout)
    copy_corpus(CORPUS, [f"{place}/preamble/{name}" for place in ("v1/amd64-little", "v3/s390x-big") for name in ("baseline", "baseline-lookup")], "few")
    p = check_adapter("--adapter", "./right.conf", "--corpus", "few")
    asked = re.search(r"^ok    the corpus: a run asks ([0-9]+) of ([0-9]+) cases$", p.stdout, re.M)
    ok(p.returncode == 0 and asked and 0 < int(asked[1]) < int(asked[2]), "--corpus: how many cases a run asks", p.stdout)
    p = check_adapter("--adapter", "./right.conf", "--corpus", "none")
    ok(p.returncode == 4 and "none: there is no corpus: No such file" in p.stdout and "fit" not in p.stdout, "a corpus that is not there", p.stdout)


def check_modes():
    """A script in each of its modes."""
    for name, text, modes in (("adapter.py", ADAPTER, MODES), ("decoder.py", DECODER, DECODERS)):
        for mode, failing, says in modes:
            conf = write(mode + ".conf", f"name: tiny\nrung: framed\ncommand: {sys.executable} {write(name, START + text + LOOP)} {mode}\nmemory-mib: 0\n")
            p = check_adapter("--adapter", "./" + conf, "--limit-seconds", "2")
            seen = [line[6:].split(": ", 1)[0] for line in p.stdout.split("\n") if line.startswith("FAIL  ")]
            ok(seen == failing and p.returncode == (3 if failing else 0), f"{mode}: {', '.join(failing) or 'nothing'} fails", p.stdout)
            for said in says:
                ok(said in p.stdout, mode + ": " + " ".join(said.split()), p.stdout)


run_in_folder(check_modes, check_commands, check_more)
