# SPDX-License-Identifier: MIT
# the CFA offset is cut to 32 bits without a word
#: abi amd64
#: about a CFA offset that does not fit into 32 bits: no row can hold it
#: bug B29
#: may-refuse
#: function first equal|absent
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 .cfi_def_cfa_offset 0x100000008
 ret
 .cfi_endproc
 .size first, . - first
