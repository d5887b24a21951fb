# SPDX-License-Identifier: MIT
"""Cases of the corpus, which the runner explains, and their bytes for people."""
import itertools
import json
import subprocess
import tempfile

from markupsafe import Markup

from escape import printable, xml
from results import Fault

# LINES_BEFORE: how many lines are shown before the fault, if lines are left out.
ROW, FIELD_BYTES, LINES_BEFORE = 16, 8, 8


def explain(args, ids):
    """What `explain --json` says of each of these cases, in their order: one call of the runner for all of them. A case that is
    not in the corpus has no `bytes`."""
    corpus = ["--corpus", args.get("corpus")] if args.get("corpus") else []
    with tempfile.TemporaryFile("w+") as asked, tempfile.TemporaryFile("w+", errors="replace") as said:
        asked.write("".join(f"{name}\n" for name in ids))
        asked.seek(0)
        try:
            child = subprocess.Popen([args.get("runner"), "explain", "--json", *corpus, "-"], stdin=asked, stdout=subprocess.PIPE, stderr=said)
        except OSError as error:
            raise Fault(f"{args.get('runner')}: cannot be started: {error.strerror}") from None
        with child:
            for name in ids:
                line = child.stdout.readline()
                if not line.endswith(b"\n"):
                    said.seek(0)
                    why = printable(said.readline().strip()).removeprefix("sframe-conform: ")
                    raise Fault(why or f"{args.get('runner')} explain: ended before {name}")
                yield json.loads(line)


def hexdump(data, size, marked=(0, 0)):
    """The first bytes of a section of `size` bytes, with marks below those of a range."""
    start, end = marked
    lines = []
    for at in range(0, len(data), ROW):
        row = range(at, min(at + ROW, len(data)))
        lines.append(f"  {at:04x}  " + data[at:at + ROW].hex(" "))
        if any(start <= i < end for i in row):
            lines.append("       " + "".join(" ^^" if start <= i < end else "   " for i in row))
    lines += [f"  ... {size - len(data)} more bytes"] if len(data) < size else []
    lines += ["  (the section is empty)"] if size == 0 else []
    lines += [f"  bytes 0x{start:x}-0x{end:x}, which are missing"] if size <= start < end else []
    return Markup("\n".join(lines) + "\n")


def _lines(size, fields, missing):
    """(start, end, field, is_bits) of each line. Bytes without a field have lines, too; bits have no bytes of their own."""
    def gap(start, end):
        return ((i, min(i + FIELD_BYTES, end), None, False) for i in range(start, end, FIELD_BYTES))

    at = 0
    for f in fields:
        yield from gap(at, f["start"])
        yield f["start"], f["end"], f, False
        yield from ((0, 0, bits, True) for bits in f.get("bits") or ())
        at = max(at, f["end"])
    yield from gap(at, size)
    if missing:
        yield (*missing, None, False)


def _line_text(data, start, end, field, is_bits):
    value = f" 0x{field['value']:x}" + (f"  (parent: 0x{field['was']:x})" if field.get("was") is not None else "") if field else ""
    if is_bits:
        return f"{'':35}{field['path']:22}{value}"
    if start >= len(data):
        return f"0x{start:04x}  bytes 0x{start:x}-0x{end:x} are missing"
    return f"0x{start:04x}  {data[start:end][:FIELD_BYTES].hex(' '):24} {field['path'] if field else '-':24}{value}".rstrip()


def annotated(case, fault, most):
    """The bytes of a case by field and bit, in about `most` lines, those at the fault among them: markup for a <pre>."""
    data, shift = bytes.fromhex(case["bytes"]), case.get("section-start") or 0
    start, end = (shift + place for place in case["range"]) if case["range"] and fault else (0, 0)
    missing = (max(start, len(data)), end) if end > max(start, len(data)) else None
    mark = f"  <mark>&lt;== {xml(fault or '')}</mark>"
    count, first = 0, 0
    for count, line in enumerate(_lines(len(data), case["fields"], missing), 1):
        first = first or (count if line[0] < end and line[1] > start else 0)
    first = max(first - 1 - LINES_BEFORE, 0)
    spans = [range(count)]
    if count > most:
        spans = [range(most // 2), range(first, min(first + most // 2, count))] if first >= most // 2 else [range(most)]
    out, shown = [], 0
    for i, line in enumerate(itertools.islice(_lines(len(data), case["fields"], missing), spans[-1].stop)):
        if any(i in span for span in spans):
            out += [f"... {i - shown} lines"] if i > shown else []
            out.append(xml(_line_text(data, *line)) + (mark if line[0] < end and line[1] > start else ""))
            shown = i + 1
    out += [f"... {count - shown} more lines"] if shown < count else []
    return Markup("\n".join(out or ["(no bytes)"]) + "\n")
