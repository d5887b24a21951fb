# SPDX-License-Identifier: MIT
"""Gives linkers objects with the sections of the corpus, and writes a page. The rows of an accepted section must come out as
they went in. Of a rejected one an error about SFrame is right, and so is a message and no data, or an output without the
fault. A crash, a hang, a failure without a reason, a fault that is copied into the output, and data that vanish without a
word are wrong of any section. For ci/real/links.sh, which says what the command gets.
"""
import collections
import json
import os
import pathlib
import random
import shutil
import struct
import sys
import tempfile

import corpus_index
import link
import link_judge
import page
import steps
from elf_file import BadFile, File
from link_judge import ENTRY, HEADER
from link_objects import TYPE, marker, random_object, set_targets
from links import LongRun
from program import Fault
from results import LEVELS
from tools import TARGETS

KINDS = {"v1": (1, False), "v2": (2, False), "v2e1": (2, True), "v3": (3, True)}
STATES = ("right", "refused", "left out", "fault is gone", "rows are wrong", "dropped silently", "copied",
          "fails without a reason", "internal error", "crash", "hang", "flood", "no output", "killed", "not asked")
RIGHT = {"accept": ("right",), "reject": ("refused", "left out", "fault is gone"),
         "policy": ("right", "refused", "left out")}
UNSAFE = ("crash", "hang", "flood", "internal error", "no output")
MOST_FUNCTIONS, SPACE, FIRST_MARKER = 64, 32, 1 << 20
# Relocations of 4 and 8 bytes relative to themselves.
RELOCATIONS = {"amd64": ("R_X86_64_PC32", "R_X86_64_PC64"), "aarch64": ("R_AARCH64_PREL32", "R_AARCH64_PREL64"),
               "s390x": ("R_390_PC32", "R_390_PC64")}
ORDERS = {"little": ("<", b"\xe2\xde"), "big": (">", b"\xde\xe2")}


def read_cases(corpus, profile, target, only):
    """The index's line of each section of the profile and target once: as the case that decodes it, or the first that refuses
    it. Or of one case alone."""
    found = {}
    for row in corpus_index.rows(corpus, f"{profile}/{target}/"):
        if row["file"].endswith(".sframe") and (row["op"] == "decode" or row["verdict"] == "reject"):
            known = found.get(row["sha256"])
            if known is None or (row["op"] == "decode" and known["op"] != "decode"):
                found[row["sha256"]] = row
    return [row for row in sorted(found.values(), key=lambda row: row["id"]) if only in (None, row["id"])]


# ---- Objects

def start_fields(section, order, magic):
    """(offset, is it wide) of each start field, as far as the header can be believed."""
    if len(section) < HEADER or section[:2] != magic or section[2] not in ENTRY:
        return []
    version, aux = section[2], section[7]
    count, = struct.unpack_from(order + "I", section, 8)
    first, = struct.unpack_from(order + "I", section, 20)
    places = [HEADER + aux + first + i * ENTRY[version] for i in range(min(count, MOST_FUNCTIONS))]
    return [(p, version == 3) for p in places if p + (8 if version == 3 else 4) <= len(section)]


def object_source(section, type_, target):
    """The object as assembly; its .sframe has that type. Its functions follow each other in the code. The addend is the same
    whatever a start counts from: a linker that knows the format adds the rest."""
    abi, order = target.split("-")
    code = "".join(f" .byte {', '.join(map(str, marker(FIRST_MARKER + i)))}\n .fill {SPACE - 8}, 1, 0xc3\n" for i in range(2 * MOST_FUNCTIONS))
    data = "".join(f" .byte {', '.join(map(str, section[at:at + 64]))}\n" for at in range(0, len(section), 64))
    relocations = "".join(f" .reloc {place}, {RELOCATIONS[abi][wide]}, .text+{SPACE * i}\n"
                          for i, (place, wide) in enumerate(start_fields(section, *ORDERS[order])))
    return f" .text\n .globl of_corpus\n .type of_corpus, {TYPE[abi]}function\nof_corpus:\n{code} .size of_corpus, .-of_corpus\n" \
           f' .section .sframe,"a",{TYPE[abi]}{type_}\n .p2align 3\n{data}{relocations} .section .note.GNU-stack,"",{TYPE[abi]}progbits\n'


# ---- Links

