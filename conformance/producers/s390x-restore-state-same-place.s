# SPDX-License-Identifier: MIT
#: abi s390x
#: about a state restored at the place of other directives
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 aghi %r15, -160
 .cfi_def_cfa_offset 320
 nopr
 .cfi_remember_state
 nopr
 .cfi_def_cfa_offset 480
 .cfi_restore_state
 aghi %r15, 160
 .cfi_def_cfa_offset 160
 br %r14
 .cfi_endproc
 .size first, . - first
