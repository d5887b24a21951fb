# SPDX-License-Identifier: MIT
#: abi s390x
#: about the CFA offset, then the CFA register, set at one place
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 stmg %r11, %r15, 88(%r15)
 aghi %r15, -160
 lgr %r11, %r15
 .cfi_def_cfa_offset 320
 .cfi_offset 11, -72
 .cfi_offset 14, -48
 .cfi_def_cfa_register 11
 nopr
 lmg %r11, %r15, 248(%r11)
 .cfi_restore 14
 .cfi_restore 11
 .cfi_def_cfa 15, 160
 br %r14
 .cfi_endproc
 .size first, . - first
