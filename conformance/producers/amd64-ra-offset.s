# SPDX-License-Identifier: MIT
#: abi amd64
#: about RA not at CFA-8
#: function first equal|absent
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 nop
 .cfi_offset 16, -16
 nop
 .cfi_offset 16, -8
 ret
 .cfi_endproc
 .size first, . - first
