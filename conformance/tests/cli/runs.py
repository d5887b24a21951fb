# SPDX-License-Identifier: MIT
"""Runs that end badly and wrong command lines: messages, results that are kept, and exit statuses. Prints TAP.

    runs.py CONFORM REF REF_FRAMED CORPUS yes|no    can CONFORM read results files?
"""
import calendar
import fcntl
import glob
import hashlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

from common import USAGE, end_of, ended, no_report, ok, on_terminal, read, read_bytes, reference_config, results_of, run, run_in_folder, skip, write
from corpus_part import copy_corpus
from junit_file import suites_of

CONFORM, REF, FRAMED, CORPUS = [os.path.abspath(path) for path in sys.argv[1:5]]
READS = sys.argv[5] == "yes"
AREA = "v1/amd64-little/fre-info/"


def conform(*args, **more):
    if args[:1] == ("run",) and "--write-known" not in args:
        more.setdefault("env", no_report())
    return run(CONFORM, *args, **more)


def make_framed(folder, name, script):
    """An adapter that is a shell script around the framed reference."""
    program = write(os.path.join(folder, name + ".sh"), f"#!/bin/sh\n{script}\n", 0o755)
    return write(os.path.join(folder, name + ".conf"), f"name: {name}\nrung: framed\ncommand: {program}\nmemory-mib: 0\nenv: ASAN_OPTIONS=detect_leaks=0\n")


def make_slow(folder, name, script):
    """A command that does something before each answer. The runner's own two questions are answered at once."""
    program = write(os.path.join(folder, name + ".sh"), f"#!/bin/sh\n{script}\nexec {REF} \"$@\"\n", 0o755)
    return write(os.path.join(folder, name + ".conf"), reference_config(name, REF, program + " dump --raw"))


# ---- The end of an adapter

def check_end(folder, corpus):
    ends = [
        ("fine", f"exec {FRAMED}", 0, None, None),
        ("fails", f"{FRAMED}; exit 23", 6, "exit", "exit-23"),
        ("leaks", f"{FRAMED}; echo '==1==ERROR: LeakSanitizer: detected memory leaks' >&2; exit 23", 6, "exit",
         "exit-23: ERROR: LeakSanitizer: detected memory leaks"),
        ("aborts", f"{FRAMED}; kill -ABRT $$", 6, "exit", "SIGABRT"),
        ("stays", f"{FRAMED}; exec sleep 60", 6, "hang", "did not end after `bye`"),
    ]
    for name, script, status, kind, says in ends:
        conf, out = make_framed(folder, name, script), os.path.join(folder, "out-" + name)
        p = conform("run", "--corpus", corpus, "--adapter", conf, "-j", "1", "--report", out, AREA + "*")
        lines = results_of(out)
        ok(p.returncode == status, f"{name} at its end: exit status {status}", p.stdout + p.stderr)
        ok(lines[-1]["status"] == status and lines[-1].get("trouble") == (says and [{"kind": kind, "text": says}]), "the results say so", lines[-1])
        ok(all(line["outcome"] == "pass" for line in lines[1:-1]) and len(lines) > 5, "it is no case's fault")
        if not says:
            continue
        ok(f"did not exit cleanly: {says}" in p.stdout and ": did not exit cleanly asked " in end_of(p.stdout), "and is printed", p.stdout)
        p = conform("run", "--corpus", corpus, "--adapter", conf, "-j", "1", "--tap", AREA + "*")
        # A harness takes another status for an error of the program, and shows stderr.
        ok(p.returncode == 0 and "# " in p.stderr and f": did not exit cleanly\n" in p.stderr and f"\nnot ok {len(lines) - 1} - the implementation exits cleanly\n# {says}" in
           p.stdout, "and a failure in TAP", p.stdout)
    # With a process of its own, each case has its own end.
    p = conform("run", "--corpus", corpus, "--adapter", os.path.join(folder, "fails.conf"), "--isolate", AREA + "base-register")
    ok(p.returncode == 1 and "crash late" in p.stdout and "output:    exit-23\n" in p.stdout and "exit cleanly" not in p.stdout,
       "--isolate: it is the case's fault", p.stdout)
    # What is still there after the run is ended, and reported beside a bad end.
    if os.path.exists("/proc/thread-self/children") and shutil.which("setsid"):
        left = os.path.join(folder, "left.pid")
        # On a busy machine it would start only after the run, unless it is waited for.
        conf, out = make_framed(folder, "leaves", f"setsid sleep 60 </dev/null >/dev/null 2>&1 &\necho $! >{left}\n"
                                'until [ "$(cat /proc/$!/comm)" = sleep ]; do sleep 0.01; done\n'
                                f"{FRAMED}; exit 23"), os.path.join(folder, "out-leaves")
        p = conform("run", "--corpus", corpus, "--adapter", conf, "-j", "1", "--report", out, AREA + "*")
        says = {"exit": "exit-23", "process": "left a process running outside of its process group: sleep"}
        ok(p.returncode == 6 and all(f"\ndid not exit cleanly: {text}\n" in p.stdout for text in says.values()) and ": did not exit cleanly asked " in end_of(p.stdout),
           "all that is no case's fault is printed, also a process in a group of its own", p.stdout + p.stderr)
        ok(results_of(out)[-1].get("trouble")
           == [{"kind": kind, "text": text} for kind, text in says.items()], "and kept in the results")
        ok(not os.path.exists("/proc/" + read(left).strip()), "and that process is ended")
    else:
        skip("a process in a group of its own is ended", "no /proc/thread-self/children, or no setsid")
    # Beside other programs a start takes longer than alone.
    mark = os.path.join(folder, "starts")
    conf = make_framed(folder, "starts-late", f"echo >>{mark}\n[ $(wc -l <{mark}) -lt 3 ] && sleep 0.1 || sleep 5.5\nexec {FRAMED}")
    ended(conform("run", "--corpus", corpus, "--adapter", conf, "-j", "1", AREA + "*"), 0, "a start may take as many times as long as the first one, as an answer")
    lock = os.path.join(folder, "lock")
    conf = make_framed(folder, "alone", f"mkdir {lock} || exit 1; {FRAMED}; rmdir {lock}")
    ended(conform("run", "--corpus", corpus, "--adapter", conf, "-j", "2", AREA + "*"), 3, "one that does not start twice is broken", "its hello: exit-1")
    conf = make_framed(folder, "ends-early", f"echo >>{mark}.2; [ $(wc -l <{mark}.2) = 3 ] || exec {FRAMED}; head -n 4 | {FRAMED}")
    ended(conform("run", "--corpus", corpus, "--adapter", conf, "-j", "1", AREA + "*"), 1, "an end after the hello is blamed on the first case", out="first crash exit-0, then, run again alone, pass")
    # What a case does wrong goes before.
    conf = make_framed(folder, "wrong-too", f"{FRAMED} | sed -u 's/fp=same/fp=none/'; exit 23")
    ended(conform("run", "--corpus", corpus, "--adapter", conf, "-j", "1", AREA + "*"), 1, "a failed case is status 1", out="did not exit cleanly: exit-23")


