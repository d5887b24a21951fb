# SPDX-License-Identifier: MIT
"""The corpus as one archive: how it is made and read, which archives are refused, and versions of the corpus. Prints TAP.

    archive.py CONFORM CORPUS INSTALLED|small|none yes|no

INSTALLED is the archive that the build made, which is made and read once more; with `small` there is none, because programs
are slow there, and with `none` because they were built without libzstd. yes|no: can CONFORM read results?
"""
import glob
import hashlib
import io
import json
import os
import re
import shlex
import subprocess
import sys
import tarfile
import tempfile

from common import USAGE, no_report, ok, read, read_bytes, results_of, run, run_in_folder, skip, write
from corpus_part import copy_corpus

CONFORM, CORPUS = [os.path.abspath(path) for path in sys.argv[1:3]]
ARCHIVES = sys.argv[3] != "none"
INSTALLED = os.path.abspath(sys.argv[3]) if sys.argv[3] not in ("small", "none") else None
READS = sys.argv[4] == "yes"
ERROR = 4
ASKED = ["v1/amd64-little/preamble/bad-magic-dee3", "v1/amd64-little/fre-info/base-register-lookup",
         "v1/amd64-little/fre-info/base-register"]
BLOCK = 512


def conform(*args, **more):
    return run(CONFORM, *args, errors="replace", **more)


def says(p, status, text, what):
    """A refusal is one line, and no crash."""
    return ok(p.returncode == status and text in p.stderr and p.stderr.count("\n") == 1, f"{what}: {text}",
              f"status {p.returncode}\n{p.stderr}")


def files_of(folder):
    """{name: bytes}"""
    paths = [os.path.join(top, name) for top, _, names in os.walk(folder) for name in names]
    return {os.path.relpath(path, folder): read_bytes(path) for path in sorted(paths)}


def member(name, data=b"", **more):
    """A header and its bytes, of tar."""
    info = tarfile.TarInfo(name)
    info.size = len(data)
    for key, value in more.items():
        setattr(info, key, value)
    return info, data


def tar_of(path, members, form=tarfile.USTAR_FORMAT):
    with tarfile.open(path, "w", format=form) as tar:
        for info, data in members:
            tar.addfile(info, io.BytesIO(data))
    return path


# ---- Making and reading

def check_making(small, archive):
    def make(name, *args):
        path = os.path.join(os.path.dirname(archive), name)
        p = conform("export", "--archive", path, *args)
        return read_bytes(path) if ok(p.returncode == 0, f"{name} is made", p.stderr) else b""
    first = make(os.path.basename(archive), "--corpus", small)
    for top, _, names in os.walk(small):
        for name in names:
            os.utime(os.path.join(top, name), (1, 1))
    ok(first == make("again.tar.zst", "--corpus", small), "the same corpus gives the same bytes, whatever its times")
    ok(first == make("copy.tar.zst", "--corpus", archive), "and so does its archive")
    bare = make("small.tar", "--corpus", small)
    ok(bare == make("bare.tar", "--corpus", small) and len(bare) > len(first), "and without compression")
    with tarfile.open(fileobj=io.BytesIO(bare)) as tar:
        infos = tar.getmembers()
        have = {info.name: tar.extractfile(info).read() for info in infos}
    ok(have == files_of(small), "it has the files of the corpus", "\n".join(sorted(set(have) ^ set(files_of(small)))))
    ok([info.name for info in infos][:2] == ["VERSION", "index.tsv"], "the version is first")
    ok({(info.mtime, info.uid, info.gid, info.uname, info.gname, info.mode) for info in infos} == {(0, 0, 0, "", "", 0o644)},
       "no member has a time or an owner")
    p = subprocess.run([CONFORM, "export", "--archive", "-", "--corpus", small], capture_output=True)
    ok(p.returncode == 0 and p.stdout == bare and not os.path.exists("-"), "`-` prints a tar file", p.stderr)
    says(conform("export", "--archive", "x.zip", "--corpus", small), ERROR, "a name that ends with .tar.zst or .tar", "another name")
    says(conform("export", "--archive", "x.tar", "--corpus", small, "--profile", "v1"), USAGE, "writes the whole corpus", "a selection")


