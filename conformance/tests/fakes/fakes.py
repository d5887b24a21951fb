# SPDX-License-Identifier: MIT
"""Runs the fake adapters and compares the runner's results with pinned.txt. Prints TAP.

    fakes.py CONFORM FAKE_ADAPTER FAKE_OBJECT CORPUS PINNED           test
    fakes.py CONFORM FAKE_ADAPTER FAKE_OBJECT CORPUS PINNED --write   write the seen outcomes into PINNED
    fakes.py CONFORM FAKE_ADAPTER FAKE_OBJECT CORPUS PINNED --sanitized   for a build with sanitizers

With --sanitized the modes that have a `memory-mib` are left out: a sanitizer needs more address
space than any limit leaves it. So are those with `cpu-seconds`, which use up that time: runner.py has
such a limit with a sanitizer, too. And so is `floods-stderr`, which takes all processors for a
second: what it writes is read and dropped as that of `junk-stderr`. The others run without a memory
limit, and without the sanitizer's own signal handlers, so that a crash stays a crash.

PINNED has a line `[MODE] STATUS OPTION...` for each fake, then `ID OUTCOME[ DETAIL]` lines: the
cases to ask, and the exact outcome of each; of `last-words` also what a crash said. A mode without cases must end with its status before
the first case. `object-MODE` is a mode of the shared object. `[check MODE] STATUS` is about
`check-adapter`; its lines are the checks that fail.
"""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from common import no_report, ok, plan, read, results_of, run as start, write as put
from corpus_part import copy_corpus


SANITIZED = sys.argv[6:] == ["--sanitized"]
# The fakes crash and leak on purpose.
OPTIONS = "handle_segv=0:handle_sigbus=0:handle_abort=0:handle_sigfpe=0:handle_sigill=0:detect_leaks=0:allocator_may_return_null=1"


def read_pinned(path):
    fakes = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            line = line.rstrip("\n")
            if line.startswith("["):
                mode, rest = line[1:].split("]", 1)
                words = rest.split()
                fakes.append({"mode": mode, "status": int(words[0]), "options": words[1:], "cases": {}})
            elif line and not line.startswith("#"):
                case, outcome = line.split(" ", 1)
                fakes[-1]["cases"][case] = outcome
    return fakes


def conf_of(adapter, shared, mode, options, folder, name=""):
    """The adapter file of a fake; what it marks is beside it."""
    conf = os.path.join(folder, f"{name}{mode}.conf")
    of = f"rung: in-process\nobject: {shared}\nenv: FAKE_MODE={mode[7:]}\n" if mode.startswith("object-") else f"rung: framed\ncommand: {adapter} {mode} {conf}.mark\n"
    sanitized = f"memory-mib: 0\nenv: ASAN_OPTIONS={OPTIONS}\n" if SANITIZED else ""
    return put(conf, "name: fake\n" + of + sanitized + "".join(o.replace(":", ": ") + "\n" for o in options if ":" in o))


def check_adapter(conform, adapter, fake, folder):
    """The exit status, the checks that fail, and the output."""
    conf = conf_of(adapter, "", fake["mode"].split()[1], (), folder, "check-")
    done = start(conform, "check-adapter", "--adapter", conf, stderr=subprocess.STDOUT)
    failed = {line[6:].split(": ", 1)[0].replace(" ", "-"): "fails" for line in done.stdout.splitlines() if line.startswith("FAIL  ")}
    return done.returncode, failed, done.stdout


