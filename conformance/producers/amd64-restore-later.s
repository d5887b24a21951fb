# SPDX-License-Identifier: MIT
#: abi amd64
#: about FP saved at the entry, and that rule restored later
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 .cfi_offset 6, -16
 nop
 .cfi_offset 6, -24
 nop
 .cfi_restore 6
 ret
 .cfi_endproc
 .size first, . - first
