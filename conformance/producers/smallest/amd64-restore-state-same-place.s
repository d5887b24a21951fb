# SPDX-License-Identifier: MIT
# a restored state gets an FRE of its own where another FRE starts
#: abi amd64
#: about a state restored at the place of other directives
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 push %rbp
 .cfi_offset 6, -16
 .cfi_remember_state
 nop
 .cfi_def_cfa_offset 32
 .cfi_restore_state
 .cfi_endproc
 .size first, . - first
