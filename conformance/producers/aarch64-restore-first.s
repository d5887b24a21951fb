# SPDX-License-Identifier: MIT
#: abi aarch64
#: about .cfi_restore before any rule of that register
#: bug B30
#: function first equal
#: function second equal
 .text
 .globl first
 .type first, %function
first:
 .cfi_startproc
 .cfi_restore 29
 nop
 ret
 .cfi_endproc
 .size first, . - first
 .globl second
 .type second, %function
second:
 .cfi_startproc
 nop
 .cfi_restore 19
 ret
 .cfi_endproc
 .size second, . - second
