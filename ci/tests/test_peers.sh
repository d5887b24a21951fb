#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# ci/real/peers.sh with a fake apt: the sources of glibc's SFrame reader and of GDB's libsframe, and a
# readelf alone; and the scripts that compile those sources. A TAP producer.
. "$(dirname "$0")/tap.sh"
need xz

# package RELEASE FILE...: the package glibc-source with these files below sysdeps/.
package() {
    local release=$1 file
    shift
    rm -rf "$dir/tree" "$dir/deb"
    for file in "$@"; do
        mkdir -p "$dir/tree/glibc-$release/sysdeps/${file%/*}"
        echo "$file" >"$dir/tree/glibc-$release/sysdeps/$file"
    done
    mkdir -p "$dir/deb/DEBIAN" "$dir/deb/usr/src/glibc/debian"
    tar -C "$dir/tree" -cJf "$dir/deb/usr/src/glibc/glibc-$release.tar.xz" "glibc-$release"
    printf 'Package: glibc-source\nVersion: %s-3\nArchitecture: all\nMaintainer: nobody <nobody@example.com>\nDescription: fake\n' \
        "$release" >"$dir/deb/DEBIAN/control"
    dpkg-deb --build "$dir/deb" "$dir/glibc-source.deb" >/dev/null
}

# peers ARGUMENT...: runs the script.
peers() {
    PATH=$dir/bin:$PATH bash "$ci/real/peers.sh" --dir "$dir/peers" --mirror http://localhost/debian "$@" \
        >"$dir/out" 2>"$dir/err"
    status=$?
}

mkdir "$dir/bin"
script "$dir/bin/apt-cache" "dpkg-deb --field '$dir/glibc-source.deb'"
script "$dir/bin/apt-get" 'case $3 in update) ;; download) cp "'"$dir"'/glibc-source.deb" . ;;' \
    '*) echo "E: a source needs nothing resolved" >&2; exit 100 ;; esac'
reader='generic/sframe.c generic/sframe.h generic/sframe-read.c generic/sframe-read.h generic/unwind.h'

# shellcheck disable=SC2086 # the files are words
package 2.44 $reader generic/unwind.c x86_64/sframe.c
peers glibc-2.44
check 'the source of glibc is fetched' [ "$status $(cat "$dir/out")" = "0 glibc-2.44	glibc-source 2.44-3	$dir/peers/glibc-2.44" ]
check 'of it the SFrame reader and no other file' \
    [ "$(cd "$dir/peers/glibc-2.44/root" && find . -type f | sort | xargs)" = \
      "$(printf './glibc/sysdeps/%s\n' $reader | sort | xargs)" ]
peers --list
check 'it is listed' [ "$status $(cat "$dir/out")" = "0 glibc-2.44	glibc-source 2.44-3	$dir/peers/glibc-2.44" ]

rm -rf "$dir/peers"
# shellcheck disable=SC2086
package 2.45 $reader
peers glibc-2.44
check 'another release is refused' [ "$status $(cat "$dir/out")" = '1 ' ]
check 'and named' grep -qx 'error: glibc-2.44: the package has glibc-2.45.tar.xz, not glibc-2.44' "$dir/err"
package 2.44 generic/sframe.c generic/unwind.h
rm "$dir/deb/usr/src/glibc/glibc-2.44.tar.xz"
dpkg-deb --build "$dir/deb" "$dir/glibc-source.deb" >/dev/null
peers glibc-2.44
check 'a package without an archive is refused' \
    grep -qx 'error: glibc-2.44: the package has no archive, not glibc-2.44' "$dir/err"
package 2.44 generic/unwind.h
peers glibc-2.44
check 'a release without a reader is refused' \
    grep -qx 'error: glibc-2.44: cannot unpack the SFrame reader of glibc-2.44.tar.xz' "$dir/err"

