# SPDX-License-Identifier: MIT
#: abi aarch64
#: about a state remembered at the place of a change
#: function first equal
 .text
 .globl first
 .type first, %function
first:
 .cfi_startproc
 stp x29, x30, [sp, -16]!
 .cfi_def_cfa_offset 16
 .cfi_offset 29, -16
 .cfi_offset 30, -8
 .cfi_remember_state
 ldp x29, x30, [sp], 16
 .cfi_restore 29
 .cfi_restore 30
 .cfi_def_cfa_offset 0
 ret
 .cfi_restore_state
 ldp x29, x30, [sp], 16
 .cfi_restore 29
 .cfi_restore 30
 .cfi_def_cfa_offset 0
 ret
 .cfi_endproc
 .size first, . - first
