# SPDX-License-Identifier: MIT
# undefined RA is ignored, so the outermost frame claims a caller
#: abi amd64
#: about RA undefined throughout: the outermost frame
#: function first equal|absent
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 .cfi_undefined 16
 hlt
 .cfi_endproc
 .size first, . - first
