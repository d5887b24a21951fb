# SPDX-License-Identifier: MIT
#: abi amd64
#: about a state remembered after the first instruction, before any change
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 test %edi, %edi
 .cfi_remember_state
 push %rbp
 .cfi_def_cfa_offset 16
 leave
 .cfi_restore_state
 ret
 .cfi_endproc
 .size first, . - first
