# SPDX-License-Identifier: MIT
"""The HTML report, read by Python: its structure, its links, what it says of each failure, its colours and its size."""
import html
import html.parser
import json
import os
import re

from common import ok, read, write

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
        if tag not in VOID:
            self.open.append(tag)
        self.ids += [attrs["id"]] if "id" in attrs else []
        self.links += [v[1:] for k, v in attrs.items() if k == "href" and v.startswith("#")]
        self.fetched += [v for k, v in attrs.items() if k in ("src", "href") and not v.startswith("#")]
        if tag in ("link", "img", "iframe", "object"):
            self.fetched.append(tag)
        if tag in HEADINGS:
            self.headings.append(int(tag[1]))
        if tag == "th" and attrs.get("scope") not in ("row", "col"):
            self.unscoped += 1

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append((tag, self.getpos()))

    def handle_data(self, data):
        self.text.append(data)


def check_structure(text, what):
    """Elements nest, nothing is fetched, every link leads somewhere, and screen readers find their way."""
    page = Page(text)
    ok(not page.open and not page.wrong, f"{what}: elements nest", (page.open, page.wrong[:3]))
    ok(not page.fetched and "url(" not in text and "@import" not in text, f"{what}: nothing is fetched", page.fetched[:3])
    twice = sorted({i for i in page.ids if page.ids.count(i) > 1}) if len(page.ids) < 3000 else len(page.ids) - len(set(page.ids))
    ok(not twice, f"{what}: an id is there once", twice)
    dead = set(page.links) - set(page.ids)
    ok(page.links and not dead, f"{what}: every link leads somewhere", sorted(dead)[:5])
    skips = [(a, b) for a, b in zip([0] + page.headings, page.headings) if b > a + 1]
    ok(page.headings.count(1) == 1 and not skips, f"{what}: headings are in order", page.headings)
    ok(page.unscoped == 0, f"{what}: headers of tables have a scope", page.unscoped)
    return page


# ---- Failures

class Group:
    """A group of failures: its link, its example, and the others by id."""

    def __init__(self, text):
        self.link = re.match(r' id="(g[0-9]*:[^"]*)"', text)[1]
        self.count = int(re.search(r'<span class="n">([0-9]+)</span>', text)[1])
        example, _, others = text.partition('<ul class="ids">')
        self.example = re.search(r'<div class="case" id="c[0-9]*:([^"]*)"', example)[1]
        self.texts = {self.example: example}
        for item in re.findall(r"<li id=.*?</li>", others, re.S):
            self.texts[re.match(r'<li id="c[0-9]*:([^"]*)"', item)[1]] = item
        commands = re.findall(r'ID</code>:</p><pre class="wrap">(.*?)</pre>', example)
        self.command = html.unescape(commands[0]) if commands else self.command_of_example()

    def command_of_example(self):
        found = re.search(r'Reproduce</p><pre class="wrap">(.*?)</pre>', self.texts[self.example], re.S)
        return html.unescape(found[1]).replace(self.example, "ID") if found else None

    def value(self, case, key):
        """What the filter looks at."""
        own = re.search(f'<[^>]* id="c[0-9]*:{re.escape(case)}"[^>]*', self.texts[case])[0]
        example = re.search('<div class="case"[^>]*', self.texts[self.example])[0]
        for text in (own,) if key == "a" else (own, example):
            found = re.search(f'data-{key}="([^"]*)"', text)
            if found:
                return html.unescape(found[1])
        return case.split("/")[-2] if key == "a" else None

    def has_command(self, case, command):
        text = html.unescape(self.texts[case])
        return command in text or (self.command is not None and self.command.replace("ID", case) == command)

    def has_difference(self, record, example):
        """The words in which expected and seen differ, unless the example has both lines."""
        text = html.unescape(self.texts[record["id"]])
        if record["expected"] is None or (record["expected"], record["seen"]) == (example["expected"], example["seen"]):
            return True
        expected, seen = record["expected"].split(), record["seen"].split()
        return all(a == b or (a in text and b in text) for a, b in zip(expected, seen))


def groups_of(text):
    parts = text.split('<details class="group"')[1:]
    return [Group(part.split("</details>")[0]) for part in parts]


def bytes_of(text):
    """The bytes by field of an example."""
    return re.search(r'<pre class="hex"[^>]*>(.*?)</pre>', text, re.S)[1]


