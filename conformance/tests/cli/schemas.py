#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What is written is what the JSON Schemas say: the corpus as JSON, results files, and the lines of the index. A TAP producer.

usage: schemas.py SFRAME-CONFORM SFRAME-REF CORPUS SCHEMAS"""
import json
import os
import sys

from common import no_report, ok, read, reference_config, results_of, run, run_in_folder, write

CONFORM, REF, CORPUS, SCHEMAS = map(os.path.abspath, sys.argv[1:5])
# Every kind of case is in one folder or another of these; all of them would take a minute.
SELECTED = ("v3/amd64-little/[!bp]*", "v2e1/s390x-big/unwind/*", "real/v1/*", "v2/aarch64-big/sequence/*")
MOST = 5  # complaints shown


def complaints(validator, value):
    return [f"{'/'.join(map(str, e.absolute_path))}: {e.message[:300]}" for e, _ in zip(validator.iter_errors(value), range(MOST))]


def properties_of(schema):
    """Every property that a schema defines, with its place: "case/title"."""
    here = [(name, part) for name, part in schema.get("$defs", {}).items()] + [("", schema)]
    return {f"{name}/{key}" for name, part in here for key in part.get("properties", ())}


def check_corpus(validator, schema, folder):
    path = os.path.join(folder, "corpus.json")
    run(CONFORM, "export", "--corpus", CORPUS, "--json", path, *SELECTED)
    document = json.loads(read(path))
    why = complaints(validator, document)
    ok(not why and len(document["cases"]) > 1000, f"the corpus as JSON: {len(document['cases'])} cases", "\n".join(why))
    seen = {"/" + key for key in document} | {"case/" + key for case in document["cases"] for key in case}
    ok(seen == properties_of(schema), "the schema has no other keys", sorted(properties_of(schema) ^ seen))
    case = document["cases"][0]
    for what, change in (("a key that is not in it", {"surprise": 1}), ("an unknown verdict", {"expect": "perhaps"}),
                         ("a policy case without its question", {"expect": "policy"}), ("a wrong checksum", {"sha256": "00"})):
        ok(complaints(validator, dict(document, sections={}, cases=[dict(case, **change)])), f"{what} is not valid")


def check_results(validator, schema, folder):
    seen = set()
    # Each kind of line by itself, so that a complaint says what is wrong.
    kinds = {kind: type(validator)({"$defs": schema["$defs"], "$ref": "#/$defs/" + kind}) for kind in schema["$defs"]}
    # Right; with another FP; the same with a list of known failures, one of them of a case that is not there.
    script = write(os.path.join(folder, "wrong.sh"), f'#!/bin/sh\nout=$({REF} "$@") || exit\nprintf "%s\\n" "$out" | sed s/fp=same/fp=none/\n', 0o755)
    wrong = write(os.path.join(folder, "wrong.conf"), reference_config("wrong", REF, script + " dump", "commit: 0123abc\ncompiler: gcc 12\nflags: -O2\n"))
    known = os.path.join(folder, "some.known")
    for name, conf, *words in (("right", "sframe-ref-framed", "[af]*"), ("wrong", wrong, "[af]*", "--name-host", "--run-url", "https://ci.example/7?a=b&c"),
                               ("listed", wrong, "a*", "--known", known)):
        out = os.path.join(folder, name)
        p = run(CONFORM, "run", "--corpus", CORPUS, "--adapter", conf, "--report", out, "v1/amd64-little/" + words[0], *words[1:], env=no_report())
        if not os.path.exists(os.path.join(out, "results.jsonl")):
            raise SystemExit(f"Bail out! {name}: {p.stderr}")
        lines = results_of(out)
        why = [w for line in lines for w in complaints(kinds[line["type"]], line)][:MOST]
        ok(not why and len(lines) > 20, f"{name}: {len(lines)} lines of results", "\n".join(why) + p.stderr)
        failed = [line["id"] for line in lines if line.get("standing") == "unexpected"]
        write(known, "for this test\n" + "".join(f"  {case} wrong-output\n" for case in failed[:1] + ["v1/amd64-little/no/such"]))
        seen |= {f"{line['type']}/{key}" for line in lines for key in line}
        ok(complaints(validator, dict(lines[1], outcome="perhaps")) and complaints(validator, {}), f"{name}: a damaged line is not valid")
    unseen = properties_of(schema) - seen
    # What the implementation must do first: be wrong about the simplest sections, or die at its end; and what the cases or the
    # declaration of these runs do not have.
    ok(not seen - properties_of(schema) and unseen <= {"run/broken", "run/misread", "run/limits", "run/shows", "summary/left-out", "summary/trouble", "summary/hidden", "case/patch", "case/excuse"},
       "the schema has no other keys", sorted(properties_of(schema) ^ seen))


def check_index(validator, columns):
    for path in ("index.tsv", "real/index.tsv"):
        head, *lines = read(os.path.join(CORPUS, path)).splitlines()
        ok(head.split("\t") == [c["title"] for c in columns], f"{path}: the columns", head)
        why = [w for line in lines[::31] for w in complaints(validator, line.split("\t"))][:MOST]
        ok(not why, f"{path}: its lines", "\n".join(why))
    ok(complaints(validator, lines[0].split("\t")[:-1]) and complaints(validator, lines[0].split("\t") + ["x"]), "a column less or more is not valid")


def main(folder):
    try:
        import jsonschema
    except ImportError:
        print("1..0 # SKIP python3-jsonschema is not installed")
        return
    for name, check in (("corpus", check_corpus), ("results", check_results), ("index", check_index)):
        schema = json.loads(read(os.path.join(SCHEMAS, name + ".schema.json")))
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        check(validator, *([schema["prefixItems"]] if name == "index" else [schema, folder]))


run_in_folder(main)
