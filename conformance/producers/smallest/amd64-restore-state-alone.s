# SPDX-License-Identifier: MIT
# the assembler crashes on a .cfi_restore_state that has no .cfi_remember_state
#: abi amd64
#: about .cfi_restore_state without .cfi_remember_state: an error, not a crash
#: may-refuse
#: function first absent
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 .cfi_restore_state
 .cfi_endproc
 .size first, . - first