def is_marked(text, keys):
    """Are the lines marked that show bytes at fault, and no others?"""
    start, end = (int(x, 16) for x in keys["range"].split("-"))
    lines = re.findall(r"^(0x[0-9a-f]+)  ((?:[0-9a-f]{2} )*)(.*)$", bytes_of(text), re.M)
    shown = [(int(at, 16), max(len(data.split()), 1), "<mark>&lt;== " + keys["class"] + "</mark>" in rest) for at, data, rest in lines]
    return len(shown) > 0 and all(marked == (at < end and at + count > start) for at, count, marked in shown)


def check_examples(groups, records, cases, whole, grounds):
    """Each group has one failure in full."""
    examples = {g.example: g for g in groups}
    ok(len(examples) == len(groups) > 3 and all(len(g.texts) == g.count for g in groups), "groups have an example, and count what they have",
       [(g.link, g.count, len(g.texts)) for g in groups])
    rejects = [n for n in examples if cases[n].get("range") and records[n]["outcome"] == "too-lenient"]
    bad = [n for n in rejects if not is_marked(examples[n].texts[n], cases[n])]
    ok(rejects and not bad, "the lines with bytes at fault are marked, and no others", bad[:5])
    changed = [n for n in rejects if "  (parent: 0x" in bytes_of(examples[n].texts[n])]
    ok(changed and all("patch" in cases[n] and records[n]["patch"] == cases[n]["patch"] for n in changed),
       "changed fields have the parent's value", changed[:5])
    lacks = [n for n in examples if not all(s in html.unescape(examples[n].texts[n]) for s in
                                            (records[n]["title"], records[n]["command"], records[n]["expected"] or "", records[n]["seen"] or ""))]
    ok(not lacks, "with title, command, and what differs", lacks)
    says = [(n, text) for n in examples for text in grounds(records[n])]
    # The evidence stands once, at the end.
    bases = whole.rpartition("What the answers rest on")[2]
    bad = [(n, text) for n, text in says if text not in (bases if text.startswith("basis ") else html.unescape(examples[n].texts[n]))]
    ok(len(says) > 2 * len(examples) and not bad, "with level, clauses, fault, and what they rest on", bad[:3])


def check_others(groups, records):
    """Of the others what differs from the example."""
    others = [(g, n) for g in groups for n in g.texts]
    bad = [n for g, n in others if not g.has_command(n, records[n]["command"])]
    ok(len(others) > len(groups) and not bad, "each failure has its command", bad[:3])
    bad = [n for g, n in others if not g.has_difference(records[n], records[g.example])]
    ok(not bad, "and what differs", bad[:3])
    wanted = {n: (r["outcome"], r["class"] or r["policy"] or "", r["area"]) for n, r in records.items()}
    bad = [n for g, n in others if tuple(g.value(n, key) for key in "oca") != wanted[n]]
    ok(not bad, "the filter has outcome, class and area of each", bad[:3])


def check_page(folder, header, records, cases, grounds):
    """The page of a run with failures. `grounds` are the texts that a failure rests on."""
    text = read(os.path.join(folder, "report.html"))
    page, groups = check_structure(text, "HTML"), groups_of(text)
    failing = sorted(r["id"] for r in records.values() if r["standing"] in ("unexpected", "shown", "stale"))
    ok(page.cases == failing, "every failure is there once", (len(page.cases), len(failing)))
    check_examples(groups, records, cases, page.whole, grounds)
    check_others(groups, records)
    ok("<b>the reference</b>" in page.whole and "<b>the" not in text, "markup of others stays text")
    title = re.search("<title>(.*?)</title>", text)[1]
    ok(re.fullmatch(f"{header['implementation']} {header['version']}: level [a-z]+ - SFrame conformance, corpus {header['corpus-sha256'][:12]}",
                    title), "the title tells reports apart", title)
    order = [text.index(f'<h2 id="{name}"') for name in ("levels", "failures", "areas", "claims")]
    ok(order == sorted(order), "levels, failures, areas, claims", order)
    check_colours(text)


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
NUM_FAILURES, NUM_FAULTS, NUM_CAUSES, NUM_WHOLE, MAX_SIZE = 1000, 45, 60, 45, 400_000
# As many as an implementation has that gets almost everything wrong.
MANY_CAUSES = 300


