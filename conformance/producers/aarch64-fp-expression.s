# SPDX-License-Identifier: MIT
#: abi aarch64
#: about FP saved where another register, and where FP itself, points: an expression
#: function other equal|absent
#: function fp equal|absent
 .text
 .globl other
 .type other, %function
other:
 .cfi_startproc
 str x29, [x9]
 .cfi_escape 0x10, 29, 2, 0x79, 0
 nop
 ldr x29, [x9]
 .cfi_restore 29
 ret
 .cfi_endproc
 .size other, . - other
 .globl fp
 .type fp, %function
fp:
 .cfi_startproc
 str x29, [sp, -16]!
 .cfi_def_cfa_offset 16
 mov x29, sp
 .cfi_escape 0x10, 29, 2, 0x8d, 0
 ldr x29, [sp], 16
 .cfi_def_cfa_offset 0
 .cfi_restore 29
 ret
 .cfi_endproc
 .size fp, . - fp
