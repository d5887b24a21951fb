# SPDX-License-Identifier: MIT
#: abi amd64
#: about a state remembered at the place of a change
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 push %rbp
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .cfi_remember_state
 pop %rbp
 .cfi_def_cfa_offset 8
 .cfi_restore 6
 ret
 .cfi_restore_state
 pop %rbp
 .cfi_def_cfa_offset 8
 .cfi_restore 6
 ret
 .cfi_endproc
 .size first, . - first
