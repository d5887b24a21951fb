# SPDX-License-Identifier: MIT
#: abi s390x
#: about directives after the last instruction: their FRE covers nothing
#: bug AMB-071
#: function first equal
#: function second equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 aghi %r15, -168
 .cfi_def_cfa_offset 328
 aghi %r15, 168
 .cfi_def_cfa_offset 160
 br %r14
 .cfi_def_cfa_offset 488
 .cfi_endproc
 .size first, . - first
 .globl second
 .type second, @function
second:
 .cfi_startproc
 nopr
 br %r14
 .cfi_endproc
 .size second, . - second
