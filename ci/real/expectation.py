#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a case of a section should expect, as the lines of a case file, from the findings of the reference. For sections.sh.

usage: expectation.py SFRAME-REF SECTION ADDRESS PROFILE accept|reject
Exit status: 0 written; 1 the reference has another verdict, or a case has no room for what it finds.
"""
import json
import subprocess
import sys

from decided import register

# The answer of the tools that made the sections, where a question is about what they write.
READINGS = {"AMB-047": "readings: b a"}


def ask(*words):
    """The JSON that the reference prints, whatever its verdict."""
    return json.loads(subprocess.run([*words, "--json"], stdout=subprocess.PIPE, check=False).stdout)


def level(sframe_ref, fault, profile):
    """How much a reject of this class matters."""
    rows = ask(sframe_ref, "clauses", fault)["faults"][0]["basis"]
    return next(row["level"] for row in rows if profile in row["profiles"].split())


def main(sframe_ref, section, addr, profile, verdict):
    found = ask(sframe_ref, "check", "--raw", "--all", "--addr", addr, "--profile", profile, section)["files"][0]
    if found["accepted"] != (verdict == "accept"):
        return f"the reference does not {verdict} it: {found['findings']}"
    wrong = [f for f in found["findings"] if f["severity"] == "violation"]
    # An open question is a matter of policy.
    doubts = sorted({(f["policy"], f["class"]) for f in found["findings"] if f["severity"] == "doubt"})
    if len(wrong) > 1 or (not wrong and len(doubts) > 1):
        return f"a case has room for one fault or one doubt: {found['findings']}"
    if wrong:
        fault = wrong[0]
        print("expect: reject", f"level: {level(sframe_ref, fault['class'], profile)}", f"class: {fault['class']}",
              f"range: {fault['start']:#x}-{fault['end']:#x}", sep="\n")
        if fault.get("policy") in register(profile):
            print("decided:", fault["policy"])
    for policy, doubt in doubts if not wrong else ():
        print("expect: policy", f"policy: {policy}", *filter(None, [READINGS.get(policy)]), f"doubt: {doubt}", sep="\n")
    if not wrong and not doubts:
        print("expect: accept")
    return None


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
