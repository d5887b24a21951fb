# SPDX-License-Identifier: MIT
"""Judges a linker's output: its SFrame data must be the union of the inputs' rows."""
import json
import subprocess

from elf_file import File
from stubs import is_stubs, judge_stubs


SECONDS = 120


def output_of(command):
    """(status, stdout, stderr) of a tool of ours. It must not die: that would be no answer."""
    try:
        p = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired as error:
        raise ValueError(f"{command[0]} does not end: {command[-1]}") from error
    if p.returncode < 0:
        raise ValueError(f"{command[0]} dies of signal {-p.returncode}: {command[-1]}")
    return p.returncode, p.stdout, p.stderr


def dump(ref, path):
    """The kind of version, and the functions by address; or None and the message of sframe-ref."""
    status, out, err = output_of([ref, "--json", "dump", path])
    if status != 0:
        return None, (err.strip() or out).split("\n")[0].split(": ", 2)[-1]
    found = json.loads(out)
    # Errata 1 is version 2, too, but stores start fields in another way (AMB-001).
    kind = (found["section"]["version"], "pcrel" in found["section"]["flags"])
    functions = {}
    for f in found["functions"]:
        functions.setdefault(int(f["start"], 16), []).append(f)
    return kind, functions


def meaning(f):
    """What linking must not change in a function."""
    rows = [tuple(sorted((k, v) for k, v in r.items() if k != "index")) for r in f["rows"]]
    return f["size"], f["pc"], f["key"], f["signal"], f["rep"], f["type"], rows


def compare(functions, output, inputs, wrong):
    """Each function of each input must be in the output, with the same rules. Returns their addresses
    in the output, the number of their rows, and the names of functions that the linker discarded."""
    taken, rows, gone = set(), 0, []
    for file, known in inputs:
        for addr, f in ((a, f) for a, some in known.items() for f in some):
            names = file.names.get(addr, {f"?{addr:x}"})
            places = sorted(p for n in names for p in output.places.get(n, ()))
            if not places:
                gone.append(min(names))
                continue
            same = [p for p in places if p not in taken and meaning(f) in map(meaning, functions.get(p, []))]
            if same:
                taken.add(same[0])
                rows += len(f["rows"])
            else:
                state = "has other rules" if any(p in functions for p in places) else "is lost"
                wrong.append(f"function {min(names)} {state}")
    return taken, rows, gone


def judge_emitted(file, version, count, wrong):
    """Relocations that a linker leaves in a linked file must still be for the start fields."""
    table, section = file.named(".rela.sframe"), file.named(".sframe")
    if file.relocatable or not table or not section:
        return
    entry = {1: 17, 2: 20, 3: 16}[version]
    # offset and info of each; ld -q --gc-sections turns those of discarded functions into type 0, none.
    found = [file.get("QQ", table["offset"] + 24 * i) for i in range(table["size"] // 24)]
    offsets = [offset - section["addr"] for offset, info in found if info & 0xffffffff]
    beside = [o for o in offsets if not (28 <= o < 28 + entry * count and (o - 28) % entry == 0)]
    if beside:
        wrong.append(f"{len(beside)} of {len(offsets)} emitted relocations are beside the start fields")


def judge_starts(output, functions, taken, wrong):
    """The output has only functions of the inputs and of stubs, and one for each address."""
    for addr, some in sorted(functions.items()):
        stubs = next((s for s in output.sections if is_stubs(s) and s["addr"] <= addr < s["addr"] + s["size"]), None)
        name = ", ".join(sorted(output.names.get(addr, {"no name"})))
        if addr not in taken and not stubs:
            wrong.append(f"function at 0x{addr:x} ({name}) is of no input")
        if sum(int(f["size"], 16) > 0 for f in some) > 1:
            wrong.append(f"{len(some)} functions at 0x{addr:x} ({name})")


def judge_rules(conform, path, wrong):
    """The findings of sframe-conform about the file alone."""
    file = json.loads(output_of([conform, "producer", "--json", path])[1])["files"][0]
    if file["state"] != "judged":
        wrong.append(file["why"])
        return
    if file["ranges"]["wrong"]:
        wrong.append(f"{file['ranges']['wrong']} ranges differ from the call frame information: " +
                     ", ".join(sorted({w["place"] for w in file["wrong"]})))
    wrong += [c["text"] for c in file["complaints"]
              if c["severity"] == "violation" or "not marked as sorted" in c["text"]]


def judge(ref, conform, log, mode, path, inputs):
    output, wrong = File(path), []
    kind, functions = dump(ref, path)
    if kind is None:
        print(f"no data\t{functions}")
        return
    # An input without functions has no SFrame data.
    known = [(f, d) for f, d in ((File(i), dump(ref, i)) for i in inputs) if d[0] is not None]
    mine = [(f, d) for f, (k, d) in known if k == kind]
    dropped = sum(map(len, (d for _, (k, d) in known if k != kind)))
    with open(log, encoding="utf-8", errors="replace") as f:
        if dropped and "sframe" not in f.read().lower():
            wrong.append(f"{dropped} functions of another version are dropped without a word")
    taken, rows, gone = compare(functions, output, mine, wrong)
    if mode != "--gc-sections":
        wrong += [f"function {name} is gone" for name in gone]
    judge_starts(output, functions, taken, wrong)
    right = judge_stubs(output, functions, kind[0], wrong)
    judge_emitted(output, kind[0], sum(map(len, functions.values())), wrong)
    judge_rules(conform, path, wrong)
    counts = [f"version {kind[0]}", f"{len(taken)} functions and {rows} rows as in the inputs"]
    counts += [f"{right} bytes of stubs"] if right else []
    counts += [f"{len(gone)} thrown away"] if gone else []
    counts += [f"{dropped} of another version left out"] if dropped else []
    print("\t".join([", ".join(counts)] + wrong))
