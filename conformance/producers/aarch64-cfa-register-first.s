# SPDX-License-Identifier: MIT
#: abi aarch64
#: about another CFA register before the first FRE
#: bug B31
#: function first equal
 .text
 .globl first
 .type first, %function
first:
 .cfi_startproc
 .cfi_def_cfa_register 29
 nop
 ret
 .cfi_endproc
 .size first, . - first
