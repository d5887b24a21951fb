#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Compiles the program of ref/tests/realstack with every installed toolchain and runs it: on x86-64
# natively, on AArch64 and s390x with qemu-user. The program unwinds its own stack by its own SFrame
# data and compares each PC with glibc's backtrace().
#
# usage: ci/real/unwind.sh [--native] [--peers DIR] [--build DIR] [--cflags OPTIONS] [--write-table]
#   --native          the toolchain of this machine alone, which must be x86-64
#   --peers DIR       newer toolchains from ci/real/peers.sh; the default is peers/ under the build
#                     root
#   --build DIR       a build folder with the generated tables; the default makes one
#   --cflags OPTIONS  more options for the compiler, such as '-O0'
#   --write-table     write the table to ref/tests/realstack/README.md, if all passed
# Prints a line for each toolchain and ABI (version of the section, checks passed and failed), then
# a table: for each kind of function, the points where the stack was compared and the PCs that were
# equal. The program also writes registers and stack of the last probe of each kind to files, and
# sframe-ref of this machine unwinds them from the program's ELF file: the row "from the file"
# counts the correct stacks and their PCs.
# exit status: 0 all passed; 1 some did not, or a step failed; 2 it could not be run
set -euo pipefail
. "$(dirname "$0")/../lib.sh"

peers=$build_root/peers
take_options "$@"
if ! $native; then
    need_packages "${base_packages[@]}" gcc-aarch64-linux-gnu libc6-dev-arm64-cross gcc-s390x-linux-gnu \
        libc6-dev-s390x-cross qemu-user
fi
if [ -z "$build" ]; then
    configure gcc
    compile gcc
    build=$build_root/gcc
fi
[ -f "$build/ref/sfr_registers.c" ] || die "$build is not a build folder: it has no ref/sfr_registers.c"
build=$(cd "$build" && pwd)
source=$top/ref/tests/realstack
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
read -ra more <<<"$cflags"
core=(names header fde fre rules check check_fde check_fre find unwind)
status=0
columns=()

# build_program COMPILER [OPTION...]: builds the core and the program in $work/out.
build_program() {
    local compiler=$1 file options
    shift
    options=(-std=gnu11 -I"$top/ref" -I"$top/ref/tests" -I"$build/ref")
    rm -rf "$work/out"
    mkdir "$work/out"
    for file in "${core[@]/#/$top/ref/}" "$build/ref/sfr_registers"; do
        file=${file%.c}
        "$compiler" "${options[@]}" -c "$file.c" -o "$work/out/${file##*/}.o" || return 1
    done
    options+=(-O2 -Wa,--gsframe "${more[@]}" "$@")
    "$compiler" "${options[@]}" -O2 -foptimize-sibling-calls -c -o "$work/out/tails.o" "$source/tails.c" || return 1
    options+=(-fno-optimize-sibling-calls)
    "$compiler" "${options[@]}" -fPIC -shared -o "$work/out/librealstack.so" "$source/library.c" &&
        "$compiler" "${options[@]}" -rdynamic -Wl,-z,lazy -o "$work/out/realstack" \
            "$source"/{main,points,capture,machine,objects,step,walk}.c "$work"/out/*.o \
            -L"$work/out" -lrealstack -ldl -lpthread -Wl,-rpath,"$work/out"
}

# unwind_captured: unwinds what the program wrote at the probes with sframe-ref, and prints a line
# for the table. Fails unless there is a capture of each kind that the program's output names.
unwind_captured() {
    local options stack words=() right=0 count=0 pcs=0 result=0 wanted
    wanted=$(grep -c ': registers and stack are written$' "$work/log") || true
    "$build/ref/tool/sframe-ref" extract -q --elf "$work/out/realstack" -o "$work/out/section" ||
        return 1
    for options in "$work"/out/captured/*.options; do
        [ -f "$options" ] || continue
        stack=${options%.options}
        count=$((count + 1))
        read -ra words <"$options"
        "$build/ref/tool/sframe-ref" unwind --raw "$work/out/section" "${words[@]}" --stack "$stack.stack" \
            >"$work/out/trace" 2>&1 || true
        if sed -n 's/^frame [0-9]* pc=\([^ ]*\) .*/\1/p' "$work/out/trace" | cmp -s - "$stack.pcs"; then
            right=$((right + 1))
            pcs=$((pcs + $(wc -l <"$stack.pcs")))
        else
            printf 'from the file: %s is wrong\n' "${stack##*/}" >&2
            result=1
        fi
    done
    printf '# from-file right %s of %s pcs %s\n' "$right" "$count" "$pcs"
    if [ "$wanted" -eq 0 ] || [ "$count" -ne "$wanted" ]; then
        printf 'from the file: %s captures, but the program names %s\n' "$count" "$wanted" >&2
        result=1
    fi
    return "$result"
}

