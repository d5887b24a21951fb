# SPDX-License-Identifier: MIT
# .cfi_restore of RA does nothing
#: abi amd64
#: about RA moved to another register, and restored as in the CIE
#: function first equal|absent
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 pop %r9
 .cfi_register 16, 9
 .cfi_restore 16
 ret
 .cfi_endproc
 .size first, . - first