# gdb VERSION FILE...: the package gdb-source with these files in its archive; $version_m4 is the text
# of one.
version_m4='m4_define([BFD_VERSION], [2.43.50])'
gdb() {
    local version=$1 file
    shift
    rm -rf "$dir/tree" "$dir/deb"
    for file in "$@"; do
        mkdir -p "$dir/tree/gdb/${file%/*}"
        echo "/* $file */" >"$dir/tree/gdb/$file"
    done
    echo "$version_m4" >"$dir/tree/gdb/bfd/version.m4"
    mkdir -p "$dir/deb/DEBIAN" "$dir/deb/usr/src"
    tar -C "$dir/tree" -cJf "$dir/deb/usr/src/gdb.tar.xz" gdb
    printf 'Package: gdb-source\nVersion: %s\nArchitecture: all\nMaintainer: nobody <nobody@example.com>\nDescription: fake\n' \
        "$version" >"$dir/deb/DEBIAN/control"
    dpkg-deb --build "$dir/deb" "$dir/gdb-source.deb" >/dev/null
}
libsframe='libsframe/sframe.c libsframe/sframe-dump.c libsframe/sframe-error.c libsframe/sframe-impl.h
    libsframe/libsframe.ver include/sframe.h include/sframe-api.h include/ansidecl.h libctf/swap.h bfd/version.m4'
script "$dir/bin/apt-cache" "dpkg-deb --field '$dir/gdb-source.deb'"
script "$dir/bin/apt-get" 'case $3 in update) ;; download) cp "'"$dir"'/gdb-source.deb" . ;; *) exit 100 ;; esac'

rm -rf "$dir/peers"
# shellcheck disable=SC2086
gdb 16.3-1 $libsframe gdb/main.c libsframe/testsuite/plt.c
peers gdb-16
check 'the source of GDB is fetched' [ "$status $(cat "$dir/out")" = "0 gdb-16	gdb-source 16.3-1	$dir/peers/gdb-16" ]
check 'of it libsframe and no other file' \
    [ "$(cd "$dir/peers/gdb-16/root" && find . -type f | sort | xargs)" = \
      "$(printf './gdb/%s\n' $libsframe | sort | xargs)" ]
bash "$ci/real/libsframe.sh" --dir "$dir/peers" --build "$dir/library" >"$dir/out" 2>"$dir/err"
check 'libsframe.sh with a source that is none' \
    [ "$? $(tail -n 1 "$dir/err")" = '2 error: cannot compile the libsframe of gdb-16' ]
echo 'LIBSFRAME_1.0 { };' >"$dir/peers/gdb-16/root/gdb/libsframe/libsframe.ver"
bash "$ci/real/libsframe.sh" --dir "$dir/peers" --build "$dir/library" >"$dir/out" 2>"$dir/err"
check 'libsframe.sh makes the library, with its release beside it' \
    [ "$? $(cd "$dir/library" && echo lib*)" = '0 libbfd-2.43.50-gdb-16.so libsframe.so.1' ]
echo >"$dir/peers/gdb-16/root/gdb/bfd/version.m4"
bash "$ci/real/libsframe.sh" --dir "$dir/peers" --build "$dir/library" >"$dir/out" 2>"$dir/err"
check 'libsframe.sh with a source of no release' \
    [ "$? $(cat "$dir/err")" = "2 error: $dir/peers/gdb-16/root/gdb/bfd/version.m4 does not tell the release" ]
bash "$ci/real/libsframe.sh" --dir "$dir/nothing" --build "$dir/library" >"$dir/out" 2>"$dir/err"
check 'libsframe.sh without the source' [ "$? $(cat "$dir/err")" = \
    "2 error: $dir/nothing/gdb-16/root/gdb/libsframe/sframe.c does not exist; run ci/real/peers.sh gdb-16" ]
bash "$ci/real/libsframe.sh" --dir "$dir/peers" >"$dir/out" 2>"$dir/err"
check 'libsframe.sh without a folder' [ $? = 2 ]
bash "$ci/real/libsframe.sh" --build "$dir/library" --peer ../gdb-16 >"$dir/out" 2>"$dir/err"
check 'libsframe.sh with a name that is no peer' [ $? = 2 ]
rm -rf "$dir/peers"
# shellcheck disable=SC2086
gdb 17.1-1 $libsframe
peers gdb-16
check 'another GDB is refused' grep -qx 'error: gdb-16: the package is gdb-source 17.1-1, not gdb-16' "$dir/err"
rm "$dir/deb/usr/src/gdb.tar.xz"
dpkg-deb --build "$dir/deb" "$dir/gdb-source.deb" >/dev/null
peers gdb-16
check 'and one without an archive' grep -qx 'error: gdb-16: the package has no archive of GDB' "$dir/err"

