#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Looks through the newest kernel source of Debian's suites for an SFrame reader. There was none in
# November 2026, so there is nothing to run yet; when one appears, this says so and names its files.
#
# usage: ci/real/linux_source.sh [--mirror URI] [--suite SUITE]... [--archive FILE]...
#   --mirror URI    a Debian mirror; the default is this machine's
#   --suite SUITE   a suite to look in; the default is sid, experimental and trixie-backports
#   --archive FILE  look in this linux-source-*.tar.xz, or the package with it, and fetch nothing
#
# The newest linux-source-X.Y of all these is fetched (150 MB, removed afterwards). What counts are
# files of C or assembly whose name has `sframe`, of the kernel itself: those under tools/, which
# run in user space, are listed but are no reader.
# exit status: 0 none yet; 1 found: write an adapter; 2 usage, or not all could be looked through
set -euo pipefail
. "$(dirname "$0")/../lib.sh"

suite=() archive=()
take_options "$@"
command -v xz >/dev/null || need_packages xz-utils
export LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
found=0

# list_archive FILE: prints the names of the files in a package's archive, or in the archive itself.
list_archive() {
    case $1 in
        *.deb) dpkg-deb --fsys-tarfile "$1" | tar -xO --wildcards './usr/src/linux-source-*.tar.xz' | tar -tJ ;;
        *) tar -tf "$1" ;;
    esac
}

# look_through NAME FILE: prints what was found there, and sets `found`.
look_through() {
    local readers others
    list_archive "$2" >"$work/list" 2>"$work/log" || die "$1: cannot be listed: $(tail -n 1 "$work/log")"
    # An archive without the kernel's own files was not looked through.
    grep -q '/kernel/fork\.c$' "$work/list" || die "$1: is no kernel source: it has no kernel/fork.c"
    grep -iE '/[^/]*sframe[^/]*\.[chS]$' "$work/list" | sed 's,^[^/]*/,,' | sort >"$work/found" || true
    readers=$(grep -v '^tools/' "$work/found" || true)
    others=$(grep '^tools/' "$work/found" || true)
    if [ -n "$readers" ]; then
        found=1
        printf '%s: found, write an adapter:\n' "$1"
        printf '%s\n' "$readers" | sed 's/^/  /'
    else
        printf '%s: none yet, of %d files\n' "$1" "$(grep -c '[^/]$' "$work/list")"
    fi
    if [ -n "$others" ]; then printf '%s\n' "$others" | sed 's/^/  of a tool: /'; fi
}

# ask_suite SUITE: adds a line `VERSION PACKAGE SUITE` for its newest linux-source-X.Y to $work/candidates.
ask_suite() {
    local state=$work/$1 package
    prepare_apt "$state" deb "$uri" "$1"
    apt-get -c "$state/apt.conf" update >"$work/log" 2>&1 || die "$1: cannot be asked at $uri: $(why "$work/log")"
    package=$(apt-cache -c "$state/apt.conf" search --names-only '^linux-source-[0-9.]+$' | sed 's/ .*//' | sort -V | tail -n 1)
    [ -n "$package" ] || die "$1: it has no linux-source-X.Y at $uri"
    apt-cache -c "$state/apt.conf" show --no-all-versions "$package" | sed -n "s/^Version: \(.*\)/\1 $package $1/p" |
        head -n 1 >>"$work/candidates"
}

for file in "${archive[@]}"; do look_through "${file##*/}" "$file"; done
[ ${#archive[@]} -eq 0 ] || exit $found
[ ${#suite[@]} -gt 0 ] || suite=(sid experimental trixie-backports)
command -v apt-get >/dev/null || die "no apt-get; the sources come from Debian"
uri=$(find_mirrors "$mirror" | head -n 1)
[ -n "$uri" ] || die "no apt source of this machine has its own Debian suite; name a mirror with --mirror"
for name in "${suite[@]}"; do ask_suite "$name"; done
sort -V "$work/candidates" | tee "$work/asked" | sed 's/^/== /' >&2
read -r version package name < <(tail -n 1 "$work/asked")
mkdir "$work/debs"
if ! (cd "$work/debs" && apt-get -c "$work/$name/apt.conf" download "$package") >"$work/log" 2>&1; then
    die "cannot fetch $package of $name: $(why "$work/log")"
fi
look_through "$package $version ($name)" "$(find "$work/debs" -name '*.deb' | head -n 1)"
exit $found
