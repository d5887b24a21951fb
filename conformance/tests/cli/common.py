# SPDX-License-Identifier: MIT
"""What the tests in Python share: results and the plan in the Test Anything Protocol, and texts of files."""
import contextlib
import fcntl
import importlib.util
import io
import json
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import tempfile
import termios

# The source tree stays as it is: what a test imports after this module leaves nothing there.
sys.dont_write_bytecode = not sys.pycache_prefix
# What a shell starts in its background ignores these, and so would the programs that are to end by them.
for number in (signal.SIGINT, signal.SIGQUIT):
    signal.signal(number, signal.SIG_DFL)
MAX_WHY = 6000
# The exit status of sframe-conform for wrong usage: EX_USAGE of <sysexits.h>.
USAGE = 64
count = 0


def ok(good, what, why=""):
    """One result. `why` is shown only if it is bad: start and end of it if it is long, and no control characters."""
    global count
    count += 1
    # A directive belongs to TAP alone.
    print(f"{'' if good else 'not '}ok {count} - {what.replace(' # ', ' / ')}", flush=True)
    text = "" if good else str(why).rstrip("\n")
    if len(text) > MAX_WHY:
        text = f"{text[:MAX_WHY // 2]}\n... {len(text) - MAX_WHY} characters more ...\n{text[-MAX_WHY // 2:]}"
    for line in text.split("\n") if text else ():
        print("# " + line.encode("unicode_escape").decode(), flush=True)
    return good


def ended(p, status, what, err=(), out=()):
    """One result: the exit status of a run, and what its streams have, a text or several; "" for a stream with nothing."""
    def has(stream, texts):
        return all(text in stream if text else not stream for text in ((texts,) if isinstance(texts, str) else texts))
    return ok(p.returncode == status and has(p.stderr, err) and has(p.stdout, out), what, f"status {p.returncode}\n{p.stdout}{p.stderr}")


def skip(what, why):
    """What this system lacks the means for."""
    global count
    count += 1
    print(f"ok {count} - {what} # SKIP {why}", flush=True)


def no_report():
    """The environment of a run of which only the results are looked at."""
    return {**os.environ, "SFRAME_PYTHON": "true"}


def run(*command, **more):
    """Runs a program: its exit status, and what it prints, as text."""
    return subprocess.run(command, **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "check": False, **more})


def load_program(folder, name):
    """The module of a Python program that is a folder; its other modules can be imported, too."""
    sys.path.insert(0, folder)
    spec = importlib.util.spec_from_file_location(name, os.path.join(folder, "__main__.py"))
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run_here(module, *words):
    """What the program prints for these words, and its exit status: it runs in this process, because Python starts slowly."""
    sys.argv[1:], kept = words, sys.argv[1:]
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = module.main()
    sys.argv[1:] = kept
    for stream in (out, err):
        stream.seek(0)
    return subprocess.CompletedProcess(words, status, out.read(), err.read())


def run_in_folder(*tests):
    """Runs tests in a temporary folder, which those that take something get, and prints the plan."""
    with tempfile.TemporaryDirectory(prefix="sframe-test.") as folder:
        os.chdir(folder)
        for test in tests:
            test(*[folder][:test.__code__.co_argcount])
        os.chdir("/")
    if count:
        plan()


def on_terminal(command, columns=80, **env):
    """What a program prints where standard output is a terminal of this width; None in a container without /dev/pts."""
    try:
        ours, theirs = pty.openpty()
    except OSError:
        return None
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs,
                          env={**{k: v for k, v in os.environ.items() if k != "NO_COLOR"}, **env}):
        os.close(theirs)
        text = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:
                break
            text += part
            if not part:
                break
    os.close(ours)
    return text.decode().replace("\r\n", "\n")


def results_of(folder):
    """The lines of a run's results: the header, one for each case, and the summary."""
    return [json.loads(line) for line in read(os.path.join(folder, "results.jsonl")).splitlines()]


def pass_through(command):
    """Runs `sframe-conform run --tap ...`: its results become ours. False if it skips itself."""
    global count
    p = subprocess.run(command, capture_output=True, text=True, check=False, env=no_report())
    if p.stdout.startswith("1..0 # SKIP "):
        print(p.stdout, end="")
        return False
    asked = re.search(r"^1\.\.(\d+)$", p.stdout, re.M)
    print("\n".join(line for line in p.stdout.splitlines() if not asked or line != asked[0]))
    count += int(asked[1]) if asked else 0
    ok(p.returncode == 0 and count > 0, "the failures are those of the list", f"status {p.returncode}\n{p.stderr}")
    return True


def plan():
    """The last line: without it, a test that stopped early would look like one that passed."""
    print(f"1..{count}", flush=True)


def end_of(report):
    """The last sentence of a report for the console, which is folded, as one line."""
    return " ".join(report.rstrip("\n").rsplit("\n\n", 1)[-1].split())


def read(path):
    """A text as it stands in the file, line ends and all."""
    with open(path, encoding="utf-8", newline="") as f:
        return f.read()


def read_bytes(path):
    with open(path, "rb") as f:
        return f.read()


def write(path, text, mode=None):
    """Writes a text, or bytes, as it is, and sets the file's mode if one is given; returns the path."""
    with open(path, "wb") as f:
        f.write(text.encode() if isinstance(text, str) else text)
    if mode is not None:
        os.chmod(path, mode)
    return path


def reference_config(name, ref, decode, more=""):
    """An adapter file for a script that reads version 1 on AMD64 with the help of the reference, whose leaks `test_tool` sees."""
    return f"""name: {name}
rung: command
version-command: {ref} --version
version-pattern: ^sframe-ref ([0-9][0-9.]*)$
decode-command: {decode} --addr {{addr}} --profile {{profile}} {{raw}}
accept: exit 0
reject: exit 1; stderr :0x
normaliser: dump
profiles: v1
abis: amd64
orders: little
memory-mib: 0
env: ASAN_OPTIONS=detect_leaks=0
{more}"""
