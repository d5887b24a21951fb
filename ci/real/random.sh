#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tries random functions on every installed assembler of conformance/producers/toolchains that has a list of known
# causes (known-random), and prints what each got wrong.
#
# usage: ci/real/random.sh [--peers DIR] [--conform FILE] [--count N] [--seed S] [--jobs N] [--log DIR] [--page FILE] [NAME...]
#   --peers DIR     newer toolchains from ci/real/peers.sh; the default is peers/ under the build root
#   --conform FILE  the sframe-conform to use; the default builds it
#   --count N       functions for each (default: 20000); 0: only write the page
#   --seed S        (default: 1)
#   --jobs N        assemblers at once (default: the processors)
#   --log DIR       keep the output of each run there, and its results (NAME.jsonl); the default forgets them
#   --page FILE     write the page of the log to FILE, such as conformance/producers/random.md. It is about the runs
#                   whose results are in --log or in folders there, also earlier ones
#   --rules         instead: each kind of rule over each register, in each form and place; the page is
#                   conformance/producers/rules.md
#   NAME...         these toolchains only
# exit status: 0 nothing new was found; 1 something was, or a list is stale; 2 nothing could be run
set -euo pipefail
. "$(dirname "$0")/../lib.sh"

peers=$build_root/peers words=()
take_options "$@"
need_conform
long_work
lab_options=(peers count seed jobs log page)
lab "$($rules && echo rules || echo random)" -- "${words[@]}"
