# SPDX-License-Identifier: MIT
"""Cases and indexes of a corpus, and a part of it, for tests that load it many times."""
import glob
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


def copy_corpus(corpus, ids, folder, linked=()):
    """Makes a corpus of these cases and those they were made from. Returns their keys by id. What begins so is linked there already."""
    header, rows = read_index(corpus)
    wanted, todo = {}, list(ids)
    while todo:
        case = todo.pop()
        if case in wanted:
            continue
        keys, _ = read_case(os.path.join(corpus, case + ".case"))
        wanted[case] = keys
        todo += [keys["parent"]] if "parent" in keys else []
        files = [case + ".case", rows[case].split("\t")[2]]
        files += [os.path.join(os.path.dirname(case), keys["result"])] if "result" in keys else []
        files += [keys["second"]] if "second" in keys else []
        for name in files:
            if name.startswith(linked):
                continue
            os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
            shutil.copyfile(os.path.join(corpus, name), os.path.join(folder, name))
    write(os.path.join(folder, "index.tsv"), header + "".join(rows[case] for case in sorted(wanted)))
    return wanted


def copy_folders(corpus, places, folder, also=("real", "VERSION")):
    """Makes a corpus, to be read only, of the cases in folders such as v3/amd64-little or */*/merge, those they were made from, and the
    sections of real tools. Returns as copy_corpus() does."""
    found = [name for place in places for name in glob.glob(place, root_dir=corpus)]
    for name in (*found, *also):
        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
        os.symlink(os.path.join(corpus, name), os.path.join(folder, name))
    inside = tuple(f"{name}/" for name in found)
    return copy_corpus(corpus, [case for case in read_index(corpus)[1] if case.startswith(inside)], folder, inside)
