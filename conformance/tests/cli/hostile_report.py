#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The output of implementations and the texts of results files are untrusted: every report shows them as plain text.

usage: hostile_report.py CONFORM CORPUS [together]
  together   all payloads in one, where each program starts slowly: the bytes are the same, but a structure that two of them
             make is not told apart
"""
import functools
import html.parser
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

sys.dont_write_bytecode = True
from common import ok, plan, read, write
from corpus_part import copy_corpus, read_case, read_index

CONFORM, CORPUS = os.path.abspath(sys.argv[1]), sys.argv[2]
FORMATS = ("text", "tap", "junit", "markdown", "matrix", "html")
# Escape sequences, markup of every format, directives of TAP, line ends, what turns text round, what XML has no place for.
PAYLOADS = (
    "\x1b[31mred\x1b]0;title\x07\x9b2J", "<script>alert(1)</script><b title='x' y=\"z\">&amp;&#x41;", "]]> <!-- --> <![CDATA[",
    "a | b || c \\| d", "# TODO not a failure", "# SKIP nothing to see", "\nok 1 - forged\nnot ok 2 - forged\n1..2\nBail out!",
    "\r\n# heading\r- item\x0b\x0c\x85\u2028\u2029end", "[link](javascript:alert(1)) ![i](http://example.org/x.png) `code` **bold** ~~s~~ $x$",
    "\u202eright to left\u2066\u2069", "\ufffe\uffff\x01\x02\x08\x7f\x80", "%s%n%d%%", "</code></pre></details></td></table></body>",
    "' onmouseover='alert(1)", "x" * 3000, "- item", "1. item", "2) item", "---", "===", "    code", "* item", "+ item", "> quoted", "# heading",
)
if sys.argv[3:] == ["together"]:
    PAYLOADS = ("".join(PAYLOADS),)
CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufffe\uffff]")
GROUPS = 7
VOID = ("meta", "link", "br", "img", "input", "hr")


def conform(*args):
    p = subprocess.run([CONFORM, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        return p.returncode, p.stdout.decode("utf-8"), p.stderr
    except UnicodeDecodeError as error:
        ok(False, f"{args}: the output is UTF-8", error)
        return p.returncode, "", p.stderr


class Page(html.parser.HTMLParser):
    """What elements and attributes there are."""

    def __init__(self, text):
        super().__init__()
        self.open, self.wrong, self.seen = [], [], set()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        # What an element says for the filter it leaves out where its group says it.
        self.seen |= {tag} | {f"{tag}@{name}" for name, _ in attrs if name not in ("data-o", "data-c", "data-a")}
        self.wrong += [(name, value) for name, value in attrs if name in ("href", "src") and not value.startswith("#")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append((tag, self.getpos()))


def shape(format_name, text):
    """What a reader of the format takes for structure; payloads must not change it."""
    if format_name == "html":
        page = Page(text)
        return page.seen, page.open, page.wrong
    if format_name == "junit":
        root = xml.etree.ElementTree.fromstring(text)
        return [(e.tag, sorted(e.attrib)) for e in root.iter()]
    # Records are sorted by id, which a payload changes.
    if format_name in ("tap", "text"):
        starts = r"(ok|not ok|#|1\.\.|)" if format_name == "tap" else r"(  (?:known|expected|seen|output|reproduce):|)"
        return (sorted(re.match(starts, line)[1] for line in text.split("\n")),
                sorted(re.search(r"# (TODO|SKIP)|", line)[0] for line in text.split("\n") if format_name == "tap"))
    # Markdown: the start of each line, the cells of tables, and no unescaped markup outside of code.
    lines = [line for line in re.sub(r"\\.", "", text).split("\n") if not line.startswith("    ")]
    return (sorted((re.match(r"( *(?:#+ |[-+*] |> |[0-9]+[.)] |-{3}|={3}|\|)|)", line)[1], line.count("|")) for line in lines),
            sorted(c for c in "\n".join(lines) if c in "<>[]`!$"))


@functools.cache
def report_of(honest, name):
    return conform("report", honest, "--format", name)


def check_formats(honest, hostile, what):
    """The same results with payloads and without have the same shape in every format."""
    for name in FORMATS:
        status, before, _ = report_of(honest, name)
        hostile_status, after, said = conform("report", hostile, "--format", name)
        if not ok(status == 0 and hostile_status == 0, f"{name}: {what}: a report is made", said):
            continue
        bad = CONTROL.search(after)
        ok(not bad, f"{name}: {what}: no control characters", bad and after[max(0, bad.start() - 40):bad.start() + 40])
        a, b = shape(name, before), shape(name, after)
        ok(a == b, f"{name}: {what}: it is text and nothing else", f"{str(a)[:1400]}\n{str(b)[:1400]}")
    for name in ("text", "markdown"):
        _, after, _ = conform("diff", hostile, honest, "--format", name)
        ok(after and not CONTROL.search(after), f"diff as {name}: {what}: no control characters", after)


def check_list(honest, hostile, what):
    """A known-failure file is refused, or is a list that can be read."""
    status, text, said = conform("report", hostile, "--format", "known")
    if status == 4:
        ok(text == "" and b"cannot stand in a list" in said, f"known: {what}: refused", (text, said))
        return
    bad = CONTROL.search(text)
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", newline="", suffix=".known") as f:
        f.write(text)
        f.flush()
        again, _, said = conform("report", honest, "--format", "known", "--known", f.name)
    ok(status == 0 and not bad and again == 0, f"known: {what}: a list", (status, text[:1000], said))


# ---- A results file that somebody made

STRUCTURE = ("type", "outcome", "standing", "level", "bytes", "expect")


def poison(value, key, add):
    # A clause with a space in its name is two clauses, with a line each.
    if key == "clauses" and isinstance(value, str):
        return "".join(add(value).split())
    if isinstance(value, str):
        return value if key in STRUCTURE else add(value)
    if isinstance(value, list):
        return [poison(v, key, add) for v in value]
    if isinstance(value, dict):
        return {k: v if key == "" and k in ("outcomes", "standings") else poison(v, k, add) for k, v in value.items()}
    return value


def check_results_files(folder, honest):
    lines = [json.loads(line) for line in read(os.path.join(honest, "results.jsonl")).split("\n")[:-1]]
    hostile = os.path.join(folder, "hostile.jsonl")
    for number, payload in enumerate(PAYLOADS):
        for where, add in (("after", lambda text, p=payload: text + p), ("before", lambda text, p=payload: p + text)):
            # Characters as they are, and as escapes.
            write(hostile, "".join(json.dumps(poison(line, "", add), ensure_ascii=number % 2 == 0, separators=(",", ":")) + "\n"
                                   for line in lines))
            check_formats(honest, hostile, f"payload {number} {where}")
            check_list(honest, hostile, f"payload {number} {where}")
    # A line of its own that would make a heading of the one above, or a ruler.
    for about in ("===", "---", "-", "1."):
        write(hostile, "".join(json.dumps({**line, "about": about} if "about" in line else line) + "\n" for line in lines))
        check_formats(honest, hostile, f"about {about}")
    # An adapter that hides an answer for one ABI: reports name the ABIs of the other cases.
    for name, add in (("plain", str), ("hostile", lambda text: text + PAYLOADS[len(PAYLOADS) > 1])):
        write(os.path.join(folder, f"hiding-{name}.jsonl"),
              "".join(json.dumps({**line, **({"unobservable": ["fre.ra@aarch64"]} if "implementation" in line else {}),
                                  **({"abi": "aarch64" if number == 1 else add("amd64")} if "abi" in line else {})}) + "\n"
                      for number, line in enumerate(lines)))
    check_formats(os.path.join(folder, "hiding-plain.jsonl"), os.path.join(folder, "hiding-hostile.jsonl"), "an ABI beside a hidden key")
    # Results of a run that was cut short are named.
    part = write(os.path.join(folder, "\x1b[31mred\n\u202e.part"), "".join(json.dumps(line) + "\n" for line in lines[:-1]))
    status, text, said = conform("report", part)
    ok(status == 0 and "an interrupted run left them in " in text and not CONTROL.search(text), "the name of a file", (status, text, said))


def check_missing_members(folder, honest):
    """Three failures alike; the one that is shown as the example lacks a member that may be missing."""
    lines = [json.loads(line) for line in read(os.path.join(honest, "results.jsonl")).split("\n")[:-1]]
    failed = next(line for line in lines if line.get("standing") == "unexpected" and line.get("command"))
    alike = [{**failed, "id": f"x/{i}", "size": i, "bytes": None, "command": f"sframe-conform explain x/{i}"} for i in range(1, 4)]
    optional = [key for key in failed if key not in ("type", "id", "title", "profile", "abi", "order", "area", "op", "expect", "outcome",
                                                     "standing", "expected", "seen")]
    ok("command" in optional and len(optional) > 5, "there are members that may be missing", optional)
    path = os.path.join(folder, "missing.jsonl.part")
    for key in optional:
        write(path, "".join(json.dumps(line) + "\n" for line in
                            [lines[0], {k: v for k, v in alike[0].items() if k != key}, *alike[1:]]))
        ends = [conform("report", path, "--format", name)[0] for name in FORMATS]
        ok(ends == [0] * len(FORMATS), f"without {key} a report is made in every format", ends)


# ---- A results file that contradicts itself, or is there to take time

MANY, CPU_SECONDS = 10000 if len(PAYLOADS) == 1 else 100000, 15


def change_case(lines, number, **changes):
    """A copy in which one case is another, and the sums are right."""
    lines = json.loads(json.dumps(lines))
    for group, key in (("outcomes", "outcome"), ("standings", "standing")):
        lines[-1][group][lines[number][key]] -= 1
        lines[-1][group][changes.get(key, lines[number][key])] += 1
    lines[number].update(changes)
    return lines


def check_contradictions(folder, honest):
    with open(os.path.join(honest, "results.jsonl"), encoding="utf-8") as f:
        lines = [json.loads(line) for line in f]
    failed = next(i for i, line in enumerate(lines) if line.get("standing") == "unexpected")
    summary = lines[-1]
    twice = json.loads(json.dumps(lines))
    twice[1]["id"] = twice[2]["id"] = PAYLOADS[0]
    made = {
        "a failure stands as good": (change_case(lines, failed, standing="good"), "standing"),
        "a skipped case is a known failure": (change_case(lines, failed, outcome="skipped", standing="known", reason="none"), "standing"),
        "a failure was not run": (change_case(lines, failed, outcome="too-strict", standing="not-run"), "standing"),
        "what was not run is stale": (change_case(lines, failed, outcome="not-run", standing="stale"), "standing"),
        "failures, and the status of none": (lines[:-1] + [{**summary, "status": 0}], "status"),
        "no status": (lines[:-1] + [{k: v for k, v in summary.items() if k != "status"}], "status"),
        "a case twice": (twice, "has two results"),
    }
    path = os.path.join(folder, "contradiction.jsonl")
    for what, (content, reason) in made.items():
        with open(path, "w", encoding="utf-8") as f:
            f.writelines(json.dumps(line) + "\n" for line in content)
        for command in (("report", path), ("diff", path, honest)):
            status, text, said = conform(*command)
            said = said.decode("utf-8", "replace").rstrip("\n")
            ok(status == 4 and text == "" and reason in said and not CONTROL.search(said), f"{command[0]}: {what}", (status, text, said))


def report_many(folder, honest, format_name, keys_of, header=()):
    """A report of as many made-up cases; it has CPU_SECONDS."""
    with open(os.path.join(honest, "results.jsonl"), encoding="utf-8") as f:
        lines = [json.loads(line) for line in f]
    path = os.path.join(folder, "many.jsonl.part")
    case = {**lines[1], "bytes": None, "title": "", "command": None}
    # The members that differ come last, so that the others become JSON once.
    same = json.dumps({key: value for key, value in case.items() if key not in {"id", *keys_of(0)}})[:-1]
    with open(path, "w", encoding="utf-8") as f:
        f.write(json.dumps({**lines[0], **dict(header)}) + "\n")
        f.writelines(f'{same}, "id": "c{i}", {json.dumps(keys_of(i))[1:]}\n' for i in range(MANY))
    return subprocess.run([CONFORM, "report", "--format", format_name, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS)))


def check_many(folder, honest):
    """Each case is of another area, or ABI."""
    p = report_many(folder, honest, "matrix", lambda i: {"area": f"a{i}"})
    ok(p.returncode == 0 and p.stdout.count(b"\n") == MANY + 9, "as many areas as cases, in time", (p.returncode, p.stderr))
    # Numbers that do not go up: names are sorted.
    p = report_many(folder, honest, "text", lambda i: {"abi": f"a{i * 7919 % MANY}"}, {"unobservable": ["fre.ra@a1"]})
    ok(p.returncode == 0, "as many ABIs as cases, in time", (p.returncode, p.stderr))
    p = report_many(folder, honest, "text", lambda i: {"abi": f"a{i}"}, {"unobservable": [f"fre.ra@b{i}" for i in range(MANY)]})
    ok(p.returncode == 4 and b"unobservable: has more than 8192 bytes" in p.stderr, "a list that is searched for each case is short",
       (p.returncode, p.stderr))
    skipped = {"outcome": "skipped", "standing": "good", "expected": None, "seen": None, "detail": None, "answer": None, "judged": None}
    p = report_many(folder, honest, "text", lambda i: {**skipped, "abi": f"a{i * 7919 % MANY}"})
    ok(p.returncode == 0, "as many ABIs that are not claimed, in time", (p.returncode, p.stderr))


# ---- An implementation that prints it

def copy_cases(folder):
    """A few cases for AMD64 that were made from no others."""
    kept = []
    for case in read_index(CORPUS)[1]:
        if case.startswith("v1/amd64-little/") and len(kept) < 12:
            keys, _ = read_case(os.path.join(CORPUS, case + ".case"))
            kept += [case] if keys["op"] == "decode" and "parent" not in keys else []
    return len(copy_corpus(CORPUS, kept, folder))


# The plain section and the one with a damaged magic that the runner begins with are answered rightly.
ADAPTER = r'''#!/bin/sh
here=$(dirname "$0")
[ "$1" != version ] || { printf '1.0 '; head -n 1 "$here/payload"; exit; }
cat "$here/payload" >&2
echo >&2
size=$(wc -c <"$1")
case $(od -An -tx1 -N 30 "$1" | tr -d ' \n') in
e2de*0001) [ $size = 48 ] && exec cat "$here/dump" ;;
e2de* | dee2*) ;;
*) exit 1 ;;
esac
cat "$here/payload"
exit $((size % 3 * 21))
'''
DUMP = '''sframe-dump 1
section version=1 endian=little abi=amd64 flags=sorted fixed-fp=0 fixed-ra=-8 aux=0 fdes=1 fres=1 fre-len=3
fde 0 start=0x1100 size=0x10 pc=inc fre=addr1 type=default key=a signal=0 rep=0 fres=1
fre 0.0 at=0x0 cfa=sp+8 ra=*(cfa-8) fp=same mangled=0
'''


def check_implementation(folder):
    corpus = os.path.join(folder, "corpus")
    ok(copy_cases(corpus) > 5, "there are cases")
    said, script = os.path.join(folder, "payload"), write(os.path.join(folder, "adapter.sh"), ADAPTER, 0o755)
    write(os.path.join(folder, "dump"), DUMP)
    text = (f"name: hostile\nabout: prints anything\nrung: command\nversion-command: {script} version\n"
            f"version-pattern: (.*)\ndecode-command: {script} {{raw}}\naccept: exit 0\nreject: exit 1\n"
            "normaliser: dump\nprofiles: v1\nabis: amd64\norders: little\n")
    conf = write(os.path.join(folder, "adapter.conf"), text)
    # Rejects the plain section, and is quoted.
    broken = write(os.path.join(folder, "broken.conf"), text.replace("accept: exit 0", "accept: exit 2")
                   .replace("reject: exit 1", "reject: exit 0"))
    raw = [p.encode("utf-8", "surrogatepass") for p in PAYLOADS] + [b"\xff\xfe\xc3(\xa0\xa1\xed\xa0\x80\xf8\x88\x80\x80", b"nul \x00 nul"]
    # A run takes most of the time, and keeps them as bytes: several in each. check_results_files has each alone.
    raw = [b"\n".join(raw[first::GROUPS]) for first in range(min(GROUPS, len(raw)))]
    honest = None
    for number, payload in enumerate([b"plain"] + raw):
        with open(said, "wb") as f:
            f.write(payload)
        report = os.path.join(folder, f"run{number}")
        status, text, error = conform("run", "--corpus", corpus, "--adapter", conf, "--report", report, "--seed", "0", "-j", "1", "--all")
        if not ok(status == 1 and not CONTROL.search(text), f"bytes {number}: the console report", (status, text, error)):
            continue
        _, tap, _ = conform("run", "--corpus", corpus, "--adapter", conf, "--tap", "--seed", "0", "-j", "1")
        ok(not CONTROL.search(tap) and not re.search("^(not )?ok [0-9]+ - forged", tap, re.M), f"bytes {number}: TAP", tap)
        honest = honest or report
        status, text, error = conform("run", "--corpus", corpus, "--adapter", broken)
        ok(status == 3 and not CONTROL.search(error.decode("utf-8", "replace").rstrip("\n")) and text == "",
           f"bytes {number}: what a broken adapter says", error)
        status, text, error = conform("check-adapter", "--adapter", broken)
        ok(status == 3 and "FAIL" in text and not CONTROL.search(text), f"bytes {number}: check-adapter", text)
        check_formats(honest, report, f"bytes {number}")
    return honest


def main():
    folder = tempfile.mkdtemp(prefix="sframe-hostile.")
    try:
        honest = check_implementation(folder)
        check_results_files(folder, honest)
        check_missing_members(folder, honest)
        check_contradictions(folder, honest)
        check_many(folder, honest)
    finally:
        shutil.rmtree(folder)


main()
plan()
