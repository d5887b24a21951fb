# SPDX-License-Identifier: MIT
"""sframe-conform explain and show: a case in words, and its bytes by field and bit. The runner gives it to standard input as JSON."""
import sys

import explain
import program
import registers

# More lines of fields scroll away what was said before; more bytes of a dump nobody reads.
MOST_LINES, MOST_DUMP, MOST_DIGITS, LINES_BEFORE = 72, 4096, 32, 8
QUESTIONS = {
    "decode": "What is in the section?", "lookup": "Which row applies at these addresses?", "unwind": "What is the stack trace from here?",
    "encode": "What are the bytes of the section with this dump?",
    "sequence": "Which row applies at these addresses, asked one after another of sections that stay open?",
    "merge": "What is the section that both become, at the lower of their addresses?"}
OPEN_ENDS = {"sooner": "accept with the trace below or one that ends sooner",
             "unsafe": "accept with the trace below; it may stop (`unsafe`) or go on for want of a register"}


def place(start, end):
    return f"bytes 0x{start:x}-0x{end:x}"


class Text:
    """The lines about a case."""

    def __init__(self, case, rows, args):
        self.case, self.rows, self.profile = case, rows, case["profile"]
        self.most = sys.maxsize if args.get("all") or not sys.stdout.isatty() else MOST_LINES
        self.red, self.plain = ("\033[1;31m", "\033[0m") if args.get("colour") else ("", "")

    # ---- Bytes

    def fields(self, part, span=None):
        """Of the case or of another section, by field and bit. `span`: the bytes of the section at fault."""
        data, shift = bytes.fromhex(part["bytes"]), part["section"]
        start, end = (at + shift for at in span) if span else (0, 0)
        rows = explain.field_rows(part, len(data), start, end)
        for text, is_wrong in explain.shown(rows, data, 0, (start, end), True, self.most, LINES_BEFORE, ": --all"):
            yield text + (f"{self.red}  <== {self.case['class']}{self.plain}" if is_wrong else "")
        if not data:
            yield "(no bytes)"

    def bytes(self):
        case = self.case
        if case["op"] == "encode":
            yield from ("", f"Dump ({case['file']})", "")
            yield from bytes.fromhex(case["bytes"])[:MOST_DUMP].decode(errors="surrogateescape").removesuffix("\n").split("\n")
            return
        yield from ("", f"Bytes ({case['file']})", "", *self.fields(case, case["range"]))
        if "second" in case:
            yield from ("", f"Bytes of the second section, at address {case['context']['second-addr']} ({case['second']['file']})", "")
            yield from self.fields(case["second"])

    # ---- Words

    def basis(self, row):
        """What a row of a register rests on in the profile of the case."""
        words = registers.basis_of(row, self.profile)
        return [f"    basis {words}"] if words != registers.UNKNOWN_BASIS else []

    def patch(self):
        case = self.case
        if case["parent"] and not case["patch"]:
            yield f"Made from {case['parent']} by {case['change']}"
        elif case["parent"]:
            yield f"Made from {case['parent']}:"
        for part in case["patch"].split("; ") if case["parent"] and case["patch"] else ():
            at, old, made = (word.removeprefix("-") for word in part.split(" "))
            what = "" if len(old) == len(made) else f" {len(old + made) // 2} bytes {'removed' if old else 'inserted'}:"
            digits = [f" {some[:MOST_DIGITS]}{'...' if len(some) > MOST_DIGITS else ''}" for some in (old, made) if some]
            yield f"  at {at}:{what}{' becomes'.join(digits)}"

    def question(self):
        context = self.case["context"]
        yield from ("", "Question", f"  {QUESTIONS[self.case['op']]}")
        yield from (f"  pc {pc.removeprefix('2:')}{' in the second section' if pc.startswith('2:') else ''}" for pc in context.get("pcs", ()))
        for key, words in (("regs", "registers {}"), ("mem", "memory    {}"), ("pac-mask", "signature bits in return addresses {}"), ("max", "at most {} frames")):
            if key in context:
                yield "  " + words.format(context[key])

    def clauses(self):
        yield from ("", "Clauses")
        for name in self.case["clauses"]:
            row = self.rows["clauses"][name]
            yield from (f"  {name} ({row['source']}, {row['strength']})", f"    {row['statement']}", *self.basis(row))

    def policy(self, name):
        """An open question, and its answers."""
        row = self.rows["policies"][name]
        yield f"  {name}: {row['question']}"
        if row["answers"] != "-":
            yield f"    answers that may be declared: {row['answers']}"
        yield from (f"    the reference's answer: {row['answer']}", *self.basis(row))

    def fault(self):
        """The fault, and the open question that made it one in this profile."""
        row, start, end = self.rows["faults"][self.case["class"]], *self.case["range"]
        yield from (f"  reject: {self.case['class']}, {place(start, end)}", f"    {row['message']}", *self.basis(row))
        question = self.rows["policies"].get(row["policy"])
        if question and self.basis(question):
            yield from ("  An open question of the texts makes it a fault:", *self.policy(row["policy"]))

    def open_answer(self):
        """What an answer to an open question has to be."""
        case = self.case
        if case["open-end"]:
            return OPEN_ENDS[case["open-end"]]
        may_reject = "reject" in self.rows["policies"][case["policy"]]["answers"].split()
        return ("reject, or " if may_reject else "") + f"accept with {'one of the meanings' if 'readings' in case else 'the meaning'} below"

    def verdict(self):
        """The fault, refusal or open question."""
        case = self.case
        if case["class"]:
            yield from self.fault()
        yield from (f"  or reject: {name}, {place(start, end)}" for name, start, end in case["also"])
        if "elf-error" in case:
            yield f"  {'reject' if case['expect'] == 'reject' else 'reject, or accept'}: the ELF file is at fault: {case['elf-error']} (corpus/README.md)"
        if "refusal" in case:
            row = self.rows["refusals"][case["refusal"]]
            yield f"  refuse: {case['refusal']}" + (f", at {case['at']}" if "at" in case else "")
            yield from (f"    {row['message']}", *self.basis(row))
        if case["policy"]:
            yield from (f"  {self.open_answer()}: the texts leave this open", *self.policy(case["policy"]))
        if case["expect"] == "accept":
            yield "  accept with this meaning"
        # The questions that the manual's words do not settle and on whose answers the expectation rests.
        if case["decided"] and not case["class"]:
            yield "  This rests on what the suite has decided:"
            for name in case["decided"]:
                yield from self.policy(name)

    def expectation(self):
        case = self.case
        yield from ("", "Right answer", *self.verdict())
        for reading in case.get("readings", ()):
            yield from ("", f"  `{reading['answer']}`", *reading["body"].splitlines())
        if case["expect"] == "reject" and case["op"] == "sequence":
            yield "  or accept with these rows: `reject` where the damage is, and nowhere else"
        if "readings" not in case and case["expected"]:
            yield from ("", *case["expected"].splitlines())
        if "result" in case:
            yield from ("", f"  the canonical bytes ({case['result']['file']})", "", *self.fields(case["result"]))

    def all(self):
        case = self.case
        yield from (case["id"], f"  {case['title']}", "")
        yield (f"Judged as {self.profile} at address {case['context']['addr']}, op {case['op']}, {case['abi']}, {case['order']}-endian, "
               f"{case['size']} bytes")
        yield f"Level {case['level']}" + (f": {case['level-because']}" if case["level-because"] else "")
        yield from self.patch()
        if case["multi-fault"]:
            yield f"Informational, with several deliberate faults: {case['multi-fault']}"
        if case["catches"]:
            yield f"Catches {case['catches']}"
        for part in (self.question, self.bytes, self.clauses, self.expectation):
            yield from part()


def main(args):
    text = Text(args.given(), args.data("registers.json"), args)
    return program.put("".join(f"{line}\n" for line in (text.bytes() if args.command == "show" else text.all())), None)
