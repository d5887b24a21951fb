# SPDX-License-Identifier: MIT
#: abi amd64
#: about a CFA offset that does not fit 32 bits: no FRE can hold it
#: bug B29
#: may-refuse
#: function first equal|absent
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 nop
 .cfi_def_cfa_offset 0x100000008
 nop
 .cfi_def_cfa_offset 8
 ret
 .cfi_endproc
 .size first, . - first
