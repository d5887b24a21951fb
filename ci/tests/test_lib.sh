#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# configure() of ci/lib.sh with a meson that is not one: what it is asked, and what is said when it fails. A TAP producer.
. "$(dirname "$0")/tap.sh"
lib=$ci/lib.sh

script "$dir/meson" 'echo "meson was asked: $*"' "echo 'meson.build:3:0: ERROR: a reason' >&2" 'exit "$MESON_STATUS"'
mkdir -p "$dir/build/old"
: >"$dir/build/old/build.ninja"

# configure STATUS FOLDER: in a script of its own, as the scripts of ci/ call it.
configure() {
    PATH=$dir:$PATH MESON_STATUS=$1 SFRAME_BUILD_ROOT=$dir/build bash -c \
        'set -euo pipefail; . "$1"; configure "$2" -Dx=y; echo done' bash "$lib" "$2" >"$dir/out" 2>"$dir/err"
    status=$?
}

bash -c 'set -euo pipefail; die_status=7; . "$1"; die a reason' bash "$lib" >"$dir/out" 2>"$dir/err"
check "a script may have a status of its own for that" [ "$? $(cat "$dir/err")" = '7 error: a reason' ]
# Status 2 is that of known failures which are not what they were.
bash "$ci/conform.sh" --dir >"$dir/out" 2>"$dir/err"
check "conform.sh has one" [ "$? $(cat "$dir/err")" = '4 error: --dir needs a folder' ]
# Nothing is to be installed for that.
script "$dir/dpkg-query" 'echo install ok installed'
PATH=$dir:$PATH MESON_STATUS=1 SFRAME_BUILD_ROOT=$dir/build bash "$ci/conform.sh" >"$dir/out" 2>"$dir/err"
check "also where the build fails" [ $? = 4 ]

# says STATUS TEXT COMMAND...: a script of ci/ that ends with this status, and this in what it says; in time, and in PATH nothing to install.
says() {
    local want=$1 text=$2
    shift 2
    PATH=$dir:$PATH MESON_STATUS=1 SFRAME_BUILD_ROOT=$dir/build timeout 60 bash "$ci/$1" "${@:2}" >"$dir/out" 2>"$dir/err"
    [ $? = "$want" ] && grep -qF -- "$text" "$dir/err"
}
check "prove.sh: no lengths are no proof" says 2 'Eva has no length from 100 to 50' prove.sh --eva --shortest 100 --longest 50
check "prove.sh: of the other prover neither" says 2 'CBMC has no length from 30 to 20' prove.sh --cbmc --shortest 30 --longest 20
check "prove.sh: CBMC's harness has no functions" says 2 'CBMC proves nothing about sections of more than 43 bytes' prove.sh --longest 44
check "prove.sh: length 0 alone is none" says 2 'Eva has no length from 0 to 0' prove.sh --eva --longest 0
check "prove.sh: nothing to do" says 2 'leave nothing to do' prove.sh --controls --no-controls
for number in 08 -1 x 1x 10000 '' ' 5' 1234567890; do
    check "prove.sh: '$number' is no length" says 2 '--longest takes a number' prove.sh --eva --longest "$number"
done
check "planted.sh: a limit of 010 is none" says 2 'take a number' planted.sh --time 010
for option in --engine --from --time --seed; do check "planted.sh: $option alone" says 2 "$option needs" planted.sh $option; done
for option in --sanitizer --time; do check "try.sh: $option alone" says 2 "$option needs" oss-fuzz/try.sh $option; done
for option in --engine --time --cpu-time --target -j --work; do check "fuzz.sh: $option alone" says 2 "$option needs" fuzz.sh $option; done

# Seeds that a harness does not get through, of which there is more than one call.
mkdir "$dir/seeds"
for ((i = 0; i < 450; i++)); do echo good >"$dir/seeds/$i"; done
echo bad | tee "$dir/seeds/0" "$dir/seeds/399 " >"$dir/seeds/449"
script "$dir/harness" '! grep -qx bad "$@"'
crashing() { bash -c 'set -euo pipefail; . "$1"; crashing_seeds "$2" "$3"' bash "$ci/fuzz/lib.sh" "$@" | tee "$dir/out"; }
check "the seeds that crash are named" [ "$(crashing "$dir/harness" "$dir/seeds")" = "$dir/seeds/0"$'\n'"$dir/seeds/399 "$'\n'"$dir/seeds/449" ]
rm "$dir/seeds/0" "$dir/seeds/399 " "$dir/seeds/449"
check "or none" [ -z "$(crashing "$dir/harness" "$dir/seeds")" ]
script "$dir/harness" 'test $# = 1'
check "all, if they crash together only" [ "$(crashing "$dir/harness" "$dir/seeds" | wc -l)" = "$(ls "$dir/seeds" | wc -l)" ]
check "without a harness all do" [ "$(crashing "$dir/none" "$dir/seeds" | wc -l)" = "$(ls "$dir/seeds" | wc -l)" ]

for folder in old new; do
    [ $folder = old ] && how=' --reconfigure' || how=
    configure 0 $folder
    check "$folder: goes on" [ "$status $(cat "$dir/out") $(cat "$dir/err")" = '0 done ' ]
    configure 1 $folder
    check "$folder: ends the script" [ "$status $(cat "$dir/out")" = '2 ' ]
    check "$folder: shows what meson was asked" grep -qF "meson was asked: setup$how $dir/build/$folder" "$dir/err"
    check "$folder: shows what meson said" grep -qF 'ERROR: a reason' "$dir/err"
    check "$folder: says what failed" grep -qxF "error: meson setup$how failed in $dir/build/$folder" "$dir/err"
done
plan
