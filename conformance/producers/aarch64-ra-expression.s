# SPDX-License-Identifier: MIT
#: abi aarch64
#: about RA saved where FP, and where another register, points: an expression
#: function fp equal|absent
#: function other equal|absent
 .text
 .globl fp
 .type fp, %function
fp:
 .cfi_startproc
 str x30, [x29]
 .cfi_escape 0x10, 30, 2, 0x8d, 0
 nop
 ldr x30, [x29]
 .cfi_restore 30
 ret
 .cfi_endproc
 .size fp, . - fp
 .globl other
 .type other, %function
other:
 .cfi_startproc
 str x30, [x9]
 .cfi_escape 0x10, 30, 2, 0x79, 0
 nop
 ldr x30, [x9]
 .cfi_restore 30
 ret
 .cfi_endproc
 .size other, . - other
