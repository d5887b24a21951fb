# SPDX-License-Identifier: MIT
# a state remembered before the first FRE is lost
#: abi amd64
#: about .cfi_remember_state before the first FRE
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
