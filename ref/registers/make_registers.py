#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the registers' C tables and their documentation page.

usage: make_registers.py header|source|page DIR OUTPUT

DIR holds clauses.txt, faults.txt, policies.txt and refusals.txt. A reference
to a row that does not exist is an error with file and line.
"""
import re
import sys

PROFILES = ["v1", "v2", "v2e1", "v2e2", "v3"]
SEVERITIES = ["violation", "doubt"]
VERDICTS = ["valid", "invalid", "acceptable", "mixed", "none"]

# The published texts of the format, by profile: what each page documents, then where it is.
BINUTILS = "https://sourceware.org/binutils"
TEXTS = {
    "v1": ("Version 1", "2.40", f"{BINUTILS}/docs-2.40/sframe-spec.html"),
    "v2": ("Version 2", "2.41 to 2.44", f"{BINUTILS}/docs-2.41/sframe-spec.html"),
    "v2e1": ("Version 2 (Errata 1)", "2.45", f"{BINUTILS}/docs-2.45/sframe-spec.html"),
    "v2e2": ("Version 3, section 1.3: v2e1 with the items marked [Errata 2]", "2.46 and later", f"{BINUTILS}/docs/sframe-spec.html"),
    "v3": ("Version 3", "2.46 and later", f"{BINUTILS}/docs/sframe-spec.html"),
}


class Row:
    def __init__(self, where, section, cells):
        self.where, self.section, self.cells = where, section, cells
        self.name = cells[0]


def fail(where, message):
    sys.exit(f"{where}: {message}")


def read(folder, name, columns):
    """Reads one register: rows of `columns` cells under [SECTION] title lines."""
    rows, titles, section, seen = [], {}, None, {}
    path = f"{folder}/{name}.txt"
    with open(path, encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            where, line = f"{path}:{number}", line.strip()
            if not line or line.startswith("#"):
                continue
            head = re.fullmatch(r"\[([\w-]+)\] (.+)", line)
            if head:
                section = head.group(1)
                titles[section] = head.group(2)
                continue
            cells = [c.strip() for c in line.split(" | ")]
            if len(cells) != columns:
                fail(where, f"expected {columns} cells, got {len(cells)}")
            if cells[0] in seen:
                fail(where, f"'{cells[0]}' was already given at {seen[cells[0]]}")
            seen[cells[0]] = where
            rows.append(Row(where, section, cells))
    return rows, titles


def ident(prefix, name):
    return f"SFR_{prefix}_" + re.sub(r"[^A-Za-z0-9]", "_", name).upper()


def count_of(prefix):
    return "SFR_NUM_" + re.sub("YS$", "IES", prefix + "S")


def text(s):
    return '"' + s.replace("\\", "\\\\").replace('"', '\\"') + '"'


def mask(where, profiles):
    value = 0
    for p in profiles.split():
        if p not in PROFILES:
            fail(where, f"unknown profile '{p}'")
        value |= 1 << (PROFILES.index(p) + 1)
    return value


class Registers:
    def __init__(self, folder):
        self.clauses, self.clause_titles = read(folder, "clauses", 6)
        self.faults, self.fault_titles = read(folder, "faults", 7)
        self.policies, self.policy_titles = read(folder, "policies", 6)
        self.refusals, _ = read(folder, "refusals", 3)
        self.check()

    def check(self):
        clauses = {c.name for c in self.clauses}
        policies = {p.name for p in self.policies}
        named = set()
        for fault in self.faults:
            _, severity, _, policy, cited, _, _ = fault.cells
            if severity not in SEVERITIES:
                fail(fault.where, f"severity '{severity}' is not one of {SEVERITIES}")
            if policy != "-" and policy not in policies:
                fail(fault.where, f"policy '{policy}' is not in policies.txt")
            self.cites(fault.where, cited, clauses, required=True)
            named.update(cited.split())
        for refusal in self.refusals:
            self.cites(refusal.where, refusal.cells[1], clauses, required=False)
        for policy in self.policies:
            if policy.cells[2] not in VERDICTS:
                fail(policy.where, f"verdict '{policy.cells[2]}' is not one of {VERDICTS}")
        for clause in self.clauses:
            if "R" in clause.cells[4].split() and clause.name not in named:
                fail(clause.where, f"clause {clause.name} has use R, but no fault in faults.txt names it")

    @staticmethod
    def cites(where, cited, clauses, required):
        if cited == "-":
            if required:
                fail(where, "names no clause")
            return
        for c in cited.split():
            if c not in clauses:
                fail(where, f"clause '{c}' is not in clauses.txt")


def enum(out, name, prefix, rows, comment):
    out.append(f"/* {comment} */")
    out.append(f"enum {name} {{")
    out.append(f"    SFR_{prefix}_NONE = 0,")
    out += [f"    {ident(prefix, r.name)}," for r in rows]
    out.append(f"    {count_of(prefix)}  /* one more than the last */")
    out.append("};\n")


def header(reg):
    out = ["/* SPDX-License-Identifier: MIT */",
           "/* Made from ref/registers/ by make_registers.py: do not edit. */",
           "#ifndef SFR_REGISTERS_H", "#define SFR_REGISTERS_H\n"]
    enum(out, "sfr_clause", "CLAUSE", reg.clauses, "Statements of the format; REGISTERS.md has the text of each.")
    enum(out, "sfr_fault", "FAULT", reg.faults, "What can be wrong or doubtful in a section. 0 means no fault.")
    enum(out, "sfr_policy", "POLICY", reg.policies, "Questions that the texts leave open.")
    enum(out, "sfr_refusal", "REFUSAL", reg.refusals, "Why the encoder refuses a section. 0 means no refusal.")
    out.append("#endif")
    return "\n".join(out) + "\n"


def source(reg):
    out = ["/* SPDX-License-Identifier: MIT */",
           "/* Made from ref/registers/ by make_registers.py: do not edit. */",
           '#include "sfr.h"\n']

    def table(kind, prefix, rows, fields):
        out.append(f"static const struct sfr_{kind}_info {kind}_table[{count_of(prefix)}] = {{")
        for r in rows:
            out.append(f"    [{ident(prefix, r.name)}] = {{ {', '.join(fields(r))} }},")
        out.append("};\n")
        out.append(f"const struct sfr_{kind}_info *sfr_{kind}_info(enum sfr_{kind} id)\n{{")
        out.append(f"    const unsigned n = (unsigned)id;\n    return n == 0 || n >= {count_of(prefix)} ? (const struct sfr_{kind}_info *)0 : &{kind}_table[n];\n}}\n")

    table("clause", "CLAUSE", reg.clauses, lambda r: [
        text(r.name), str(mask(r.where, r.cells[1])), text(r.cells[2]), text(r.cells[3]), text(r.cells[4]), text(r.cells[5])])
    table("fault", "FAULT", reg.faults, lambda r: [
        text(r.name), f"SFR_SEVERITY_{r.cells[1].upper()}",
        "SFR_POLICY_NONE" if r.cells[3] == "-" else ident("POLICY", r.cells[3]),
        text(r.cells[4]), text(r.cells[5]), text(r.cells[6])])
    table("policy", "POLICY", reg.policies, lambda r: [
        text(r.name), str(mask(r.where, r.cells[1])), text(r.cells[2]), text(r.cells[3]), text(r.cells[4]), text(r.cells[5])])
    table("refusal", "REFUSAL", reg.refusals, lambda r: [
        text(r.name), text("" if r.cells[1] == "-" else r.cells[1]), text(r.cells[2])])
    return "\n".join(out)


def page(reg):
    out = ["# Registers", "", "Made from `ref/registers/` by `make_registers.py`: do not edit.",
           "`sframe-ref clauses` prints the same tables.", "",
           "The clauses restate the manuals named \"The SFrame Format\" of GNU binutils.",
           "Their column *source* has section numbers of these texts; *header file* is",
           f"`sframe.h`. Background: the [SFrame wiki]({BINUTILS}/wiki/sframe).", "",
           "| profile | text | binutils release | address |", "|---|---|---|---|"]
    out += [f"| {p} | {text} | {release} | <{address}> |" for p, (text, release, address) in TEXTS.items()]
    out.append("")

    def section(title, titles, rows, head, cells):
        out.extend([f"## {title}", ""])
        last = object()
        for r in rows:
            if r.section != last:
                last = r.section
                if last in titles:
                    out.extend(["", f"### {titles[last]}", ""])
                out.extend(["| " + " | ".join(head) + " |", "|" + "---|" * len(head)])
            out.append("| " + " | ".join(cells(r)) + " |")
        out.append("")

    section("Clauses", reg.clause_titles, reg.clauses, ["id", "profiles", "source", "strength", "use", "statement"], lambda r: r.cells)
    section("Faults", reg.fault_titles, reg.faults, ["name", "severity", "stops", "policy", "clauses", "range", "meaning"], lambda r: r.cells)
    section("Policies", reg.policy_titles, reg.policies, ["id", "profiles", "verdict", "answers", "question", "answer of the reference"], lambda r: r.cells)
    section("Refusals of the encoder", {}, reg.refusals, ["name", "clauses", "meaning"], lambda r: r.cells)
    return "\n".join(out)


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in ("header", "source", "page"):
        sys.exit(__doc__)
    made = {"header": header, "source": source, "page": page}[sys.argv[1]](Registers(sys.argv[2]))
    with open(sys.argv[3], "w", encoding="utf-8") as f:
        f.write(made)


main()