# ---- Runs that are cut short

def start_slow(folder, corpus, out, *more):
    conf = make_slow(folder, "slow", "sleep 0.1")
    # pylint: disable=consider-using-with
    return subprocess.Popen([CONFORM, "run", "--corpus", corpus, "--adapter", conf, "-j", "1", "--seed", "5", "--report", out,
                             *more, "v1/amd64-little/*"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=no_report())


def wait_lines(path, wanted):
    for _ in range(600):
        if os.path.exists(path) and read(path).count("\n") > wanted:
            return
        time.sleep(0.05)


def check_killed(folder, corpus):
    out = os.path.join(folder, "killed")
    part = os.path.join(out, "results.jsonl.part")
    with start_slow(folder, corpus, out) as p:
        wait_lines(part, 5)
        p.kill()
        p.communicate()
    ids = [json.loads(line).get("id") for line in read(part).split("\n")[1:-1]]
    ok(len(ids) >= 5 and ids != sorted(ids), "results are kept as they come, whatever the order", ids)
    if not READS:
        for words in (["report", out], ["diff", out, out]):
            ended(conform(*words), 4, f"{words[0]} without Jinja2: status 4", "needs Python 3 and Jinja2", out="")
        return
    p = conform("report", out)
    ok(p.returncode == 0 and f"incomplete: {len(ids)} of " in p.stdout and f"left them in {part}; run it again for the rest" in p.stdout,
       "a report on the folder of a killed run says what it is", p.stdout + p.stderr)
    with start_slow(folder, corpus, out) as p:
        done = p.communicate()[0]
    ok(p.returncode == 0 and not os.path.exists(part), "run again, it is whole", done)
    whole = conform("report", out).stdout
    ok("incomplete" not in whole and ": all that was asked passes\n  asked   18 of 28: " in whole, "and so is the report", whole)
    ids = [json.loads(line)["id"] for line in read(os.path.join(out, "results.jsonl")).split("\n")[1:-2]]
    ok(ids == sorted(ids), "and the file is sorted")
    write(part, "\n".join(read(os.path.join(out, "results.jsonl")).split("\n")[:3]) + "\n")
    p = conform("report", out)
    ok("incomplete: 2 of " in p.stdout, "the .part file of a later run is preferred", p.stdout)


def check_interrupted_early(folder, corpus):
    """Before the first answer: the implementation is not broken. Nor is one whose release is asked for."""
    started, script = os.path.join(folder, "started"), f": >{os.path.join(folder, 'started')}; exec sleep 60"
    conf, tools = make_framed(folder, "mute", script), os.path.join(folder, "tools")
    os.mkdir(tools)
    write(os.path.join(tools, "readelf"), f"#!/bin/sh\n{script}\n", 0o755)
    for words in (["run", "--corpus", corpus, "--adapter", conf], ["run", "--adapter", "readelf"], ["check-adapter", "--adapter", conf]):
        with subprocess.Popen([CONFORM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              env={**os.environ, "PATH": tools + ":" + os.environ["PATH"]}) as p:
            wait_lines(started, -1)
            p.send_signal(signal.SIGINT)
            out, err = p.communicate()
        os.unlink(started)
        ok(p.returncode == 130 and "broken" not in err and "not installed" not in err and "fit for" not in out,
           f"interrupted before the first answer: status 130 of {words[0]} {os.path.basename(words[-1])}", out + err)


def check_interrupted(folder, corpus):
    starts = make_framed(folder, "starts", f"sleep 0.1; exec {FRAMED}")
    for more in ((), ("--tap",), ("--isolate", "--adapter", starts)):
        tap, out = "--tap" in more, os.path.join(folder, "interrupted" + "".join(more[:1]))
        with start_slow(folder, corpus, out, *more) as p:
            wait_lines(os.path.join(out, "results.jsonl.part"), 3)
            p.send_signal(signal.SIGINT)
            text = p.communicate()[0]
        lines = results_of(out)
        missing = [line for line in lines if line.get("outcome") == "not-run"]
        summary = lines[-1]
        ok(p.returncode == 130 and summary["status"] == 130 and not summary["complete"], "interrupted: status 130", text)
        ok(missing and all(line["standing"] == "not-run" for line in missing) and summary["standings"]["unexpected"] == 0
           and summary["standings"]["not-run"] == len(missing), "a case that was not run is not a failure", summary)
        if tap:
            ok(text.endswith(f"Bail out! The run was interrupted: {len(missing)} of {len(lines) - 2} cases were not run\n")
               and "not ok" not in text and "\n1.." not in text, "TAP bails out", text)
        else:
            ok(f"\nincomplete: {len(missing)} cases were not run\n" in text and "unexpected failure" not in text
               and ": no verdict, the run was interrupted\n  asked " in text and text.endswith("  level   not known: the results are incomplete\n"), "so it is printed", text)
        if more or not READS:
            continue
        for form in ("markdown", "html"):
            p = conform("report", out, "--format", form)
            ok(p.returncode == 0 and p.stdout, f"and reported on as {form}", p.stderr)
        root, = suites_of(conform("report", out, "--format", "junit").stdout, "interrupted")
        skipped = [s for s in root.iter("skipped") if s.get("message") == "not run: the run was interrupted"]
        ok(len(skipped) == len(missing) and root.get("failures") == "0", "JUnit skips them", root.attrib)
        ok(root.get("errors") == "1" and [e.get("message") for e in root.iter("error")] == ["the results are incomplete"],
           "and has one error, for the whole", root.attrib)


# ---- The known-failure file that is written

def check_write_known(folder, corpus):
    mark, target = os.path.join(folder, "asked"), os.path.join(folder, "known.txt")
    conf = make_slow(folder, "marks", f": >>{mark}")
    cases = [
        ("why\n  v1/x crash\n", [target], f"{target}: exists already; --force replaces it"),
        ("no entry\n", [target, "--force"], f"{target}:1: expected an entry"), (None, [folder, "--force", "--known", "poke"], f"{folder}: is a folder"),
        (None, [os.path.join(folder, "nowhere", "known.txt")], "nowhere: No such file or directory"),
    ]
    for text, words, says in cases:
        if text:
            write(target, text)
        ended(conform("run", "--corpus", corpus, "--adapter", conf, "--write-known", *words, AREA + "*"), 4, says, says)
        ok(not os.path.exists(mark), "before any case runs")
        ok(not text or read(target) == text, "and the file is unchanged")
    os.unlink(target)
    p = conform("run", "--corpus", corpus, "--adapter", conf, "--write-known", target, AREA + "*")
    ok(p.returncode == 0 and os.path.exists(mark) and read(target).startswith("# Known failures"), "a new file is written", p.stderr)
    # The folder goes away meanwhile: the run is over then, and must still be reported.
    gone = os.path.join(folder, "gone")
    os.mkdir(gone)
    conf = make_framed(folder, "gone", f"rm -rf {gone}; exec {FRAMED}")
    ended(conform("run", "--corpus", corpus, "--adapter", conf, "--write-known", os.path.join(gone, "known.txt"), AREA + "*"), 4,
          "a list that cannot be written: the run is reported all the same", "known.txt: cannot be written: No such file", out="  level   ")
    # No file may grow beyond some bytes, as on a full disk: not even the results from which the list is made.
    before = write(target, "why\n  " + AREA + "none crash\n")
    text = read(before)
    conf = make_framed(folder, "full", f"exec {FRAMED}")
    ended(conform("run", "--corpus", corpus, "--adapter", conf, "--write-known", target, "--force", AREA + "*",
          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))), 4, "a full disk: the status is 4", "cannot be written: File too large")
    ok(read(target) == text and not glob.glob(target + ".*"), "the old file stays, without a temporary one")
    # Not even the section of a case: nobody was asked about it.
    conf = make_slow(folder, "unasked", ":")
    for most in (10, 200):
        p = conform("run", "--corpus", corpus, "--adapter", conf, AREA + "*", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)))
        ended(p, 4, f"a section of more than {most} bytes that cannot be written is no answer", ".sframe: cannot be written: File too large", out="")
    for conf in (make_slow(folder, "crowd", "sleep 0.1"), make_framed(folder, "crowd", f"exec {FRAMED}")):
        p = conform("run", "--corpus", corpus, "--adapter", conf, "-j", "16", AREA + "*", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (24, 24)))
        ended(p, 4, "nor is one for which no process could be started", ("crowd.conf: ", "cannot be started: Too many open files"), out="")


