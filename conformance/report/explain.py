# SPDX-License-Identifier: MIT
"""Asks the runner about cases: their bytes by field and bit, with the parent's values."""
import json
import os
import subprocess

SECONDS = 20
MOST_LINES, FEWEST_LINES = 40, 16


def ask(args, run, ids):
    """{id: what `explain --json` says}. Without the corpus of the run it is empty; then the bytes of the results are shown."""
    corpus = run.header["corpus"]
    if not ids or not args.get("runner") or not os.path.exists(corpus):
        return {}
    command = [args.get("runner"), "explain", "--json", "--corpus", corpus, "-"]
    try:
        p = subprocess.run(command, input="".join(f"{one}\n" for one in ids), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                           text=True, encoding="utf-8", errors="replace", timeout=SECONDS, check=False)
        answers = [json.loads(text) for text in p.stdout.splitlines()]
        return {answer["id"]: answer for answer in answers if "error" not in answer}
    except (OSError, ValueError, KeyError, TypeError, subprocess.TimeoutExpired):
        return {}


def _words(field):
    """Path and value, and the parent's value if it is another."""
    was = f"  (parent: {field['was']})" if field.get("was") is not None else ""
    return f"{field['path']:<24} {field.get('value') or ''}{was}"


def _rows_of_fields(answer, data):
    """Rows for each field, for each part of it that has bits of its own, and for bytes without a meaning."""
    end = 0
    for field in [*answer["fields"], {"start": len(data), "end": len(data), "path": ""}]:
        if field["start"] > end:
            yield from _rows_of_bytes(data[end:field["start"]], end, 8, "  -")
        for at in range(field["start"], field["end"], 8):
            to = min(at + 8, field["end"])
            words = _words(field) if at == field["start"] else ""
            yield at, to, f"0x{at:04x}  {data[at:to].hex(' '):<23}  {words}".rstrip()
        for bits in field.get("bits") or ():
            yield None, None, f"{'':33}  {_words(bits)}"
        end = max(end, field["end"])


def _rows_of_bytes(data, at, width=16, end=""):
    for start in range(0, len(data), width):
        row = data[start:start + width]
        yield at + start, at + start + len(row), f"0x{at + start:04x}  {row.hex(' ')}{end}"


def _shorten(rows, most):
    """(text, is it at fault?) of the first rows, those around the fault, and how many are left out."""
    at_fault = next((i for i, row in enumerate(rows) if row[2]), 0)
    half = most // 2
    keep = [i for i in range(len(rows)) if len(rows) <= most or i < half or at_fault - 3 <= i < at_fault + half]
    made, last = [], -1
    for i in [*keep, len(rows)]:
        if i > last + 1:
            made.append((f"... {i - last - 1} lines", False))
        if i < len(rows):
            made.append((rows[i][3], rows[i][2]))
        last = i
    return made


def lines(r, answer, most):
    """The bytes of a failure: (text, is it at fault?)."""
    shown, at = bytes.fromhex(r["bytes"] or ""), r["bytes-at"] or 0
    start, end = r["range"] if r["range"] and r["class"] else (0, 0)
    data = bytes.fromhex(answer["bytes"]) if answer else b""
    if answer and answer.get("fields") and data[at:at + len(shown)] == shown:
        rows = list(_rows_of_fields(answer, data))
        # In an ELF file the range counts from the section.
        shift = answer.get("section", 0)
    else:
        rows, shift = list(_rows_of_bytes(shown, at)), 0
        if at + len(shown) < (r["size"] or 0):
            rows.append((None, None, f"... {r['size'] - at - len(shown)} more bytes"))
    rows = [(a, b, a is not None and a < end + shift and b > start + shift, text) for a, b, text in rows]
    return _shorten(rows, most)
