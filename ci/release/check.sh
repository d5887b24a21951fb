#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tries the files of a release in a minimal Debian 12, as a user would: installs the packages, runs the conformance test
# of the system's readelf, compiles the README's example and an adapter against them, and builds and tests the source
# archive without a network.
#
# usage: ci/release/check.sh [--root DIR] [--mirror URI] [--site DIR] [--quick] FOLDER
#   FOLDER        what ci/release/release.sh made
#   --root DIR    the minimal system, made if it is not there; the default is minimal/ under the build root. It gets the
#                 apt settings of this machine
#   --mirror URI  a Debian mirror to make it from; the default is that of debootstrap
#   --site DIR    also make the pages of results there, from the installed program
#   --quick       do not build and test the source archive
# Needs root. exit status: 0 all works; 1 something does not; 2 usage, or the system could not be made
set -euo pipefail
. "$(dirname "$0")/../lib.sh"
. "$(dirname "$0")/lib.sh"

# That of a release is the date of its files. Tests look at the clock.
unset SOURCE_DATE_EPOCH
root=$build_root/minimal words=()
take_options "$@"
[ ${#words[@]} -eq 1 ] && [ -f "${words[0]}/SHA256SUMS" ] || die "name one folder that ci/release/release.sh made; see check.sh --help"
folder=$(cd "${words[0]}" && pwd)
[ "$(realpath -m "$root")" != / ] || die "the minimal system cannot be this one"
[ "$(id -u)" = 0 ] || die "a minimal system can be made by root only"
need_packages debootstrap iproute2 util-linux

if [ ! -x "$root/usr/bin/dpkg" ]; then
    say "making a minimal Debian 12 in $root"
    mkdir -p "$root"
    quietly debootstrap --variant=minbase bookworm "$root" ${mirror:+"$mirror"} || die "debootstrap failed"
    # What this machine needs to reach its mirror, the minimal one needs too.
    cp -r /etc/apt/apt.conf.d /etc/apt/sources.list* "$root/etc/apt/"
    if [ -f /etc/resolv.conf ]; then cp /etc/resolv.conf "$root/etc/"; fi
fi
rm -rf "$root/release" "$root/tmp/try"
mkdir -p "$root/release" "$root/tmp/try"
cp "$folder"/* "$root/release"

failed=0
# try WHAT [--alone] COMMAND: a result, and what was printed if it failed. --alone: with no network but its own address.
try() {
    local what=$1 spaces=(--mount --pid --fork --kill-child)
    shift
    if [ "$1" = --alone ]; then spaces+=(--net); shift; fi
    local log
    log=$(mktemp)
    if unshare "${spaces[@]}" /bin/sh -c 'ip link set lo up; exec chroot "$@"' sh "$root" /bin/bash -euc "mount -t proc proc /proc; export HOME=/root DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8; cd /tmp/try; $1" >"$log" 2>&1; then
        printf 'ok      %s\n' "$what"
        tail -n "${show:-0}" "$log" | sed 's/^/        /'
    else
        printf 'FAILED  %s\n' "$what"
        tail -n 25 "$log" | sed 's/^/        /'
        failed=1
    fi
    rm -f "$log"
}

try "the checksums" --alone 'cd /release; sha256sum --strict -c SHA256SUMS'
# Those of an earlier try may be there, with the same version.
try "the packages are installed" 'apt-get update; apt-get install -y --no-install-recommends binutils gcc libc6-dev make pkgconf python3-jinja2 xz-utils; apt-get install -y --reinstall --no-install-recommends /release/*.deb'
show=3 try "each program says what it is" --alone 'sframe-ref --version; sframe-gen --version; sframe-conform --version'
show=6 try "the system's readelf is judged" --alone 'sframe-conform run --adapter readelf --known readelf --report first'
try "a case is explained, and the cases are exported as C and for kernels" --alone '
    sframe-conform explain v3/amd64-little/preamble/no-functions | grep "^Right answer"
    sframe-conform export --c arrays "v3/amd64-little/preamble/*"; gcc -c arrays/*.c
    sframe-conform export --kernel kernel "v3/amd64-little/preamble/*"; make -C kernel user SFRAME_READER=sframe_reader_template.o'
try "man pages, completion and examples are there" --alone '
    for page in man1/sframe-ref.1 man1/sframe-conform.1 man1/sframe-conform-run.1 man1/sframe-gen.1 \
        man5/sframe-conform-adapter.5 man5/sframe-corpus.5 man5/sframe-dump.5 man7/sframe-conform-outcomes.7; do
        test -s /usr/share/man/$page.gz || grep -qs "path-exclude.*man" /etc/dpkg/dpkg.cfg.d/*; done
    test -s /usr/share/bash-completion/completions/sframe-conform'
try "the README's example is compiled against the package" --alone '
    tar -xf /release/sframe-conformance-[0-9]*.tar.xz --strip-components=1 --wildcards --no-wildcards-match-slash "*/README.md"
    awk "/^\`\`\`c\$/ { inside = 1; next } /^\`\`\`\$/ { inside = 0 } inside" README.md >example.txt
    { echo "#include <sfr.h>"; echo "#define use(...) ((void)0)"; echo "void example(const void *data, size_t size, uint64_t addr, uint64_t pc);";
      echo "void example(const void *data, size_t size, uint64_t addr, uint64_t pc) {"; grep -v "^#include" example.txt; echo "}";
      echo "int main(void) { example(NULL, 0, 0, 0); return 0; }"; } >example.c
    gcc -Wall -Werror $(pkg-config --cflags sfr) -o example example.c $(pkg-config --libs sfr); ./example'
try "an adapter is compiled and run" --alone '
    cp -r /usr/share/sframe-conform/examples/my-adapter . ; cd my-adapter
    gcc -Wall -Werror $(pkg-config --cflags sframe-adapter) -o my-adapter my-adapter.c reader.c
    sframe-conform run --adapter my-adapter.conf --level safe "v1/*/preamble/*"'
try "the runner needs no installation" --alone '
    mkdir runner; tar -C runner --strip-components=1 -xf /release/sframe-runner-*.tar.xz; cd runner
    cp -r share/sframe-conform/examples/my-adapter . ; cd my-adapter
    gcc $(PKG_CONFIG_PATH=../lib/pkgconfig pkg-config --cflags sframe-adapter) -o my-adapter my-adapter.c reader.c
    ../bin/sframe-ci --adapter my-adapter.conf --fail-on worse "v1/*/preamble/*" || test $? = 1; test -s sframe-report/report.html
    ../bin/sframe-conform explain v3/amd64-little/preamble/no-functions | grep "^Right answer"
    ../bin/sframe-conform export --c arrays "v3/amd64-little/preamble/*"'
try "a fuzzing harness is compiled against the kit" --alone '
    cp -r /usr/share/sfk/template . ; cd template; make replay
    { ./replay --draws 1000 || test $? = 1; } | grep "^difference: draw"'
try "the cases are made from the installed recipes" --alone 'sframe-gen list | grep "^v2/amd64-little/pcmask/aligned-lookup"'
if [ -n "$site" ]; then
    try "the pages of results" --alone '
        mkdir reports
        for tool in readelf objdump; do sframe-conform run --adapter $tool --known $tool --report reports/$tool; done
        sframe-conform site site reports/*/'
    mkdir -p "$site"
    cp -r "$root/tmp/try/site/." "$site"
fi
if ! $quick; then
    try "what the source archive needs is installed" 'apt-get install -y --no-install-recommends meson ninja-build libelf-dev libzstd-dev'
    show=2 try "the source archive is built and tested without a network" --alone '
        tar -xf /release/sframe-conformance-[0-9]*.tar.xz; cd sframe-conformance-*/
        meson setup build -Dwerror=true; ninja -C build
        meson test -C build --no-rebuild --quiet || { grep -A20 "^not ok" build/meson-logs/testlog.txt | head -n 60; exit 1; }
        tail -n 30 build/meson-logs/testlog.txt | grep -E "^(Ok|Fail|Skipped):"'
fi
exit $failed
