# SPDX-License-Identifier: MIT
#: abi amd64
#: about a register that SFrame does not describe, saved in another one
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 mov %rbx, %r9
 .cfi_register 3, 9
 nop
 mov %r9, %rbx
 .cfi_restore 3
 ret
 .cfi_endproc
 .size first, . - first
