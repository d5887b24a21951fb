# SPDX-License-Identifier: MIT
"""Files that say why something is not as it should be: lines of patterns and, behind a colon, the cause."""
import fnmatch
import sys


class Causes:
    """`count` patterns on each line, apart by spaces, each with * and ?; the first line that matches counts."""

    def __init__(self, path, count):
        self.path, self.entries, self.used = path, [], set()
        with open(path, encoding="utf-8") as f:
            for number, line in enumerate(f, 1):
                if line.strip() and not line.startswith("#"):
                    patterns, colon, why = line.strip().partition(": ")
                    if not colon or len(patterns.split()) != count:
                        raise SystemExit(f"{path}:{number}: not {count} patterns, a colon and a cause")
                    self.entries.append((number, patterns.split(), why))

    def find(self, *words):
        """The cause, or None. Spaces in what is matched count as dashes."""
        for number, patterns, why in self.entries:
            if all(fnmatch.fnmatchcase(w.replace(" ", "-"), p) for w, p in zip(words, patterns)):
                self.used.add(number)
                return why
        return None

    def tell_unused(self):
        """Prints what nothing matched: a run over fewer toolchains is no reason to fail."""
        for number, patterns, _ in self.entries:
            if number not in self.used:
                print(f"{self.path}:{number}: nothing is like this any more: {' '.join(patterns)}", file=sys.stderr)
