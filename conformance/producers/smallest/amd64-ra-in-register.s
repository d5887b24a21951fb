# SPDX-License-Identifier: MIT
# an RA in a register is ignored
#: abi amd64
#: about RA moved to another register
#: function first equal|absent
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 .cfi_register 16, 9
 ret
 .cfi_endproc
 .size first, . - first
