# SPDX-License-Identifier: MIT
"""The report as text: tables, then failures by cause, and the block that a run ends with."""
import results
import say
from escape import line

BOLD, RED = "\033[1m", "\033[31m"


class Page:
    """Lines. Each is escaped as a whole; only looks are not."""

    def __init__(self, colour):
        self.lines, self.colour = [], colour

    def add(self, text="", look=""):
        text = line(text)
        self.lines.append(f"{look}{text}\033[0m" if look and self.colour else text)

    def add_row(self, name, cells, width=12):
        self.add(f"{name:<16}" + "".join(f"{cell:>{width}}" for cell in cells))


def _areas(page, run):
    """Which areas have which outcomes."""
    shown = [name for name in results.OUTCOMES if run.totals.outcomes[name]]
    page.add()
    page.add(f"{'area':<16}" + "".join(f"  {name}" for name in shown) + "  cases")
    for name, counts in say.areas(run).items():
        page.add(f"{name:<16}" + "".join(f"{counts.outcomes.get(o) or '-':>{len(o) + 2}}" for o in shown) + f"  {counts.count:5}")


def _sums(page, run):
    totals = run.totals
    page.add()
    page.add(f"{'level':<9} {'asked':>7} {'right':>7}")
    for name in results.LEVELS:
        note = "  failures above this level do not count" if name == run.header["level"] else ""
        page.add(f"{name:<9} {totals.asked[name]:7} {totals.right[name]:7}{note}")
    page.add()
    page.add(f"{'kind':<9} {'asked':>7} {'right':>7}")
    for name in results.EXPECTS:
        page.add(f"{name:<9} {totals.asked[name]:7} {totals.right[name]:7}")
    page.add(say.rejections(run))
    page.add(say.judged(run))
    page.add(f"declared: {say.declared(run)}")
    page.add(f"not claimed: {say.not_claimed(run)}")


def _failure(page, r, args):
    """One failure in full."""
    excuse = f", {say.excuse(r)}" if r["standing"] == "shown" else ""
    page.add(f"  {r['id']}  {r.outcome_words}{excuse}")
    page.add(f"  {r['title']} ({r['size'] or 0} bytes)")
    known = f"line {r['known-line'] or 0}: {r['known']} ({r['reason'] or ''})" if r["known"] is not None else None
    command = say.repeat_command(r, args) if r["command"] else None
    decided = f"{r['decided']} decided the expected answer" if r["decided"] else None
    for label, text in (("known:", known), ("decided:", decided), ("expected:", r["expected"]), ("seen:", r["seen"]),
                        ("output:", r["message"]), ("reproduce:", command)):
        if text is not None:
            page.add(f"  {label:<10} {text or '(no line)'}")


def _standing(page, run, name, args):
    """The failures of a standing by cause, the worst first."""
    found = say.groups(run, (name,))
    if found:
        page.add()
        page.add(f"{say.standing(name, run.totals.standings[name])}, {say.counted(len(found), 'cause')}", RED)
    for group in found:
        page.add()
        page.add(f"{group.count}  {group.title}  [{group.token}]", BOLD)
        _failure(page, group.example, args)
        for number, r in enumerate(group.others):
            page.add(("  also:      " if number == 0 else "             ") + r["id"])


def _run(page, run, args):
    h = run.header
    page.add(f"{run.name}: {h['selected']} of {h['cases']} cases selected, {results.corpus_words(run)}")
    if h["broken"] or h["misread"]:
        page.add("broken on the simplest cases:")
    for text in (h["broken"] or []) + (h["misread"] or []):
        page.add("  " + text)
    if h["seed"]:
        page.add(f"repeat this order with --seed {h['seed']}")
    if run.records:
        _areas(page, run)
        _sums(page, run)
    for name in ("shown", "unexpected", "stale"):
        _standing(page, run, name, args)
    if say.outdated(run):
        page.add()
        page.add("entries of the list of known failures to take out")
    for number, name, why in say.outdated(run):
        page.add(f"  line {number}: {name}  {why}")
    page.add()
    if say.next_step(run, args):
        page.add(f"next: {say.next_step(run, args)}")
    for trouble in run.trouble:
        page.add(f"{say.trouble(trouble['kind'])}: {trouble['text']}")
    if say.incomplete(run):
        page.add(say.incomplete(run))
    page.add()
    for number, text in enumerate(say.block(run)):
        page.add(text, BOLD if number == 0 else "")


def _matrix(page, runs):
    """Implementations and areas: how many of the cases that were asked have passed."""
    counts = [say.areas(run) for run in runs]
    names = sorted({name for made in counts for name in made} - {"all"})
    page.add("passed / asked")
    for number, run in enumerate(runs, 1):
        page.add(f"{'#' + str(number):>7}  {run.name}: {say.verdict(run)}")
    page.add()
    page.add_row("area", [f"#{number}" for number in range(1, len(runs) + 1)])
    for name in [*names, "all"]:
        cells = [made.get(name) for made in counts]
        page.add_row(name, [f"{c.passed}/{c.asked}" if c and c.asked else "-" for c in cells])
    for name in results.LEVELS:
        page.add_row(f"level {name}", [f"{run.totals.right[name]}/{run.totals.asked[name]}" for run in runs])
    page.add_row("level reached", [run.reached or "?" for run in runs])
    page.add()


def report(runs, args):
    page = Page(args.get("colour") and not args.get("output"))
    if results.corpora_differ(runs):
        page.add(results.corpora_differ(runs), RED)
    if len(runs) > 1:
        _matrix(page, runs)
    for number, run in enumerate(runs):
        if number:
            page.add()
        _run(page, run, args)
    return "\n".join(page.lines) + "\n"
