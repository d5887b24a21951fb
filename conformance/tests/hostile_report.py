#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What implementations print, and what stands in a results file, is nobody's word: no report lets it out as anything but text.

usage: hostile_report.py CONFORM CORPUS
"""
import functools
import html.parser
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

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
CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufffe\uffff]")
VOID = ("meta", "link", "br", "img", "input", "hr")
count = 0


def ok(good, what, why=""):
    global count
    count += 1
    print(f"{'' if good else 'not '}ok {count} - {what}")
    if not good:
        print("# " + str(why)[:3000].encode("ascii", "backslashreplace").decode().replace("\n", "\n# "))
    return good


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
        self.seen |= {tag} | {f"{tag}@{name}" for name, _ in attrs}
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
        starts = r"(ok|not ok|#|1\.\.|)" if format_name == "tap" else r"(  (?:known|expected|seen|says|repeat):|)"
        return (sorted(re.match(starts, line)[1] for line in text.split("\n")),
                sorted(re.search(r"# (TODO|SKIP)|", line)[0] for line in text.split("\n") if format_name == "tap"))
    # Markdown: what each line begins with, the cells of tables, and what is no code has no markup that is not escaped.
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


# ---- A results file that somebody made

STRUCTURE = ("type", "outcome", "standing", "bytes", "expect")


def poison(value, key, add):
    if isinstance(value, str):
        return value if key in STRUCTURE else add(value)
    if isinstance(value, list):
        return [poison(v, key, add) for v in value]
    if isinstance(value, dict):
        return {k: v if key == "" and k in ("outcomes", "standings") else poison(v, k, add) for k, v in value.items()}
    return value


def check_results_files(folder, honest):
    with open(os.path.join(honest, "results.jsonl"), encoding="utf-8") as f:
        lines = [json.loads(line) for line in f]
    hostile = os.path.join(folder, "hostile.jsonl")
    for number, payload in enumerate(PAYLOADS):
        for where, add in (("behind", lambda text, p=payload: text + p), ("before", lambda text, p=payload: p + text)):
            with open(hostile, "w", encoding="utf-8") as f:
                # A surrogate or a character that is none cannot be written as such, but as an escape.
                f.writelines(json.dumps(poison(line, "", add), ensure_ascii=number % 2 == 0, separators=(",", ":")) + "\n" for line in lines)
            check_formats(honest, hostile, f"payload {number} {where}")
    # A line of its own that would make a heading of the one above, or a ruler.
    for about in ("===", "---", "-", "1."):
        with open(hostile, "w", encoding="utf-8") as f:
            f.writelines(json.dumps({**line, "about": about} if "about" in line else line) + "\n" for line in lines)
        check_formats(honest, hostile, f"about {about}")
    # Results of a run that was cut short are named.
    part = os.path.join(folder, "\x1b[31mred\n\u202e.part")
    with open(part, "w", encoding="utf-8") as f:
        f.writelines(json.dumps(line) + "\n" for line in lines[:-1])
    status, text, said = conform("report", part)
    ok(status == 0 and "what it left in " in text and not CONTROL.search(text), "the name of a file", (status, text, said))


# ---- An implementation that prints it

def copy_cases(folder):
    """A few cases for AMD64 that were made from no others."""
    with open(os.path.join(CORPUS, "index.tsv"), encoding="utf-8") as f:
        lines = f.read().splitlines(keepends=True)
    kept = []
    for line in lines[1:]:
        case, _, file = line.split("\t")[:3]
        with open(os.path.join(CORPUS, case + ".case"), encoding="utf-8") as f:
            text = f.read()
        if not case.startswith("v1/amd64-little/") or "\nparent: " in text or "\nop: decode" not in text or len(kept) == 12:
            continue
        for name in (case + ".case", file):
            os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
            shutil.copy(os.path.join(CORPUS, name), os.path.join(folder, name))
        kept.append(line)
    with open(os.path.join(folder, "index.tsv"), "w", encoding="utf-8") as f:
        f.write(lines[0] + "".join(kept))
    return len(kept)


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
    script, said, conf = (os.path.join(folder, name) for name in ("adapter.sh", "payload", "adapter.conf"))
    for name, text in ((script, ADAPTER), (os.path.join(folder, "dump"), DUMP)):
        with open(name, "w", encoding="utf-8") as f:
            f.write(text)
    os.chmod(script, 0o755)
    with open(conf, "w", encoding="utf-8") as f:
        f.write(f"name: hostile\nabout: prints anything\nrung: command\nversion-command: {script} version\n"
                f"version-pattern: (.*)\ndecode-command: {script} {{raw}}\naccept: exit 0\nreject: exit 1\n"
                "normaliser: dump\nprofiles: v1\nabis: amd64\norders: little\n")
    # Rejects the plain section, and is quoted.
    broken = os.path.join(folder, "broken.conf")
    with open(conf, encoding="utf-8") as f:
        text = f.read()
    with open(broken, "w", encoding="utf-8") as f:
        f.write(text.replace("accept: exit 0", "accept: exit 2").replace("reject: exit 1", "reject: exit 0"))
    raw = [p.encode("utf-8", "surrogatepass") for p in PAYLOADS] + [b"\xff\xfe\xc3(\xa0\xa1\xed\xa0\x80\xf8\x88\x80\x80", b"nul \x00 nul"]
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
    finally:
        shutil.rmtree(folder)


main()
print(f"1..{count}")
