# SPDX-License-Identifier: MIT
#: abi amd64
#: about .cfi_def_cfa_register before the first FRE
#: bug B31
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 .cfi_def_cfa_register 6
 nop
 .cfi_def_cfa 7, 8
 ret
 .cfi_endproc
 .size first, . - first
