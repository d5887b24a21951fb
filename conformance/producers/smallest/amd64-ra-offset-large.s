# SPDX-License-Identifier: MIT
# the offset of RA is cut to one byte, the width of the other words
#: abi amd64
#: about RA not at CFA-8 and too far away for one byte
#: bug AMB-08D
#: function first equal|absent
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 .cfi_offset 16, -1000
 ret
 .cfi_endproc
 .size first, . - first