def compare(made, output, dumped, inputs, nothing_else):
    """What is wrong with the rows of a linker's output, which should have those of `inputs`."""
    (kind, functions, _), verdict = dumped, link_judge.Verdict(made)
    functions = {address: list(some) for address, some in functions.items()}
    missing = link_judge.take(verdict, functions, inputs, link_judge.markers(output), kind)
    if nothing_else and not verdict.wrong:
        link_judge.judge_rest(verdict, functions, output)
    return verdict.wrong[0][0] if verdict.wrong else "functions are lost" if missing else ""


def judge(tools, path, inputs, nothing_else, made):
    """(state, what is wrong) of one link whose output should have the rows of `inputs`, the good one last, and perhaps
    no others."""
    if made.state == "refused" and not made.names_sframe():
        return "fails without a reason", made.line()
    if made.state != "ok":
        return made.state, made.line()
    try:
        output, dumped = File(path), link_judge.dump(tools.ref, path)
        if dumped[0] is None and not link_judge.has_data(output):
            return ("left out", "") if made.names_sframe() else ("dropped silently", "all SFrame data are gone, without a word")
        if dumped[0] is None:
            return "copied", ("with a message: " if made.names_sframe() else "without a word: ") + dumped[1]
        what = compare(made, output, dumped, inputs, nothing_else)
        if what and made.names_sframe() and not compare(made, output, dumped, inputs[-1:], False):
            return "left out", ""
    except BadFile as error:
        return "copied", str(error)
    return ("rows are wrong", what) if what else ("right", "")


# What became of the object of a case. `reason`: why that is wrong; None if it is right.
Answer = collections.namedtuple("Answer", "case state reason")


