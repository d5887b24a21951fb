# SPDX-License-Identifier: MIT
"""Asks the runner about cases: their bytes by field and bit, with the parent's values, as lines for people."""
import json
import os
import subprocess
import tempfile

from files import Fault
from plain import printable

MOST_LINES, FEWEST_LINES = 40, 16
ROW, FIELD_BYTES = 16, 8
# How many lines are shown before the fault, if lines are left out.
LINES_BEFORE = 3


def ask(args, run, ids):
    """{id: what `explain --json` says}. Without the corpus of the run it is empty; then the bytes of the results are shown."""
    corpus = run.header["corpus"]
    try:
        answers = dict(zip(ids, stream(args, ids, corpus))) if ids and args.get("runner") and os.path.exists(corpus) else {}
    except (Fault, ValueError):
        return {}
    return {name: answer for name, answer in answers.items() if answer.get("bytes") is not None}


def stream(args, ids, corpus=None):
    """What `explain --json` says of each of these cases, in their order: one call of the runner for all of them. A case that is
    not in the corpus has no `bytes`."""
    corpus = corpus or args.get("corpus")
    command = [args.get("runner"), "explain", "--json", *(["--corpus", corpus] if corpus else []), "-"]
    with tempfile.TemporaryFile("w+") as asked, tempfile.TemporaryFile("w+", errors="replace") as said:
        asked.write("".join(f"{name}\n" for name in ids))
        asked.seek(0)
        try:
            child = subprocess.Popen(command, stdin=asked, stdout=subprocess.PIPE, stderr=said)
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


def listed(args, corpus):
    """The ids of the cases of a corpus; none if it cannot be read."""
    said = subprocess.run([args.get("runner") or "sframe-conform", "list", "--corpus", corpus], capture_output=True, text=True, check=False).stdout
    return [line.partition("\t")[0] for line in said.splitlines()]


# ---- Lines

def _value(field):
    """The value of a field or of bits, and that of the parent if it is another."""
    value, was = (v if v is None or isinstance(v, str) else f"0x{v:x}" for v in (field.get("value"), field.get("was")))
    return (value or "") + (f"  (parent: {was})" if was else "")


def _gap(start, end, step):
    return ((at, min(at + step, end), None, False) for at in range(start, end, step))


def _rows(fields, size, missing):
    """(start, end, field, is it a part of one?) of each line. Bytes without a field have lines, too."""
    at = 0
    for f in fields:
        yield from _gap(at, f["start"], FIELD_BYTES)
        yield f["start"], min(f["end"], f["start"] + FIELD_BYTES), f, False
        yield from _gap(f["start"] + FIELD_BYTES, f["end"], FIELD_BYTES)
        yield from ((0, 0, bits, True) for bits in f.get("bits") or ())
        at = max(at, f["end"])
    yield from _gap(at, size, FIELD_BYTES)
    if missing[0] < missing[1]:
        yield (*missing, None, False)


def _text(data, shift, row, has_fields):
    """`data` begins at `shift`."""
    start, end, field, is_part = row
    if is_part:
        return f"{'':33}  {field['path']:<22} {_value(field)}"
    if start >= shift + len(data) and start < end:
        return f"0x{start:04x}  bytes 0x{start:x}-0x{end:x} are missing"
    name = f"  {field['path'] if field else '-':<24} {_value(field or {})}" if has_fields else ""
    return f"0x{start:04x}  {data[start - shift:end - shift].hex(' '):<23}{name}".rstrip()


def plain(case, r, most):
    """The bytes of a case that `explain` described, by 16. In an ELF file nobody knows which are at fault."""
    return lines({"bytes": case["bytes"], "bytes-at": 0, "size": case["size"], "range": None if case.get("elf") else r["range"], "class": r["class"]},
                 None, most)


def shown(rows, data, shift, fault, has_fields, most, before=LINES_BEFORE, more=""):
    """(text, is it at fault?) of the first rows and of those around the fault, which has these bytes. `more` is said of rows that are
    left out at the end."""
    def is_at_fault(row):
        return row[0] < fault[1] and row[1] > fault[0]

    count, half, first = len(rows), most // 2, max(next((number for number, row in enumerate(rows) if is_at_fault(row)), 0) - before, 0)
    spans = [range(count)] if count <= most else [range(half), range(first, min(first + half, count))] if first >= half else [range(most)]
    made, last = [], 0

    def leave_out(number, how="", end=""):
        return [(f"... {number} {how}line{'' if number == 1 else 's'}{end}", False)] if number else []

    for span in spans:
        made += leave_out(span.start - last) + [(_text(data, shift, row, has_fields), is_at_fault(row)) for row in rows[span.start:span.stop]]
        last = span.stop
    return made + leave_out(count - last, "more ", more)


def field_rows(answer, size, start, end):
    """Of bytes that `explain` described, of which some are missing."""
    return list(_rows(answer["fields"], size, (max(start, size), end)))


def lines(r, answer, most):
    """The bytes of a case: (text, is it at fault?) of the first lines, those around the fault, and how many are left out."""
    known, at = bytes.fromhex(r["bytes"] or ""), r["bytes-at"] or 0
    start, end = r["range"] if r["range"] and r["class"] else (0, 0)
    data = bytes.fromhex(answer["bytes"]) if answer else b""
    has_fields = bool(answer and answer.get("fields") and data[at:at + len(known)] == known)
    if has_fields:
        # In an ELF file the range counts from the section.
        shift, at = answer.get("section", 0), 0
        start, end = start + shift, end + shift
        rows = field_rows(answer, len(data), start, end)
    else:
        data, size = known, at + len(known)
        rows = list(_gap(at, size, ROW)) + ([(max(start, size), end, None, False)] if size == r["size"] and size < end else [])
    rest = (r["size"] or 0) - at - len(data) if not has_fields else 0
    return shown(rows, data, at, (start, end), has_fields, most) + ([(f"... {rest} more bytes", False)] if rest > 0 else [])