# How the programs of each machine run here.
declare -A runner=([aarch64]='qemu-aarch64 -L /usr/aarch64-linux-gnu' [s390x]='qemu-s390x -L /usr/s390x-linux-gnu' ["$(uname -m)"]=env)
declare -A titles=([x86_64]=AMD64 [aarch64]=AArch64 [s390x]=s390x)

# try NAME MACHINE [OPTION...]
try() {
    local name=$1 machine=$2 triplet=$2-linux-gnu result=0 passed failed version words=() column
    shift 2
    read -ra words <<<"${runner[$machine]:-}"
    [ ${#words[@]} -gt 0 ] || return 0
    if ! build_program "$triplet-gcc" "$@" >"$work/log" 2>&1; then
        printf '%-8s %-18s cannot be built: %s\n' "$name" "$triplet" "$(grep -m 1 -i error "$work/log")"
        status=1
        return 0
    fi
    version=$("$build/ref/tool/sframe-ref" dump --partial -q "$work/out/realstack" | sed -n 's/^section version=\([0-9]*\) .*/\1/p') || true
    mkdir "$work/out/captured"
    timeout 300 "${words[@]}" "$work/out/realstack" "$work/out/captured" >"$work/log" 2>&1 || result=$?
    passed=$(grep -c '^ok ' "$work/log") || true
    failed=$(grep -c '^not ok ' "$work/log") || true
    printf '%-8s %-18s version %s: %s checks passed, %s failed\n' "$name" "$triplet" "${version:=?}" "$passed" "$failed"
    # Without a plan, the program ended early.
    if [ "$result" -ne 0 ] || [ "$failed" -ne 0 ] || ! grep -qx "1\.\.$passed" "$work/log"; then
        grep -A3 '^not ok ' "$work/log" >&2 || tail -n 3 "$work/log" >&2
        status=1
    fi
    column="${titles[$machine]} v$version"
    # A second toolchain of the same ABI and version has its own column.
    [ ! -e "$work/$column.kinds" ] || column="$column, $name"
    [ ! -e "$work/$column.kinds" ] || die "there are two toolchains for $column"
    columns+=("$column")
    { echo "# $column"; grep '^# kind ' "$work/log" || true; } >"$work/$column.kinds"
    unwind_captured >>"$work/$column.kinds" || status=1
}

# print_table: prints a row for each kind of function, with points and PCs, and what is not complete.
print_table() {
    local sorted=()
    readarray -t sorted < <(printf '%s\n' "${columns[@]}" | sort -u)
    printf '| points / PCs |'
    printf ' %s |' "${sorted[@]}"
    printf '\n| --- |'
    printf ' --- |%.0s' "${sorted[@]}"
    printf '\n'
    sorted=("${sorted[@]/#/$work/}")
    awk '
        function add(kind, i) { there[n, kind] = 1; for (i = 5; i <= 19; i += 2) sum[n, kind, i] += $i }
        function more(c, kind, i, what) { return sum[c, kind, i] ? ", " sprintf(what, sum[c, kind, i]) : "" }
        function cell(c, kind) {
            return !((c, kind) in there) ? "-" : sum[c, kind, 5] " / " sum[c, kind, 7] more(c, kind, 13, "%d end early") \
                more(c, kind, 15, "%d unreadable") more(c, kind, 17, "%d without data") more(c, kind, 19, "**%d wrong**")
        }
        FNR == 1 { n++ }
        $2 == "kind" { if (n == 1) row[++rows] = $3; add($3); add("all") }
        $2 == "from-file" { sub(/^# from-file right /, ""); sub(/ pcs /, " stacks, "); file[n] = $0 " PCs" }
        END {
            row[++rows] = "all"
            for (r = 1; r <= rows; r++) { printf "| %s |", row[r]; for (c = 1; c <= n; c++) printf " %s |", cell(c, row[r]); print "" }
            printf "| from the file |"; for (c = 1; c <= n; c++) printf " %s |", file[c]; print ""
        }' "${sorted[@]/%/.kinds}"
}

try system x86_64
if ! $native; then
    try system aarch64
    # Only assemblers of version 3 write SFrame data for s390x; ci/real/peers.sh fetches no others.
    for peer in "$peers"/*/; do
        for machine in x86_64 aarch64 s390x; do
            if [ -x "$peer/$machine-linux-gnu/as" ]; then try "$(basename "$peer")" $machine "-B$peer/$machine-linux-gnu/"; fi
        done
    done
fi
[ ${#columns[@]} -gt 0 ] || die "no toolchain is installed"
printf '\n'
print_table | tee "$work/table"
if $write_table && [ "$status" -ne 0 ]; then
    say "the table is not written: not all passed"
elif $write_table; then
    awk -v table="$work/table" '
        /^<!-- table -->$/ { print; while ((getline line < table) > 0) print line; skip = 1; next }
        /^<!-- end of table -->$/ { skip = 0 }
        !skip' "$source/README.md" >"$work/readme"
    cp "$work/readme" "$source/README.md"
fi
exit "$status"
