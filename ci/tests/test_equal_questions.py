#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The same question about the same bytes has the same answer, at the same level, wherever the corpus asks it. Each question
that the suite has decided, because the manual's words do not settle it, is named by a case of each of its profiles.

usage: test_equal_questions.py CORPUS
"""
import collections
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "real"))
from decided import PROFILES, register  # noqa: E402

# What is asked: with the checksum of the subject and of a second section, the whole question.
ASKED = ("sha256", "profile", "addr", "op", "container", "pcs", "second-addr", "second-sha256", "regs", "mem", "pac-mask", "max",
         "sort", "fit")
# What is expected. A fault that several recipes name may have several classes, and one finding several ranges.
EXPECTED = ("expect", "level", "policy", "readings", "error", "refusal")


def read_case(path):
    """The keys of a case file, and its body."""
    with open(path, encoding="utf-8") as f:
        head, _, body = f.read().partition("\n\n")
    keys = dict(line.split(": ", 1) for line in head.splitlines())
    return {**keys, "body": body}


def question_of(case):
    """The machine is that of the folder."""
    name = case["id"].removeprefix("real/").split("/")
    return (name[1], *(case.get(key, "") for key in ASKED))


def answer_of(case):
    return tuple(case.get(key, "") for key in (*EXPECTED, "body"))


def differences(cases):
    """Cases that ask the same and expect something else: [(one, other, keys)]."""
    asked = collections.defaultdict(list)
    for case in cases:
        asked[question_of(case)].append(case)
    return [(first, case, [key for key in (*EXPECTED, "body") if first.get(key, "") != case.get(key, "")])
            for first, *others in asked.values() for case in others if answer_of(first) != answer_of(case)], asked


def check_finds(asked):
    """A level or a verdict that is changed in one of two equal questions is found."""
    pair = next(cases for cases in asked.values() if len(cases) > 1 and "level" in cases[0])
    for key, value in (("level", "safe"), ("expect", "accept")):
        changed = [pair[0], {**pair[1], key: value}]
        if not differences(changed)[0]:
            sys.exit(f"a changed {key} of {pair[1]['id']} is not seen beside {pair[0]['id']}")


def unnamed(cases):
    """Decided questions that no case names: [(question, profile)]."""
    decided = {(name, profile) for profile in PROFILES for name in register(profile)}
    named = {(name, case["profile"]) for case in cases for key in ("decided", "policy") for name in case.get(key, "").split()}
    return sorted(decided - named)


def main():
    corpus, = sys.argv[1:]
    cases = [read_case(os.path.join(folder, name)) for folder, _, names in os.walk(corpus) for name in names
             if name.endswith(".case")]
    wrong, asked = differences(sorted(cases, key=lambda case: case["id"]))
    for first, case, keys in wrong:
        for key in keys:
            if key == "body":
                print(f"{case['id']} and {first['id']} ask the same, but expect other lines")
            else:
                print(f"{case['id']} and {first['id']} ask the same: {key} {case.get(key)!r}, {first.get(key)!r}")
    if wrong or len(cases) < 10000:
        sys.exit(f"{len(wrong)} of {len(cases)} cases contradict another")
    check_finds(asked)
    missing = unnamed(cases)
    if missing or ("AMB-050", "v3") not in unnamed([case for case in cases if "AMB-050" not in case.get("decided", "")]):
        sys.exit(f"decided questions without a case: {missing}")
    print(f"{len(cases)} cases, {sum(len(same) > 1 for same in asked.values())} questions that are asked more than once")


if __name__ == "__main__":
    main()
