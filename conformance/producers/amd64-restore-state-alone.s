# SPDX-License-Identifier: MIT
#: abi amd64
#: about .cfi_restore_state without .cfi_remember_state: an error, not a crash
#: may-refuse
#: function first absent
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 nop
 .cfi_restore_state
 ret
 .cfi_endproc
 .size first, . - first
