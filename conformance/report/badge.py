# SPDX-License-Identifier: MIT
"""A badge of the level that a run reaches, as SVG, and as what badge services read."""
import json

import escape

LABEL, CHARACTER, ROOM = "SFrame", 6.6, 12
# Of each level, dark enough for white letters.
COLOURS = {"safe": "#855608", "read": "#855608", "refuse": "#5b6b12", "validate": "#1f7a45", "strict": "#1f7a45", "none": "#b3262f"}


def words(run):
    """Of a run of fewer cases than the corpus has, how many were selected."""
    some = f"{run.header['selected']:,} of {run.header['cases']:,} cases" if run.header["selected"] < run.header["cases"] else ""
    about = ", ".join(filter(None, (some, run.header["corpus-version"])))
    return {"none": "not safe", None: "incomplete"}.get(run.reached, f"level {run.reached}") + (f" ({about})" if about else "")


def svg(run):
    text, widths = words(run), []
    widths = [round(len(part) * CHARACTER + ROOM) for part in (LABEL, text)]
    return escape.render("badge.svg", "xml", label=LABEL, text=text, left=widths[0], right=widths[1], colour=COLOURS.get(run.reached, "#5b6675"), who=run.name)


def endpoint(run):
    return json.dumps({"schemaVersion": 1, "label": LABEL, "message": words(run), "color": COLOURS.get(run.reached, "#5b6675")}) + "\n"


def report(runs, _args):
    return svg(runs[0])
