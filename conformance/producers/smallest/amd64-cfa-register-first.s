# SPDX-License-Identifier: MIT
# the assembler crashes when the CFA register changes before the first FRE
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
 ret
 .cfi_endproc
 .size first, . - first
