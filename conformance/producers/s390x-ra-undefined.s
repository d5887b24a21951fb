# SPDX-License-Identifier: MIT
#: abi s390x
#: about RA undefined throughout: the outermost frame
#: function first equal|absent
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 .cfi_undefined 14
 lghi %r11, 0
 nopr
 .cfi_endproc
 .size first, . - first
