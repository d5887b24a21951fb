# SPDX-License-Identifier: MIT
# an RA at an address by another register (DW_CFA_expression) is ignored
#: abi amd64
#: about RA saved where FP, and where another register, points: an expression
#: function fp equal|absent
 .text
 .globl fp
 .type fp, @function
fp:
 .cfi_startproc
 .cfi_escape 0x10, 16, 2, 0x76, 0
 ret
 .cfi_endproc
 .size fp, . - fp
