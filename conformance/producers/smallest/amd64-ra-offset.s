# SPDX-License-Identifier: MIT
# another place of RA than the fixed one is ignored
#: abi amd64
#: about RA at another place than CFA-8
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
