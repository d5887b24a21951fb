# SPDX-License-Identifier: MIT
#: abi amd64
#: about a state restored at the place of other directives
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 push %rbp
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 nop
 .cfi_remember_state
 nop
 .cfi_def_cfa_offset 32
 .cfi_restore_state
 pop %rbp
 .cfi_def_cfa_offset 8
 .cfi_restore 6
 ret
 .cfi_endproc
 .size first, . - first
