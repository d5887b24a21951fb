# SPDX-License-Identifier: MIT
"""The index of the corpus, and what it is a hash of."""
import hashlib
import os

# The words in which pages say which corpus they are about.
MARK = "Hash of the questions in the corpus: `{}`."


def _files(corpus):
    return [path for path in (os.path.join(corpus, "index.tsv"), os.path.join(corpus, "real", "index.tsv")) if os.path.exists(path)]


def rows(corpus):
    """{column: cell} of each case."""
    for path in _files(corpus):
        with open(path, encoding="utf-8") as f:
            columns = f.readline().rstrip("\n").split("\t")
            for line in f:
                yield dict(zip(columns, line.rstrip("\n").split("\t")))


def corpus_hash(corpus):
    """The hash in results files: over both indexes."""
    digest = hashlib.sha256()
    for path in _files(corpus):
        with open(path, "rb") as f:
            digest.update(f.read())
    return digest.hexdigest()


def questions_hash(corpus):
    """The hash over questions and right verdicts, without the words of the cases, which change more often than the numbers."""
    digest = hashlib.sha256()
    for row in rows(corpus):
        digest.update(("\t".join(cell for column, cell in row.items() if column != "case-sha256") + "\n").encode())
    return digest.hexdigest()
