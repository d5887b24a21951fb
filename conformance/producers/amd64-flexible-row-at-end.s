# SPDX-License-Identifier: MIT
#: abi amd64
#: about FP saved on the stack at the entry, then in a register, and restored after the last instruction
#: function first equal|absent
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 .cfi_offset 6, -16
 mov -8(%rsp), %r9
 .cfi_register 6, 9
 jmp *%rax
 .cfi_restore 6
 .cfi_endproc
 .size first, . - first
