# SPDX-License-Identifier: MIT
# FP is saved without RA, and its slot is written in place of RA's
#: abi aarch64
#: about FP saved and RA not
#: bug AMB-051
#: function first equal|absent
 .text
 .globl first
 .type first, %function
first:
 .cfi_startproc
 .cfi_offset 29, -16
 ret
 .cfi_endproc
 .size first, . - first
