#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A toy repository goes through the steps of the action for GitHub and of the job for GitLab as they are written: a push to the base
branch, and a change. The runner is packed from this build, with a part of the corpus. A TAP producer.

usage: test_action.py SOURCE BUILD
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

SOURCE, BUILD = (os.path.abspath(path) for path in sys.argv[1:3])
sys.path.insert(0, os.path.join(SOURCE, "conformance", "tests", "cli"))
from common import ok, read, run, run_in_folder, skip, write
from corpus_part import copy_corpus, read_index

CASES = r"v2/amd64-little/(preamble|truncation|subsection)/"
# How make compiles the adapter, a dozen times: by the quickest compiler. Optimizing its header takes seven times as long.
os.environ.update(CC=shutil.which("tcc") or "cc", CFLAGS="-O0 -Wall")
EXPRESSION = re.compile(r"\$\{\{ *(.*?) *\}\}")


def value_of(expression, context):
    """`a || b` of names."""
    for name in expression.split("||"):
        if context.get(name.strip()):
            return context[name.strip()]
    return ""


def fill(text, context):
    return EXPRESSION.sub(lambda m: value_of(m[1], context), text)


def wanted(condition, context, failed):
    """Conditions as the action has them: `always()`, comparisons, and `&&`. Without always() a step needs the ones before it."""
    parts = [part.strip() for part in (condition or "").split("&&") if part.strip()]
    for part in parts:
        if part == "always()":
            continue
        name, operator, value = re.fullmatch(r"([\w.-]+) (==|!=) '(.*)'", part).groups()
        if (context.get(name, "") == value) != (operator == "=="):
            return False
    return not failed or "always()" in parts


class Repository:
    """Somebody's project, on a machine of the service."""

    def __init__(self, folder, archive):
        self.folder, self.archive, self.cache = folder, archive, os.path.join(folder, "cache")
        self.tree = os.path.join(folder, "tree")
        # The reporter of the sources, whose compiled form Python keeps; that of the archive makes the reports of the other service.
        self.python = write(os.path.join(folder, "python"), f'#!/bin/sh\nshift\nexec {sys.executable} {SOURCE}/conformance/report "$@"\n', 0o755)
        shutil.copytree(os.path.join(SOURCE, "conformance", "examples", "foreign"), self.tree)
        os.mkdir(self.cache)

    def clean(self):
        """Another machine: what was made is gone."""
        for path in ("sframe-report", "sframe-base", "sframe-runner", "my-adapter", "sframe-runner.tar.xz"):
            path = os.path.join(self.tree, path)
            shutil.rmtree(path) if os.path.isdir(path) else os.path.exists(path) and os.unlink(path)

    def change(self, before, after):
        path = os.path.join(self.tree, "reader.c")
        text = read(path)
        assert before in text
        write(path, text.replace(before, after))

    def github(self, action, event, inputs):
        """Runs the steps. Returns whether they failed, what was printed, what was uploaded, the summary."""
        self.clean()
        temp = tempfile.mkdtemp(dir=self.folder)
        files = {name: write(os.path.join(temp, name), "") for name in ("GITHUB_ENV", "GITHUB_PATH", "GITHUB_STEP_SUMMARY")}
        context = {"inputs." + name: inputs.get(name, about.get("default", "")) for name, about in action["inputs"].items()}
        context.update({"github.event_name": event, "github.ref_name": "main" if event == "push" else "change", "github.sha": os.path.basename(temp),
                        "github.base_ref": "" if event == "push" else "main"})
        env, failed, printed, uploaded = {**os.environ, "RUNNER_TEMP": temp, "SFRAME_PYTHON": self.python, **files}, False, "", []
        for step in action["runs"]["steps"]:
            if not wanted(step.get("if"), context, failed):
                continue
            with_ = {key: fill(str(value), context) for key, value in step.get("with", {}).items()}
            uses = step.get("uses", "").partition("@")[0]
            if uses == "actions/cache/restore":
                found = sorted(glob.glob(os.path.join(self.cache, with_["restore-keys"] + "*")), key=os.path.getmtime)
                if found:
                    shutil.copytree(found[-1], os.path.join(self.tree, with_["path"]))
            elif uses == "actions/cache/save":
                shutil.copytree(os.path.join(self.tree, with_["path"]), os.path.join(self.cache, with_["key"]))
            elif uses == "actions/upload-artifact":
                uploaded = [os.path.basename(path) for pattern in with_["path"].split() for path in glob.glob(os.path.join(self.tree, pattern))]
            else:
                more = {key: fill(str(value), context) for key, value in step.get("env", {}).items()}
                p = run("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"], cwd=self.tree, env={**env, **more}, stderr=subprocess.STDOUT)
                failed, printed = failed or p.returncode != 0, printed + p.stdout
                env["PATH"] = ":".join([*read(files["GITHUB_PATH"]).split(), os.environ["PATH"]])
                env.update(line.split("=", 1) for line in read(files["GITHUB_ENV"]).splitlines())
        return failed, printed, sorted(uploaded), read(files["GITHUB_STEP_SUMMARY"])

    def gitlab(self, job, source, more):
        """The script of the job, which keeps its cache if it is a push."""
        base = os.path.join(self.tree, "sframe-base")
        self.clean()
        if os.path.isdir(os.path.join(self.cache, "gitlab")):
            shutil.copytree(os.path.join(self.cache, "gitlab"), base)
        env = {**os.environ, **job["variables"], "CI_PIPELINE_SOURCE": source, **more}
        p = run("bash", "-eo", "pipefail", "-c", "\n".join(job["script"]), cwd=self.tree, env=env, stderr=subprocess.STDOUT)
        if source == "push":
            shutil.copytree(base, os.path.join(self.cache, "gitlab"), dirs_exist_ok=True)
        return p.returncode, p.stdout


