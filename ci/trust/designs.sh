#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes mistakes of design in a copy of the reference, those that implementers make; each is an entry
# of ci/trust/designs/*.designs. Builds each and judges it by the whole corpus, as two adapters: `full`
# says all that an adapter can say (class and bytes of a fault, canonical bytes, an answer to every open
# question), `plain` gives the verdict and the meaning alone. A mutant that passes every case survives.
#
# usage: ci/trust/designs.sh [-j N] [--cells] [--verbose] [--list] [AREA|NAME...]
#   -j N         judge N at a time; the default is the number of processors
#   --cells      print each pair of a mutant and a cell that lives, although the mistake can be seen in
#                that cell
#   --verbose    print for each mutant how many cases kill it, and in how many cells
#   --list       print the mutants without judging them
#   AREA         the mutants of one file, such as `find`
#   NAME         one mutant
# Enough are killed if the adapter `full` kills 98 %, and `plain` 97 %, of the mutants without an explanation, and 95 % and
# 93 % of the pairs of a mutant and a cell (profile, ABI, byte order) in which it can be seen. A reason that ends with `too
# large to keep` explains a survivor, which still counts as one.
# exit status: 0 enough are killed; 1 too few, or an entry says what is not so, such as a mutant that
#              dies in a cell that its `for:` leaves out; 2 usage, or some could
#              not be judged
set -euo pipefail
. "$(dirname "$0")/../lib.sh"
. "$(dirname "$0")/mutants/start.sh"

judge_mutants designs "$@"