def check_reading(small, archive):
    for args in (["list"], *(["show", case] for case in ASKED), *(["explain", case] for case in ASKED),
                 *(["show", "--raw", "-", case] for case in ASKED), ["show", "--elf", "-", ASKED[1]]):
        folder, packed = (conform(*args, "--corpus", corpus) for corpus in (small, archive))
        ok(packed.returncode == 0 and not packed.stderr and packed.stdout == folder.stdout.replace(small, archive),
           f"{' '.join(args)} prints the same of both forms", packed.stderr)
    texts = []
    for corpus in (small, archive):
        conform("export", "--json", "cases.json", "--corpus", corpus)
        texts.append(read("cases.json"))
    ok(texts[0] == texts[1] and texts[0], "export --json writes the same of both forms")
    made = json.loads(texts[0])
    ok((made["corpus-version"], made["corpus-sha256"]) == (read(f"{small}/VERSION").strip(), hash_of(small)),
       "with the version and the hash of the corpus")


def hash_of(corpus):
    real = os.path.join(corpus, "real", "index.tsv")
    return hashlib.sha256(read_bytes(f"{corpus}/index.tsv") + (read_bytes(real) if os.path.exists(real) else b"")).hexdigest()


def results(corpus, folder):
    p = conform("run", "--seed", "1", "--adapter", "sframe-ref", "--corpus", corpus, "--report", folder, env=no_report())
    ok(p.returncode == 0, "the reference is right about the cases", p.stdout + p.stderr)
    return results_of(folder)


def check_results(small, archive, empty):
    """The same results; the commands that repeat a case need no file of the corpus."""
    before = dict(os.environ, TMPDIR=os.path.abspath(empty))
    ok(conform("list", "--corpus", archive, env=before).returncode == 0 and not os.listdir(empty), "nothing is unpacked")
    folder, packed = results(small, "folder"), results(archive, "packed")
    header = packed[0]
    ok((header["corpus-version"], header["corpus-sha256"]) == (read(f"{small}/VERSION").strip(), hash_of(small)),
       "results have the version and the hash of the corpus", header)
    for line in folder + packed:
        for key in ("seconds", "command", "corpus", "date"):
            line.pop(key, None)
    differ = [f"{a}\n{b}" for a, b in zip(folder, packed) if a != b]
    ok(folder == packed, "the results of both forms are the same", "\n".join(differ))
    commands = {line["id"]: line["command"] for line in map(json.loads, read("packed/results.jsonl").splitlines()) if "command" in line}
    path = os.pathsep.join([os.path.dirname(CONFORM), os.path.join(os.path.dirname(CONFORM), "..", "ref", "tool"), os.environ["PATH"]])
    for case, status in zip(ASKED, (1, 0, 0)):
        command = commands.get(case, "")
        p = run("sh", "-c", command, env=dict(os.environ, PATH=path))
        ok(f"--corpus {shlex.quote(archive)} {case} && " in command and p.returncode == status,
           f"the command that repeats {case} reads the archive", f"{command}\n{p.stdout}{p.stderr}")
    if not READS:
        skip("old results are read", "no Jinja2")
        return
    p = conform("run", "--adapter", "sframe-ref", "--corpus", archive, "--write-known", "part.known", ASKED[0])
    ok(p.returncode == 0 and os.path.exists("part.known"), "a list of a part of it can be written", p.stderr)
    lines = read("packed/results.jsonl").splitlines()
    header = json.loads(lines[0])
    del header["corpus-version"]
    write("old.jsonl", "\n".join([json.dumps(header), *lines[1:]]) + "\n")
    p = conform("report", "old.jsonl")
    ok(p.returncode == 0, "results without the version of the corpus are read", p.stderr)


# ---- Archives that are refused

def check_foreign(small):
    def refuse(data, text, what):
        says(conform("list", "--corpus", write("foreign.tar", data)), ERROR, text, what)
    refuse(b"", "the archive is damaged or is none", "an empty file")
    refuse(b"This is no archive.\n" * 100, "the archive is damaged or is none", "a text")
    refuse(read_bytes(tar_of("foreign.tar", [member("src", type=tarfile.DIRTYPE), member("src/main.c", b"int x;\n")])),
           "foreign.tar: is no corpus: it has no index.tsv", "somebody else's archive")
    os.mkfifo("fifo")
    says(conform("list", "--corpus", "fifo"), ERROR, "is neither a folder nor an archive", "a FIFO")
    says(conform("list", "--corpus", "nowhere.tar.zst"), ERROR, "there is no corpus: No such file", "no file")


