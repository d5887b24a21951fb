#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Links random objects with every installed linker, and judges the SFrame data of the output: each
# function that survives must have the rows of its input at its new address, and nothing else may be
# described but stubs. A failing link is made smaller and becomes a folder with its sources and a
# script that repeats it, one for each cause and linker.
#
# usage: ci/real/links.sh --random N [--seed S] [--only K] [OPTION...]
#        ci/real/links.sh --corpus [--case ID] [OPTION...]
#        ci/real/links.sh [OPTION...] --replay FOLDER...
#   --random N      make N links for each linker and target; with 0 and --log, only write the page
#   --seed S        the number that they follow from; the default is a random one, which is printed
#   --only K        only link number K, counted from 0
#   --corpus        link objects with the sections of the corpus: rows must come out as they went in,
#                   and a malformed section is refused; a crash or a copy of the fault is wrong
#   --case ID       only this case of the corpus; keeps its objects under --finds
#   --linker NAME   only this linker, such as 'ld 2.40'
#   --target NAME   only this target, such as amd64-little
#   --finds DIR     where the folders go; the default is links-finds/ under the build root
#   --causes FILE   explains what is wrong; the default is links.causes or corpus-objects.causes in
#                   conformance/producers/
#   --page FILE     write the page to FILE, such as conformance/producers/random-links.md or
#                   corpus-objects.md; the default prints it
#   --log FILE      append a line for each linker and target, with the seed; the page is about all
#                   lines of the log
#   --replay        run the scripts of these folders; each must show what its head says
#   --tools FILE    a list of tools instead of the installed ones: lines of KIND, TARGET, NAME and
#                   the command's words, separated by tabs; KIND is as or ld. An assembler
#                   gets --gsframe by itself. With --corpus, 'ld N' and 'ld.lld N' link what the
#                   assembler 'NAME N' writes, other linkers what they link right
#   --peers DIR     newer toolchains from ci/real/peers.sh; the default is peers/ under the build
#                   root
#   --conform FILE  the sframe-conform to use; the default builds it
#   --ref FILE      the sframe-ref to use; the default is the one built with sframe-conform
# exit status: 0 all is right or explained, or each find shows; 1 something is not; 2 it could not
# be run to its end, or a linker was killed; 3 interrupted: the finds and the counts so far are kept
set -euo pipefail
. "$(dirname "$0")/../lib.sh"

peers=$build_root/peers finds=$build_root/links-finds words=()
take_options "$@"
if $replay; then
    [ ${#words[@]} -gt 0 ] || die "--replay needs a folder"
elif [ ${#words[@]} -gt 0 ]; then
    die "unexpected '${words[0]}'; see links.sh --help"
elif ! $corpus; then
    : "${seed:=$((RANDOM * 32768 + RANDOM))}"
    is_number "$random" || die "--random needs a number of links; see links.sh --help"
    is_number "$seed" || die "--seed needs a number"
fi
need_conform
: "${ref:=$(dirname "$conform")/../ref/tool/sframe-ref}"
[ -x "$ref" ] || die "no $ref; name one with --ref"
long_work
producers=$top/conformance/producers
lab_options=(tools peers ref finds causes only linker target page log case random seed)
if $replay; then
    lab replay -- "${words[@]}"
elif $corpus; then
    random='' seed='' causes=${causes:-$producers/corpus-objects.causes}
    lab corpus-links --corpus "$top/corpus"
else
    causes=${causes:-$producers/links.causes}
    lab links
fi
