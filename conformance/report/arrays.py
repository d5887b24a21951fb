# SPDX-License-Identifier: MIT
"""sframe-conform export --c, --kernel and --seeds: folders of files, made of the JSON document that the runner gives to standard input."""
import io
import itertools
import os
import re
import tarfile

import files
import program
from files import Fault
from new_folder import NewFolder
from plain import line

PROFILES = ("v1", "v2", "v2e1", "v2e2", "v3")
# What every file of an export starts with, after the characters of a comment. A folder with any other file is not replaced.
MARK, PREFIX, GROUPS = "Made by `sframe-conform export ", "sframe_corpus", "sframe_groups.h"
DATA_LICENCE = "0BSD OR CC0-1.0"
# C11 promises no longer string literals than 4095 characters; longer texts become arrays.
MOST_LITERAL, BYTES_A_LINE, DEFAULT_FRAMES = 4000, 16, 256
# `?` because of trigraphs. Bytes that are not plain ASCII become three octal digits.
ESCAPES = {**{i: f"\\{i:03o}" for i in (*range(0x20), *range(0x7f, 0x100))}, **{ord(c): "\\" + c for c in '"\\?'}, ord("\n"): "\\n"}
TRAILER_MARK = b"\xf5\x5a\x66\x75"
STATUS_NOTHING = 5


def mark(form, licence):
    return f"{MARK}--{form}`: do not edit. SPDX-License-" f"Identifier: {licence}"


def start(licence=DATA_LICENCE):
    return f"/* {mark('c', licence)} */\n"


class Group:
    """Cases of one profile, ABI and byte order, sorted by id: they make one file."""

    def __init__(self, key, cases):
        self.profile, self.abi, self.order = key
        self.name, self.cases, self.first = "_".join(key), sorted(cases, key=lambda c: c["id"]), {}
        for i, case in enumerate(self.cases):
            self.first.setdefault(case["sha256"], i)


def groups_of(cases):
    def key(case):
        if not re.fullmatch("[a-z0-9]+", case["abi"]):
            raise Fault(f"{case['id']}: the ABI `{case['abi']}` cannot be part of a name in C")
        return case["profile"], case["abi"], case["order"]
    return [Group(*found) for found in itertools.groupby(sorted(cases, key=key), key)]


# ---- Values

def literal(text):
    return f'"{text.encode().decode("latin-1").translate(ESCAPES)}"'


def octets(data):
    """In rows. C has no arrays without elements: an empty one becomes one zero."""
    rows = [data[at:at + BYTES_A_LINE].hex(" ").replace(" ", ", 0x") for at in range(0, len(data), BYTES_A_LINE)]
    return "".join(f"\n    0x{row}," for row in rows) + ("\n};\n" if rows else "\n    0\n};\n")


def hexadecimal(text):
    return f"0x{int(text, 16):x}"


def pairs(words, quote):
    """Of NAME=VALUE: `{ "sp", 0x7000 }`, or `{ 0x7000, 0x1 }` for memory."""
    return "".join(f"    {{ {quote}{name}{quote}, {value} }},\n" for name, _, value in (word.partition("=") for word in words)) + "};\n"


# ---- A case

def bodies(case):
    """The expected dump, or that of each reading."""
    found = [reading["body"] for reading in case["readings"]] if "readings" in case else [case["body"]] if case["body"] else []
    return ["".join(f"{row}\n" for row in body) for body in found]


def dump_of(index, reading, text):
    rows = [f"\n    {literal(row)}" for row in text.splitlines(keepends=True)]
    value = " {" + octets(text.encode() + b"\0") if len(text.encode()) > MOST_LITERAL else "".join(rows) + (";\n" if rows else "")
    return f"\nstatic const char expected_{index}_{reading}[] ={value}"


def arrays_of(group, i, sections):
    """What case `i` points to. The names of its arrays end in its number."""
    case = group.cases[i]

    def array(kind, name, values):
        return f"\nstatic const {kind} {name}_{i}[] = {{" + values

    if group.first[case["sha256"]] == i:
        yield array("uint8_t", "section", octets(sections[case["sha256"]]))
    if "result" in case:
        yield array("uint8_t", "result", octets(sections[case["result"]]))
    pcs = case.get("pcs", ())
    if pcs:
        yield array("uint64_t", "pcs", "\n" + "".join(f"    {hexadecimal(pc.removeprefix('2:'))},\n" for pc in pcs) + "};\n")
    if "second" in case:
        yield array("uint8_t", "second", octets(sections[case["second-sha256"]]))
        if pcs:
            yield array("uint8_t", "in_second", octets(bytes(pc.startswith("2:") for pc in pcs)))
    if "regs" in case:
        yield array("struct sframe_register", "regs", "\n" + pairs(case["regs"], '"'))
    if "mem" in case:
        yield array("struct sframe_memory", "mem", "\n" + pairs(case["mem"], ""))
    yield from (dump_of(i, number, text) for number, text in enumerate(bodies(case)))
    if "readings" in case:
        answers = (f'    {{ "{r["answer"]}", expected_{i}_{number} }},\n' for number, r in enumerate(case["readings"]))
        yield array("struct sframe_reading", "readings", "\n" + "".join(answers) + "};\n")
    if "also" in case:
        rows = ((v["class"], *map(hexadecimal, v["range"].split("-"))) for v in case["also"])
        yield array("struct sframe_violation", "also", "\n" + "".join(f'    {{ "{name}", {first}, {end} }},\n' for name, first, end in rows) + "};\n")


