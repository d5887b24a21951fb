#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs the producer cases on every installed toolchain of conformance/producers/toolchains, each
# with its known-failure file, and prints how many cases each gets right. Then it runs the smallest
# sources of known defects (conformance/lab smallest).
#
# usage: ci/real/producers.sh [--peers DIR] [--conform FILE] [--write-known]
#   --peers DIR     newer toolchains from ci/real/peers.sh; the default is peers/ under the build
#                   root
#   --conform FILE  the sframe-conform to use; the default builds it
#   --write-known   rewrite the known-failure files, with "unexplained" for new entries, the
#                   smallest sources and the page of defects
# exit status: 0 every toolchain matches its known-failure file; 1 one does not; 2 they could not be
#              run
set -euo pipefail
. "$(dirname "$0")/../lib.sh"

peers=$build_root/peers
take_options "$@"

need_packages gcc-aarch64-linux-gnu gcc-s390x-linux-gnu
need_conform
long_work
lab_options=(peers)
status=0
if $write_known; then
    lab cases --write || status=$?
    [ "$status" -lt 2 ] || die "no toolchain is installed; ci/real/peers.sh fetches newer ones"
    lab smallest --write || status=1
    lab defects --write
    exit "$status"
fi
lab cases || status=$?
[ "$status" -lt 2 ] || die "no toolchain is installed; ci/real/peers.sh fetches newer ones"
say 'the smallest sources of the defects'
lab smallest || status=1
exit "$status"
