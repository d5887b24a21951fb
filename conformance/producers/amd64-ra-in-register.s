# SPDX-License-Identifier: MIT
#: abi amd64
#: about RA moved to another register
#: function first equal|absent
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 pop %r9
 .cfi_def_cfa_offset 0
 .cfi_register 16, 9
 push %r9
 .cfi_def_cfa_offset 8
 .cfi_offset 16, -8
 ret
 .cfi_endproc
 .size first, . - first
