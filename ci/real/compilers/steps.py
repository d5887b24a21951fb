# SPDX-License-Identifier: MIT
"""Runs a tool that makes a file, and says how it fails."""
import os
import re
import signal
import subprocess

SECONDS = 60
LOG_BYTES = 1 << 16


class Failure(Exception):
    """`who` did not do its part: compiler, assembler or judge."""

    def __init__(self, who, what):
        super().__init__(what)
        self.who, self.what = who, what


def plain(text):
    """Without places, names of functions and numbers, which differ from run to run."""
    text = re.sub(r"\w+_\d{3,}[\w.]*", 'NAME', text)
    text = re.sub(r"[`'‘’\"|]", '', re.sub('(no such instruction|operands mismatch for|not in a section).*', r'\1', text))
    return re.sub(r'\b(0x[0-9a-f]+|\d+)\b', 'N', text).strip()[:100]


def first_error(log):
    lines = [line for line in log.splitlines() if re.search(r'\berror\b|^Error', line, re.I)] or log.splitlines()
    return plain(re.sub(r'^.*?\berror: *', '', lines[0], flags=re.I)) if lines else 'no message'


def run(who, command, made):
    """Runs a tool that makes a file. Returns what it says."""
    log = made + '.log'
    if os.path.exists(made):
        os.remove(made)
    try:
        with open(log, 'wb') as out:
            status = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, timeout=SECONDS,
                                    check=False).returncode
    except subprocess.TimeoutExpired:
        raise Failure(who, f'takes more than {SECONDS} s') from None
    except OSError as error:
        raise Failure(who, f'does not start: {error.strerror}') from None
    with open(log, 'rb') as said:
        text = said.read(LOG_BYTES).decode('utf-8', 'replace')
    if status < 0:
        raise Failure(who, f'dies of signal {-status} ({signal.Signals(-status).name})')
    if status > 0 and re.search('internal (compiler )?error|PLEASE (submit|ATTACH)|fatal error: error in backend', text, re.I):
        raise Failure(who, f'breaks off: {first_error(text)}')
    if status > 0:
        raise Failure(who, f'refuses: {first_error(text)}')
    if not os.path.exists(made) or os.path.getsize(made) == 0:
        raise Failure(who, 'says that all is well, and writes nothing')
    return text
