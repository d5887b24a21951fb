#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what is needed, builds, and runs the corpus on the SFrame readers of this system:
# readelf, objdump and libsframe of GNU binutils. With --peers also on those of newer releases,
# which ci/real/peers.sh fetches.
#
# usage: ci/conform.sh [--peers] [--dir DIR] [OPTION OF 'sframe-conform run']...
#   --peers    also binutils 2.44 and 2.47, and LLVM 22; and LLVM 23, LLVM 24, GNU poke, the SFrame
#              reader of glibc 2.44, libsframe 2.43 from GDB's source, and readelf 2.43 and 2.45, if
#              ci/real/peers.sh has fetched them
#   --dir DIR  folder of ci/real/peers.sh; the default is peers/ under the build root
# Failures up to the level `validate` count, and so do crashes, time-outs and broken limits in any
# case; the lists of known failures are about these. For each implementation it prints the block in
# which its run ends (asked, right, wrong, level), and which file to read next; what is not as
# expected comes before that. An interrupted run leaves the previous report as it was.
# exit status: 0 all as expected; 1 unexpected failures; 2 stale known failures; 3 an adapter is
#              broken; 4 something could not be installed, built or run; 5 nothing ran; 6 all cases
#              as expected, but an implementation did not exit cleanly; 64 usage
# Of several the worst counts: 4, 3, 1, 2, 6.
set -Eeuo pipefail
# Statuses 1 and 2 are about implementations, so neither a failing command nor die may end with
# them.
die_status=4
trap 'exit $die_status' ERR
trap 'exit 130' INT
. "$(dirname "$0")/lib.sh"

# Peers that --peers does not fetch, but judges if they are there.
more_peers='llvm-23 llvm-24 poke glibc-2.44 gdb-16 avr xtensa'
with_peers=false
peers_dir=$build_root/peers
while [ $# -gt 0 ]; do
    case $1 in
        -h|--help) show_help ;;
        --peers) with_peers=true ;;
        --dir) [ $# -ge 2 ] || die_status=64 die "--dir needs a folder"; peers_dir=$2; shift ;;
        *) break ;;
    esac
    shift
done

need_packages "${base_packages[@]}" binutils
# What still runs when the script ends, in whatever way, ends too, and leaves the last reports alone.
trap 'end_children; rm -rf "$build_root"/report/.new-*' EXIT
say "build"
# A new folder gets what a run needs, in half of the time; ci/test.sh makes its own of it. Optimization would take
# longer than it saves.
quick=()
if [ ! -f "$build_root/gcc/build.ninja" ]; then quick=(-Dtests=false -Doptimization=0 -Ddebug=false); fi
CC=${CC:-gcc} configure gcc "${quick[@]}"
compile gcc conform

# What each run gets.
options=("$@")
if is_check; then options+=('*/preamble/baseline'); fi
worst=0
ran=false
# What runs: labels, and the process of each.
labels=()
pids=()
mkdir -p "$build_root/report"

