# SPDX-License-Identifier: MIT
#: abi amd64
#: about RA undefined throughout: the outermost frame
#: function first equal|absent
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 .cfi_undefined 16
 xor %ebp, %ebp
 push %rax
 .cfi_adjust_cfa_offset 8
 call first
 hlt
 .cfi_endproc
 .size first, . - first
