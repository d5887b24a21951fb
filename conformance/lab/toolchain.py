# SPDX-License-Identifier: MIT
"""The commands of a toolchain, by a file of `key: value` lines. `abi` and `as` are enough."""
import difflib
import glob
import os
import re
import shutil
import sys

import files
import steps
from program import TARGETS, Fault

KEYS = ("about", "abi", "as", "ld", "cc", "known", "known-random", "for-version")
NEEDED = ("abi", "as")
ENDING = ".conf"
MAX_PATTERN = 500
# Ours.
PRODUCERS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "producers")


def nearest(word, known):
    found = difflib.get_close_matches(word, known, 1, 0.5)
    return f"; do you mean {found[0]}?" if found else ""


class Toolchain:
    """Its commands are lists of words. Paths in the file are from the file's folder, which `{here}` also names."""

    def __init__(self, path, keys):
        self.path, self.here = path, os.path.dirname(path) or "."
        self.name = os.path.basename(path).removesuffix(ENDING)
        self.about, self.abi, self.version = keys.get("about", self.name), keys["abi"], keys.get("for-version")
        self.tools = {tool: self.command(keys[tool]) for tool in ("as", "ld", "cc") if tool in keys}
        self.known, self.known_random = (self.beside(keys[k]) if k in keys else None for k in ("known", "known-random"))

    def beside(self, name):
        return os.path.join(self.here, name.replace("{here}", "."))

    def command(self, text):
        program, *options = text.split()
        if "/" in program and "{here}" not in program:
            program = os.path.join(self.here, program)
        return [word.replace("{here}", self.here) for word in (program, *options)]

    def check(self, path):
        """Is the assembler here, and of the version that the file is for?"""
        program = self.tools["as"][0]
        if not shutil.which(program, path=path):
            raise Fault(f"{program}: No such file or directory; install it, or name its folder with --bin")
        if not self.version:
            return
        ended = steps.run([program, "--version"], path)
        if ended.how != "exit" or ended.code != 0:
            raise Fault(f"{program} --version fails")
        if not re.search(self.version, ended.out, re.M):
            raise Fault(f"wrong assembler: '{ended.out.partition(chr(10))[0]}' does not match '{self.version}'; "
                        "name the right folder with --bin")


def wrong_value(key, value):
    """What is wrong with it, or nothing."""
    if key == "abi" and value not in TARGETS:
        return f"abi is {', '.join(TARGETS)}{nearest(value, TARGETS)}"
    if key == "for-version" and len(value) > MAX_PATTERN:
        return f"for-version: is longer than {MAX_PATTERN} bytes"
    try:
        re.compile(value if key == "for-version" else "")
    except re.error as error:
        return f"for-version: is not an extended regular expression: {error}"
    return ""


def read(name, folder):
    """FOLDER/toolchains/NAME.conf, or the file itself if the name has a slash."""
    path = name if "/" in name else os.path.join(folder, "toolchains", name + ENDING)
    keys = {}
    if "/" not in name and not os.path.exists(path):
        here = f"; for the file here name it with a slash: ./{name}" if os.path.exists(name) else nearest(name, names(folder)) or "; see --toolchains"
        raise Fault(f"{path}: there is no such toolchain{here}")
    for number, line in enumerate(files.read(path, str.splitlines, most=1 << 20), 1):
        if not line or line.startswith("#"):
            continue
        key, colon, value = line.partition(": ")
        wrong = "not a line `key: value`" if not colon or not value.strip() else f"unknown key {key}{nearest(key, KEYS)}" \
            if key not in KEYS else f"duplicate key {key}" if key in keys else wrong_value(key, value)
        if wrong:
            raise Fault(f"{path}:{number}: {wrong}")
        keys[key] = value
    missing = [key for key in NEEDED if key not in keys]
    if missing:
        raise Fault(f"{path}: the key {missing[0]} is missing: a toolchain needs {' and '.join(NEEDED)}")
    return Toolchain(path, keys)


def names(folder):
    found = glob.glob(os.path.join(glob.escape(folder), "toolchains", "*" + ENDING))
    return sorted(os.path.basename(path).removesuffix(ENDING) for path in found)


def path_of(folder):
    """The search path of tools, which are in the folder or are this system's."""
    return ":".join(filter(None, (folder, os.environ.get("PATH"))))


def folders(peers):
    """"" is for the tools of this system."""
    return ["", *sorted(glob.glob(os.path.join(glob.escape(peers or "peers"), "*", "bin")))]


def folder_of(t, peers):
    """That which has the toolchain; None if it is not installed."""
    for folder in folders(peers):
        try:
            t.check(path_of(folder))
            return folder
        except Fault:
            continue
    return None


def installed(given, is_wanted=lambda t: True, chosen=()):
    """(toolchain, folder of its tools) of ours, or of those chosen by name. `given`: --peers. It says which are not here."""
    for name in chosen or names(PRODUCERS):
        t = read(name, PRODUCERS)
        if is_wanted(t):
            folder = folder_of(t, given.get("peers"))
            if folder is None:
                print(f"{name:18} not installed", file=sys.stderr)
            else:
                yield t, folder
