# SPDX-License-Identifier: MIT
# the offset of FP is silently cut to 32 bits
#: abi amd64
#: about an offset of FP that does not fit 32 bits: no FRE can hold it
#: may-refuse
#: function first equal|absent
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 .cfi_offset 6, -0x100000008
 ret
 .cfi_endproc
 .size first, . - first
