#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the sections of real tools, their cases, and the pages about them. For sections.sh.

usage: sections.py REF PEERS [--check]     REF is sframe-ref, PEERS a folder of newer toolchains
Exit status: 0 written, or nothing differs; 1 something differs; 2 the sections could not be made.
"""
import collections
import glob
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path += [os.path.join(TOP, "conformance", room) for room in ("lab", "report")]
import tools  # noqa: E402
from decided import cells, decided, register  # noqa: E402
from elf_file import File  # noqa: E402
from files import Fault  # noqa: E402

REAL = os.path.join(TOP, "corpus", "real")
LIST = os.path.join(REAL, "sections.txt")
# The answer of the tools that made the sections, where a question is about what they write.
READINGS = {"AMB-047": "b a"}
# A case with other values for these is still the same case.
UNCHANGING = ("rev", "title", "clauses", "origin", "catches", "decided")
# Clauses that speak of one ABI.
OF_ABI = {"AMD-": "amd64", "A64-": "aarch64", "S390-": "s390x"}
PROFILES = ("v1", "v2", "v2e1", "v3")
# What the toolchains cannot write; `all` in the list means those that can.
UNWRITTEN = {("v1", "s390x-big"), ("v2", "s390x-big"), *(("v2e1", target) for target in tools.TARGETS[1:])}
MARK = "<!-- made by ci/real/sections.sh from the cases -->"
COLUMNS = ("id", "rev", "file", "size", "sha256", "profile", "abi", "order", "op", "verdict", "class", "case-sha256", "level")

# A line of the list for one profile and target: `sources` and `linker` are words.
Line = collections.namedtuple("Line", "name profile target sources compiler linker clauses title")


def read(path, mode="r"):
    """None if it is not there."""
    if not os.path.exists(path):
        return None
    with open(path, mode, encoding=None if "b" in mode else "utf-8") as file:
        return file.read()


def read_case(path):
    """({key: value}, what comes after the keys), or None."""
    head, _, body = (read(path) or "").partition("\n\n")
    return (dict(line.split(": ", 1) for line in head.splitlines()), body) if head else None


def read_list():
    for number, text in enumerate(read(LIST).splitlines(), 1):
        if not text or text.startswith("#"):
            continue
        row = [cell.strip() for cell in text.split("|", 7)]
        if len(row) != 8 or not row[7]:
            raise Fault(f"{LIST}:{number}: expected eight cells separated by |")
        name, profiles, targets, sources, compiler, linker, clauses, title = row
        for target in targets.replace("+", "aarch64-little aarch64-big").split():
            if target not in tools.TARGETS:
                raise Fault(f"{LIST}:{number}: unknown target '{target}'")
            for profile in profiles.replace("all", " ".join(PROFILES)).split():
                if (profile, target) not in UNWRITTEN:
                    yield Line(name, profile, target, sources.split(), compiler, linker.split(), clauses.split(), title)


# ---- A section ----

def profile_of(section):
    """Version 2 with the flag of relative start fields is errata 1."""
    return "v2e1" if section[2] == 2 and section[3] & 4 else f"v{section[2]}"


def toolchains(peers, work):
    """{(profile, target): the first toolchain that writes it}"""
    found = {}
    for one in tools.assemblers(peers):
        path = os.path.join(work, "probe.o")
        one.writes_sframe(path)
        file = File(path)
        found.setdefault((profile_of(file.bytes_of(file.named(".sframe"))), one.target), one)
    return found


def compiler_of(target):
    """Without a level of optimization."""
    words = [word for word in tools.described("cc", target.partition("-")[0])[0] if word not in ("-O2", "-S")]
    endian = {"aarch64-little": ["-mlittle-endian"], "aarch64-big": ["-mbig-endian"]}
    return [*words, "-fno-stack-clash-protection", *endian.get(target, ())]


class Maker:
    """Makes the section of a line by a toolchain, in a folder of its own. `linked` is the file that has it."""

    def __init__(self, ref, line, found, work):
        self.ref, self.line, self.found, self.work = ref, line, found, work
        self.linked, self.compiler = self.path("linked"), compiler_of(line.target)
        self.ld = [f"{tools.triplet(line.target)}-ld.gold"] if "gold" in line.linker else found.ld

    def path(self, name):
        return os.path.join(self.work, name)

    def fault(self, what):
        return Fault(f"{self.line.name} for {self.line.target}: {what}")

    def run(self, *words):
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise self.fault(f"{' '.join(words)}: {done.stderr}")

    def assemble(self, source, name, options, *more):
        """The object. Warnings name functions that cannot be expressed; the section shows what is missing."""
        abi = self.line.target.partition("-")[0]
        text = next(filter(os.path.exists, (os.path.join(REAL, "src", *folder, source) for folder in ((), (abi,)))), None)
        if not text:
            raise self.fault(f"corpus/real/sections.txt: no source {source}")
        if source.endswith(".c"):
            self.run(*self.compiler, *options.split(), "-S", "-o", self.path("compiled.s"), text)
            text = self.path("compiled.s")
        self.run(*self.found.words, *more, "-o", self.path(name), text)
        return self.path(name)

    def link(self):
        line, options = self.line, []
        objects = [self.assemble(source, source.rpartition(".")[0] + ".o", line.compiler, "--gsframe") for source in line.sources]
        for word in line.linker:
            kind, _, source = word.partition(":")
            if kind == "with":
                library = self.path("libelsewhere.so")
                self.run(*self.ld, "-shared", "-soname", "libelsewhere.so", "-o", library, self.assemble(source, "with.o", "-O2"))
                objects.append(library)
            elif kind == "also":
                objects.append(self.assemble(source, "also.o", "-O2"))
            elif word not in ("object", "partial", "reject", "unrelocated", "gold"):
                options.append(word)
        if "object" in line.linker:
            shutil.copy(objects[0], self.linked)
            return
        if "partial" in line.linker:
            self.run(*self.ld, "-r", "-o", self.path("partial.o"), *objects)
            objects = [self.path("partial.o")]
        self.run(*self.ld, *options, "-o", self.linked, *objects)

    def take(self):
        """(bytes, address) of the section. Of a linked file the lab's reader takes it out, which checks our ELF access. An object
        has no addresses: its section is the one that we relocate, or with `unrelocated` its bytes at address 0."""
        file = File(self.linked)
        found = file.named(".sframe")
        if not found or not found["size"]:
            raise self.fault("it has no .sframe")
        if "unrelocated" in self.line.linker:
            return file.bytes_of(found), 0
        if not file.relocatable:
            return file.bytes_of(found), found["addr"]
        said = subprocess.run([self.ref, "extract", "--elf", "-o", self.path("raw"), self.linked], stderr=subprocess.PIPE, text=True, check=False)
        return read(self.path("raw"), "rb"), int(re.search(" at address (0x[0-9a-f]*) ", said.stderr)[1], 16)

    def dumps(self, addr):
        """The reference's dumps of the file and of the section alone."""
        raw = ["--raw", "--addr", f"{addr:#x}", self.path("raw")]
        for what in (raw if "unrelocated" in self.line.linker else [self.linked], raw):
            yield subprocess.run([self.ref, "dump", "--partial", "--profile", self.line.profile, *what], stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True, check=False)

    def origin(self):
        """The tools that made it, in words, and its sources."""
        line, words = self.line, [f"{'llvm-mc' if self.found.is_llvm else 'GNU as'} {self.found.release} --gsframe"]
        if any(source.endswith(".c") for source in line.sources):
            words.insert(0, f"gcc {tools.release(self.compiler[0])} {line.compiler}")
        kind = "GNU gold" if "gold" in line.linker else "LLD" if self.found.is_llvm else "GNU ld"
        linker = f"{kind} {tools.release(self.ld[0])}"
        words += [linker + " -r"] if "partial" in line.linker else []
        options = [word for word in line.linker if word not in ("partial", "reject", "unrelocated", "gold")]
        words += [" ".join([linker, *options])] if "object" not in line.linker else []
        return f"{', '.join(words)}; {' '.join(line.sources)}"

    def make(self, out):
        """Writes section and case, `out` without their endings."""
        self.link()
        section, addr = self.take()
        accepts = "reject" not in self.line.linker
        if profile_of(section) != self.line.profile:
            raise self.fault(f"is not of {self.line.profile}")
        pathlib.Path(self.path("raw")).write_bytes(section)
        whole, alone = self.dumps(addr)
        if accepts and (whole.returncode != 0 or alone.stdout != whole.stdout):
            raise self.fault("ELF file and section read differently" if whole.returncode == 0 else f"the reference does not read it: {whole.stderr}")
        os.makedirs(os.path.dirname(out), exist_ok=True)
        pathlib.Path(out + ".sframe").write_bytes(section)
        pathlib.Path(out + ".case").write_text(self.case(section, addr, accepts, whole.stdout), "utf-8")

    # ---- Its case

    def ask(self, *words):
        """The JSON that the reference prints, whatever its verdict."""
        return json.loads(subprocess.run([self.ref, *words, "--json"], stdout=subprocess.PIPE, check=False).stdout)

    def expectation(self, addr, accepts):
        """What the case should expect, from the findings of the reference, and the question that this names."""
        profile = self.line.profile
        found = self.ask("check", "--raw", "--all", "--addr", f"{addr:#x}", "--profile", profile, self.path("raw"))["files"][0]
        if found["accepted"] != accepts:
            raise self.fault(f"the reference does not {'accept' if accepts else 'reject'} it: {found['findings']}")
        wrong = [f for f in found["findings"] if f["severity"] == "violation"]
        # An open question is a matter of policy.
        doubts = sorted({(f["policy"], f["class"]) for f in found["findings"] if f["severity"] == "doubt"})
        if len(wrong) > 1 or (not wrong and len(doubts) > 1):
            raise self.fault(f"a case has room for one fault or one doubt: {found['findings']}")
        if wrong:
            fault, rows = wrong[0], self.ask("clauses", wrong[0]["class"])["faults"][0]["basis"]
            level = next(row["level"] for row in rows if profile in row["profiles"].split())
            return {"expect": "reject", "level": level, "class": fault["class"], "range": f"{fault['start']:#x}-{fault['end']:#x}"}, fault.get("policy")
        for policy, doubt in doubts:
            readings = {"readings": READINGS[policy]} if policy in READINGS else {}
            return {"expect": "policy", "policy": policy, **readings, "doubt": doubt}, policy
        return {"expect": "accept"}, None

    def clauses(self, words):
        """Those of the cell that hold for the profile and the ABI."""
        profiles = {row[0]: row[1].split() for row in cells("clauses", 6)}
        unknown = [word for word in words if word not in profiles]
        if unknown:
            raise self.fault(f"corpus/real/sections.txt: unknown clause {unknown[0]}")
        found = [word for word in words if self.line.profile in profiles[word]
                 and all(name in self.line.target for part, name in OF_ABI.items() if part in word)]
        if not found:
            raise self.fault(f"corpus/real/sections.txt: none of '{' '.join(words)}' is a clause of {self.line.profile}")
        return found

    def case(self, section, addr, accepts, dump):
        line = self.line
        # Ids of bugs that the case catches stand among the clauses.
        bugs = [word for word in line.clauses if re.match(r"B\d", word)]
        expected, question = self.expectation(addr, accepts)
        questions = (set(decided(section, dump, line.profile, addr)) - {question}) if accepts else {question} & register(line.profile)
        head = {"id": f"real/{line.profile}/{line.target}/{line.name}", "rev": "1", "title": line.title,
                "clauses": " ".join(self.clauses([word for word in line.clauses if word not in bugs])), "profile": line.profile,
                "addr": f"{addr:#x}", "file": line.name + ".sframe", "size": str(len(section)), "sha256": hashlib.sha256(section).hexdigest(),
                "op": "decode", **expected, **({"catches": " ".join(bugs)} if bugs else {}),
                "origin": self.origin(), "licence": "0BSD OR CC0-1.0", **({"decided": " ".join(sorted(questions))} if questions else {})}
        body = dump + "\n" + dump.replace(" key=b ", " key=a ") if "readings" in head else dump if accepts else ""
        old = read_case(f"{os.path.dirname(REAL)}/{head['id']}.case")
        if old:
            same = old[1] == body and without(old[0], UNCHANGING) == without(head, UNCHANGING)
            head["rev"] = str(int(old[0]["rev"]) + (not same))
        return "".join(f"{key}: {value}\n" for key, value in head.items()) + "\n" + body