def unwind_of(case, i):
    return {"regs": f"regs_{i}", "num_regs": len(case["regs"]), **({"mem": f"mem_{i}", "num_mem": len(case["mem"])} if "mem" in case else {}),
            "pac_mask": case.get("pac-mask"), "max_frames": case.get("max", DEFAULT_FRAMES)} if "regs" in case else {}


def second_of(case, i, num_pcs, sections):
    return {"second": f"second_{i}", "second_size": len(sections[case["second-sha256"]]), "second_addr": hexadecimal(case["second-addr"]),
            "in_second": f"in_second_{i}" if num_pcs else None} if "second" in case else {}


def made_of(case, i, sections):
    result = case.get("result")
    return {"sort": 1 if "sort" in case else None, "fit": 1 if "fit" in case else None, "result": result and f"result_{i}",
            "result_size": len(sections[result]) if result else None, **texts(case, "refusal", refused_at="at")} if case["op"] == "encode" else {}


def texts(case, *names, **others):
    return {name: literal(case[key]) for name, key in {**{name: name.replace("_", "-") for name in names}, **others}.items() if key in case}


def case_of(group, i, sections):
    case, num_pcs = group.cases[i], len(group.cases[i].get("pcs", ()))
    fault = case["range"].split("-") if "range" in case else ()
    members = {
        **texts(case, "id", "title"), "clauses": literal(" ".join(case["clauses"])), **texts(case, "profile", "abi", "order"),
        "rev": case["rev"], "op": f"SFRAME_OP_{case['op'].upper()}", "expect": f"SFRAME_EXPECT_{case['expect'].upper()}",
        "level": f"SFRAME_LEVEL_{case['level'].upper()}", "addr": hexadecimal(case["addr"]),
        "section": f"section_{group.first[case['sha256']]}", "size": case["size"],
        **({"pcs": f"pcs_{i}", "num_pcs": num_pcs} if num_pcs else {}), **second_of(case, i, num_pcs, sections), **unwind_of(case, i),
        **made_of(case, i, sections), "elf": 1 if "container" in case else None, **texts(case, elf_error="error", fault="class"),
        **dict(zip(("fault_start", "fault_end"), map(hexadecimal, fault))),
        **({"also": f"also_{i}", "num_also": len(case["also"])} if "also" in case else {}), **texts(case, "multi_fault", "policy"),
        "may_reject": 1 if "may-reject" in case else None, **texts(case, "doubt", "open_end"),
        "expected": f"expected_{i}_0" if any(bodies(case)[:1]) else None,
        **({"readings": f"readings_{i}", "num_readings": len(case["readings"])} if "readings" in case else {}),
        **dict(zip(("text_start", "text_end"), case.get("text", ()))), **dict(zip(("second_text_start", "second_text_end"), case.get("second-text", ()))),
    }
    return "    {\n" + "".join(f"        .{name} = {value},\n" for name, value in members.items() if value is not None) + "    },\n"


# ---- Files of C

def extern(group):
    return f"extern const struct sframe_case sframe_cases_{group.name}[{len(group.cases)}];\n"


def group_file(group, sections):
    # One licence, as every case has today, or all there are. It stands in a comment, which it may not end.
    licences = " AND ".join(f"({words})" for words in dict.fromkeys(case["licence"] for case in group.cases)).replace("*", " ")
    yield start(licences) + f'#include "{PREFIX}.h"\n'
    for i in range(len(group.cases)):
        yield from arrays_of(group, i, sections)
    yield "\n" + extern(group) + f"const struct sframe_case sframe_cases_{group.name}[{len(group.cases)}] = {{\n"
    yield from (case_of(group, i, sections) for i in range(len(group.cases)))
    yield "};\n"


def table(groups):
    rows = "".join(f'    {{ "{g.profile}", "{g.abi}", "{g.order}", sframe_cases_{g.name}, {len(g.cases)} }},\n' for g in groups)
    return start() + f'#include "{PREFIX}.h"\n\n' + "".join(map(extern, groups)) + \
        f"\nconst struct sframe_case_group sframe_case_groups[] = {{\n{rows}}};\nconst size_t sframe_num_case_groups = {len(groups)};\n"


def without_licence(path):
    """The text of one of our files without its first line."""
    return files.read(path).partition("\n")[2]


