# SPDX-License-Identifier: MIT
# a base register other than SP and FP is written as SP
#: abi amd64
#: about a CFA in terms of a register that is neither SP nor FP
#: function first equal|absent
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 .cfi_def_cfa 3, 8
 ret
 .cfi_endproc
 .size first, . - first
