# SPDX-License-Identifier: MIT
"""The registers of clauses, faults and open questions, which the build writes as registers.json."""
import re

# A quote: `v2@2.41 v3 2.1 "words"`.
QUOTE = re.compile(r'((?:v\S+ )+)(\S+) "[^"]*"')
UNKNOWN = "not in the registers of this program"
UNKNOWN_BASIS = "unknown"


class Ground:
    """What the right answer of a case rests on: a clause, its fault or its open question."""

    def __init__(self, name, row, says, profile):
        self.name, self.says, self.source = name, row[says] if row else UNKNOWN, row.get("source") if row else None
        self.basis = basis_of(row, profile) if row else UNKNOWN_BASIS

    @property
    def kind(self):
        return self.basis.partition(":")[0]


def _is_of(quote, profile):
    """v2e2 has no manual of its own: its words are those of v2e1 and of section 1.3 of v3."""
    manuals = {manual.partition("@")[0] for manual in quote[1].split()}
    if profile == "v2e2":
        return "v2e1" in manuals or ("v3" in manuals and quote[2] == "1.3")
    return profile in manuals


def basis_of(row, profile):
    """"text: v3 2.1 "words"": what a row rests on in a profile, in one line."""
    for basis in row["basis"]:
        if profile in basis["profiles"].split():
            evidence = basis["evidence"]
            if basis["basis"] == "text":
                own = [quote[0] for quote in QUOTE.finditer(evidence) if _is_of(quote, profile)]
                evidence = "; ".join(own) or evidence
            return f"{basis['basis']}: {evidence}"
    return UNKNOWN_BASIS


def grounds(registers, record):
    """Those of a case: each of its clauses, its fault, its open question, and those that the suite has decided."""
    profile, reason, register = record["profile"], record["class"], "refusals" if record["op"] == "encode" else "faults"
    names = [*(("clauses", name, "statement") for name in record["clauses"] or ()),
             # No register has the errors of ELF files.
             *([(register, reason, "message")] if reason in registers[register] else []),
             ("policies", record["policy"], "question"), *(("policies", name, "question") for name in record["decided"] or ())]
    return [Ground(name, registers[register].get(name), says, profile) for register, name, says in names if name]
