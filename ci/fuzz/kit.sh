#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Measures the kit for other people's fuzzers (fuzz/kit): which of the deliberate defects of three readers its template
# finds, and that it reports no difference that a question allows; or what its sections reach.
#
# usage: ci/fuzz/kit.sh [--cpu SECONDS] [--reach [--count N]]
#   --cpu SECONDS  CPU time for each defect, with all processes; the default is 60
#   --reach        prints how many of N draws reach each profile and ABI, fault, doubt and feature
#   --count N      the default is 100000
# exit status: 0 at least 22 of 24 are found and nothing else is, or the draws are as the kit says; 1 not so; 2 usage, or it
# could not be built
set -euo pipefail
. "$(dirname "$0")/../lib.sh"

cpu=60 count=100000 reach=false
while [ $# -gt 0 ]; do
    case $1 in
        -h|--help) show_help ;;
        --cpu|--count) is_number "${2:-}" || die "$1 takes a number"; declare "${1#--}=$2"; shift ;;
        --reach) reach=true ;;
        *) unknown_option "$1" ;;
    esac
    shift
done

need_packages "${base_packages[@]}" perl
long_work
CC=gcc configure kit
kit=$build_root/kit/fuzz/kit
if $reach; then
    compile kit fuzz/kit/test_kit
    "$kit/test_kit" "$count" --reach
else
    compile kit fuzz/kit/kit_replay fuzz/kit/kit_pipe
    python3 "$top/fuzz/kit/tests/wrong.py" "$kit/kit_replay" "$kit/kit_pipe" "$top/conformance/examples/adapters" --cpu "$cpu"
fi
