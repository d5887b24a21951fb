# SPDX-License-Identifier: MIT
#: abi aarch64
#: about a state restored at the place of other directives
#: function first equal
 .text
 .globl first
 .type first, %function
first:
 .cfi_startproc
 sub sp, sp, 16
 .cfi_def_cfa_offset 16
 nop
 .cfi_remember_state
 nop
 .cfi_def_cfa_offset 32
 .cfi_restore_state
 add sp, sp, 16
 .cfi_def_cfa_offset 0
 ret
 .cfi_endproc
 .size first, . - first
