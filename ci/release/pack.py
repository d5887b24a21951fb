#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Packs the runner of a build (ci/release/runner.sh) into one archive that needs no installation: programs, corpus, adapters, schemas, header, and the
reporter as one file, with Jinja2 and MarkupSafe of this Debian system inside. Made of a static build, it runs on any Linux.

usage: pack.py [--corpus FOLDER] BUILD OUT.tar.xz

The corpus is a bare tar, which a build without libzstd reads in place. The same tree gives the same bytes.
"""
import argparse
import importlib.util
import io
import lzma
import os
import re
import subprocess
import tarfile
import tempfile
import zipfile

TOP = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
DATA, LIBEXEC = "share/sframe-conform", "libexec/sframe-conform"
PROGRAMS = {"bin/sframe-conform": "conformance/sframe-conform", "bin/sframe-ref": "ref/tool/sframe-ref",
            f"{LIBEXEC}/sframe-ref-framed": "conformance/adapters/sframe-ref-framed"}
# Adapters that need no library of ours.
ADAPTERS = re.compile(r"((objdump|readelf|llvm-readobj).*|sframe-ref|sframe-ref-framed)\.(conf|inc)|binutils\.inc")
PC = """prefix=${{pcfiledir}}/../..

Name: sframe-adapter
Description: The loop of an adapter, which answers the questions of sframe-conform; a header without a library
Version: {}
Cflags: -I${{prefix}}/include/sframe-conform
"""
# What the sections of real tools were made from.
SOURCES = re.compile(r"real/(src/|sections\.txt)|\.git")
MOST = 12 << 20


def read(*path):
    with open(os.path.join(TOP, *path), "rb") as f:
        return f.read()


def files_of(folder):
    """Relative paths of all files, sorted."""
    found = (os.path.relpath(os.path.join(at, name), folder) for at, _, names in os.walk(folder) for name in names)
    return sorted(path for path in found if not path.endswith(".pyc"))


def tar(members, epoch):
    """Bytes of a ustar of {name: (bytes, mode)}, in this order."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, (content, mode) in members.items():
            info = tarfile.TarInfo(name)
            info.size, info.mode, info.mtime = len(content), mode, epoch
            archive.addfile(info, io.BytesIO(content))
    return out.getvalue()


def corpus(folder):
    """What its version is first; then what is alike side by side, which is compressed better."""
    def kin(name):
        parts = name.split("/")
        return ("/".join(parts[2:]) if len(parts) > 3 else "", name)
    names = sorted((name for name in files_of(folder) if not SOURCES.match(name)), key=kin)
    return tar({name: (read(folder, name), 0o644) for name in names}, 0)


def licence(package):
    return read(f"/usr/share/doc/{package}/copyright")


def reporter():
    """conformance/report and the packages that it needs, as a file that Python runs."""
    members = {name: read("conformance", "report", name) for name in files_of(os.path.join(TOP, "conformance", "report"))
               if name.endswith(".py") or name.startswith("templates/")}
    for package in ("jinja2", "markupsafe"):
        folder = importlib.util.find_spec(package).submodule_search_locations[0]
        members.update({f"{package}/{name}": read(folder, name) for name in files_of(folder) if name.endswith(".py")})
        members[f"{package}/copyright"] = licence(f"python3-{package}")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(members.items()):
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("build")
    parser.add_argument("out")
    parser.add_argument("--corpus", default=os.path.join(TOP, "corpus"), help="another corpus, for tests")
    args = parser.parse_args()
    paths = read(args.build, "conformance", "process", "conform_paths.h").decode()
    version, name = (re.search(rf'#define {key} "(.*)"', paths)[1] for key in ("SFC_CONFORM_VERSION", "SFC_CORPUS_NAME"))
    adapters = os.path.join(TOP, "conformance", "adapters")
    members = {f"{DATA}/adapters/{path}": read(adapters, path) for path in os.listdir(adapters) if ADAPTERS.fullmatch(path)}
    if os.path.exists(os.path.join(args.build, "conformance", "sframe-ref.conf")):
        members[f"{DATA}/adapters/sframe-ref.conf"] = read(args.build, "conformance", "sframe-ref.conf")
    for folder, wanted in (("known", r"(objdump|readelf|llvm-readobj).*\.known|causes\.txt"), ("schemas", r".*\.json")):
        for path in os.listdir(os.path.join(TOP, "conformance", folder)):
            if re.fullmatch(wanted, path):
                members[f"{DATA}/{folder}/{path}"] = read("conformance", folder, path)
    for path in ("sframe_corpus.h", *(f"kernel/{name}" for name in files_of(os.path.join(TOP, "conformance", "export", "kernel")))):
        members[f"{DATA}/export/{path}"] = read("conformance", "export", path)
    for path in ("examples/adapters/sframe_framed.py", "PROTOCOL.md", "../ref/DUMP.md", "../ref/REGISTERS.md"):
        members[f"{DATA}/examples/{os.path.basename(path)}"] = read("conformance", path)
    for path in files_of(os.path.join(TOP, "conformance", "examples", "foreign")):
        members[f"{DATA}/examples/my-adapter/{path}"] = read("conformance", "examples", "foreign", path)
    members.update({
        f"{DATA}/report": reporter(), f"{DATA}/{name}": corpus(args.corpus),
        f"{DATA}/registers.json": read(args.build, "conformance", "report", "registers.json"),
        "include/sframe-conform/sframe_adapter.h": read("conformance", "adapter.h"),
        "lib/pkgconfig/sframe-adapter.pc": PC.format(version).encode(), "LICENSE": read("LICENSE"),
    })
    members.update({f"licences/{path}": read("LICENSES", path) for path in os.listdir(os.path.join(TOP, "LICENSES"))})
    if os.path.exists("/usr/share/doc/musl-dev/copyright"):
        members["licences/musl"] = licence("musl-dev")
    members = {path: (content, 0o644) for path, content in members.items()}
    members["bin/sframe-ci"] = (read("ci", "release", "sframe-ci.sh").replace(b"ci/release/sframe-ci.sh", b"sframe-ci"), 0o755)
    for path, made in PROGRAMS.items():
        with tempfile.NamedTemporaryFile() as stripped:
            subprocess.run(["strip", "-o", stripped.name, os.path.join(args.build, made)], check=True)
            members[path] = (read(stripped.name), 0o755)
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    packed = tar({f"sframe-runner-{version}/{path}": members[path] for path in sorted(members)}, epoch)
    made = lzma.compress(packed, preset=1 if args.corpus != parser.get_default("corpus") else 9)
    if len(made) > MOST:
        raise SystemExit(f"pack.py: {args.out} would have {len(made)} bytes; {MOST} are allowed")
    with open(args.out, "wb") as f:
        f.write(made)


main()