def compared(printed):
    return re.search(r"^compared with the base branch: (.*)$", printed, re.M)[1] if "compared with" in printed else None


# The reader takes one more kind of bad input, and refuses another one that it took.
LENIENT = ("fre_off + fre_len <= left", "fre_off <= left")
STRICT = ("if (header > size)", "if (header > size || (number(section + 8, 4, big) == 0 && number(section + 12, 4, big) != 0))")


def check_github(folder, archive, action):
    repository = Repository(folder, archive)
    inputs = {"adapter": "my-adapter.conf", "build": "make my-adapter", "archive": archive, "cases": "v2/*/preamble/* v2/*/truncation/* v2/*/subsection/*"}
    failed, printed, uploaded, summary = repository.github(action, "pull_request", inputs)
    ok(failed and compared(printed) == "there are no results of the base branch yet", "a first run has nothing to compare with", printed)
    reports = ["junit.xml", "report.html", "report.md", "results.jsonl"]
    ok(uploaded == reports and "failures" in summary, "reports and results are uploaded, also of a failed job", (uploaded, summary[:300]))
    failed, printed, uploaded, _ = repository.github(action, "push", inputs)
    ok(failed and uploaded == reports, "so does a push to the base branch, which keeps its results", printed)
    failed, printed, _, _ = repository.github(action, "pull_request", {**inputs, "fail-on": "worse"})
    ok(not failed and compared(printed) == "no change", "fail-on: worse, and nothing is", printed)
    repository.change(*LENIENT)
    failed, printed, _, summary = repository.github(action, "pull_request", {**inputs, "fail-on": "worse"})
    said = compared(printed)
    ok(failed and re.fullmatch(r"[0-9]+ worse: (v2/\S+/subsection/\S+)(, \S+)*( and [0-9]+ more)?", said), "a change that makes cases worse", said)
    ok(summary.startswith(f"**Compared with the base branch:** {said}\n"), "the summary begins with it", summary[:300])
    repository.change(*STRICT)
    failed, printed, _, _ = repository.github(action, "pull_request", {**inputs, "fail-on": "worse"})
    ok(failed and re.match(r"[0-9]+ newly passing, [0-9]+ worse: v2/", compared(printed)), "and others pass", compared(printed))
    repository.change(*LENIENT[::-1])
    failed, printed, _, _ = repository.github(action, "pull_request", {**inputs, "fail-on": "worse"})
    ok(not failed and re.fullmatch(r"[0-9]+ newly passing", compared(printed)), "what only becomes better does not fail", printed)
    repository.change("return fde_off", "return return fde_off")
    failed, printed, uploaded, _ = repository.github(action, "pull_request", inputs)
    ok(failed and not uploaded and "error" in printed and compared(printed) is None, "an adapter that is not built ends the job", printed)
    for more, said, what in (({"archive": ""}, "is no release", "an action that is no release"), ({"sha256": "0" * 64}, "FAILED", "another checksum")):
        failed, printed, _, _ = repository.github(action, "pull_request", {**inputs, **more})
        ok(failed and said in printed and "error: " not in printed, f"{what} ends it earlier", printed)


