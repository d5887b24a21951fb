# SPDX-License-Identifier: MIT
"""A folder of files that replaces an earlier one as a whole: it is written beside it and renamed."""
import os
import pathlib
import shutil
import signal
import stat
import tempfile

import files
from files import Fault


def _raise(error):
    raise error


def _take_signals(handler):
    """All that end a program, unless it was started to ignore them, as by nohup."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, handler)


def _go_on(*_):
    """What is begun is ended: the old folder is replaced, or the new one removed."""


def _interrupt(*_):
    _take_signals(_go_on)
    raise KeyboardInterrupt


class NewFolder:
    """`with NewFolder(path, earlier, "a site") as folder: folder.write(name, data)`. `earlier` are the names of files that may be
    replaced. On a failure, and after a signal, the folder stays as it was."""

    def __init__(self, path, earlier, what):
        _take_signals(_interrupt)
        if path == "-":
            raise Fault(f"-: {what} is a folder of files: name one")
        self.there = os.path.exists(path)
        if not self.there and os.path.islink(path):
            raise Fault(f"{path}: is a link that leads nowhere")
        self.path = os.path.realpath(path) if self.there else path.rstrip("/") or "/"
        self.earlier, self.what, self.made = earlier, what.split()[-1], None

    def _beside(self):
        try:
            return tempfile.mkdtemp(prefix=os.path.basename(self.path) + ".", dir=os.path.dirname(self.path) or ".")
        except OSError as error:
            raise Fault(f"{self.path}: no folder can be made beside it: {error.strerror}") from None

    def _foreign(self, top):
        """The first thing in the folder that is neither an earlier file nor a folder of one; None if there is none."""
        folders = {str(above) for name in self.earlier for above in pathlib.PurePath(name).parents}
        for root, below, files in os.walk(top, onerror=_raise):
            for path in (os.path.join(root, name) for name in below + files):
                name, mode = os.path.relpath(path, top), os.lstat(path).st_mode
                if not (stat.S_ISDIR(mode) and name in folders or stat.S_ISREG(mode) and name in self.earlier):
                    return name
        return None

    def __enter__(self):
        try:
            foreign = self._foreign(self.path) if self.there else None
        except OSError as error:
            raise Fault(f"{self.path}: cannot be opened as a folder: {error.strerror}") from None
        if foreign:
            raise Fault(f"{self.path}: has `{foreign}`, which is not of an earlier {self.what}; nothing was changed: "
                        "name a new or empty folder")
        self.made = self._beside()
        return self

    def write(self, name, data):
        path = os.path.join(self.made, name)
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "xb") as f:
                f.write(data)
        except OSError as error:
            raise Fault(f"{path}: cannot be written: {error.strerror}") from None

    def _swap(self):
        """Moves the old folder aside and the new one into its place; undoes the first step if the second one fails."""
        aside = self._beside()
        try:
            os.rename(self.path, aside)
        except OSError:
            os.rmdir(aside)
            raise
        try:
            os.rename(self.made, self.path)
        except OSError:
            os.rename(aside, self.path)
            raise
        if self._foreign(aside):
            raise Fault(f"{self.path}: is written, but something new is in what was there before: see {aside}")
        shutil.rmtree(aside)

    def __exit__(self, kind, error, trace):
        _take_signals(_go_on)
        try:
            if kind is None:
                os.chmod(self.made, files.mode_of(self.path, 0o777))
                if self.there:
                    self._swap()
                else:
                    os.rename(self.made, self.path)
        except OSError as problem:
            raise Fault(f"{self.path}: cannot be replaced: {problem.strerror}") from None
        finally:
            shutil.rmtree(self.made, ignore_errors=True)
        if kind is KeyboardInterrupt:
            raise Fault(f"interrupted: the {self.what} was not written") from None
