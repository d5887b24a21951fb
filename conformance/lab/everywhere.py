# SPDX-License-Identifier: MIT
"""The producer cases (`cases`), or random functions (`random`), for every toolchain that is found: this system's, and those of
the folders of --peers. For ci/real/producers.sh and random.sh."""
import collections
import contextlib
import json
import os
import pathlib
import tempfile

import page
import produce
import toolchain
from causes import Find, known_of, read_known
from program import TARGETS, Fault, read_program

STATUS_RIGHT, STATUS_WRONG, STATUS_NOTHING = 0, 1, 2
# A program on the page; a longer one is not.
MOST_SHOWN = 2000


def options(given, t, folder, **more):
    """Those of `sframe-conform produce`."""
    return {"runner": given["runner"], "data": toolchain.PRODUCERS, "toolchain": t.path, "bin": folder, **more}


def run_cases(given, t, folder):
    """Its exit status. A list that is written anew excuses failures, but not a run that was not completed."""
    print(f"{t.name}:", flush=True)
    more = {"write-known": t.known, "force": True} if given.get("write") else {}
    status = produce.main(options(given, t, folder, cases=toolchain.PRODUCERS, **more), [])
    return STATUS_WRONG if status > 2 or (status and not more) else STATUS_RIGHT


def run_random(given, t, folder, log):
    """Its exit status. What it prints is in the log; here is what is not known."""
    more = {"random": given.get("count") or "20000", "seed": given.get("seed"), "jobs": given.get("jobs"),
            "results": os.path.join(log, t.name + ".jsonl")}
    try:
        o = produce.Options(options(given, t, folder, **more), [])
        with open(os.path.join(log, t.name + ".txt"), "w", encoding="utf-8") as f, contextlib.redirect_stdout(f):
            h, fault = produce.run_random(o)
    except Fault as error:
        h, fault = None, error
    if h:
        print(f"{t.name:18} {h.summary()}, {60 * h.tried / (h.seconds or 1):,.0f} functions a minute")
        h.print_finds("stale", "new", "unsure")
    if fault:
        print(f"{t.name:18} ended: {fault}")
    elif h.stopped:
        raise KeyboardInterrupt
    return STATUS_WRONG if fault else h.status()


# ---- The page

def causes(name, paths):
    """The sums of all runs of a toolchain, and [(finds, cause, smallest program)], with the reasons of the list as it is now, or
    as it was when the program ran."""
    sums, seeds, found = collections.Counter(known=0, new=0), [], {}
    for path in paths:
        run, *records = map(json.loads, path.read_text("utf-8").splitlines())
        target = TARGETS[run["abi"]]
        known = read_known(toolchain.read(name, toolchain.PRODUCERS).known_random, target)
        seeds.append(run["seed"])
        sums.update({key: run[key] for key in ("tried", "wrong", "left_out")})
        for record in records:
            find = Find(record["kind"], record["detail"] or "", read_program(record["program"]))
            entry, shown = known_of(known, find, target), find.words()
            reason = entry.reason if entry else record.get("reason")
            if len(shown) > MOST_SHOWN:
                shown = f"{find.what()} {len(find.bodies)} functions"
            sums["known" if reason else "new"] += record["count"]
            cause = found.setdefault(reason or f"{record['standing']}: {record['kind']}", [0, shown])
            cause[0] += record["count"]
            cause[1] = min(cause[1], shown, key=len)
    return {**sums, "seeds": seeds}, sorted(((count, reason, shown) for reason, (count, shown) in found.items()), key=lambda c: (-c[0], c[1]))


def write_page(path, log):
    """About all results in the folder and in its folders, such as runs with other seeds."""
    by_name = {}
    for found in sorted(pathlib.Path(log).rglob("*.jsonl")):
        by_name.setdefault(found.stem, []).append(found)
    if not by_name:
        raise Fault(f"{log}: no results")
    page.write(path, "random.md", runs={name: causes(name, paths) for name, paths in sorted(by_name.items())})


def main(given, names):
    if given["command"] == "cases":
        statuses = [run_cases(given, *found) for found in toolchain.installed(given)]
        return max(statuses, default=STATUS_NOTHING)
    with contextlib.nullcontext(given["log"]) if given.get("log") else tempfile.TemporaryDirectory(prefix="sframe-lab-") as log:
        return run_all(given, names, log)


def run_all(given, names, log):
    """Random functions, and their page."""
    status = STATUS_RIGHT
    os.makedirs(log, exist_ok=True)
    if given.get("count") != "0":
        statuses = [run_random(given, *found, log) for found in toolchain.installed(given, lambda t: t.known_random, names)]
        status = max(map(bool, statuses), default=STATUS_NOTHING)
    if given.get("page"):
        write_page(given["page"], log)
    return int(status)
