# SPDX-License-Identifier: MIT
# the CFA offset of the FRE before is used when the CFA register changes at the same place as the offset
#: abi s390x
#: about the CFA offset, then the CFA register, set at one place
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 lgr %r11, %r15
 .cfi_def_cfa_offset 320
 .cfi_def_cfa_register 11
 br %r14
 .cfi_endproc
 .size first, . - first
