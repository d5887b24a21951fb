# SPDX-License-Identifier: MIT
#: abi amd64
#: about an object file linked from object files: relocations must still name the functions
#: link -r
#: function first equal
#: function second equal
#: function third equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 push %rbp
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -16
 mov %rsp, %rbp
 .cfi_def_cfa_register 6
 nop
 pop %rbp
 .cfi_def_cfa 7, 8
 ret
 .cfi_endproc
 .size first, . - first
 .section .text.second, "ax", @progbits
 .globl second
 .type second, @function
second:
 .cfi_startproc
 sub $200, %rsp
 .cfi_def_cfa_offset 208
 nop
 add $200, %rsp
 .cfi_def_cfa_offset 8
 ret
 .cfi_endproc
 .size second, . - second
 .globl third
 .type third, @function
third:
 .cfi_startproc
 ret
 .cfi_endproc
 .size third, . - third
