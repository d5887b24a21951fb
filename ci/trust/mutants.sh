#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes mutants of the reference's core in a copy: each changes one comparison, bound, constant,
# shift, mask, sign, branch or early return. Builds each and judges it by the corpus. A mutant that
# answers every case correctly is a survivor: it needs a case that kills it, or an explanation in
# ci/trust/mutants/mutants.known why no case can.
#
# usage: ci/trust/mutants.sh [-j N] [--plain] [--verbose] [--again FILE | --list] [SOURCE...]
#   -j N           judge N at a time; the default is the number of processors
#   --plain        judge as sframe-conform judges an adapter that gives the verdict and the meaning
#                  alone: no class and place of a fault, no canonical bytes, none of the tests' laws.
#                  A survivor is then asked two questions more for each case, which are the case's
#                  own with one change. A mutant that answers all like the reference is out of sight: it
#                  changes what such an adapter does not say. It does not count
#   --verbose      print the result of each mutant, and which case killed it
#   --again FILE   judge the survivors and unjudged mutants of an earlier run, whose output is in
#                  FILE
#   --list         print the names of the mutants without judging them; fail if an explanation names
#                  none of them
#   SOURCE         a file of ref/, such as find.c; or `reader`, all that reads and judges a section,
#                  which is the default; or `writer`, the encoder and the parser of dumps. Every
#                  explanation about these files must be needed
# exit status: 0 enough are killed, which are 99 % of those without an explanation, and with --plain 97 %;
#              1 too few, or an explanation is stale; 2 usage, or some could
#              not be judged
set -euo pipefail
. "$(dirname "$0")/../lib.sh"
. "$(dirname "$0")/mutants/start.sh"

judge_mutants tokens "$@"
