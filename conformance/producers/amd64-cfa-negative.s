# SPDX-License-Identifier: MIT
#: abi amd64
#: about negative CFA offsets, multiples of 8 and others
#: function odd equal|absent
#: function eight equal|absent
 .text
 .globl odd
 .type odd, @function
odd:
 .cfi_startproc
 nop
 .cfi_def_cfa_offset -5
 ret
 .cfi_endproc
 .size odd, . - odd
 .globl eight
 .type eight, @function
eight:
 .cfi_startproc
 nop
 .cfi_def_cfa_offset -8
 ret
 .cfi_endproc
 .size eight, . - eight
