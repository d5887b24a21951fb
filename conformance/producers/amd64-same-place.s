# SPDX-License-Identifier: MIT
#: abi amd64
#: about several directives for one place: the last counts
#: function first equal
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 push %rbp
 .cfi_def_cfa_offset 24
 .cfi_def_cfa_offset 16
 .cfi_offset 6, -24
 .cfi_offset 6, -16
 mov %rsp, %rbp
 .cfi_def_cfa 6, 32
 .cfi_def_cfa 6, 16
 pop %rbp
 .cfi_def_cfa 7, 8
 .cfi_restore 6
 ret
 .cfi_endproc
 .size first, . - first
