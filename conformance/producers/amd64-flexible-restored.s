# SPDX-License-Identifier: MIT
#: abi amd64
#: about FP saved on the stack at the entry, then in a register, then restored to the rule of the CIE
#: function first equal|absent
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 .cfi_offset 6, -16
 mov %rbp, %r9
 .cfi_register 6, 9
 nop
 .cfi_restore 6
 ret
 .cfi_endproc
 .size first, . - first