# ---- The pages ----

def without(head, keys):
    return {key: value for key, value in head.items() if key not in keys}


def ids_of(folder):
    return sorted(os.path.relpath(path, os.path.dirname(folder))[:-len(".case")] for path in glob.glob(folder + "/*/*/*.case"))


def write_index(folder, cases):
    with open(os.path.join(folder, "index.tsv"), "w", encoding="utf-8") as file:
        print(*COLUMNS, sep="\t", file=file)
        for name, (head, _) in cases.items():
            abi, order = name.split("/")[2].split("-")
            made = hashlib.sha256(read(f"{os.path.dirname(folder)}/{name}.case", "rb")).hexdigest()
            row = {"level": "read", **head, "file": name + ".sframe", "abi": abi, "order": order, "verdict": head["expect"],
                   "class": head.get("class", "-"), "case-sha256": made}
            print(*(row[column] for column in COLUMNS), sep="\t", file=file)


def write_readme(folder, cases):
    """What people wrote, a table of sections by toolchain and ABI, and what each was made from."""
    there = {(name.rsplit("/", 1)[1], name[len("real/"):].rsplit("/", 1)[0]) for name in cases}
    columns = [f"{p}/{a}" for p in PROFILES for a in tools.TARGETS if any(place == f"{p}/{a}" for _, place in there)]
    lines = ["| section | " + " | ".join(column.replace("/", " ") for column in columns) + " |", "|---" + "|:-:" * len(columns) + "|"]
    lines += [f"| {name} " + "".join("| x " if (name, column) in there else "| " for column in columns) + "|"
              for name in sorted({name for name, _ in there})]
    lines += ["", "| section | bytes | made by | sources | licence |", "|---|---|---|---|---|"]
    for name, (head, _) in cases.items():
        makers, _, sources = head["origin"].rpartition("; ")
        lines.append(f"| {name[len('real/'):]} | {head['size']} | {makers} | {sources} | {head['licence']} |")
    written = read(os.path.join(REAL, "README.md")).split(MARK)[0]
    with open(os.path.join(folder, "README.md"), "w", encoding="utf-8") as file:
        file.write(written + MARK + "\n\n" + "\n".join(lines) + "\n")


