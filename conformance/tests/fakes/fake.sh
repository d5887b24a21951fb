#!/bin/sh
# SPDX-License-Identifier: MIT
# A program that misbehaves on request, in place of an implementation, for the tests of the runner.
# usage: fake.sh MODE ARGUMENT [SECTION ...]
# The mode `print` does not misbehave: it rejects a section with a bad magic and prints the file ARGUMENT for any other.
mode=$1 argument=$2 section=$3

# Checks only the magic, which is enough for the runner's own two questions.
has_magic() {
    case $(head -c 2 "$section" | od -An -tx1) in ' e2 de' | ' de e2') ;; *) return 1 ;; esac
}

reject() {
    echo "$section:0x0-0x2: bad-magic: ALL-PRE-02: no" >&2
    exit 1
}

# Accepts only one of the runner's two dumps.
encode_or_say() {
    if grep -q '^fre 0.0 at=0x0 ' "$argument"; then echo bytes; else echo "$1" >&2; exit 1; fi
}

case $mode in
    version) echo 'fake 1.2.3' ;;
    encode-print) encode_or_say no ;;
    encode-refuse) encode_or_say 'fake: refused: too-wide: V1-VER-01: no, fde 0 fre 0' ;;
    encode-accept-all) ;;
    encode-reject-all) exit 1 ;;
    reject-all) reject ;;
    print) has_magic || reject; cat "$argument" ;;
    accept-all) cat "$argument" ;;
    echo) printf %s "$argument" >&2; cat ;;
    exit) exit "$argument" ;;
    nul) printf 'x\0ERROR: y\n' >&2; exit 99 ;;
    junk) printf '\033[31mthis is \377 no dump\n' ;;
    crash-once)
        if (set -C; : >"$argument") 2>/dev/null; then kill -ABRT $$; fi
        cat "$section" ;;
    signal) kill -"$argument" $$ ;;
    hang) exec sleep 1000 ;;
    hang-with-child) sleep 1000 & echo $!; exec sleep 1000 ;;
    leave-child) sleep 1000 & echo $!; exit 7 ;;
    flood) if [ "$argument" = 2 ]; then exec yes >&2; else exec yes; fi ;;
    spin) while :; do :; done ;;
    # tail keeps in memory what may be its last MiB.
    allocate) head -c "${argument}M" /dev/zero | tail -c "${argument}M" >/dev/null 2>&1 || exit 12 ;;
    *) exit 98 ;;
esac
