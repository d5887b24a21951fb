# SPDX-License-Identifier: MIT
#: abi amd64
#: about a state remembered before the CFA is defined
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc simple
 .cfi_remember_state
 .cfi_def_cfa 7, 8
 .cfi_offset 16, -8
 nop
 ret
 .cfi_endproc
 .size first, . - first
