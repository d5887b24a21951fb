# SPDX-License-Identifier: MIT
"""The example of a linker (examples/adapters/sframe_merge.py) answers every `merge` of the corpus rightly; with one mistake it
does not, and the mistake is told from a crash. Prints TAP.

    merges.py CONFORM CORPUS EXAMPLES
"""
import os
import py_compile
import shutil
import sys

from common import no_report, ok, read, results_of, run, run_in_folder, write
from corpus_part import copy_folders

CONFORM, CORPUS, EXAMPLES = (os.path.abspath(path) for path in sys.argv[1:4])
# What linkers get wrong: the words of the example, those in their place, and how it shows.
MISTAKES = {
    "the offsets of the second section's rows stay": ("offset + len(rows)", "offset", "wrong-output"),
    "functions below the output are sorted last": ("key=lambda f: (f[0], f[1] > 0)", "key=lambda f: (f[0] < addr, f[0], f[1] > 0)", "wrong-output"),
    "the address of the second section is not heeded": ("read(form, s[0], s[2])", "read(form, s[0], addr)", "wrong-output"),
    "starts count from the output's first field": ("at + len(out) if", "at if", "wrong-output"),
    "the output lies at the higher address": ("write(form, addr, head, functions + more", "write(form, sections[1][2], head, functions + more", "wrong-output"),
    "functions are not sorted": ("sorted(functions, key=lambda f: (f[0], f[1] > 0))", "functions", "wrong-output"),
    "the output is not flagged as sorted": ("other[2] | SORTED", "other[2] & ~SORTED", "wrong-output"),
    "flags of one section hold for both": ("head[2] & other[2]", "head[2] | other[2]", "wrong-output"),
    "the fixed offsets of the first section hold for both": ("head[3:6] != other[3:6]", "head[3] != other[3]", "wrong-output"),
    "the first section is not checked": ("for section in sections:", "for section in sections[1:]:", "too-lenient"),
    "the second section is not checked": ("for section in sections:", "for section in sections[:1]:", "too-lenient"),
}


def ask(text, pattern):
    """The exit status of a run of the example with this text, and the outcomes of its cases."""
    write("sframe_merge.py", text)
    p = run(CONFORM, "run", "-j", "1", "--level", "strict", "--corpus", "merges", "--report", "report", "--adapter", "sframe-merge.conf",
            pattern, env=no_report())
    return p.returncode, [line["outcome"] for line in results_of("report") if line["type"] == "case"], p.stdout + p.stderr


def main():
    copy_folders(CORPUS, ["*/*/merge"], "merges", ())
    shutil.copy(os.path.join(EXAMPLES, "sframe-merge.conf"), ".")
    # As each run's programs would compile them.
    for name in ("sframe_framed", "sframe_reader"):
        py_compile.compile(os.path.join(EXAMPLES, name + ".py"), name + ".pyc", doraise=True)
    right = read(os.path.join(EXAMPLES, "sframe_merge.py"))
    status, outcomes, said = ask(right, "*/merge/*-merge")
    ok(status == 0 and len(outcomes) >= 250 and set(outcomes) == {"pass"}, "the example is right about every merge", said)
    for what, (old, new, outcome) in MISTAKES.items():
        assert right.count(old) == 1, old
        status, outcomes, said = ask(right.replace(old, new), "*/amd64-little/merge/*-merge")
        # An offset that nobody checked may be too large for its field.
        ok(status == 1 and set(outcomes) - {"crash"} == {"pass", outcome}, what, f"status {status}, {set(outcomes)}\n{said}")


run_in_folder(main)
