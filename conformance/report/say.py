# SPDX-License-Identifier: MIT
"""The words of the reports: what a run claims, what its answers show, how it ended. Plain text, which is not escaped."""
import collections
import datetime
import os
import re
import shlex

from escape import counted
from reasons import split_reason
from results import EXPECTS, FAILS, LEVELS, OUTCOMES, UNASKED, UNSAFE, corpus_words, severity

KINDS = (("crashes", UNSAFE), ("wrong output", {"wrong-output"}), ("accepts bad input", {"too-lenient"}),
         ("other", {"too-strict", "inconsistent", "protocol", "undeclared-skip"}))
STANDINGS = {"known": ("known failure", "known failures"), "unexpected": ("unexpected failure", "unexpected failures"),
             "stale": ("stale entry of the known-failure list (another outcome)", "stale entries of the known-failure list (another outcome)"),
             "shown": ("informational failure (does not count)", "informational failures (do not count)")}
STANDINGS_BY_WORTH = ("unexpected", "stale", "known", "shown")
EXCUSES = {"multi-fault": "the case has several deliberate faults"}
# Causes by what is worst; the outcome of a cause says where it belongs.
SEVERITIES = ("Crashes, time-outs, broken limits and answers that change", "Wrong output", "Accepts bad input", "Rejects good input",
              "Other failures")
LEVEL_MEANS = {"safe": "answers in time, without a crash", "read": "reads valid sections rightly",
               "refuse": "rejects what it would have to invent data for", "validate": "rejects what the text or practice forbids",
               "strict": "rejects what only an inference forbids"}
KEYS = {"fre.ra": "return address", "fre.cfa": "CFA", "fre.fp": "frame pointer", "fde.size": "function size", "fde.start": "function start"}
# The lists of what is declared.
LISTS = {"profiles": "profiles", "abis": "ABIs", "orders": "byte orders", "ops": "ops"}
# What a reader may leave out on purpose.
LIMITS = {"sorted": "needs sorted", "pcrel": "needs pcrel", "functions": "needs functions", "flexible": "without flexible",
          "function-ends": "hides function-ends"}
# Words of this suite, explained where a report has them first.
EXPLAIN = {
    "known": "A known failure is on the implementation's list of known failures, with a reason.",
    "unexpected": "An unexpected failure is on no list: it is new, or there is no list.",
    "stale": "An entry of the list is stale if its case passes, fails in another way, or does not exist.",
    "shown": "An informational failure does not count: it is above the level that counts, or its case has several deliberate faults.",
    "skipped": "A skipped case asks for something that the adapter does not declare: it is not claimed.",
    "limits": "Left out on purpose: the reader refused what it says it does not read; its other answers count as ever.",
}


def both(words):
    """"a", "a and b", "a, b and c"."""
    words = list(words)
    return ", ".join(words[:-1]) + " and " + words[-1] if len(words) > 1 else "".join(words)


def words(value):
    """A list, or answers to open questions, as words."""
    return " ".join(f"{key}={value[key]}" for key in value) if isinstance(value, dict) else " ".join(value or ())


