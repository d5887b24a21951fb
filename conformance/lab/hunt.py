# SPDX-License-Identifier: MIT
"""A run of random functions: batch after batch on all processors, then each new cause once more."""
import concurrent.futures.process
import json
import multiprocessing
import os
import pathlib
import signal
import sys
import time

import steps
from batch import Batch
from causes import Causes, Find, known_of, read_known
from expect import must_state
from program import TARGETS, Body, Fault, Statement, assembly, program_line, size_of
from trial import OF_FILE, Trial

BATCH, MOST = 4000, 1 << 40
STATUS_RIGHT, STATUS_WRONG, STATUS_STALE, STATUS_ERROR, STATUS_NOTHING, STATUS_UNSURE = 0, 1, 2, 4, 5, 7


def begin_work(*mine):
    """In a process of its own. Told to end, it ends its tool and removes its files."""
    def end(*_):
        for p in steps.running:
            steps.kill(p)
        work.trial.close()
        os._exit(1)

    make_trial, *work.more = mine
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    work.trial = make_trial()
    signal.signal(signal.SIGTERM, end)


def work(bounds):
    """A batch: its causes, and how many were wrong, left out, and runs of the assembler."""
    calls = work.trial.calls
    b = Batch(work.trial, *work.more, *bounds).run()
    return b.causes.all, b.wrong, b.left_out, work.trial.calls - calls


