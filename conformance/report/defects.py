# SPDX-License-Identifier: MIT
"""`report --format defects -o DIR`: a page for each distinct defect in results, ready for a bug tracker, and README.md, which lists
them."""
import collections
import os
import re

import escape
import files
import registers
import say
from defect_ask import Reproductions
from explain import ROW, plain, stream
from results import LEVELS, UNSAFE, Fault, Record
from site_model import Site, safe_name

MAX_HEX, MAX_QUESTIONS = 512, 4
BASES = ("text", "practice", "inference", "ours")


def shown(defect):
    """{case: [(run, answer)]}: the smallest cases that show it, those of the most runs first, until every run has one."""
    by_case, made, left = collections.defaultdict(dict), {}, set(defect.outcomes)
    for run, case, answer in defect.failures:
        by_case[case][run.index] = run, answer

    def worth(case):
        """The less, the better. Any tool can be asked to decode. A failure of one defect shows nothing else."""
        r, (_, answer) = case.said, next(iter(by_case[case].values()))
        return (r["multi-fault"] is not None, -len(left & by_case[case].keys()), len(answer["defects"]), r["op"] != "decode", LEVELS.index(r["level"]),
                case.size, r["abi"] != "amd64", r["order"] != "little", case.id)

    while left:
        best = min((case for case, by_run in by_case.items() if left & by_run.keys()), key=worth)
        made[best] = [by_case[best][index] for index in sorted(by_case[best])]
        left -= by_case[best].keys()
    return made


def read_cases(shown_cases, args):
    """What the runner says of the cases that are shown. Results of another corpus are a Fault: it may have other bytes under an id."""
    cases = {case.id: (case.said, run) for by_case in shown_cases for case, failures in by_case.items() for run, _ in failures}
    for (name, (r, run)), case in zip(cases.items(), stream(args, list(cases))):
        at, part = 2 * (r["bytes-at"] or 0), r["bytes"] or ""
        if case.get("bytes") is None or r["size"] not in (None, case["size"]) or case["bytes"][at:at + len(part)] != part:
            raise Fault(f"{run.path}: {name} is not this case of the corpus {args.get('corpus') or 'of this program'}; "
                        "name the corpus of the run with --corpus")
        yield name, Record(case)


# ---- What a page says

def sentence(text):
    """Text that may lack its full stop."""
    return text if text.endswith((".", "?", "!")) else text + "."


def weakest_basis(rows, r):
    """The weakest thing that the right answer rests on: of a reject its fault, else its clauses and policy."""
    grounds = registers.grounds(rows, r)
    of_fault = [g for g in grounds if g.name == r["class"]]
    kinds = ["ours" if g.kind not in BASES else g.kind for g in of_fault or grounds if g.kind in BASES or of_fault]
    return max(kinds, key=BASES.index, default="text")


def questions(rows, defect, r, answer):
    """The open questions that a case is about: its own, those that the defect's token and the reason name, that of its fault."""
    fault = rows["faults"].get(r["class"]) or {}
    names = [r["policy"], *re.findall("AMB-[0-9A-Z]{3}", defect.token), fault.get("policy")]
    names += re.findall("AMB-[0-9A-Z]{3}", answer["reason"] or "") if defect.is_listed else []
    return [(name, rows["policies"][name]) for name in dict.fromkeys(names) if name in rows["policies"]][:MAX_QUESTIONS]


def table(defect, cases, runs):
    """(run, failures of this kind, a case, its answer): implementations that fail, and those that get a shown case right: newer
    releases, perhaps."""
    for run in runs:
        answers = [(case, case.answers[run.index]) for case in cases if case.answers[run.index]]
        fails = [(case, a) for case, a in answers if defect in (a["defects"] or ())]
        for case, a in (fails + [(case, a) for case, a in answers if a["outcome"] == "pass"])[:1]:
            yield run, say.counts(defect.outcomes[run.index]) or "none", case, a


def worst(defect, answer):
    """The case of a crash, if the answer that is shown first is none."""
    _, case, its = next(iter(defect.examples.values()))
    return case if its["outcome"] == "crash" and answer["outcome"] not in UNSAFE else None


def page(defect, by_case, site, cases, rows, reproductions):
    parts = []
    for case, failures in by_case.items():
        said, explained, answer = case.said, cases[case.id], failures[0][1]
        parts.append({"case": explained, "r": said, "a": answer, "grounds": registers.grounds(rows, said), "questions": questions(rows, defect, said, answer),
                      "lines": () if explained["op"] == "encode" else plain(explained, said, MAX_HEX // ROW),
                      "message": (rows["faults"].get(said["class"]) or {}).get("message"), "runs": reproductions.of_case(explained, failures)})
    title = f"{defect.title} ({defect.token})" if defect.is_listed else defect.title
    return escape.render("defect.md", title=title, d=defect, shown=parts, basis=weakest_basis(rows, parts[0]["r"]), sentence=sentence, UNSAFE=UNSAFE,
                         worst=worst(defect, parts[0]["a"]), num_cases=len({case for _, case, _ in defect.failures}), table=list(table(defect, by_case, site.runs)))


def main(args):
    folder = args.get("output")
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise Fault(f"{folder}: the folder cannot be made: {error.strerror}") from None
    site = Site(args, args.data_file("known"), leave=("shown",))
    listed = [(defect, safe_name(defect.token), shown(defect)) for defect in site.defects]
    cases, rows, reproductions = dict(read_cases([by_case for _, _, by_case in listed], args)), args.data("registers.json"), Reproductions(args)
    for defect, name, by_case in listed:
        files.write_in(folder, f"{name}.md", page(defect, by_case, site, cases, rows, reproductions))
    files.write_in(folder, "README.md", escape.render("defects.md", defects=listed, runs=site.runs, say=say))
    return 0
