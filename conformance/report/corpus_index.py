# SPDX-License-Identifier: MIT
"""The index of the corpus, and what it is a hash of."""
import hashlib
import itertools
import pathlib

# The words in which pages say which corpus they are about.
MARK = "Hash of the questions in the corpus: `{}`."


def _files(corpus):
    return [path for path in (pathlib.Path(corpus, "index.tsv"), pathlib.Path(corpus, "real", "index.tsv")) if path.exists()]


def _lines(corpus, start=""):
    """The columns and the cells of each case whose id starts so."""
    for path in _files(corpus):
        head_line, *lines = path.read_text(encoding="utf-8").split("\n")
        columns = head_line.split("\t")
        yield from ((columns, line.split("\t")) for line in lines if line and line.startswith(start))


def rows(corpus, start=""):
    """{column: cell} of each case whose id starts so."""
    return (dict(zip(columns, cells)) for columns, cells in _lines(corpus, start))


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
    lines = []
    for columns, cells in _lines(corpus):
        del cells[columns.index("case-sha256")]
        lines.append("\t".join(cells) + "\n")
    return hashlib.sha256("".join(lines).encode()).hexdigest() if lines else None
