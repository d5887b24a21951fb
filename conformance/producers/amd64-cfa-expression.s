# SPDX-License-Identifier: MIT
#: abi amd64
#: about a CFA by an expression that no FRE can express
#: function first absent
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 nop
 .cfi_escape 0x0f, 5, 0x77, 8, 0x73, 0, 0x22
 nop
 .cfi_def_cfa 7, 8
 ret
 .cfi_endproc
 .size first, . - first
