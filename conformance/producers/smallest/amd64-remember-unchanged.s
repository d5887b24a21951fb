# SPDX-License-Identifier: MIT
# a function is left out if a state is remembered in it before any change
#: abi amd64
#: about a state remembered after the first instruction, before any change
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 .cfi_remember_state
 ret
 .cfi_endproc
 .size first, . - first
