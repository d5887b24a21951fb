# SPDX-License-Identifier: MIT
#: abi amd64
#: about .cfi_remember_state before the first FRE
#: bug B32
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 .cfi_remember_state
 push %rbp
 .cfi_adjust_cfa_offset 8
 .cfi_offset 6, -16
 nop
 pop %rbp
 .cfi_restore_state
 ret
 .cfi_endproc
 .size first, . - first