def run(conform, adapter, shared, corpus, fake, folder):
    """The exit status, the outcome of each case, and the output."""
    mode = fake["mode"]
    if mode.startswith("check "):
        return check_adapter(conform, adapter, fake, folder)
    conf, report = conf_of(adapter, shared, mode, fake["options"], folder), os.path.join(folder, mode)
    command = [conform, "run", "--corpus", corpus, "--adapter", conf, "--report", report, "--seed", "0", "-j", "1", "--level", "strict"]
    # What the runner inherits does not reach the adapter.
    with open(conf, encoding="utf-8") as inherited:
        done = start(*command, *(o for o in fake["options"] if ":" not in o), *fake["cases"], env=no_report(), pass_fds=(inherited.fileno(),))
    outcomes = {}
    for record in results_of(report) if os.path.exists(os.path.join(report, "results.jsonl")) else ():
        if record["type"] == "case":
            outcomes[record["id"]] = record["outcome"] + (" " + record["detail"] if record["detail"] else "")
            if mode == "last-words" and record["outcome"] == "crash":
                outcomes[record["id"]] += ": " + (record.get("message") or "nothing")
    if mode == "leaves-group":
        if os.path.exists("/proc/" + read(conf + ".mark").strip()):
            outcomes["its process is left"] = "fails"
        if (f"\ndid not exit cleanly: left a process running outside of its process group: {os.path.basename(adapter)[:15]}\n"
                not in done.stdout or ": did not exit cleanly\n  asked " not in done.stdout):
            outcomes["the report says so"] = "fails"
    return done.returncode, outcomes, done.stdout + done.stderr


def write(path, fakes, seen):
    with open(path, encoding="utf-8") as file:
        comments = [line for line in file if line.startswith("#")]
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(comments)
        for fake in fakes:
            status, outcomes, _ = seen[fake["mode"]]
            file.write("\n" + " ".join([f"[{fake['mode']}]", str(status)] + fake["options"]) + "\n")
            checks = outcomes if fake["mode"].startswith("check ") else None
            for case in checks or fake["cases"]:
                file.write(f"{case} {outcomes.get(case, 'none')}\n")


def check(fake, seen):
    """The differences from what is pinned, as lines."""
    status, outcomes, text = seen
    wrong = []
    if status != fake["status"]:
        wrong.append(f"exit status {status}, expected {fake['status']}")
    for case, expected in fake["cases"].items():
        if outcomes.get(case) != expected:
            wrong.append(f"{case}: {outcomes.get(case)}, expected {expected}")
    if set(outcomes) != set(fake["cases"]):
        wrong.append(f"{len(outcomes)} outcomes for {len(fake['cases'])} cases")
    failing = [o for o in fake["cases"].values() if o not in ("pass", "skipped", "not-run")]
    if (fake["status"] == (3 if fake["mode"].startswith("check ") else 1)) != (len(failing) > 0):
        wrong.append("pinned.txt is wrong: this exit status does not fit its lines")
    return wrong + (text.splitlines() if wrong else [])


def main():
    conform, adapter, shared, corpus, pinned = [os.path.abspath(path) for path in sys.argv[1:6]]
    fakes = read_pinned(pinned)
    left_out = [fake["mode"] for fake in fakes if SANITIZED and (
        fake["mode"] == "floods-stderr" or any(o.startswith(("memory-mib:", "cpu-seconds:")) for o in fake["options"]))]
    fakes = [fake for fake in fakes if fake["mode"] not in left_out]
    if not os.path.exists("/proc/thread-self/children"):
        print("# left out, because the kernel lists no children: leaves-group leaves-zombies")
        fakes = [fake for fake in fakes if fake["mode"] not in ("leaves-group", "leaves-zombies")]
    if left_out:
        print("# left out under a sanitizer, with a limit of memory, or for their time:", " ".join(left_out))
    with tempfile.TemporaryDirectory() as folder:
        ids = [case for fake in fakes for case in fake["cases"] if not fake["mode"].startswith("check ")]
        small = os.path.join(folder, "corpus")
        copy_corpus(corpus, ids, small)
        seen = {fake["mode"]: run(conform, adapter, shared, small, fake, folder) for fake in fakes}
    if sys.argv[6:] == ["--write"]:
        write(pinned, fakes, seen)
        return
    assert fakes
    for fake in fakes:
        wrong = check(fake, seen[fake["mode"]])
        caught = sum(outcome != "pass" for outcome in fake["cases"].values())
        ok(not wrong, f"{fake['mode']}: caught by {caught} of {len(fake['cases'])}", "\n".join(wrong))
    plan()


main()
