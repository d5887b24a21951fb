#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what is needed, builds, and runs every test: with gcc, with clang and its address and
# undefined sanitizers, Valgrind, on an emulated big-endian host, and with clang's memory sanitizer.
# The last line counts single checks, not programs.
#
# usage: ci/test.sh [--quick | CONFIGURATION...]
#   --quick         builds what the quick tests need, with gcc and without optimization, and runs these;
#                   ci/left-out.txt says which tests it leaves out
#   CONFIGURATION   gcc, sanitizers, valgrind, s390x or memory (MemorySanitizer), which are the default;
#                   or, by name only, clang (what it optimizes), i686 (an emulated 32-bit host) or musl
#                   (another C library)
set -euo pipefail
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/builds.sh"

configurations=(gcc sanitizers valgrind s390x memory)
case "${1:-}" in
    -h|--help) show_help ;;
    --quick) configurations=(quick) ;;
    '') ;;
    *) configurations=("$@") ;;
esac

[[ $top$build_root != *[[:space:]]* ]] ||
    die "the tests write paths into adapter files, where a space ends a word: move the sources, or SFRAME_BUILD_ROOT, to a path without one"
# Meson leaves out the tests of planted defects if there is no patch.
packages=("${base_packages[@]}" patch)
for c in "${configurations[@]}"; do
    more=$(packages_of "$c") || die "unknown configuration '$c'; see test.sh --help"
    packages+=($more)
done
need_packages "${packages[@]}"
long_work
prefer_system_python
# Python starts some thousand times: what it compiles, and templates, are kept.
unset PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX=$build_root/pycache

# More tests at a time than cores: some wait for a limit, for a disk, or for one last program.
at_a_time=$(($(nproc) + 1))

runs=0
logs=()
failed_configurations=()
state=$(mktemp -d)
trap 'end_children; rm -rf "$state"' EXIT

# measured FILE COMMAND...: writes the seconds that the command took, and the CPU seconds of its programs, to FILE. In a
# subshell: the time of builds that end meanwhile is this shell's.
measured() (
    file=$1 status=0 TIMEFORMAT='%R %U %S'
    shift
    { time "$@" 2>&4 4>&-; } 4>&2 2>"$file" || status=$?
    exit $status
)

# compile_selected CONFIGURATION: what its tests need, where the warnings of the compiler are another configuration's.
compile_selected() {
    local listed targets
    listed=$(select_tests "$1" "$1" --targets) || die "there is no selection of tests of $1"
    mapfile -t targets <<<"$listed"
    compile "$1" "${targets[@]}"
}

# build CONFIGURATION
build() {
    case $1 in
        # Valgrind runs the programs of the gcc configuration, whose tests may be running now.
        gcc|valgrind)
            [ ! -e "$state/gcc.built" ] || return 0
            configure_as gcc
            compile gcc
            touch "$state/gcc.built" ;;
        # `meson test` builds what the selected tests need.
        quick) configure_as quick ;;
        # All of it: the warnings of clang are those of either of its configurations.
        clang|sanitizers|i686|musl) configure_as "$1"; compile "$1" ;;
        s390x|memory) configure_as "$1"; compile_selected "$1" ;;
    esac
}

# build_all: builds one configuration after the other while the tests of earlier ones run, so that no core waits for the
# last test of each. Prints a line for each that is ready: its name, and the status of the build.
build_all() {
    local c status
    for c in "${configurations[@]}"; do
        status=0
        # In a subshell, because `die` ends it.
        (measured "$state/$c.build" build "$c") >"$state/$c.log" 2>&1 || status=$?
        echo "$c $status"
    done
}

# await CONFIGURATION: succeeds when it is built, and fails if it could not be.
await() {
    local name='' status=''
    read -r name status <&3 || true
    [ "$name $status" != "$1 0" ] || return 0
    cat "$state/$1.log" >&2
    runs=$((runs + 1))
    failed_configurations+=("$1 (build)")
    return 1
}

# run NAME FOLDER [MESON TEST OPTION|TEST]...   Time limits are generous, because CI machines
# are busy.
run() {
    local name=$1 dir=$build_root/$2
    shift 2
    runs=$((runs + 1))
    say "$name: meson test"
    # Logs of earlier runs, or of another configuration in this folder, must not count.
    rm -f "$dir"/meson-logs/testlog*.json "$dir/meson-logs/$name.json"
    measured "$state/$name.tests" meson test -C "$dir" --num-processes "$at_a_time" --print-errorlogs \
        --timeout-multiplier 20 "$@" 3<&- ||
        failed_configurations+=("$name")
    if mv "$dir"/meson-logs/testlog*.json "$dir/meson-logs/$name.json"; then
        logs+=("$dir/meson-logs/$name.json")
    else
        failed_configurations+=("$name (no log)")
    fi
}

# run_selected CONFIGURATION FOLDER [OPTION]...: the tests that its suites and ci/left-out.txt leave it.
run_selected() {
    local name=$1 folder=$2 listed selected=()
    if ! listed=$(select_tests "$name" "$folder"); then
        runs=$((runs + 1))
        failed_configurations+=("$name (no selection of tests)")
        return
    fi
    mapfile -t selected <<<"$listed"
    run "$name" "$folder" "${@:3}" "${selected[@]}"
}

# run_tests CONFIGURATION: ci/README.md says what each can find that no other can.
run_tests() {
    case $1 in
        gcc) run_selected gcc gcc --no-rebuild ;;
        quick) run_selected quick quick ;;
        # Most scripts that drive whole programs find with gcc what they would find here. A few run all the same: those of
        # the programs that a compiler could translate in another way.
        clang)
            run_selected clang clang --no-rebuild
            run clang-programs clang --no-rebuild sframe-ref-in-process conform-runner conform-process conform-protocol test_tool ;;
        # The tests of programs that hang run here, and wait.
        sanitizers)
            ASAN_OPTIONS=strict_string_checks=1:detect_stack_use_after_return=1 UBSAN_OPTIONS=print_stacktrace=1 \
                at_a_time=$((at_a_time + 2)) run_selected sanitizers sanitizers --no-rebuild ;;
        valgrind) run_selected valgrind gcc --no-rebuild --setup valgrind ;;
        s390x|i686|musl|memory) run_selected "$1" "$1" --no-rebuild ;;
    esac
}

exec 3< <(build_all)
for c in "${configurations[@]}"; do
    say "$c: build"
    if await "$c"; then run_tests "$c"; fi
done

say "wall seconds, and CPU seconds (user, system); ci/times.py has those of each test"
for part in "$state"/*.build "$state"/*.tests; do
    [ ! -f "$part" ] || printf '   %-22s %8.0f %8.0f %8.0f\n' "$(basename "${part/./: }")" $(cat "$part") >&2
done

status=0
if [ ${#failed_configurations[@]} -gt 0 ]; then
    say "failed: ${failed_configurations[*]}"
    status=1
fi
# The totals come last, after the names of what failed: of a long output often only the end is kept.
python3 "$top/ci/count.py" "$runs" "${logs[@]}" || status=1
exit $status
