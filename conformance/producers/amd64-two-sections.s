# SPDX-License-Identifier: MIT
#: abi amd64
#: about functions of several sections, one of them in two parts
#: function first equal
#: function cold equal
#: function last equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 sub $40, %rsp
 .cfi_def_cfa_offset 48
 jmp cold
 .cfi_endproc
 .size first, . - first
 .section .text.unlikely, "ax", @progbits
 .globl cold
 .type cold, @function
cold:
 .cfi_startproc
 .cfi_def_cfa_offset 48
 nop
 add $40, %rsp
 .cfi_def_cfa_offset 8
 ret
 .cfi_endproc
 .size cold, . - cold
 .section .text.last, "ax", @progbits
 .globl last
 .type last, @function
last:
 .cfi_startproc
 ret
 .cfi_endproc
 .size last, . - last
