# SPDX-License-Identifier: MIT
"""Makes what people read from results.jsonl, and of cases. `sframe-conform report` and its like start it, and check the options of their users:

    python3 conformance/report COMMAND --runner SFRAME-CONFORM --data DIR [--OPTION [VALUE]]... [FILE...]

DIR has registers.json, and schemas/, known/ and export/ unless they are beside this folder. `run` says with --kept where it keeps the
results, or that it does not (""): without Jinja2 the exit status is 69 then, which is not that of the run.
"""
import gc
import importlib
import json
import os
import signal
import sys

import files
import plain

# The folder of the sources stays as it is.
sys.dont_write_bytecode = not sys.pycache_prefix
STATUS_ERROR, STATUS_USAGE, STATUS_MISSING, STATUS_INTERRUPTED = 4, 64, 69, 130
SYSTEM_PYTHON = "/usr/bin/python3"
# The module of each command; its main(args) returns the exit status.
COMMANDS = {"report": "reports", "diff": "changes", "site": "site_pages", "matrix-page": "matrix_page", "export": "arrays",
            "explain": "case_text", "show": "case_text"}
WITHOUT_JINJA = ("explain", "export", "show")
FLAGS = {"colour", "all", "force", "check", "quiet"}


def complain(what, status=STATUS_ERROR):
    print("sframe-conform: " + plain.line(str(what)), file=sys.stderr)
    return status


def ensure_jinja():
    """Another Python may have Jinja2: that of the system, where a package brings it."""
    try:
        importlib.import_module("jinja2")
        return
    except ImportError:
        pass
    if os.access(SYSTEM_PYTHON, os.X_OK) and not os.environ.get("SFRAME_PYTHON_TRIED") \
            and os.path.realpath(sys.executable) != os.path.realpath(SYSTEM_PYTHON):
        os.environ["SFRAME_PYTHON_TRIED"] = "1"
        os.execv(SYSTEM_PYTHON, [SYSTEM_PYTHON, *sys.argv])
    kept = sys.argv[sys.argv.index("--kept") + 1] if "--kept" in sys.argv else None
    where = f"; the results are kept in {kept}" if kept else ""
    print(f"sframe-conform: {(sys.argv + ['report'])[1]} needs Python 3 and Jinja2: apt-get install python3-jinja2{where}",
          file=sys.stderr)
    sys.exit(STATUS_ERROR if kept is None else STATUS_MISSING)


class Arguments:
    """Options by their long names, and files."""

    def __init__(self, words):
        self.command, self.files, self.options = words[0] if words else "", [], {}
        rest = iter(words[1:])
        for word in rest:
            name = word[2:]
            if word == "--":
                self.files += rest
            elif not word.startswith("--"):
                self.files.append(word)
            elif name in FLAGS:
                self.options[name] = True
            else:
                self.options[name] = next(rest, None)

    def get(self, name):
        return self.options.get(name)

    def data_file(self, *parts):
        """A file of the data folder, or of one beside this program."""
        here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        found = os.path.join(self.get("data") or here, *parts)
        return found if os.path.exists(found) else os.path.join(here, *parts)

    def corpus(self):
        """The folder of the cases."""
        return self.get("corpus") or self.data_file("..", "corpus")

    def data(self, *parts):
        """Its content, from JSON."""
        return files.read(self.data_file(*parts), json.loads)

    @staticmethod
    def given():
        """The JSON that the runner gives to standard input."""
        try:
            return json.load(sys.stdin.buffer)
        except ValueError as error:
            raise files.Fault(f"standard input is not what sframe-conform gives: {error}") from None

    def schema(self):
        return self.data_file("schemas", "results.schema.json")

    def runs(self):
        """The results of each file; one is read when it is asked for. The report must not replace them."""
        import results
        output = self.get("output")
        for run in (results.load(path, self.schema()) for path in self.files):
            if output and os.path.exists(output) and os.path.samefile(output, run.path):
                raise files.Fault(f"{output}: has the results that this is about; name another file")
            yield run


def put(text, output):
    """To the file that --output names, or to standard output. Returns the exit status."""
    if output and output != "-":
        files.write(output, text)
        return 0
    try:
        sys.stdout.buffer.write(text.encode(errors="surrogateescape"))
        sys.stdout.buffer.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        # A reader that has enough is no error to report.
        return STATUS_ERROR if isinstance(error, BrokenPipeError) else complain("standard output cannot be written to: not all could be printed")
    return 0


def main():
    if (sys.argv + [""])[1] not in WITHOUT_JINJA:
        ensure_jinja()
    # It ends soon, and makes no cycles to speak of: a third of its time would go into looking for them.
    gc.disable()
    # Temporary files go, too.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    args = Arguments(sys.argv[1:])
    if args.command not in COMMANDS:
        return complain(f"there is no command {args.command}; there are: {', '.join(COMMANDS)}", STATUS_USAGE)
    try:
        return importlib.import_module(COMMANDS[args.command]).main(args)
    except files.Fault as error:
        return complain(error)
    except OSError as error:
        # All others are faults.
        return complain(f"a temporary file: {error.strerror}")
    except KeyboardInterrupt:
        return STATUS_INTERRUPTED


if __name__ == "__main__":
    # Commands import this module by its name.
    sys.modules["program"] = sys.modules["__main__"]
    sys.exit(main())
