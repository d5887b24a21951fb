# SPDX-License-Identifier: MIT
#: abi amd64
#: about a state remembered and restored before the first instruction
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 .cfi_remember_state
 .cfi_restore_state
 ret
 .cfi_endproc
 .size first, . - first