# ---- Command lines

def check_options(folder, corpus):
    one, out = AREA + "base-register", os.path.join(folder, "section")
    lines = [
        (["list", "--raw", "x"], "list does not take --raw; it is an option of: show"),
        (["explain", "--adapter", "x", one], "explain does not take --adapter; it is an option of: run, check-adapter"),
        (["run", "--format", "html"], "run does not take --format; it is an option of: report, diff"),
        (["report", "--area", "fde", folder], "report does not take --area; it is an option of: run, list, export"),
        (["report", "--corpus", "x", folder], "--corpus DIR needs --format defects"),
        (["run", "--force"], "--force needs --write-known FILE"), (["run", "--write-known", "-"], "--write-known needs a file"),
        (["run", "--skip-missing"], "--skip-missing needs --tap"),
        (["show", "--elf", "-", "--raw", "-", one], "cannot both go to standard output"),
        (["run", "--corpus", corpus, "--area", "no-such"], "--area: there is no area no-such; there are: "),
        (["run", "--profile", "v9"], "--profile takes v1, v2, v2e1, v2e2 or v3"), (["run", "--abi", "amd64", "--abi=s390x"], "take one word, once"),
        (["list", "--no-such=3"], "unknown option --no-such; see sframe-conform list --help"),
        (["list", "--aera", "fde"], "unknown option --aera (did you mean '--area'?); see sframe-conform list --help"),
        (["run", "--a=3"], "ambiguous option --a; see sframe-conform run --help"),
        (["run", "--tap=3"], "--tap takes no value; see sframe-conform run --help"),
        (["run", "--known"], "--known needs FILE; see sframe-conform run --help"),
        (["run", "-j", "0"], "-j takes a number from 1 to 256"),
        (["run", "--seed", "x"], "--seed takes a number"),
        (["run", "--limit-seconds", "0"], "--limit-seconds takes a number from 1 to 3600"),
        (["run", "--clause", "x"], "--clause: the register has no clause 'x'; `sframe-ref clauses` prints them"),
        (["list", "--clause", "all-fre-1"], "--clause: the register has no clause 'all-fre-1' (did you mean 'ALL-FRE-01'?)"),
        (["show"], "name one case id"),
        (["export"], "export needs --json FILE, --c DIR, --kernel DIR, --seeds DIR or --archive FILE"),
        (["report", folder, "--format", "pdf"], "--format takes "),
        (["report"], "name one or more results files, or the folders they are in"),
        (["report", folder, "--format", "defects"], "--format defects writes a folder; name it with -o DIR"),
        (["site", folder], "name a folder to write, and one or more results files or --sources FILE"),
        (["diff", folder], "name two results files: the older one, then the newer one"),
        (["diff", folder, folder, "--format", "html"], "diff: --format takes text, markdown or line"),
        (["check-adapter", "readelf"], "check-adapter takes its adapter file as --adapter FILE: did you mean `--adapter readelf`?"),
        (["help", "judge"], "unknown command 'judge'; see sframe-conform --help"),
        (["help", "run", "list"], "help takes the name of one command"),
        (["hlep"], "unknown command 'hlep' (did you mean 'help'?); see sframe-conform --help"),
        (["--tap", "run"], "the first word is a command, not the option '--tap'; see sframe-conform --help"),
        ([], "usage: sframe-conform COMMAND"),
        (["list", "--abi", "x86"], "--abi takes aarch64, amd64 or s390x"),
    ]
    for words, says in lines:
        ended(conform(*words), USAGE, f"{' '.join(words[:2])}: {says[:60]}", says, out="")
    for option, kind in (("--adapter", "adapter"), ("--known", "known-failure file")):
        p = conform("run", option, "no-such")
        ended(p, 4, f"a file that is not there: {option}", (f"this program has no {kind} of that name; it has: ", " libsframe-2.40, "))
        ok(bool(re.search(r"; and for the installed release: .*\blibsframe, libsframe-encoder, .*\breadelf\n", p.stderr)) == (kind == "adapter"),
           "names without a release are named too, where they are taken", p.stderr)
    for name in ("run", "check-adapter"):
        ended(conform(name, env={**os.environ, "TMPDIR": os.path.join(folder, "no-such")}), 4, f"{name} without TMPDIR", "cannot make a folder: No such file", out="")
    p = conform("--help")
    names = [line.split()[0] for line in p.stdout.split("commands:\n")[1].split("\n\n")[0].splitlines()]
    ok(p.returncode == 0 and names[0] == "run" and len(names) == 14, "--help lists the commands", p.stdout)
    ok(conform("help").stdout == p.stdout, "so does `help`")
    for name in names:
        p = conform(name, "--help")
        ok(conform("help", name).stdout == p.stdout, f"help {name}")
        ok(p.returncode == 0 and p.stdout.startswith(f"usage: sframe-conform {name} ") and ",\n64 wrong usage\n" in p.stdout
           or "built without libelf" in p.stderr, f"{name} --help", p.stdout + p.stderr)
    ended(conform("explain", "--corpus", corpus, AREA + "bas-register"), 4, "an id that is nearly right", f"(did you mean '{AREA}base-register'?)")
    ended(conform("list", "--corpus", os.path.join(folder, "no-such")), 4, "a corpus that is not there", "no-such: there is no corpus: No such file or directory")
    ended(conform("list", "--corpus", corpus, "v9/*"), 5, "a pattern that no id matches", "no case is selected by 'v9/*'")
    ended(conform("list", "--corpus", corpus, "v9/*", AREA + "*"), 5, "also beside one that does", "no case is selected by 'v9/*'", out="")
    ended(conform("run", "--corpus", corpus, os.path.join(corpus, "index.tsv")), 5, "a file in the place of an id", "as --adapter, and no case is selected by")
    cases = [case for case in sorted(glob.glob(os.path.join(corpus, AREA, "*.sframe")))]
    name = cases[0][len(corpus) + 1:-len(".sframe")]
    section = read_bytes(cases[0])
    p = subprocess.run([CONFORM, "show", "--corpus", corpus, "--raw", "-", name], stdout=subprocess.PIPE, check=False)
    ok(p.returncode == 0 and p.stdout == section, "show --raw - writes the section to standard output", p.stdout)
    p = subprocess.run([CONFORM, "show", "--corpus", corpus, "--elf", "-", "--raw", out, name], stdout=subprocess.PIPE, check=False)
    ok(p.returncode == 0 and p.stdout[:4] == b"\x7fELF" and section in p.stdout, "show --elf - the file that has it")
    ok(not os.path.exists("-"), "there is no file of that name")


