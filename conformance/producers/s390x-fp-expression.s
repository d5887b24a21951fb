# SPDX-License-Identifier: MIT
#: abi s390x
#: about FP saved where another register, and where FP itself, points: an expression
#: function other equal|absent
#: function fp equal|absent
 .text
 .globl other
 .type other, @function
other:
 .cfi_startproc
 stg %r11, 0(%r9)
 .cfi_escape 0x10, 11, 2, 0x79, 0
 nopr
 lg %r11, 0(%r9)
 .cfi_restore 11
 br %r14
 .cfi_endproc
 .size other, . - other
 .globl fp
 .type fp, @function
fp:
 .cfi_startproc
 stg %r11, 88(%r15)
 la %r11, 88(%r15)
 .cfi_escape 0x10, 11, 2, 0x7b, 0
 lg %r11, 88(%r15)
 .cfi_restore 11
 br %r14
 .cfi_endproc
 .size fp, . - fp