def check_members(small):
    """A member that a corpus cannot have, after those of a corpus. The test conform-archive has more names and kinds."""
    whole = [member(name, data) for name, data in files_of(small).items()]
    rows = [
        ("../up", "the name has an empty part, '.' or '..'", {}),
        ("a\tb", "not printable ASCII", {}), ("\xe9t\xe9", "not printable ASCII", {}),
        ("link", "is a symbolic link", {"type": tarfile.SYMTYPE, "linkname": "index.tsv"}),
        ("long/" * 60 + "name", "is of another kind of tar; make it with 'tar --format=ustar'", {}),
    ]
    for name, text, more in rows:
        tar_of("member.tar", [*whole, member(name, **more)], tarfile.GNU_FORMAT)
        p = conform("list", "--corpus", "member.tar")
        shown = "".join(c if " " <= c <= "~" else "?" for c in name)[:60]
        says(p, ERROR, text, f"a member '{shown}'")
        ok("of the tar: member '" in p.stderr, "with its name and its place", p.stderr)
    tar_of("member.tar", [member("v1/", type=tarfile.DIRTYPE), *whole], tarfile.GNU_FORMAT)
    ok(conform("list", "--corpus", "member.tar").returncode == 0, "folders are passed over, and GNU tar is read")


def header_of(name, size):
    info = tarfile.TarInfo(name)
    info.size = size
    return info.tobuf(tarfile.USTAR_FORMAT)


def negative_header():
    """A size in binary of which all bits are set, with the right checksum."""
    header = bytearray(header_of("x", 0))
    header[124:136] = b"\xff" * 12
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    return bytes(header)


def check_limits():
    rows = [("huge", header_of("huge", 8 ** 11 - 1), "member 'huge': has more than 64 MiB"),
            ("negative", negative_header(), "member 'x': the size is no octal number"),
            ("many", header_of("same", 0) * 100001, "there are more than 100000 members")]
    for name, data, text in rows:
        says(conform("list", "--corpus", write("limit.tar", data + bytes(2 * BLOCK))), ERROR, text, f"a tar: {name}")
    # The bytes of the members are a hole in the file.
    with open("limit.tar", "wb") as f:
        for i in range(5):
            f.write(header_of(f"part{i}", 60 << 20))
            f.seek(60 << 20, os.SEEK_CUR)
        f.write(bytes(2 * BLOCK))
    says(conform("list", "--corpus", "limit.tar"), ERROR, "member 'part4': all members together have more than 256 MiB", "a large tar")


def check_contents(small):
    """What is wrong with a corpus is said of an archive as it is of a folder."""
    case = ASKED[0] + ".case"
    changes = [
        ({case: None}, f"changed.tar/{case}: the archive has no such member"),
        ({case: files_of(small)[case].replace(b"title: ", b"title: not ")}, f"changed.tar/{case}:1: the case file was changed"),
    ]
    for change, text in changes:
        have = {name: data for name, data in {**files_of(small), **change}.items() if data is not None}
        tar_of("changed.tar", [member(name, data) for name, data in have.items()])
        says(conform("list", "--corpus", "changed.tar"), ERROR, text, "a changed corpus")


# ---- Versions

def check_versions(small, forms):
    rows = [
        ("2.0.0\n", ERROR, "this corpus is version 2.0.0; this sframe-conform reads 1.x; get a newer sframe-conform"),
        ("0.9.0\n", ERROR, "this corpus is version 0.9.0; this sframe-conform reads 1.x; get an older sframe-conform"),
        ("1.99.0\n", 0, "warning: this corpus is version 1.99.0; this sframe-conform knows 1.1"),
        ("1.0.7\n", 0, ""), (None, 0, ""),
        *((text, ERROR, "/VERSION:1: expected one line with a version") for text in
          ("", "1.0.0", "v1.0.0\n", "1.0.0\n" * 9000)),
    ]
    for form in forms:
        for text, status, message in rows:
            have = dict(files_of(small), VERSION=text.encode() if text is not None else None)
            if text and text.startswith("2."):
                # Another version may have another form: nothing else is read before.
                have["index.tsv"] = b"another form\n"
            have = {name: data for name, data in have.items() if data is not None}
            path = write_form(form, have)
            p = conform("list", "--corpus", path)
            lines = 1 if message else 0
            ok(p.returncode == status and message in p.stderr and p.stderr.count("\n") == lines or len(text or "") > 4096 and p.returncode == ERROR,
               f"{form}, VERSION {text!r:.20}: status {status} {message}", f"status {p.returncode}\n{p.stderr}")


