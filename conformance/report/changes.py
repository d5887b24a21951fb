# SPDX-License-Identifier: MIT
"""sframe-conform diff: what changed between two runs, case by case."""
import escape
import program
import results
import say

# The first three are worse, and so is `above`, which gates nothing.
TITLES = {
    "failing": "newly failing",
    "no-answer": "wrong answer before, no answer now (crash, time-out, limit, ...)",
    "not-asked": "asked before, not asked now",
    "above": "worse, above the level that counts",
    "changed": "fail in another way",
    "passing": "newly passing",
    "new-failing": "new, failing",
    "new": "new, passing or skipped",
    "removed": "removed",
}
WORSE = ("failing", "no-answer", "not-asked")
ANSWERS = frozenset(("pass", "wrong-output", "too-strict", "too-lenient", "inconsistent"))


def _change(before, after):
    """None if nothing changed. `before` or `after` may be None, but not both."""
    if after is None:
        return "removed"
    fails, failed = after["outcome"] in results.FAILS, before is not None and before["outcome"] in results.FAILS
    was_asked = before is not None and before["outcome"] not in results.UNASKED
    if fails and not failed:
        return "failing" if was_asked else "new-failing"
    if after["outcome"] in results.UNASKED:
        return "not-asked" if was_asked else None if before is not None else "new"
    if not fails:
        return "passing" if failed else None if was_asked else "new"
    if before["outcome"] in ANSWERS and after["outcome"] not in ANSWERS:
        return "no-answer"
    return "changed" if any(before[key] != after[key] for key in ("outcome", "detail", "seen", "expected")) else None


def change_of(before, after, gate):
    """The same, where the level `gate` is the highest that counts."""
    change = _change(before, after)
    # What is not asked any more is not known to be worse.
    if change in WORSE and change != "not-asked" and after["outcome"] not in results.UNSAFE \
            and results.LEVELS.index(after["level"]) > results.LEVELS.index(gate):
        return "above"
    return change


def compare(before, after):
    """{change: [(old record, new record)]}, sorted by id."""
    found, is_same = {name: [] for name in TITLES}, before.header["corpus-sha256"] == after.header["corpus-sha256"]
    for case in sorted(before.by_id.keys() | after.by_id.keys()):
        old, new = before.by_id.get(case), after.by_id.get(case)
        if new is None and (is_same or not after.summary):
            # It was not selected, or the run was interrupted before it.
            new = results.Record(id=case, outcome="not-run")
        change = change_of(old, new, after.header["level"])
        if change:
            found[change].append((old, new))
    return found


def _uncovered(more, less):
    """The words of one list that the other does not cover: `key` covers `key@abi`."""
    return [word for word in more if word not in less and word.partition("@")[0] not in less]


def narrower(before, after):
    """Declaring less and hiding more than before is worse, also if no case shows it."""
    lists = [(f"not declared now: {name[:-1]}", before.header[key], after.header[key]) for key, name in say.LISTS.items()]
    lists.append(("hidden now:", after.header["unobservable"], before.header["unobservable"]))
    lists.append(("left out now:", after.header["limits"] or [], before.header["limits"] or []))
    lists.append(("not shown now:", before.header["shows"] or [], after.header["shows"] or []))
    return [f"{what} {word.replace(':', ' ')}" for what, more, less in lists for word in _uncovered(more, less)]


def troubles(before, after):
    """What is wrong now beside the cases, and was not before."""
    known = {trouble["kind"] for trouble in before.trouble}
    return [f"{say.trouble(t['kind'])}: {t['text']}" for t in after.trouble if t["kind"] not in known]


def notes(before, after):
    """Other causes that a difference may have."""
    if before.header["implementation"] != after.header["implementation"]:
        yield "these are two implementations, not two runs of one."
    if before.header["corpus-sha256"] != after.header["corpus-sha256"]:
        yield f"the corpora differ: {results.corpus_words(before)}, and {results.corpus_words(after)} now."
    if before.header["level"] != after.header["level"]:
        yield f"the level that counts was {before.header['level']}, and is {after.header['level']} now."


def _levels(before, after):
    """The sums of the levels, if they changed."""
    old, new = before.totals, after.totals
    sums = [(f"{new.right[n]} of {new.asked[n]}", f"{old.right[n]} of {old.asked[n]}") for n in results.LEVELS]
    if all(now == then for now, then in sums):
        return []
    made = [f"{n}: {now}" + ("" if now == then else f", before {then}") for n, (now, then) in zip(results.LEVELS, sums)]
    return made + [f"highest reached: {after.reached or 'not known'}, before {before.reached or 'not known'}"]


def _entry(old, new, is_worse, markdown, args):
    """A changed case: what became of it, and lines below it."""
    what = " -> ".join(r.outcome_words for r in (old, new) if r is not None)
    lines, fails = [], new is not None and new["outcome"] in results.FAILS
    if fails and new["expected"] is not None:
        lines += [("expected:", new["expected"] or "(no line)"), ("seen:", new["seen"] or "(no line)")]
    if fails and new["command"] and is_worse:
        lines.append(("reproduce:", new["command"] if markdown else say.repeat_command(new, args)))
    return (new or old)["id"], what, lines


def report(before, after, form, args):
    """The text, and how many steps back there are."""
    found, claims, beside = compare(before, after), narrower(before, after), troubles(before, after)
    worse = sum(len(found[name]) for name in WORSE) + len(claims) + len(beside)
    text = escape.render("diff.txt", "md" if form == "markdown" else "txt", markdown=form == "markdown", say=say, before=before, after=after,
                         notes=list(notes(before, after)), claims=claims, beside=beside, levels=_levels(before, after), worse=worse,
                         counts=[(run.totals.outcomes["pass"], run.num_asked) for run in (before, after)],
                         changes=[(TITLES[name], [_entry(old, new, name in WORSE, form == "markdown", args) for old, new in pairs])
                                  for name, pairs in found.items() if pairs])
    return text, worse


MAX_IDS = 3


def line(before, after):
    """"2 newly passing, 1 worse: ID", and how many steps back there are."""
    found, claims = compare(before, after), narrower(before, after)
    worse = [new["id"] for name in WORSE for _, new in found[name]] + troubles(before, after)
    fresh = [new["id"] for _, new in found["new-failing"]]
    parts = [f"{len(found['passing'])} newly passing"] if found["passing"] else []
    for what, names in (("worse", worse), ("claimed less", claims), ("new and failing", fresh)):
        rest = f" and {len(names) - MAX_IDS} more" if len(names) > MAX_IDS else ""
        parts += [f"{len(names)} {what}: {', '.join(names[:MAX_IDS])}{rest}"] if names else []
    text = ", ".join(parts) or "no change"
    other = before.header["corpus-sha256"] != after.header["corpus-sha256"]
    return escape.line(text + (" (the corpora differ)" if other else "")) + "\n", len(worse) + len(claims)


def main(args):
    form = args.get("format") or "text"
    text, worse = line(*args.runs()) if form == "line" else report(*args.runs(), form, args)
    return program.put(text, args.get("output")) or (1 if worse else 0)
