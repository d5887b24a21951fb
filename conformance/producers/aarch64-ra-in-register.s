# SPDX-License-Identifier: MIT
#: abi aarch64
#: about RA moved to another register
#: function first equal|absent
 .text
 .globl first
 .type first, %function
first:
 .cfi_startproc
 mov x9, x30
 .cfi_register 30, 9
 nop
 mov x30, x9
 .cfi_restore 30
 ret
 .cfi_endproc
 .size first, . - first
