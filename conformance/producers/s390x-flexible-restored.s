# SPDX-License-Identifier: MIT
#: abi s390x
#: about FP saved on the stack at the entry, then in a register, then restored to the rule of the CIE
#: function first equal|absent
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 .cfi_offset 11, -72
 lgr %r9, %r11
 .cfi_register 11, 9
 nopr
 .cfi_restore 11
 br %r14
 .cfi_endproc
 .size first, . - first
