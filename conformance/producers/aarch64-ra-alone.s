# SPDX-License-Identifier: MIT
#: abi aarch64
#: about RA saved and FP not
#: bug AMB-050
#: function first equal
 .text
 .globl first
 .type first, %function
first:
 .cfi_startproc
 str x30, [sp, -16]!
 .cfi_def_cfa_offset 16
 .cfi_offset 30, -16
 nop
 ldr x30, [sp], 16
 .cfi_restore 30
 .cfi_def_cfa_offset 0
 ret
 .cfi_endproc
 .size first, . - first
