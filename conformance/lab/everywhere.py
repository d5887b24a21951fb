# SPDX-License-Identifier: MIT
"""Random functions for every assembler that is found: this system's, and those of the folders of --peers. For
ci/real/random.sh."""
import glob
import json
import os
import subprocess
import sys
import tempfile

import page
import reason_lists
import toolchain
from program import Fault

STATUS_RIGHT, STATUS_WRONG, STATUS_NOTHING = 0, 1, 2


def read_results(path):
    """The record of the run, and those of its causes."""
    with open(path, encoding="utf-8") as f:
        run, *records = map(json.loads, f)
    return run, records


def words(record):
    """A find as the lists have it."""
    return record["kind"] + (":" + record["detail"] if record["detail"] else "") + " " + record["program"]


class Everywhere:
    def __init__(self, given, names):
        here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
        self.given, self.names, self.producers, self.status = given, names, os.path.join(here, "producers"), STATUS_RIGHT
        self.log = given.get("log") or tempfile.mkdtemp(prefix="sframe-lab-")

    def produce(self, name, folder):
        """Its exit status; None if the toolchain is not that of the folder, or of this system."""
        given, results = self.given, os.path.join(self.log, name + ".jsonl")
        command = [given["runner"], "produce", "--toolchain", os.path.join(self.producers, "toolchains", name + ".conf"), "--random",
                   given.get("count") or "20000", "--seed", given.get("seed") or "1", "--results", results + ".new"]
        command += (["--jobs", given["jobs"]] if given.get("jobs") else []) + (["--bin", folder] if folder else [])
        # Otherwise each crash of llvm-mc starts a program that names its functions.
        p = subprocess.run(command, capture_output=True, text=True, env=dict(os.environ, LLVM_DISABLE_SYMBOLIZATION="1"))
        if p.returncode == 4 and p.stderr.rstrip().endswith("--bin"):
            return None
        with open(os.path.join(self.log, name + ".txt"), "w", encoding="utf-8") as f:
            f.write(p.stdout + p.stderr)
        if os.path.exists(results + ".new"):
            os.replace(results + ".new", results)
            self.print_finds(name, *read_results(results))
        else:
            print(f"{name:18} ended with status {p.returncode}\n{p.stderr}")
        return p.returncode

    def print_finds(self, name, run, records):
        count = dict.fromkeys(("known", "stale", "new", "unsure"), 0)
        for record in records:
            count[record["standing"]] += record["count"]
        speed = f", {60 * run['tried'] / run['seconds']:,.0f} a minute" if run["seconds"] else ""
        print(f"{name:18} {run['tried']} functions{speed}, {run['wrong']} wrong, {run['left_out']} left out"
              f"{'' if run['complete'] else ', not complete'}; finds of known causes: {count['known']}, new: {count['new']}, "
              f"unsure: {count['unsure']}")
        for record in records:
            if record["standing"] != "known":
                print(f"  {record['standing']} {record['count']} {words(record)}\n    {record.get('reason') or record['command']}")

    def all(self):
        tried = 0
        folders = [None, *sorted(glob.glob(os.path.join(self.given.get("peers") or "peers", "*", "bin")))]
        for name in toolchain.names(self.producers):
            if (self.names and name not in self.names) or not toolchain.read(name, self.producers).known_random:
                continue
            status = next((s for s in (self.produce(name, folder) for folder in folders) if s is not None), None)
            if status is None:
                print(f"{name:18} not installed")
                continue
            tried += 1
            self.status = STATUS_WRONG if status else self.status
            sys.stdout.flush()
        return self.status if tried else STATUS_NOTHING

    def causes(self, name):
        """The record of the run, and [(finds, cause, smallest program)], with the reasons of the list as it is now."""
        known = {entry: reason for _, entry, reason in reason_lists.read(os.path.join(self.producers, "known", name + ".random"))}
        run, records = read_results(os.path.join(self.log, name + ".jsonl"))
        run.update(known=0, new=0)
        causes = {}
        for record in records:
            is_known, shown = record["standing"] in ("known", "stale"), words(record)
            reason = record.get("reason") or known.get(shown) or f"{record['standing']}: {record['kind']}"
            run["known" if is_known else "new"] += record["count"]
            cause = causes.setdefault(reason, [0, shown])
            cause[0] += record["count"]
            cause[1] = min(cause[1], shown, key=len)
        return run, sorted(((count, reason, shown) for reason, (count, shown) in causes.items()), key=lambda c: (-c[0], c[1]))

    def write_page(self, path):
        names = sorted(n.removesuffix(".jsonl") for n in os.listdir(self.log) if n.endswith(".jsonl"))
        if not names:
            raise Fault(f"{self.log}: no results")
        page.write(path, "random.md", runs={name: self.causes(name) for name in names})


def main(given, names):
    e = Everywhere(given, names)
    status = STATUS_RIGHT if given.get("count") == "0" else e.all()
    if given.get("page"):
        e.write_page(given["page"])
    return status
