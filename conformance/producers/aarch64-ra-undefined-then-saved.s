# SPDX-License-Identifier: MIT
#: abi aarch64
#: about RA undefined for a while, then on the stack
#: bug AMB-08F
#: function first equal|absent
 .text
 .globl first
 .type first, %function
first:
 .cfi_startproc
 nop
 .cfi_undefined 30
 stp x29, x30, [sp, -16]!
 .cfi_def_cfa_offset 16
 .cfi_offset 29, -16
 .cfi_offset 30, -8
 brk 0
 .cfi_endproc
 .size first, . - first