def check_size(conform, folder, rows):
    """The report of many failures. `rows` are lines of the corpus's index."""
    lines = [json.loads(line) for line in read(os.path.join(folder, "results.jsonl")).rstrip("\n").split("\n")]
    failures = [r for r in lines[1:-1] if r["standing"] == "unexpected" and r["op"] == "decode"]
    faults = sorted({row.split("\t")[10] for row in rows.values()} - {"-", ""})[:NUM_FAULTS]
    lenient = [r for r in failures if r["outcome"] == "too-lenient"]
    made = []
    for i, case in enumerate(sorted(rows)[:NUM_FAILURES]):
        # Every fifth has lines to compare; each cause occurs.
        r = dict(failures[i % len(failures)] if i % 5 == 0 else lenient[i % len(lenient)])
        r["command"] = r["command"].replace(r["id"], case)
        if r["outcome"] == "too-lenient":
            r["class"] = faults[i % len(faults)]
        made.append({**r, "id": case, "area": case.split("/")[-2]})
    made[0].update({"bytes": "7f454c46" + made[0]["bytes"][8:]})
    # The clearest failure is the example.
    made[0].update({"class": "bad-elf-file", "outcome": "too-lenient", "detail": None, "message": None, "expected": None, "seen": None})
    for r in made[-200::20]:
        r.update({"command": "another " + r["id"], "area": "another"})
    path = write(os.path.join(folder, "many.jsonl.part"), "".join(json.dumps(line) + "\n" for line in lines[:1] + made))
    p = conform("report", path, "--format", "html")
    text, size = p.stdout, len(p.stdout.encode())
    page = check_structure(text, f"{NUM_FAILURES} failures")
    groups = groups_of(text)
    ok(p.returncode == 0 and len(page.cases) == NUM_FAILURES and len(groups) >= NUM_CAUSES, "many failures, many causes",
       (p.stderr, len(page.cases), len(groups)))
    check_others(groups, {r["id"]: r for r in made})
    whole = [g for g in groups if 'class="hex"' in g.texts[g.example]]
    ok(len(whole) >= NUM_WHOLE, f"{NUM_WHOLE} examples are whole at least", (len(whole), len(groups)))
    ok(size <= MAX_SIZE, f"they take at most {MAX_SIZE} bytes", (size, len(groups)))
    elf = next(g for g in groups if g.link.endswith("/bad-elf-file"))
    ok(f"The ELF file, {made[0]['size']} bytes" in elf.texts[elf.example] and "The section, " in text, "an ELF file is no section")


def check_many_causes(conform, folder):
    """As many failures, each of few with the same cause: not all examples are whole, and the page stays small."""
    path = os.path.join(folder, "many.jsonl.part")
    lines = [json.loads(line) for line in read(path).rstrip("\n").split("\n")]
    made = []
    for i, r in enumerate(lines[1:]):
        made.append({**r, "class": f"class-{i % MANY_CAUSES}", "level": "refuse", "outcome": "too-lenient",
                     "detail": None, "message": None, "expected": None, "seen": None})
    write(path, "".join(json.dumps(line) + "\n" for line in lines[:1] + made))
    p = conform("report", path, "--format", "html")
    check_structure(p.stdout, f"{MANY_CAUSES} causes")
    groups = groups_of(p.stdout)
    whole = [g for g in groups if 'class="hex"' in g.texts[g.example]]
    ok(p.returncode == 0 and len(groups) == MANY_CAUSES and len(p.stdout.encode()) <= MAX_SIZE,
       f"{NUM_FAILURES} failures with {MANY_CAUSES} causes take at most {MAX_SIZE} bytes", (p.stderr, len(groups), len(p.stdout.encode())))
    ok(5 <= len(whole) < MANY_CAUSES and whole == groups[:len(whole)], "the first examples show their bytes", len(whole))
    note = html.unescape(p.stdout.partition('<h2 id="failures">')[2].partition('<details class="group"')[0])
    ok(f"so that this page stays small: {MANY_CAUSES - len(whole)}." in note and "sframe-conform explain ID" in note
       and made[0]["command"].replace(made[0]["id"], "ID") in note, "the others: the commands, once", note)
    lacks = [g.link for g in groups if "First difference" not in g.texts[g.example]]
    ok(not lacks, "each example shows its difference", lacks[:3])
