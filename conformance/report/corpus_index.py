# SPDX-License-Identifier: MIT
"""The index of the corpus, and what it is a hash of."""
import csv
import hashlib
import itertools
import pathlib

# The words in which pages say which corpus they are about.
MARK = "Hash of the questions in the corpus: `{}`."


def _files(corpus):
    return [path for path in (pathlib.Path(corpus, "index.tsv"), pathlib.Path(corpus, "real", "index.tsv")) if path.exists()]


def rows(corpus):
    """{column: cell} of each case."""
    for path in _files(corpus):
        yield from csv.DictReader(path.read_text(encoding="utf-8").split("\n"), delimiter="\t", quoting=csv.QUOTE_NONE)


def head(path):
    """{key: value} of a case file, without reading its body."""
    with open(path, encoding="utf-8") as f:
        return dict(line.rstrip("\n").partition(": ")[::2] for line in itertools.takewhile(str.strip, f))


def corpus_hash(corpus):
    """The hash in results files: over both indexes."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in _files(corpus))).hexdigest()


def questions_hash(corpus):
    """The hash over questions and right verdicts, without the words of the cases, which change more often than the numbers.
    None if the corpus is not a folder."""
    lines = ["\t".join(cell for column, cell in row.items() if column != "case-sha256") for row in rows(corpus)]
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest() if lines else None
