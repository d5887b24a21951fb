#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the registers' C tables, what sframe-ref prints of each row, their documentation page, and their JSON for reports.

usage: make_registers.py header|source|shown|page|json DIR OUTPUT

DIR holds clauses.txt, faults.txt, policies.txt, refusals.txt, and what their
rows rest on: basis.txt and basis_policies.txt. A row without a basis, or a
reference to a row that does not exist, is an error with file and line.
"""
import json
import re
import sys

sys.dont_write_bytecode = True
from basis import read_bases, summary
from rows import PROFILES, fail, profiles_of, read

SEVERITIES = ["violation", "doubt"]
STOPS = ["-", "missing", "meaningless"]
VERDICTS = ["valid", "invalid", "acceptable", "mixed", "none"]
COLUMNS = {
    "clauses": ["id", "profiles", "source", "strength", "use", "statement"],
    "faults": ["name", "severity", "stops", "policy", "clauses", "range", "message"],
    "policies": ["id", "profiles", "verdict", "answers", "question", "answer"],
    "refusals": ["name", "clauses", "message", "fault", "policy"],
}

# The published texts of the format, by profile: what each page documents, then where it is.
BINUTILS = "https://sourceware.org/binutils"
TEXTS = {
    "v1": ("Version 1", "2.40", f"{BINUTILS}/docs-2.40/sframe-spec.html"),
    "v2": ("Version 2", "2.41 to 2.44", f"{BINUTILS}/docs-2.41/sframe-spec.html"),
    "v2e1": ("Version 2 (Errata 1)", "2.45", f"{BINUTILS}/docs-2.45/sframe-spec.html"),
    "v2e2": ("Version 3, section 1.3: v2e1 with the items marked [Errata 2]", "2.46 and later", f"{BINUTILS}/docs/sframe-spec.html"),
    "v3": ("Version 3", "2.46 and later", f"{BINUTILS}/docs/sframe-spec.html"),
}

MADE = ["/* SPDX-License-Identifier: MIT */", "/* Made from ref/registers/ by make_registers.py: do not edit. */"]


def ident(prefix, name):
    return f"SFR_{prefix}_" + re.sub(r"[^A-Za-z0-9]", "_", name).upper()


def count_of(prefix):
    return "SFR_NUM_" + re.sub("YS$", "IES", prefix + "S")


def text(s):
    return '"' + s.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def names_in(cell):
    return [] if cell == "-" else cell.split()


def mask(profiles):
    return sum(1 << (PROFILES.index(p) + 1) for p in profiles)


class Registers:
    def __init__(self, folder):
        self.clauses, self.clause_titles = read(folder, "clauses", 6)
        self.faults, self.fault_titles = read(folder, "faults", 7)
        self.policies, self.policy_titles = read(folder, "policies", 6, 7)
        self.refusals, _ = read(folder, "refusals", 5)
        self.check()
        self.bases = self.read_bases(folder)

    def check(self):
        for register, column, what, allowed in (("faults", 1, "severity", SEVERITIES), ("faults", 2, "stops", STOPS),
                                                ("policies", 2, "verdict", VERDICTS)):
            for row in getattr(self, register):
                if row.cells[column] not in allowed:
                    fail(row.where, f"{what} '{row.cells[column]}' is not one of {allowed}")
        for register, column, what, named in (("faults", 3, "policy", "policies"), ("faults", 4, "clause", "clauses"),
                                              ("refusals", 1, "clause", "clauses"), ("refusals", 3, "fault", "faults"),
                                              ("refusals", 4, "policy", "policies")):
            known = {row.name for row in getattr(self, named)}
            for row in getattr(self, register):
                for name in names_in(row.cells[column]):
                    if name not in known:
                        fail(row.where, f"{what} '{name}' is not in {named}.txt")
        for fault in self.faults:
            if fault.cells[1] == "doubt" and fault.cells[3] == "-":
                fail(fault.where, "a doubt needs an open question as its reason")
            if fault.cells[4] == "-":
                fail(fault.where, "names no clause")
        for policy in self.policies:
            if policy.cells[6:] not in ([], ["unsafe"], ["sooner"]):
                fail(policy.where, f"end '{policy.cells[6]}' is not unsafe or sooner")
        named = {name for fault in self.faults for name in names_in(fault.cells[4])}
        for clause in self.clauses:
            if "R" in clause.cells[4].split() and clause.name not in named:
                fail(clause.where, f"clause {clause.name} has use R, but no fault in faults.txt names it")

    def read_bases(self, folder):
        """Clauses and policies hold in the profiles that they name, faults and refusals where one of their clauses does."""
        held, places = {}, {}
        for register in ("clauses", "policies"):
            for row in getattr(self, register):
                held[register, row.name] = profiles_of(row.where, row.cells[1])
        for register, column in (("faults", 4), ("refusals", 1)):
            for row in getattr(self, register):
                cited = names_in(row.cells[column])
                held[register, row.name] = [p for p in PROFILES if not cited or any(p in held["clauses", c] for c in cited)]
        for register in COLUMNS:
            places.update({(register, row.name): row.where for row in getattr(self, register)})
        return read_bases(folder, held, places)


def enum(out, name, prefix, rows, comment):
    out.append(f"/* {comment} */")
    out.append(f"enum {name} {{")
    out.append(f"    SFR_{prefix}_NONE = 0,")
    out += [f"    {ident(prefix, r.name)}," for r in rows]
    out.append(f"    {count_of(prefix)}  /* one more than the last */")
    out.append("};\n")


def header(reg):
    out = [*MADE, "#ifndef SFR_REGISTERS_H", "#define SFR_REGISTERS_H\n"]
    enum(out, "sfr_clause", "CLAUSE", reg.clauses, "Statements of the format; REGISTERS.md has the text of each.")
    enum(out, "sfr_fault", "FAULT", reg.faults, "What can be wrong or doubtful in a section. 0 means no fault.")
    enum(out, "sfr_policy", "POLICY", reg.policies, "Questions that the texts leave open.")
    enum(out, "sfr_refusal", "REFUSAL", reg.refusals, "Why the encoder refuses a section. 0 means no refusal.")
    out.append("#endif")
    return "\n".join(out) + "\n"


def basis_tables(out, reg, registers):
    """The rows of basis*.txt, and for each row of a register and each profile the number of its basis, from 1."""
    numbers, rows = {}, []
    for found in reg.bases.values():
        for row in found:
            rows.append(row)
            for p in row.profiles:
                numbers[row.register, row.name, p] = len(rows)
    out.append("static const struct sfr_basis_info basis_table[] = {")
    for r in rows:
        out.append(f"    {{ {text(r.name)}, {mask(r.profiles)}, SFR_BASIS_{r.basis.upper()}, {text(r.evidence)} }},")
    out.append("};\n")
    for register, kind, prefix in registers:
        out.append(f"static const unsigned short {kind}_basis[{count_of(prefix)}][SFR_PROFILE_V3 + 1] = {{")
        for r in getattr(reg, register):
            cells = ", ".join(str(numbers.get((register, r.name, p), 0)) for p in PROFILES)
            out.append(f"    [{ident(prefix, r.name)}] = {{ 0, {cells} }},")
        out.append("};\n")
        out.append(f"""const struct sfr_basis_info *sfr_{kind}_basis(enum sfr_{kind} id, enum sfr_profile profile)
{{
    const unsigned n = (unsigned)id, p = (unsigned)profile;
    const unsigned row = n >= {count_of(prefix)} || p > SFR_PROFILE_V3 ? 0u : {kind}_basis[n][p];
    return row == 0 ? (const struct sfr_basis_info *)0 : &basis_table[row - 1];
}}
""")


def level_of(fault, basis):
    """The lowest level at which a reader must refuse a section with the fault. basis: in one profile, None if it has none there."""
    if fault.cells[1] == "doubt":
        return "read"
    if fault.cells[2] != "-":
        return "refuse"
    return "validate" if basis and basis.basis in ("text", "practice") else "strict"


def levels_table(out, reg):
    """The level of each fault in each profile, first without one."""
    out.append("static const unsigned char levels[SFR_NUM_FAULTS][SFR_PROFILE_V3 + 1] = {")
    for fault in reg.faults:
        of = {p: b for b in reg.bases["faults", fault.name] for p in b.profiles}
        cells = ", ".join("SFR_LEVEL_" + level_of(fault, of.get(p)).upper() for p in [None, *PROFILES])
        out.append(f"    [{ident('FAULT', fault.name)}] = {{ {cells} }},")
    out.append("""};

