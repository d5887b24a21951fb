#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Checks every quote of ref/registers/basis.txt, basis_policies.txt and errata.txt against the manuals:
# the words must stand in that manual, in that section.
#
# usage: ci/trust/quotes.sh [--registers DIR] FOLDER
#   --registers DIR  a folder with other registers
#   FOLDER           has manuals named "The SFrame Format", anywhere below it and under any names.
#                    The sentence "This manual describes version ..." in them tells which they are.
#                    `ci/real/peers.sh manuals-bookworm manuals-trixie manuals-sid` fetches those of
#                    Debian: versions 1, 2 and 3
#
# Forms: Info and plain text as makeinfo writes it (each may be compressed with gzip), and one HTML
# page. Mark-up, quotation marks and white space do not count. Both forms show their
# sections; of a text without headings only the words are checked, and the output says so.
# A quote of a manual that is not in FOLDER is counted as unchecked.
# exit status: 0 all quotes that could be checked are found; 1 some are not; 2 usage, or no manual
set -euo pipefail
. "$(dirname "$0")/../lib.sh"

registers=$top/ref/registers words=()
take_options "$@"
[ ${#words[@]} -eq 1 ] || die "name one folder with manuals; see quotes.sh --help"
folder=${words[0]}
[ -d "$folder" ] || die "$folder: no such folder"
exec python3 "$top/ci/trust/quotes.py" "$top/ref/registers" "$registers" "$folder"
