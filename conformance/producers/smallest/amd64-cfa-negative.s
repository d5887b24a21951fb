# SPDX-License-Identifier: MIT
# a negative CFA offset that is no multiple of 8 is rounded in .eh_frame
#: abi amd64
#: about negative CFA offsets, multiples of 8 and others
#: function odd equal|absent
 .text
 .globl odd
 .type odd, @function
odd:
 .cfi_startproc
 .cfi_def_cfa_offset -5
 ret
 .cfi_endproc
 .size odd, . - odd