def when(run):
    """When the run began, in UTC; of results that do not say so, when the file was written."""
    said = run.header["date"]
    return f"{said[:10]} {said[11:16]} UTC" if said else datetime.datetime.fromtimestamp(run.time, datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC")


def build(run):
    """How the implementation was made, as far as it says so: "commit 0123abc, gcc 12.2, -O2"."""
    h = run.header
    return ", ".join(filter(None, (h["commit"] and f"commit {h['commit']}", h["compiler"], h["flags"])))


def machine(run):
    return ", ".join(filter(None, map(run.header.get, ("machine", "system", "host"))))


def origin(run):
    """Where the results come from, in a line; the address of the run comes last."""
    h = run.header
    return "; ".join(filter(None, (when(run), build(run), machine(run), f"sframe-conform {h['runner']}", corpus_words(run), h["run-url"])))


def outcomes(run):
    """Those that it has."""
    return [name for name in OUTCOMES if run.totals.outcomes[name]]


def counts(outcomes):
    """"crash 3, too-lenient 30": of a counter, the worst first."""
    return ", ".join(f"{name} {outcomes[name]:,}" for name in sorted(OUTCOMES, key=severity) if outcomes[name])


def standing(name, count):
    return counted(count, *STANDINGS[name])


def trouble(kind):
    return {"growth": "its memory grows", "files": "it leaves files open", "time": "it fails on large sections"}.get(
        kind, "did not exit cleanly")


def excuse(r):
    """Why a failure does not count."""
    return EXCUSES.get(r["excuse"]) or f"above the level that counts ({r['level']})"


# ---- What was claimed

def declared(run):
    h = run.header
    words = [f"{label} {' '.join(h[key]) or '-'}" for key, label in LISTS.items()]
    more = (("cannot show", h["unobservable"]), ("shows", h["shows"]), ("limits", [limit.replace(":", " ") for limit in h["limits"] or ()]))
    return "; ".join(words + [f"{label} {(', ' if label == 'limits' else ' ').join(some)}" for label, some in more if some])


def missing(run):
    """What skipped cases need and the adapter does not declare: "v2 v3, s390x"."""
    claim = run.summary["claim"] or {}
    return ", ".join(filter(None, [" ".join(claim.get(key) or ()) for key in LISTS] + list(claim.get("other") or ())))


def not_claimed(run):
    left = run.summary["left-out"]
    skipped = run.totals.outcomes["skipped"] - (left["cases"] if left else 0)
    return f"{skipped:,} of {run.header['selected']:,} selected: {missing(run)}".rstrip(": ") if skipped else "none"


def limits(run):
    """"1,204 left out on purpose: needs sorted 900, without flexible 400", or nothing."""
    left = run.summary["left-out"]
    if not left:
        return ""
    return f"{left['cases']:,} left out on purpose: " + ", ".join(f"{LIMITS[key]} {number:,}" for key, number in left["of"].items() if number)


def within(run):
    """Of a run with cases that were left out on purpose, what the others reach: "strict within its limits"."""
    left = run.summary["left-out"]
    return f"{left['within']} within its limits" if left and left["within"] != run.reached else ""


def hidden(run):
    """"return address on amd64 not shown; aarch64 reaches read", or nothing."""
    found = run.summary["hidden"]
    if not found:
        return ""
    keys = (key.partition("@") for key in found["keys"])
    shown = ", ".join(KEYS.get(key, key) + (f" on {abi}" if abi else "") for key, _, abi in keys)
    return shown + " not shown" + "".join(f"; {abi} reaches {reached}" for abi, reached in found["reached"].items() if reached != run.reached)


# ---- What the answers show

def breaks(run):
    """Which level is not reached, and why: "crashes break `safe`"."""
    totals = run.totals
    if run.trouble:
        return trouble(run.trouble[0]["kind"])
    name = next((name for name in LEVELS if totals.right[name] < totals.asked[name]), "")
    if name == "safe":
        return f"{'crashes' if totals.outcomes['crash'] else 'unsafe answers'} break `safe`"
    return f"{totals.asked[name] - totals.right[name]:,} wrong of `{name}`" if name else ""


def level(run):
    if not run.reached:
        return "not known: the results are incomplete"
    gate = "" if run.header["level"] == "validate" else f"failures count up to `{run.header['level']}`"
    return "; ".join(filter(None, (run.reached + (f" ({breaks(run)})" if breaks(run) else ""), within(run), gate, hidden(run))))


def levels_above(run):
    """"validate (strict: 120 of 180)": how many answers of each level are right that is not reached."""
    reached = run.reached or "not known"
    above = LEVELS[LEVELS.index(reached) + 1:] if reached in LEVELS else LEVELS
    sums = ", ".join(f"{name}: {run.totals.right[name]} of {run.totals.asked[name]}" for name in above if run.totals.asked[name])
    words = "; ".join(filter(None, (within(run), hidden(run), sums)))
    return reached + (f" ({words})" if words else "")


def kinds(run):
    return ", ".join(f"{name} {run.totals.right[name]:,} of {run.totals.asked[name]:,}" for name in EXPECTS)


def rejections(run):
    j = run.totals.judged
    words = counted(j["right"], "right rejection")
    if j["unproved"]:
        words += f", {j['unproved']:,} of them prove nothing: the reader also fails the valid section they were made from"
    if j["not-shown"]:
        words += f"; of {j['not-shown']:,} that section was not asked"
    return words


def judged(run):
    j = run.totals.judged
    return f"fault class given in {j['class']:,} of {counted(j['right'], 'rejection')}, byte range in {j['range']:,}"


def elsewhere(run):
    """Of results from another project or of another corpus: what there is to say of that."""
    whose = f"results of its own, {run.source['licence']}, from {run.source['results']}" if run.source else ""
    foreign = f"{corpus_words(run)} is another one: compared are the {len(run.records):,} cases that are the same here, {run.num_foreign:,} are not"
    return "; ".join(filter(None, (whose, foreign if run.is_foreign else "")))


# ---- All of it

def facts(run):
    """What was claimed, what the answers show, and where the results come from: (key, name, text) of what is known."""
    h, s = run.header, ("\n".join)
    made = (("declared", "declared", declared(run)), ("not-claimed", "not claimed", not_claimed(run)), ("limits", "limits", limits(run)),
            ("right", "right answers", kinds(run)), ("rejections", "right rejections", rejections(run)), ("judged", "judged closely", judged(run)),
            # Of a part it would be another.
            ("verdict", "verdict", "" if run.is_foreign else verdict(run)), ("level", "level reached", levels_above(run)), ("gate", "level that counts", h["level"]),
            ("policies", "policies", words(h["policies"])), ("cases", "cases", f"{h['selected']:,} of {h['cases']:,} selected"), ("seed", "repeat this order with --seed", h["seed"]),
            ("broken", "broken on the simplest cases", s(h["broken"] or ())), ("misread", "misreads the simplest cases", s(h["misread"] or ())),
            ("trouble", "trouble", s(f"{t['kind']}: {t['text']}" for t in run.trouble)), ("commit", "commit", h["commit"]), ("compiler", "compiler", h["compiler"]),
            ("flags", "flags", h["flags"]), ("adapter", "adapter", h["adapter"]), ("adapter-sha256", "SHA-256 of the adapter file", h["adapter-sha256"]),
            ("known", "list of known failures", h["known"]), ("corpus", "corpus", h["corpus"]), ("corpus-version", "version of the corpus", h["corpus-version"]),
            ("corpus-sha256", "SHA-256 of the corpus", h["corpus-sha256"]), ("runner", "sframe-conform", h["runner"]), ("machine", "machine", machine(run)),
            ("date", "date", when(run)), ("run-url", "the run", h["run-url"]))
    return [fact for fact in made if fact[2]]


# ---- The end

def verdict(run):
    """What the run comes to, in a few words: those that a run itself ends with."""
    known, unexpected, gate = run.totals.standings["known"], run.totals.standings["unexpected"], run.header["level"]
    stale = run.totals.standings["stale"] + len(run.unmatched)
    failures = (counted(unexpected, "unexpected failure" if run.header["known"] else "failure")
                + (f", {counted(known, 'known failure')}" if known else ""))
    return {"conforms": "conforms" + (f" at level {gate}" if gate != "validate" else ""), "passes": "all that was asked passes",
            "as-expected": f"no change ({counted(known, 'known failure')}, none new)", "nothing": "nothing ran",
            "stale": f"{counted(stale, 'entry', 'entries')} of the list of known failures {'is' if stale == 1 else 'are'} stale",
            "interrupted": "no verdict, the run was interrupted", "bad-end": run.trouble and trouble(run.trouble[0]["kind"]),
            "fails": failures if unexpected else "wrong about the simplest sections"}[run.verdict]


def numbers(run):
    """(words, number) of the failures, by kind."""
    others = any(run.totals.outcomes[o] for o in UNSAFE if o != "crash")
    return [(name + (" and other unsafe answers" if name == "crashes" and others else ""), sum(run.totals.outcomes[o] for o in outcomes))
            for name, outcomes in KINDS]


def asked(run):
    """"1,572 of 16,637: version 1, aarch64 and amd64, decode"."""
    h = run.header
    if not run.totals.outcomes["skipped"] and h["selected"] == h["cases"]:
        return f"{run.num_asked:,} of {h['cases']:,}: all versions, ABIs and operations"
    selected = f"; {h['selected']:,} selected" if h["selected"] < h["cases"] else ""
    return (f"{run.num_asked:,} of {h['cases']:,}: version{'s' if len(h['profiles']) > 1 else ''} {both(p[1:] for p in h['profiles'])}, "
            f"{both(h['abis'])}, {both(h['ops'])}{selected}")


def block(run):
    """The lines that a run ends with."""
    right = [f"{run.totals.outcomes['pass']:,}"] + [f"{name} {number:,}" for name, number in numbers(run) if number]
    limited = [f"  limits  {limits(run)}"] if limits(run) else []
    return [f"{run.name}: {verdict(run)}", f"  asked   {asked(run)}", f"  right   {'   '.join(right)}", *limited, f"  level   {level(run)}"]


def incomplete(run):
    if not run.summary:
        return (f"incomplete: {len(run.records):,} of {run.header['selected']:,} results; an interrupted run left them in {run.path}; "
                "run it again for the rest")
    if not run.is_complete:
        return f"incomplete: the run was interrupted, {counted(run.totals.outcomes['not-run'], 'case was', 'cases were')} not run"
    return ""


# ---- Groups

class Group:
    """The failures of one cause that have one of these standings. The example comes first."""

    def __init__(self, cause, records):
        self.cause, self.token, self.title = cause, cause["token"], cause["title"]
        self.count = len(records)
        example = next((r for r in records if r["id"] == cause["example"]), None) or min(records, key=_plainness)
        self.example, self.others = example, [r for r in records if r is not example]


def _plainness(r):
    return (r["detail"] or "").count(","), r["size"] or 0, r["id"]


def groups(run, standings):
    """The causes of failures with these standings, worst first."""
    found = ((cause, [r for r in run.by_cause.get(cause["token"], ()) if r["standing"] in standings]) for cause in run.causes)
    return [Group(cause, records) for cause, records in found if records]


def decided(run):
    """Decided questions that most of their cases fail: (id, failed, asked). The implementation may answer otherwise."""
    failed, asked = collections.Counter(), collections.Counter()
    for r in run.records:
        if r["outcome"] not in ("skipped", "not-run"):
            asked.update(r["decided"])
            failed.update(r["decided"] if r["standing"] == "unexpected" else ())
    return [(name, failed[name], asked[name]) for name in sorted(failed) if failed[name] > 1 and 2 * failed[name] >= asked[name]]


def outdated(run):
    """Entries of the list of known failures to take out: (line, id, why)."""
    found = [(r["known-line"] or 0, r["id"], "passes now" if r["outcome"] == "pass" else "is skipped now")
             for r in run.records if r["standing"] == "stale" and r["cause"] is None]
    return found + [(entry["line"], entry["id"], "there is no such case") for entry in run.unmatched]


def by_reason(run):
    """(reason, known failures), the largest first."""
    made = collections.defaultdict(list)
    for r in run.records:
        if r["standing"] == "known":
            made[r["reason"]].append(r)
    return sorted(made.items(), key=lambda item: (-len(item[1]), item[0]))


def reason_title(reason):
    """"AMB-038, B12: counts are not compared" becomes "counts are not compared (AMB-038, B12)"."""
    tokens, words = split_reason(reason)
    return f"{words} ({', '.join(tokens)})" if tokens else reason


# ---- Areas

class Counts:
    """How many of some cases had each outcome and standing. Of the outcome of all that failed, `words`."""

    def __init__(self, records):
        self.outcomes, self.standings = (collections.Counter(r[key] for r in records) for key in ("outcome", "standing"))
        self.count, self.passed = len(records), self.outcomes["pass"]
        self.asked = self.count - sum(self.outcomes[name] for name in UNASKED)
        self.wrong = self.asked - self.passed

    @property
    def words(self):
        return counts({name: self.outcomes[name] * (name in FAILS) for name in OUTCOMES})

    @property
    def parts(self):
        """(look, number) of the bar: passed, known, unexpected or stale, informational."""
        known, shown = self.standings["known"], self.standings["shown"]
        return [("good", self.passed), ("known", known), ("bad", self.wrong - known - shown), ("none", shown)]


def areas(run):
    """Counts by area, sorted; the last is "all"."""
    made = collections.defaultdict(list)
    for r in run.records:
        made[r["area"]].append(r)
    return {**{area: Counts(made[area]) for area in sorted(made)}, "all": Counts(run.records)}


def all_areas(counts):
    """The names of the areas of several runs, sorted; the last is "all"."""
    return [*sorted({name for made in counts for name in made} - {"all"}), "all"]


# ---- Commands

def explain_command(run, args, case):
    """As it can be typed where this program was started."""
    corpus, folders = run.header["corpus"], (args.get("data") or "", args.data_file("..", "corpus", ".."))
    is_usual = os.path.dirname(os.path.realpath(corpus)) in map(os.path.realpath, folders)
    command = shlex.join([args.get("runner") or "sframe-conform", "explain", *([] if is_usual else ["--corpus", corpus]), case])
    return re.sub("[\0-\x1f\x7f]", lambda m: f"'$'\\{ord(m[0]):03o}''", command)


def repeat_command(r, args):
    """The command of a failure the same way: the results have it with the bare name of the program."""
    name, rest = "sframe-conform ", r["command"]
    return shlex.quote(args.get("runner") or "sframe-conform") + " " + rest[len(name):] if rest.startswith(name) else rest


def next_step(run, args):
    """The command that describes the worst failure, or nothing."""
    worst = next((group for name in STANDINGS_BY_WORTH for group in groups(run, (name,))), None)
    return explain_command(run, args, worst.example["id"]) if worst else ""
