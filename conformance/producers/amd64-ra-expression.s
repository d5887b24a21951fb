# SPDX-License-Identifier: MIT
#: abi amd64
#: about RA saved where FP, and where another register, points: an expression
#: function fp equal|absent
#: function other equal|absent
 .text
 .globl fp
 .type fp, @function
fp:
 .cfi_startproc
 nop
 .cfi_escape 0x10, 16, 2, 0x76, 0
 nop
 .cfi_offset 16, -8
 ret
 .cfi_endproc
 .size fp, . - fp
 .globl other
 .type other, @function
other:
 .cfi_startproc
 nop
 .cfi_escape 0x10, 16, 2, 0x79, 0
 nop
 .cfi_offset 16, -8
 ret
 .cfi_endproc
 .size other, . - other
