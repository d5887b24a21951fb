# SPDX-License-Identifier: MIT
#: abi amd64
#: about the CFA offset, then the CFA register, set at one place
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 enter $0, $0
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 .cfi_def_cfa_register 6
 nop
 leave
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 ret
 .cfi_endproc
 .size first, . - first
