# SPDX-License-Identifier: MIT
#: abi amd64
#: about CFA offsets at the edges of words of 1, 2 and 4 bytes
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 nop
 .cfi_def_cfa_offset 120
 nop
 .cfi_def_cfa_offset 127
 nop
 .cfi_def_cfa_offset 128
 nop
 .cfi_def_cfa_offset 32760
 nop
 .cfi_def_cfa_offset 32767
 nop
 .cfi_def_cfa_offset 32768
 nop
 .cfi_def_cfa_offset 2147483640
 nop
 .cfi_def_cfa_offset 8
 ret
 .cfi_endproc
 .size first, . - first
