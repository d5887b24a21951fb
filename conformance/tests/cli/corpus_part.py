# SPDX-License-Identifier: MIT
"""Cases and indexes of a corpus, and a part of it, for tests that load it many times."""
import os
import shutil

from common import read, write


def read_case(path):
    """The keys of a case file, in their order, and its body."""
    header, _, body = read(path).partition("\n\n")
    return dict(line.split(": ", 1) for line in header.rstrip("\n").split("\n")), body


def read_index(corpus):
    """The header of a corpus's index, and its lines by id."""
    header, *lines = [line + "\n" for line in read(os.path.join(corpus, "index.tsv")).split("\n")[:-1]]
    return header, {line.split("\t", 1)[0]: line for line in lines}


def write_index(corpus, ids, folder):
    """Writes the index of a corpus of these cases and those they were made from. Returns their keys by id, and their lines."""
    header, rows = read_index(corpus)
    wanted, todo = {}, list(ids)
    while todo:
        case = todo.pop()
        if case not in wanted:
            wanted[case], _ = read_case(os.path.join(corpus, case + ".case"))
            todo += [wanted[case]["parent"]] if "parent" in wanted[case] else []
    write(os.path.join(folder, "index.tsv"), header + "".join(rows[case] for case in sorted(wanted)))
    return wanted, rows


def copy_corpus(corpus, ids, folder):
    """Makes a corpus of these cases and those they were made from. Returns their keys by id."""
    os.makedirs(folder, exist_ok=True)
    wanted, rows = write_index(corpus, ids, folder)
    for case, keys in wanted.items():
        files = [case + ".case", rows[case].split("\t")[2]]
        files += [os.path.join(os.path.dirname(case), keys["result"])] if "result" in keys else []
        files += [keys["second"]] if "second" in keys else []
        for name in files:
            os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
            shutil.copyfile(os.path.join(corpus, name), os.path.join(folder, name))
    return wanted


def link_folders(corpus, places, folder):
    """Makes a corpus of the cases in folders such as v3/amd64-little, those they were made from, and the sections of real tools. It has
    only an index of its own: nothing may be written to its cases."""
    os.makedirs(folder)
    write_index(corpus, [case for case in read_index(corpus)[1] if case.startswith(tuple(f"{place}/" for place in places))], folder)
    for name in {*os.listdir(corpus)} - {"index.tsv"}:
        os.symlink(os.path.join(corpus, name), os.path.join(folder, name))