def c_files(document, groups, args):
    sections = {name: bytes.fromhex(value) for name, value in document["sections"].items()}
    yield PREFIX + ".h", start() + without_licence(args.data_file("export", PREFIX + ".h"))
    yield PREFIX + ".c", table(groups)
    for group in groups:
        yield f"{PREFIX}_{group.name}.c", "".join(group_file(group, sections))


# ---- Kernels

def can_be_asked(case):
    return "container" not in case and case["op"] not in ("encode", "merge") and not (case["op"] == "unwind" and "second" in case)


def groups_file(document, groups):
    """The one file of the driver that depends on the cases."""
    cases = [case for group in groups for case in group.cases]
    longest = max((len(text.encode()) for case in cases if case["op"] != "decode" for text in bodies(case)), default=0)
    return start() + f"""#ifndef SFRAME_GROUPS_H
#define SFRAME_GROUPS_H

#include "{PREFIX}.h"

/* Bytes of the longest expected answer to a question about PCs. */
#define SFRAME_LONGEST_ANSWER {longest}

/* Cases of all groups. */
#define SFRAME_NUM_CASES {len(cases)}

/* Version and checksum of the corpus that they are of. */
#define SFRAME_CORPUS "{document.get('corpus-version', '-')} {document['corpus-sha256']}"

{''.join(map(extern, groups))}
/* X(NAME, COUNT) for each group. */
#define SFRAME_GROUPS(X){''.join(f' {chr(92)}{chr(10)}    X({g.name}, {len(g.cases)})' for g in groups)}

#endif
"""


def kernel_files(document, groups, args):
    one, other = groups[0], next((g for g in groups if (g.abi, g.order) != (groups[0].abi, groups[0].order)), None)
    if other:
        raise Fault(f"a kernel has one ABI and byte order, but the selected cases have {one.abi}-{one.order} and {other.abi}-{other.order}; select "
                    f"one with --abi and --order, or a pattern such as 'v3/{one.abi}-{one.order}/*'")
    yield GROUPS, groups_file(document, groups)
    yield from c_files(document, groups, args)
    driver = args.data_file("export", "kernel")
    for name in os.listdir(driver):
        comment = "/* {} */\n" if name.endswith((".c", ".h")) else "<!-- {} -->\n" if name.endswith(".md") else "# {}\n"
        yield name, comment.format(mark("kernel", "MIT")) + without_licence(os.path.join(driver, name))


def earlier_c(folder, args):
    """The names of the files of an earlier export."""
    own = {GROUPS, *os.listdir(args.data_file("export", "kernel"))}
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        if (name in own or name.startswith(PREFIX)) and os.path.isfile(path):
            with open(path, "rb") as f:
                if f.read(128).lstrip(b"/*# <!-").startswith(MARK.encode()):
                    yield name


# ---- Seeds for fuzzers

def seeds_of(group, sections):
    """{name: bytes} of sections with address and profile, as the harnesses and the kit take them (fuzz/parts/trailer.h)."""
    seeds = {}
    for case in group.cases:
        if "container" not in case and case["op"] in ("decode", "lookup", "unwind"):
            addr = int(case["addr"], 16)
            trailer = addr.to_bytes(8, "little") + bytes([1 + PROFILES.index(case["profile"])]) + TRAILER_MARK
            seeds[f"{case['sha256'][:16]}-{addr:x}"] = bytes.fromhex(sections[case["sha256"]]) + trailer
    return dict(sorted(seeds.items()))


def tar_of(members):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    return out.getvalue()


def earlier_seeds(folder):
    return (name for name in os.listdir(folder) if re.fullmatch(f"seeds_({'|'.join(PROFILES)})_[a-z0-9]+_[a-z]+[.]tar", name))


def earlier_files(form, folder, args):
    """None of what cannot be read: NewFolder says so."""
    try:
        return set(earlier_seeds(folder) if form == "seeds" else earlier_c(folder, args))
    except OSError:
        return set()


def main(args):
    form = next(name for name in ("c", "kernel", "seeds") if args.get(name))
    path, document = args.get(form), args.given()
    cases = [case for case in document["cases"] if form != "kernel" or can_be_asked(case)]
    if not cases:
        return program.complain("no case is selected that a reader inside a kernel can be asked: none is about a raw section", STATUS_NOTHING)
    count, groups = len(cases), groups_of(cases)
    with NewFolder(path, earlier_files(form, path, args), "an export") as folder:
        if form == "seeds":
            seeds = [(group.name, seeds_of(group, document["sections"])) for group in groups]
            count = sum(len(found) for _, found in seeds)
            made = ((f"seeds_{name}.tar", tar_of(found)) for name, found in seeds)
        else:
            made = ((name, text.encode()) for name, text in (kernel_files if form == "kernel" else c_files)(document, groups, args))
        for name, data in made:
            folder.write(name, data)
    return 0 if args.get("quiet") else program.put(line(f"{path}: {count} {'seeds' if form == 'seeds' else 'cases'}") + "\n", None)
