# SPDX-License-Identifier: MIT
# the assembler crashes on several states that are remembered before any change
#: abi amd64
#: about a state remembered and restored before any change, then remembered again
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 .cfi_remember_state
 nop
 .cfi_restore_state
 .cfi_remember_state
 .cfi_endproc
 .size first, . - first
