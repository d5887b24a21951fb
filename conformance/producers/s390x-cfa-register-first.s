# SPDX-License-Identifier: MIT
#: abi s390x
#: about another CFA register before the first FRE
#: bug B31
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 .cfi_def_cfa_register 11
 nopr
 br %r14
 .cfi_endproc
 .size first, . - first