def write_pages(folder):
    """The index and the table of origins."""
    cases = {name: read_case(f"{os.path.dirname(folder)}/{name}.case") for name in ids_of(folder)}
    write_index(folder, cases)
    write_readme(folder, cases)


def changes(folder):
    """The files that differ from the committed ones."""
    names = {os.path.relpath(path, place) for place in (folder, REAL) for part in ("v*/*/*", "index.tsv", "README.md")
             for path in glob.glob(os.path.join(place, part))}
    return [f"real/{name}" for name in sorted(names) if read(os.path.join(folder, name), "rb") != read(os.path.join(REAL, name), "rb")]


# ---- The whole ----

def say(what):
    print(f"== {what}", file=sys.stderr)


def make_all(ref, peers, work):
    """A folder of all sections. Those whose toolchain is missing stay as committed."""
    there, folder, made, absent = toolchains(peers, work), os.path.join(work, "real"), 0, collections.Counter()
    for line in read_list():
        place = line.profile, line.target
        if place in there:
            Maker(ref, line, there[place], work).make(os.path.join(folder, *place, line.name))
            made += 1
        else:
            absent[place] += 1
    if not made:
        raise Fault("no toolchain here writes SFrame data")
    say(f"{made} sections made")
    for place, count in sorted(absent.items()):
        say(f"no toolchain here writes {place[0]} for {place[1]}: its {count} sections stay (see ci/real/peers.sh)")
        if os.path.isdir(os.path.join(REAL, *place)):
            shutil.copytree(os.path.join(REAL, *place), os.path.join(folder, *place))
    return folder


def main(ref, peers, check=""):
    with tempfile.TemporaryDirectory() as work:
        folder = make_all(ref, peers, work)
        write_pages(folder)
        changed = changes(folder)
        if not changed:
            say("corpus/real/ is up to date")
            return 0
        print("\n".join(changed))
        if check:
            say("corpus/real/ differs from what these tools make; run ci/real/sections.sh and review the changes")
            return 1
        for old in glob.glob(os.path.join(REAL, "v*", "")):
            shutil.rmtree(old)
        shutil.copytree(folder, REAL, dirs_exist_ok=True)
        say("corpus/real/ is written")
        return 0


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    try:
        sys.exit(main(*sys.argv[1:]))
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
