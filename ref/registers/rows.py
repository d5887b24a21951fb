# SPDX-License-Identifier: MIT
"""Reads the register files: rows of cells under [SECTION] title lines."""
import re
import sys

PROFILES = ["v1", "v2", "v2e1", "v2e2", "v3"]


class Row:
    def __init__(self, where, section, cells):
        self.where, self.section, self.cells = where, section, cells
        self.name = cells[0]


def fail(where, message):
    sys.exit(f"{where}: {message}")


def read(folder, name, *columns, unique=True):
    """The rows of one file, each with one of these numbers of cells, and the titles of its sections.
    No two rows have the same name if `unique`."""
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
            if len(cells) not in columns:
                fail(where, f"expected {' or '.join(map(str, columns))} cells, got {len(cells)}")
            if "" in cells:
                fail(where, "a cell is empty")
            if unique and cells[0] in seen:
                fail(where, f"'{cells[0]}' was already given at {seen[cells[0]]}")
            seen[cells[0]] = where
            rows.append(Row(where, section, cells))
    return rows, titles


def profiles_of(where, cell):
    """The profiles that a cell names, in their order."""
    names = cell.split()
    for p in names:
        if p not in PROFILES:
            fail(where, f"unknown profile '{p}'")
        if names.count(p) > 1:
            fail(where, f"profile '{p}' is given twice")
    return [p for p in PROFILES if p in names]
