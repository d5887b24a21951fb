#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What a pull request has to survive: every harness for a minute. Options as those of ci/fuzz.sh; a later one counts.
exec "$(dirname "$0")/fuzz.sh" --engine libfuzzer --time 60 "$@"
