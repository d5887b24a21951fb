# SPDX-License-Identifier: MIT
"""Cases of the corpus, which the runner explains, and their bytes for people."""
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
    return "\n".join(lines) + "\n"


def _field_lines(data, fields):
    """(start, end, text) of each line. Bits and empty fields have no bytes of their own."""
    def bytes_line(start, end, name, value=""):
        return start, end, f"0x{start:04x}  {data[start:end][:FIELD_BYTES].hex(' '):24} {name:24} {value}".rstrip()

    def gap(start, end):
        return [bytes_line(i, min(i + FIELD_BYTES, end), "-") for i in range(start, end, FIELD_BYTES)]

    def shown(field):
        return f"0x{field['value']:x}" + (f"  (parent: 0x{field['was']:x})" if field.get("was") is not None else "")

    at = 0
    for f in fields:
        yield from gap(at, f["start"])
        yield bytes_line(f["start"], f["end"], f["path"], shown(f))
        yield from ((0, 0, f"{'':35}{bits['path']:22} {shown(bits)}") for bits in f.get("bits") or ())
        at = max(at, f["end"])
    yield from gap(at, len(data))


def annotated(case, fault, most):
    """The bytes of a case by field and bit, in about `most` lines, those at the fault among them: markup for a <pre>."""
    data, shift = bytes.fromhex(case["bytes"]), case.get("section-start") or 0
    start, end = (shift + place for place in case["range"]) if case["range"] and fault else (0, 0)
    lines = [(text, first < end and last > start) for first, last, text in _field_lines(data, case["fields"])]
    missing = max(start, len(data))
    lines += [(f"0x{missing:04x}  bytes 0x{missing:x}-0x{end:x} are missing", True)] if missing < end else []
    first = next((i for i, line in enumerate(lines) if line[1]), 0)
    spans = [range(len(lines))]
    if len(lines) > most:
        is_far = first >= most // 2 + LINES_BEFORE
        spans = [range(most // 2), range(first - LINES_BEFORE, min(first - LINES_BEFORE + most // 2, len(lines)))] if is_far else [range(most)]
    mark = f"  <mark>&lt;== {xml(fault or '')}</mark>"
    out, next_line = [], 0
    for span in spans:
        out += [f"... {span.start - next_line} lines"] if span.start > next_line else []
        out += [xml(lines[i][0]) + (mark if lines[i][1] else "") for i in span]
        next_line = span.stop
    out += [f"... {len(lines) - next_line} more lines"] if next_line < len(lines) else []
    return Markup("\n".join(out or ["(no bytes)"]) + "\n")
