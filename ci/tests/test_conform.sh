#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The exit status and the reports of ci/conform.sh, with a fake build, runner and peers. A TAP
# producer.
. "$(dirname "$0")/tap.sh"
mkdir -p "$dir/top/ci" "$dir/top/conformance/adapters" "$dir/bin" "$dir/build/gcc/conformance"
cp "$ci/conform.sh" "$ci/lib.sh" "$dir/top/ci/"
mkdir "$dir/top/ci/real"

# conform ARGUMENT...: sets $status to the exit status of ci/conform.sh, and writes the names of its
# reports to $dir/reports.
conform() {
    rm -rf "$dir/build/report"
    PATH=$dir/bin:$PATH SFRAME_BUILD_ROOT=$dir/build bash "$dir/top/ci/conform.sh" "$@" >"$dir/out" 2>&1
    status=$?
    ls "$dir/build/report" >"$dir/reports"
}

script "$dir/bin/dpkg-query" 'shift 3; printf "%s install ok installed\n" "$@"'
script "$dir/bin/meson" :
script "$dir/bin/ninja" :
for tool in readelf objdump; do script "$dir/bin/$tool" "echo 'GNU $tool (GNU Binutils) 2.44'"; done
# Its exit status comes from the environment. No library here is of release 2.43.
script "$dir/build/gcc/conformance/sframe-conform" 'while [ $# -gt 0 ]; do' \
    'case $1 in --adapter) name=$2 ;; --report) report=$2 ;; esac; shift; done' \
    '[ -n "$report" ] || case $name in *-2.43) exit 3 ;; *) exit 0 ;; esac' \
    'echo "$name" >>"'"$dir/adapters"'"' \
    ': >"$report/results.jsonl"; : >"$report/report.html"; echo "many lines"; echo; echo "7 pass"; echo "  level read"' \
    'case $name$SLOW in objdump1) echo $$ >"'"$dir/slow"'"; exec sleep 60 ;; esac' \
    'case $name in readelf) exit "${READELF_STATUS:-0}" ;; *) exit "${OTHER_STATUS:-0}" ;; esac'

conform
check "the tools of this system are as expected" [ $status = 0 ]
check "each has a report" [ "$(xargs <"$dir/reports")" = "libsframe-2.44 libsframe-encoder-2.44 objdump-2.44 readelf-2.44" ]
check "and the block in which its run ends" [ "$(sed -n '/^== readelf-2.44$/,/^== /p' "$dir/out" | sed -n 2,3p | xargs)" = "7 pass level read" ]
check "and what to read next" grep -qx "==   read next: $dir/build/report/readelf-2.44/report.html" "$dir/out"
READELF_STATUS=1 conform
check "what is not as expected is printed" [ "$(grep -c "many lines" "$dir/out")" = 1 ]
echo before >"$dir/build/report/readelf-2.44/report.html"
PATH=$dir/bin:$PATH SFRAME_BUILD_ROOT=$dir/build READELF_STATUS=130 bash "$dir/top/ci/conform.sh" >"$dir/out" 2>&1
check "an interrupt ends the script at once" [ $? = 130 ]
check "and leaves the last report alone" grep -qx before "$dir/build/report/readelf-2.44/report.html"
SECONDS=0
SLOW=1 READELF_STATUS=130 conform
check "it ends what runs beside it" [ "$status $((SECONDS < 50))" = '130 1' ]
rm -f "$dir/slow"
PATH=$dir/bin:$PATH SFRAME_BUILD_ROOT=$dir/build SLOW=1 bash "$dir/top/ci/conform.sh" >"$dir/out" 2>&1 &
until [ -s "$dir/slow" ]; do sleep 0.1; done
kill $!
wait $!
check "ended by a signal, it leaves no process and no folder" [ "$? $(kill -0 "$(cat "$dir/slow")" 2>/dev/null || echo gone) $(ls -d "$dir/build/report/".new* 2>/dev/null)" = '143 gone ' ]
OTHER_STATUS=5 READELF_STATUS=5 conform
check "nothing ran, and nothing stays" [ "$status $(ls -A "$dir/build/report")" = '5 ' ]

script "$dir/top/ci/real/peers.sh" 'exit 1'
conform --peers --dir "$dir/peers"
check "peers that cannot be fetched: exit status" [ $status = 4 ]
check "and names" grep -q "$dir/peers/trixie does not exist" "$dir/out"

script "$dir/top/ci/real/peers.sh" 'exit 0'
for peer in trixie sid; do
    mkdir -p "$dir/peers/$peer/bin"
    cp "$dir/bin/readelf" "$dir/bin/objdump" "$dir/peers/$peer/bin/"
done
conform --peers --dir "$dir/peers"
check "one peer does not exist" [ $status = 4 ]
mkdir -p "$dir/peers/llvm-22/bin"
script "$dir/peers/llvm-22/bin/llvm-readobj" 'echo "  LLVM version 22.1.0"'
conform --peers --dir "$dir/peers"
check "all peers exist" [ $status = 0 ]
check "each has its own report, also of the same release" [ "$(wc -l <"$dir/reports")" = 13 ]
mkdir -p "$dir/peers/glibc-2.44"
script "$dir/top/ci/real/glibc.sh" 'echo "$*" >"'"$dir/glibc"'"'
conform --peers --dir "$dir/peers"
check "glibc's reader if its source is there" [ "$status $(grep -cx glibc-2.44 "$dir/reports")" = '0 1' ]
check "compiled from there" [ "$(cat "$dir/glibc")" = "--dir $dir/peers --peer glibc-2.44 --build $dir/build/glibc/plain" ]
script "$dir/top/ci/real/glibc.sh" 'exit 2'
mkdir -p "$dir/peers/gdb-16"
script "$dir/top/ci/real/libsframe.sh" 'echo "$*" >"'"$dir/libsframe"'"; mkdir -p "$6"; : >"$6/libsframe.so.1"'
for release in 2.43 2.44; do
    echo 'command: reader libsframe.so.1' >"$dir/top/conformance/adapters/libsframe-$release.conf"
done
conform --peers --dir "$dir/peers"
check "one that cannot be compiled has no report" [ "$status $(grep -c glibc "$dir/reports")" = '4 0' ]
check "a library is compiled from GDB's source" \
    [ "$(cat "$dir/libsframe")" = "--dir $dir/peers --peer gdb-16 --build $dir/build/libsframe/gdb-16" ]
check "and judged, and no tool beside it" [ "$(grep gdb "$dir/reports" | xargs)" = "gdb-16-libsframe-2.43 gdb-16-libsframe-encoder-2.43" ]
check "by the adapter of its release" grep -qx libsframe-2.44 "$dir/adapters"
plan
