# SPDX-License-Identifier: MIT
# the CFA offset is silently cut to 32 bits
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
 .cfi_def_cfa_offset 0x100000008
 ret
 .cfi_endproc
 .size first, . - first
