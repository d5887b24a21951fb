# SPDX-License-Identifier: MIT
# a state that is remembered before the first row is lost
#: abi amd64
#: about .cfi_remember_state before the first row
#: bug B32
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
