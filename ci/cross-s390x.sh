#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The tests on a big-endian host: Debian's s390x cross compiler, run under qemu-user.
exec "$(dirname "$0")/test.sh" s390x
