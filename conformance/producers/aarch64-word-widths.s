# SPDX-License-Identifier: MIT
#: abi aarch64
#: about CFA offsets at the edges of words of 1, 2 and 4 bytes
#: function first equal
 .text
 .globl first
 .type first, %function
first:
 .cfi_startproc
 nop
 .cfi_def_cfa_offset 112
 nop
 .cfi_def_cfa_offset 128
 nop
 .cfi_def_cfa_offset 32752
 nop
 .cfi_def_cfa_offset 32768
 nop
 .cfi_def_cfa_offset 2147483632
 nop
 .cfi_def_cfa_offset 0
 ret
 .cfi_endproc
 .size first, . - first
