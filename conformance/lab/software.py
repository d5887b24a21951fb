# SPDX-License-Identifier: MIT
"""Compiles C libraries, assembles and links them by every toolchain, and compares their SFrame data with their call frame
information, on a page. For ci/real/software.sh, which fetches the sources and says what the command gets."""
import collections
import functools
import glob
import json
import os
import pathlib
import re
import subprocess
import sys

import page
import reason_lists
import steps
import tools
from cases import AGREEMENTS, findings
from program import Fault

SECONDS, MEBIBYTES = 5, 300
# The C files of each library, and those of its programs.
FILES = {"sqlite3": ["sqlite3.c"], "zlib": ["*.c"], "lua5.4": ["src/*.c"], "lz4": ["lib/*.c"],
         "libzstd": [f"lib/{part}/**/*.c" for part in ("common", "compress", "decompress")]}
NOT_OF_LIBRARY = ("src/lua.c", "src/luac.c")
OPTIONS = ["-O2", "-fPIC", "-w", "-DZSTD_DISABLE_ASM", "-DLUA_USE_POSIX", *(f"-DSQLITE_ENABLE_{part}" for part in (
    "FTS5", "RTREE", "SESSION", "PREUPDATE_HOOK")), "-I.", "-Isrc", "-Ilib"]
OF_TARGET = {"aarch64-little": ["-mbranch-protection=standard"], "aarch64-big": ["-mbranch-protection=standard", "-mbig-endian"]}


@functools.lru_cache(maxsize=None)
def compiled(folder, package, target):
    """The assembly texts of a library, which every toolchain gets."""
    source, out, compiler = os.path.join(folder, package, "source"), os.path.join(folder, package, target), tools.triplet(target) + "-gcc"
    os.makedirs(out, exist_ok=True)
    texts = []
    for name in sorted(name for pattern in FILES[package] for name in glob.glob(pattern, root_dir=source, recursive=True)):
        if name in NOT_OF_LIBRARY:
            continue
        texts.append(os.path.join(out, name.replace("/", "_") + ".s"))
        words = [compiler, *OPTIONS, *OF_TARGET.get(target, ()), "-I" + os.path.join(folder, "include"), "-S", name, "-o", texts[-1]]
        made = steps.make(words, texts[-1], source, 600)
        if made.state != "ok":
            raise Fault(f"{compiler} cannot compile {package}: {made.line()}")
    return texts


def judge(conform, files, report):
    """Writes the report of sframe-conform, with its CPU seconds and memory. None if there is none."""
    with open(report, "w+", encoding="ascii") as out:
        p = subprocess.Popen([conform, "producer", "--json", *files], stdout=out)
        _, status, used = os.wait4(p.pid, 0)
        p.returncode = os.waitstatus_to_exitcode(status)
        # 5: an object without functions has no SFrame data.
        if p.returncode not in (0, 1, 5):
            return None
        out.seek(0)
        return {**json.load(out), "seconds": used.ru_utime + used.ru_stime, "mebibytes": used.ru_maxrss / 1024}


def made_by(found, conform, folder, package):
    """What becomes of a library by one toolchain: a row of the page. LLVM's linker does not merge SFrame data."""
    made = os.path.join(folder, package, "made", f"{found.name.replace(' ', '-')}-{found.target}")
    os.makedirs(made, exist_ok=True)
    version, = re.findall("^Version: (.*)$", pathlib.Path(*glob.glob(os.path.join(folder, package, "download", "*.dsc"))).read_text("utf-8"), re.M)[:1]
    row = {"package": package, "version": version, "target": found.target, "state": "judged", "files": [], "seconds": 0, "mebibytes": 0,
           "toolchain": found.name if found.is_llvm else f"GNU as and ld {found.release}"}
    objects = []
    for text in compiled(folder, package, found.target):
        objects.append(os.path.join(made, os.path.basename(text)[:-1] + "o"))
        if steps.make([*found.words, "--gsframe", "-o", objects[-1], text], objects[-1]).state != "ok":
            return {**row, "state": f"the assembler fails: {os.path.basename(text)}"}
    if not found.is_llvm:
        linked = made + ".so"
        if steps.make([*found.ld, "-shared", "--eh-frame-hdr", "-o", linked, *objects], linked).state != "ok":
            return {**row, "state": "the linker fails"}
        objects = [linked]
    return {**row, **(judge(conform, objects, made + ".json") or {"state": "the judge fails"})}


