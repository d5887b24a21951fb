# SPDX-License-Identifier: MIT
"""The Test Anything Protocol, for `meson test` and others."""
import registers
import say
from escape import line, tap

# As many bytes of a fault as fit into a line.
MAX_BYTES = 16
TODO = ("known", "shown")


def _directive(r):
    """Of a failure that is excused, or of a skipped case."""
    if r["outcome"] == "skipped" and r["standing"] == "good":
        return " # SKIP " + tap(r["message"] or "")
    return f" # TODO {r['outcome']}: {tap(r['reason']) if r['standing'] == 'known' else say.excuse(r)}" if r["standing"] in TODO else ""


def _fault(r, rows):
    """What was to be rejected: the fault and its bytes, the clauses."""
    message = registers.fault_message(rows, r["class"])
    if r["class"]:
        yield f"fault    {r['class']}" + (f": {message}" if message else "")
    if r["class"] and r["range"]:
        (start, end), at = r["range"], r["bytes-at"] or 0
        shown = bytes.fromhex(r["bytes"] or "")[max(start - at, 0):max(min(end, start + MAX_BYTES) - at, 0)]
        yield f"bytes    0x{start:x}-0x{end:x} of 0x{r['size'] or 0:x}" + (f": {shown.hex(' ')}" if shown else "")
    if r["clauses"]:
        yield f"clauses  {' '.join(r['clauses'])}"


def _more(r, rows, args):
    """The comments below a failure that somebody has to act on."""
    yield r.outcome_words
    if r["standing"] == "stale":
        yield f"line {r['known-line'] or 0} of the known-failure list says {r['known'] or ''}"
    if r["expected"] is not None:
        yield f"expected {r['expected']}"
        yield f"seen     {r['seen']}"
    if r["message"] is not None:
        yield f"output   {r['message']}"
    if r["outcome"] in ("too-lenient", "crash"):
        yield from _fault(r, rows)
        if r["command"]:
            yield f"repeat   {say.repeat_command(r, args)}"


def _ending(run, args):
    """The causes of the failures that count, worst first, what to do next, and the sums."""
    for name in ("unexpected", "stale"):
        found = say.groups(run, (name,))
        if found:
            yield f"{say.standing(name, run.totals.standings[name])} by cause:"
        yield from (f"{group.count:6}  {group.title}  [{group.token}]" for group in found)
    if say.next_step(run, args):
        yield f"next: {say.next_step(run, args)}"
    yield from (f"{name}: {text}" for _, name, text in say.facts(run))


def _whole(run):
    """What is wrong with the whole: (name of the test, comments)."""
    if run.header["broken"]:
        yield "the simplest cases", run.header["broken"]
    for trouble in run.trouble:
        yield (say.trouble(trouble["kind"], test=True), [f"{trouble['kind']}: {trouble['text']}"])
    for entry in run.unmatched:
        yield f"line {entry['line']} of the known-failure list: there is no case {entry['id']}", ()
    if not run.is_complete:
        asked = len(run.records) - run.totals.outcomes["not-run"]
        yield f"the results are incomplete: {asked} of {run.header['selected']}", ()


def report(runs, args):
    rows, out, number = args.data("registers.json"), [], 0
    for run in runs:
        who = f"{tap(run.name)}: " if len(runs) > 1 else ""
        for r in run.records:
            if r["outcome"] == "not-run":
                continue
            number += 1
            out.append(f"{'' if r['standing'] == 'good' else 'not '}ok {number} - {who}{tap(r['id'])}{_directive(r)}")
            if r["standing"] in ("unexpected", "stale"):
                out += ["# " + line(text) for text in _more(r, rows, args)]
            elif r["standing"] == "shown":
                out.append("# " + line(r.outcome_words))
        out += ["# " + line(text) for text in _ending(run, args)]
        for name, comments in _whole(run):
            number += 1
            out.append(f"not ok {number} - {who}{tap(name)}")
            out += ["# " + line(text) for text in comments]
    return "\n".join([*out, f"1..{number}", ""])
