# SPDX-License-Identifier: MIT
#: abi s390x
#: about RA is in another register than usual, by .cfi_return_column
#: function other equal|absent
 .text
 .globl other
 .type other, @function
other:
 .cfi_startproc
 .cfi_return_column 1
 nopr
 br %r14
 .cfi_endproc
 .size other, . - other
