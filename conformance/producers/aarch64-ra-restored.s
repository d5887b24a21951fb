# SPDX-License-Identifier: MIT
#: abi aarch64
#: about RA undefined for a while, then restored as in the CIE
#: bug AMB-08F
#: function first equal|absent
 .text
 .globl first
 .type first, %function
first:
 .cfi_startproc
 nop
 .cfi_undefined 30
 nop
 .cfi_restore 30
 nop
 ret
 .cfi_endproc
 .size first, . - first
