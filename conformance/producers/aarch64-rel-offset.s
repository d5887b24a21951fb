# SPDX-License-Identifier: MIT
#: abi aarch64
#: about FP and RA saved at offsets from the CFA's register: .cfi_rel_offset
#: function first equal
 .text
 .globl first
 .type first, %function
first:
 .cfi_startproc
 stp x29, x30, [sp, -16]!
 .cfi_def_cfa_offset 16
 .cfi_rel_offset 29, 0
 .cfi_rel_offset 30, 8
 ldp x29, x30, [sp], 16
 .cfi_restore 29
 .cfi_restore 30
 .cfi_def_cfa_offset 0
 ret
 .cfi_endproc
 .size first, . - first
