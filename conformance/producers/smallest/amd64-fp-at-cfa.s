# SPDX-License-Identifier: MIT
# FP that is saved at the CFA itself is written as unchanged
#: abi amd64
#: about FP saved at the CFA itself: its offset is 0
#: function first equal|absent
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 .cfi_offset 6, 0
 ret
 .cfi_endproc
 .size first, . - first
