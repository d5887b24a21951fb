#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes all files of a release in a folder, and tries them in a minimal system. The commit must be clean and have the tag
# of the version, vVERSION.
#
# usage: ci/release/release.sh [--out DIR] [--draft] [--no-check]
#   --out DIR   the folder, new or empty; the default is release/ under the build root
#   --draft     without a tag
#   --no-check  do not try them (ci/release/check.sh), nor make the pages of results, which the installed programs make
# exit status: 0 made and tried; 1 a file is wrong; 2 usage, not clean, no tag, or something could not be made
set -euo pipefail
. "$(dirname "$0")/../lib.sh"
. "$(dirname "$0")/lib.sh"

out=$build_root/release
take_options "$@"
need_packages "${base_packages[@]}" git xz-utils binutils clang libclang-rt-dev-wasm32 lld musl-tools python3-jinja2 wasi-libc
long_work

check_versions
suite=$(newest suite)
corpus=$(newest corpus)
suite=${suite% *} corpus=${corpus% *}
changes=$(git -C "$top" status --porcelain) || die "a release is made of a commit, and git reads none here"
[ -z "$changes" ] || die "there are changes that are not committed; see git status"
if ! $draft && [ "$(git -C "$top" tag --points-at HEAD "v$suite")" != "v$suite" ]; then
    die "the commit has no tag v$suite; see git tag, or use --draft"
fi
mkdir -p "$out"
[ -z "$(ls -A "$out")" ] || die "$out is not empty"
out=$(cd "$out" && pwd)
export SOURCE_DATE_EPOCH
SOURCE_DATE_EPOCH=$(git -C "$top" log -1 --format=%ct)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# pack FOLDER NAME: FOLDER/NAME as NAME.tar.xz, with nothing of this machine or moment in it.
pack() {
    tar -C "$1" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -cf - "$2" | xz -9 >"$out/$2.tar.xz"
}

say "the suite's sources"
configure release -Delf=enabled -Darchive=enabled -Dexplore=enabled -Dlibsframe=disabled
compile release
quietly meson dist -C "$build_root/release" --no-tests --formats xztar || die "meson dist failed"
cp "$build_root/release/meson-dist/sframe-conformance-$suite.tar.xz" "$out"

say "the page that shows a section"
cp "$build_root/release/conformance/explore/explore.html" "$out/sframe-explore-$suite.html"

say "the corpus as an archive, as JSON, and as C arrays"
conform=$build_root/release/conformance/sframe-conform
name=sframe-corpus-$corpus
"$conform" export --archive "$out/$name.tar.zst"
"$conform" export --json "$scratch/$name.json"
xz -9 -c "$scratch/$name.json" >"$out/$name.json.xz"
"$conform" export --c "$scratch/$name-c"
pack "$scratch" "$name-c"
for schema in "$top"/conformance/schemas/*.json; do cp "$schema" "$out/sframe-${schema##*/}"; done

say "the runner that needs no installation"
"$top/ci/release/runner.sh" "$out/sframe-runner-$suite.tar.xz"

say "the Debian packages"
status=0
"$top/ci/release/deb.sh" --out "$out" --twice || status=$?
[ $status -lt 2 ] || exit $status

say "notes and checksums"
{ notes suite; echo; notes corpus; } >"$out/NOTES.md"
# sum_up: the checksums of all there is.
sum_up() {
    rm -f "$out/SHA256SUMS"
    (cd "$out" && sha256sum -- * >"$scratch/SHA256SUMS")
    mv "$scratch/SHA256SUMS" "$out"
}
sum_up
if ! $no_check; then
    # The pages come from the installed programs, so that no path of this machine is in them.
    "$top/ci/release/check.sh" --site "$scratch/sframe-conformance-site" "$out" || status=1
    pack "$scratch" sframe-conformance-site
    sum_up
fi
ls -l "$out"
exit $status
