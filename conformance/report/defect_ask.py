# SPDX-License-Identifier: MIT
"""How an implementation is asked by hand about a case, and what it answered.

Nothing of the results becomes a command: the words are those of the adapter file.
"""
import os
import re
import shlex
import signal
import subprocess

from files import read_bytes
from results import UNSAFE, Fault, Record

MAX_PASTED, MAX_INCLUDES = 4096, 64
PRINTF_ROW, C_ROW = 24, 12
DEEDS = {"wrong-output": "It answers wrongly", "too-strict": "It refuses", "too-lenient": "It accepts", "timeout": "It does not answer in time",
         "inconsistent": "Its answer is one that the question allows, but not the one that it declares or gives in other cases",
         "protocol": "This suite cannot read its output as an answer"}


# ---- Bytes as commands and as C

def printf(data, name):
    """Octal, because POSIX gives printf no hexadecimal escapes. Some shells replace escapes before they look for conversions."""
    rows = ["".join("%%" if byte == 37 else f"\\{byte:03o}" for byte in data[at:at + PRINTF_ROW]) for at in range(0, len(data), PRINTF_ROW)]
    return "{\n" + ("".join(f"printf '{row}'\n" for row in rows) or ":\n") + f"}} >{name}\n"


def c_bytes(data):
    return "".join("    " + " ".join(f"0x{byte:02x}," for byte in data[at:at + C_ROW]) + "\n" for at in range(0, len(data), C_ROW))


# ---- Adapter files

class Adapter:
    """What a page needs of an adapter file, or the `error` why it cannot be read."""

    def __init__(self, path):
        self.keys, self.left, self.error = {"memory-mib": ["1024"], "cpu-seconds": ["10"]}, MAX_INCLUDES, None
        try:
            self.read(path)
            self.limits = {key: int(self.last(key)) for key in ("memory-mib", "cpu-seconds")}
        except ValueError as error:  # also a Fault
            self.keys, self.error = {}, f"{'' if isinstance(error, Fault) else path + ': '}{error}"

    def read(self, path):
        self.left -= 1
        text = read_bytes(path)[0][:1 << 20].decode()
        lines = [line.partition(":") for line in text.split("\n") if not line.startswith("#")]
        # What is included comes first: the lines of this file may replace it.
        for name in (value.strip() for key, _, value in lines if key == "include" and self.left > 0 and "/" not in value):
            self.read(os.path.join(os.path.dirname(path), name))
        own = {}
        for key, _, value in lines:
            own.setdefault(key, []).append(value.strip())
        for key, values in own.items():
            self.keys[key] = self.keys.get(key, []) + values if key in ("env", "accept") else values

    def last(self, key):
        return self.keys.get(key, [""])[-1]

    @property
    def accepting_status(self):
        found = re.search(r"exit ([0-9]+)", self.last("accept"))
        return found and found[1]

    def template(self, op):
        """The words of the command for this op; None if it is not asked by one, or by one that needs more than a file."""
        words = self.last(f"{op}-command").split() if self.last("rung") == "command" else []
        return words if words and not {"{trace}", "{sort}", "{fit}"} & set(words) else None

    def command(self, case, name):
        context = case["context"]
        values = {"raw": name, "elf": name, "dump": name, "addr": context["addr"], **{key: case[key] for key in ("profile", "abi", "order")}}
        words = ["env", *self.keys["env"]] if "env" in self.keys else []
        for word in self.template(case["op"]):
            words += context["pcs"] if word == "{pcs}" else [re.sub(r"\{(\w+)\}", lambda m: values.get(m[1], m[0]), word)]
        return shlex.join(words)


class Reproductions:
    """What was seen of cases, and how to see it again."""

    def __init__(self, args):
        self.args, self.adapters = args, {}

    def adapter(self, path):
        """The adapter file that came with this program under the name, else the one that the results name."""
        if path not in self.adapters:
            shipped = self.args.data_file("adapters", os.path.basename(path).removesuffix(".conf") + ".conf")
            self.adapters[path] = Adapter(shipped if os.path.exists(shipped) else path)
        return self.adapters[path]

    def file_commands(self, case, elf):
        """Commands that make the file; None if it is too large to paste."""
        data = bytes.fromhex(case["bytes"])
        if len(data) > MAX_PASTED:
            return None
        if not elf or case.get("elf"):
            return printf(data, "case.elf" if elf else "section.bin")
        if not data:
            # objcopy does not copy an empty section.
            return printf(self.wrapped(case["id"]), "case.elf")
        return printf(data, "section.bin") + (f"objcopy -I binary -O elf64-{case['order']} --change-section-address .data={case['context']['addr']} \\\n"
                                              "    --rename-section .data=.sframe,alloc,load,readonly,data,contents section.bin case.elf\n")

    def wrapped(self, name):
        corpus = ["--corpus", self.args.get("corpus")] if self.args.get("corpus") else []
        made = subprocess.run([self.args.get("runner"), "show", *corpus, "--elf", "-", name], stdout=subprocess.PIPE, check=False).stdout
        if not made:
            raise Fault(f"{name}: the runner did not write an ELF file of it")
        return made

    def of_case(self, case, failures):
        """For each (run, record) that fails the case, what its part of the page shows."""
        made, shown = set(), []
        for run, r in failures:
            adapter = self.adapter(run.header["adapter"])
            words = adapter.template(case["op"])
            shown.append(Record(run=run, r=r, error=adapter.error, seen=seen(r, adapter if words else None),
                                is_libsframe=run.header["implementation"] == "libsframe"))
            if words:
                elf = any("{elf}" in word for word in words) or bool(case.get("elf"))
                limits = [("memory-mib", "-v", 1024)] + [("cpu-seconds", "-t", 1)] * (r["outcome"] in ("timeout", "limit"))
                commands = [f"ulimit {flag} {adapter.limits[key] * unit}" for key, flag, unit in limits if adapter.limits[key] > 0]
                commands += ["LC_ALL=C; export LC_ALL", adapter.command(case, "case.elf" if elf else "section.bin")]
                shown[-1].update(commands="\n".join(commands), is_made=elf in made, elf=elf, make=self.file_commands(case, elf))
                made.add(elf)
            else:
                shown[-1].update(question(case, shown[-1]["is_libsframe"]))
        return shown


