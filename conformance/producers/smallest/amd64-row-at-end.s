# SPDX-License-Identifier: MIT
# the linker aborts on an FRE that the assembler starts at the function's end
#: abi amd64
#: about directives after the last instruction: their FRE covers nothing
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
