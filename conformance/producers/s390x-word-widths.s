# SPDX-License-Identifier: MIT
#: abi s390x
#: about CFA offsets at the edges of words of 1, 2 and 4 bytes
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 nopr
 .cfi_def_cfa_offset 1176
 nopr
 .cfi_def_cfa_offset 1184
 nopr
 .cfi_def_cfa_offset 262296
 nopr
 .cfi_def_cfa_offset 262304
 nopr
 .cfi_def_cfa_offset 160
 br %r14
 .cfi_endproc
 .size first, . - first
