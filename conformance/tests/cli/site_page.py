#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A site in Chromium: a page of each kind on a phone and a desk, light and dark, must fit, be readable, reached by keys, and say what it
has to programs that read aloud; the console stays empty; the search finds what it is asked for.

usage: site_page.py SITE
"""
import glob
import html
import json
import os
import re
import shutil
import sys
import tempfile

from common import ok, plan, read, run, skip, write

OPTIONS = ("--headless --disable-gpu --disable-quic --disable-dev-shm-usage --no-first-run --disable-background-networking --disable-component-update "
           "--disable-sync --enable-logging=stderr --virtual-time-budget=100000000 --dump-dom").split()
# A page that has everything wrong, and what must be said of it.
BAD = """<!DOCTYPE html><title> </title><style>a{outline:0!important}</style><h3>x</h3><p id="a" style="color:#999">pale</p><p id="a"></p><img src="data:,">
<input><a href="#a"></a><a href="#a">x</a><table><tr><td>1</table><table><tr><th>1</table><div tabindex="2">x</div><div style="width:2000px">wide</div>
<div style="overflow-x:auto;width:50px"><div style="width:90px">scroll</div></div><script>console.error('on purpose'); nothing();</script>"""
SAYS = ("no language", "no title", "no main part", "no viewport", "not one h1", "h3 follows h0", "an image without a text", "a field without a label", "a link without words",
        "a table without headers", "a header without scope", "an order of its own", "an id is there twice", "contrast 2.", "scrolls, but not by keys",
        "focus is not seen", "390: is 20", "1280: is 20")


def open_page(text, *options):
    """What a page says when Chromium opens it, or None; and what Chromium says."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        page = write(os.path.join(folder, "page.html"), text)
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        done = run("chromium", *OPTIONS, *options, *sandbox, f"--user-data-dir={folder}/profile", f"file://{page}", errors="replace", timeout=900)
    said = re.search(r'<pre id="said">(.+?)</pre>', done.stdout, re.S)
    return json.loads(html.unescape(said[1])) if said else None, done.stderr


def script_of(data, path):
    """Data and a script that uses them. "</" must not end the script."""
    name, value = data
    return f"<script>\nconst {name} = {json.dumps(value)};\n".replace("</", "<\\/") + read(path) + "</script>\n"


def browse(todo):
    """(what is said, lines of the console)."""
    script = script_of(("TODO", todo), os.path.join(os.path.dirname(os.path.abspath(__file__)), "site_page.js"))
    said, log = open_page('<!DOCTYPE html><title>x</title><pre id="said"></pre>' + script, "--allow-file-access-from-files")
    return {"wrong": [], "grid": [], "found": 0, "pages": 0, "dark": 0, **(said or {"error": log[-1500:]})}, [line for line in log.split("\n") if "CONSOLE" in line]


def pages_of(site):
    """One of each kind, and all of the top."""
    kinds = [sorted(glob.glob(os.path.join(site, *kind, "*.html")), key=os.path.getsize)[-1:] for kind in
             (("area",), ("case", "*"), ("cause",), ("clause",), ("defect",), ("fault",), ("implementation",))]
    return sorted(name for name in glob.glob(os.path.join(site, "*.html")) if not name.endswith("explore.html")) + [name for kind in kinds for name in kind]


def check(site, words, grid=None):
    """`grid`: choices of filters; returns what the grid shows with each."""
    pages = ["file://" + os.path.abspath(name) for name in pages_of(site)]
    with tempfile.TemporaryDirectory() as folder:
        bad = "file://" + write(os.path.join(folder, "bad.html"), BAD)
        todo = {"pages": [*pages, bad], "search": pages[0].rpartition("/")[0] + "/index.html", "words": words}
        if grid:
            todo.update(grid=pages[0].rpartition("/")[0] + "/grid.html", choices=grid)
        said, console = browse(todo)
    of_bad = [wrong for wrong in said["wrong"] if "/bad.html " in wrong], [line for line in console if "/bad.html" in line]
    lost = [what for what in SAYS if not any(what in wrong for wrong in of_bad[0])]
    ok(not lost and any("on purpose" in line for line in of_bad[1]) and any("nothing is not defined" in line for line in of_bad[1]),
       "what is wrong with a page is seen", (lost, of_bad))
    said["wrong"], console = ([one for one in some if one not in theirs] for some, theirs in zip((said["wrong"], console), of_bad))
    ok("error" not in said and said["pages"] == 3 * said["dark"] == 3 * len(pages) + 3 > 30, f"{len(pages)} pages were opened at two widths, and in the dark",
       (said.get("error"), said["pages"], said["dark"]))
    ok(not said["wrong"], "they fit, and everybody can use them", "\n".join(said["wrong"][:20]))
    ok(not console, "the console is empty", console[:3])
    ok(said["found"] > 0, f"the search finds {words}", said["found"])
    return said["grid"]


def has_browser():
    if shutil.which("chromium"):
        return True
    skip("the pages in a browser", "there is no chromium")
    return False


def main():
    if has_browser():
        check(sys.argv[1], sorted(os.listdir(os.path.join(sys.argv[1], "implementation")))[0].partition("-")[0])
    plan()


if __name__ == "__main__":
    main()
