# SPDX-License-Identifier: MIT
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
 nop
 .cfi_remember_state
 leave
 .cfi_def_cfa 7, 8
 ret
 .cfi_restore_state
 push %rbx
 .cfi_adjust_cfa_offset 8
 leave
 .cfi_def_cfa 7, 8
 ret
 .cfi_endproc
 .size first, . - first
