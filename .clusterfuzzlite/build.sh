#!/bin/bash -eu
# SPDX-License-Identifier: MIT
exec bash "$SRC/sframe-conformance/ci/fuzz/oss-fuzz/build.sh"
