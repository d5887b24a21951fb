# SPDX-License-Identifier: MIT
#: abi amd64
#: about RA undefined for a while, then on the stack
#: bug AMB-08F
#: function first equal|absent
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 nop
 .cfi_undefined 16
 nop
 .cfi_offset 16, -8
 ret
 .cfi_endproc
 .size first, . - first
