# SPDX-License-Identifier: MIT
# the rules of the FRE before are taken when a state is remembered at the same place as a change, or twice
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
 ret
 .cfi_restore_state
 ret
 .cfi_endproc
 .size first, . - first
