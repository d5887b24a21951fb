# SPDX-License-Identifier: MIT
"""The producer cases (`cases`), or random functions (`random`), for every toolchain that is found: this system's, and those of
the folders of --peers. For ci/real/producers.sh and random.sh."""
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


def read_results(path):
    """The record of the run, and those of its causes."""
    run, *records = map(json.loads, pathlib.Path(path).read_text("utf-8").splitlines())
    return run, records


class Everywhere:
    def __init__(self, given, names):
        self.given, self.names, self.producers = given, names, toolchain.PRODUCERS
        self.log = given.get("log") or tempfile.mkdtemp(prefix="sframe-lab-")
        os.makedirs(self.log, exist_ok=True)

    def options(self, t, folder):
        """Those of `sframe-conform produce`."""
        return {"runner": self.given["runner"], "data": self.producers, "toolchain": t.path, "bin": folder}

    def cases(self, t, folder):
        """Its exit status. A list that is written anew excuses failures, but not a run that was not completed."""
        print(f"{t.name}:", flush=True)
        more = {"write-known": t.known, "force": True} if self.given.get("write") else {}
        status = produce.main({**self.options(t, folder), "cases": self.producers, **more}, [])
        return STATUS_WRONG if status > 2 or (status and not more) else STATUS_RIGHT

    def random(self, t, folder):
        """Its exit status. What it prints is in the log; here is what is not known."""
        more = {"random": self.given.get("count") or "20000", "seed": self.given.get("seed"), "jobs": self.given.get("jobs"),
                "results": os.path.join(self.log, t.name + ".jsonl")}
        try:
            o = produce.Options({**self.options(t, folder), **more}, [])
            with open(os.path.join(self.log, t.name + ".txt"), "w", encoding="utf-8") as f, contextlib.redirect_stdout(f):
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

    def all(self, each, is_wanted):
        statuses = []
        for name in toolchain.names(self.producers):
            if (self.names and name not in self.names) or not is_wanted(toolchain.read(name, self.producers)):
                continue
            found = toolchain.find(name, self.producers, self.given.get("peers"))
            if not found:
                print(f"{name:18} not installed")
                continue
            statuses.append(each(*found))
        return max(map(bool, statuses)) if statuses else STATUS_NOTHING

    def causes(self, name, paths):
        """The sums of all runs of a toolchain, and [(finds, cause, smallest program)], with the reasons of the list as it is now."""
        sums, found = {"seeds": [], **dict.fromkeys(("tried", "wrong", "left_out", "known", "new"), 0)}, {}
        for run, records in map(read_results, paths):
            target = TARGETS[run["abi"]]
            known = read_known(os.path.join(self.producers, "known", name + ".random"), target)
            sums["seeds"].append(run["seed"])
            for key in ("tried", "wrong", "left_out"):
                sums[key] += run[key]
            for record in records:
                find = Find(record["kind"], record["detail"] or "", read_program(record["program"]))
                entry, shown = known_of(known, find, target), find.words()
                if len(shown) > MOST_SHOWN:
                    shown = f"{find.what()} {len(find.bodies)} functions"
                sums["known" if entry else "new"] += record["count"]
                cause = found.setdefault(entry.reason if entry else f"{record['standing']}: {record['kind']}", [0, shown])
                cause[0] += record["count"]
                cause[1] = min(cause[1], shown, key=len)
        return sums, sorted(((count, reason, shown) for reason, (count, shown) in found.items()), key=lambda c: (-c[0], c[1]))

    def write_page(self, path):
        """About all results in the folder and in its folders, such as runs with other seeds."""
        by_name = {}
        for found in sorted(pathlib.Path(self.log).rglob("*.jsonl")):
            by_name.setdefault(found.stem, []).append(found)
        if not by_name:
            raise Fault(f"{self.log}: no results")
        page.write(path, "random.md", runs={name: self.causes(name, paths) for name, paths in sorted(by_name.items())})


def main(given, names):
    e = Everywhere(given, names)
    if given["command"] == "cases":
        return e.all(e.cases, lambda t: True)
    status = STATUS_RIGHT if given.get("count") == "0" else e.all(e.random, lambda t: t.known_random)
    if given.get("page"):
        e.write_page(given["page"])
    return int(status)
