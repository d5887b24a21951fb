#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Measures the kit for other people's fuzzers (fuzz/kit): which of the deliberate defects of three readers its template
# finds, and that it reports no difference that a question allows; or what its sections reach.
#
# usage: ci/fuzz/kit.sh [--engine draws|libfuzzer|afl] [--cpu SECONDS] [--from NUMBER] [--reach [--count N]]
#   --engine NAME  what searches: `replay --draws`, or an engine, which starts from a valid section of each target; draws
#   --cpu SECONDS  CPU time for each defect, with all processes; the default is 60
#   --from NUMBER  go on with reader NUMBER of the 27, with and without a defect
#   --reach        prints how many of N draws reach each profile and ABI, fault, doubt and feature
#   --count N      the default is 100000
# exit status: 0 at least 22 of 24 are found, or with --from all but one of 12, and nothing else is, or the draws are as
# the kit says; 1 not so; 2 usage, or it could not be built
set -euo pipefail
. "$(dirname "$0")/../lib.sh"
. "$(dirname "$0")/lib.sh"

engine=draws cpu=60 from=0 count=100000
take_options "$@"
is_number "$cpu" && is_number "$count" && is_number "$from" || die "--cpu, --count and --from take a number"
[[ $engine =~ ^(draws|libfuzzer|afl)$ ]] || die "--engine takes draws, libfuzzer or afl"

need_packages "${base_packages[@]}" perl
[ "$engine" = draws ] || need_engine "$engine"
long_work
CC=gcc configure kit
kit=$build_root/kit
if $reach; then
    compile kit fuzz/kit/test_kit
    exec "$kit/fuzz/kit/test_kit" "$count" --reach
fi

# A copy of the template with the reader filled in, built as its page says. The kit is not installed.
compile kit fuzz/kit/libsfk.a ref/libsfr.a
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp "$top"/fuzz/kit/template/{Makefile,*.[ch]} "$copy"
cp "$top/fuzz/kit/tests/reader.c" "$copy"
for reader in direct pipe; do
    case $engine in draws) target=replay ;; libfuzzer) target=fuzz ;; afl) target=afl ;; esac
    sources=pipe.c
    [ $reader = pipe ] || sources='direct.c reader.c'
    AFL_QUIET=1 make -s -B -C "$copy" $target READER="$sources" \
        KIT="-I$top/fuzz/kit -I$top/ref -I$top/ref/text -I$kit/ref $kit/fuzz/kit/libsfk.a $kit/ref/libsfr.a" || die "the template could not be built"
    mv "$copy/$target" "$copy/program-$reader"
    [ "$engine" != afl ] || mv "$copy/afl-mutator.so" "$copy/program-$reader.so"
done
mkdir "$copy/seeds"
for section in "$top"/corpus/v*/*/preamble/baseline.sframe; do cp "$section" "$copy/seeds/$(cksum <"$section" | cut -d ' ' -f 1)"; done
python3 "$top/fuzz/kit/tests/wrong.py" "$copy/program-direct" "$copy/program-pipe" "$top/conformance/examples/adapters" \
    --engine "$engine" --cpu "$cpu" --seeds "$copy/seeds" --from "$from"
