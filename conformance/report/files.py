# SPDX-License-Identifier: MIT
"""What is wrong with the input or the output of a command; and files of text, which are read and replaced as a whole."""
import os
import stat
import sys
import tempfile


class Fault(ValueError):
    """Its text is for a person: file, line and reason."""


def regular(path, flags):
    """Opens a regular file, for open(). Of a FIFO, nobody may ever write to the other end."""
    handle = os.open(path, flags | os.O_NONBLOCK)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise Fault(f"{path}: is a folder, a FIFO or a device")
    return handle


def read(path, convert=str, most=-1):
    """What `convert` makes of the first `most` characters. Its ValueError is a Fault, too."""
    try:
        with open(path, encoding="utf-8", opener=regular) as f:
            return convert(f.read(most))
    except Fault:
        raise
    except (OSError, ValueError) as error:
        raise Fault(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None


def mode_of(path, mode):
    """Its permissions; of one that is not there, those that a new one with this mode gets."""
    mask = os.umask(0)
    os.umask(mask)
    return os.stat(path).st_mode & 0o777 if os.path.exists(path) else mode & ~mask


def write(path, text):
    """Replaces a file as a whole. What is no file, such as a device, is written to."""
    target = os.path.realpath(path)
    try:
        if os.path.exists(path) and not os.path.isfile(path):
            with open(path, "w", encoding="utf-8", newline="") as f:
                f.write(text)
            return
        handle, made = tempfile.mkstemp(prefix=os.path.basename(target) + ".", dir=os.path.dirname(target))
        try:
            with open(handle, "w", encoding="utf-8", newline="") as f:
                f.write(text)
                os.fchmod(f.fileno(), mode_of(target, 0o666))
            os.replace(made, target)
        except BaseException:
            os.unlink(made)
            raise
    except OSError as error:
        raise Fault(f"{path}: cannot be written: {error.strerror}") from None


def put(path, text):
    """To the file, or to standard output: "-" or None."""
    if path in ("-", None):
        sys.stdout.write(text)
    else:
        write(path, text)


def write_in(folder, name, text):
    """Writes a file in a folder. A link that lies there would lead elsewhere."""
    path = os.path.join(folder, name)
    if os.path.islink(path):
        raise Fault(f"{path}: is a link; remove it, or name another folder")
    write(path, text)
