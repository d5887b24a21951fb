# SPDX-License-Identifier: MIT
#: abi s390x
#: about .cfi_restore before any rule of that register
#: bug B30
#: function first equal
#: function second equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 .cfi_restore 11
 nopr
 br %r14
 .cfi_endproc
 .size first, . - first
 .globl second
 .type second, @function
second:
 .cfi_startproc
 nopr
 .cfi_restore 6
 br %r14
 .cfi_endproc
 .size second, . - second
