# SPDX-License-Identifier: MIT
#: abi amd64
#: about a state remembered and restored before any change, then remembered again
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 nop
 .cfi_remember_state
 nop
 .cfi_restore_state
 .cfi_remember_state
 ret
 .cfi_endproc
 .size first, . - first
