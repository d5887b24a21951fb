# SPDX-License-Identifier: MIT
#: abi aarch64
#: about FP and RA saved one after the other, and restored the other way round
#: function first equal|absent
 .text
 .globl first
 .type first, %function
first:
 .cfi_startproc
 sub sp, sp, 32
 .cfi_def_cfa_offset 32
 str x30, [sp, 8]
 .cfi_offset 30, -24
 str x29, [sp]
 .cfi_offset 29, -32
 nop
 ldr x29, [sp]
 .cfi_restore 29
 ldr x30, [sp, 8]
 .cfi_restore 30
 add sp, sp, 32
 .cfi_def_cfa_offset 0
 ret
 .cfi_endproc
 .size first, . - first
