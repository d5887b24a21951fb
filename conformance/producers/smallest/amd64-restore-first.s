# SPDX-License-Identifier: MIT
# the assembler crashes when a rule is restored before the first FRE
#: abi amd64
#: about .cfi_restore before any rule of that register
#: bug B30
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 .cfi_restore 6
 ret
 .cfi_endproc
 .size first, . - first
