# SPDX-License-Identifier: MIT
#: abi aarch64
#: about a register that SFrame does not describe, saved in another one
#: function first equal
 .text
 .globl first
 .type first, %function
first:
 .cfi_startproc
 mov x9, x19
 .cfi_register 19, 9
 nop
 mov x19, x9
 .cfi_restore 19
 ret
 .cfi_endproc
 .size first, . - first