# worsen STATUS: remembers the worst status. Any other is worse than those that are listed, the best first.
worsen() {
    local order=' 0 6 2 1 3 4 ' now was
    now=${order%%" $1 "*} was=${order%%" $worst "*}
    if [ ${#now} -gt ${#was} ]; then worst=$1; fi
}

# summarise LABEL FOLDER STATUS: what the run said at its end, after its last blank line, and what to read next.
summarise() {
    local label=$1 folder=$2 status=$3 next=report.html
    say "$label"
    # All of it is printed already if something is not as expected.
    if [ "$status" -eq 0 ]; then awk -v RS= '{ last = $0 } END { print last }' "$folder/output.txt"; fi
    if [ ! -f "$folder/$next" ]; then next=results.jsonl; fi
    say "  read next: $folder/$next"
    if [ "$status" -eq 2 ]; then say "  and the lists of known failures: $top/conformance/known/"; fi
}

# judge ADAPTER LABEL: starts a run, beside the one before it: much of a run, and its reports, keep one processor
# busy. An ADAPTER without a release stands for the one of the installed release.
judge() {
    local name=$1 label=$2 new=$build_root/report/.new-$2
    if [ ${#pids[@]} -eq 2 ]; then finish; fi
    say "asking $label"
    rm -rf "$new"
    mkdir -p "$new"
    "$build_root/gcc/conformance/sframe-conform" run --adapter "$name" --known "$name" --report "$new" "${options[@]}" \
        >"$new/output.txt" 2>"$new/errors.txt" &
    pids+=($!)
    labels+=("$label")
}

# finish: waits for the run that was started first, and says how it ended.
finish() {
    local status=0 label=${labels[0]} new=$build_root/report/.new-${labels[0]} folder=$build_root/report/${labels[0]}
    wait "${pids[0]}" || status=$?
    pids=("${pids[@]:1}")
    labels=("${labels[@]:1}")
    cat "$new/errors.txt" >&2
    rm -f "$new/errors.txt"
    if [ $status -eq 64 ] || [ $status -ge 128 ]; then
        say "$label: the run ended with status $status"
        exit $status
    fi
    if [ $status -ne 0 ]; then cat "$new/output.txt"; fi
    # The selected cases may be none for this adapter.
    if [ $status -eq 5 ]; then
        say "$label: nothing ran"
        return
    fi
    ran=true
    worsen $status
    # The results have this name once they are whole.
    if [ ! -f "$new/results.jsonl" ]; then
        say "$label: the run was not completed (status $status)"
        return
    fi
    rm -rf "$folder"
    mv "$new" "$folder"
    summarise "$label" "$folder" $status
}

# release_of TOOL: the first two numbers of its version.
release_of() { "$1" --version | sed -n '1s/.* \([0-9]*\.[0-9]*\)[^ ]*$/\1/p'; }

# is_for_library ADAPTER FOLDER: is it for the release of the library in that folder? Status 3: it cannot be started; 5: it has
# another version, and nothing ran.
is_for_library() {
    local status=0
    LD_LIBRARY_PATH=$2 "$build_root/gcc/conformance/sframe-conform" run --adapter "$1" '*/preamble/baseline' \
        >/dev/null 2>&1 || status=$?
    [ $status -ne 3 ] && [ $status -ne 5 ]
}

# adapter_of_library NAME FOLDER: the adapter NAME-RELEASE for the library in that folder, or NAME
# if there is no library. Several releases have libraries of one name.
adapter_of_library() {
    local conf library adapter
    for library in "$2"/libsframe.so.[0-9]; do
        for conf in "$top/conformance/adapters/$1"-2.*.conf; do
            adapter=$(basename "$conf" .conf)
            if [ -e "$library" ] && grep -q "^command: .* ${library##*/}\$" "$conf" && is_for_library "$adapter" "$2"; then
                printf '%s\n' "$adapter"
                return
            fi
        done
    done
    printf '%s\n' "$1"
}

# judge_libraries PREFIX RELEASE FOLDER: the decoder and the encoder of the library in that folder.
judge_libraries() {
    local name
    for name in libsframe libsframe-encoder; do
        LD_LIBRARY_PATH=$3 judge "$(adapter_of_library $name "$3")" "$1$name-$2"
    done
}

# judge_source PEER: judges what is compiled from the source of that peer.
judge_source() {
    local folder
    case $1 in
        glibc-*)
            folder=$build_root/glibc/plain
            if "$top/ci/real/glibc.sh" --dir "$peers_dir" --peer "$1" --build "$folder"; then
                PATH=$folder:$PATH judge glibc "$1"
                return
            fi ;;
        gdb-*)
            folder=$build_root/libsframe/$1
            if "$top/ci/real/libsframe.sh" --dir "$peers_dir" --peer "$1" --build "$folder"; then
                judge_libraries "$1-" 2.43 "$folder"
                return
            fi ;;
    esac
    say "$1 cannot be compiled and is not judged"
    worsen 4
}

# judge_peer NAME: judges what ci/real/peers.sh unpacked under that name, which tells its reports from those of this system,
# whose release may be the same.
judge_peer() {
    local peer=$1 bin=$peers_dir/$1/bin folder=$build_root/libraries/$1 library tool release found=false
    case $peer in glibc-*|gdb-*) judge_source "$peer"; return ;; esac
    for tool in readelf objdump llvm-readobj poke; do
        if [ -x "$bin/$tool" ]; then
            found=true release=$(release_of "$bin/$tool")
            PATH=$bin:$PATH judge $tool "$peer-$tool${release:+-$release}"
        fi
    done
    if [ -x "$bin/objdump" ]; then
        # Only the library: programs of this system cannot use the C library that came with it.
        rm -rf "$folder"
        mkdir -p "$folder"
        for library in "${bin%/bin}"/root/usr/lib/*/libsframe.so.?; do
            if [ -e "$library" ]; then ln -s "$library" "$folder/"; fi
        done
        judge_libraries "$peer-" "$(release_of "$bin/readelf")" "$folder"
    elif ! $found; then
        say "${bin%/bin} does not exist and is not judged"
        worsen 4
    fi
}

for name in readelf objdump; do judge $name "$name-$(release_of $name)"; done
# The loader finds the library of this system.
judge_libraries "" "$(release_of readelf)" "${LD_LIBRARY_PATH:-}"
if $with_peers; then
    if ! "$top/ci/real/peers.sh" --dir "$peers_dir"; then
        say "some peers could not be fetched; the others are judged"
        worsen 4
    fi
    for peer in trixie sid llvm-22; do judge_peer "$peer"; done
    for peer in $more_peers; do
        if [ -d "$peers_dir/$peer" ]; then judge_peer "$peer"; fi
    done
fi
while [ ${#pids[@]} -gt 0 ]; do finish; done
# That nothing ran counts only if nothing else went wrong.
if ! $ran && [ "$worst" -eq 0 ]; then worst=5; fi
exit $worst
