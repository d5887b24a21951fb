# SPDX-License-Identifier: MIT
#: abi amd64
#: about a realigned stack: CFA and FP by expressions of one register and an offset
#: function first equal|absent
 .text
 .globl first
 .type first, @function
first:
 .cfi_startproc
 lea 8(%rsp), %r10
 .cfi_def_cfa 10, 0
 and $-32, %rsp
 push -8(%r10)
 push %rbp
 mov %rsp, %rbp
 .cfi_escape 0x10, 6, 2, 0x76, 0
 push %r10
 .cfi_escape 0x0f, 3, 0x76, 0x78, 6
 nop
 pop %r10
 .cfi_def_cfa 10, 0
 pop %rbp
 lea -8(%r10), %rsp
 .cfi_def_cfa 7, 8
 ret
 .cfi_endproc
 .size first, . - first
