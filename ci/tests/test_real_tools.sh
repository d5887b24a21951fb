#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# ci/real/tools.sh and ci/real/producers.sh with fake toolchains: which ones they find. A TAP
# producer.
. "$(dirname "$0")/tap.sh"

# fake PEER STATUS TOOL...: tools of a peer, which print a version, and exit with STATUS otherwise.
fake() {
    local bin=$dir/peers/$1/bin status=$2 tool
    mkdir -p "$bin"
    shift 2
    for tool in "$@"; do
        script "$bin/$tool" '[ "$1" != --version ] || { echo "tool 9.9"; exit 0; }' "exit $status"
    done
}

# in_script TEXT: runs it in a script like those of ci/real/.
in_script() {
    bash -c 'set -euo pipefail; . "$1/lib.sh"; . "$1/real/tools.sh"; eval "$2"' bash "$ci" "$1" >"$dir/out" 2>"$dir/err"
    status=$?
}

fake gnu 0 aarch64-linux-gnu-{as,ld,objcopy,readelf}
fake llvm 0 llvm-mc ld.lld llvm-objcopy llvm-readelf
fake part 0 s390x-linux-gnu-{as,ld}
fake silent 1 x86_64-linux-gnu-{as,ld,objcopy,readelf}
in_script "show() { echo \"\$target \${as[0]##*/peers/}\"; }; each_toolchain '$dir/peers' show"
check 'each_toolchain: no error' [ "$status $(cat "$dir/err")" = '0 ' ]
check 'complete toolchains that write SFrame data, llvm-mc for AMD64 only' \
    [ "$(grep '/bin/' "$dir/out" | grep -v ' /')" = "aarch64-little gnu/bin/aarch64-linux-gnu-as
aarch64-big gnu/bin/aarch64-linux-gnu-as
amd64-little llvm/bin/llvm-mc" ]
in_script "fails() { false; echo on; }; each_toolchain '$dir/peers' fails"
check 'a command that fails ends the script' [ "$status $(cat "$dir/out")" = '1 ' ]
in_script "each_toolchain '$dir/nothing' true"
check 'without peers' [ "$status $(cat "$dir/err")" = '0 ' ]

fake linker 0 mold
in_script "find_linkers mold '$dir/peers'"
check 'find_linkers: the mold of a peer' grep -qx "$dir/peers/linker/bin/mold" "$dir/out"
in_script "find_linkers mold-not-here '$dir/peers'; echo on"
check 'and none is no error' [ "$status $(cat "$dir/out")" = '0 on' ]

in_script 'need_compiler not_here-linux-gnu-gcc; echo on'
check 'a missing compiler ends the script' [ "$status $(cat "$dir/out")" = '2 ' ]
check 'and names its package' grep -qx 'error: no not_here-linux-gnu-gcc; install gcc-not-here-linux-gnu' "$dir/err"

# Nothing is to be installed.
script "$dir/dpkg-query" 'echo install ok installed'
script "$dir/conform" 'echo "not there; name its folder with --bin" >&2' 'exit 4'
PATH=$dir:$PATH bash "$ci/real/producers.sh" --conform "$dir/conform" --peers "$dir/nothing" >"$dir/out" 2>"$dir/err"
check 'producers.sh without any toolchain fails' [ $? = 2 ]
check 'with a message' grep -q '^error: no toolchain is installed' "$dir/err"
confs=$(find "$ci/../conformance/producers/toolchains" -name '*.conf' | wc -l)
check 'it names each' [ "$(grep -c ' not installed$' "$dir/out")" = "$confs" ]
plan