class Run(LongRun):
    def __init__(self, given, folder):
        super().__init__(given, 5)
        self.folder, self.only, self.answers = folder, given.get("case"), {}

    def is_asked(self, linker, target, assembler, good):
        """GNU ld and lld with the assembler of their release. gold, which copies anything, in one version, and others, as
        mold, in those that they link right."""
        kind = linker.split()[0]
        if kind == "gold":
            return assembler == self.tools.assemblers_of(target)[0]
        if kind not in ("ld", "ld.lld"):
            return self.link(linker, target, [good.path], [good], True)[0] == "right"
        return assembler.split()[-1] == linker.split()[-1]

    def good_object(self, target, assembler):
        """An object with right data of the assembler's version."""
        rng = random.Random("good")
        functions = [f for f in random_object(rng, target.split("-")[0], 100) if f["place"] != "group"]
        set_targets(rng, [functions])
        return link.Shop(self.tools, target, self.folder).input(functions, assembler)

    def keys(self):
        """Each (linker, target, profile) that is asked for, and a good object."""
        targets = [t for t in TARGETS if self.given.get("target") in (None, t)]
        for target, assembler in ((t, a) for t in targets for a in self.tools.assemblers_of(t)):
            good = self.good_object(target, assembler)
            profile = next((p for p, kind in KINDS.items() if kind == good.kind), None)
            for linker in sorted(name for t, name in self.tools.linkers if t == target):
                key = linker, target, profile
                if self.given.get("linker") in (None, linker) and key not in self.answers and profile and \
                        self.is_asked(linker, target, assembler, good):
                    self.answers[key] = []
                    yield key, good

    def link(self, linker, target, paths, inputs, nothing_else):
        output = os.path.join(self.folder, "out")
        command = [*self.tools.linkers[target, linker], "-shared", "-o", output, *paths]
        return judge(self.tools, output, inputs, nothing_else, steps.make(command, output, self.folder, most=steps.MAX_FILE))

    def inputs(self, case, path, good, first):
        """(paths, inputs whose rows are expected) of a link, or None if the object does not ask what the
        case does: the relocations mend the fault, or a function has none, or its version is stored in
        another way."""
        if case["verdict"] == "reject":
            if link_judge.dump(self.tools.ref, path)[0] is not None:
                return None
            expected = [good]
        else:
            try:
                mine = link_judge.Input(self.tools.ref, path)
            except Fault:
                return None
            if mine.kind != good.kind:
                return None
            # Rows that lean on the header's fixed offsets cannot be merged with rows that do not.
            if mine.fixed != good.fixed:
                return [path], [mine]
            expected = [mine, good]
        return ([path, good.path] if first else [good.path, path]), expected

    def note(self, key, case, state, what):
        if case["verdict"] == "reject" and state == "right":
            state = "fault is gone"
        reason = None
        if state not in (*RIGHT[case["verdict"]], "killed", "not asked"):
            what = link_judge.group(f"{state}: {what}")
            reason = self.causes.find(*key, case["verdict"] if case["class"] == "-" else case["class"], what) or f"UNEXPLAINED: {what}"
        self.answers[key].append(Answer(case, state, reason))

    def keep(self, linker, case, paths, what):
        """The objects of a case that was asked for by name."""
        folder = os.path.join(self.given["finds"], case["id"].replace("/", "-"))
        os.makedirs(folder, exist_ok=True)
        for path in paths:
            shutil.copy(path, folder)
        print(f"{folder}: {linker} -shared -o out {' '.join(map(os.path.basename, paths))}: {what}")

    def one(self, key, good, case, first):
        linker, target, _ = key
        path = os.path.join(self.folder, "corpus.o")
        text = object_source(pathlib.Path(self.given["corpus"], case["file"]).read_bytes(), File(good.path).named(".sframe")["type"], target)
        # Other assemblers do not pad.
        self.tools.assemble(target, None, text, path, *(["--no-pad-sections"] if target == "s390x-big" else []))
        made = self.inputs(case, path, good, first)
        if made is None:
            self.note(key, case, "not asked", "")
            return
        state, what = self.link(linker, target, *made, case["verdict"] != "reject")
        self.note(key, case, state, what)
        if self.only:
            self.keep(linker, case, made[0], f"{state}: {what}")

    def all(self):
        cases = {}
        for key, good in self.keys():
            print(", ".join(key), file=sys.stderr)
            if key[1:] not in cases:
                cases[key[1:]] = read_cases(self.given["corpus"], key[2], key[1], self.only)
            for number, case in enumerate(cases[key[1:]]):
                self.one(key, good, case, number % 2)
        if not self.answers:
            raise Fault("no linker links what an assembler here writes")

    # ---- The page

    def has_faults(self, case):
        """More than one, so that it says nothing of a level."""
        return "multi-fault" in corpus_index.head(os.path.join(self.given["corpus"], case["id"] + ".case"))

    def levels(self, key):
        """{level: right answers, objects asked}, and the highest level up to which all are right."""
        reached, asked = "none", [a for a in self.answers[key] if a.state not in ("killed", "not asked")]
        clear = [a for a in asked if a.case["verdict"] != "policy" and not self.has_faults(a.case)]
        found = {level: [a.reason is None for a in clear if a.case["level"] == level] for level in LEVELS}
        found["safe"] = [a.state not in UNSAFE for a in asked]
        for level, good in found.items():
            if not all(good):
                break
            reached = level if good else reached
        return {level: (sum(good), len(good)) for level, good in found.items()}, reached

    def causes_of(self, key):
        """What is wrong, how many objects show it, the classes of their faults, and the first."""
        by_reason = {}
        for a in self.answers[key]:
            if a.reason:
                by_reason.setdefault(a.reason, []).append(a.case)
        for reason, found in sorted(by_reason.items()):
            classes = sorted({case["class"] for case in found} - {"-"})
            named = ", ".join(classes[:6]) + (f" and {len(classes) - 6} more" if len(classes) > 6 else "")
            yield reason, len(found), named or "none", found[0]["id"]

    def write(self):
        """The page; and its numbers beside it, for the page conformance/known/MATRIX.md, unless it is printed. Those of a run that
        did not end are a part, and say nothing of that."""
        keys, path, questions = sorted(self.answers), self.given.get("page"), corpus_index.questions_hash(self.given["corpus"])
        states = {key: collections.Counter((a.case["verdict"], a.state) for a in self.answers[key]) for key in keys}
        shown = [s for s in STATES if any(state == s for counts in states.values() for _, state in counts)]
        levels = {key: self.levels(key) for key in keys}
        page.write(path, "corpus-links.md", run=self, states=states, of_levels=levels, levels=LEVELS, shown=shown,
                   mark=corpus_index.MARK.format(questions))
        if path and self.state == "complete":
            records = [{"format": 1, "questions": questions}]
            records += [{"linker": linker, "target": target, "version": version, "levels": found}
                        for (linker, target, version), (found, _) in levels.items()]
            pathlib.Path(path).with_suffix(".jsonl").write_text("".join(json.dumps(r) + "\n" for r in records), encoding="utf-8")

    def killed(self):
        return any(a.state == "killed" for some in self.answers.values() for a in some)

    def unexplained(self):
        return any(a.reason and a.reason.startswith("UNEXPLAINED: ") for some in self.answers.values() for a in some)


def main(given, _):
    with tempfile.TemporaryDirectory() as folder:
        return Run(given, folder).to_its_end()
