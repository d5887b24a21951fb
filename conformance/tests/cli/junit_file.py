# SPDX-License-Identifier: MIT
"""What the tests in Python share about JUnit: a document is read, and is held against the schema."""
import os
import shutil
import subprocess
import xml.etree.ElementTree

import common

SCHEMA = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../report/junit.rng"))
LINT = shutil.which("xmllint")


def complaint(text):
    """Why the text is not valid under the schema; empty if it is, None if nothing here can tell."""
    if not LINT:
        return None
    p = subprocess.run([LINT, "--nonet", "--huge", "--noout", "--relaxng", SCHEMA, "-"], input=text.encode(), capture_output=True)
    return "" if p.returncode == 0 else p.stderr.decode(errors="replace")


def suites_of(text, what):
    """The suites of a document. One result: that it is valid."""
    why = complaint(text)
    if why is None:
        common.skip(f"{what}: valid JUnit", "there is no xmllint (libxml2-utils)")
    else:
        common.ok(why == "", f"{what}: valid JUnit", why)
    return list(xml.etree.ElementTree.fromstring(text))


def total(suites, name):
    """The sum of an attribute of all suites, such as "tests"."""
    return sum(int(suite.get(name)) for suite in suites)
