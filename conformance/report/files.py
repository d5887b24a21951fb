# SPDX-License-Identifier: MIT
"""What is wrong with the input or the output of a command; and files of text, which are read and replaced as a whole."""
import os
import stat
import sys
import tempfile


class Fault(ValueError):
    """Its text is for a person: file, line and reason."""


def read_bytes(path, most=1 << 30):
    """The content of a regular file of at most so many bytes, and the time of its last change. To a FIFO nobody may ever write."""
    try:
        with open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)) as f:
            info = os.fstat(f.fileno())
            if not stat.S_ISREG(info.st_mode):
                raise Fault(f"{path}: is a folder, a FIFO or a device")
            if info.st_size > most:
                raise Fault(f"{path}: is larger than {most >> 20} MiB")
            return f.read(), info.st_mtime
    except OSError as error:
        raise Fault(f"{path}: cannot be opened: {error.strerror}") from None
    except Fault:
        raise
    except ValueError:
        raise Fault(f"{path}: is no name of a file") from None


def read(path, convert=str, **more):
    """What `convert` makes of its text. A ValueError of that is a Fault, too."""
    content, _ = read_bytes(path, **more)
    try:
        return convert(content.decode().replace("\r\n", "\n"))
    except ValueError as error:
        raise Fault(f"{path}: cannot be read: {error}") from None


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
