# SPDX-License-Identifier: MIT
# .cfi_adjust_cfa_offset starts from the CFA offset before the state was restored, in .eh_frame
#: abi amd64
#: about the CFA offset adjusted after a state is restored: .cfi_adjust_cfa_offset
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 push %rbp
 .cfi_adjust_cfa_offset 8
 .cfi_remember_state
 .cfi_def_cfa 7, 8
 .cfi_restore_state
 .cfi_adjust_cfa_offset 8
 ret
 .cfi_endproc
 .size first, . - first
