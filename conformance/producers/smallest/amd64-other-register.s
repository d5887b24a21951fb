# SPDX-License-Identifier: MIT
# a function is left out because a register that SFrame does not describe is saved in another one
#: abi amd64
#: about a register that SFrame does not describe, saved in another one
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 .cfi_register 3, 9
 ret
 .cfi_endproc
 .size first, . - first
