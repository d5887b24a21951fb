# SPDX-License-Identifier: MIT
"""The report as Markdown."""
from markupsafe import Markup

import escape
import matrix
import registers
import results
import say


def report(runs, args):
    rows = args.data("registers.json")
    return escape.render("report.md", runs=runs, say=say, levels=results.LEVELS, kinds=results.EXPECTS,
                         grounds=lambda r: registers.grounds(rows, r), corpus_words=results.corpus_words,
                         note=results.corpora_differ(runs),
                         matrix=Markup(matrix.table(runs)) if len(runs) > 1 else "", next=lambda run: say.next_step(run, args))
