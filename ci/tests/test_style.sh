#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What CONTRIBUTING.md says of the form of C files, as far as a pattern can tell. A TAP producer.
. "$(dirname "$0")/tap.sh"

# c_files FOLDER...: those below it.
c_files() { find "$@" \( -name '*.c' -o -name '*.h' \) -type f; }
# no_line PATTERN FOLDER...: no line of a C file there matches; those that do are shown.
no_line() {
    local found
    found=$(c_files "${@:2}" | LC_ALL=C.UTF-8 xargs -d '\n' grep -nHP -e "$1" /dev/null)
    [ -z "$found" ] || { printf '%s\n' "$found"; return 1; }
}
fails() { ! "$@"; }

long='^.{121}' space='\t|\s$'
printf '%120s;\n' x >"$dir/long.c"
printf '%119s;\n' x >"$dir/right.h"
printf 'a \n' >"$dir/space.h"
mkdir "$dir/long" "$dir/space" "$dir/right"
mv "$dir/long.c" "$dir/long/a b.c"
mv "$dir/space.h" "$dir/space"
mv "$dir/right.h" "$dir/right"
check "a line of 121 columns is seen" fails no_line "$long" "$dir/long"
check "a space at the end of one is seen" fails no_line "$space" "$dir/space"
check "a line of 120 columns is right" no_line "$long|$space" "$dir/right"

top=$ci/.. folders=()
for name in ref gen conformance fuzz ci/trust/mutants; do folders+=("$top/$name"); done
check "there are C files" [ "$(c_files "${folders[@]}" | wc -l)" -ge 250 ]
check "no line has more than 120 columns" no_line "$long" "${folders[@]}"
check "no line has a tab, or ends with a space" no_line "$space" "${folders[@]}"
check "each begins with its licence" [ -z "$(c_files "${folders[@]}" | xargs -d '\n' grep -LE '^(/\*|//) SPDX-License-Identifier: (MIT|0BSD)( |$)')" ]
plan
