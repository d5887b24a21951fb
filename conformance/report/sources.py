# SPDX-License-Identifier: MIT
"""Results from other projects, by a list of sources, and results of another corpus.

A list has blocks of `key: value` lines: name (a-z, 0-9 and hyphens), results (a file beside the list, or an address), licence
(of the results, so that they may be shown), and home (an address; may be missing). A source that cannot be used is named, and costs nothing else.
Who is on the list has the name that stands there, whatever the results say.
"""
import http.client
import os
import re
import signal
import tempfile
import urllib.error
import urllib.parse
import urllib.request

import corpus_index
import files
import results
from escape import line
from results import Fault

MOST_BYTES, MOST_SECONDS, SOCKET_SECONDS, MOST_SOURCES, MOST_LIST = 64 << 20, 60, 10, 200, 1 << 20
KEYS = {"name": r"[a-z0-9][a-z0-9-]{0,39}", "results": r"[!-~]+", "licence": r"[ -~]{1,80}", "home": r"https?://[!#-;=?-~]+"}

# What the index says of a case, and where.
SAID = (("profile", "profile"), ("abi", "abi"), ("order", "order"), ("op", "op"), ("expect", "verdict"), ("level", "level"))


class Source(dict):
    """An entry of the list; `problem` says why it has no run."""
    problem = None


def read_list(path):
    found, now = [], Source()
    for number, line_of in enumerate([*files.read(path, most=MOST_LIST).split("\n"), ""], 1):
        key, colon, value = line_of.partition(": ")
        if line_of.startswith("#"):
            continue
        if line_of and (not colon or key not in KEYS or not re.fullmatch(KEYS[key], value.strip()) or key in now):
            raise Fault(f"{path}:{number}: is not one of {', '.join(KEYS)}, once in an entry, with a value as sframe-conform-site(1) describes it")
        if line_of:
            now[key] = value.strip()
        elif now:
            lost = next((name for name in ("name", "results", "licence") if name not in now), None)
            if lost:
                raise Fault(f"{path}:{number}: the entry above has no `{lost}`")
            found.append(now)
            now = Source()
    if len(found) > MOST_SOURCES:
        raise Fault(f"{path}: has more than {MOST_SOURCES} entries")
    return found


# ---- Getting them

def _opener():
    """Opens http and https only. A redirection may lead to no other kind of address."""
    opener = urllib.request.OpenerDirector()
    for handler in (urllib.request.ProxyHandler, urllib.request.UnknownHandler, urllib.request.HTTPHandler, urllib.request.HTTPSHandler,
                    urllib.request.HTTPDefaultErrorHandler, urllib.request.HTTPRedirectHandler, urllib.request.HTTPErrorProcessor):
        opener.add_handler(handler())
    return opener


def _end(*_):
    raise Fault(f"takes longer than {MOST_SECONDS} seconds")


def _fetch(address, path):
    """Into a file. The whole has a limit, which is an alarm: a server that sends a byte now and then, be it of a header, keeps no
    socket waiting."""
    size = 0
    signal.signal(signal.SIGALRM, _end)
    signal.alarm(MOST_SECONDS)
    try:
        with _opener().open(address, timeout=SOCKET_SECONDS) as answer, open(path, "wb") as f:
            while chunk := answer.read1(1 << 16):
                size += f.write(chunk)
                if size > MOST_BYTES:
                    raise Fault(f"is larger than {MOST_BYTES >> 20} MiB")
    finally:
        signal.alarm(0)


def _load(source, base, folder, schema_path):
    where = source["results"]
    if where.startswith("file://"):
        where = urllib.request.url2pathname(urllib.parse.urlsplit(where).path)
    path = results.find_file(os.path.join(base, where))
    if "://" in where:
        path = os.path.join(folder, "results.jsonl")
        _fetch(where, path)
    elif os.path.isfile(path) and os.path.getsize(path) > MOST_BYTES:
        raise Fault(f"is larger than {MOST_BYTES >> 20} MiB")
    run = results.load(path, schema_path)
    # The path of a fetched file says nothing to anybody.
    run.path, run.source = where, source
    run.header["implementation"] = source["name"]
    return run


def _why(error, *folders):
    """In one line, with names of files as the list has them."""
    text = str(getattr(error, "reason", None) or getattr(error, "strerror", None) or error) or type(error).__name__
    for folder in folders:
        text = text.replace(os.path.join(folder, ""), "") if folder else text
    return line(text)[:300]


# ---- Another corpus

class Reference:
    """The cases that results are about: those of the corpus, if it is a folder here."""

    def __init__(self, corpus):
        self.there = os.path.exists(os.path.join(corpus, "index.tsv"))
        self.rows = {row["id"]: row for row in corpus_index.rows(corpus)} if self.there else {}
        self.sha256 = corpus_index.corpus_hash(corpus) if self.there else None

    def has(self, r, strictly):
        """Is this a case here, with this revision? And is it what the results say, if they are from elsewhere?"""
        row = self.rows.get(r["id"])
        return bool(row and row["rev"] == str(r["rev"]) and (not strictly or all(r[name] == row[column] for name, column in SAID)))

    def fit(self, run):
        """Of results of another corpus, those of cases that are the same here stay, and the sums are theirs."""
        run.num_foreign = 0
        if not self.there:
            return
        if run.header["corpus-sha256"] == self.sha256:
            odd = next((r["id"] for r in run.records if not self.has(r, run.source)), None)
            if odd:
                raise Fault(f"{run.path}: the corpus that it names has no such case {odd}")
            return
        kept = [r for r in run.records if self.has(r, run.source)]
        run.num_foreign, run.is_foreign = len(run.records) - len(kept), True
        run.records, run.by_id, run.totals = kept, {r["id"]: r for r in kept}, results.Totals()
        for r in kept:
            run.totals.add(r)
        run.totals.prove(kept, run.by_id)
        if run.reached:
            # What holds the whole run back holds back each part of it.
            found, is_held = results.reached(run.totals.cells), run.summary["hidden"] or run.summary["left-out"]
            run.reached = "none" if run.trouble else "safe" if is_held and found != "none" else found


def load(args, take=None):
    """(runs, sources that have none): the results files of the command line, and those of its list. `take` gets each run as soon
    as it is read."""
    runs, broken = [], []
    reference, path = Reference(args.corpus()), args.get("sources")

    def add(run):
        reference.fit(run)
        runs.append(run)
        if take:
            take(run)

    for run in args.runs():
        add(run)
    with tempfile.TemporaryDirectory(prefix="sframe-sources.") as folder:
        for source in read_list(path) if path else ():
            try:
                run = _load(source, os.path.dirname(path), folder, args.schema())
                if not reference.there:
                    raise Fault("the corpus is not a folder here, so that nobody can tell which cases these are: unpack it with "
                                "sframe-conform export --archive - | tar -x -C DIR, and name that folder with --corpus")
                add(run)
            except (Fault, OSError, ValueError, http.client.HTTPException) as error:
                source.problem = _why(error, folder, os.path.dirname(path))
                broken.append(source)
    if not runs:
        raise Fault(f"{path}: no source can be used; the first: {broken[0]['name']}: {broken[0].problem}" if broken else f"{path}: has no entry")
    return runs, broken
