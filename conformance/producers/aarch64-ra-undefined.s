# SPDX-License-Identifier: MIT
#: abi aarch64
#: about RA undefined: the outermost frame
#: function first equal|absent
#: function later equal|absent
 .text
 .globl first
 .type first, %function
first:
 .cfi_startproc
 .cfi_undefined 30
 nop
 nop
 .cfi_endproc
 .size first, . - first
 .globl later
 .type later, %function
later:
 .cfi_startproc
 nop
 .cfi_undefined 30
 nop
 .cfi_restore 30
 ret
 .cfi_endproc
 .size later, . - later
