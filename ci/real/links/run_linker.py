# SPDX-License-Identifier: MIT
"""Runs linkers and assemblers with limits, and says how they ended."""
import os
import re
import resource
import signal
import subprocess
import tempfile

SECONDS = 20
MOST_OUTPUT, MOST_FILE = 1 << 16, 1 << 30
# Somebody else ended it: that says nothing of the program.
KILLED = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
# What programs print that end themselves on an error of their own.
BROKEN = re.compile("internal error|assertion|panicked at|please report|PLEASE submit a bug report|stack dump", re.I)


def limit_files():
    resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_FILE, MOST_FILE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Ended:
    """`state` is one of: ok, refused, internal error (it says so and ends itself), crash, hang, killed,
    missing, no output. `said` is what the program printed, without folders."""

    def __init__(self, state, said):
        self.state, self.said = state, said

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


def state_of(status, said, output):
    if status < 0:
        return "killed" if -status in KILLED else "crash"
    if status > 128 and status - 128 in (signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL):
        return "crash"
    # Rust's panic exits with 101.
    if status != 0:
        return "crash" if status == 101 else "internal error" if BROKEN.search(said) else "refused"
    return "ok" if os.path.isfile(output) and os.path.getsize(output) else "no output"


def run(command, output, folder=None, seconds=SECONDS):
    """Runs a command that should make the file `output`."""
    if os.path.exists(output):
        os.unlink(output)
    with tempfile.TemporaryFile() as log:
        try:
            p = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                 start_new_session=True, preexec_fn=limit_files)
        except OSError as error:
            return Ended("missing", f"{command[0]}: {error.strerror}")
        try:
            status = p.wait(seconds)
        except subprocess.TimeoutExpired:
            status = None
        finally:
            try:
                os.killpg(p.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            p.wait()
        log.seek(0)
        said = re.sub(r"(?<![\w.])/[^ ':]*/", "", log.read(MOST_OUTPUT).decode(errors="replace"))
    if status is None:
        return Ended("hang", f"no end after {seconds} s")
    ended = Ended(state_of(status, said, output), said)
    number = -status if status < 0 else status - 128
    if ended.state in ("crash", "killed") and number > 0:
        ended.said = f"dies of signal {number}\n{said}"
    return ended
