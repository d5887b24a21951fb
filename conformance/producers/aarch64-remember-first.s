# SPDX-License-Identifier: MIT
#: abi aarch64
#: about .cfi_remember_state before the first FRE
#: bug B32
#: function first equal
 .text
 .globl first
 .type first, %function
first:
 .cfi_startproc
 .cfi_remember_state
 sub sp, sp, 16
 .cfi_def_cfa_offset 16
 nop
 add sp, sp, 16
 .cfi_restore_state
 ret
 .cfi_endproc
 .size first, . - first
