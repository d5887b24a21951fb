# SPDX-License-Identifier: MIT
"""Links that open a case in the page of conformance/explore/, where this build or installation has it."""
import base64
import os
import urllib.parse

import files

# A longer link is no use to people, and some browsers cut it.
MAX_BYTES = 8192


def page(data):
    """The text of the page, or None. An installation has it beside the registers, a build in the folder of its own."""
    for path in (os.path.join(data, "explore.html"), os.path.join(data, "..", "explore", "explore.html")):
        if os.path.isfile(path):
            return files.read(path)
    return None


def fragment(case):
    """What opens this case of `explain --json`, or None: an encoder's case has no section, and a long one no link."""
    if "bytes" not in case or case["op"] == "encode" or case["size"] > MAX_BYTES or len(case["bytes"]) != 2 * case["size"]:
        return None
    section = base64.urlsafe_b64encode(bytes.fromhex(case["bytes"])).decode()
    context = case.get("context") or {}
    pcs = {"pc": pc for pc in context.get("pcs", ())[:1] if ":" not in str(pc)}
    return urllib.parse.urlencode({"s": section, "profile": case["profile"], "addr": context.get("addr") or "0x400000", "name": case["id"], **pcs})