enum sfr_level sfr_fault_level(enum sfr_fault fault, enum sfr_profile profile)
{
    const unsigned n = (unsigned)fault, p = (unsigned)profile;
    return n == 0 || n >= SFR_NUM_FAULTS ? SFR_LEVEL_STRICT : (enum sfr_level)levels[n][p > SFR_PROFILE_V3 ? 0 : p];
}
""")


def source(reg):
    out = [*MADE, '#include "sfr.h"\n']

    def table(kind, prefix, rows, fields):
        out.append(f"static const struct sfr_{kind}_info {kind}_table[{count_of(prefix)}] = {{")
        for r in rows:
            out.append(f"    [{ident(prefix, r.name)}] = {{ {', '.join(fields(r))} }},")
        out.append("};\n")
        out.append(f"const struct sfr_{kind}_info *sfr_{kind}_info(enum sfr_{kind} id)\n{{")
        out.append(f"    const unsigned n = (unsigned)id;\n    return n == 0 || n >= {count_of(prefix)} ? (const struct sfr_{kind}_info *)0 : &{kind}_table[n];\n}}\n")

    def policy_of(cell):
        return "SFR_POLICY_NONE" if cell == "-" else ident("POLICY", cell)

    def named_profiles(r):
        return str(mask(profiles_of(r.where, r.cells[1])))

    table("clause", "CLAUSE", reg.clauses, lambda r: [text(r.name), named_profiles(r), *map(text, r.cells[2:])])
    table("fault", "FAULT", reg.faults, lambda r: [
        text(r.name), f"SFR_SEVERITY_{r.cells[1].upper()}", text(r.cells[2]),
        policy_of(r.cells[3]), *map(text, r.cells[4:])])
    table("policy", "POLICY", reg.policies, lambda r: [
        text(r.name), named_profiles(r), *map(text, r.cells[2:6]), text("".join(r.cells[6:]))])
    table("refusal", "REFUSAL", reg.refusals, lambda r: [
        text(r.name), text("" if r.cells[1] == "-" else r.cells[1]), text(r.cells[2]),
        "SFR_FAULT_NONE" if r.cells[3] == "-" else ident("FAULT", r.cells[3]), policy_of(r.cells[4])])
    basis_tables(out, reg, [("clauses", "clause", "CLAUSE"), ("faults", "fault", "FAULT"),
                            ("policies", "policy", "POLICY"), ("refusals", "refusal", "REFUSAL")])
    levels_table(out, reg)
    return "\n".join(out)


def page(reg):
    out = ["# Registers", "", "Made from `ref/registers/` by `make_registers.py`: do not edit.",
           "`sframe-ref clauses` prints the same tables.", "",
           "The clauses restate the manuals named \"The SFrame Format\" of GNU binutils.",
           "Their column *source* has section numbers of these texts; *header file* is",
           f"`sframe.h`. Background: the [SFrame wiki]({BINUTILS}/wiki/sframe).", "",
           "| profile | text | binutils release | address |", "|---|---|---|---|"]
    out += [f"| {p} | {text} | {release} | <{address}> |" for p, (text, release, address) in TEXTS.items()]
    out += ["", "The column *basis* says what each row rests on:", "",
            "* text: words of the manual demand it. Each quote has its manuals and their",
            "  section; `ci/trust/quotes.py` checks that the words stand there.",
            "* practice: real producers and readers do it, so that real files force it.",
            "* inference: it follows from several sentences.",
            "* ours: this suite chose it.", ""]

    def basis(register, name):
        rows = reg.bases[register, name]
        several = len(rows) > 1
        cell = "<br>".join(f"{' '.join(r.profiles) + ': ' if several else ''}{r.basis}: {r.evidence}" for r in rows)
        return cell.replace("*", "\\*")

    def section(title, register, titles, head):
        out.extend([f"## {title}", "", counts(register), ""])
        last = object()
        for r in getattr(reg, register):
            if r.section != last:
                last = r.section
                if last in titles:
                    out.extend(["", f"### {titles[last]}", ""])
                out.extend(["| " + " | ".join(head) + " | basis |", "|" + "---|" * (len(head) + 1)])
            out.append("| " + " | ".join(r.cells[:len(head)]) + " | " + basis(register, r.name) + " |")
        out.append("")

    def counts(register):
        seen = [summary(reg.bases[register, r.name]) for r in getattr(reg, register)]
        return "Basis: " + ", ".join(f"{seen.count(s)} {s}" for s in sorted(set(seen), key=lambda s: (-seen.count(s), s))) + "."

    section("Clauses", "clauses", reg.clause_titles, ["id", "profiles", "source", "strength", "use", "statement"])
    section("Faults", "faults", reg.fault_titles, ["name", "severity", "stops", "policy", "clauses", "range", "meaning"])
    section("Policies", "policies", reg.policy_titles, ["id", "profiles", "verdict", "answers", "question", "answer of the reference"])
    section("Refusals of the encoder", "refusals", {}, ["name", "clauses", "meaning", "fault of the section", "policy"])
    return "\n".join(out)


def objects(reg):
    """For each row its register, itself, and {CELL: text, "basis": [...]}."""
    for register, columns in COLUMNS.items():
        for row in getattr(reg, register):
            bases = [{"profiles": " ".join(b.profiles), "basis": b.basis,
                      **({"level": level_of(row, b)} if row.cells[1] == "violation" else {}), "evidence": b.evidence}
                     for b in reg.bases[register, row.name]]
            cells = dict(zip(columns, row.cells))
            if register == "refusals" and cells["clauses"] == "-":
                cells["clauses"] = ""
            yield register, row, {**cells, "basis": bases}


def shown(reg):
    """Each row as sframe-ref prints it: as text, as JSON, and what it rests on, a quote a line."""
    out = [*MADE, '#include "shown_rows.h"\n', "const struct shown_row shown_rows[] = {"]
    for register, row, found in objects(reg):
        *cells, bases = found.values()
        evidence = ""
        for b in bases:
            level = f", level {b['level']}" if "level" in b else ""
            quotes = b["evidence"].replace('"; ', '"\n  ') if b["basis"] == "text" else b["evidence"]
            evidence += f"{b['profiles']}: {b['basis']}{level}\n  {quotes}\n"
        line = " | ".join([*cells, summary(reg.bases[register, row.name])])
        as_object = json.dumps(found, ensure_ascii=False).replace("<", "\\u003c")
        out.append(f"    {{ {', '.join(map(text, (register, row.name, line, as_object, evidence)))} }},")
    return "\n".join([*out, "    { 0 }", "};"]) + "\n"


def as_json(reg):
    """{REGISTER: {NAME: {CELL: text, "basis": [...]}}}"""
    made = {register: {} for register in COLUMNS}
    for register, row, found in objects(reg):
        made[register][row.name] = found
    return json.dumps(made, ensure_ascii=False, separators=(",", ":")) + "\n"


def main():
    makers = {"header": header, "source": source, "shown": shown, "page": page, "json": as_json}
    if len(sys.argv) != 4 or sys.argv[1] not in makers:
        sys.exit(__doc__)
    made = makers[sys.argv[1]](Registers(sys.argv[2]))
    with open(sys.argv[3], "w", encoding="utf-8") as f:
        f.write(made)


if __name__ == "__main__":
    main()
