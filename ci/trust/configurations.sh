#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Shows what each configuration of ci/test.sh alone can find: puts each defect of ci/trust/configurations/ into a copy
# of the sources, one at a time, and runs the tests that it names, as `gcc` builds them and as its configuration does.
# Those of `gcc` must pass, and one of the configuration's must fail, which passes there without the defect.
#
# usage: ci/trust/configurations.sh [DEFECT|CONFIGURATION...]
#   DEFECT         a file of ci/trust/configurations/ without its ending; the default is all
#   CONFIGURATION  the defects of one configuration, such as s390x
# exit status: 0 each is found by its configuration alone; 1 one is not; 2 usage, or a defect does not apply or compile, or a
#              configuration fails without it
set -euo pipefail
. "$(dirname "$0")/../lib.sh"
. "$(dirname "$0")/../builds.sh"
folder=$top/ci/trust/configurations

words=()
take_options "$@"
# field DEFECT KEY
field() { sed -n "s/^$2: //p" "$folder/$1.patch" | head -n 1; }

defects=()
for patch in "$folder"/*.patch; do
    name=$(basename "$patch" .patch)
    case " ${words[*]} " in "  "|*" $name "*|*" $(field "$name" configuration) "*) defects+=("$name") ;; esac
done
[ ${#defects[@]} -gt 0 ] || die "no defect of ci/trust/configurations/ has such a name or configuration: ${words[*]}"
packages=("${base_packages[@]}" patch)
for name in "${defects[@]}"; do packages+=($(packages_of "$(field "$name" configuration)")); done
need_packages "${packages[@]}"
long_work

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/src"
tar -C "$top" --exclude=./build --exclude=./.git --exclude=./corpus -cf - . | tar -C "$work/src" -xf -
ln -s "$top/corpus" "$work/src/corpus"
# From here on all is built from the copy.
top=$work/src build_root=$work/build

# tests_of CONFIGURATION TEST...: runs them; succeeds if all pass. Meson's status for a build that failed is 125.
tests_of() {
    local dir=$1 setup=() status=0 listed
    if [ "$1" = valgrind ]; then dir=gcc setup=(--setup valgrind); fi
    [ -f "$build_root/$dir/build.ninja" ] || configure_as "$dir"
    listed=$(select_tests "$1" "$dir")
    for test in "${@:2}"; do
        grep -qxF -- "$test" <<<"$listed" || die "$1 does not run the test $test"
    done
    meson test -C "$build_root/$dir" --timeout-multiplier 20 "${setup[@]}" "${@:2}" >"$work/log" 2>&1 || status=$?
    [ $status != 125 ] || { tail -n 20 "$work/log" >&2; die "the build of $1 failed"; }
    return $status
}

status=0
printf '%-22s %-14s %-20s %-8s %s\n' defect configuration tests gcc configuration
for name in "${defects[@]}"; do
    configuration=$(field "$name" configuration)
    read -ra tests <<<"$(field "$name" tests)"
    # A configuration in which nothing passes, as without its emulator, would find every defect.
    tests_of "$configuration" "${tests[@]}" ||
        { tail -n 20 "$work/log" >&2; die "$configuration fails ${tests[*]} without the defect"; }
    patch -d "$top" -p1 -s <"$folder/$name.patch" || die "ci/trust/configurations/$name.patch does not apply; rewrite it"
    plain=passes found=passes
    tests_of gcc "${tests[@]}" || plain=fails
    tests_of "$configuration" "${tests[@]}" || found=fails
    patch -d "$top" -p1 -s -R <"$folder/$name.patch"
    printf '%-22s %-14s %-20s %-8s %s\n' "$name" "$configuration" "${tests[*]}" "$plain" "$found"
    [ "$plain $found" = 'passes fails' ] || status=1
done
exit $status
