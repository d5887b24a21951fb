# SPDX-License-Identifier: MIT
#: abi s390x
#: about FP saved on the stack at the entry, then in a register, and restored after the last instruction
#: function first equal|absent
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 .cfi_offset 11, -72
 lg %r9, 88(%r15)
 .cfi_register 11, 9
 br %r1
 .cfi_restore 11
 .cfi_endproc
 .size first, . - first
