# SPDX-License-Identifier: MIT
#: abi amd64
#: about functions without instructions before, between and after others
#: bug AMB-018
#: function first equal
#: function third equal
 .text
 .globl none
 .type none, @function
none:
 .cfi_startproc

 .cfi_endproc
 .size none, . - none
 .globl first
 .type first, @function
first:
 .cfi_startproc
 nop
 ret
 .cfi_endproc
 .size first, . - first
 .globl second
 .type second, @function
second:
 .cfi_startproc

 .cfi_endproc
 .size second, . - second
 .globl third
 .type third, @function
third:
 .cfi_startproc
 ret
 .cfi_endproc
 .size third, . - third
 .globl fourth
 .type fourth, @function
fourth:
 .cfi_startproc

 .cfi_endproc
 .size fourth, . - fourth
