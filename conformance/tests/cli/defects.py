#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The pages of `report --format defects`: their commands, run in an empty folder, show what the pages say.

With a PEER, a release of readelf, all of its run, and those of its failures. Else those of a fake tool, and of results with hostile texts.

usage: defects.py REPORT REGISTERS CONFORM REF CORPUS [PEER [OPTION]...]   (of `sframe-conform run`)
"""
import os
import re
import shlex
import subprocess
import sys
import tempfile

import report_made as made
from common import ended, no_report, ok, pass_through, read, reference_config, results_of, run, run_in_folder, write
from corpus_part import copy_corpus

made.ensure_jinja()
CONFORM, REF, CORPUS = (os.path.abspath(path) for path in sys.argv[3:6])
PROGRAM = made.Program(os.path.abspath(sys.argv[1]), sys.argv[2], CONFORM)
SHELL_BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.M | re.S)
PRINTF = re.compile(r"\{\n(printf '(\\[0-7]{3}|%%)*'\n)*\} >section\.bin\n")
CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufffe\uffff]")
HOSTILE = "\x1b[31m<b>`x` $(touch hacked)\n```sh\ntouch hacked\n```\n# heading\n| a | b |\u202e ../../x"


def conform(*args):
    return run(CONFORM, *args, env=no_report())


# ---- What a page says, and whether it is so

def squeeze(text):
    return " ".join(text.split())


def block_after(text, words):
    """The line of code after these words."""
    match = re.search(re.escape(words) + r"\n\n    (.*)\n", text)
    return match and match[1]


def run_page(page):
    """Runs all commands of a page in an empty folder. The last one asks the tool."""
    with tempfile.TemporaryDirectory() as folder:
        *make, ask = SHELL_BLOCK.findall(page)
        for commands in make:
            subprocess.run(["sh", "-e"], input=commands, cwd=folder, text=True, check=True)
        p = subprocess.run(["sh"], input=ask.encode(), cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return p.returncode % 256 if p.returncode >= 0 else 128 - p.returncode, p.stdout.decode("utf-8", "replace"), p.stderr.decode("utf-8", "replace")


def claims(page):
    """What a page says was seen: kind and value."""
    seen = page.split("\n#### Seen\n", 1)[1]
    status = re.search(r"exit status ([0-9]+)", seen)
    found = [("status", int(status[1]))] if status else []
    line = block_after(seen, "It prints on standard error:")
    found += [("stderr", squeeze(line))] if line else []
    words = block_after(seen, "The runner's words:") or ""
    answer = re.search("^answers [A-Z0-9-]+ with `(accept|reject)`", words)
    found += [("answer", answer[1] if answer else "accept")] if answer or "\nIt answers wrongly" in seen else []
    line = re.match(r'line ([0-9]+) of the text: .*: "(.*)"$', words)
    return found + ([("line", (int(line[1]), squeeze(line[2])))] if line else [])


def false_claims(page, answer):
    """The claims that an answer does not bear out. With none at all, a page says nothing."""
    status, out, err = answer
    lines = [squeeze(line) for line in out.split("\n")]
    complains = re.search("error|warning", err, re.I)
    # A message may be cut.
    holds = {
        "status": lambda value: status == value and (status != 0 or not complains),
        "stderr": lambda value: any(squeeze(line).startswith(value) for line in err.split("\n")),
        "answer": lambda value: (status == 0 and not complains) == (value == "accept"),
        "line": lambda value: lines[value[0] - 1:value[0]] == [value[1]],
    }
    said = claims(page)
    return [claim for claim in said if not holds[claim[0]](claim[1])] or ([] if said else ["no claim"])


def may_crash(page):
    return re.search("The outcome depends on what lies in memory; runs have shown: .*crash", page)


def change(page):
    """The same page with another first byte in its file, which is then neither a section nor an ELF file. Where the page only says that the
    file is refused, that stays so: there the page says the opposite."""
    if claims(page) == [("answer", "reject")]:
        return page.replace("with `reject`, but", "with `accept`, but")
    return re.sub(r"printf '\\[0-7]{3}", r"printf '\\000", page, count=1)


def check_page(name, page, control=True):
    """False if the page is right by chance only."""
    answer = run_page(page)
    wrong = false_claims(page, answer)
    # Another layout of memory: it must still be one of the outcomes that the page names.
    by_chance = wrong and may_crash(page) and (answer[0] >= 128 or "too-lenient" in page)
    ok(not wrong or by_chance, f"{name}: its commands show what it says" + (" or another outcome that it names" if by_chance else ""),
       f"{wrong}\n{answer}\n{page}")
    if control:
        changed = change(page)
        ok(changed != page and false_claims(changed, run_page(changed)), f"{name}: with another byte they do not", page)
    return not by_chance


def make_pages(folder, results, *options):
    out = os.path.join(folder, "defects" + str(len(os.listdir(folder))))
    p = PROGRAM.start("report", "--format", "defects", "--output", out, *options, results)
    if not ok(p.returncode == 0, "the pages are made", p.stderr):
        return {}
    return {name: read(os.path.join(out, name)) for name in sorted(os.listdir(out))}


# ---- A readelf

def check_readelf(folder, peer, *options):
    """Its failures are those of the list; and their pages."""
    results = os.path.join(folder, "results")
    if not pass_through([CONFORM, "run", "--tap", "--skip-missing", "--corpus", CORPUS, "--adapter", peer, "--known", peer, "--report", results, *options]):
        return
    pages = make_pages(folder, results, "--corpus", CORPUS)
    index = pages.pop("README.md", "")
    ok(len(pages) >= 5 and all(f"({name})" in index for name in pages), "there are pages, and a list of them", index)
    shown = sum(check_page(name, page, number % 3 == 0) for number, (name, page) in enumerate(pages.items()))
    ok(shown > len(pages) / 2, "most do not depend on chance", (shown, len(pages)))


# ---- A fake tool

# Crashes on flags that are not defined, prints half a dump for an ABI that is not, and else answers rightly.
FAKE = r'''#!/bin/sh
sframe_ref dump "$@" 2>said >out
status=$?
if grep -q ': undefined-flag:' said; then
    cat payload >&2 2>/dev/null
    kill -ABRT $$
elif grep -q ': bad-abi:' said; then
    echo 'sframe-dump 1'
    exit 0
fi
cat said >&2
cat out
exit $status
'''
CASES = [f"v1/amd64-little/abi/{name}" for name in ("unknown-5", "unknown-255", "unknown-without-functions-5")]


def undefined_flags():
    """The cases of AMD64 whose flags are wrong."""
    for line in read(os.path.join(CORPUS, "index.tsv")).split("\n"):
        if line.startswith("v1/amd64-little/") and "\tundefined-flag" in line:
            yield line.split("\t")[0]


def make_fake(folder):
    """The results of a fake tool over part of the corpus: its folder, the corpus, its own known failures."""
    corpus, tool = os.path.join(folder, "corpus"), os.path.join(folder, "fake.sh")
    copy_corpus(CORPUS, sorted({*CASES, *undefined_flags()}), corpus)
    write(tool, FAKE.replace("sframe_ref", shlex.quote(REF)), 0o755)
    conf = write(os.path.join(folder, "fake.conf"), reference_config("fake", REF, tool))
    known, first = os.path.join(folder, "fake.known"), os.path.join(folder, "first")
    p = conform("run", "--corpus", corpus, "--adapter", conf, "--level", "strict", "--report", first)
    lines = results_of(first)[1:-1]
    crashes = [line["id"] for line in lines if line["outcome"] == "crash"]
    ok(crashes and any(line["id"] == CASES[0] and line["outcome"] == "protocol" for line in lines), "the fake tool fails", p.stdout + p.stderr)
    write(known, "B13, B14: crashes where flags are wrong\n" + "".join(f"  {name} crash\n" for name in crashes))
    results = os.path.join(folder, "results")
    conform("run", "--corpus", corpus, "--adapter", conf, "--level", "strict", "--known", known, "--report", results)
    return results, corpus


def check_fake(pages):
    index = pages.pop("README.md", "")
    names = sorted(pages)
    ok(names[:2] == ["B13.md", "B14.md"] and len(names) > 2, "known failures by their tokens, others by outcome and fault", names)
    ok(index.startswith(f"# {len(pages)} distinct defects"), "the list counts them", index)
    abi = next((page for page in pages.values() if "unknown-without-functions-5`" in page), "")
    ok("## Case `v1/amd64-little/abi/unknown-without-functions-5`\n" in abi and abi.startswith("# ") and "1 case shows it." in abi, "the smallest section is shown", abi)
    crash = pages.get("B13.md", "")
    ok("It is killed by SIGABRT: exit status 134 of the shell." in crash, "a crash names the signal", crash)
    ok("This suite reads the manual as forbidding this section" in crash and "(basis " in crash, "no claim is above its basis", crash)
    ok("This suite reads" not in abi, "nor below", abi)
    check_page("B13.md", crash)


def without_code(page):
    """A page without code, escaped characters, ids of cases and links to pages."""
    page = re.sub("^```.*?^```$", "", page, flags=re.M | re.S)
    return re.sub(r"\\.|^    .*$|`[^`\n]*`|\]\([A-Za-z0-9.~-]+\.md\)", "", page, flags=re.M)


def check_hostile(folder, results, corpus, honest):
    """Texts of results become text: they add no file, no command and no markup."""
    lines = results_of(results)
    for line in lines:
        for key in ("implementation", "version", "about", "title", "message", "detail", "seen", "expected", "reason", "level-because"):
            if isinstance(line.get(key), str):
                line[key] += HOSTILE
    # Without a token: the whole reason names the defect.
    for line in lines[::2]:
        if "reason" in line:
            line["reason"] = "../" + HOSTILE
    path = made.dump(os.path.join(folder, "hostile.jsonl"), lines)
    pages = make_pages(folder, path, "--corpus", corpus)
    ok(pages and all(re.fullmatch("[A-Za-z0-9][A-Za-z0-9.~-]*[.]md", name) for name in pages), "names of files are plain", list(pages))
    bad = [name for name, page in pages.items() if CONTROL.search(page)]
    ok(not bad, "no control characters", bad)
    asked = {block for page in honest.values() for block in SHELL_BLOCK.findall(page)[-1:]}
    added = [block for page in pages.values() for block in SHELL_BLOCK.findall(page) if block not in asked and not PRINTF.fullmatch(block)]
    ok(not added, "no commands but those of the honest results", added)
    marked = [line for page in pages.values() for line in without_code(page).split("\n") if re.search(r"[<>`$]|^# heading|\]\(", line)]
    ok(not marked, "no markup", "\n".join(marked))


def check_usage(folder, results, corpus):
    ended(PROGRAM.start("report", "--format", "defects", "--output", "/dev/null/x", "--corpus", corpus, results), 4, "a folder that cannot be made", "/dev/null/x")
    os.makedirs(os.path.join(folder, "linked"))
    os.symlink("../nowhere", os.path.join(folder, "linked", "README.md"))
    p = PROGRAM.start("report", "--format", "defects", "--output", os.path.join(folder, "linked"), "--corpus", corpus, results)
    ok(p.returncode == 4 and "README.md: is a link" in p.stderr and not os.path.exists(os.path.join(folder, "nowhere")), "a link is not written through", p.stderr)


def check_other_corpus(folder, results, corpus):
    """Another section under the same id is not shown as the one that failed."""
    lines = read(os.path.join(results, "results.jsonl"))
    other = re.sub('"bytes":"e2de01', '"bytes":"e2de02', lines)
    path = write(os.path.join(folder, "other.jsonl"), other)
    p = PROGRAM.start("report", "--format", "defects", "--output", os.path.join(folder, "other"), "--corpus", corpus, path)
    ok(other != lines and p.returncode == 4 and "is not this case of the corpus" in p.stderr, "results of another corpus", p.stderr)


# ---- Parts

def check_parts(folder):
    import defect_ask as ask
    conf, fifo = write(os.path.join(folder, "odd.conf"), "rung: command\ndecode-command: x {raw}\nmemory-mib: lots\n"), os.path.join(folder, "fifo")
    os.mkfifo(fifo)
    errors = [ask.Adapter(path).error for path in (conf, fifo)]
    ok(errors[0].startswith(conf + ": ") and "'lots'" in errors[0] and errors[1] == f"{fifo}: is a folder, a FIFO or a device", "adapter files that cannot be read", errors)
    text = ask.printf(bytes((0xe2, 0, 37, 56, 92, 39, 10, 255)), "x.bin")
    ok(text == "{\nprintf '\\342\\000%%\\070\\134\\047\\012\\377'\n} >x.bin\n", "octal, but for the percent sign", text)
    ok(ask.printf(bytes(25), "x").count("printf") == 2 and ask.printf(b"", "x") == "{\n:\n} >x\n", "24 bytes a line; no bytes")


def find(folder, *runs):
    """{token: the last letters of the cases that show the defect} of runs of the cases a to g."""
    import defects
    import site_model
    paths = [made.dump(os.path.join(folder, f"run{i}.jsonl"), made.lines(cases)) for i, cases in enumerate(runs)]
    site = site_model.Site(PROGRAM.arguments("--corpus", folder, *paths), PROGRAM.arguments().data_file("known"), leave=("shown",))
    return {d.token: [case.id[-1] for case in defects.shown(d)] for d in site.defects}


def known(name, size, reason, level="read", **more):
    return made.case(name, "crash", standing="known", reason=reason, size=size, level=level, known="crash", **more)


def check_choice(folder):
    """Which case shows a defect."""
    one, both = "B13: one", "B13, B14: both"
    first = [known("a", 40, one), known("b", 20, one, "refuse"), known("c", 30, both), known("e", 5, one, multi_fault="several"),
             known("f", 60, "free text, as in ../x"), made.case("g", "too-lenient", size=60), made.case("h", "too-lenient", standing="shown", cause="strict/x")]
    second = [known("a", 40, one), known("b", 20, one, "refuse"), known("e", 5, one, multi_fault="several")]
    cases = find(folder, first, second)
    ok(cases == {"B13": ["a"], "B14": ["c"], "safe/crash/valid-preamble": ["f"], "refuse/too-lenient/bad-magic": ["g"]}, "the case that shows each defect", cases)
    second[0] = made.case("a")
    ok(find(folder, first, second)["B13"] == ["b"], "another one, if a run gets that right")
    mine = [known("a", 40, "mine: not yet"), {**known("c", 40, "mine: not yet"), "outcome": "too-lenient", "cause": "refuse/too-lenient/bad-magic"}]
    ok(len(find(folder, mine)) == 2, "somebody's own reason for two causes is two defects")


def main(folder):
    if sys.argv[6:]:
        check_readelf(folder, *sys.argv[6:])
        return
    results, corpus = make_fake(folder)
    honest = make_pages(folder, results, "--corpus", corpus)
    check_hostile(folder, results, corpus, honest)
    check_usage(folder, results, corpus)
    check_other_corpus(folder, results, corpus)
    check_fake(honest)
    check_parts(folder)
    check_choice(folder)


run_in_folder(main)
