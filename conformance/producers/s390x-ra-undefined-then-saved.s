# SPDX-License-Identifier: MIT
#: abi s390x
#: about RA undefined for a while, then on the stack
#: bug AMB-08F
#: function first equal|absent
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 nopr
 .cfi_undefined 14
 stmg %r11, %r14, 88(%r15)
 .cfi_offset 11, -72
 .cfi_offset 14, -48
 br %r14
 .cfi_endproc
 .size first, . - first
