# SPDX-License-Identifier: MIT
"""Implementations and areas as a table in Markdown: passed, failed, skipped."""
import escape
import results
import say


def table(runs):
    counts = [say.areas(run) for run in runs]
    return escape.render("matrix.md", runs=runs, levels=results.LEVELS, note=results.corpora_differ(runs),
                         rows=[(name, [made.get(name) or say.Counts() for made in counts]) for name in say.all_areas(counts)])


def report(runs, _args):
    return table(runs)