def check_gitlab(folder, archive, job):
    repository = Repository(folder, archive)
    more = {"SFRAME_RUNNER": archive}
    status, printed = repository.gitlab(job, "push", more)
    ok(status == 1 and os.path.exists(os.path.join(repository.tree, "sframe-report", "junit.xml")), "GitLab: a push is judged", printed)
    repository.change(*LENIENT)
    status, printed = repository.gitlab(job, "merge_request_event", more)
    ok(status == 1 and re.match(r"[0-9]+ worse: v2/", compared(printed)), "and a merge request compared", printed)
    data = os.path.join(repository.tree, "sframe-runner", "share", "sframe-conform")
    # -S: without the packages of this machine.
    p = run(sys.executable, "-I", "-S", os.path.join(data, "report"), "report", "--runner", "x", "--data", data, "--format", "all", "--output", folder, "--",
            os.path.join(repository.tree, "sframe-report"))
    for name in ("report.html", "report.md", "junit.xml"):
        ok(p.returncode == 0 and "my-reader" in read(os.path.join(folder, name)).replace("\\", ""), f"the reporter alone, with its own Jinja2: {name}", p.stderr)
    paths = job["artifacts"]["paths"] + [job["artifacts"]["reports"]["junit"]]
    ok(all(os.path.exists(os.path.join(repository.tree, path)) for path in paths) and job["artifacts"]["when"] == "always", "what it keeps is there", paths)


def main(folder):
    try:
        import jinja2
        import yaml
    except ImportError as missing:
        skip("the action", str(missing))
        return
    if not shutil.which("strip") or not os.path.exists("/usr/share/doc/python3-jinja2/copyright"):
        skip("the action", "there is no strip, or Jinja2 is no Debian package, whose licence the runner brings")
        return
    action = yaml.safe_load(read(os.path.join(SOURCE, ".github/actions/sframe/action.yml")))
    job = yaml.safe_load(read(os.path.join(SOURCE, "conformance/examples/ci/gitlab.yml")))["sframe"]
    steps = action["runs"]["steps"]
    ok(all(("run" in s) != ("uses" in s) and ("run" not in s or s["shell"] == "bash") for s in steps), "steps run in a shell, or use something")
    ok(all(re.fullmatch(r"actions/[a-z/-]+@v\d+", s["uses"]) for s in steps if "uses" in s), "actions are pinned by major version")
    ok(not any("${{" in s.get("run", "") for s in steps), "no text of others becomes a part of a script")
    used = {name for s in steps for text in [str(s)] for name in re.findall(r"inputs\.([a-z0-9-]+)", text)}
    ok(used == set(action["inputs"]), "each input is used", used)
    corpus, archive = os.path.join(folder, "corpus"), os.path.join(folder, "sframe-runner.tar.xz")
    copy_corpus(os.path.join(SOURCE, "corpus"), [case for case in read_index(os.path.join(SOURCE, "corpus"))[1] if re.match(CASES, case)], corpus)
    shutil.copy(os.path.join(SOURCE, "corpus", "VERSION"), corpus)
    pack = (sys.executable, os.path.join(SOURCE, "ci/release/pack.py"), "--corpus", corpus, BUILD)
    p, again = run(*pack, archive), run(*pack, archive + ".again")
    if not ok(p.returncode == again.returncode == 0, "the runner is packed", p.stderr):
        return
    with open(archive, "rb") as one, open(archive + ".again", "rb") as other:
        ok(one.read() == other.read(), "twice the same bytes")
    for check, what in ((check_github, action), (check_gitlab, job)):
        place = os.path.join(folder, check.__name__)
        os.mkdir(place)
        check(place, archive, what)


run_in_folder(main)
