#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes all files of a release in a folder, and tries them in a minimal system. The commit must be clean and have the tag
# of the version, vVERSION.
#
# usage: ci/release/release.sh [--out DIR] [--draft] [--no-check]
#   --out DIR   the folder, new or empty; the default is release/ under the build root
#   --draft     without a tag
#   --no-check  do not try them (ci/release/check.sh)
# exit status: 0 made and tried; 1 a file is wrong; 2 usage, not clean, no tag, or something could not be made
set -euo pipefail
. "$(dirname "$0")/../lib.sh"
. "$(dirname "$0")/lib.sh"

out=$build_root/release
draft=false
check=true
while [ $# -gt 0 ]; do
    case $1 in
        -h|--help) show_help ;;
        --out) [ $# -ge 2 ] || die "--out needs a folder"; out=$2; shift ;;
        --draft) draft=true ;;
        --no-check) check=false ;;
        *) unknown_option "$1" ;;
    esac
    shift
done
need_packages "${base_packages[@]}" git xz-utils binutils

check_versions
read -r suite _ <<<"$(newest suite)"
read -r corpus _ <<<"$(newest corpus)"
[ -z "$(git -C "$top" status --porcelain)" ] || die "there are changes that are not committed; see git status"
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
configure gcc
compile gcc
(cd "$build_root/gcc" && meson dist --no-tests --formats xztar) >"$scratch/dist.log" 2>&1 || { tail "$scratch/dist.log" >&2; die "meson dist failed"; }
cp "$build_root/gcc/meson-dist/sframe-conformance-$suite.tar.xz" "$out"

say "the corpus as an archive, as JSON, and as C arrays"
conform=$build_root/gcc/conformance/sframe-conform
name=sframe-corpus-$corpus
"$conform" export --archive "$out/$name.tar.zst"
"$conform" export --json "$scratch/$name.json"
xz -9 -c "$scratch/$name.json" >"$out/$name.json.xz"
"$conform" export --c "$scratch/$name-c"
pack "$scratch" "$name-c"
for schema in "$top"/conformance/schemas/*.json; do cp "$schema" "$out/sframe-${schema##*/}"; done

say "the Debian packages"
"$top/ci/release/deb.sh" --out "$out" --twice

say "what this system's tools do, as pages"
for tool in readelf-2.40 objdump-2.40; do
    result=0
    "$conform" run --adapter "$tool" --known "$tool" --report "$scratch/reports/$tool" >/dev/null || result=$?
    # 4: another release of the tool than the list is about. The pages then have no such column.
    [ $result -eq 0 ] || [ $result -eq 4 ] || die "$tool does not do what its known failures say (status $result)"
done
"$conform" site "$scratch/sframe-conformance-site" "$scratch"/reports/*/
pack "$scratch" sframe-conformance-site

say "notes and checksums"
{ notes suite; echo; notes corpus; } >"$out/NOTES.md"
(cd "$out" && sha256sum -- * >"$scratch/SHA256SUMS")
mv "$scratch/SHA256SUMS" "$out"
ls -l "$out"
if $check; then "$top/ci/release/check.sh" "$out"; fi
