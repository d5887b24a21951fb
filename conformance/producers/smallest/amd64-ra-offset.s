# SPDX-License-Identifier: MIT
# an RA that is not at the fixed offset is ignored
#: abi amd64
#: about RA not at CFA-8
#: function first equal|absent
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 .cfi_offset 16, -16
 ret
 .cfi_endproc
 .size first, . - first
