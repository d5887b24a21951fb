# SPDX-License-Identifier: MIT
# an FP rule other than an offset from the CFA is ignored, and the previous rule stays
#: abi amd64
#: about FP saved in another register, as the value of the CFA, unchanged, and lost
#: function unchanged equal
 .text
 .globl unchanged
 .type unchanged, @function
unchanged:
 .cfi_startproc
 .cfi_offset 6, -16
 .cfi_same_value 6
 ret
 .cfi_endproc
 .size unchanged, . - unchanged
