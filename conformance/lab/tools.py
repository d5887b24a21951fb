# SPDX-License-Identifier: MIT
"""The assemblers, linkers and compilers that are here: this system's, and those in the folders of --peers. A target is an ABI with
its byte order. The toolchain files say how a tool is called; a probe shows whether an assembler writes SFrame data.
"""
import functools
import os
import re
import shutil
import subprocess

import files
import toolchain
from files import Fault

TARGETS = ("amd64-little", "aarch64-little", "aarch64-big", "s390x-big")
ENDIAN = {"aarch64-little": ["-EL"], "aarch64-big": ["-EB"]}
PROBE = "\t.text\nf:\t.cfi_startproc\n\t.zero 8\n\t.cfi_endproc\n"


def find(name, folder):
    return shutil.which(name, path=folder or None)


@functools.lru_cache(maxsize=None)
def described(tool, abi):
    """The commands of the toolchain files, without repetition. GNU comes before LLVM."""
    every = (toolchain.read(name, toolchain.PRODUCERS) for name in toolchain.names(toolchain.PRODUCERS))
    return sorted({tuple(t.tools[tool]) for t in every if t.abi == abi and tool in t.tools}, key=lambda words: (words[0] == "llvm-mc", words))


def triplet(target):
    return described("cc", target.partition("-")[0])[0][0].removesuffix("-gcc")


@functools.lru_cache(maxsize=None)
def release(tool):
    """The number that --version shows, or "" of a tool that is not here. A compiler proper prints none."""
    is_bare, words = tool.endswith("cc1"), (["-quiet", "-E", "-P", "-o", "-"] if tool.endswith("cc1") else ["--version"])
    try:
        said = subprocess.run([tool, *words], input="__VERSION__\n", capture_output=True, text=True, check=False).stdout
    except OSError:
        return ""
    found = re.search(r"^.* ([0-9][0-9.]*[0-9])( \(.*\))?$", said, re.M)
    return said.strip().replace('"', "") if is_bare else found[1] if found else ""


class Found:
    """An assembler for a target, with the linker of its folder. `words`: how it is called, without --gsframe."""

    def __init__(self, folder, target, words):
        path, endian, self.target, self.is_llvm = find(words[0], folder), ENDIAN.get(target, []), target, words[0] == "llvm-mc"
        linker = find("ld.lld" if self.is_llvm else words[0].removesuffix("as") + "ld", folder)
        self.words, self.ld, self.release = [path, *words[1:], *endian], linker and [linker, *endian], release(path)
        self.name = f"{'llvm-mc' if self.is_llvm else 'as'} {self.release}"

    def writes_sframe(self, path=os.devnull):
        """Whether it makes an object with SFrame data, at `path`."""
        return subprocess.run([*self.words, "--gsframe", "-o", path, "-"], input=PROBE.encode(), stderr=subprocess.DEVNULL, check=False).returncode == 0


def assemblers(peers):
    """Each that writes SFrame data. llvm-mc is for AMD64 only: for AArch64 it leaves out every function."""
    for folder in toolchain.folders(peers):
        for target in TARGETS:
            abi = target.partition("-")[0]
            words = next((w for w in described("as", abi) if find(w[0], folder) and (w[0] != "llvm-mc" or abi == "amd64")), ())
            found = Found(folder, target, [word for word in words if word != "--gsframe"]) if words else None
            if found and found.ld and found.writes_sframe():
                yield found


def linkers(peers, target, gold):
    """(name, command) of those that come without an assembler: LLVM's writes SFrame data from 22 on, and for x86-64 alone."""
    names = ["mold", *(["ld.lld"] if target == "amd64-little" else []), *([f"{triplet(target)}-ld.gold"] if gold else [])]
    for name in names:
        for path in filter(None, (find(name, folder) for folder in toolchain.folders(peers))):
            if name != "ld.lld" or int(release(path).partition(".")[0]) >= 22:
                yield f"{name.rpartition('-ld.')[2]} {release(path)}", [path]


def compilers(peers):
    """((target, name), command) of each that writes assembly text, also of some that are not here."""
    for target in (t for t in TARGETS if t != "aarch64-big"):
        gcc = triplet(target) + "-gcc"
        yield (target, f"gcc {release(gcc)}"), [gcc, "-S"]
        for tool in filter(None, (find(gcc.removesuffix("gcc") + "cc1", folder) for folder in toolchain.folders(peers)[1:])):
            yield (target, f"gcc {release(tool)}"), [tool, "-quiet"]
        for tool in ("clang", *filter(None, (find("clang", folder) for folder in toolchain.folders(peers)[1:]))):
            yield (target, f"clang {release(tool)}"), [tool, "-S", f"--target={triplet(target)}", "-fno-integrated-as"]


def found(peers, gold=False):
    """{kind: {(target, name): command}}. The kinds are as, ld and cc."""
    tools = {"as": {}, "ld": {}, "cc": dict(compilers(peers))}
    for a in assemblers(peers):
        tools["as"][a.target, a.name] = a.words
        if not a.is_llvm:
            tools["ld"][a.target, f"ld {a.release}"] = a.ld
    for target in dict.fromkeys(target for target, _ in tools["as"]):
        for name, command in linkers(peers, target, gold):
            tools["ld"].setdefault((target, name), command)
    return tools


def listed(path):
    """The same of a list: lines of KIND, TARGET, NAME and the command's words, with tabs between."""
    tools = {"as": {}, "ld": {}, "cc": {}}
    for number, line in enumerate(files.read(path, str.splitlines), 1):
        words = line.split("\t")
        if words[0] not in tools or len(words) < 4:
            raise Fault(f"{path}:{number}: expected as, ld or cc, TARGET, NAME and a command, with tabs between")
        tools[words[0]][words[1], words[2]] = words[3:]
    return tools


def given_or_found(given, gold=False):
    """Of --tools, or of this system and --peers."""
    tools = listed(given["tools"]) if given.get("tools") else found(given["peers"], gold)
    if not tools["as"]:
        raise Fault("no assembler that writes SFrame data is installed")
    return tools
