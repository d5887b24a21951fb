# SPDX-License-Identifier: MIT
#: abi amd64
#: about FP saved at an offset from the CFA's register: .cfi_rel_offset
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 push %rbp
 .cfi_def_cfa_offset 16
 .cfi_rel_offset 6, 0
 pop %rbp
 .cfi_def_cfa_offset 8
 .cfi_restore 6
 ret
 .cfi_endproc
 .size first, . - first
