# SPDX-License-Identifier: MIT
#: abi amd64
#: about directives after the last instruction: their FRE covers nothing
#: bug AMB-071
#: function first equal
#: function second equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 push %rax
 .cfi_def_cfa_offset 16
 pop %rax
 .cfi_def_cfa_offset 8
 ret
 .cfi_def_cfa_offset 64
 .cfi_endproc
 .size first, . - first
 .globl second
 .type second, @function
second:
 .cfi_startproc
 nop
 ret
 .cfi_endproc
 .size second, . - second
