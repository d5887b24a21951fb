# SPDX-License-Identifier: MIT
#: abi s390x
#: about RA saved where FP, and where another register, points: an expression
#: function fp equal|absent
#: function other equal|absent
 .text
 .globl fp
 .type fp, @function
fp:
 .cfi_startproc
 stg %r14, 0(%r11)
 .cfi_escape 0x10, 14, 2, 0x7b, 0
 nopr
 lg %r14, 0(%r11)
 .cfi_restore 14
 br %r14
 .cfi_endproc
 .size fp, . - fp
 .globl other
 .type other, @function
other:
 .cfi_startproc
 stg %r14, 0(%r9)
 .cfi_escape 0x10, 14, 2, 0x79, 0
 nopr
 lg %r14, 0(%r9)
 .cfi_restore 14
 br %r14
 .cfi_endproc
 .size other, . - other
