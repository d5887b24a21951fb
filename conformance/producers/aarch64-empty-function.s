# SPDX-License-Identifier: MIT
#: abi aarch64
#: about functions without instructions
#: bug AMB-018
#: function first equal
 .text
 .globl none
 .type none, %function
none:
 .cfi_startproc

 .cfi_endproc
 .size none, . - none
 .globl first
 .type first, %function
first:
 .cfi_startproc
 nop
 ret
 .cfi_endproc
 .size first, . - first
 .globl last
 .type last, %function
last:
 .cfi_startproc

 .cfi_endproc
 .size last, . - last
