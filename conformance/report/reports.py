# SPDX-License-Identifier: MIT
"""sframe-conform report: from results files to what a person or a machine reads."""
import importlib
import os

import files
import program
from results import Fault

# The module and function of each format: of (runs, args) it makes the text. `all` is what a run writes beside its results.
FORMATS = {"text": ("texts", "text"), "junit": ("junit", "report"), "markdown": ("texts", "markdown"),
           "matrix": ("texts", "matrix"), "html": ("page", "report"), "badge": ("badge", "report")}
ALL = (("report.html", "html"), ("report.md", "markdown"), ("junit.xml", "junit"))
# Those that take over: their main(args) returns the exit status.
OTHERS = {"known": "known", "defects": "defects"}


def make(form, runs, args):
    module, name = FORMATS[form]
    return getattr(importlib.import_module(module), name)(runs, args)


def main(args):
    form = args.get("format") or "text"
    if form in OTHERS:
        return importlib.import_module(OTHERS[form]).main(args)
    # Of a matrix, some columns may come from elsewhere. What fetches them takes longer to import than a report to make.
    runs, args.broken = importlib.import_module("sources").load(args) if form == "matrix" else (list(args.runs()), ())
    if form != "all":
        return program.put(make(form, runs, args), args.get("output"))
    folder = args.get("output") or os.path.dirname(runs[0].path)
    if not os.path.isdir(folder or "."):
        raise Fault(f"{folder}: is no folder")
    for name, one in ALL:
        files.write_in(folder, name, make(one, runs, args))
    return 0
