# SPDX-License-Identifier: MIT
#: abi s390x
#: about a state remembered at the place of a change
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 stmg %r11, %r14, 88(%r15)
 .cfi_offset 11, -72
 .cfi_offset 14, -48
 .cfi_remember_state
 lmg %r11, %r14, 88(%r15)
 .cfi_restore 14
 .cfi_restore 11
 br %r14
 .cfi_restore_state
 lmg %r11, %r14, 88(%r15)
 .cfi_restore 14
 .cfi_restore 11
 br %r14
 .cfi_endproc
 .size first, . - first