# The tools of a target without SFrame, which start with the loader beside them.
rm -rf "$dir/deb"
mkdir -p "$dir/deb/DEBIAN" "$dir/deb/usr/bin" "$dir/deb/usr/lib/fake"
for tool in as objdump readelf; do
    script "$dir/deb/usr/bin/avr-$tool" "echo 'GNU $tool (GNU Binutils) 2.43.90.20250122'"
done
: >"$dir/deb/usr/lib/fake/libc.so.6"
# shellcheck disable=SC2016 # for the loader
script "$dir/deb/usr/lib/fake/ld-linux-fake.so.2" \
    'while [ $# -gt 0 ]; do case $1 in --library-path|--argv0) shift ;; -*) ;; *) exec "$@" ;; esac; shift; done'

# peer_of_package PEER PACKAGE: fetches the peer, which is this package with what is in $dir/deb.
peer_of_package() {
    printf 'Package: %s\nVersion: 1\nArchitecture: all\nMaintainer: nobody <nobody@example.com>\nDescription: fake\n' "$2" \
        >"$dir/deb/DEBIAN/control"
    dpkg-deb --build "$dir/deb" "$dir/$2.deb" >/dev/null
    script "$dir/bin/apt-get" 'case $3 in update) ;; download) cp "'"$dir/$2"'.deb" . ;;' \
        'install) echo "Inst '"$2"' (1 Debian)" ;; esac'
    peers "$1"
}
peer_of_package avr binutils-avr
check 'the readelf of a target without SFrame' \
    [ "$status $(cat "$dir/out")" = "0 avr	binutils 2.43.90.20250122	$dir/peers/avr" ]
check 'has its usual name, and is alone' [ "$(ls "$dir/peers/avr/bin")" = readelf ]

# A solver, which prints its version alone.
rm -rf "$dir/deb/usr/bin"
mkdir "$dir/deb/usr/bin"
script "$dir/deb/usr/bin/bitwuzla" 'echo 0.8.2'
script "$dir/deb/usr/bin/as" 'echo "GNU assembler 2.44"'
peer_of_package bitwuzla bitwuzla
check 'a solver, with its release' \
    [ "$status $(grep bitwuzla "$dir/out")" = "0 bitwuzla	bitwuzla 0.8.2	$dir/peers/bitwuzla" ]
check 'and no assembler, which its packages have too' [ "$(ls "$dir/peers/bitwuzla/bin")" = bitwuzla ]

# The script that compiles glibc's reader.
bash "$ci/real/glibc.sh" --dir "$dir/nothing" --build "$dir/adapter" >"$dir/out" 2>"$dir/err"
check 'glibc.sh without the source' [ "$? $(cat "$dir/err")" = \
    "2 error: $dir/nothing/glibc-2.44/root/glibc/sysdeps/generic/sframe-read.c does not exist; run ci/real/peers.sh glibc-2.44" ]
bash "$ci/real/glibc.sh" --peer ../glibc-2.44 >"$dir/out" 2>"$dir/err"
check 'glibc.sh with a name that is no peer' [ $? = 2 ]
mkdir -p "$dir/broken/glibc-2.44/root/glibc/sysdeps/generic"
echo '#error of the source' >"$dir/broken/glibc-2.44/root/glibc/sysdeps/generic/sframe-read.c"
bash "$ci/real/glibc.sh" --dir "$dir/broken" --build "$dir/adapter" >"$dir/out" 2>"$dir/err"
check 'glibc.sh with a source that cannot be compiled' [ $? = 2 ]
check 'shows why' grep -q '^error: cannot compile sframe-glibc of glibc-2.44' "$dir/err"
plan
