# SPDX-License-Identifier: MIT
#: abi s390x
#: about a frame as compilers write it
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 stmg %r11, %r15, 88(%r15)
 .cfi_offset 11, -72
 .cfi_offset 12, -64
 .cfi_offset 13, -56
 .cfi_offset 14, -48
 .cfi_offset 15, -40
 lay %r15, -168(%r15)
 .cfi_def_cfa_offset 328
 lgr %r11, %r15
 .cfi_def_cfa_register 11
 nopr
 lmg %r11, %r15, 256(%r11)
 .cfi_restore 15
 .cfi_restore 14
 .cfi_restore 13
 .cfi_restore 12
 .cfi_restore 11
 .cfi_def_cfa 15, 160
 br %r14
 .cfi_endproc
 .size first, . - first
