# SPDX-License-Identifier: MIT
"""The reports as text, as Markdown, and as a table of implementations and areas."""
from markupsafe import Markup

import escape
import registers
import results
import say


def _render(name, runs, args, **values):
    return escape.render(name, runs=runs, say=say, levels=results.LEVELS, kinds=results.EXPECTS, next=lambda run: say.next_step(run, args), **values)


def _facts(r, args):
    """What is said of a failure: (label, text)."""
    known = f"line {r['known-line'] or 0}: {r['known']} ({r['reason'] or ''})" if r["known"] is not None else None
    made = (("known:", known), ("decided:", f"the expected answer rests on {' '.join(r['decided'])}" if r["decided"] else None),
            ("expected:", r["expected"]), ("seen:", r["seen"]), ("output:", r["message"]),
            ("reproduce:", say.repeat_command(r, args) if r["command"] else None))
    return [(label, text) for label, text in made if text is not None]


def text(runs, args):
    bold, red, plain = map(Markup, ("\033[1m", "\033[31m", "\033[0m") if args.get("colour") and not args.get("output") else ("", "", ""))
    several = matrix(runs, args, "txt", red=red, plain=plain) if len(runs) > 1 else ""
    return _render("report.txt", runs, args, matrix=several, facts=lambda r: _facts(r, args), bold=bold, red=red, plain=plain)


def markdown(runs, args):
    rows = args.data("registers.json")
    return _render("report.md", runs, args, grounds=lambda r: registers.grounds(rows, r), matrix=matrix(runs, args) if len(runs) > 1 else "")


def matrix(runs, args, kind="md", **colours):
    """A table, passed, failed, skipped; and what is to be said of several runs."""
    counts = [say.areas(run) for run in runs]
    rows = [(name, [made.get(name) or say.Counts(()) for made in counts]) for name in say.all_areas(counts)]
    return Markup(_render("matrix.md", runs, args, kind=kind, rows=rows, broken=getattr(args, "broken", ()), note=results.corpora_differ(runs), **colours))
