# SPDX-License-Identifier: MIT
"""Runs one tool: a compiler, an assembler, a linker, the judge. A crash, a hang, a missing and a wrong file are different outcomes, and each ends in time."""
import collections
import os
import re
import resource
import selectors
import signal
import subprocess
import time

SECONDS, MAX_OUTPUT, MAX_FILE = 20, 1 << 20, 1 << 30
# Somebody else ended it: that says nothing of the program.
KILLED = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
# What programs print that end themselves on an error of their own. Rust's panic exits with its own status.
BROKEN = re.compile("internal (compiler )?error|assertion|panicked at|please (report|submit|attach)|stack dump|error in backend", re.I)
PANIC = 101
# How it ended: exit, signal, timeout, flood, not-started. `code`: the status, or the number of the signal; `out` and `err`: what it said.
Ended = collections.namedtuple("Ended", "how code out err")
# The process that runs now, for whoever is told to end.
running = []


def limit_files():
    """For all tools that are run from here on."""
    for what, most in ((resource.RLIMIT_FSIZE, MAX_FILE), (resource.RLIMIT_CORE, 0)):
        now, hard = resource.getrlimit(what)
        resource.setrlimit(what, (most if now == resource.RLIM_INFINITY else min(most, now), hard))


def kill(p):
    try:
        os.killpg(p.pid, signal.SIGKILL)
    except OSError:
        pass


def read_all(p, deadline, most, kept):
    """The first bytes that it writes, until both ends are closed. Or why it was ended."""
    said = {p.stdout: [], p.stderr: []}
    size = 0
    with selectors.DefaultSelector() as selector:
        for stream in said:
            selector.register(stream, selectors.EVENT_READ)
        while selector.get_map():
            for key, _ in selector.select(max(0, deadline - time.monotonic())):
                data = os.read(key.fd, 1 << 16)
                size += len(data)
                if size <= kept:
                    said[key.fileobj].append(data)
                if not data:
                    selector.unregister(key.fileobj)
            if size > most or time.monotonic() >= deadline:
                return said, "flood" if size > most else "timeout"
    return said, ""


def run(words, path=None, seconds=SECONDS, cwd=None, most=MAX_OUTPUT, kept=None):
    """`path`: the search path of the tool. It is ended when it writes more than `most` bytes."""
    env = dict(os.environ, PATH=path) if path else None
    try:
        p = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env,
                             start_new_session=True, cwd=cwd)
    except OSError as error:
        return Ended("not-started", error.errno, "", error.strerror)
    running.append(p)
    try:
        said, why = read_all(p, time.monotonic() + seconds, most, kept or most)
        if not why:
            try:
                p.wait(max(0.01, seconds))
            except subprocess.TimeoutExpired:
                why = "timeout"
    finally:
        kill(p)
        status = p.wait()
        running.remove(p)
        for stream in (p.stdout, p.stderr):
            stream.close()
    out, err = (b"".join(said[s]).decode(errors="replace") for s in (p.stdout, p.stderr))
    if why:
        return Ended(why, 0, out, err)
    return Ended("signal", -status, out, err) if status < 0 else Ended("exit", status, out, err)


def signal_name(number):
    return next((s.name for s in signal.Signals if s == number), f"signal-{number}")


def crash_detail(ended):
    """What tells crashes apart. GNU as reports its own, with its function: "Internal error in F at ..."."""
    if ended.how == "signal":
        return signal_name(ended.code)
    named = re.search(r"nternal error in ([^ \n]*)", ended.err)
    return named[1] if named else "reported"


class Made:
    """A tool that should make a file. `state` is one of: ok, refused, internal error (it says so and ends itself), crash,
    hang, flood, killed, missing, no output. `said` is what it printed, without folders."""

    def __init__(self, ended, output):
        said = ended.err if ended.how == "not-started" else re.sub(r"(?<![\w.])/[^ ':]*/", "", ended.err + ended.out)
        self.ended, self.said, self.state = ended, said, self.state_of(ended, said, output)
        number = ended.code if ended.how == "signal" else ended.code - 128
        if self.state in ("crash", "killed") and number > 0:
            self.said = f"dies of signal {number}\n{said}"
        elif self.state == "hang":
            self.said = "does not end in time"

    @staticmethod
    def state_of(ended, said, output):
        if ended.how != "exit":
            return {"timeout": "hang", "flood": "flood", "not-started": "missing"}.get(ended.how) or \
                ("killed" if ended.code in KILLED else "crash")
        # A shell gives the signal of its program as its status.
        if ended.code in (PANIC, *(128 + s for s in (signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL))):
            return "crash"
        if ended.code != 0:
            return "internal error" if BROKEN.search(said) else "refused"
        return "ok" if os.path.isfile(output) and os.path.getsize(output) else "no output"

    def line(self):
        """The line that tells most: that of an error, or the first."""
        lines = [line for line in self.said.splitlines() if line.strip()]
        errors = [line for line in lines if BROKEN.search(line)]
        if not errors and self.state not in ("crash", "killed"):
            errors = [line for line in lines if "error" in line.lower()]
        return (errors + lines + ["says nothing"])[0]

    def names_sframe(self):
        """Whether the message is about SFrame data."""
        return "sframe" in self.said.lower()


def make(words, output, cwd=None, seconds=SECONDS, path=None, most=MAX_OUTPUT):
    """Runs a tool that should make the file `output`, which is removed first."""
    if os.path.exists(output):
        os.unlink(output)
    return Made(run(words, path, seconds, cwd, most, MAX_OUTPUT), output)