# ---- The page

def totals(files):
    """Of judged files."""
    return {a: sum(f["ranges"][a] for f in files) for a in AGREEMENTS}


def found_in(rows, causes):
    """What is not equal: {(index of the agreement, what, cause or ""): how often, where, and one of them}."""
    found = {}
    for r, f in ((r, f) for r in rows for f in r["judged"]):
        for agreement, place, what, count, detail in findings(f):
            why = causes.find(agreement, r["target"], r["toolchain"], place, what)
            entry = found.setdefault((AGREEMENTS.index(agreement), what, why or ""), {"count": 0, "where": set(), "detail": detail, "row": r})
            entry["count"] += count
            entry["where"].add(f"{r['target']}, {r['toolchain']}")
    return sorted(found.items(), key=lambda e: e[0])


def complaints_of(rows):
    """What is wrong outside of single rows: {(severity, area, clause, toolchain): texts}."""
    found = collections.defaultdict(list)
    for r, c in ((r, c) for r in rows for f in r["files"] for c in f.get("complaints", ())):
        found[c["severity"], c["area"], c["clause"], r["toolchain"]].append(c["text"])
    return sorted(found.items())


def why_bad(r):
    """Why a row is not a complete comparison. An object without functions has no SFrame data, but a
    library without them lost them."""
    if r["state"] != "judged":
        yield r["state"]
        return
    for f in r["files"]:
        if f["state"] == "unreadable" or (f["state"] != "judged" and f["file"].endswith(".so")):
            yield f"{os.path.basename(f['file'])}: {f['why']}"
    if not r["judged"]:
        yield "no file was judged"
    if r["seconds"] >= SECONDS or r["mebibytes"] >= MEBIBYTES:
        yield f"took {r['seconds']:.1f} s and {r['mebibytes']:.0f} MiB"


def write_page(path, rows, causes_path, compiler):
    """The exit status."""
    rows = [{**r, "judged": [f for f in r["files"] if f["state"] == "judged"]} for r in sorted(rows, key=lambda r: r["toolchain"])]
    causes = reason_lists.Patterns(causes_path, 5)
    bad = [f"{r['package']}, {r['target']}, {r['toolchain']}: {why}" for r in rows for why in why_bad(r)]
    found, complaints = found_in(rows, causes), complaints_of(rows)
    page.write(path, "real-software.md", compiler=compiler, rows=rows, agreements=AGREEMENTS, totals=totals, findings=found,
               complaints=complaints, bad=bad)
    causes.print_unused()
    wrong = any(not why for (_, _, why), _ in found) or any(severity == "violation" for (severity, *_), _ in complaints)
    return 1 if bad or wrong or not rows else 0


def main(given, packages):
    rows = []
    for found in tools.assemblers(given["peers"]):
        for package in packages:
            rows.append(made_by(found, given["runner"], given["dir"], package))
            print("== {package}, {target}, {toolchain}: {state}".format(**rows[-1]), file=sys.stderr)
    if not rows:
        raise Fault("no installed assembler writes SFrame data")
    compilers = {target: "gcc " + tools.release(tools.triplet(target) + "-gcc") for target in sorted({r["target"] for r in rows})}
    one, *others = set(compilers.values())
    words = ", ".join(f"{compiler} ({target})" for target, compiler in compilers.items()) if others else f"{one}, for every target"
    return write_page(given.get("page"), rows, given["causes"], words)
