# SPDX-License-Identifier: MIT
#: abi amd64
#: about FP saved where another register, and where FP itself, points: an expression
#: function other equal|absent
#: function fp equal|absent
 .text
 .globl other
 .type other, @function
other:
 .cfi_startproc
 mov %rbp, (%r9)
 .cfi_escape 0x10, 6, 2, 0x79, 0
 nop
 mov (%r9), %rbp
 .cfi_restore 6
 ret
 .cfi_endproc
 .size other, . - other
 .globl fp
 .type fp, @function
fp:
 .cfi_startproc
 push %rbp
 .cfi_def_cfa_offset 16
 mov %rsp, %rbp
 .cfi_escape 0x10, 6, 2, 0x76, 0
 pop %rbp
 .cfi_def_cfa_offset 8
 .cfi_restore 6
 ret
 .cfi_endproc
 .size fp, . - fp
