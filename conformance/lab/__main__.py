# SPDX-License-Identifier: MIT
"""Makes programs with call frame information, runs toolchains on them, and judges what they write.

    python3 conformance/lab COMMAND --runner SFRAME-CONFORM --data DIR [--OPTION [VALUE]]... [NAME...]

`sframe-conform produce` starts it, and scripts of ci/real. DIR has producers/, unless that is beside this folder.
"""
import importlib
import os
import signal
import sys

sys.dont_write_bytecode = not sys.pycache_prefix
# What reports and lists of known failures share with the lab.
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "report"))
import plain
STATUS_ERROR, STATUS_USAGE = 4, 64
# The module of each command, whose main(options, names) returns the exit status, and the status if it cannot be run to its end.
COMMANDS = {"produce": ("produce", STATUS_ERROR), "producer": ("producer", STATUS_ERROR), "random": ("everywhere", STATUS_ERROR),
            "rules": ("rules", STATUS_ERROR), "cases": ("everywhere", 2), "smallest": ("smallest", 2), "defects": ("defects", 2),
            "compilers": ("compilers", 2), "links": ("links", 2), "corpus-links": ("corpus_links", 2), "replay": ("link_finds", 2),
            "software": ("software", 2)}
FLAGS = {"toolchains", "list", "force", "colour", "write", "json", "lines", "image", "all"}


def complain(what, status=STATUS_ERROR):
    print(f"sframe-conform: {plain.line(str(what))}", file=sys.stderr)
    return status


def read_words(words):
    """{option: value}, and the names."""
    options, names, rest = {}, [], iter(words)
    for word in rest:
        if word == "--":
            names += rest
        elif word.startswith("--"):
            options[word[2:]] = True if word[2:] in FLAGS else next(rest, None)
        else:
            names.append(word)
    return options, names


def drop_output():
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def can_print():
    """What could not be written has no name here: was it standard output?"""
    try:
        return os.write(1, b"\n") == 1
    except OSError:
        drop_output()
        return False


def stop(*_):
    raise KeyboardInterrupt


def main():
    import steps
    command, (options, names) = (sys.argv + [""])[1], read_words(sys.argv[2:])
    if command not in COMMANDS:
        return complain(f"'{command}' is not one of {', '.join(COMMANDS)}", STATUS_USAGE)
    module, failed = COMMANDS[command]
    steps.limit_files()
    signal.signal(signal.SIGTERM, stop)
    # Otherwise each crash of llvm-mc starts a program that names its functions.
    os.environ["LLVM_DISABLE_SYMBOLIZATION"] = "1"
    try:
        status = importlib.import_module(module).main({**options, "command": command}, names)
        sys.stdout.flush()
        return status
    except ValueError as error:  # also a Fault
        return complain(error, getattr(error, "status", failed))
    except BrokenPipeError:
        drop_output()
        return STATUS_ERROR
    except OSError as error:
        return complain(f"{error.filename or ('' if can_print() else 'standard output')}: {error.strerror}".removeprefix(": "), failed)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
