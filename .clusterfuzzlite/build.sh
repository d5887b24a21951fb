#!/bin/bash -eu
# SPDX-License-Identifier: MIT
exec bash "$SRC/sframe-conformance/ci/oss-fuzz/build.sh"
