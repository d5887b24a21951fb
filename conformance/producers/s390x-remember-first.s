# SPDX-License-Identifier: MIT
#: abi s390x
#: about .cfi_remember_state before the first FRE
#: bug B32
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 .cfi_remember_state
 aghi %r15, -168
 .cfi_def_cfa_offset 328
 nopr
 aghi %r15, 168
 .cfi_restore_state
 br %r14
 .cfi_endproc
 .size first, . - first
