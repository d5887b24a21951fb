#!/usr/bin/env python3
# SPDX-License-Identifier: 0BSD
"""The protocol (PROTOCOL.md) for sframe_reader.py, a model for adapters in other languages."""
import sys

sys.dont_write_bytecode = True  # The folder may be read-only.
import sframe_reader as reader

HELLO = {"protocol": "1", "name": "sframe-reader", "version": "1.0",
         "profiles": "v1 v2 v2e1 v2e2 v3", "abis": "aarch64 amd64 s390x",
         "orders": "little big", "ops": "decode lookup unwind sequence",
         "unwinds": "second"}
KNOWN_KEYS = ("op", "container", "profile", "abi", "order", "addr", "pcs", "regs", "mem", "pac-mask", "max", "sort",
              "fit", "second-addr", "second-size")
NAMES_OF = {"op": "ops", "profile": "profiles", "abi": "abis", "order": "orders"}


answers = {}  # an op, and the function that answers it in place of ask()


class Refused(Exception):
    """Sound sections that cannot be one."""


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


def sections_of(keys, body, profile, addr, *form):
    """The section of the body, and the second one if there is one."""
    size = len(body) - int(keys.get("second-size", "0"))
    second = [(body[size:], profile, int(keys["second-addr"], 16), *form)] if "second-size" in keys else []
    return [(body[:size], profile, addr, *form), *second]


def look_up(keys, sections):
    """Opens each section once, and looks up one PC after another in what was opened."""
    opened = [reader.Reader(*section) for section in sections]
    words = [word.split(":") for word in keys["pcs"].split()]
    lines = [opened[len(word) - 1].lookup_line(int(word[-1], 16)) for word in words]
    return max((one.report for one in opened), key=lambda report: len(report.forbidden)), ["sframe-dump 1"] + lines


def numbers(words):
    return {name: int(value, 16) for name, value in (word.split("=") for word in words)}


def unwind(keys, sections):
    """A trace in one section after another: where a frame lies in no function of one, it goes on in the next."""
    mem = {int(at, 16): value for at, value in numbers(keys.get("mem", "").split()).items()}
    frames, regs, missed = [], numbers(keys["regs"].split()), 0
    for number in range(2 * 256):
        report, lines = reader.unwind(*sections[number % len(sections)], regs, mem, int(keys.get("pac-mask", "0"), 16),
                                      int(keys.get("max", "256")) - max(len(frames) - 1, 0))
        if report.forbidden:
            break
        frames[-1:] = [line.split()[2:] for line in lines[1:-1]]
        missed, regs = 1 if len(lines) > 3 else missed + 1, numbers(frames[-1])
        if lines[-1] != "end no-fde" or missed == len(sections):
            break
    return report, ["sframe-dump 1", *(f"frame {n} {' '.join(frame)}" for n, frame in enumerate(frames)), *lines[-1:]]


def ask(keys, body):
    """The reader's report, and the body of its answer."""
    sections = sections_of(keys, body, keys["profile"], int(keys["addr"], 16), keys["abi"], keys["order"])
    if keys["op"] == "decode":
        report, lines = reader.decode(*sections[0])
    else:
        report, lines = (unwind if keys["op"] == "unwind" else look_up)(keys, sections)
    return report, "".join(line + "\n" for line in lines).encode()


def answer(payload):
    """Returns the payload of a `result`, in bytes."""
    try:
        keys, body = parse(payload)
        if not is_supported(keys):
            return b"status: unsupported\n\n"
        report, text = answers.get(keys["op"], ask)(keys, body)
        if report.forbidden:
            first = report.forbidden[0]
            return f"status: reject\nmessage: {first.start:#x}: section {first.section}: {first.why}\n\n".encode()
        return b"status: accept\n\n" + text
    except Refused as why:
        return f"status: reject\nmessage: {why}\n\n".encode()
    except Exception as why:  # pylint: disable=broad-except
        # A bug of this program is not a verdict on the section.
        print(f"{type(why).__name__}: {why}", file=sys.stderr)
        return b"status: internal\n\n"


def main():
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    while head := source.readline():
        kind, number, length = head.decode("ascii").split()
        payload = source.read(int(length))
        if kind == "@bye":
            break
        if kind == "@hello":
            kind, text = "hello", "".join(f"{key}: {value}\n" for key, value in HELLO.items()).encode() + b"\n"
        else:
            kind, text = "result", answer(payload) if kind == "@case" else b"status: unsupported\n\n"
        sink.write(f"@{kind} {number} {len(text)}\n".encode("ascii") + text)
        sink.flush()


if __name__ == "__main__":
    main()
