#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the site of results and opens it in Chromium: the front page, a family of cases, a defect and
# an implementation, on a phone (390 px) and a desk (1280 px). No page may print an error on the
# console or be wider than its window, and the search must find an implementation. Then does the same with the page of
# conformance/explore/, and cases of every fault class, look-ups and 10,000 mutated files.
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
shots=$build_root/site-shots
while [ $# -gt 0 ]; do
    case $1 in
        -h|--help) show_help ;;
        --out) [ $# -ge 2 ] || die "--out needs a folder"; out=$2; shift ;;
        --shots) [ $# -ge 2 ] || die "--shots needs a folder"; shots=$2; shift ;;
        -*) unknown_option "$1" ;;
        *) break ;;
    esac
    shift
done

need_conform
need_packages chromium fonts-dejavu-core
long_work
shopt -s nullglob
results=("$@")
if [ ${#results[@]} -eq 0 ]; then results=("$build_root"/report/*/results.jsonl); fi
if [ ${#results[@]} -eq 0 ]; then
    # 1, 2 and 6 are about the implementations.
    "$top/ci/conform.sh" >&2 || case $? in 1|2|6) ;; *) die "not all could be run; see above" ;; esac
    results=("$build_root"/report/*/results.jsonl)
fi
[ ${#results[@]} -gt 0 ] || die "there are no results"
"$conform" site "$out" "${results[@]}" || die "the site could not be made"
out=$(cd "$out" && pwd)
mkdir -p "$shots"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# browse OPTION... FILE: opens a file; the console goes to $work/console. Pages may look into frames
# that are files too.
browse() {
    local sandbox=()
    if [ "$(id -u)" = 0 ]; then sandbox=(--no-sandbox); fi
    timeout 120 chromium --headless --disable-gpu --disable-dev-shm-usage "${sandbox[@]}" --user-data-dir="$work/profile" --enable-logging=stderr \
        --allow-file-access-from-files --hide-scrollbars --virtual-time-budget=60000 "$@" 2>"$work/log" \
        || { tail -n 5 "$work/log" >&2; die "chromium could not open ${*: -1}"; }
    grep -E 'CONSOLE' "$work/log" >"$work/console" || true
}

# measure PAGE...: prints a line for each page and width: the page, the width, and how wide the page
# is. The last line is how many pages a search on the first one finds.
measure() {
    {
        printf '<!DOCTYPE html>\n<title>measure</title>\n<pre id="said"></pre>\n<script>\nvar pages = [\n'
        printf "  'file://%s',\n" "$@"
        cat <<'END'
];
var said = document.getElementById('said');
function open(page, width, then) {
  var frame = document.createElement('iframe');
  frame.style.cssText = 'border:0;height:3000px;width:' + width + 'px';
  frame.onload = function () { then(frame.contentDocument, function () { frame.remove(); next(); }); };
  frame.src = page;
  document.body.append(frame);
}
var todo = [];
pages.forEach(function (page) {
  [390, 1280].forEach(function (width) {
    todo.push(function () {
      open(page, width, function (doc, done) {
        said.append('page ' + page + ' ' + width + ' ' + doc.documentElement.scrollWidth + '\n');
        done();
      });
    });
  });
});
todo.push(function () {
  open(pages[0], 390, function (doc, done) {
    var query = doc.getElementById('query');
    query.value = (doc.querySelector('tbody th a') || doc.body).textContent.split(' ')[0];
    query.dispatchEvent(new Event('input'));
    setTimeout(function () {
      said.append('search ' + doc.querySelectorAll('#found a').length + ' ' + doc.documentElement.scrollWidth + '\n');
      done();
    }, 3000);
  });
});
function next() {
  if (todo.length > 0)
    todo.shift()();
  else
    said.append('end\n');
}
next();
</script>
END
    } >"$work/measure.html"
    browse --dump-dom "$work/measure.html" >"$work/dom"
    grep -E '^(page|search|end)|<pre id="said">page' "$work/dom" | sed 's/^.*<pre id="said">//'
}

# judge PAGE...: prints what is wrong with the pages.
judge() {
    measure "$@" >"$work/widths"
    sed -n 's/^.*CONSOLE[^]]*\] */the console says: /p' "$work/console"
    awk '$1 == "page" && $4 > $3 { print $2 ": is " $4 " px wide in a window of " $3 }
         $1 == "search" && $2 == 0 { print "the search finds nothing" }
         $1 == "search" && $3 > 390 { print "what the search finds is " $3 " px wide" }
         $1 == "search" || $1 == "page" { lines++ }
         END { if (lines != wanted) print lines + 0 " of " wanted " pages were measured" }' wanted=$((2 * $# + 1)) "$work/widths"
}

# The judge must see what is wrong with a page that has everything wrong.
cat >"$work/bad.html" <<'END'
<!DOCTYPE html><title>bad</title><input id="query"><div id="found"></div><div style="width:2000px">wide</div>
<script>console.error('on purpose'); nothing();</script>
END
judge "$work/bad.html" >"$work/wrong"
for wanted in 'is 20[0-9]* px wide in a window of 390' 'is 20[0-9]* px wide in a window of 1280' 'the search finds nothing' \
              'the console says: .*on purpose' 'the console says: .*nothing is not defined'; do
    grep -q "$wanted" "$work/wrong" || { cat "$work/wrong" >&2; die "the judge does not see: $wanted"; }
done

# first FILE...: the first that exists.
first() { [ $# -gt 0 ] || die "the site lacks a kind of page"; printf '%s\n' "$1"; }
defect=$(first "$out"/defect/*.html "$out"/cause/*.html)
family=$out/$(sed -n 's!.*href="\.\./\(case/[^"#]*\.html\).*!\1!p' "$defect" | head -n 1)
pages=("$out/index.html" "$family" "$defect" "$(first "$out"/implementation/*.html)" "$out/defects.html" "$out/clauses.html"
       "$out/faults.html" "$out/questions.html" "$(first "$out"/area/*.html)" "$(first "$out"/clause/*.html)")
judge "${pages[@]}" >"$work/wrong"

# shoot NAME PAGE WIDTH [OPTION...]: a window is not narrower than 500 px, but a frame is.
shoot() {
    local name=$1 page=$2 width=$3
    shift 3
    printf '<!DOCTYPE html><body style="margin:0"><iframe src="file://%s" style="border:0;width:%dpx;height:2400px"></iframe>\n' \
        "$page" "$width" >"$work/shot.html"
    browse --window-size="$((width > 500 ? width : 500)),2400" --screenshot="$shots/$name.png" "$@" "$work/shot.html" >/dev/null
}
i=0
for name in front family defect implementation; do
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
say "$out/index.html: ${#pages[@]} pages fit, and the console is empty"
