# SPDX-License-Identifier: MIT
# undefined RA stays undefined after another rule, or after it is restored
#: abi amd64
#: about RA undefined for a while, then restored as in the CIE
#: bug AMB-08F
#: function first equal|absent
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 nop
 .cfi_undefined 16
 .cfi_restore 16
 ret
 .cfi_endproc
 .size first, . - first
