#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""The protocol (PROTOCOL.md) for sframe_reader.py, a model for adapters in other languages."""
import sys

sys.dont_write_bytecode = True  # The folder may be read-only.
import sframe_reader as reader

HELLO = {"protocol": "1", "name": "sframe-reader", "version": "1.0",
         "profiles": "v1 v2 v2e1 v2e2 v3", "abis": "aarch64 amd64 s390x",
         "orders": "little big", "ops": "decode lookup unwind sequence"}
KNOWN_KEYS = ("op", "container", "profile", "abi", "order", "addr", "pcs", "regs", "mem", "pac-mask", "max", "sort",
              "fit", "second-addr", "second-size")
NAMES_OF = {"op": "ops", "profile": "profiles", "abi": "abis", "order": "orders"}


def parse(payload):
    """Returns the keys and the body of a payload."""
    keys = {}
    while True:
        line, payload = payload.split(b"\n", 1)
        if not line:
            return keys, payload
        key, value = line.decode("utf-8").split(": ", 1)
        keys[key] = value


def is_supported(keys):
    unknown = any(key[0] == "!" and key[1:] not in KNOWN_KEYS for key in keys)
    return not unknown and keys.get("container", "raw") == "raw" and all(
        keys.get(key) in HELLO[names].split() for key, names in NAMES_OF.items())


def look_up(keys, body, profile, addr, *form):
    """Opens each section once, and looks up one PC after another in what was opened."""
    size = len(body) - int(keys.get("second-size", "0"))
    opened = [reader.Reader(body[:size], profile, addr, *form)]
    if "second-size" in keys:
        opened.append(reader.Reader(body[size:], profile, int(keys["second-addr"], 16), *form))
    words = [word.split(":") for word in keys["pcs"].split()]
    lines = [opened[len(word) - 1].lookup_line(int(word[-1], 16)) for word in words]
    return max((one.report for one in opened), key=lambda report: len(report.forbidden)), ["sframe-dump 1"] + lines


def ask(keys, body):
    """The reader's report, and the lines of its answer."""
    section = (body, keys["profile"], int(keys["addr"], 16), keys["abi"], keys["order"])
    if keys["op"] == "decode":
        return reader.decode(*section)
    if keys["op"] in ("lookup", "sequence"):
        return look_up(keys, *section)
    regs, mem = ([pair.split("=") for pair in keys.get(key, "").split()] for key in ("regs", "mem"))
    return reader.unwind(*section, {name: int(value, 16) for name, value in regs},
                         {int(at, 16): int(value, 16) for at, value in mem},
                         int(keys.get("pac-mask", "0"), 16), int(keys.get("max", "256")))


def answer(payload):
    """Returns the payload of a `result`."""
    try:
        keys, body = parse(payload)
        if not is_supported(keys):
            return "status: unsupported\n\n"
        report, lines = ask(keys, body)
        if report.forbidden:
            first = report.forbidden[0]
            return f"status: reject\nmessage: {first.start:#x}: section {first.section}: {first.why}\n\n"
        return "status: accept\n\n" + "".join(line + "\n" for line in lines)
    except Exception as why:  # pylint: disable=broad-except
        # A bug of this program is not a verdict on the section.
        print(f"{type(why).__name__}: {why}", file=sys.stderr)
        return "status: internal\n\n"


def main():
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    while head := source.readline():
        kind, number, length = head.decode("ascii").split()
        payload = source.read(int(length))
        if kind == "@bye":
            break
        if kind == "@hello":
            kind, text = "hello", "".join(f"{key}: {value}\n" for key, value in HELLO.items()) + "\n"
        else:
            kind, text = "result", answer(payload) if kind == "@case" else "status: unsupported\n\n"
        data = text.encode("utf-8")
        sink.write(f"@{kind} {number} {len(data)}\n".encode("ascii") + data)
        sink.flush()


if __name__ == "__main__":
    main()
