# SPDX-License-Identifier: MIT
# an RA that is unchanged again (.cfi_same_value) is ignored, and the previous rule stays
#: abi aarch64
#: about RA saved, then unchanged: .cfi_same_value
#: function first equal
 .text
 .globl first
 .type first, %function
first:
 .cfi_startproc
 .cfi_offset 30, -16
 .cfi_same_value 30
 ret
 .cfi_endproc
 .size first, . - first
