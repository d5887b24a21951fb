# SPDX-License-Identifier: MIT
# RA that is undefined stays undefined when it is restored
#: abi amd64
#: about RA undefined for a while, then as the CIE says
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
