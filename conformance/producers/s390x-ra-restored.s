# SPDX-License-Identifier: MIT
#: abi s390x
#: about RA undefined for a while, then restored as in the CIE
#: bug AMB-08F
#: function first equal|absent
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 nopr
 .cfi_undefined 14
 nopr
 .cfi_restore 14
 nopr
 br %r14
 .cfi_endproc
 .size first, . - first
