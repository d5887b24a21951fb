# SPDX-License-Identifier: MIT
"""The HTML report, read by Python: its structure, its links, what it says of each failure, its colours and its size."""
import functools
import html
import html.parser
import os
import re

import report_made as made
from common import ok

VOID = ("meta", "input", "br", "link", "img", "hr")
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


class Page(html.parser.HTMLParser):
    """Collects text, ids, links, headings, headers of tables, and what would be fetched."""

    def __init__(self, text):
        super().__init__()
        self.open, self.wrong, self.ids, self.links, self.fetched, self.text = [], [], [], [], [], []
        self.headings, self.unscoped = [], 0
        self.feed(text)
        self.close()
        self.whole = "".join(self.text)
        self.cases = sorted(i.partition(":")[2] for i in self.ids if re.match("c[0-9]*:", i))

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.open += [] if tag in VOID else [tag]
        self.ids += [attrs["id"]] if "id" in attrs else []
        self.links += [v[1:] for k, v in attrs.items() if k == "href" and v.startswith("#")]
        self.fetched += [v for k, v in attrs.items() if k in ("src", "href") and not v.startswith("#")]
        self.fetched += [tag] if tag in ("link", "img", "iframe", "object") else []
        self.headings += [int(tag[1])] if tag in HEADINGS else []
        self.unscoped += tag == "th" and attrs.get("scope") not in ("row", "col", "colgroup")

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append((tag, self.getpos()))

    def handle_data(self, data):
        self.text.append(data)


# Sites have many pages in common; each is read once.
page_of = functools.lru_cache(maxsize=None)(Page)


def check_structure(text, what):
    """Elements nest, nothing is fetched, every link leads somewhere, and screen readers find their way."""
    page = Page(text)
    ok(not page.open and not page.wrong, f"{what}: elements nest", (page.open, page.wrong[:3]))
    ok(not page.fetched and "url(" not in text and "@import" not in text, f"{what}: nothing is fetched", page.fetched[:3])
    ok(len(page.ids) == len(set(page.ids)), f"{what}: an id is there once", len(page.ids) - len(set(page.ids)))
    dead = set(page.links) - set(page.ids)
    ok(page.links and not dead, f"{what}: every link leads somewhere", sorted(dead)[:5])
    skips = [(a, b) for a, b in zip([0] + page.headings, page.headings) if b > a + 1]
    ok(page.headings.count(1) == 1 and not skips, f"{what}: headings are in order", page.headings)
    ok(page.unscoped == 0, f"{what}: headers of tables have a scope", page.unscoped)
    return page


class Group:
    """A group of failures: its link, its example, and the others by id."""

    def __init__(self, text):
        self.text, self.link = text, re.match(r' id="(g[0-9]*:[^"]*)"', text)[1]
        self.count = int(re.search(r'<span class="n">([0-9]+)</span>', text)[1])
        example, _, others = text.partition('<ul class="ids">')
        self.example = re.search(r'<div class="case" id="c[0-9]*:([^"]*)"', example)[1]
        self.texts = {self.example: example}
        for item in re.findall(r"<li id=.*?</li>", others, re.S):
            self.texts[re.match(r'<li id="c[0-9]*:([^"]*)"', item)[1]] = html.unescape(item)
        found = re.search(r'Reproduce</p><pre class="wrap">(.*?)</pre>', example, re.S)
        self.command = found and html.unescape(found[1]).replace(self.example, "ID")

    def has_command(self, case, command):
        return command in html.unescape(self.texts[case]) or (self.command is not None and self.command.replace("ID", case) == command)


def groups_of(text):
    return [Group(part.split("</details>")[0]) for part in text.split('<details class="group"')[1:]]


def check_failures(text, records):
    """Every failure is there once, with its command and what differs."""
    groups = groups_of(text)
    found = {n: g for g in groups for n in g.texts}
    ok(sorted(found) == sorted(records) and all(len(g.texts) == g.count for g in groups), "every failure is there once", sorted(found))
    bad = [n for n, g in found.items() if not g.has_command(n, records[n]["command"])]
    bad += [n for n, g in found.items() for word in ("fp=same", "fp=none") if records[n]["expected"] and n != g.example
            and records[n]["expected"] != records[g.example]["expected"] and word not in g.texts[n]]
    ok(not bad, "with its command, and the words that differ", bad)
    return groups


# ---- Colours

def luminance(colour):
    digits = colour[1:] if len(colour) == 7 else "".join(2 * c for c in colour[1:])
    parts = [int(digits[i:i + 2], 16) / 255 for i in (0, 2, 4)]
    r, g, b = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a, b):
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def check_colours(text):
    """Contrast of 4.5 (WCAG AA) in the light and in the dark."""
    schemes = [dict(re.findall(r"--([a-z]+):(#[0-9a-f]+)", block)) for block in re.findall(r":root\{(.*?)\}", text)]
    ok(len(schemes) == 2 and "prefers-color-scheme:dark" in text and 'name="viewport"' in text, "made for phones, and for the dark")
    pairs = [(ink, ground) for ink in ("ink", "soft", "good", "known", "bad", "accent") for ground in ("bg", "card", "code")]
    weak = [(n, *pair) for n, s in enumerate(schemes) for pair in pairs + [("ink", "mark"), ("ink", "line")]
            if contrast(s[pair[0]], s[pair[1]]) < 4.5]
    badges = re.findall(r"\.badge[.a-z]*\{[^}]*background:(#[0-9a-f]+)", text)
    ok(not weak and len(badges) == 4 and all(contrast("#ffffff", b) >= 4.5 for b in badges), "texts can be read", (weak, badges))


# ---- Size

# readelf 2.40 has 45 causes of 548 failures.
NUM_FAILURES, MAX_SIZE = 1000, 400_000


def check_size(program, folder, num_causes, num_whole):
    """The report of many failures. At least `num_whole` examples show their bytes, and no later one if one does not."""
    cases = []
    for i in range(NUM_FAILURES):
        c = made.case(i, "wrong-output" if i % 5 == 0 else "too-lenient", area="a-long-name-of-an-area", cause=f"refuse/too-lenient/cause-{i % num_causes:03}")
        cases.append({**c, "bytes-at": 0, "bytes": "e2de0200" * 14, "size": 56, "clauses": ["ALL-PRE-02", "ALL-HDR-18"],
                      "command": f"sframe-conform show --elf case.elf {c['id']} && env MALLOC_PERTURB_=165 readelf --sframe case.elf"})
    text = program.report("html", made.dump(os.path.join(folder, "many.jsonl"), made.lines(cases)))
    page, groups = check_structure(text, f"{num_causes} causes"), groups_of(text)
    whole = [g for g in groups if 'class="hex"' in g.texts[g.example]]
    ok(len(page.cases) == NUM_FAILURES and len(groups) == num_causes and len(text.encode()) <= MAX_SIZE,
       f"{NUM_FAILURES} failures with {num_causes} causes take at most {MAX_SIZE} bytes", (len(page.cases), len(groups), len(text.encode())))
    ok(len(whole) >= num_whole and whole == groups[:len(whole)], f"the first {num_whole} examples show their bytes at least", len(whole))
    if len(whole) < num_causes:
        note = html.unescape(text.partition('<h2 id="failures">')[2].partition('<details class="group"')[0])
        ok(f"so that this page stays small: {num_causes - len(whole)}." in note and "sframe-conform explain ID" in note, "the others: the command, once", note)
    ok(all("First difference" in g.texts[g.example] for g in groups), "each example shows its difference")
