#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the site of results and opens a page of each kind in Chromium, on a phone (390 px) and a desk (1280 px), light and
# dark: each must fit, be readable, be reached by keys and have words for all that is not text; the console stays empty, and
# the search finds an implementation. Then the page of conformance/explore/: cases of every fault class, look-ups and
# 10,000 mutated files.
#
# usage: ci/real/site.sh [--out DIR] [--shots DIR] [RESULTS...]
#   --out DIR    the site; the default is site/ under the build root
#   --shots DIR  pictures of the pages; the default is site-shots/ under the build root
# Without RESULTS it uses those of ci/conform.sh under the build root; if there are none, it runs
# that first.
# exit status: 0 all is well; 1 a page is wrong; 2 usage, or something could not be made or opened
set -euo pipefail
. "$(dirname "$0")/../lib.sh"

out=$build_root/site
shots=$build_root/site-shots words=()
take_options "$@"

need_conform
need_packages chromium fonts-dejavu-core
long_work
shopt -s nullglob
results=("${words[@]}")
if [ ${#results[@]} -eq 0 ]; then results=("$build_root"/report/*/results.jsonl); fi
if [ ${#results[@]} -eq 0 ]; then
    # 1, 2 and 6 are about the implementations.
    "$top/ci/conform.sh" >&2 || case $? in 1|2|6) ;; *) die "not all could be run; see above" ;; esac
    results=("$build_root"/report/*/results.jsonl)
fi
[ ${#results[@]} -gt 0 ] || die "there are no results"
"$conform" site --linkers "$top/conformance/producers/corpus-objects.jsonl" "$out" "${results[@]}" || die "the site could not be made"
out=$(cd "$out" && pwd)
mkdir -p "$shots"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A page of each kind, at both widths, light and dark.
python3 "$top/conformance/tests/cli/site_page.py" "$out" >"$work/pages" || true
grep -q '^1\.\.' "$work/pages" || echo "the test of the pages ended early" >>"$work/wrong"
sed -n '/^not ok/,/^ok/p' "$work/pages" >>"$work/wrong"

# first FILE...: the first that exists.
first() { [ $# -gt 0 ] || die "the site lacks a kind of page"; printf '%s\n' "$1"; }
defect=$(first "$out"/defect/*.html "$out"/cause/*.html)
family=$out/$(sed -n 's!.*href="\.\./\(case/[^"#]*\.html\).*!\1!p' "$defect" | head -n 1)
pages=("$out/index.html" "$family" "$defect" "$(first "$out"/implementation/*.html)" "$out/fault/truncated-header.html" "$out/grid.html#level=refuse")

# shoot NAME PAGE WIDTH [OPTION...]: a window is not narrower than 500 px, but a frame is. The page may look into frames
# that are files too.
shoot() {
    local name=$1 page=$2 width=$3
    shift 3
    printf '<!DOCTYPE html><body style="margin:0"><iframe src="file://%s" style="border:0;width:%dpx;height:2400px"></iframe>\n' \
        "$page" "$width" >"$work/shot.html"
    browse "$work" --allow-file-access-from-files --virtual-time-budget=60000 --window-size="$((width > 500 ? width : 500)),2400" \
        --screenshot="$shots/$name.png" "$@" "$work/shot.html"
}
i=0
for name in front family defect implementation fault grid; do
    for width in 390 1280; do shoot "$name-$width" "${pages[i]}" $width; done
    i=$((i + 1))
done
shoot front-dark "${pages[0]}" 1280 --blink-settings=preferredColorScheme=0
shoot family-dark "${pages[1]}" 390 --blink-settings=preferredColorScheme=0

# The page that shows a section: cases of every fault class, look-ups, and 10,000 mutated files; then pictures.
need_packages "${base_packages[@]}" clang libclang-rt-dev-wasm32 lld wasi-libc
configure explore -Dexplore=enabled
compile explore conformance/explore/explore.html
page=$build_root/explore/conformance/explore/explore.html
python3 "$top/conformance/tests/cli/explore.py" "$page" "$top/corpus" "$top/conformance/tests/cli/explore.js" >"$work/explore" || true
grep -q '^1\.\.' "$work/explore" || echo "the test of the page $page ended early" >>"$work/wrong"
sed -n '/^not ok/,/^ok/p' "$work/explore" >>"$work/wrong"
packed() { base64 -w0 "$top/corpus/$1.sframe" | tr '+/' '-_'; }
adjacent="s=$(packed v3/amd64-little/sorting/adjacent-3)&profile=v3&name=adjacent-3"
for width in 390 1280; do
    shoot "explore-refused-$width" "$page#s=$(packed v2/amd64-little/pcmask/block-of-0)&profile=v2&name=block-of-0" $width
    shoot "explore-program-$width" "$page#s=$(packed real/v3/amd64-little/calls-fp)&profile=v3&name=calls-fp" $width
    shoot "explore-pc-$width" "$page#$adjacent&pc=0x400104" $width
    shoot "explore-compared-$width" "$page#$adjacent&t=$(packed v3/amd64-little/metamorphic/widest-adjacent)" $width
done
say "pictures: $shots"
if [ -s "$work/wrong" ]; then
    cat "$work/wrong" >&2
    exit 1
fi
say "$out/index.html: all is well"
