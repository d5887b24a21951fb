# SPDX-License-Identifier: MIT
"""What check-adapter says of adapters with the mistakes of beginners: it must say how to fix them. Prints TAP.

    check_adapter.py CONFORM
"""
import os
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from common import ok, plan, write

CONFORM = os.path.abspath(sys.argv[1])

# An adapter that only checks the magic. MODE is its mistake.
ADAPTER = '''
import os
import sys

MODE = sys.argv[1]
out = sys.stdout.buffer


def send(kind, seq, payload, announced=None):
    data = b"@%s %d %d\\n" % (kind, seq, len(payload) if announced is None else announced) + payload
    out.write(data)
    if MODE != "unflushed" or kind == b"hello":
        out.flush()


def decode(body):
    if MODE == "traceback" or (MODE == "traceback-on-empty" and not body):
        return body[7:][0] / 0 if body[7:] and MODE == "traceback" else {"magic": 1}["version"]
    return len(body) > 28 and body[:2] in (b"\\xe2\\xde", b"\\xde\\xe2")


def answer(seq, keys, body):
    if keys.get("op") != "validate" or keys.get("profile") != "v1" or any(key.startswith("!") for key in keys):
        return send(b"result", seq, b"status: unsupported\\n\\n")
    payload = b"status: accept\\n\\n" if decode(body) else b"status: reject\\n\\n"
    if MODE == "too-long":
        return send(b"result", seq, payload, len(payload) + 100)
    if MODE == "too-short":
        return send(b"result", seq, payload, len(payload) - 3)
    if MODE == "no-newline":
        out.write(b"@result")
        return out.flush()
    if MODE == "prints":
        out.write(b"decoding a section\\n")
    if MODE == "dies":
        os._exit(3)
    if MODE == "dies-silently":
        os._exit(0)
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
while True:
    line = sys.stdin.buffer.readline()
    if not line:
        break
    kind, seq, length = line[1:].split()
    payload = sys.stdin.buffer.read(int(length))
    head, _, body = payload.partition(b"\\n\\n")
    if kind == b"bye":
        if MODE == "floods-bye":
            out.write(b"x" * 1000)
            out.flush()
        if MODE == "answers-bye":
            send(b"result", int(seq), b"status: unsupported\\n\\n")
        if MODE == "leaks":
            sys.stderr.write("=====\\n==7==ERROR: LeakSanitizer: detected memory leaks\\n\\nDirect leak of 8 bytes\\nSUMMARY: 8 bytes\\n")
            sys.exit(23)
        break
    if kind == b"hello":
        send(b"hello", int(seq), b"protocol: 1\\nname: tiny\\nversion: 1\\nprofiles: v1\\nabis: amd64\\norders: little\\nops: validate\\n"
             + (b"policy: AMB-044 maybe\\n" if MODE == "odd-policy" else b"") + b"\\n")
    elif kind == b"case":
        answer(int(seq), dict(line.split(": ", 1) for line in head.decode().split("\\n")), body)
    else:
        send(b"result", int(seq), b"status: unsupported\\n\\n")
'''