def check_narrow(folder, corpus):
    """A terminal of 40 columns: no line is wider, unless one word is, and nothing is lost."""
    def lines_that_stay(columns, words):
        raw = on_terminal([CONFORM, *words], columns)
        return re.sub("\033\\[[0-9;]*[mK]", "", "\n".join(line for line in raw.split("\n") if "\r" not in line)), raw
    if on_terminal(["true"]) is None:
        return skip("terminals of 40 columns", "there is no /dev/pts")
    conf = make_framed(folder, "narrow", f"{FRAMED} | sed -u 's/fp=same/fp=none/'")
    for words in (["--help"], ["run", "--help"], ["run", "--corpus", corpus, "--adapter", conf, "--seed", "1"]):
        (text, raw), (wide, _) = lines_that_stay(40, words), lines_that_stay(200, words)
        long = [line for line in text.split("\n") if len(line) > 40 and " " in line.strip()]
        ok(text.strip() and not long, f"40 columns: {words[0]}", long or text)
        ok(text.split() == wide.split(), "and all words are there", text)
        steps = [re.sub("\033\\[[0-9;]*[mK]", "", step) for step in re.findall("\r([^\r\n]*)\033\\[K", raw)]
        ok(all(len(step) < 40 for step in steps), "so is its progress", steps)