def write_form(form, have):
    if form == "archive":
        return tar_of("version.tar", [member(name, data) for name, data in have.items()])
    folder = tempfile.mkdtemp(dir=".")
    for name, data in have.items():
        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
        write(os.path.join(folder, name), data)
    return folder


def check_programs():
    """What the programs say of the corpus in the tree."""
    version, sha256 = read(f"{CORPUS}/VERSION").strip(), hash_of(CORPUS)
    line = f"corpus {version}, sha256 {sha256[:12]}"
    p = conform("--version")
    ok(p.returncode == 0 and p.stdout.splitlines()[1:] == [line] and not p.stderr, f"sframe-conform --version: {line}", p.stdout + p.stderr)


def check_installed():
    """The archive that is installed, made once more of the whole corpus."""
    p = conform("export", "--corpus", CORPUS, "--archive", "whole.tar.zst")
    ok(p.returncode == 0 and read_bytes("whole.tar.zst") == read_bytes(INSTALLED), "the installed archive is made again byte for byte", p.stderr)
    ok(f"-{read(CORPUS + '/VERSION').strip()}." in os.path.basename(INSTALLED), "its name has the version")
    p = conform("list", "--corpus", INSTALLED)
    rows = [row for index in ("index.tsv", "real/index.tsv") for row in read(f"{CORPUS}/{index}").splitlines()[1:]]
    ok({line.split("\t")[0] for line in p.stdout.splitlines()} == {row.split("\t")[0] for row in rows}, "it has all cases")
    ok(not p.stderr, "of a version that the program knows", p.stderr)


def check_seeds(small):
    """Each section of the corpus once, with its address and profile, in an archive for its profile and ABI."""
    p = conform("export", "--corpus", small, "--seeds", "seeds", "--profile", "v1")
    names = sorted(os.listdir("seeds"))
    ok(p.returncode == 0 and names and all(re.fullmatch("seeds_v1_[a-z0-9]+_(little|big)[.]tar", name) for name in names),
       "--seeds makes an archive for each profile and ABI", p.stdout + p.stderr)
    count = 0
    for name in names:
        with tarfile.open(f"seeds/{name}") as tar:
            for member in tar:
                seed = tar.extractfile(member).read()
                good = hashlib.sha256(seed[:-13]).hexdigest().startswith(member.name[:16])
                count += good and seed[-5:] == b"\x01\xf5\x5a\x66\x75" and int(member.name[17:], 16) == int.from_bytes(seed[-13:-5], "little")
    ok(count > 0 and f"seeds: {count} seeds" in p.stdout, "a seed is a section with its address and profile", p.stdout)
    ok(conform("export", "--corpus", small, "--seeds", "seeds", "--json", "x.json").returncode == USAGE, "--seeds goes with no other form")
    again = conform("export", "--corpus", small, "--seeds", "seeds", "--profile", "v1").returncode
    os.rename("seeds/" + names[0], "seeds/seeds_mine.tar")
    ok(again == 0 and conform("export", "--corpus", small, "--seeds", "seeds").returncode == 4 and os.path.exists("seeds/seeds_mine.tar"), "it replaces its own archives alone")


def main():
    small = "small corpus"
    copy_corpus(CORPUS, ASKED, small)
    write(f"{small}/VERSION", read(f"{CORPUS}/VERSION"))
    check_programs()
    if not ARCHIVES:
        check_versions(small, ["folder"])
        says(conform("list", "--corpus", write("x.tar.zst", b"\x28\xb5\x2f\xfd")), ERROR, "built without libzstd; unpack it with 'zstd -d'", "what is compressed")
        with tarfile.open("bare.tar", "w", format=tarfile.USTAR_FORMAT) as tar:
            for name in sorted(os.path.relpath(path, small) for path in glob.glob(f"{small}/**", recursive=True) if os.path.isfile(path)):
                tar.add(os.path.join(small, name), arcname=name)
        ok(conform("list", "--corpus", "bare.tar").stdout == conform("list", "--corpus", small).stdout != "", "a bare tar is read")
        says(conform("export", "--corpus", small, "--archive", "x.tar.zst"), ERROR, "built without libzstd; make a .tar", "compressing one")
        return
    archive = "small corpus.tar.zst"
    os.mkdir("empty")
    check_making(small, archive)
    check_reading(small, archive)
    check_results(small, archive, "empty")
    check_foreign(small)
    check_members(small)
    check_limits()
    check_contents(small)
    check_seeds(small)
    check_versions(small, ["folder", "archive"])
    if INSTALLED:
        check_installed()


run_in_folder(main)
