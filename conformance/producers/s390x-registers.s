# SPDX-License-Identifier: MIT
#: abi s390x
#: about RA and FP saved in registers
#: function first equal|absent
#: function ra equal|absent
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 ldgr %f0, %r14
 .cfi_register 14, 16
 ldgr %f2, %r11
 .cfi_register 11, 17
 nopr
 lgdr %r11, %f2
 .cfi_restore 11
 lgdr %r14, %f0
 .cfi_restore 14
 br %r14
 .cfi_endproc
 .size first, . - first
 .globl ra
 .type ra, @function
ra:
 .cfi_startproc
 ldgr %f0, %r14
 .cfi_register 14, 16
 nopr
 lgdr %r14, %f0
 .cfi_restore 14
 br %r14
 .cfi_endproc
 .size ra, . - ra
