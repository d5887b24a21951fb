# SPDX-License-Identifier: MIT
# the assembler crashes when a state is restored right behind another directive
#: abi s390x
#: about a state restored at the place of other directives
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 .cfi_remember_state
 .cfi_restore_state
 .cfi_endproc
 .size first, . - first
