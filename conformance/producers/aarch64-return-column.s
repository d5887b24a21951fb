# SPDX-License-Identifier: MIT
#: abi aarch64
#: about RA is in another register than usual, by .cfi_return_column
#: function other equal|absent
 .text
 .globl other
 .type other, %function
other:
 .cfi_startproc
 .cfi_return_column 16
 nop
 ret
 .cfi_endproc
 .size other, . - other
