# SPDX-License-Identifier: MIT
# .cfi_restore goes back to what was set before the first instruction, or does nothing
#: abi amd64
#: about FP saved at the entry, and that rule restored later
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 .cfi_offset 6, -24
 .cfi_restore 6
 ret
 .cfi_endproc
 .size first, . - first
