# SPDX-License-Identifier: MIT
# FP at an address by a register (DW_CFA_expression): the number of the register is misread
#: abi s390x
#: about FP saved where another register, and where FP itself, points: an expression
#: function other equal|absent
 .text
 .globl other
 .type other, @function
other:
 .cfi_startproc
 .cfi_escape 0x10, 11, 2, 0x79, 0
 br %r14
 .cfi_endproc
 .size other, . - other