def seen(r, adapter):
    """In sentences and lines of code, (before, line). There is no adapter if no command asks the question."""
    deed = DEEDS.get(r["outcome"], f"The outcome is {r['outcome']}")
    number = getattr(signal, r["signal"] or "", None)
    if r["outcome"] == "crash" and number:
        deed = f"It is killed by {r['signal']}" + (f": exit status {128 + number} of the shell" if adapter else "")
    elif r["outcome"] == "crash":
        deed = f"It crashes ({r['detail'] or 'in two ways'})"
    else:
        if r["outcome"] == "too-lenient" and adapter and adapter.accepting_status:
            deed += f", without an error message: exit status {adapter.accepting_status}"
        deed += f": {r['detail']}" if r["detail"] else ""
    # Of other outcomes the message is about the answer.
    is_own = adapter and r["outcome"] in UNSAFE | {"too-strict", "too-lenient"}
    words = "It prints on standard error:" if is_own else "The runner's words:" if adapter else "Its words, or the runner's:"
    lines = [(words, r["message"]), ("In the words of this suite's dump:", r["seen"])]
    chance = r["known"] if r["standing"] == "known" and "|" in (r["known"] or "") else None
    return {"deed": deed, "lines": [(before, line) for before, line in lines if line is not None], "chance": chance}


def _c_calls(case, sections, pcs):
    """The calls of libsframe as C."""
    lines = ["int err;", "sframe_frame_row_entry fre;"]
    for name, ctx, data in sections:
        lines += [f"static const unsigned char {name}[] = {{", data + "};", f"sframe_decoder_ctx *{ctx} = sframe_decode((const char *){name}, sizeof {name}, &err);"]
    lines.append("/* Then sframe_decoder_get_fre(ctx, f, r, &fre) for each FRE r of each function f. */" if case["op"] == "decode"
                 else f"/* The section is at {case['context']['addr']}; a PC is given as its distance from there. */")
    far = "; before libsframe.so.3 the distance has 32 bits, and this finds nothing"
    lines += [f"err = sframe_find_fre({ctx}, {distance}, &fre); /* PC {pc}{far if is_far else ''} */" for ctx, distance, pc, is_far in pcs]
    return "\n".join(lines) + "\n"


def question(case, is_libsframe):
    """The calls of libsframe in C, or else the request of PROTOCOL.md, whose body need not be text."""
    context, data, op = case["context"], bytes.fromhex(case["bytes"]), case["op"]
    second = bytes.fromhex(context.get("second") or "")
    if is_libsframe and not case.get("elf") and op != "encode" and len(data) + len(second) <= MAX_PASTED:
        pcs = []
        for pc in context.get("pcs") or ():
            in_second, pc = pc.startswith("2:"), int(pc.removeprefix("2:"), 16)
            distance = (pc - int(context["second-addr" if in_second else "addr"], 16) + 2 ** 63) % 2 ** 64 - 2 ** 63
            pcs.append(("second_ctx" if in_second else "ctx", distance, f"0x{pc:x}", not -2 ** 31 <= distance < 2 ** 31))
        sections = [("section", "ctx", c_bytes(data)), ("second", "second_ctx", c_bytes(second))][:2 if context.get("second-addr") else 1]
        return {"calls": True, "c": _c_calls(case, sections, pcs)}
    keys = {"op": op, "container": "dump" if op == "encode" else "elf" if case.get("elf") else "raw", "profile": case["profile"], "abi": case["abi"],
            "order": case["order"], "addr": context["addr"], "pcs": " ".join(context.get("pcs") or ()), "second-addr": context.get("second-addr"),
            "second-size": context.get("second-addr") and str(len(second)), **{key: context.get(key) for key in ("regs", "mem", "pac-mask", "max")},
            "sort": context.get("sort") and "yes", "fit": context.get("fit") and "yes"}
    text = "".join(f"{key}: {value if isinstance(value, (str, int)) else ' '.join(value)}\n" for key, value in keys.items() if value) + "\n"
    head = f"@case 1 {len(text.encode()) + len(data) + len(second)}\n{text}" + (data.decode("utf-8", "replace") if op == "encode" else "")
    return {"calls": False, "request": head.removesuffix("\n").split("\n"), "bodies": 0 if op == "encode" else 2 if second else 1}
