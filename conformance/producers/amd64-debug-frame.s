# SPDX-License-Identifier: MIT
#: abi amd64
#: about call frame information in .debug_frame alone, as kernels have it
#: function framed equal
 .cfi_sections .sframe, .debug_frame
 .text
 .globl framed
 .type framed, @function
framed:
 .cfi_startproc
 push %rbp
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 ret
 .cfi_endproc
 .size framed, . - framed
