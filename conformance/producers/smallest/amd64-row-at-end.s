# SPDX-License-Identifier: MIT
# the linker aborts: the assembler writes a row that starts where the function ends
#: abi amd64
#: about directives behind the last instruction: their row covers nothing
#: bug AMB-071
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 ret
 .cfi_def_cfa_offset 64
 .cfi_endproc
 .size first, . - first
