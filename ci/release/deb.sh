#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the Debian packages libsfr1, libsfr-dev, libsfk-dev, sframe-conformance and sframe-corpus of the committed tree, and lets
# lintian judge them.
#
# usage: ci/release/deb.sh [--out DIR] [--twice] [--revision REV]
#   --out DIR       where the packages go; the default is deb/ under the build root
#   --twice         build them again in a folder with another name, and compare the bytes
#   --revision REV  the commit to build; the default is HEAD
# exit status: 0 built; 1 lintian found an error, or the second build differs; 2 usage, or they could not be built
set -euo pipefail
. "$(dirname "$0")/../lib.sh"
. "$(dirname "$0")/lib.sh"

out=$build_root/deb revision=HEAD
take_options "$@"
need_packages "${base_packages[@]}" debhelper dpkg-dev fakeroot lintian git
long_work
mkdir -p "$out"
out=$(cd "$out" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# unpack FOLDER: the tree at the revision, with the packaging where dpkg looks for it. Sets its `version` and `date`.
unpack() {
    mkdir -p "$1"
    git -C "$top" archive "$revision" | tar -x -C "$1"
    version=$(top=$1 newest suite)
    date=${version#* } version=${version% *}
    cp -r "$1/ci/release/debian" "$1/debian"
    cat >"$1/debian/changelog" <<END
sframe-conformance ($version) unstable; urgency=medium

  * See CHANGELOG.md.

 -- the SFrame conformance suite's authors <sframe-conformance@example.org>  $(date -u -R -d "$date")
END
}

# build FOLDER: leaves the packages beside it.
build() {
    unpack "$1"
    say "building the packages of version $version"
    quietly env -C "$1" dpkg-buildpackage -b -us -uc -j"$(nproc)" || die "dpkg-buildpackage failed"
}

build "$scratch/one/sframe-conformance"
cp "$scratch"/one/*.deb "$out"
for deb in "$scratch"/one/*.deb; do
    printf '%-50s %8s bytes\n' "${deb##*/}" "$(stat -c %s "$deb")"
done

status=0
say "lintian"
# The packages close no bug of Debian's.
lintian --fail-on error --suppress-tags initial-upload-closes-no-bugs "$scratch"/one/*.changes || status=1

if $twice; then
    say "the same again in another folder"
    build "$scratch/a-folder-with-another-name/and-depth/sframe-conformance"
    for deb in "$scratch"/one/*.deb; do
        if cmp "$deb" "$scratch/a-folder-with-another-name/and-depth/${deb##*/}"; then
            echo "${deb##*/}: the same bytes"
        else
            status=1
        fi
    done
fi
exit $status
