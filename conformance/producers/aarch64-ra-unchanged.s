# SPDX-License-Identifier: MIT
#: abi aarch64
#: about RA saved, then unchanged: .cfi_same_value
#: function first equal
 .text
 .globl first
 .type first, %function
first:
 .cfi_startproc
 str x30, [sp, -16]!
 .cfi_def_cfa_offset 16
 .cfi_offset 30, -16
 ldr x30, [sp], 16
 .cfi_def_cfa_offset 0
 .cfi_same_value 30
 ret
 .cfi_endproc
 .size first, . - first
