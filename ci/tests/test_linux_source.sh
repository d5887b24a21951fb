#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# ci/real/linux_source.sh with small archives and a fake apt. A TAP producer.
. "$(dirname "$0")/tap.sh"
need xz

# archive NAME FILE...: a source archive with these files and the kernel's own.
archive() {
    local name=$1 file
    shift
    rm -rf "$dir/tree"
    for file in kernel/fork.c "$@"; do
        mkdir -p "$dir/tree/$name/${file%/*}"
        : >"$dir/tree/$name/$file"
    done
    tar -C "$dir/tree" -cJf "$dir/$name.tar.xz" "$name"
}

# look ARGUMENT...: runs the script.
look() {
    bash "$ci/real/linux_source.sh" "$@" >"$dir/out" 2>"$dir/err"
    status=$?
}

archive linux-source-7.3 kernel/unwind/user.c Documentation/sframe.rst
look --archive "$dir/linux-source-7.3.tar.xz"
check 'no reader: exit status' [ $status = 0 ]
check 'and it says none yet, of how many files' [ "$(cat "$dir/out")" = 'linux-source-7.3.tar.xz: none yet, of 3 files' ]

archive linux-source-7.4 kernel/unwind/sframe.c kernel/unwind/sframe.h tools/objtool/sframe_dump.c arch/x86/kernel/unwind_SFrame.S
look --archive "$dir/linux-source-7.3.tar.xz" --archive "$dir/linux-source-7.4.tar.xz"
check 'a reader in one of two: exit status' [ $status = 1 ]
check 'the files are named, those of tools apart' [ "$(sed 1d "$dir/out")" = "linux-source-7.4.tar.xz: found, write an adapter:
  arch/x86/kernel/unwind_SFrame.S
  kernel/unwind/sframe.c
  kernel/unwind/sframe.h
  of a tool: tools/objtool/sframe_dump.c" ]

archive linux-source-7.5 tools/perf/util/sframe.c
look --archive "$dir/linux-source-7.5.tar.xz"
check 'a tool of user space is no reader' [ "$status $(tail -n 1 "$dir/out")" = '0   of a tool: tools/perf/util/sframe.c' ]

mkdir -p "$dir/deb/DEBIAN" "$dir/deb/usr/src"
printf 'Package: linux-source-7.4\nVersion: 7.4.1-1\nArchitecture: all\nMaintainer: nobody <nobody@example.com>\nDescription: fake\n' \
    >"$dir/deb/DEBIAN/control"
cp "$dir/linux-source-7.4.tar.xz" "$dir/deb/usr/src/"
dpkg-deb --build "$dir/deb" "$dir/linux-source-7.4.deb" >"$dir/out" 2>&1
look --archive "$dir/linux-source-7.4.deb"
check 'a package is looked into' [ "$status $(grep -c sframe.c "$dir/out")" = '1 1' ]

head -c 100 "$dir/linux-source-7.4.tar.xz" >"$dir/cut.tar.xz"
look --archive "$dir/cut.tar.xz"
check 'an archive that is cut is not "none yet"' [ "$status $(cat "$dir/out")" = '2 ' ]
check 'but an error with its name' grep -q '^error: cut.tar.xz: cannot be listed' "$dir/err"
tar -C "$dir/deb" -cJf "$dir/other.tar.xz" usr
look --archive "$dir/other.tar.xz"
check 'nor is something else' [ "$status $(cat "$dir/err")" = '2 error: other.tar.xz: is no kernel source: it has no kernel/fork.c' ]
look --archive
check 'wrong usage' [ $status = 2 ]

# A mirror with three suites, the newest kernel in one that is not the last.
script "$dir/apt-cache" 'suite=$(sed -n "s/.* \([a-z-]*\) main$/\1/p" "$(dirname "$2")/sources.list")' \
    'case $3 in search) echo "linux-source-6.1 - old"; echo "linux-source-7.10 - new" ;;' \
    '*) case $suite in b) echo "Version: 7.10.2-1~bpo1" ;; c) echo "Version: 7.10~rc1-1" ;; *) echo "Version: 7.9-1" ;; esac ;; esac'
script "$dir/apt-get" 'case $3 in update) test ! -f "$(dirname "$0")/offline" || { echo "E: no network" >&2; exit 100; } ;;' \
    "*) cp '$dir/linux-source-7.4.deb' \"\$4.deb\" ;; esac"
PATH=$dir:$PATH look --mirror http://localhost/debian --suite a --suite b --suite c
check 'the newest of all suites is looked through' \
    [ "$status $(head -n 1 "$dir/out")" = '1 linux-source-7.10 7.10.2-1~bpo1 (b): found, write an adapter:' ]
: >"$dir/offline"
PATH=$dir:$PATH look --mirror http://localhost/debian --suite a
check 'without a network it is not "none yet"' [ "$status $(cat "$dir/out")" = '2 ' ]
check 'but says why' grep -qx 'error: a: cannot be asked: http://localhost/debian: E: no network' "$dir/err"
plan