def check_closed_pipes(folder, corpus):
    """A reader that has enough is no error to report, but the exit status says that something is missing."""
    conf = make_framed(folder, "all-wrong", f"{FRAMED} | sed -u 's/fp=same/fp=none/'")
    run = ["run", "--corpus", corpus, "--adapter", conf, "-j", "1"]
    for words in (["list", "--corpus", corpus], ["show", "--corpus", corpus, AREA + "base-register"],
                  ["show", "--corpus", corpus, "--raw", "-", AREA + "base-register"], ["export", "--corpus", corpus, "--json", "-"],
                  ["explain", "--json", "--corpus", corpus, AREA + "base-register"], run,
                  run + ["--all"], run + ["--tap"]):
        from_here, to_reader = os.pipe()
        os.close(from_here)
        p = subprocess.run([CONFORM, *words], stdout=to_reader, stderr=subprocess.PIPE, text=True, check=False)
        os.close(to_reader)
        ended(p, 4, f"{' '.join(words[:1] + words[5:])} into a closed pipe: status 4, no message", "")
        for where in (">/dev/full", "<&- >&-"):
            p = subprocess.run(["sh", "-c", f'exec "$0" "$@" {where}', CONFORM, *words], stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, check=False)
            ended(p, 4, f"{where}: the same with a message", "standard output cannot be written to")
    with subprocess.Popen([CONFORM, "list", "v3/*"], stdout=subprocess.PIPE) as p:
        p.stdout.read(1)
        p.send_signal(signal.SIGINT)
        ok(p.wait() == -signal.SIGINT, "a list whose reader waits ends with SIGINT", p.returncode)
    for words, status in ((["list", "v3/amd64-little/*"], 4), (run, None), (run + ["--all"], None)):
        p = subprocess.run(["sh", "-c", '{ "$@"; echo $? >status; } | head -1', "sh", CONFORM, *words], cwd=folder,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        seen = int(read(os.path.join(folder, "status")))
        # What fits into the pipe is written before `head` closes it.
        ok(p.stderr == "" and p.stdout.count("\n") == 1 and seen in ((status,) if status else (1, 4)),
           f"{words[0]} | head -1: status {seen}, no message", p.stdout + p.stderr)


def check_by_hand(folder, corpus):
    """The command that a report gives repeats the case, whatever the paths look like."""
    odd = os.path.join(folder, "it's a $HOME of \"adapters\"")
    os.makedirs(odd)
    shutil.copytree(corpus, os.path.join(odd, "the\ncorpus"))
    program = write(os.path.join(folder, "bent.sh"), f"#!/bin/sh\n{FRAMED} | sed -u 's/fp=same/fp=none/'\n", 0o755)
    conf = write(os.path.join(odd, "bent.conf"), f"name: bent\nrung: framed\ncommand: {program}\nmemory-mib: 0\n")
    out = os.path.join(odd, "out")
    p = conform("run", "--corpus", os.path.join(odd, "the\ncorpus"), "--adapter", conf, "--report", out, AREA + "*")
    lines = results_of(out)
    failed = [line for line in lines if line.get("outcome") == "wrong-output"]
    if not ok(p.returncode == 1 and failed, "an adapter that answers wrongly", p.stdout + p.stderr):
        return
    env = dict(os.environ, PATH=os.path.dirname(CONFORM) + ":" + os.environ["PATH"])
    printed = re.search(r"(?m)^  reproduce: +(.*)$", p.stdout)[1]
    # Results are for readers elsewhere, who have the program in their PATH; what is printed is run as it stands.
    for what, command, its_env in (("the results", failed[0]["command"], env), ("the console", printed, None)):
        ended(subprocess.run(["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=its_env, check=False), 1,
              f"the command of {what} repeats the case", out=("1 unexpected", command.split("/")[-1]))


def check_ignored_children(folder, corpus):
    """Whoever starts this program may ignore SIGCHLD; then the system would throw the ends of programs away."""
    conf = make_framed(folder, "orphan", f"{FRAMED}\nexit 23")
    ended(conform("run", "--corpus", corpus, "--adapter", conf, AREA + "*", preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN)), 6, "ignored children: the exit status is seen", out="\ndid not exit cleanly: exit-23\n")
    conf = make_framed(folder, "hangs-up", f"kill -HUP $PPID; exec {FRAMED}")
    ended(conform("run", "--corpus", corpus, "--adapter", conf, AREA + "*", preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)), 0, "an ignored SIGHUP stays ignored")


# ---- Bad input

def check_input(folder, corpus):
    conf = make_slow(folder, "plain", ":")
    write(os.path.join(folder, "unknown.conf"), read(conf) + "colour: green\n")
    p = conform("run", "--corpus", corpus, "--adapter", os.path.join(folder, "unknown.conf"))
    lines = read(conf).count("\n") + 1
    ok(p.returncode == 4 and f"unknown.conf:{lines}: colour: " in p.stderr, "a key that no adapter file has", p.stderr)
    case = sorted(glob.glob(os.path.join(corpus, AREA, "*.case")))[0]
    before = read(case)
    write(case, before.replace("title: ", "title: x", 1))
    ended(conform("run", "--corpus", corpus, "--adapter", conf), 4, "a changed case file", f"{case}:1: the case file was changed")
    write(case, before)
    stale = write(os.path.join(folder, "stale.known"), "it crashes\n  " + os.path.relpath(case, corpus)[:-5] + " crash\n")
    ended(conform("run", "--corpus", corpus, "--adapter", conf, "--known", stale, "--tap", AREA + "*"), 0, "a stale known-failure file",
          ": 1 entry of the list of known failures is stale\n", out=("# line 2 of the known-failure file says crash", "\nnot ok "))


def check_no_python(folder, corpus):
    """Without Python a run is what it was, keeps its results, and says once what is missing."""
    conf, out, known = make_framed(folder, "no-python", f"exec {FRAMED}"), os.path.join(folder, "no-python"), os.path.join(folder, "no-python.known")
    says = "report needs Python 3 and Jinja2: apt-get install python3-jinja2"
    bare = write(os.path.join(folder, "bare-python"), f'#!/bin/sh\nexec {sys.executable} -I -S "$@"\n', 0o755)
    for python in (bare, os.path.join(folder, "no-such-python")):
        env = dict(os.environ, SFRAME_PYTHON=python, SFRAME_PYTHON_TRIED="1")
        p = conform("run", "--corpus", corpus, "--adapter", conf, "--report", out, AREA + "*", env=env)
        ok(p.returncode == 0 and p.stderr.count(says) == 1 and f"; the results are kept in {out}\n" in p.stderr and os.listdir(out) == ["results.jsonl"],
           "no Python, or no Jinja2: the run and its results stay", p.stderr)
        for words in ([], ["--report", out]):
            p = conform("run", "--corpus", corpus, "--adapter", conf, "--write-known", known, *words, AREA + "*", env=env)
            ok(p.returncode == 4 and says in p.stderr and ("kept in" in p.stderr) == bool(words) and not os.path.exists(known),
               "a list that was asked for is missed", p.stderr)
        ended(conform("report", out, env=env), 4, "report says what is missing", says + "\n", out="")
    ended(conform("run", "--corpus", corpus, "--adapter", conf, "--report", out, AREA + "*", env=dict(os.environ, SFRAME_PYTHON="false")), 4, "a report that stops in the middle is no failure of the implementation")
    # A copy of the runner alone.
    alone = shutil.copy(CONFORM, os.path.join(folder, "alone"))
    p = run(alone, "run", "--corpus", corpus, "--adapter", conf, "--write-known", known, AREA + "*")
    ok(p.returncode == 4 and "the program of this command is not at /" in p.stderr and not os.path.exists(known), "nor is its program there", p.stderr)
    ended(run(alone, "report", out), 4, "report says that it is not there", "the program of this command is not at /", out="")


def check_folder(folder, corpus):
    """A folder of results takes one run at a time, and no link in it is followed."""
    victim, out = os.path.join(folder, "victim"), os.path.join(folder, "out-link")
    os.makedirs(out)
    for name in ("results.jsonl", "results.jsonl.part", "report.html", "report.md", "junit.xml"):
        write(victim, "mine")
        os.symlink(victim, os.path.join(out, name))
        p = conform("run", "--corpus", corpus, "--adapter", "sframe-ref-framed", "--report", out, AREA + "base-register")
        ok(p.returncode == 4 and f"{name}: " in p.stderr and "is a link" in p.stderr and read(victim) == "mine",
           f"{name} that is a link is not written through", p.stdout + p.stderr)
        os.unlink(os.path.join(out, name))
    with open(os.path.join(out, "results.jsonl.part"), "w", encoding="utf-8") as other:
        other.write("another run")
        other.flush()
        fcntl.lockf(other, fcntl.LOCK_EX)
        p = conform("run", "--corpus", corpus, "--adapter", "sframe-ref-framed", "--report", out, AREA + "base-register")
        ok(p.returncode == 4 and "another run is writing here" in p.stderr and read(other.name) == "another run",
           "two runs into one folder", p.stdout + p.stderr)
    p = conform("run", "--corpus", corpus, "--adapter", "sframe-ref-framed", "--report", out, AREA + "base-register")
    ok(p.returncode == 0 and "results.jsonl.part" not in os.listdir(out), "what a killed run left is replaced", p.stdout + p.stderr)


def check_special_files(folder, corpus):
    """What has no end is refused at once, and a link that leads back is not followed."""
    fifo = os.path.join(folder, "fifo")
    os.mkfifo(fifo)
    commands = [["run", "--adapter", fifo], ["run", "--known", fifo]]
    # Without Jinja2 no results file is read.
    for words in commands + ([["report", fifo], ["report", "/dev/zero"]] if READS else []):
        ended(conform(*words, timeout=10), 4, " ".join(words[:-1]) + " of a FIFO or device", f"{words[-1]}: is a folder, a FIFO or a device")
    own = os.path.join(folder, "linked")
    shutil.copytree(corpus, own)
    for name in ("a", "b", "c"):
        os.symlink("..", os.path.join(own, "v1", name))
    ended(conform("list", "--corpus", own, timeout=10), 0, "a corpus with links to itself", out=AREA)
    os.unlink(os.path.join(own, "index.tsv"))
    os.mkfifo(os.path.join(own, "index.tsv"))
    ended(conform("list", "--corpus", own, timeout=10), 4, "an index that is a FIFO", "index.tsv: is a folder, a FIFO or a device")


# ---- Where results come from

def header_of(folder, corpus, name, *options, env=()):
    p = conform("run", "--corpus", corpus, "--report", os.path.join(folder, name), *options, env={**no_report(), **dict(env)})
    path = os.path.join(folder, name, "results.jsonl")
    return p, json.loads(read(path).split("\n")[0]) if os.path.exists(path) else {}


# The framed reference, whose hellos say more.
TALKER = f"""#!{sys.executable}
import os, subprocess, sys
child = subprocess.Popen([{FRAMED!r}], stdout=subprocess.PIPE)
while head := child.stdout.readline():
    kind, number, length = head.split()
    body = child.stdout.read(int(length))
    if kind == b"@hello":
        body = body.replace(b"\\nprofiles:", b"\\ncompiler: cc 1\\nflags: -O2\\nprofiles:", 1)
    sys.stdout.buffer.write(b"%s %s %d\\n" % (kind, number, len(body)) + body)
    sys.stdout.buffer.flush()
"""


def check_provenance(folder, corpus):
    system, talker = os.uname(), write(os.path.join(folder, "talker.py"), TALKER, 0o755)
    conf = make_framed(folder, "here", f"exec {talker}")
    digest = hashlib.sha256(read_bytes(conf)).hexdigest()
    p, plain = header_of(folder, corpus, "from-plain", "--adapter", conf)
    age = time.time() - calendar.timegm(time.strptime(plain["date"], "%Y-%m-%dT%H:%M:%SZ"))
    ok(plain["machine"] == system.machine and plain["system"] == system.sysname and plain["adapter-sha256"] == digest and -2 < age < 600,
       "machine, system, hash of the adapter file, and the date", plain)
    ok((plain.get("compiler"), plain.get("flags")) == ("cc 1", "-O2") and not {"host", "run-url", "commit"} & plain.keys(), "what the adapter says in its hello; nothing more", plain)
    write(conf, read(conf) + "compiler: mine\ncommit: 0123abc <x>\n")
    env = {"SOURCE_DATE_EPOCH": "1000000000", "SFRAME_RUN_URL": "https://ci.example/1"}
    p, asked = header_of(folder, corpus, "from-asked", "--adapter", conf, "--name-host", env=env)
    ok((asked["compiler"], asked["commit"], asked["date"], asked["host"], asked["run-url"]) ==
       ("mine", "0123abc <x>", "2001-09-09T01:46:40Z", system.nodename, "https://ci.example/1"), "the file's own words, SOURCE_DATE_EPOCH, the host and the address if asked", asked)
    p, own = header_of(folder, corpus, "from-own", "--adapter", conf, "--run-url", "http://a/b?c=d&e", env=env)
    ok(own["run-url"] == "http://a/b?c=d&e", "--run-url comes before the environment", own)
    for url in ("javascript:x", "https://", "https://a b", 'https://a"', "https://a<", "https://" + "a" * 2000, "https://\u00e9"):
        p, none = header_of(folder, corpus, "from-none", "--adapter", conf, "--run-url", url)
        ok(p.returncode == USAGE and "take an address" in p.stderr and not none, f"no address: {url[:20]!r}", p.stderr)
    p, none = header_of(folder, corpus, "from-empty", "--adapter", conf, env={"SFRAME_RUN_URL": ""})
    ok(p.returncode == 0 and "run-url" not in none, "an empty variable is none", p.stderr)
    write(conf, read(conf) + "commit: again\n")
    ok(conform("run", "--corpus", corpus, "--adapter", conf).returncode != 0, "a key that is given twice")


def main(folder):
    os.environ["TMPDIR"] = folder
    corpus = os.path.join(folder, "corpus")
    copy_corpus(CORPUS, sorted(os.path.relpath(path, CORPUS)[:-5] for path in glob.glob(os.path.join(CORPUS, AREA, "*.case")))[:40], corpus)
    for check in (check_end, check_folder, check_killed, check_interrupted_early, check_interrupted, check_write_known, check_options, check_narrow, check_closed_pipes,
                  check_by_hand, check_ignored_children, check_input, check_no_python, check_provenance, check_special_files):
        check(folder, corpus)


run_in_folder(main)
