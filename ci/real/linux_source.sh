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

mirror=
suites=()
archives=()
while [ $# -gt 0 ]; do
    case $1 in
        -h|--help) show_help ;;
        --mirror) [ $# -ge 2 ] || die "--mirror needs the URI of a Debian mirror"; mirror=$2; shift ;;
        --suite) [ $# -ge 2 ] || die "--suite needs the name of a suite"; suites+=("$2"); shift ;;
        --archive) [ $# -ge 2 ] || die "--archive needs a file"; archives+=("$2"); shift ;;
        *) unknown_option "$1" ;;
    esac
    shift
done
[ ${#suites[@]} -gt 0 ] || suites=(sid experimental trixie-backports)
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

# newest FOLDER: the linux-source-X.Y with the highest release that apt knows there.
newest() {
    apt-cache -c "$1/apt.conf" search --names-only '^linux-source-[0-9.]+$' | sed 's/ .*//' | sort -V | tail -n 1
}

# ask_suite MIRROR SUITE: adds `PACKAGE VERSION SUITE` of its newest to the candidates, or sets `reason`
# and fails.
ask_suite() {
    local state=$work/$2 package version
    rm -rf "${state:?}"
    prepare_apt "$state" deb "$1" "$2"
    if ! apt-get -c "$state/apt.conf" update >"$state/log" 2>&1; then
        reason=$(why "$state/log")
        return 1
    fi
    reason="it has no linux-source-X.Y"
    package=$(newest "$state")
    [ -n "$package" ] || return 1
    version=$(apt-cache -c "$state/apt.conf" show --no-all-versions "$package" | sed -n 's/^Version: //p' | head -n 1)
    say "$2: $package $version"
    candidates+=("$package $version $2")
}

# ask_mirrors SUITE: on the first mirror that has it.
ask_mirrors() {
    local uri reasons=
    for uri in "${mirrors[@]}"; do
        if ask_suite "$uri" "$1"; then return 0; fi
        reasons+="${reasons:+; }$uri: $reason"
    done
    die "$1: cannot be asked: $reasons"
}

# choose: sets `chosen` to the candidate with the highest version.
choose() {
    local one old new
    chosen=${candidates[0]}
    for one in "${candidates[@]}"; do
        read -r _ new _ <<<"$one"
        read -r _ old _ <<<"$chosen"
        if dpkg --compare-versions "$new" gt "$old"; then chosen=$one; fi
    done
}

if [ ${#archives[@]} -gt 0 ]; then
    for archive in "${archives[@]}"; do look_through "${archive##*/}" "$archive"; done
    exit $found
fi
command -v apt-get >/dev/null || die "no apt-get; the sources come from Debian"
mapfile -t mirrors < <(find_mirrors "$mirror")
[ ${#mirrors[@]} -gt 0 ] || die "no apt source of this machine has its own Debian suite; name a mirror with --mirror"
candidates=()
for suite in "${suites[@]}"; do ask_mirrors "$suite"; done
choose
read -r package version suite <<<"$chosen"
mkdir "$work/debs"
if ! (cd "$work/debs" && apt-get -c "$work/$suite/apt.conf" download "$package") >"$work/log" 2>&1; then
    die "cannot fetch $package of $suite: $(why "$work/log")"
fi
look_through "$package $version ($suite)" "$(find "$work/debs" -name '*.deb' | head -n 1)"
exit $found
