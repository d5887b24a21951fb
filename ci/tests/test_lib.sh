#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Functions of ci/lib.sh and ci/fuzz/lib.sh, with a fake meson. A TAP producer.
. "$(dirname "$0")/tap.sh"
lib=$ci/lib.sh

script "$dir/meson" 'echo "meson was asked: $*"' "echo 'meson.build:3:0: ERROR: a reason' >&2" 'exit "$MESON_STATUS"'
# Nothing is to be installed.
script "$dir/dpkg-query" 'echo install ok installed'
mkdir -p "$dir/build/old"
: >"$dir/build/old/build.ninja"

# configure STATUS FOLDER: in a script of its own, as the scripts of ci/ call it.
configure() {
    PATH=$dir:$PATH MESON_STATUS=$1 SFRAME_BUILD_ROOT=$dir/build bash -c \
        'set -euo pipefail; . "$1"; configure "$2" -Dx=y; echo done' bash "$lib" "$2" >"$dir/out" 2>"$dir/err"
    status=$?
}

for folder in old new; do
    [ $folder = old ] && how=' --reconfigure' || how=
    configure 0 $folder
    check "$folder: goes on" [ "$status $(cat "$dir/out") $(cat "$dir/err")" = '0 done ' ]
    configure 1 $folder
    check "$folder: ends the script" [ "$status $(cat "$dir/out")" = '2 ' ]
    check "$folder: shows what meson was asked" grep -qF "meson was asked: setup$how $dir/build/$folder" "$dir/err"
    check "$folder: shows meson's error" grep -qF 'ERROR: a reason' "$dir/err"
    check "$folder: names the failed command" grep -qxF "error: meson setup$how failed in $dir/build/$folder" "$dir/err"
done

bash -c 'set -euo pipefail; die_status=7; . "$1"; die a reason' bash "$lib" >"$dir/out" 2>"$dir/err"
check "a script may choose the status of die" [ "$? $(cat "$dir/err")" = '7 error: a reason' ]
# Status 2 of conform.sh says that known failures are stale.
bash "$ci/conform.sh" --dir >"$dir/out" 2>"$dir/err"
check "conform.sh chooses 64 for wrong usage" [ "$? $(cat "$dir/err")" = '64 error: --dir needs a folder' ]
PATH=$dir:$PATH MESON_STATUS=1 SFRAME_BUILD_ROOT=$dir/build bash "$ci/conform.sh" >"$dir/out" 2>"$dir/err"
check "and 4 if the build fails" [ $? = 4 ]

# Every script prints its comment for --help, which ends with the first line of code.
for path in "$ci"/*.sh "$ci"/{fuzz,trust,real}/*.sh "$ci/fuzz/oss-fuzz/try.sh"; do
    grep -q '^# usage: ' "$path" || continue
    name=${path#"$ci/"}
    bash "$path" --help >"$dir/out" 2>"$dir/err"
    check "$name --help" [ "$? $(grep -c "^usage: ci/$name" "$dir/out") $(grep -c '^set -' "$dir/out")" = '0 1 0' ]
done

# Seeds that crash a harness, more than one call takes.
mkdir "$dir/seeds"
for ((i = 0; i < 450; i++)); do echo good >"$dir/seeds/$i"; done
echo bad | tee "$dir/seeds/0" "$dir/seeds/399 " >"$dir/seeds/449"
script "$dir/harness" '! grep -qx bad "$@"'
crashing() { bash -c 'set -euo pipefail; . "$1"; crashing_seeds "$2" "$3"' bash "$ci/fuzz/lib.sh" "$@" | tee "$dir/out"; }
check "crashing_seeds names the seeds that crash" \
    [ "$(crashing "$dir/harness" "$dir/seeds")" = "$dir/seeds/0"$'\n'"$dir/seeds/399 "$'\n'"$dir/seeds/449" ]
rm "$dir/seeds/0" "$dir/seeds/399 " "$dir/seeds/449"
check "none, if none crashes" [ -z "$(crashing "$dir/harness" "$dir/seeds")" ]
script "$dir/harness" 'test $# = 1'
check "all, if they crash only together" \
    [ "$(crashing "$dir/harness" "$dir/seeds" | wc -l)" = "$(find "$dir/seeds" -type f | wc -l)" ]
check "all, without a harness" [ "$(crashing "$dir/none" "$dir/seeds" | wc -l)" = "$(find "$dir/seeds" -type f | wc -l)" ]
plan