class Hunt:
    """A run by the options of produce. `again`: the command that repeats it, without its numbers. `new`: (standing, find,
    count) of the causes that are not known, at the end."""

    def __init__(self, o):
        self.target, self.again, self.count = TARGETS[o.abi], o.again(), o.number("random", 1, MOST, None)
        self.seed, self.start = o.number("seed", 0, (1 << 64) - 1, 1), o.number("from", 0, MOST, 0)
        self.jobs = o.number("jobs", 1, 64, min(os.cpu_count() or 1, 64))
        self.make_trial = lambda: Trial(self.target, o.tools["as"], o.path, o.runner)
        self.known = read_known(o.known, self.target) if o.known else []
        self.causes, self.new, self.tried, self.wrong, self.left_out, self.calls = Causes(self.target), [], 0, 0, 0, 0
        self.profile, self.stopped, self.next, self.seconds, self.is_plain_right = None, False, self.start, 0, False

    def bounds(self, number):
        start = self.start + number * BATCH
        return start, min(BATCH, self.start + self.count - start)

    # ---- Before the run

    def begin(self, trial):
        """Is a plain function right? Which known causes no longer show themselves?"""
        plain = Body((), (Statement("nop"), Statement("def_cfa_offset", n=self.target.entry + 16), Statement("nop")))
        verdict, = trial.all([plain])
        for kind, detail in verdict.kinds.items():
            find = Find(kind, detail, [plain], self.start)
            # Each command begins with this function.
            find.confirmed = find.is_shown(trial)
            self.causes.add(find)
        self.profile = trial.profile
        self.is_plain_right = not verdict.kinds

    def check_known(self, trial):
        """Those that crash need a file each; the others are tried together first."""
        together = [k for k in self.known if len(k.find.bodies) == 1 and k.find.kind not in OF_FILE]
        verdicts = trial.all([k.find.bodies[0] for k in together])
        shown = {id(k) for k, v in zip(together, verdicts) if k.find.is_shown_by(v)}
        for k in self.known:
            k.is_stale = id(k) not in shown and not k.find.is_shown(trial)

    # ---- The run

    def run_batches(self):
        numbers, done, began = range((self.count + BATCH - 1) // BATCH), set(), time.monotonic()
        pool = concurrent.futures.ProcessPoolExecutor(min(self.jobs, len(numbers)), multiprocessing.get_context("fork"), begin_work,
                                                      (self.make_trial, self.known, self.seed))
        try:
            todo = {pool.submit(work, self.bounds(n)): n for n in numbers}
            for future in concurrent.futures.as_completed(todo):
                self.take(future.result(), todo[future])
                done.add(todo[future])
                if sys.stderr.isatty():
                    print(f"\r{self.tried} of {self.count} functions, {int(time.monotonic() - began)} s", end="", file=sys.stderr)
        except concurrent.futures.process.BrokenProcessPool:
            raise Fault("a process of this run died") from None
        except KeyboardInterrupt:
            self.stopped = True
        finally:
            for process in multiprocessing.active_children():
                process.terminate()
            pool.shutdown(cancel_futures=True)
        if sys.stderr.isatty():
            print(file=sys.stderr)
        first = next((n for n in numbers if n not in done), None)
        self.next = self.start + self.count if first is None else self.bounds(first)[0]
        self.seconds = time.monotonic() - began

    def take(self, result, number):
        causes, wrong, left_out, calls = result
        self.tried += self.bounds(number)[1]
        self.wrong, self.left_out, self.calls = self.wrong + wrong, self.left_out + left_out, self.calls + calls
        for find, count in causes.values():
            self.causes.add(find, count)

    # ---- After the run

    def batch_of(self, find):
        """The functions that its command tries."""
        return (find.index, 1) if len(find.bodies) == 1 else self.bounds((find.index - self.start) // BATCH)

    def confirm(self, trial, find):
        """A cause is new if the command that is printed for it shows it, in a file of its own, and it is still not known.
        The find becomes the one that it shows."""
        bounds = self.bounds((find.index - self.start) // BATCH)
        if not self.shows_again(trial, find) and len(find.bodies) == 1 and Batch(trial, self.known, self.seed, *bounds).find_others(find):
            # It needs other functions of its batch.
            self.shows_again(trial, find)

    def shows_again(self, trial, find):
        batch, alone = Batch(trial, self.known, self.seed, *self.batch_of(find)).run(), len(find.bodies) == 1
        for again, _ in batch.causes.items():
            # Alone it may come down to a known cause: beside others, their directives may show what its own do not.
            if again.is_like(find) and (len(again.bodies) == 1) == alone and again.is_shown(trial) \
                    and (alone or not known_of(self.known, again, self.target)):
                find.bodies, find.index, find.confirmed = again.bodies, again.index, True
                return True
        return any(again.is_like(find) for again, _ in batch.causes.items())

    def confirm_all(self, trial):
        found, self.causes = self.causes.items(), Causes(self.target)
        for find, count in found:
            try:
                if not self.stopped and not known_of(self.known, find, self.target):
                    self.confirm(trial, find)
            except KeyboardInterrupt:
                self.stopped = True
            self.causes.add(find, count)

    def run(self):
        trial = self.make_trial()
        try:
            self.begin(trial)
            if self.is_plain_right:
                self.check_known(trial)
                self.run_batches()
                if not self.stopped:
                    self.confirm_all(trial)
        except KeyboardInterrupt:
            self.stopped = True
        finally:
            self.calls += trial.calls
            self.profile = self.profile or trial.profile
            trial.close()
        for find, count in self.causes.items():
            known = known_of(self.known, find, self.target)
            if known:
                known.count += count
            else:
                self.new.append(("new" if find.confirmed else "unsure", find, count))

    # ---- What it found

    def command(self, start, count):
        return f"{self.again} --random {count} --from {start} --seed {self.seed}"

    def found(self):
        """(standing, find, count, its reason or its command) of each cause, the known ones first."""
        known = [("stale" if k.is_stale else "known", k.find, k.count, k.reason) for k in self.known]
        return known + [(standing, find, count, self.command(*self.batch_of(find))) for standing, find, count in self.new]

    def print_finds(self, *standings):
        before = {"stale": "no longer fails so: ",
                  "unsure": "interrupted before it was tried again: " if self.stopped else "seen once, but not by: "}
        for standing, find, count, why in self.found():
            if standing in standings:
                word = standing if standing == "known" else standing.upper()
                print(f"{word:6} {count:7} {find.words()}\n               {before.get(standing, '')}{why}")
        if not self.is_plain_right and not self.stopped:
            print("a plain function is not right: no random one was tried")

    def summary(self):
        known = [k.count for k in self.known if k.count]
        new, unsure = ([count for s, _, count in self.new if s == standing] for standing in ("new", "unsure"))
        return (f"{self.tried} functions (seed {self.seed}, {self.target.abi}, {self.profile or 'no SFrame data'}): "
                f"{self.tried - self.wrong - self.left_out} right, {self.wrong} wrong, {self.left_out} left out; "
                f"finds: {sum(known)} of {len(known)} known causes, {sum(new)} of {len(new)} new causes, "
                f"{sum(unsure)} unsure; the assembler ran {self.calls} times")

    def records(self):
        yield {"type": "run", "format": 1, "seed": self.seed, "from": self.start, "tried": self.tried, "wrong": self.wrong,
               "left_out": self.left_out, "complete": self.tried == self.count and not self.stopped, "abi": self.target.abi,
               "profile": self.profile, "seconds": round(self.seconds, 1)}
        for standing, find, count, why in self.found():
            yield {"type": "cause", "count": count, "standing": standing, "kind": find.kind, "detail": find.detail or None,
                   "program": program_line(find.bodies), "reason" if standing in ("known", "stale") else "command": why}

    def case(self, standing, find):
        """A producer case: its functions, and what is allowed. What may be stated must be."""
        target = self.target
        plain = Body((), (Statement("nop"),))
        bodies = find.bodies if any(size_of(b, target) for b in find.bodies) else (*find.bodies, plain)
        words = [f"#: function f{i} {'equal' if must_state(b, target, self.profile) else 'equal|weaker|absent|any'}\n"
                 for i, b in enumerate(bodies) if size_of(b, target)]
        unsure = "unsure, not seen by: " if standing == "unsure" else ""
        return f"# SPDX-License-Identifier: MIT\n#: abi {target.abi}\n#: about random: {find.key(target)}\n{''.join(words)}" \
               f"# {unsure}{self.command(*self.batch_of(find))}\n" + "".join(assembly(b, target, i) for i, b in enumerate(bodies))

    def status(self):
        standings = {standing for standing, _, _ in self.new}
        if "new" in standings:
            return STATUS_WRONG
        if any(k.is_stale for k in self.known):
            return STATUS_STALE
        return STATUS_UNSURE if standings else STATUS_RIGHT if self.tried else STATUS_NOTHING

    def results_text(self):
        return "".join(json.dumps(record, separators=(",", ":")) + "\n" for record in self.records())

    def keep_cases(self, folder):
        for number, (standing, find, _) in enumerate(self.new, 1):
            pathlib.Path(folder, f"random-{number:03}.s").write_text(self.case(standing, find), "utf-8")