FLUSH = "flush stdout after each answer"
FRAMES = "write only frames to stdout"
PLAIN = "a plain section and a damaged one"
# Mode; the checks that fail; and what the report must say.
MODES = [
    ("right", [], ["the adapter is fit for a run"]),
    ("unflushed", [PLAIN], ["the adapter did not answer in time: nothing arrived: is stdout flushed?", FLUSH]),
    ("too-long", [PLAIN], ["did not answer in time: it wrote 16 bytes of a frame that announced 116: ", FLUSH]),
    ("too-short", [PLAIN], ["broke the protocol: wrote 3 bytes more than the 13 that its answer announced", FRAMES]),
    ("no-newline", [PLAIN], ["did not answer in time: it wrote 7 bytes, and no newline after @TYPE SEQ LENGTH"]),
    ("prints", [PLAIN], ["stdout has \"decoding a section\" where a line \"@TYPE SEQ LENGTH\" must be", FRAMES]),
    ("dies", [PLAIN], ["the adapter ended: exit-3", "it must not end before `bye`", "skip  all other checks"]),
    ("dies-silently", [PLAIN], ["the adapter ended: exit-0", "it must not end before `bye`"]),
    ("traceback", [PLAIN], ["line 18, in decode | return body", "ZeroDivisionError: division by zero"]),
    ("traceback-on-empty", ["an empty body"], ["KeyError: 'version'", "it must not end before `bye`"]),
    ("dies-when-asked-again", [PLAIN, "the same question repeated", "the greatest number"],
     ["FAIL  the same question repeated: the adapter ended: exit-3\n      fix: it must not end before `bye`"]),
    ("dies-on-newer-keys", ["a key that need not be understood"], ["the adapter ended: exit-4", "it must not end before `bye`"]),
    ("answers-bye", ["bye"], ["wrote 34 bytes after `bye`", "write nothing after the last answer"]),
    ("floods-bye", ["bye"], ["wrote at least 256 bytes after `bye`", "write nothing after the last answer"]),
    ("chatters", [PLAIN], ["wrote 32 bytes more than the 16 that its answer announced", FRAMES]),
    ("leaks", ["bye"], ["exit-23: ERROR: LeakSanitizer: detected memory leaks\n", "under a leak checker, free all memory"]),
    ("dies-at-once", ["hello"], ["exit-1: ", "RuntimeError: the library is too old", "it ended before its hello: run its command"]),
    ("odd-policy", ["hello"], ["policy: `maybe` is not an answer to AMB-044; it has accept reject", "declare an answer that the register has"]),
    ("silent", ["hello"], ["did not come in time: nothing arrived: is stdout flushed?", "flush stdout after it"]),
]


# An encoder that runs once for each dump. It refuses a row after its function.
ENCODER = """#!/bin/sh
[ "$1" = version ] && { echo 1.0; exit; }
grep -q 'at=0x11' "$1" && exit 1
echo bytes
"""


def check_encoder(folder):
    """Checks an adapter that only encodes: some checks are skipped, and no file is left."""
    conf, script, temporary = (os.path.join(folder, name) for name in ("encoder.conf", "encoder.sh", "tmp"))
    os.mkdir(temporary)
    write(script, ENCODER, 0o755)
    write(conf, f"name: encoder\nrung: command\nversion-command: {script} version\nversion-pattern: (.*)\n"
                f"encode-command: {script} {{dump}} {{sort}}\naccept: exit 0\nreject: exit 1\nnormaliser: dump\n"
                "profiles: v2\nabis: amd64\norders: little\n")
    p = subprocess.run([CONFORM, "check-adapter", "--adapter", conf], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                       check=False, env={**os.environ, "TMPDIR": temporary})
    ok(p.returncode == 0 and "ok    a plain section" in p.stdout and "skip  odd sections: " in p.stdout,
       "an encoder as a command", p.stdout)
    ok(not os.listdir(temporary), "it leaves no file", str(os.listdir(temporary)))


def main():
    folder = tempfile.mkdtemp(prefix="sframe-check.")
    try:
        script = write(os.path.join(folder, "adapter.py"), ADAPTER)
        for mode, failing, says in MODES:
            conf = write(os.path.join(folder, mode + ".conf"),
                         f"name: tiny\nrung: framed\ncommand: {sys.executable} {script} {mode}\nmemory-mib: 0\n")
            p = subprocess.run([CONFORM, "check-adapter", "--adapter", conf, "--limit-seconds", "2"], stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, check=False)
            seen = [line[6:].split(": ", 1)[0] for line in p.stdout.split("\n") if line.startswith("FAIL  ")]
            ok(seen == failing and p.returncode == (3 if failing else 0), f"{mode}: {', '.join(failing) or 'nothing'} fails", p.stdout)
            for text in says:
                ok(text in p.stdout, mode + ": " + " ".join(text.split()), p.stdout)
        check_encoder(folder)
    finally:
        shutil.rmtree(folder)
    plan()


main()
