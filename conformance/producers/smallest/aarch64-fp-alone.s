# SPDX-License-Identifier: MIT
# the only saved register is FP, and its slot is written where that of RA belongs
#: abi aarch64
#: about FP saved and RA not
#: bug AMB-051
#: function first equal|absent
 .text
 .globl first
 .type first, %function
first:
 .cfi_startproc
 .cfi_offset 29, -16
 ret
 .cfi_endproc
 .size first, . - first
