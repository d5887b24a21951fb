# SPDX-License-Identifier: MIT
#: abi aarch64
#: about a frame as compilers write it
#: function first equal
 .text
 .globl first
 .type first, %function
first:
 .cfi_startproc
 stp x29, x30, [sp, -32]!
 .cfi_def_cfa_offset 32
 .cfi_offset 29, -32
 .cfi_offset 30, -24
 mov x29, sp
 .cfi_def_cfa_register 29
 nop
 ldp x29, x30, [sp], 32
 .cfi_restore 30
 .cfi_restore 29
 .cfi_def_cfa 31, 0
 ret
 .cfi_endproc
 .size first, . - first
