#!/bin/sh
# SPDX-License-Identifier: MIT
# The core keeps no state and needs no services: it has no writable data, and of the C library it uses only functions that
# work on the memory that they get. All its global names start with sfr_. On 32-bit machines the compiler adds functions of
# its own: division of 64 bits, and reading the program counter.
#
# usage: core_symbols.sh NM LIBSFR.A
table=$("$1" "$2" 2>/dev/null)
places=$("$1" --format=sysv "$2" 2>/dev/null)
case $table/$places in
    *" T sfr_check"*/*"sfr_check "*"|"*) ;;
    *) echo "Bail out! $2 has no symbol sfr_check, or $1 cannot say where"; exit 1 ;;
esac

# verdict NUMBER NAME LINES: good if there are no lines.
verdict() {
    if [ -z "$3" ]; then echo "ok $1 - $2"; else echo "not ok $1 - $2"; echo "$3" | sort -u | sed 's/^/# /'; fi
}

# Constant tables of addresses lie in .data.rel.ro, which is read-only once it is relocated.
verdict 1 'no writable data' "$(echo "$places" |
    awk -F'|' '$3 ~ /^ *[bBcCdD] *$/ && $7 !~ /^\.data\.rel\.ro/')"
verdict 2 'of the C library only memory and string functions' "$(echo "$table" |
    awk 'NF == 2 && $1 == "U" && $2 !~ /^(sfr_|mem(cpy|set|move|cmp|chr)$|bcmp$|str(cmp|len|chr)$|_GLOBAL_OFFSET_TABLE_$|__stack_chk_fail$|__u?(div|mod)di3$)/')"
verdict 3 'global names begin with sfr_' "$(echo "$table" | awk 'NF == 3 && $2 ~ /^[A-Z]$/ && $3 !~ /^(sfr_|__x86\.get_pc_thunk\.)/')"
echo 1..3
