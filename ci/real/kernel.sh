#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs the cases of `sframe-conform export --kernel` inside Debian's kernel for x86-64, in a virtual
# machine without hardware support: a module with the reference's core as the reader, built with
# the kernel's headers, loaded by an initramfs that has nothing else, and judged by the KTAP on the
# console, which `sframe-conform import` makes results of; from these come reports, a matrix and a
# site. The same files are compiled as a program, which must print the same lines. The KUnit
# suite is compiled too, and must need nothing but KUnit.
#
# usage: ci/real/kernel.sh [--dir DIR] [--conform PROGRAM] [--plant NAME] [--self-test]
#                          [--seconds N] [--profile P]
#   --dir DIR          for packages and what is built; the default is kernel/ under the build root
#   --conform PROGRAM  sframe-conform; the default builds one
#   --plant NAME       a mistake: `expectation`, or one of the reader's: lenient strict row frame
#                      state failed lazy overread hang (conformance/tests/kernel/plants.c)
#   --self-test        after the run, boots once with each of several mistakes: all must be noticed
#   --seconds N        the most that one boot may take, 300; then the machine is ended
#   --profile P        v1, v2, v2e1, v2e2 or v3 (the default)
# Installs the kernel's headers and qemu with apt; the kernel itself is unpacked and not installed.
# exit status: 0 all answers are right, and the program's; 1 some are not; 2 it could not be run:
# the kernel did not boot or its KTAP is incomplete, as after a crash
set -euo pipefail
. "$(dirname "$0")/../lib.sh"

dir=$build_root/kernel seconds=300 profile=v3
take_options "$@"
is_number "$seconds" || die "--seconds takes a number"
plants=(lenient strict row frame state failed lazy overread hang)
[ -z "$plant" ] || [ "$plant" = expectation ] || [[ " ${plants[*]} " == *" $plant "* ]] ||
    die "--plant takes expectation ${plants[*]}"
long_work
[ "$(uname -m)" = x86_64 ] || die "this script knows Debian's kernel for x86-64 only"

tool=$top/ci/real/kernel/kernel.py
readarray -t core < <(sed -n "/^core_sources = /,/^)/s/^  '\(.*\)\.c',$/\1/p" "$top/ref/meson.build")

# ---- What is needed ----

