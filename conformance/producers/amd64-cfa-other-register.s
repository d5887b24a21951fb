# SPDX-License-Identifier: MIT
#: abi amd64
#: about a CFA in terms of a register that is neither SP nor FP
#: function first equal|absent
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 mov %rsp, %rbx
 .cfi_def_cfa 3, 8
 sub $64, %rsp
 nop
 mov %rbx, %rsp
 .cfi_def_cfa 7, 8
 ret
 .cfi_endproc
 .size first, . - first
