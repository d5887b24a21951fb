# SPDX-License-Identifier: MIT
#: abi aarch64
#: about FP saved and RA not
#: bug AMB-051
#: function first equal|absent
 .text
 .globl first
 .type first, %function
first:
 .cfi_startproc
 str x29, [sp, -16]!
 .cfi_def_cfa_offset 16
 .cfi_offset 29, -16
 nop
 ldr x29, [sp], 16
 .cfi_restore 29
 .cfi_def_cfa_offset 0
 ret
 .cfi_endproc
 .size first, . - first
