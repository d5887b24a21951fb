#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# ci/real/peers.sh with a fake apt: the source of glibc's SFrame reader. A TAP producer.
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

# The script that compiles it.
bash "$ci/real/glibc.sh" --dir "$dir/nothing" --build "$dir/adapter" >"$dir/out" 2>"$dir/err"
check 'glibc.sh without the source' [ "$? $(cat "$dir/err")" = \
    "2 error: $dir/nothing/glibc-2.44/root/glibc/sysdeps/generic/sframe-read.c does not exist; run ci/real/peers.sh glibc-2.44" ]
bash "$ci/real/glibc.sh" --peer ../glibc-2.44 >"$dir/out" 2>"$dir/err"
check 'glibc.sh with a name that is no peer' [ $? = 2 ]
mkdir -p "$dir/broken/glibc-2.44/root/glibc/sysdeps/generic"
echo '#error of the source' >"$dir/broken/glibc-2.44/root/glibc/sysdeps/generic/sframe-read.c"
bash "$ci/real/glibc.sh" --dir "$dir/broken" --build "$dir/adapter" >"$dir/out" 2>"$dir/err"
check 'glibc.sh with a source that cannot be compiled' [ $? = 2 ]
check 'shows why' grep -q '^error: cannot compile the adapter of glibc-2.44' "$dir/err"
plan
