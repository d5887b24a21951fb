# SPDX-License-Identifier: MIT
# .cfi_rel_offset is ignored
#: abi amd64
#: about FP saved at an offset from the CFA's register: .cfi_rel_offset
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 .cfi_rel_offset 6, 0
 ret
 .cfi_endproc
 .size first, . - first
