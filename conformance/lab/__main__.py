# SPDX-License-Identifier: MIT
"""Makes programs with call frame information, runs toolchains on them, and judges what they write.

    python3 conformance/lab COMMAND --runner SFRAME-CONFORM --data DIR [--OPTION [VALUE]]... [NAME...]

`sframe-conform produce` starts it. DIR has producers/, unless that is beside this folder.
"""
import importlib
import os
import sys

sys.dont_write_bytecode = True
STATUS_ERROR, STATUS_USAGE = 4, 64
# The module of each command; its main(options, names) returns the exit status.
COMMANDS = {"produce": "produce", "random": "everywhere", "rules": "rules"}
FLAGS = {"toolchains", "list", "force", "colour"}


def complain(what, status=STATUS_ERROR):
    print(f"sframe-conform: {what}", file=sys.stderr)
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


def main():
    from program import Fault
    command, (options, names) = (sys.argv + [""])[1], read_words(sys.argv[2:])
    if command not in COMMANDS:
        return complain(f"'{command}' is not one of {', '.join(COMMANDS)}", STATUS_USAGE)
    try:
        status = importlib.import_module(COMMANDS[command]).main(options, names)
        sys.stdout.flush()
        return status
    except Fault as error:
        return complain(error, getattr(error, "status", STATUS_ERROR))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return STATUS_ERROR
    except OSError as error:
        return complain(f"{error.filename or ''}: {error.strerror}".removeprefix(": "))
    except KeyboardInterrupt:
        return 130


sys.exit(main())
