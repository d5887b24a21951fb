#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The texts of results files are untrusted: every report shows them as plain text.

usage: hostile_report.py REPORT REGISTERS
"""
import os
import re
import sys
import time
import xml.etree.ElementTree

import report_made as made
import report_page
from common import ok, run_in_folder

made.ensure_jinja()
PROGRAM = made.Program(os.path.abspath(sys.argv[1]), sys.argv[2])
FORMATS = ("text", "junit", "markdown", "matrix", "html")
# Escape sequences, markup of every format, directives of TAP, commands of CI services, line ends, what turns text round, what
# XML has no place for.
PAYLOADS = (
    "\x1b[31mred\x1b]0;title\x07\x9b2J", "<script>alert(1)</script><b title='x' y=\"z\">&amp;&#x41;", "]]> <!-- --> <![CDATA[",
    "a | b || c \\| d", "# TODO not a failure", "# SKIP nothing to see", "\nok 1 - forged\nnot ok 2 - forged\n1..2\nBail out!",
    "\r\n# heading\r- item\x0b\x0c\x85\u2028\u2029end", "[link](javascript:alert(1)) ![i](http://example.org/x.png) `code` **bold** ~~s~~ $x$",
    "\u202eright to left\u2066\u2069\u200e\u200f\u061c", "\ufffe\uffff\x01\x02\x08\x7f\x80", "%s%n%d%% {{ 7 * 7 }} {% raw %} {# #}",
    "</code></pre></details></td></table></body></style></script>", "' onmouseover='alert(1)", "x" * 3000, "- item", "1. item", "2) item", "---", "===",
    "    code", "* item", "+ item", "> quoted", "# heading", "::error file=a::b\n::error::c", " ::set-output::x", "##[error]x ##[endgroup]",
)
CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffe\uffff]")
# A line that a CI service takes for a command.
COMMAND = re.compile(r"^\s*::|##\[", re.M)
# Members whose values the format does not fix.
HEADER = ("implementation", "about", "version", "adapter", "corpus", "known", "runner")
CASE = ("title", "multi-fault", "detail", "message", "expected", "seen", "level-because", "reason", "known", "command", "patch")


class Page(report_page.Page):
    """What elements and attributes there are."""
    seen = frozenset()

    def handle_starttag(self, tag, attrs):
        # What an element says for the filter it leaves out where its group says it.
        self.seen |= {tag} | {f"{tag}@{name}" for name, _ in attrs if name not in ("data-o", "data-c", "data-a", "data-s")}
        self.wrong += [(name, value) for name, value in attrs if name in ("href", "src") and not value.startswith("#")]
        super().handle_starttag(tag, attrs)


def shape(form, text):
    """What a reader of the format takes for structure; payloads must not change it."""
    if form == "html":
        page = Page(text)
        return page.seen, page.open, page.wrong
    if form == "junit":
        return [(e.tag, sorted(e.attrib)) for e in xml.etree.ElementTree.fromstring(text).iter()]
    if form == "text":
        return [re.match(r"(  (?:known|expected|seen|output|reproduce):|)", line)[1] for line in text.split("\n")]
    # Markdown: the start of each line, the cells of tables, and no unescaped markup outside of code.
    lines = [line for line in re.sub(r"\\.", "", text).split("\n") if not line.startswith("    ")]
    return ([(re.match(r"( *(?:#+ |[-+*] |> |[0-9]+[.)] |-{3}|={3}|\|)|)", line)[1], line.count("|")) for line in lines],
            sorted(c for c in "\n".join(lines) if c in "<>[]`!$"))


def poisoned(content, add):
    """The lines with a payload in every text that the format leaves free."""
    changed = []
    for line in content:
        new = {**line, **{key: add(line[key]) for key in HEADER + CASE if isinstance(line.get(key), str) and (key in line) and line["type"] in
                          (("run",) if key in HEADER and key != "known" else ("run", "case"))}}
        for key in ("broken", "misread"):
            if key in new:
                new[key] = [add(text) for text in new[key]]
        for key in ("causes", "trouble"):
            if key in new:
                new[key] = [{**entry, ("title" if key == "causes" else "text"): add(entry["title" if key == "causes" else "text"])} for entry in new[key]]
        if "unmatched" in new:
            new["unmatched"] = [{**entry, "id": add(entry["id"])} for entry in new["unmatched"]]
        changed.append(new)
    return changed


def honest():
    """Results with every kind of text."""
    cases = made.some()
    for c in cases:
        if c["outcome"] == "crash":
            c.update({"level-because": "so it is", "multi-fault": "two things"})
    return made.lines(cases, {"broken": ["accepts all"], "misread": ["  expected: fre", "  seen: fre"], "known": "it.known"},
                      {"trouble": [{"kind": "exit", "text": "exit-23"}], "unmatched": [{"line": 4, "id": "v1/none"}]})


def check_formats(folder, before, content, what, shapes):
    path = made.dump(os.path.join(folder, "hostile.jsonl"), content)
    bad = []
    for form, text in PROGRAM.reports(FORMATS, path).items():
        if CONTROL.search(text):
            bad.append((form, "control", CONTROL.search(text).start()))
        if COMMAND.search(text):
            bad.append((form, "command", COMMAND.search(text)[0], text[max(COMMAND.search(text).start() - 60, 0):][:120]))
        if shape(form, text) != shapes[form]:
            bad.append((form, "shape", [pair for pair in zip(shapes[form], shape(form, text)) if pair[0] != pair[1]][:2]))
    ok(not bad, f"{what}: it is text and nothing else in every format", bad)
    bad = []
    for form in ("text", "markdown"):
        text = PROGRAM.diff(path, before, form)[0]
        bad += [(form, text)] if not text or CONTROL.search(text) or COMMAND.search(text) else []
    ok(not bad, f"{what}: so it is in a diff", bad)


def check_payloads(folder):
    content = honest()
    before = made.dump(os.path.join(folder, "honest.jsonl"), content)
    shapes = {form: shape(form, text) for form, text in PROGRAM.reports(FORMATS, before).items()}
    for number, payload in enumerate(PAYLOADS):
        check_formats(folder, before, poisoned(content, lambda text, p=payload: p + text + p), f"payload {number}", shapes)
    # A line of its own that would make a heading of the one above, or a ruler.
    for about in ("===", "---", "-", "1."):
        check_formats(folder, before, [{**line, "about": about} if "about" in line else line for line in content], f"about {about}", shapes)
    part = made.dump(os.path.join(folder, "\x1b[31mred\n\u202e.part"), content[:-1])
    texts = PROGRAM.reports(FORMATS, part)
    bad = [form for form in FORMATS if CONTROL.search(texts[form])]
    ok(not bad and "an interrupted run left them in " in texts["text"], "the name of a file", bad)


def check_optional(folder):
    """A failure that is shown as the example lacks a member that may be missing."""
    alike = [made.case(i, "too-lenient") for i in range(3)]
    optional = [key for key in alike[0] if key in ("bytes", "range", "clauses", "size", "message", "command", "policy", "parent", "answer", "class", "detail")]
    bad = []
    for key in optional:
        cases = [{k: v for k, v in alike[0].items() if k != key and (key != "size" or k != "bytes")}, *alike[1:]]
        path = made.dump(os.path.join(folder, "missing.jsonl.part"), made.lines([made.case(9), *alike])[:1] + cases)
        try:
            bad += [(key, form) for form, text in PROGRAM.reports(FORMATS, path).items() if not text]
        except (KeyError, TypeError, ValueError) as error:
            bad.append((key, error))
    ok(len(optional) > 8 and not bad, "members that may be missing", bad)


def check_many(folder):
    """As many areas and reasons as cases; the time is linear."""
    seconds = []
    for number in (200, 800):
        cases = [made.case(i, "wrong-output", area=f"a{i}", standing="known", reason=f"B{i}: why", cause=f"read/x{i}") for i in range(number)]
        path = made.dump(os.path.join(folder, "many.jsonl"), made.lines(cases))
        start = time.process_time()
        sizes = list(map(len, PROGRAM.reports(FORMATS, path).values()))
        seconds.append(time.process_time() - start)
    ok(min(sizes) > 0 and seconds[1] < 12 * seconds[0], "four times the areas, causes and reasons take about four times as long", seconds)


run_in_folder(check_payloads, check_optional, check_many)
