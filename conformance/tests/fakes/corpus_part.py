# SPDX-License-Identifier: MIT
"""A part of a corpus, for tests that load it many times."""
import os
import shutil


def copy_corpus(corpus, ids, folder):
    """A corpus of these cases and those they were made from. Returns its folder."""
    rows = {}
    with open(os.path.join(corpus, "index.tsv"), encoding="utf-8") as file:
        header = next(file)
        for line in file:
            rows[line.split("\t", 1)[0]] = line
    wanted, todo = set(), list(ids)
    while todo:
        case = todo.pop()
        if case in wanted:
            continue
        wanted.add(case)
        files = [case + ".case", rows[case].split("\t")[2]]
        with open(os.path.join(corpus, files[0]), encoding="utf-8") as file:
            keys = dict(line.rstrip("\n").split(": ", 1)
                        for line in file.read().split("\n\n", 1)[0].split("\n") if ": " in line)
        if "parent" in keys:
            todo.append(keys["parent"])
        if "result" in keys:
            files.append(os.path.join(os.path.dirname(case), keys["result"]))
        for name in files:
            os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
            shutil.copyfile(os.path.join(corpus, name), os.path.join(folder, name))
    with open(os.path.join(folder, "index.tsv"), "w", encoding="utf-8") as file:
        file.write(header + "".join(rows[case] for case in sorted(wanted)))
    return folder