# find_kernel: sets `release` to that of the installed headers, `headers`, and `image`.
find_kernel() {
    need_packages linux-headers-amd64 qemu-system-x86 gcc libc6-dev make python3
    release=$(apt-cache depends linux-headers-amd64 | sed -n 's/^  Depends: linux-headers-\(.*\)$/\1/p' | head -n 1)
    headers=/usr/src/linux-headers-$release
    [ -n "$release" ] && [ -d "$headers" ] || die "the headers of linux-headers-amd64 are not in /usr/src"
    image=$dir/image-$release/boot/vmlinuz-$release
    [ -s "$image" ] && return
    say "fetching linux-image-$release"
    rm -rf "$dir/package" "$dir/image-$release"
    mkdir -p "$dir/package" "$dir/image-$release"
    local log=$dir/package/log
    (cd "$dir/package" && apt-get download "linux-image-$release") >"$log" 2>&1 || die "linux-image-$release: $(why "$log")"
    dpkg-deb --fsys-tarfile "$dir"/package/*.deb | tar -x -C "$dir/image-$release" "./boot/vmlinuz-$release" ||
        die "linux-image-$release has no ./boot/vmlinuz-$release"
    rm -rf "$dir/package"
}

# make_sources FOLDER: the cases, the core and the reader.
make_sources() {
    rm -rf "$1"
    mkdir -p "$1/core"
    "$conform" export --kernel "$1/cases" --corpus "$top/corpus" --profile "$profile" >/dev/null
    cases=$(sed -n 's/^#define SFRAME_NUM_CASES //p' "$1/cases/sframe_groups.h")
    is_number "$cases" || die "sframe_groups.h does not say how many cases there are"
    local name
    for name in "${core[@]}"; do cp "$top/ref/$name.c" "$1/core/"; done
    cp "$top"/ref/*.h "$1/core/"
    cp -r "$top/ref/kernel" "$1/core/"
    python3 "$top/ref/registers/make_registers.py" header "$top/ref/registers" "$1/core/sfr_registers.h"
    python3 "$top/ref/registers/make_registers.py" source "$top/ref/registers" "$1/core/sfr_registers.c"
    cp "$top/conformance/examples/kernel/reader.c" "$1/"
}

# ---- One run ----

# build FOLDER PLANT TARGET [OPTION...]: runs make with the reader, which has the mistake.
build() {
    local folder=$1 number=0 objects=(../reader.o ../core/sfr_registers.o) flags="-I$1/core" name i
    for name in "${core[@]}"; do objects+=("../core/$name.o"); done
    [ "$3" = user ] || flags="-I$folder/core/kernel $flags"
    for ((i = 0; i < ${#plants[@]}; i++)); do [ "${plants[i]}" != "$2" ] || number=$((i + 1)); done
    # The mistake is no option of the compiler: only one file is compiled again.
    if [ "$number" != 0 ]; then
        { echo '#define sframe_reader sframe_good_reader'; cat "$top/conformance/examples/kernel/reader.c"; } >"$folder/good.c"
        { echo "#define PLANT $number"; cat "$top/conformance/tests/kernel/plants.c"; } >"$folder/plants.c"
        objects[0]="../plants.o ../good.o"
    fi
    make -C "$folder/cases" "$3" KERNEL="$headers" SFRAME_READER="${objects[*]}" SFRAME_CFLAGS="$flags" "${@:4}" \
        >"$folder/make.log" 2>&1 || { tail -n 20 "$folder/make.log" >&2; die "make $3 failed: $folder/make.log"; }
    ! grep -n 'larger than' "$folder/make.log" >&2 || die "a function needs more than 1024 bytes of stack"
}

# boot FOLDER: loads the module in a virtual machine; the console goes to FOLDER/console.
boot() {
    gcc -O1 -Wall -Wextra -Werror -static -o "$1/init" "$top/ci/real/kernel/init.c" || die "the init cannot be compiled"
    python3 "$tool" initramfs "$1/initramfs" "$1/init" "$1/cases/sframe_conformance.ko" "level=4"
    boot_once "$1"
    # On a busy machine the timers of an emulated one may fail it; what the reader does comes after the first line of KTAP.
    if ! grep -q 'KTAP version 1' "$1/console"; then
        say "the module did not start; booting once more"
        boot_once "$1"
    fi
}

boot_once() {
    local result=0
    timeout --kill-after=5 "$seconds" qemu-system-x86_64 -machine q35,accel=tcg -cpu max -m 512 -nodefaults -display none \
        -serial stdio -no-reboot -kernel "$image" -initrd "$1/initramfs" \
        -append 'console=ttyS0 loglevel=7 panic=-1 oops=panic no_timer_check' </dev/null >"$1/console" 2>"$1/qemu.log" || result=$?
    [ "$result" = 0 ] || say "qemu ended with status $result$([ "$result" != 124 ] || echo ": the time limit of $seconds s")"
}

# run_once PLANT: builds, runs and judges. Its status is that of the script.
run_once() {
    local folder=$dir/run result=0 user=0
    if [ "$1" = expectation ]; then
        folder=$dir/run-expectation
        make_sources "$folder"
        sed -i '0,/"pc 0x[^"]*cfa=sp+8 /s/\("pc 0x[^"]*\)cfa=sp+8 /\1cfa=sp+9 /' "$folder/cases/sframe_corpus_${profile}_amd64_little.c"
        grep -q '"pc 0x[^"]*cfa=sp+9 ' "$folder/cases/sframe_corpus_${profile}_amd64_little.c" || die "no expectation was changed"
    fi
    build "$folder" "$1" user
    timeout 30 "$folder/cases/sframe_user" --level 4 >"$folder/user" 2>&1 || user=$?
    build "$folder" "$1" modules
    say "booting $release${1:+ with the mistake \`$1\`}"
    boot "$folder"
    # The other end: results of what the console says.
    rm -rf "$folder/results"
    "$conform" import --corpus "$top/corpus" --level strict --report "$folder/results" "$folder/console" >"$folder/import.log" 2>&1 || true
    python3 "$tool" judge "$folder/console" "$folder/user" "$cases" "$folder/results/results.jsonl" || result=$?
    if [ "$result" = 2 ] && [ "$user" != 0 ] && [ "$user" != 1 ]; then
        python3 "$tool" stopped "$folder/console" "$folder/user" || true
    fi
    return "$result"
}

# show_results: what other people see of the boot.
show_results() {
    local out=$dir/shown
    rm -rf "$out"
    mkdir -p "$out"
    "$conform" report "$dir/run/results" --format matrix -o "$out/matrix.md" && "$conform" site "$out/site" "$dir/run/results" >/dev/null ||
        die "the results of the boot cannot be shown"
    grep -q 'the reference' "$out/matrix.md" && grep -rq 'the reference' "$out/site/index.html" || die "the matrix or the site lacks the kernel's reader"
    printf 'reports, matrix and site of the boot: %s, %s\n' "$dir/run/results" "$out"
}

# compile_kunit: the suite's only undefined symbols are those of the kernel and of KUnit.
compile_kunit() {
    local folder=$dir/kunit symbols
    make_sources "$folder"
    build "$folder" '' modules SFRAME_KUNIT=y KBUILD_MODPOST_WARN=1
    symbols=$(nm -u "$folder/cases/sframe_conformance.o" | awk '{ print $2 }' | grep kunit | sort | tr '\n' ' ')
    [ -n "$symbols" ] || die "the KUnit suite does not use KUnit"
    printf 'KUnit suite of %s cases: compiled; of KUnit it needs %s\n' "$cases" "${symbols% }"
    if grep -q '^CONFIG_KUNIT=[ym]' "$headers/.config"; then
        say "this kernel has KUnit; the suite is not run here"
    fi
}

# expect STATUS WORDS PLANT: a boot with a mistake must end so, and say so.
expect() {
    local result=0
    run_once "$3" >"$dir/plant.log" 2>&1 || result=$?
    if [ "$result" = "$1" ] && grep -q "^$2" "$dir/plant.log"; then
        printf 'ok - the mistake `%s` is noticed: status %s; %s\n' "$3" "$result" "$(grep -m 1 "^$2" "$dir/plant.log")"
    else
        printf 'not ok - the mistake `%s`: status %s, not %s\n' "$3" "$result" "$1"
        sed 's/^/# /' "$dir/plant.log"
        status=1
    fi
}

mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
need_conform
find_kernel
make_sources "$dir/run"
status=0
run_once "$plant" || status=$?
[ -n "$plant" ] || { show_results; compile_kunit; }
if $self_test; then
    expect 1 '# Totals: .* fail:1 ' expectation
    expect 1 '# sframe_conformance: failed' row
    expect 1 '# level refuse: 0 of ' lenient
    expect 2 'both ended within the same case' overread
    seconds=150 expect 2 'both ended within the same case' hang
fi
exit "$status"
